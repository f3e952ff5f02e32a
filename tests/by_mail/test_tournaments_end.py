"""Every event ends, whoever is silent: from its entries to its places by mail and clocks, without a Gamesmaster."""

from pathlib import Path

import pytest

from referee import timed
from tests.talk import START
from tests.tournament_talk import Cup

EVENTS = {
    "pride": ("pride",),
    "pride, no bracket": ("pride", "bracket: none"),
    "sigma": ("sigma",),
    "usag": ("usag",),
    "fsu": ("fsu",),
    "fsu, no play-offs": ("fsu", "play-offs: none"),
}
SILENT = {"one team": 30, "both teams of a match": 50, "all teams": 120}
"""The teams that are silent, and the most days for an event of four teams, from its announcement to its places."""


def begun(folder: Path, format: str, *lines: str) -> Cup:
    words = ", collegiate" if format == "sigma" else ""
    return Cup(folder).announced(*lines, format=format).enter_teams(4, words=words).closes().draws_now().begins()


def goes_on(cup: Cup, silent: set[str]) -> None:
    """Take the next step: of two teams that are not silent one concedes, whoever is not silent plays, or time passes
    until something falls due."""
    t = cup.cup()
    mute = {player for team in t.teams if team.name in silent for player in team.players}
    for one in cup.running():
        teams, waiting = t.games[one.match].teams, cup.game(one.game).due
        if waiting is not None and silent.isdisjoint(teams):
            cup.concedes(one.match, teams[1])
            return
        if waiting is not None and (who := cup.game(one.game).names[waiting[0] - 1]) not in mute:
            cup.moves(one.game, who)
            return
    with cup.store.reading() as tx:
        instants = [work.next(tx, cup.now) for work in timed.TIMED]
    cup.now = min(instant for instant in instants if instant is not None)
    cup.passes()


TRIED = [
    ("one team", "sigma"),
    ("one team", "pride"),
    ("both teams of a match", "fsu"),
    ("all teams", "pride, no bracket"),
]
TRIED += [("all teams", "fsu, no play-offs"), ("all teams", "usag")]


@pytest.mark.parametrize(("who", "event"), TRIED)
def test_an_event_with_silent_teams_ends(tmp_path: Path, event: str, who: str) -> None:
    cup = begun(tmp_path, *EVENTS[event])
    first = cup.cup().games[cup.running()[0].match].teams
    every = [team.name for team in cup.cup().teams]
    silent = {"one team": {first[0]}, "both teams of a match": {*first}, "all teams": {*every}}[who]
    while cup.cup().phase != "over":
        assert (cup.now - START).days <= SILENT[who], cup.cup().outcomes
        goes_on(cup, silent)
    t = cup.cup()
    placed = [team for place in t.places[0].teams for team in place]
    assert sorted(placed) == sorted(every), "each team has one place"
    assert placed[0] not in silent or len(silent) == len(every)
    for number, outcome in t.outcomes.items():
        if not silent.isdisjoint(t.games[number].teams):
            assert outcome.how == "silence" and t.games[number].silent in silent
    told = next(letter.text for letter in reversed(cup.letters) if "champion" in letter.events)
    assert f"1st: {placed[0]}" in told
