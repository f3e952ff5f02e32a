"""Ratings of sporting behaviour, and who may play off with them (fsu, sporting behaviour 2; the figures are ours).

Never asks who gave a rating, or for which match.
"""

import re
from collections.abc import Iterable
from fractions import Fraction

from referee.tournaments.formats import BEST_RATING

_RATING = re.compile(r"[0-9](?:\.[0-9])?")


def rating_of(text: str) -> Fraction:
    """Read the rating that `3`, `3.5` or `4.0` gives, exactly. Raises ValueError, with a sentence for its writer."""
    if not _RATING.fullmatch(text) or Fraction(text) > BEST_RATING:
        raise ValueError(f"A rating is a number from 0 to {BEST_RATING} with at most one decimal, such as 3.5.")
    return Fraction(text)


def mean(ratings: Iterable[str]) -> Fraction | None:
    """Return the mean rating of a team, exactly; None if nobody has rated it."""
    given = [rating_of(rating) for rating in ratings]
    return sum(given, start=Fraction(0)) / len(given) if given else None


def eligible(ratings: Iterable[str], needed: Fraction) -> bool:
    """Tell if a team with these ratings may play off, which takes a mean of `needed`. A team that nobody has rated
    may."""
    found = mean(ratings)
    return found is None or found >= needed
