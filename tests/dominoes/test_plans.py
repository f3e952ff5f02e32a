"""Plans, as they are stored."""

import pytest

from referee.dominoes.plans import plan_from


@pytest.mark.parametrize(
    "text", ["6-4", "6-4 left", "6-4 left, 5-5, heaviest", "fives", "6-4 up, 0-0 down, 6-4 right, fives"]
)
def test_a_plan_is_read_as_it_is_written(text: str) -> None:
    assert str(plan_from(text)) == text


@pytest.mark.parametrize("text", ["", "4-6", "6-4 first", "6-4 top", "highest", "6-4,5-5", "fives left"])
def test_nothing_else_is_a_plan(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        plan_from(text)
