"""Whatever happens in a tournament, it ends, everybody has one place, and its events are its state."""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from random import Random

import pytest

from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.formats import Format, Kind, Stage
from referee.tournaments.matches import matches
from referee.tournaments.presets import FSU, PRIDE, SIGMA, USAG
from referee.tournaments.tournament import Tournament
from tests.tournaments.played import Played, drawn, without
from tests.tournaments.upheaval import Upheaval

SINGLE, DOUBLE = Stage(kind=Kind.SINGLE), Stage(kind=Kind.DOUBLE)
SWISS, LEAGUE, ROBIN = Stage(kind=Kind.SWISS), Stage(kind=Kind.LEAGUE), Stage(kind=Kind.ROUND_ROBIN, rounds=3)
FORMATS = (
    PRIDE,
    SIGMA,
    without(USAG, most=33),
    FSU,
    Format(name="swiss", stages=(SWISS,)),
    Format(name="swiss and play-offs", stages=(SWISS, replace(SINGLE, best=4, third_place=True))),
    Format(name="league twice", stages=(replace(LEAGUE, meetings=2),)),
    Format(name="groups", stages=(ROBIN, replace(LEAGUE, best=5), replace(DOUBLE, best=4, reset=False))),
    Format(name="divided", stages=(ROBIN, replace(SINGLE, best=4)), divisions=("A", "B")),
    Format(name="rated swiss", stages=(SWISS, replace(SWISS, best=6)), divisions=("A", "B"), rating=Fraction(2)),
    Format(name="last one in", stages=(DOUBLE, replace(ROBIN, best=3), replace(SINGLE, best=1))),
)
MOST = {Kind.LEAGUE: 9, Kind.ROUND_ROBIN: 17, Kind.SWISS: 17, Kind.SINGLE: 33, Kind.DOUBLE: 33}
"""So many teams at most, by the kind of the first stage; more would only take longer."""


def teams_for(format: Format, luck: Random) -> int:
    """From 2 teams a division on, whatever the preset would need."""
    divisions = max(len(format.divisions), 1)
    return luck.choice((2, 3, luck.randint(2, 9), luck.randint(4, 9), luck.randint(2, MOST[format.stages[0].kind]))) * divisions


def upheaval(seed: int, wild: int) -> Upheaval:
    luck = Random(seed)
    format = FORMATS[seed % len(FORMATS)]
    played = drawn(format, teams_for(format, luck), luck)
    return Upheaval(luck, played.t, played.events, wild=wild, eager=luck.choice((0.1, 0.6)))


def check_the_end(played: Played) -> None:
    t = played.t
    for division, ended in zip(t.divisions, t.places, strict=True):
        placed = [team for place in ended.teams for team in place]
        assert ended.division == division and sorted(placed) == sorted(t.in_division(division))
        assert all(ended.teams[1:]), "a place that nobody has, but for the first"
    assert tuple(ev.from_json(ev.to_json(event)) for event in played.events) == tuple(played.events)


@pytest.mark.parametrize("seed", range(66))
def test_it_ends_whatever_happens(seed: int) -> None:
    played = upheaval(seed, wild=Random(seed).choice((3, 10, 30)))
    played.play_out()
    check_the_end(played)


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_it_ends_whatever_happens_often(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        played = upheaval(seed, wild=Random(seed).choice((3, 10, 30, 80)))
        played.play_out()
        check_the_end(played)
