"""Seats and teams: four people, seats 1 and 3 against 2 and 4."""

from collections.abc import Iterable
from typing import TypeVar

SEATS = (1, 2, 3, 4)
TEAMS = (1, 2)
Pair = tuple[int, int]
Four = tuple[int, int, int, int]
Names = tuple[str, str, str, str]
NOBODY: Four = (0, 0, 0, 0)
T = TypeVar("T", bound=tuple[object, ...])
V = TypeVar("V")


def team_of(seat: int) -> int:
    """Return the team of a seat: seats 1 and 3 are team 1, seats 2 and 4 team 2."""
    return 2 - seat % 2


def partner_of(seat: int) -> int:
    """Return the seat opposite."""
    return after(seat, 2)


def after(seat: int, steps: int = 1) -> int:
    """Return the seat `steps` places on, returning to 1 after 4."""
    return (seat - 1 + steps) % len(SEATS) + 1


def in_turn(eldest: int, turns: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that are so many places after the `eldest`, in that order."""
    return tuple(after(eldest, steps) for steps in turns)


def four(values: Iterable[V]) -> tuple[V, V, V, V]:
    """Return the values of the four seats, in order."""
    one, two, three, four = values
    return one, two, three, four


def put(values: T, place: int, value: object) -> T:
    """Return the values with `value` at `place`, a seat or a team, counted from 1."""
    return (*values[: place - 1], value, *values[place:])  # type: ignore[return-value]


def add(values: Pair, team: int, points: int) -> Pair:
    """Return the values with `points` more for `team`."""
    return put(values, team, values[team - 1] + points)
