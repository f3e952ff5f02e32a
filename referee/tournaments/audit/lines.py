"""The lines of a tournament's record: each canonical, of a known kind, with exactly its keys and types. Never judges
whether what a line says could have happened: walk.py does.

Kinds, keys and types are those of the format (docs/tournaments.md, "The record").
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from referee.records.lines import (
    BY_TEAM,
    COUNT,
    HEX,
    PLAIN,
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
from referee.tournaments.formats import MOST_STAGES, MOST_TEAMS, Format, Stage, StageKind, check, from_json, to_json
from referee.tournaments.record_lines import VERSION

MOST_SECONDS = 2**31
MOST_ROUNDS = 1000
NAME = like(PLAIN + "{1,64}")
SALT = like("[!-~]{0,64}")
PAIR = listed(2, NAME)
GAME = like("[1-9][0-9]{0,17}")
RATING = like(r"[0-3](\.[1-9])?|4")
TEAMS = whole(0, MOST_TEAMS)


def _several(holds: FieldTest, most: int = MOST_TEAMS) -> FieldTest:
    return lambda value: type(value) is list and len(value) <= most and all(map(holds, value))


def _or_null(holds: FieldTest) -> FieldTest:
    return lambda value: value is None or holds(value)


def _flag(value: Any) -> bool:
    return type(value) is bool


def _keyed(shape: Mapping[str, FieldTest]) -> FieldTest:
    """Make a test for an object with exactly these keys."""
    return lambda value: (
        type(value) is dict and value.keys() == shape.keys() and all(holds(value[key]) for key, holds in shape.items())
    )


def _team(value: Any) -> bool:
    shape = {"name": NAME, "players": _several(NAME, 2)}
    return _keyed(shape)(value) or _keyed({**shape, "division": NAME})(value)


def _place(value: Any) -> bool:
    shape = {"teams": _several(_several(NAME))}
    return _keyed(shape)(value) or _keyed({**shape, "division": NAME})(value)


NUMBERS: Mapping[str, FieldTest] = {
    **dict.fromkeys(("best", "least", "most"), TEAMS),
    "rounds": whole(1, MOST_ROUNDS),
    "meetings": whole(1, 2),
    "leave": whole(0),
}
"""The numbers of a format that do not count from 1 without an end."""
VALUES: Mapping[Any, FieldTest] = {
    bool: _flag,
    int: COUNT,
    str: NAME,
    timedelta: whole(1, MOST_SECONDS),
    Fraction: RATING,
    StageKind: out_of(*StageKind),
}


def figures(of: type[Format | Stage]) -> FieldTest:
    """Make the test of a format or stage: it has a key for each field, with a value of that field's type."""
    return _keyed({name: _figure(name, hint) for name, hint in get_type_hints(of).items()})


def _figure(name: str, hint: Any) -> FieldTest:
    if get_origin(hint) in (Union, UnionType):
        return _or_null(_figure(name, get_args(hint)[0]))
    if get_origin(hint) is Literal:
        return out_of(*get_args(hint))
    if name == "stages":
        return _several(figures(Stage), MOST_STAGES)
    return _several(NAME) if get_origin(hint) is tuple else NUMBERS.get(name) or VALUES[hint]


OF_STAGE: Mapping[str, FieldTest] = {"stage": whole(1, MOST_STAGES)}
OF_GAME: Mapping[str, FieldTest] = {"match": COUNT, "game": COUNT, "number": GAME}
_format = figures(Format)
PLAYED: Mapping[str, FieldTest] = {
    "format": lambda value: type(value) is dict and _format({"partners": "entered", **value}),
    "target": COUNT,
}
SHAPES: Mapping[str, Mapping[str, FieldTest]] = {
    "announced": {"v": out_of(VERSION), "tournament": GAME, "name": NAME, **PLAYED},
    "amended": PLAYED,
    "commitments": {"commit": HEX, "root": HEX},
    "entry": {"name": NAME, "players": _several(NAME, 2)},
    "left": {"team": NAME},
    "closed": {"seeded": _several(NAME), "teams": _several(_team, 2 * MOST_TEAMS)},
    "salts": {"salts": _several(_several(SALT, 2), 2 * MOST_TEAMS)},
    "draw": {"order": _several(NAME), "lots": _several(NAME), "seed": HEX},
    "stage": {**OF_STAGE, "teams": _several(NAME)},
    "stage back": OF_STAGE,
    "pairing": {**OF_GAME, "teams": PAIR, "seats": listed(4, NAME)},
    "result": {
        **OF_GAME,
        "head": HEX,
        "winner": NAME,
        "by": out_of("score", "hands", "sets", "concession", "forfeit", "silence"),
        "score": BY_TEAM,
        "sets": listed(2, whole(0)),
    },
    "ruling": {"match": COUNT, "teams": PAIR, "winner": NAME, "score": BY_TEAM},
    "back": {"match": COUNT, "why": out_of("replay", "reset", "abort", "changed")},
    "silence": {"match": COUNT, "team": NAME},
    "limit": {"match": COUNT, "round": COUNT},
    "withdrawal": {"team": NAME, "by": out_of("captain", "gamesmaster", "silence")},
    "substitute": {"team": NAME, "out": NAME, "name": NAME},
    "rating": {"team": NAME, "match": COUNT, "rating": RATING},
    "pause": {},
    "resume": {},
    "standings": {**OF_STAGE, "round": COUNT, "teams": _several(NAME)},
    "end": {"places": _several(_place), "root": HEX},
    "cancelled": {"seed": HEX, "root": HEX},
}
"""The keys that a line of each kind must have besides `e`, with a test for each value."""
IN_DIVISION = ("entry", "stage", "stage back", "standings")
"""The kinds that name a division where the tournament has some."""
MAY = {kind: {"division": NAME} for kind in IN_DIVISION} | {"draw": {"teams": _several(_team)}}
"""The keys that a line of such a kind may have besides."""


def is_tournament(record: str) -> bool:
    """Tell from its first line if a record is a tournament's, and not a game's."""
    lines = record.lstrip("\xef\xbb\xbf").split("\n", 1)
    try:
        first = json.loads(lines[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and isinstance(first.get("e"), str) and first["e"] in SHAPES


def entries_of(record: str) -> tuple[RecordLine, ...]:
    """Return the lines of a record, the first of which announces the tournament. Raises WrongLine; the text is as for a
    game's record."""
    found = tuple(_entry(number, line) for number, line in enumerate(text_lines(record), 1))
    check_first(found, "announced", "announce a tournament")
    format_of(found[0])
    return found


def _entry(number: int, text: str) -> RecordLine:
    fields = fields_of(number, text)
    kind = fields.get("e")
    if not isinstance(kind, str) or kind not in SHAPES:
        raise WrongLine(number, f"nothing of this kind is in a tournament's record: {quoted(text)}")
    check_shape(number, fields, text, SHAPES[kind], MAY.get(kind, {}))
    return RecordLine(number, text, fields)


def format_of(entry: RecordLine) -> Format:
    """Read the format of a line that says one. Raises WrongLine if nobody can play by it."""
    said = entry.fields["format"]
    try:
        found = from_json(said)
        check(found, found.sheets)
    except ValueError as e:
        raise WrongLine(entry.number, f"its format contradicts itself: {quoted(str(e))}") from None
    if found.target not in (None, entry.fields["target"]):
        raise WrongLine(entry.number, "its target is not that of its format")
    if canonical(to_json(found)) != canonical(said):
        raise WrongLine(entry.number, "its format is not written as the format of records writes it")
    return found
