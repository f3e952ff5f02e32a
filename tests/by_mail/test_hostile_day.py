"""The short form of a day of a hostile player, and of hostile watchers and strangers: each way to harm stays below its
bound."""

from referee.desk import quotas
from tests.faults.hostile import FLOODS, run

ON_TURN = "unclear lines on turn"


def test_every_way_to_harm_has_a_bound_that_holds() -> None:
    figures = run(long=False)
    assert [*figures] == [*(way.name for way in FLOODS), "the whole day"]
    on_turn = f"{quotas.ON_TURN} letters out ({quotas.ON_TURN})"
    assert on_turn in str(figures[ON_TURN]), "the bound is reached"
