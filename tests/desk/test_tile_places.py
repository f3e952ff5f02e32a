"""The place that a player's words mean for a tile, from the ends that are open."""

import pytest

from referee.asking.commands import Where
from referee.desk.table.tiles import arm_meant
from referee.dominoes.line import Arm, Line, Move, Place, lay
from referee.dominoes.tiles import parse_tile
from referee.table.refusal import Reason, Refusal


def line(*moves: str) -> Line:
    found = Line()
    for move in moves:
        tile, _, arm = move.partition(" ")
        place: Place = arm or "first"  # type: ignore[assignment]
        found = lay(found, Move(parse_tile(tile), place))
    return found


HALF_COVERED = line("6-6", "6-4 right")
CROSS = line("6-6", "6-4 right", "6-3 left")


@pytest.mark.parametrize(
    ("lies", "tile", "place", "arm"),
    [
        (HALF_COVERED, "6-5", "left", "left"), (HALF_COVERED, "6-5", None, None), (HALF_COVERED, "6-5", 6, "left"),
        (HALF_COVERED, "6-5", "spinner", "left"), (HALF_COVERED, "4-1", 4, "right"),
        (CROSS, "4-3", 3, "left"), (CROSS, "4-3", 4, "right"), (CROSS, "4-3", None, None),
        (CROSS, "6-5", 6, None), (CROSS, "6-5", "spinner", None), (CROSS, "6-5", "down", "down"),
        (line(), "6-6", "left", None), (line("5-3"), "5-3", 5, "left"), (line("5-3", "5-1 left"), "3-1", 1, "left"),
    ],
)  # fmt: skip
def test_a_place_means_one_arm_or_leaves_it_to_the_law(lies: Line, tile: str, place: Where | None, arm: Arm) -> None:
    assert arm_meant(lies, parse_tile(tile), place) == arm


@pytest.mark.parametrize(
    ("lies", "tile", "place", "told"),
    [(HALF_COVERED, "4-1", 6, "on the 6"), (CROSS, "4-3", "spinner", "on the spinner"), (CROSS, "6-5", 3, "on the 3")],
)
def test_a_tile_that_does_not_fit_there_is_refused(lies: Line, tile: str, place: Where, told: str) -> None:
    with pytest.raises(Refusal) as no:
        arm_meant(lies, parse_tile(tile), place)
    assert no.value.reason is Reason.ILLEGAL_TILE
    assert no.value.facts["arm"] == told, "fitting elsewhere, it does not fit there"
