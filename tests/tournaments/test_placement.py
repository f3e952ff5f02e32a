"""The places of a bracket's matches, and the tables that HTML makes of it, for all numbers of teams."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from referee.site.tournament_pages import bracket_trees
from referee.telling.tournaments.html_bracket import Box, BracketCell, BracketTable, SideRow, bracket_tables
from referee.telling.tournaments.placement import Place, Tree, trees
from referee.tournaments import decide
from referee.tournaments.fixtures import Live, fixtures
from referee.tournaments.formats import StageKind
from tests.tournaments.drawn_samples import NAMES, event, of_kind, single
from tests.tournaments.played import Played

KEY = ("", 1)
TEAMS = tuple(f"Team {number}" for number in range(1, 65))
SIZES = (2, 3, 4, 5, 6, 7, 8, 11, 16, 33, 64)
every_size = pytest.mark.parametrize("teams", SIZES)
both_kinds = pytest.mark.parametrize("kind", [StageKind.SINGLE, StageKind.DOUBLE])


def played(kind: StageKind, teams: int, results: int = 0) -> Played:
    """Return an elimination after so many results."""
    return event(single() if kind is StageKind.SINGLE else of_kind(kind), teams, results, TEAMS)


def placed(kind: StageKind, teams: int) -> tuple[Tree, ...]:
    return trees(kind, fixtures(played(kind, teams).t, KEY))


@every_size
@both_kinds
def test_every_match_has_a_place_and_every_side_a_line_of_its_own(kind: StageKind, teams: int) -> None:
    needed = sorted(one.match for one in fixtures(played(kind, teams).t, KEY) if not one.is_spare)
    found = placed(kind, teams)
    assert sorted(place.match.match for tree in found for place in tree.places) == needed
    for tree in found:
        lines = [(place.column, line) for place in tree.places for line in place.lines]
        assert len(lines) == len(set(lines)) and min(lines)[1] >= 0
        rounds = {
            place.column: {(one.match.part, one.match.round) for one in _column(tree, place)} for place in tree.places
        }
        assert all(len(each) == 1 for each in rounds.values()), "a column is a round"


def _column(tree: Tree, place: Place) -> list[Place]:
    return [one for one in tree.places if one.column == place.column]


@every_size
@both_kinds
def test_a_winner_goes_on_along_their_line_to_the_next_column(kind: StageKind, teams: int) -> None:
    for tree in placed(kind, teams):
        at = {place.match.match: place for place in tree.places}
        fed = set()
        for place in tree.places:
            for side, line, is_fed in zip(place.match.sides, place.lines, place.fed, strict=True):
                if is_fed:
                    assert side.comes is not None and side.comes[0] == "winner"
                    before = at[side.comes[1]]
                    assert (before.column + 1, before.line) == (place.column, line)
                    fed.add(side.comes[1])
        assert fed == at.keys() - {tree.last.match.match}, "all lead to the last match"


def grid(table: BracketTable) -> list[list[BracketCell]]:
    """Return the cells that a browser puts into each row, with those that begin above it."""
    columns = 2 * len(table.heads) - 1
    rows: list[list[BracketCell]] = []
    open_cells: list[tuple[BracketCell, int]] = [(BracketCell(0), 0)] * columns
    for row in table.rows:
        begin = iter(row)
        open_cells = [(cell, left - 1) if left > 1 else _next(begin) for cell, left in open_cells]
        assert next(begin, None) is None, "a cell too many"
        rows.append([cell for cell, _ in open_cells])
    assert all(left == 1 for _, left in open_cells), "every cell ends with the table"
    return rows


def _next(cells: Iterator[BracketCell]) -> tuple[BracketCell, int]:
    cell = next(cells)
    return cell, cell.rows


@every_size
@both_kinds
def test_the_cells_of_a_table_fill_it_and_lines_lead_from_box_to_box(kind: StageKind, teams: int) -> None:
    t = played(kind, teams).t
    for tree, table in zip(placed(kind, teams), bracket_tables(t, KEY, {}), strict=True):
        rows = grid(table)
        middle: dict[int, int] = {}
        for place in tree.places:
            inside = [
                number
                for number, row in enumerate(rows)
                if (box := row[2 * place.column].box) and box.caption.split(",")[0] == f"Match {place.match.match}"
            ]
            middle[place.match.match] = inside[len(inside) // 2]
        for place in tree.places:
            ends = [middle[s.comes[1]] for s, fed in zip(place.match.sides, place.fed, strict=True) if fed and s.comes]
            start, stop = min([*ends, middle[place.match.match]]), max([*ends, middle[place.match.match]])
            for number in range(start, stop):
                joint = rows[number][2 * place.column - 1].joint
                assert "right" in joint and ("top" in joint, "bottom" in joint) == place.fed


@every_size
@both_kinds
def test_on_the_site_a_match_stands_beside_the_matches_whose_winners_meet_in_it(kind: StageKind, teams: int) -> None:
    t = played(kind, teams).t
    known, found = {one.match: one for one in fixtures(t, KEY)}, set[int]()
    for tree in bracket_trees(t, KEY, {}):
        columns = [[0 if slot is None else _number(slot.box) for slot in one.slots] for one in tree.columns]
        found |= {match for column in columns for match in column}
        for before, column in pairwise(columns):
            each = len(before) // len(column)
            for slot, match in enumerate(column):
                beside = [one for one in before[each * slot : each * (slot + 1)] if one]
                winners = [side.comes[1] for side in known[match].sides if side.comes and side.comes[0] == "winner"]
                assert beside == [one for one in winners if one in before]
    assert found - {0} == {one.match for one in known.values() if not one.is_spare}


def _number(box: Box) -> int:
    return int(box.caption.split(",")[0].removeprefix("Match "))


def test_titles_and_heads_say_which_part_and_round_it_is() -> None:
    tables = bracket_tables(played(StageKind.DOUBLE, 4).t, KEY, {})
    assert [table.title for table in tables] == [
        "Winners' part: its winner goes on to match 6",
        "Losers' part: its winner goes on to match 6",
        "",
    ]
    assert [table.heads for table in tables] == [
        ("Winners' round 1", "Winners' final"),
        ("Losers' round 1", "Losers' final"),
        ("Grand final",),
    ]
    heads = [table.heads for table in bracket_tables(played(StageKind.SINGLE, 8).t, KEY, {})]
    assert heads == [("Quarter-finals", "Semi-finals", "Final"), ("Third place",)]
    assert [table.heads for table in bracket_tables(played(StageKind.DOUBLE, 2).t, KEY, {})] == [
        ("First match",),
        ("Second match",),
    ]


def boxes(one: Played, running: dict[int, Live] | None = None, team: str | None = None) -> dict[str, BracketCell]:
    tables = bracket_tables(one.t, KEY, running or {}, team)
    return {cell.box.caption: cell for table in tables for row in table.rows for cell in row if cell.box is not None}


def test_a_box_says_who_won_and_by_how_much() -> None:
    found = boxes(event(single(), 8, 5), {6: Live((120, -80))}, "Clubs")
    over, live, final = (found[name].box for name in ("Match 4, game 4", "Match 6, game 6, being played", "Match 8"))
    assert over is not None and live is not None and final is not None
    assert over.sides == (SideRow("Clubs", True, "90", False, True), SideRow(NAMES[5], True, "300", True, False))
    assert (over.game, over.live) == (4, False)
    assert [side.score for side in live.sides] == ["120", "−80"] and live.live
    assert final.sides[1] == SideRow("winner of 6", False, "", False, False) and final.game is None


def test_a_match_that_nobody_plays_has_no_points() -> None:
    gone = event(single(), 4, 0, run=False)
    gone.then(decide.withdraw(gone.t, "Clubs", "captain"))
    box = boxes(gone)["Match 2, forfeited by withdrawal"].box
    assert box is not None
    assert [(side.score, side.won) for side in box.sides] == [("", True), ("out", False)]


def test_a_stage_of_one_team_has_no_table() -> None:
    assert trees(StageKind.SINGLE, ()) == ()
