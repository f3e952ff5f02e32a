"""A claim is accepted exactly if an exhaustive search of the ending finds that one strategy, seeing no more than the
claimer, wins every trick. The sample of tests/long/test_claims.py that fits into every run.
"""

from collections import Counter
from itertools import chain

import pytest

from referee.spades.law.claims import provable
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from tests.spades.endings import endings
from tests.spades.slow_claim import by_deals, claimable, seen_by

every_sheet = pytest.mark.parametrize("sheet", SHEETS.values(), ids=lambda sheet: sheet.name)


def compared(seeds: range, sheets: tuple[RuleSheet, ...], most: int, least: int = 1) -> Counter[str]:
    """Search endings, check that each is judged alike, and count them by kind."""
    found: Counter[str] = Counter()
    for view in chain.from_iterable(endings(seed, sheet, most, least) for seed in seeds for sheet in sheets):
        seen, proven = seen_by(view), claimable(view)
        assert provable(view) == proven, f"{view.sheet.name}: {seen}"
        kinds = {
            f"of {len(seen.hand)}": True,
            "proven": proven,
            "on lead": not seen.table,
            "with voids": any(seen.voids),
            "unbroken": not seen.broken,
            "with jokers": any(card.rank in "BL" for card in (*seen.hand, *seen.unseen)),
            "with standing reneges": view.sheet.misplay_act == "stand",
        }
        found.update(["endings", *(kind for kind, holds in kinds.items() if holds)])
    return found


@every_sheet
def test_a_claim_holds_exactly_if_no_deal_and_no_play_breaks_it(sheet: RuleSheet) -> None:
    found = compared(range(60), (sheet,), 3)
    assert found["proven"] > 10 and found["endings"] - found["proven"] > 10


@every_sheet
def test_claims_of_four_and_more_cards(sheet: RuleSheet) -> None:
    compared(range(500, 512), (sheet,), 5, 4)


RARE = ((30044, "sigma"), (30082, "usag"), (10142, "109"), (10527, "sigma"), (10790, "109"))
"""Seeds and sheets of endings that turn on what few do: a ruff while spades may not be led, or a card that somebody has
yet to play to the trick on the table."""


@pytest.mark.parametrize(("seed", "sheet"), RARE)
def test_rare_endings(seed: int, sheet: str) -> None:
    compared(range(seed, seed + 1), (SHEETS[sheet],), 8)


def test_the_search_by_suits_is_that_by_cards_and_deals() -> None:
    views = [view for seed in range(40) for sheet in SHEETS.values() for view in endings(seed, sheet, 2)]
    assert [claimable(view) for view in views] == [by_deals(seen_by(view)) for view in views]
