"""The short form of a day of a hostile player, and of hostile watchers and strangers: each way to harm stays below its
bound."""

from collections.abc import Sequence

import pytest

from referee.desk import quotas
from tests.chance import one_in
from tests.faults.hostile import FLOODS, Way, run

ON_TURN = "unclear lines on turn"


def test_ways_to_harm_have_bounds_that_hold() -> None:
    """A sixth of the ways on each sheet, drawn anew by each commit, and the one whose bound is known to be reached."""
    check_bounds(one_in(6, FLOODS, kind=lambda way: ON_TURN if way.name == ON_TURN else way.sheet))


@pytest.mark.long
def test_every_way_to_harm_has_a_bound_that_holds() -> None:
    check_bounds(FLOODS)


def check_bounds(ways: Sequence[Way]) -> None:
    figures = run(long=False, ways=ways)
    assert [*figures] == [*(way.name for way in ways), "the whole day"]
    on_turn = f"{quotas.ON_TURN} letters out ({quotas.ON_TURN})"
    assert on_turn in str(figures[ON_TURN]), "the bound is reached"
