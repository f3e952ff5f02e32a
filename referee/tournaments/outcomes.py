"""The outcome of a match, as standings and brackets need it. Judges nothing."""

from dataclasses import dataclass

Pair = tuple[int, int]

UNPLAYED = ("silence", "withdrawal")
"""Forfeits that count 2:0 in match points, and bring no points or sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one match. `score` and `sets` are in the order of `teams`."""

    match: int
    round: int
    teams: tuple[str, str]
    winner: str | None
    """The team that won; None if both teams had withdrawn."""
    how: str
    """`score`, `hands`, `sets`, `concession`, `forfeit` (misplays), `silence`, `withdrawal` or `ruling`."""
    score: Pair = (0, 0)
    sets: Pair = (0, 0)
    """The number of times that each team was set."""
