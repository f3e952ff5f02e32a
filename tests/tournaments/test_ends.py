"""Every format comes to an end with any number of teams, although one of them never does anything; and its letters say
beforehand how many matches each team has."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from referee.telling.tournaments.format_sentences import plans
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.decide import GameEnd
from referee.tournaments.events import Team
from referee.tournaments.formats import Format
from referee.tournaments.matches import due, matches_of
from referee.tournaments.presets import PRESETS
from referee.tournaments.tournament import Tournament

SEED, ROOT = "1" * 64, "2" * 64
SILENT = "Team 01"


def drawn(format: Format, teams: int) -> Tournament:
    """Return a tournament of so many teams, drawn."""
    _, t = decide.announce(1, "Cup", replace(format, least=2, most=max(teams, 8)), 100, SEED, ROOT)
    for number in range(1, teams + 1):
        _, t = decide.note(t, ev.Entered(Team(f"Team {number:02}", (f"Captain {number}", f"Partner {number}"))))
    _, t = decide.close(t, (), t.teams)
    return decide.draw_order(t, (("", ""),) * teams)[1]


def played(t: Tournament) -> Tournament:
    """Play to the end; the silent team loses all its matches by silence, until it is out."""
    while begun := due(t):
        for match in begun:
            assert match.teams is not None
            if t.withdrawn.isdisjoint(match.teams):
                _, t = decide.begin(t, match, len(t.games) + 1)
        for number, game in list(t.games.items()):
            if t.games[number].state == "running":
                lost = game.teams.index(SILENT) if SILENT in game.teams else number % 2
                won = 1 if game.teams[1 - lost] == game.odd else 2
                if SILENT in game.teams:
                    _, t = decide.note(t, ev.Silenced(number, SILENT))
                how = "silence" if SILENT in game.teams else "score"
                score = (0, 0) if how == "silence" else (90, 10) if won == 1 else (10, 90)
                end = GameEnd(match=number, won=won, how=how, score=score, sets=(0, 0), head="0" * 64)
                _, t = decide.finish(t, end)
    return t


@pytest.mark.parametrize("teams", [*range(2, 10), 16, 17, 33])
@pytest.mark.parametrize("name", PRESETS)
def test_every_format_ends_with_any_number_of_teams(name: str, teams: int) -> None:
    if name == "fsu" and teams > 17:
        teams = 11
    t = played(drawn(PRESETS[name], teams))
    assert t.phase == "over"
    (places,) = t.places
    assert sorted(team for place in places.teams for team in place) == sorted(team.name for team in t.teams)
    assert SILENT not in places.teams[0]


@pytest.mark.parametrize("teams", range(2, 34))
def test_the_letters_say_how_many_matches_each_team_has(teams: int) -> None:
    """Of the rounds that pride begins with: an odd number cannot have three each."""
    t = drawn(PRESETS["pride"], teams)
    own = Counter(team for match in matches_of(t, ("", 1)) for team in match.teams or ())
    (said,) = plans(t)
    each = re.match(r"A round robin: (\d+) match(?:es)? for each team(?:, but (\d+) match(?:es)? for the (\d+))?", said)
    assert each is not None, said
    most, less, many = (int(number or 0) for number in each.groups())
    assert Counter(own.values()) == Counter({most: teams - many} | ({less: many} if many else {})), said
    assert (f"of all {teams} teams" in said) == (teams <= 8) and ("of the best 8" in said) == (teams > 8)
