"""The lines of any game's record: each canonical, of a known kind, with exactly its keys and types. Never judges what
they say: walk.py does.

Kinds, keys and types are those of the format (docs/fairness.md, "The record").
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

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
from referee.table.events import Start
from referee.table.seats import SEATS
from referee.table.sheet import Sheet, SheetError

Shapes = Mapping[str, Mapping[str, FieldTest]]
SEAT = whole(1, len(SEATS))
NAME, SHEET_NAME = like(PLAIN + "{1,24}"), like(PLAIN + "{1,64}")


def text(value: Any) -> bool:
    """Tell if a value is text."""
    return type(value) is str


COMMON: Shapes = {
    "start": {
        "v": text,
        "game": like("[!-~]{1,64}"),
        "seats": listed(len(SEATS), NAME),
        "sheet": SHEET_NAME,
        "rules": lambda value: type(value) is dict,
        "limit": COUNT,
    },
    "commit": {"round": COUNT, "commits": listed(3, HEX)},
    "salts": {"round": COUNT, "salts": listed(len(SEATS), like("[!-~]{0,64}"))},
    "void": {"turn": COUNT, "to": COUNT, "points": POINTS},
    "concession": {"seat": SEAT},
    "withdrawal": {"seat": SEAT},
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
"""The keys that a line of each kind that every game has must have besides `e`, with a test for each value."""

COMMON_OPTIONAL: Shapes = {"deal": {"reason": text}, "void": {"charge": SEAT}}
"""The keys that a line of that kind may also have; walk.py judges when."""


class Format(NamedTuple):
    """The format of a game's records: its version, its own kinds of lines, and how its sheets are read."""

    version: str
    started: type[Start]
    """The event of its first line."""
    shapes: Shapes
    optional: Shapes
    sheet: type[Sheet]


def entries_of(record: str, form: Format) -> tuple[RecordLine, ...]:
    """Return the lines of a record, the first of which is a start. Raises WrongLine.

    `record` is the file's text, one character for each byte; lines end with LF or CRLF, which may be missing after the
    last. An editor may have added a byte order mark before them and blank lines after them.
    """
    found = tuple(_entry(number, line, form) for number, line in enumerate(text_lines(record), 1))
    check_first(found, "start", "be the start of a game")
    sheet_of(found[0], form.sheet)
    return found


def sheet_of(start: RecordLine, kind: type[Sheet]) -> Sheet:
    """Read the sheet of a start line. Raises WrongLine if nobody can play by it."""
    try:
        sheet = kind.from_table(start.fields["sheet"], start.fields["rules"])
    except SheetError as e:
        raise WrongLine(start.number, f"its rules are not a sheet: {quoted(str(e))}") from None
    if canonical(sheet.parameters()) != canonical(start.fields["rules"]):
        raise WrongLine(start.number, "its rules are not written as the format writes them")
    return sheet


def _entry(number: int, line: str, form: Format) -> RecordLine:
    fields = fields_of(number, line)
    kind, shapes = fields.get("e"), {**COMMON, **form.shapes}
    if not isinstance(kind, str) or kind not in shapes:
        raise WrongLine(number, f"nothing of this kind is in a record: {quoted(line)}")
    version = {"v": out_of(form.version)} if kind == "start" else {}
    check_shape(number, fields, line, {**shapes[kind], **version}, {**COMMON_OPTIONAL, **form.optional}.get(kind, {}))
    if kind == "deal" and ("reason" in fields) != (fields["attempt"] > 1):
        raise WrongLine(number, f"a deal has a reason from its second attempt on, and only then: {quoted(line)}")
    return RecordLine(number, line, fields)
