"""Ratings of sporting behaviour are exact numbers, and decide who may play off."""

from fractions import Fraction

import pytest

from referee.tournaments.stages import eligible, mean_rating, rating_of


@pytest.mark.parametrize(
    ("text", "rating"),
    [("0", Fraction(0)), ("3", Fraction(3)), ("3.5", Fraction(7, 2)), ("2.9", Fraction(29, 10)), ("4.0", Fraction(4))],
)
def test_a_rating_is_an_exact_number(text: str, rating: Fraction) -> None:
    assert rating_of(text) == rating


@pytest.mark.parametrize(
    "text", ["", "4.1", "5", "-1", "3.55", "3,5", ".5", "3.", "03", "10", "1e0", "7/2", "+3", " 3", "3\n", "٣", "nan"]
)
def test_anything_else_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"^A rating is a number from 0 to 4 with at most one decimal, such as 3\.5\.$"
    ):
        rating_of(text)


def test_a_mean_is_exact() -> None:
    assert mean_rating(()) is None
    assert mean_rating(("3.5", "2", "4")) == Fraction(19, 6)
    assert mean_rating(iter(("0", "0"))) == 0


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
