"""The events that must follow from what happened in a tournament: stages, standings, the end. Nobody asks for them."""

from collections.abc import Iterator
from itertools import groupby

from referee.tournaments import events as ev
from referee.tournaments.events import Event
from referee.tournaments.fold import evolve
from referee.tournaments.matches import matches_of, stage_of
from referee.tournaments.stages import going_on, is_over, places, settled
from referee.tournaments.standings import table
from referee.tournaments.tournament import StageKey, Tournament

SILENT_MATCHES = 2
"""The number of matches that a team may lose by silence; with the last of them it is out (ours)."""


def unfold(t: Tournament, *events: Event) -> tuple[tuple[Event, ...], Tournament]:
    """Return these events with all their consequences, and the state after the last of them."""
    happened: list[Event] = []
    for event in events:
        t = evolve(t, event)
        happened.append(event)
    while (follows := consequence(t)) is not None:
        t = evolve(t, follows)
        happened.append(follows)
    return tuple(happened), t


def consequence(t: Tournament) -> Event | None:
    """Return the next event that must follow; None if matches are to be played, or people to act, first."""
    if t.phase != "running":
        return None
    return next(_due(t), None)


def _due(t: Tournament) -> Iterator[Event]:
    lost = [team for one in t.outcomes.values() if one.how == "silence" for team in one.teams if team != one.winner]
    for team in sorted(set(lost)):
        if lost.count(team) >= SILENT_MATCHES and team not in t.withdrawn:
            yield ev.Withdrawn(team, "silence")
    for division in t.divisions:
        yield from _in_division(t, division)
    if all(is_division_over(t, division) for division in t.divisions):
        yield ev.Ended(tuple(places(t, division) for division in t.divisions), t.root)


def _in_division(t: Tournament, division: str) -> Iterator[Event]:
    for number in range(1, len(t.format.stages) + 1):
        key = (division, number)
        if key not in t.stages:
            yield ev.StageOpened(division, number, going_on(t, key))
            return
        yield from _in_stage(t, key)
        if not is_over(t, key):
            return


def _in_stage(t: Tournament, key: StageKey) -> Iterator[Event]:
    """Yield the standings after each round that is over of a stage that has begun."""
    if stage_of(t, key).kind.is_bracket:
        return
    for number in _rounds_over(t, key):
        if (*key, number) not in t.stood:
            yield ev.Stood(*key, number, tuple(row.team for row in table(t, key)))


def _rounds_over(t: Tournament, key: StageKey) -> tuple[int, ...]:
    """Return the rounds of a stage, from the first, that are over, and all before them."""
    found: list[int] = []
    for number, round in groupby(matches_of(t, key), key=lambda one: one.round):
        if not all(settled(t, one) for one in round):
            break
        found.append(number)
    return tuple(found)


def is_division_over(t: Tournament, division: str) -> bool:
    """Tell if the last stage of a division has begun, and is over."""
    key = (division, len(t.format.stages))
    return key in t.stages and is_over(t, key)
