"""The lines of a game's record: each canonical, of a known kind, with exactly its keys and types. Never judges whether
what a line says could have happened: walk.py does.

Kinds, keys and types are those of the format (docs/fairness.md, "The record").
"""

from collections.abc import Mapping
from typing import Any

from referee.records.lines import (
    BY_TEAM,
    COUNT,
    HEX,
    PLAIN,
    POINTS,
    FieldTest,
    RecordLine,
    WrongLine,
    canonical,
    check_first,
    check_shape,
    fields_of,
    like,
    listed,
    out_of,
    quoted,
    text_lines,
    whole,
)
from referee.spades.cards import parse_card
from referee.spades.record_lines import VERSION
from referee.spades.rulesheet import RuleSheet, sheet_from
from referee.table.seats import SEATS
from referee.table.sheet import SheetError


def entries_of(record: str) -> tuple[RecordLine, ...]:
    """Return the lines of a record, the first of which is a start. Raises WrongLine.

    `record` is the file's text, one character for each byte; lines end with LF or CRLF, which may be missing after the
    last. An editor may have added a byte order mark before them and blank lines after them.
    """
    found = tuple(_entry(number, line) for number, line in enumerate(text_lines(record), 1))
    check_first(found, "start", "be the start of a game")
    sheet_of(found[0])
    return found


def sheet_of(start: RecordLine) -> RuleSheet:
    """Read the sheet of a start line. Raises WrongLine if nobody can play by it."""
    try:
        sheet = sheet_from(start.fields["sheet"], start.fields["rules"])
    except SheetError as e:
        raise WrongLine(start.number, f"its rules are not a sheet: {quoted(str(e))}") from None
    if canonical(sheet.parameters()) != canonical(start.fields["rules"]):
        raise WrongLine(start.number, "its rules are not written as the format writes them")
    return sheet


def _entry(number: int, text: str) -> RecordLine:
    fields = fields_of(number, text)
    _check(number, fields, text)
    return RecordLine(number, text, fields)


def _check(number: int, fields: dict[str, Any], text: str) -> None:
    kind = fields.get("e")
    if not isinstance(kind, str) or kind not in SHAPES:
        raise WrongLine(number, f"nothing of this kind is in a record: {quoted(text)}")
    check_shape(number, fields, text, SHAPES[kind], OPTIONAL.get(kind, {}))
    if kind == "deal" and ("reason" in fields) != (fields["attempt"] > 1):
        raise WrongLine(number, f"a deal has a reason from its second attempt on, and only then: {quoted(text)}")


def _card(value: Any) -> bool:
    try:
        return type(value) is str and bool(parse_card(value))
    except ValueError:
        return False


def _text(value: Any) -> bool:
    return type(value) is str


SEAT = whole(1, len(SEATS))
NAME, SHEET_NAME = like(PLAIN + "{1,24}"), like(PLAIN + "{1,64}")

SHAPES: Mapping[str, Mapping[str, FieldTest]] = {
    "start": {
        "v": out_of(VERSION),
        "game": like("[!-~]{1,64}"),
        "seats": listed(len(SEATS), NAME),
        "sheet": SHEET_NAME,
        "rules": lambda value: type(value) is dict,
        "limit": COUNT,
    },
    "commit": {"round": COUNT, "commits": listed(3, HEX)},
    "salts": {"round": COUNT, "salts": listed(len(SEATS), like("[!-~]{0,64}"))},
    "deal": {"round": COUNT, "attempt": COUNT, "eldest": SEAT, "prev": HEX},
    "bid": {"turn": COUNT, "seat": SEAT, "bid": whole(0), "by": out_of("player", "clock", "plan")},
    "play": {"turn": COUNT, "seat": SEAT, "card": _card, "by": out_of("player", "clock", "plan", "rule")},
    "claim": {"turn": COUNT, "seat": SEAT},
    "misplay": {"turn": COUNT, "seat": SEAT, "card": _card, "fault": out_of("revoke", "not_held"), "points": POINTS},
    "void": {"turn": COUNT, "to": COUNT, "points": POINTS},
    "challenge": {
        "seat": SEAT,
        "round": COUNT,
        "book": COUNT,
        "accused": SEAT,
        "proven": lambda value: type(value) is bool,
        "books": whole(0),
    },
    "concession": {"seat": SEAT},
    "withdrawal": {"seat": SEAT},
    "round": {"round": COUNT, "books": listed(len(SEATS), whole(0)), "score": BY_TEAM},
    "reveal": {"round": COUNT, "attempt": COUNT, "seed": HEX},
    "replace": {"seat": SEAT, "name": NAME},
    "restore": {"turn": COUNT},
    "last": {"round": COUNT},
    "end": {
        "result": out_of("team 1", "team 2", "-"),
        "by": out_of("score", "concession", "forfeit", "sets", "hands", "abort"),
        "score": BY_TEAM,
    },
}
"""The keys that a line of each kind must have besides `e`, with a test for each value."""

OPTIONAL: Mapping[str, Mapping[str, FieldTest]] = {
    "deal": {"reason": _text},
    "bid": {"blind": lambda value: value is True},
    "void": {"charge": SEAT},
    "round": {"bags": BY_TEAM},
}
"""The keys that a line of that kind may also have; walk.py judges when."""
