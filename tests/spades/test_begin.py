"""Beginning the game: the draw of the playing order, counted over many keys."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from referee.table.fairness import playing_order

PLAYERS = (0, 1, 2, 3)


def drawn(team: tuple[int, int] | None, times: int) -> Counter[tuple[int, ...]]:
    return Counter(playing_order(f"{team} {n}".encode(), team) for n in range(times))


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = counts.total() / cells
    return sum((seen - expected) ** 2 / expected for seen in counts.values())


def test_without_teams_all_24_orders_are_drawn_evenly() -> None:
    counts = drawn(None, 4_800)
    assert set(counts) == set(permutations(PLAYERS))
    assert chi_square(counts, 24) < 60  # an even draw is above in one of 30,000 cases


@pytest.mark.parametrize("team", list(combinations(PLAYERS, 2)))
def test_with_teams_the_8_orders_that_keep_partners_apart_are_drawn_evenly(team: tuple[int, int]) -> None:
    counts = drawn(team, 1_600)
    assert len(counts) == 8
    for order in counts:
        assert sorted(order) == list(PLAYERS)
        assert {order[0], order[2]} in (set(team), set(PLAYERS) - set(team))
    assert chi_square(counts, 8) < 34


def test_team_named_the_other_way_round_is_the_same_draw() -> None:
    assert playing_order(b"key", (2, 0)) == playing_order(b"key", (0, 2))
