"""A tournament ends, whatever happens in it; everybody has one place, and its events are its state."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.spades.sheets import SHEETS
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd
from referee.tournaments.fold import lines_of
from referee.tournaments.formats import Format, Stage, StageKind, check
from referee.tournaments.matches import matches
from referee.tournaments.presets import FSU, PRIDE, SIGMA, USAG
from referee.tournaments.tournament import Tournament
from tests.tournaments.played import Played, drawn, without
from tests.tournaments.upheaval import Upheaval

SINGLE, DOUBLE = Stage(kind=StageKind.SINGLE), Stage(kind=StageKind.DOUBLE)
LEAGUE, ROBIN = Stage(kind=StageKind.LEAGUE), Stage(kind=StageKind.ROUND_ROBIN, rounds=3)
FORMATS = (
    *(without(preset, least=2, most=33) for preset in (PRIDE, SIGMA, USAG, FSU)),
    Format(name="rounds alone", stages=(ROBIN,)),
    Format(name="third place", stages=(ROBIN, replace(SINGLE, best=4, third_place=True))),
    Format(name="league twice", stages=(replace(LEAGUE, meetings=2),)),
    Format(name="one final", stages=(replace(DOUBLE, reset=False),)),
    Format(name="divided", stages=(ROBIN, replace(SINGLE, best=4)), most=32, divisions=("A", "B")),
    Format(name="rated", stages=(LEAGUE, replace(SINGLE, best=6)), most=32, divisions=("A", "B"), rating=Fraction(2)),
    Format(name="all rounds", stages=(replace(ROBIN, rounds=None), replace(SINGLE, best=2))),
)
for one in FORMATS:
    check(one, SHEETS)
MOST = {StageKind.LEAGUE: 9, StageKind.ROUND_ROBIN: 17, StageKind.SINGLE: 33, StageKind.DOUBLE: 33}
"""The most teams, by the kind of the first stage; more would only take longer."""


def teams_for(format: Format, luck: Random) -> int:
    """Draw the number of teams, from 2 a division on, whatever the preset would need."""
    divisions = max(len(format.divisions), 1)
    return (
        luck.choice((2, 3, luck.randint(2, 9), luck.randint(4, 9), luck.randint(2, MOST[format.stages[0].kind])))
        * divisions
    )


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


DEEP = (133, 243)
"""Courses in which a match in the way has another one hang on it that the change itself would leave alone."""


@pytest.mark.parametrize("seed", [*range(33), *DEEP])
def test_it_ends_whatever_happens(seed: int) -> None:
    played = upheaval(seed, wild=Random(seed).choice((3, 10, 30)))
    played.play_out()
    check_the_end(played)


class Leaving(Upheaval):
    """A tournament whose teams withdraw; results are as games have them."""

    def end(self, match: int, won: int | None = None) -> None:
        won, points = won or self.luck.choice((1, 2)), (250, self.luck.randrange(250))
        score = points if won == 1 else points[::-1]
        self.do(
            decide.finish(self.t, GameEnd(match=match, won=won, how="score", score=score, sets=(0, 0), head="0" * 64))
        )


@pytest.mark.parametrize("seed", range(2 * len(FORMATS)))
def test_it_ends_whoever_withdraws_and_its_record_is_right(seed: int) -> None:
    """It ends even if both teams of a match withdraw, or all of a bracket, or those who won without a match."""
    luck, format = Random(seed), FORMATS[seed % len(FORMATS)]
    first = drawn(format, min(teams_for(format, luck), 16), luck)
    played = Leaving(luck, first.t, first.events, wild=luck.choice((2, 6, 20)), eager=0.1, acts_of=("withdraw",))
    played.play_out()
    check_the_end(played)
    record = TournamentRecords("".join(f"{line}\n" for line in lines_of(played.events)), {})
    assert list(tournament_verified(record))


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_it_ends_whatever_happens_often(block: int) -> None:
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        played = upheaval(seed, wild=Random(seed).choice((3, 10, 30, 80)))
        played.play_out()
        check_the_end(played)


def settled(t: Tournament) -> tuple[object, ...]:
    """Return the parts that the order of results may not change: pairings, rounds and places."""
    return [(one.number, one.round, one.teams) for one in matches(t)], t.stages, t.places


def replayed(format: Format, teams: int, whole: Tournament, luck: Random) -> Played:
    """Return a tournament that comes to the outcomes of another one at once, in another order."""
    played = drawn(format, teams, luck)
    while played.t.phase == "running":
        played.begin()
        number = luck.choice(played.running())
        outcome, game = whole.outcomes[number], played.t.games[number]
        odd = 0 if game.odd == game.teams[0] else 1
        end = decide.GameEnd(
            match=number,
            won=1 if outcome.winner == game.odd else 2,
            how=outcome.how,
            score=(outcome.score[odd], outcome.score[1 - odd]),
            sets=(outcome.sets[odd], outcome.sets[1 - odd]),
            head="",
        )
        played.then(decide.finish(played.t, end))
    return played


def seats(played: Played) -> dict[int, tuple[str, ...]]:
    """Find who sat where, by match."""
    return {event.match: event.seats for event in played.events if isinstance(event, ev.MatchBegun)}


@pytest.mark.parametrize("seed", range(len(FORMATS)))
def test_the_order_of_results_changes_nothing(seed: int) -> None:
    luck, format = Random(seed), FORMATS[seed]
    count = teams_for(format, luck)
    one = drawn(format, count, luck)
    one.play_out()
    other = replayed(format, count, one.t, luck)
    assert settled(other.t) == settled(one.t)
    assert seats(other) == seats(one)


@pytest.mark.parametrize("seed", range(2 * len(FORMATS)))
def test_a_result_that_was_changed_leaves_no_trace(seed: int) -> None:
    luck, format = Random(seed), FORMATS[seed % len(FORMATS)]
    count = min(teams_for(format, luck), 12)
    first = drawn(format, count, luck)
    played = Upheaval(luck, first.t, first.events, wild=15, eager=0.3, acts_of=("rule", "take_back"))
    played.play_out()
    assert settled(replayed(format, count, played.t, luck).t) == settled(played.t)
