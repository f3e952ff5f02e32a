"""Scoring: worked rounds as data, and thousands of random rounds against a second scorer."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.spades.events import Four, Pair
from referee.spades.scoring import bags_to_penalty, score_round, tally, winning_team
from referee.spades.sheets import RULE_109, SHEETS, sheet_from
from tests.slow_scorer import round_of_109, winner_of_109

DATA = Path(__file__).parent / "data"
ROWS: list[dict[str, Any]] = json.loads((DATA / "scoring.json").read_text("utf-8"))
TABLES: dict[str, Any] = json.loads((DATA / "sheets.json").read_text("utf-8"))
SHEETS_BY_NAME = {name: SHEETS.get(name) or sheet_from(name, table) for name, table in TABLES.items()}


def four(values: list[int]) -> Four:
    one, two, three, four = values
    return one, two, three, four


def pair(values: list[int]) -> Pair:
    first, second = values
    return first, second


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['sheet']}: {row['what']}")
def test_worked_round(row: dict[str, Any]) -> None:
    sheet = SHEETS_BY_NAME[row["sheet"]]
    score, bags = map(pair, row["before"])
    points, score_after, bags_after = score_round(sheet, four(row["bids"]), four(row["books"]), score, bags)
    assert [list(score_after), list(bags_after)] == row["after"]
    assert points == (score_after[0] - score[0], score_after[1] - score[1])
    assert winning_team(sheet, score_after) == row["winner"]


@pytest.mark.parametrize("row", [row for row in ROWS if row["sheet"] == "109"], ids=lambda row: row["what"])
def test_second_scorer_agrees_with_the_worked_rounds_of_109(row: dict[str, Any]) -> None:
    assert list(round_of_109(row["bids"], row["books"], *row["before"])) == row["after"]
    assert winner_of_109(row["after"][0]) == row["winner"]


def test_random_rounds_score_as_the_second_scorer_says() -> None:
    random = Random(109)
    for _ in range(20_000):
        bids = [random.choice((0, 0, 2, 2, 3, 3, 4, 5, random.randint(2, 13))) for _ in range(4)]
        takers = [random.randrange(random.randint(1, 4)) for _ in range(13)]
        books = [takers.count(seat) for seat in random.sample(range(4), 4)]
        score = [random.randint(-600, 600), random.randint(-600, 600)]
        bags = [random.randint(0, 45), random.randint(0, 45)]
        points, score_after, bags_after = score_round(RULE_109, four(bids), four(books), pair(score), pair(bags))
        expected = round_of_109(bids, books, score, bags)
        assert (list(score_after), list(bags_after)) == expected, (bids, books, score, bags)
        assert points == (score_after[0] - score[0], score_after[1] - score[1])
        assert winning_team(RULE_109, score_after) == winner_of_109(list(score_after))


@pytest.mark.parametrize("score", [(500, 500), (499, 500), (500, 499), (499, 499), (-20, 500), (812, 811), (0, 0)])
def test_win_test_at_its_edges(score: tuple[int, int]) -> None:
    assert winning_team(RULE_109, score) == winner_of_109(list(score))


def test_a_tally_names_the_parts_that_add_up_to_the_round() -> None:
    # 10 by one partner and a nil that took a trick; 11 taken; the tenth sandbag
    made, bags = tally(RULE_109, 1, (10, 2, 0, 2), (10, 1, 1, 1), 9)
    assert (made.bid, made.books, made.contract, made.over, made.nils, made.penalty) == (10, 11, 200, 1, -100, -100)
    assert (made.points, bags) == (1, 10)


def test_sandbags_are_not_counted_without_a_penalty_and_are_without_points() -> None:
    uncounted = sheet_from("pride-like", {"bag_penalty": None}, RULE_109)
    assert score_round(uncounted, (2, 2, 2, 3), (7, 0, 6, 0), (0, 0), (0, 0)) == ((49, -50), (49, -50), (0, 0))
    worthless = sheet_from("no-points", {"over_points": 0}, RULE_109)
    assert score_round(worthless, (2, 2, 2, 3), (7, 0, 6, 0), (0, 0), (4, 0)) == ((-60, -50), (-60, -50), (13, 0))


@pytest.mark.parametrize(("bags", "left"), [(0, 10), (9, 1), (10, 10), (11, 9), (29, 1)])
def test_distance_to_the_next_penalty(bags: int, left: int) -> None:
    assert bags_to_penalty(RULE_109, bags) == left
    assert bags_to_penalty(sheet_from("pride-like", {"bag_penalty": None}, RULE_109), bags) is None
