"""Each preset played to its end by mail, with what happens in real events: odd numbers, byes, a withdrawal, a
substitute, concessions, ratings that keep a team out."""

from pathlib import Path

import pytest

from referee.records.lines import heads
from referee.telling.formats import ordinal
from referee.tournaments import events as ev
from referee.tournaments.fold import lines_of
from referee.tournaments.standings import table
from tests.talk import MASTER
from tests.tournament_talk import Cup, called, pair

EVENTS = {"pride": 7, "sigma": 5, "usag": 6, "fsu": 5}


def enters(cup: Cup, format: str, count: int) -> Cup:
    cup.announced(format=format)
    words = ", collegiate" if format == "sigma" else ""
    for number in range(1, count + 1):
        cup.enters(*pair(number), called(number), words=words)
    return cup.closes().draws_now().begins()


def happens(cup: Cup) -> None:
    """Bring a concession, a substitute and a withdrawal while the first matches are played."""
    first = cup.running()[0].match
    winner, loser = cup.cup().games[first].teams
    cup.concedes(first, loser)
    cup.passes(days=1)
    assert cup.cup().outcomes[first].how == "concession"
    out = cup.cup().team(winner).players[1]
    cup.gm(f"substitute Zoe <zoe@club.test> for {out} in {winner}")
    assert cup.says("zoe", "yes", answers=cup.last("zoe")).startswith("StandIn/accepted")
    gone = cup.cup().games[cup.running()[0].match].teams[1]
    assert cup.writes(cup.cup().team(gone).players[0], "withdraw from Spring Cup") == "WithdrawFrom/accepted"


@pytest.mark.parametrize("format", EVENTS)
def test_a_preset_is_played_to_its_end(tmp_path: Path, format: str) -> None:
    count = EVENTS[format]
    cup = enters(Cup(tmp_path), format, count)
    happens(cup)
    t = cup.ended()
    placed = [team for place in t.places[0].teams for team in place]
    assert sorted(placed) == sorted(team.name for team in t.teams), "each team has one place"
    assert cup.running() == []
    assert {game.state for game in t.games.values()} <= {"over", "running", "taken back"}
    begun = [(one.match, one.attempt) for one in cup.course() if isinstance(one, ev.MatchBegun)]
    assert len(begun) == len(set(begun)), "no match began twice"
    assert heads(lines_of(cup.course()))[-1] == cup.row().head, "the record's head"
    for number in range(1, count + 1):
        for player in pair(number):
            assert any("champion" in one.events for one in cup.to(player)) or player not in _still(cup), player
    assert cup.row().wakes_at is None
    before = len(cup.letters)
    cup.passes(days=40)
    assert len(cup.letters) == before, "nothing happens any more"


def _still(cup: Cup) -> set[str]:
    return {name.title() for team in cup.cup().teams for name in team.players}


ALONE = [
    ("fsu", ("play-offs: none",), "A league: everyone meets everyone once, one round every 7 days."),
    ("pride", ("bracket: none",), "A round robin: 3 matches for each team"),
    ("pride", ("bracket: none", "rounds: all"), "A round robin: everyone meets everyone."),
]


@pytest.mark.parametrize(("format", "lines", "plan"), ALONE, ids=[", ".join(lines) for _, lines, _ in ALONE])
def test_a_league_or_the_rounds_alone_decide(tmp_path: Path, format: str, lines: tuple[str, ...], plan: str) -> None:
    """Five teams: as many matches as the plan says, no bracket after them, and the table has the places."""
    cup = Cup(tmp_path).announced(*lines, format=format)
    assert f"- {plan}" in cup.last(MASTER).text
    t = cup.enter_teams(5).closes().draws_now().begins().ended()
    assert list(t.stages) == [("", 1)]
    assert len(t.outcomes) == (6 if lines == ("bracket: none",) else 10), "one team rests in each of five rounds"
    assert t.places[0].teams == tuple((row.team,) for row in table(t, ("", 1)))
    told = next(one.text for one in cup.to("Ann") if "champion" in one.events)
    placed = [f"{ordinal(place)}: {team} (" for place, (team,) in enumerate(t.places[0].teams, 1)]
    assert all(line in told for line in placed)


@pytest.mark.long
def test_64_teams(tmp_path: Path) -> None:
    """63 matches: all 32 of the first round begin, 128 players have one turn each."""
    cup = Cup(tmp_path).announced("teams: 2 to 64", "third place: no", until="20 December")
    cup.enter_teams(64).closes().draws_now().begins()
    assert len(cup.running()) == 32
    assert len({game.match for game in cup.cup().games.values()}) == 32
    seats = [name for event in cup.course() if isinstance(event, ev.MatchBegun) for name in event.seats]
    assert len(seats) == len(set(seats)) == 128
