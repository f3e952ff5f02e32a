"""Tournaments as data for programs."""

from datetime import timedelta

from referee.tournaments import decide
from referee.tournaments.export import places_of, stages_of, teams_of
from referee.tournaments.fixtures import Live
from referee.tournaments.formats import StageKind
from tests.telling.tournament_samples import TIMES
from tests.tournaments.drawn_samples import NAMES, event, of_kind, single


def test_data_of_a_league() -> None:
    played = event(of_kind(StageKind.LEAGUE, every=timedelta(days=7)), 3, 1, ("Aces", "Bags", "Clubs"))
    (stage,) = stages_of(played.t, {2: Live((5, -6))}, TIMES)
    best, second, last = stage["standings"]
    why = {"by": "match points", "figures": ["2", "0"], "tied": ["Bags", "Aces", "Clubs"]}
    counts = {"played": 1, "won": 1, "lost": 0, "match_points": 2}
    assert best == {"place": 1, "team": "Bags", **counts, "difference": 70, "points": 250, "sets": 0, "before": why}
    assert (second["team"], last["team"], last["before"]) == ("Aces", "Clubs", None)
    first, running, _ = stage["matches"]
    assert (first["opens"], first["state"], first["score"]) == ("2026-12-20T00:00:00+00:00", "over", [250, 180])
    assert (first["winner"], first["how"], first["game"]) == ("Bags", "score", 1)
    assert (running["opens"], running["state"], running["score"]) == ("2026-12-27T00:00:00+00:00", "running", [5, -6])


def test_data_of_a_bracket() -> None:
    played = event(of_kind(StageKind.DOUBLE), 3, 1)
    (stage,) = stages_of(played.t, {}, TIMES)
    assert stage["byes"] == [{"part": "winners", "round": 1, "team": "The Aces"}]
    first, second, third, *_ = stage["matches"]
    assert (first["winner"], first["winner_to"], first["loser_to"]) == (NAMES[1], 2, 3)
    assert second["second"] == {"team": NAMES[1], "bye": False, "from": "winner", "match": 1}
    assert third["first"] == {"team": None, "bye": False, "from": "loser", "match": 2}
    assert [team["seed"] for team in teams_of(played.t)] == [2, 3, 1]
    played.then(decide.withdraw(played.t, "Clubs", "captain"))
    assert [team["withdrawn"] for team in teams_of(played.t)] == [False, True, False]
    over = event(single(False), 3, 2).t
    assert places_of(over) == [{"division": "", "teams": [[NAMES[1]], ["The Aces"], ["Clubs"]]}]
