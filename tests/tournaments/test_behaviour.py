"""Ratings of sporting behaviour are exact numbers, and decide who may play off."""

from fractions import Fraction

import pytest

from referee.tournaments.stages import eligible


@pytest.mark.parametrize(
    ("ratings", "may"),
    [
        ((), True),  # nobody has rated the team
        (("3.0",), True),
        (("2.9",), False),
        (("4", "2"), True),
        (("4", "1.9"), False),
        (("2.9", "3.1", "3"), True),  # with binary fractions this mean is not 3
        (("0",), False),
        (("0", "4", "4", "4"), True),
    ],
)
def test_a_mean_of_three_is_needed(ratings: tuple[str, ...], may: bool) -> None:
    assert eligible(ratings, Fraction(3)) is may


def test_another_mean_may_be_asked_for() -> None:
    assert eligible(("2",), Fraction(2))
    assert not eligible(("3.4",), Fraction(7, 2))
    assert not eligible(("0", "0.1"), Fraction(1, 10))
