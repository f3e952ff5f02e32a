"""The lines of a public record: each canonical, of a known kind, with exactly its keys and types. Never judges whether
what a line says could have happened: walk.py does.

Kinds, keys and types are those of the format (docs/fairness.md, "The record").
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.spades.cards import parse_card
from referee.spades.record import HEAD_SHOWN, NO_HEAD, VERSION, canonical
from referee.spades.rulesheet import SEATS, TEAMS, RuleSheet, SheetError, sheet_from

LONGEST = 65_536
"""The most characters of a line; real ones have fewer than two thousand."""
LARGEST = 2**53 - 1
"""The largest number in a record, and the smallest below 0: every language reads these exactly."""
UTF_8_MARK = "\xef\xbb\xbf"
UTF_16 = ("\xff\xfe", "\xfe\xff")
SHOWN = 160
"""The most characters of a line that a message quotes."""

Test = Callable[[Any], bool]


class WrongLine(Exception):
    """The first wrong line, counted from 1; one past the last if the record ends too early."""

    def __init__(self, number: int, why: str, last: int | None = None) -> None:
        super().__init__(why)
        self.number = number
        self.last = last or number
        """The last line that may be the wrong one, if only known heads tell that one of them is."""
        self.why = why


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: its number from 1, its text without the newline, and what it says."""

    number: int
    text: str
    fields: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The kind of line: the value of `e`."""
        return str(self.fields["e"])


def entries_of(record: str) -> tuple[Entry, ...]:
    """Return the lines of a record, the first of which is a start. Raises WrongLine.

    `record` is the file's text, one character for each byte; lines end with LF or CRLF, which may be missing after the
    last. An editor may have added a byte order mark before them and blank lines after them.
    """
    found: list[Entry] = []
    for number, line in enumerate(text_lines(record), 1):
        found.append(_entry(number, line))
    if not found:
        raise WrongLine(1, "the record is empty; its first line must be the start of a game")
    if found[0].kind != "start":
        raise WrongLine(1, f"it says {quoted(found[0].text)}; the first line must be the start of a game")
    sheet_of(found[0])
    return tuple(found)


def text_lines(record: str) -> list[str]:
    """Return the lines of a record without what ends them, as they are. Raises WrongLine."""
    if record.startswith(UTF_16) or "\0" in record[:2]:
        raise WrongLine(1, "the record is not ASCII text but, it seems, UTF-16: save it as plain text, in UTF-8")
    lines = record.removeprefix(UTF_8_MARK).split("\n")
    while lines and not lines[-1].strip(" \t\r"):
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def sheet_of(start: Entry) -> RuleSheet:
    """Read the sheet of a start line. Raises WrongLine if nobody can play by it."""
    try:
        sheet = sheet_from(start.fields["sheet"], start.fields["rules"])
    except SheetError as e:
        raise WrongLine(start.number, f"its rules are not a sheet: {quoted(str(e))}") from None
    if canonical(sheet.parameters()) != canonical(start.fields["rules"]):
        raise WrongLine(start.number, "its rules are not written as the format writes them")
    return sheet


def located(heads: Sequence[str], known: Sequence[str], game: str) -> tuple[int, ...]:
    """Find after which line each of the `known` heads comes, oldest first. Raises WrongLine if one does not come in
    order.

    `heads` are those after each line; a known one has their first 16 digits or more; 64 zeros come before line 1.
    """
    chain = (NO_HEAD, *heads)
    at = {head[:HEAD_SHOWN]: place for place, head in enumerate(chain)}
    found = [at.get(head[:HEAD_SHOWN], -1) for head in known]
    agreed = 0
    for number, (place, head) in enumerate(zip(found, known, strict=True)):
        if place < agreed or not chain[place].startswith(head):
            if agreed == len(heads) and all(one < 0 for one in found[number:]):
                raise WrongLine(agreed + 1, _outgrown(head, game))
            last = min((one for one in found[number + 1 :] if one > agreed), default=max(len(heads), agreed + 1))
            raise WrongLine(agreed + 1, _unlocated(head, agreed, last), last)
        agreed = place
    return tuple(found)


def _outgrown(head: str, game: str) -> str:
    """Return what is wrong if known heads agree up to a record's last line, and only later ones, `head` first, do
    not."""
    again = f"ask for the record again (record {game}), it has grown since - or a line was left out at its end"
    return f"the head {head[:HEAD_SHOWN]} that you were told comes after this record's last line: {again}"


def _unlocated(head: str, agreed: int, last: int) -> str:
    reach = f"line {last}" if last == agreed + 1 else f"one of the lines {agreed + 1} to {last}"
    after = f"after line {agreed}" if agreed else "in it"
    return f"no line {after} has the head {head[:HEAD_SHOWN]}: {reach} is not what was told, or was left out"


def quoted(text: str) -> str:
    """Make a stranger's text safe to print: ASCII, without controls, cut."""
    plain = "".join(c if " " <= c <= "~" else f"\\x{ord(c):02x}" for c in text[:SHOWN])
    return plain if len(text) <= SHOWN else f"{plain}..."


def _entry(number: int, text: str) -> Entry:
    fields = fields_of(number, text)
    _check(number, fields, text)
    return Entry(number, text, fields)


def fields_of(number: int, text: str) -> dict[str, Any]:
    """Read the fields of a line. Raises WrongLine if it is not canonical JSON."""
    if len(text) > LONGEST:
        raise WrongLine(number, f"it has {len(text)} characters; no line of a record has more than {LONGEST}")
    try:
        fields = json.loads(text)
        json.dumps(fields, ensure_ascii=False).encode("utf-8")  # no half of a character
        plain = canonical(fields) == text
    except (ValueError, RecursionError):
        raise WrongLine(number, f"it is not one line of JSON: {quoted(text)}") from None
    if not isinstance(fields, dict) or not plain:
        raise WrongLine(number, f"it is not canonical JSON: {quoted(text)}")
    return fields


def _check(number: int, fields: dict[str, Any], text: str) -> None:
    kind = fields.get("e")
    if not isinstance(kind, str) or kind not in SHAPES:
        raise WrongLine(number, f"nothing of this kind is in a record: {quoted(text)}")
    check_shape(number, fields, text, SHAPES[kind], OPTIONAL.get(kind, {}))
    if kind == "deal" and ("reason" in fields) != (fields["attempt"] > 1):
        raise WrongLine(number, f"a deal has a reason from its second attempt on, and only then: {quoted(text)}")


def check_shape(
    number: int, fields: Mapping[str, Any], text: str, shape: Mapping[str, Test], may: Mapping[str, Test]
) -> None:
    """Check that a line has the keys of its kind, those of `shape` and perhaps of `may`. Raises WrongLine."""
    kind = fields["e"]
    if missing := sorted(set(shape) - set(fields)):
        raise WrongLine(number, f"a {kind} has a key {missing[0]}: {quoted(text)}")
    if strange := sorted(set(fields) - {"e", *shape, *may}):
        raise WrongLine(number, f"a {kind} has no key {quoted(strange[0])}: {quoted(text)}")
    for key, holds in {**shape, **may}.items():
        if key in fields and not holds(fields[key]):
            raise WrongLine(number, f"the value of {key} cannot stand in a {kind}: {quoted(text)}")


def _whole(least: int, most: int = LARGEST) -> Test:
    return lambda value: type(value) is int and least <= value <= most


def _out_of(*values: str) -> Test:
    return lambda value: type(value) is str and value in values


def _like(pattern: str) -> Test:
    form = re.compile(pattern)
    return lambda value: type(value) is str and form.fullmatch(value) is not None


def _listed(count: int, holds: Test) -> Test:
    return lambda value: type(value) is list and len(value) == count and all(map(holds, value))


def _card(value: Any) -> bool:
    try:
        return type(value) is str and bool(parse_card(value))
    except ValueError:
        return False


def _text(value: Any) -> bool:
    return type(value) is str


SEAT = _whole(1, len(SEATS))
COUNT = _whole(1)
POINTS = _whole(-LARGEST)
BY_TEAM = _listed(len(TEAMS), POINTS)
HEX = _like("[0-9a-f]{64}")
PLAIN = r"(?!.*  )[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"
"""The pattern of names: no controls, no marks that reverse the line, no gaps, so that none can pass for words of a
report."""
NAME, SHEET_NAME = _like(PLAIN + "{1,24}"), _like(PLAIN + "{1,64}")

SHAPES: Mapping[str, Mapping[str, Test]] = {
    "start": {
        "v": _out_of(VERSION),
        "game": _like("[!-~]{1,64}"),
        "seats": _listed(len(SEATS), NAME),
        "sheet": SHEET_NAME,
        "rules": lambda value: type(value) is dict,
        "limit": COUNT,
    },
    "commit": {"round": COUNT, "commits": _listed(3, HEX)},
    "salts": {"round": COUNT, "salts": _listed(len(SEATS), _like("[!-~]{0,64}"))},
    "deal": {"round": COUNT, "attempt": COUNT, "eldest": SEAT, "prev": HEX},
    "bid": {"turn": COUNT, "seat": SEAT, "bid": _whole(0), "by": _out_of("player", "clock", "plan")},
    "play": {"turn": COUNT, "seat": SEAT, "card": _card, "by": _out_of("player", "clock", "plan", "rule")},
    "claim": {"turn": COUNT, "seat": SEAT},
    "misplay": {"turn": COUNT, "seat": SEAT, "card": _card, "fault": _out_of("revoke", "not_held"), "points": POINTS},
    "void": {"turn": COUNT, "to": COUNT, "points": POINTS},
    "challenge": {
        "seat": SEAT,
        "round": COUNT,
        "book": COUNT,
        "accused": SEAT,
        "proven": lambda value: type(value) is bool,
        "books": _whole(0),
    },
    "concession": {"seat": SEAT},
    "withdrawal": {"seat": SEAT},
    "round": {"round": COUNT, "books": _listed(len(SEATS), _whole(0)), "score": BY_TEAM},
    "reveal": {"round": COUNT, "attempt": COUNT, "seed": HEX},
    "replace": {"seat": SEAT, "name": NAME},
    "restore": {"turn": COUNT},
    "last": {"round": COUNT},
    "end": {
        "result": _out_of("team 1", "team 2", "-"),
        "by": _out_of("score", "concession", "forfeit", "sets", "hands", "abort"),
        "score": BY_TEAM,
    },
}
"""The keys that a line of each kind must have besides `e`, with a test for each value."""

OPTIONAL: Mapping[str, Mapping[str, Test]] = {
    "deal": {"reason": _text},
    "bid": {"blind": lambda value: value is True},
    "void": {"charge": SEAT},
    "round": {"bags": BY_TEAM},
}
"""The keys that a line of that kind may also have; walk.py judges when."""
