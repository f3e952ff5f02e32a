"""Every line of a tournament's record made false: each of its values changed, the line doubled, dropped, moved. A table
has what the record alone cannot show; with the last head nothing false passes.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.records.lines import WrongLine, heads
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.draw import roster
from referee.tournaments.fold import lines_of
from referee.tournaments.formats import Stage, StageKind
from referee.tournaments.presets import PRESETS
from referee.tournaments.record_lines import line
from tests.audit.tampering import written
from tests.audit.tournament_records import FORMATS, TWO_DIVISIONS, Course, text_of
from tests.tournaments.played import without

FREE: dict[str, set[str]] = {
    "announced": {"name", "target", "format"},
    "amended": {"format", "target"},
    "entry": {"name", "players", "division"},
    "left": {"team"},
    "pairing": {"number"},
    "result": {"winner", "by", "head", "score", "sets"},
    "ruling": {"winner", "score"},
    "back": {"match", "why"},
    "silence": {"match", "team"},
    "limit": {"match", "round"},
    "withdrawal": {"team", "by"},
    "substitute": {"team", "out", "name"},
    "rating": {"team", "match", "rating"},
}
"""The values that are somebody's word, by the kind of line: others can have led to the same lines after it. Of a result
and a limit the record of the game shows them; an entry is free if that team left again."""
UNSEEN = {*FREE, "pause", "resume"} - {"announced"}
"""The lines of acts: one that nothing else rests on may have come elsewhere, or never."""


class Mutant(NamedTuple):
    kind: str
    what: str
    place: int
    lines: tuple[str, ...]


@cache
def eventful(number: int) -> tuple[str, ...]:
    """Return the record of a small tournament that is over, or was called off, in which much happened."""
    luck, format = Random(f"eventful {number}"), FORMATS[number % len(FORMATS)]
    course = Course(luck, without(format, least=2, most=max(5, *(one.best or 0 for one in format.stages))), number + 1)
    course.enter(amended=True)
    course.draw()
    while course.t.phase == "running":
        course.play_on(0.35)
    return lines_of(course.events)


def mutants(number: int) -> Iterator[Mutant]:
    luck, lines = Random(number), eventful(number)
    told = [json.loads(line) for line in lines]
    for place, fields in enumerate(told):
        kind, before, after = fields["e"], lines[:place], lines[place + 1 :]
        for key, values in ((key, list(_others(key, value, told))) for key, value in fields.items() if key != "e"):
            for value in luck.sample(values, min(3, len(values))):
                yield Mutant(kind, key, place, (*before, written({**fields, key: value}), *after))
        yield Mutant(kind, "doubled", place, (*before, lines[place], *lines[place:]))
        yield Mutant(kind, "dropped", place, (*before, *after))
        rest, to = (*before, *after), luck.randrange(len(lines))
        yield Mutant(kind, "moved", place, (*rest[:to], lines[place], *rest[to:]))


def _others(key: str, value: Any, told: list[dict[str, Any]]) -> Iterator[Any]:
    """Yield other values of that key: those of other lines, and what is near."""
    known = [one[key] for one in told if key in one]
    match value:
        case int():
            known += [value + 1, max(value - 1, 0)]
        case list():
            known += [value[::-1], value[1:], [*value, *value[:1]]]
        case str():
            known += ["Nobody", value + "1", value[:-1]]
        case dict():
            known += [{**value, name: not one} for name, one in value.items() if isinstance(one, bool)]
    yield from (one for place, one in enumerate(known) if one != value and one not in known[:place])


def passes(lines: tuple[str, ...], *known: str) -> bool:
    try:
        for _ in tournament_verified(TournamentRecords(text_of(lines), {}, known)):
            pass
    except WrongLine:
        return False
    return True


def may_pass(one: Mutant) -> bool:
    if one.what in ("dropped", "moved"):
        return one.kind in UNSEEN
    return one.what in FREE.get(one.kind, ())


def check(numbers: Iterable[int], most: int) -> None:
    for number in numbers:
        lines = eventful(number)
        assert passes(lines)
        every = [one for one in mutants(number) if one.lines != lines]
        for one in Random(number).sample(every, min(most, len(every))):
            told = f"{number}: {one.kind} {one.what}, line {one.place + 1}: {lines[one.place]}"
            assert may_pass(one) or not passes(one.lines), told
            assert not passes(one.lines, heads(lines)[-1]), told


def test_no_line_can_stand_twice() -> None:
    """One of each kind in each record, as the last line."""
    seen = set()
    for number in (6, 12, 18, 20, 21):
        lines = eventful(number)
        kinds = {json.loads(line)["e"]: place for place, line in enumerate(lines)}
        for kind, place in kinds.items():
            twice = (*lines[: place + 1], lines[place])
            assert not passes(twice), f"{number}: {lines[place]}"
            seen.add(kind)
    assert {"back", "ruling", "rating", "substitute", "silence", "limit", "pause", "withdrawal", "amended"} <= seen


FINALISTS = replace(
    TWO_DIVISIONS, stages=(TWO_DIVISIONS.stages[0], Stage(kind=StageKind.SINGLE, best=2, final_sheet="pride-final"))
)


def amended(target: int = 250, **more: Any) -> ev.Amended:
    """Return a change of two divisions that is free, or with these figures."""
    return ev.Amended(replace(FINALISTS, **{"match_limit": timedelta(days=9), **more}), target)


@pytest.mark.parametrize(
    ("change", "place", "right"),
    [
        *((amended(), place, 2 <= place <= 8) for place in range(1, 10)),
        (amended(most=3), 8, True),
        (amended(most=2), 5, False),
        (amended(most=2), 8, False),
        (amended(least=3), 8, True),
        (amended(least=4), 8, False),
        (amended(least=9), 8, False),
        (amended(stages=PRESETS["fsu"].stages, sheet="fsu", approval=True, zone="Europe/Berlin"), 5, True),
        (amended(stages=PRESETS["fsu"].stages[1:]), 5, False),
        (amended(divisions=("A", "C")), 5, False),
        (amended(divisions=("B", "A")), 5, False),
        (amended(divisions=()), 5, False),
        (amended(classes=("new", "old")), 5, False),
        (amended(time_limit=timedelta(days=10)), 5, False),
        (ev.Amended(FINALISTS, 250), 5, False),
        (ev.Amended(FINALISTS, 300), 5, True),
        (amended(target=200), 5, True),
        (ev.Amended(replace(FINALISTS, target=200), 250), 5, False),
        (ev.Amended(replace(FINALISTS, target=200), 200), 5, True),
    ],
)
def test_an_announcement_is_amended_before_the_close_as_its_entries_can_bear(
    change: ev.Amended, place: int, right: bool
) -> None:
    events, t = decide.announce(1, "Spring Cup", FINALISTS, 250, "0" * 64, "1" * 64)
    teams = tuple(ev.Team(f"Team {n}", (f"Ann {n}", f"Bob {n}"), "AB"[n % 2]) for n in range(6))
    lines = lines_of((*events, *map(ev.Entered, teams), ev.Closed((), roster(teams))))
    assert passes(lines)
    told = line(t, change)
    assert told is not None
    assert passes((*lines[:place], told, *lines[place:])) == right


def test_a_false_line_is_refused() -> None:
    check((1, 2, 8), 20)


@pytest.mark.long
def test_every_false_line_is_refused() -> None:
    check(range(24), 10_000)
