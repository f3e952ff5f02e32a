"""Claims held against the exhaustive search of more than 20,000 endings of 1 to 4 cards, and of some longer ones. With
`-s` it says how many there were of which kind.
"""

import pytest

from referee.spades.sheets import SHEETS
from tests.spades.test_claims import compared

SEEDS = range(10_000, 10_900)
LEAST = 20_000


@pytest.mark.long
def test_no_ending_is_judged_otherwise_than_by_search() -> None:
    found = compared(SEEDS, tuple(SHEETS.values()), 4)
    print(f"\n{found['endings']} endings, 0 differences: {dict(found)}")
    assert found["endings"] >= LEAST
    assert min(found["with jokers"], found["with standing reneges"], found["with voids"]) > 1000
    assert found["unbroken"] > 100  # with 13 spades among the last 16 cards at least


@pytest.mark.long
def test_longer_endings() -> None:
    found = compared(range(20_000, 20_060), tuple(SHEETS.values()), 6, 5)
    print(f"\n{found['endings']} endings of 5 and 6 cards, 0 differences: {dict(found)}")
