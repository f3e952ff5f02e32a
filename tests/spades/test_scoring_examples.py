"""Scoring: worked rounds as data, and thousands of random rounds of every sheet against a second scorer."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.spades.game import Bids
from referee.spades.law.scoring import Taken, Verdict, bags_to_penalty, score_round, tally, verdict
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import RULE_109, SHEETS
from referee.table.seats import TEAMS, Four, Pair
from tests.spades.custom_sheets import custom_table
from tests.spades.slow_scorer import ending, round_of

DATA = Path(__file__).parent.parent / "data"
ROWS: list[dict[str, Any]] = json.loads((DATA / "scoring.json").read_text("utf-8"))
TABLES: dict[str, Any] = json.loads((DATA / "sheets.json").read_text("utf-8"))
FSU = SHEETS["fsu"]


def four(values: list[int]) -> Four:
    one, two, three, four = values
    return one, two, three, four


def bids_of(values: list[int | None]) -> Bids:
    one, two, three, four = values
    return one, two, three, four


def pair(values: list[int]) -> Pair:
    first, second = values
    return first, second


def taken_in(row: dict[str, Any]) -> Taken:
    blind = frozenset(row.get("blind", ()))
    return Taken(bids_of(row["bids"]), four(row["books"]), blind, pair(row.get("off", [0, 0])))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['sheet']}: {row['what']}")
def test_worked_round_scores_as_it_says_by_both_scorers(row: dict[str, Any]) -> None:
    sheet, table = SHEETS[row["sheet"]], TABLES[row["sheet"]]
    score, bags = map(pair, row["before"])
    points, bags_after, sets_after = score_round(sheet, taken_in(row), bags, pair(row.get("sets", [0, 0])))
    score_after = (score[0] + points[0], score[1] + points[1])
    assert [list(score_after), list(bags_after)] == row["after"]
    told = verdict(sheet, score_after, sets_after, row.get("round", 1), extra=row.get("extra", False))
    assert told.team == row["winner"]
    assert (told.by is not None and told.team is None) == row.get("tie", False)
    blind = [seat in row.get("blind", ()) for seat in (1, 2, 3, 4)]
    off, sets = pair(row.get("off", [0, 0])), pair(row.get("sets", [0, 0]))
    after = round_of(table, row["bids"], row["books"], *row["before"], blind=blind, off=off, sets=sets)
    assert [after.score, after.bags] == row["after"]
    end = ending(table, after.score, after.sets, row.get("round", 1), extra=row.get("extra", False))
    assert (end.winner, end.tie) == (row["winner"], row.get("tie", False))


def test_every_sheet_has_worked_rounds() -> None:
    assert {row["sheet"] for row in ROWS} == set(SHEETS)


def check_random_round(random: Random, sheet: RuleSheet, table: dict[str, Any]) -> None:
    """Score one round of any bids and books, possible or not, and compare it with the second scorer."""
    bids: list[int | None] = [random.choice((0, 0, 2, 2, 3, 3, 4, 5, random.randint(0, 13))) for _ in range(4)]
    if sheet.bids_by_team:
        bids[random.choice((0, 2))] = bids[random.choice((1, 3))] = None
    takers = [random.randrange(random.randint(1, 4)) for _ in range(13)]
    books = [takers.count(seat) for seat in random.sample(range(4), 4)]
    near = random.choice((table["target"], 0))
    score = pair([near + random.randint(-150, 150) for _ in TEAMS])
    bags = pair([random.randint(0, 45) for _ in TEAMS]) if table["bag_penalty"] else (0, 0)
    sets = pair([random.randint(0, 3) for _ in TEAMS])
    off = pair([random.choice((0, 0, 1, 2, 3)) * table["misplay_cost"]["books"] for _ in TEAMS])
    blind = [table["blind_nil"] > 0 and bid == 0 and random.random() < 0.5 for bid in bids]
    blind_seats = frozenset(seat for seat, was in enumerate(blind, 1) if was)
    scored = score_round(sheet, Taken(bids_of(bids), four(books), blind_seats, off), bags, sets)
    expected = round_of(table, bids, books, list(score), list(bags), blind=blind, off=off, sets=sets)
    case = (sheet.parameters(), bids, books, blind, off, score, bags, sets)
    score_after = [score[team] + scored.points[team] for team in (0, 1)]
    assert (score_after, list(scored.bags), list(scored.sets)) == (expected.score, expected.bags, expected.sets), case
    if random.random() < 0.2:
        score_after[1] = score_after[0]
    number, extra = random.choice((1, 9, 10, 11, 17, 18, 19)), random.random() < 0.2
    end = ending(table, score_after, expected.sets, number, extra=extra)
    assert verdict(sheet, pair(score_after), scored.sets, number, extra=extra) == Verdict(end.winner, end.by), case


@pytest.mark.parametrize("name", TABLES)
def test_random_rounds_of_a_sheet_score_as_the_second_scorer_says(name: str) -> None:
    random = Random(name)
    for _ in range(2_000):
        check_random_round(random, SHEETS[name], TABLES[name])


def test_random_rounds_of_custom_sheets_score_as_the_second_scorer_says() -> None:
    random = Random(109)
    for _ in range(600):
        table = custom_table(random)
        sheet = RuleSheet.from_table("ours", table)
        for _ in range(15):
            check_random_round(random, sheet, table)


@pytest.mark.parametrize("score", [(500, 500), (499, 500), (500, 499), (499, 499), (-20, 500), (812, 811), (0, 0)])
def test_win_test_at_its_edges(score: tuple[int, int]) -> None:
    end = ending(TABLES["109"], list(score), [0, 0], 7)
    assert verdict(RULE_109, score, (0, 0), 7, extra=False) == Verdict(end.winner, end.by)


def test_a_tally_names_the_parts_that_add_up_to_the_round() -> None:
    # 10 by one partner and a nil that took a trick; 11 taken; the tenth sandbag
    part, bags = tally(RULE_109, 1, Taken((10, 2, 0, 2), (10, 1, 1, 1)), 9)
    assert (part.bid, part.books, part.made, part.contract, part.over) == (10, 11, True, 200, 1)
    assert (part.nils, part.penalty, part.points, bags) == (-100, -100, 1, 10)


def test_a_tally_counts_the_books_that_were_scored() -> None:
    # team 1: seven taken and three off are four of five bid; team 2: four bid, and six sandbags before, or seven
    taken = Taken((5, None, None, 4), (4, 4, 3, 3), off=(3, 3))
    part, bags = tally(FSU, 1, taken, 0)
    assert (part.bid, part.books, part.made, part.contract, part.over, bags) == (5, 4, False, 0, 0, 0)
    part, bags = tally(FSU, 2, taken, 6)
    assert (part.books, part.made, part.points, bags) == (4, True, 40, 6)
    part, bags = tally(FSU, 2, taken, 7)
    assert (part.books, part.penalty, part.points, bags) == (7, -50, -7, 10)


def test_sandbags_are_not_counted_without_a_penalty_and_are_without_points() -> None:
    uncounted = RuleSheet.from_table("pride-like", {"bag_penalty": None}, RULE_109)
    taken = Taken((2, 2, 2, 3), (7, 0, 6, 0))
    assert score_round(uncounted, taken, (0, 0)) == ((49, -50), (0, 0), (0, 1))
    worthless = RuleSheet.from_table("no-points", {"over_points": 0}, RULE_109)
    assert score_round(worthless, taken, (4, 0)) == ((-60, -50), (13, 0), (0, 1))


@pytest.mark.parametrize(("bags", "left"), [(0, 10), (9, 1), (10, 10), (11, 9), (29, 1)])
def test_distance_to_the_next_penalty(bags: int, left: int) -> None:
    assert bags_to_penalty(RULE_109, bags) == left
    assert bags_to_penalty(RuleSheet.from_table("pride-like", {"bag_penalty": None}, RULE_109), bags) is None
