"""Tournaments as data: rows for spreadsheets, and the tables of brackets-viewer.js, as brackets-manager makes them."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.tournaments import decide
from referee.tournaments.export import csv_rows, places_of, stages_of, teams_of
from referee.tournaments.fixtures import Live
from referee.tournaments.formats import Format, Kind
from referee.tournaments.presets import PRIDE
from referee.tournaments.viewer import viewer_tables
from tests.tournaments.drawn_samples import NAMES, event, finish, of_kind, single

BEGINS = {("", 1): datetime(2026, 12, 20, tzinfo=UTC)}
ORACLE: dict[str, str] = json.loads((Path(__file__).parent.parent / "data" / "brackets_viewer.json").read_text("utf-8"))
"""What brackets-manager makes before any result: group, round, number, and both sides of each match."""
LETTERS = tuple("ABCDEFGHIJKLMNOP")


def sides(tables: dict[str, list[dict[str, Any]]], order: tuple[str, ...]) -> str:
    """The matches as in ORACLE."""
    groups = {row["id"]: row["number"] for row in tables["group"]}
    rounds = {row["id"]: row["number"] for row in tables["round"]}
    seeds = {row["id"]: order.index(row["name"]) + 1 for row in tables["participant"]}

    def side(one: dict[str, Any] | None) -> str:
        return "bye" if one is None else "?" if one["id"] is None else str(seeds[one["id"]])

    rows = [(groups[m["group_id"]], rounds[m["round_id"]], m["number"], m) for m in tables["match"]]
    return ", ".join(f"{g} {r} {n} {side(m['opponent1'])} {side(m['opponent2'])}" for g, r, n, m in rows)


@pytest.mark.parametrize("name", [name for name in ORACLE if name != "brackets-manager"])
def test_the_shape_is_that_of_brackets_manager(name: str) -> None:
    kind, count = name.split()
    teams = int(count)
    format: Format = single(teams > 3) if kind == "single_elimination" else of_kind(Kind.DOUBLE)
    tables = viewer_tables(event(format, teams, 0, LETTERS, run=False).t, {})
    assert tables["stage"][0]["type"] == kind
    assert sides(tables, LETTERS) == ORACLE[name]


def test_results_in_the_viewer() -> None:
    played = event(single(), 5, 1)
    tables = viewer_tables(played.t, {2: Live((30, 40))})
    played_out, half = tables["match"][1], tables["match"][4]
    ids = {row["name"]: row["id"] for row in tables["participant"]}
    winner, loser = ids[NAMES[3]], ids[NAMES[4]]
    assert played_out["status"] == 4 and played_out["opponent1"] == {"id": winner, "score": 250, "result": "win"}
    assert played_out["opponent2"] == {"id": loser, "score": 180, "result": "loss"}
    assert half["status"] == 3 and half["opponent1"] == {"id": ids["The Aces"], "score": 30}
    assert half["opponent2"] == {"id": winner, "score": 40}
    assert tables["match_game"] == []
    finish(played, 3)
    tables = viewer_tables(played.t, {})
    final = tables["match"][6]
    assert final["status"] == 1 and final["opponent1"] == {"id": None}
    assert final["opponent2"] == {"id": ids[NAMES[1]]}


def test_all_stages_and_kinds_have_tables() -> None:
    pride = viewer_tables(event(PRIDE, 6, 10).t, {})
    assert [stage["type"] for stage in pride["stage"]] == ["round_robin", "single_elimination"]
    assert [match["id"] for match in pride["match"]] == list(range(len(pride["match"])))
    assert {match["stage_id"] for match in pride["match"]} == {0, 1}
    (swiss,) = viewer_tables(event(of_kind(Kind.SWISS), 7, 7).t, {})["stage"]
    assert swiss["type"] == "round_robin"
    two = viewer_tables(event(of_kind(Kind.DOUBLE), 2, 0).t, {})
    assert [row["number"] for row in two["round"]] == [1, 2, 3] and two["stage"][0]["type"] == "round_robin"


def test_rows_for_spreadsheets() -> None:
    played = event(of_kind(Kind.LEAGUE, every=timedelta(days=7)), 3, 1, ("=1+1", "Bags", "Clubs"))
    rows = list(csv_rows(stages_of(played.t, {2: Live((5, -6))}, BEGINS)))
    cut = rows.index(())
    assert rows[0][:4] == ("division", "stage", "place", "team")
    assert rows[1] == ("", 1, 1, "Bags", 1, 1, 0, 2, None, 70, 250, 0)
    assert {row[3] for row in rows[1:cut]} == {"Bags", "Clubs", "'=1+1"}, "no spreadsheet computes a name"
    assert rows[cut + 2] == (
        *("", 1, "", 1, "2026-12-20T00:00:00+00:00", 1, "Bags", "Clubs", "over", 1, 250, 180, "Bags", "score"),
    )
    assert rows[cut + 3][4:12] == ("2026-12-27T00:00:00+00:00", 2, "'=1+1", "Bags", "running", 2, 5, -6)


def test_data_of_a_bracket() -> None:
    played = event(of_kind(Kind.DOUBLE), 3, 1)
    (stage,) = stages_of(played.t, {}, BEGINS)
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
