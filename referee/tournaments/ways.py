"""How it goes on for a team: its next match, or the place it goes out in. Knows no clock and decides nothing.

Of a tournament whose draw was made and which is not over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from referee.tournaments import brackets
from referee.tournaments.fixtures import Fixture, Side, fixtures
from referee.tournaments.matches import bracket_of, stage_of
from referee.tournaments.stages import ranked
from referee.tournaments.tournament import StageKey, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """What comes next for a team. `plays`: a match; `waits`: its stage is not over, but it has no match left in it;
    `out`: it plays no more, and has this place; `withdrawn`."""

    state: Literal["plays", "waits", "out", "withdrawn"]
    match: int | None = None
    """The match that it plays next; here and below None for all other states but where they say so."""
    against: Side | None = None
    place: int | None = None
    """Of a team that is out the place, or the first of those that it shares; None if it is not known yet."""
    shared: bool = False


def way(t: Tournament, team: str) -> Way:
    """How it goes on for a team."""
    if team in t.withdrawn:
        return Way(state="withdrawn")
    division = t.team(team).division
    opened = [key for key in t.stages if key[0] == division]
    own = max((key for key in opened if team in t.stages[key].teams), default=None)
    if own is None:
        return Way(state="waits")
    if (later := (division, own[1] + 1)) in t.stages:
        return _left_behind(t, own, later, team)
    every = _fixtures(_Moment(t.head, t), own)
    for one in every:
        if one.state not in ("over", "off") and not one.is_spare and (side := _against(one, team)) is not None:
            return Way(state="plays", match=one.match, against=side)
    return _out_of_bracket(t, own, team) if stage_of(t, own).kind.is_bracket else Way(state="waits")


@dataclass(frozen=True, slots=True)
class _Moment:
    """A tournament at one moment, which the head of its record tells from any other."""

    head: str
    t: Tournament = field(compare=False)


@lru_cache(maxsize=16)
def _fixtures(moment: _Moment, key: StageKey) -> tuple[Fixture, ...]:
    """The matches of a stage: the same for all its teams, and so looked up once."""
    return fixtures(moment.t, key)


@lru_cache(maxsize=16)
def _fallen(moment: _Moment, key: StageKey) -> Mapping[str, tuple[int, bool]]:
    """Who has no match left in a bracket."""
    return brackets.fallen(bracket_of(moment.t, key))


def _against(one: Fixture, team: str) -> Side | None:
    """The other side of a match that a team plays."""
    if team not in (side.team for side in one.sides):
        return None
    return one.second if one.first.team == team else one.first


def _left_behind(t: Tournament, key: StageKey, later: StageKey, team: str) -> Way:
    """The way of a team that the next stage began without: its place among those of its own stage."""
    place = 1 + len(t.stages[later].teams)
    for placed in ranked(t, key):
        left = [one for one in placed if one not in t.stages[later].teams]
        if team in left:
            return Way(state="out", place=place, shared=len(left) > 1)
        place += len(left)
    return Way(state="out")


def _out_of_bracket(t: Tournament, key: StageKey, team: str) -> Way:
    found = _fallen(_Moment(t.head, t), key)
    if team not in found:
        return Way(state="waits")
    place, shared = found[team]
    return Way(state="out", place=place, shared=shared)
