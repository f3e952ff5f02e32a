"""The plan that a player may make for their next turn, as data, and the words in which it is stored.

Never says what a plan plays: plan_choice.py does. Reads only the form that it writes; asking/tiles.py reads what people
write.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, get_args

from referee.dominoes.line import ARMS, Arm
from referee.dominoes.tiles import Tile, parse_tile

Way = Literal["heaviest", "fives"]


class Wish(NamedTuple):
    """A tile, and where it is to lie; None: where it fits, if that is one place only."""

    tile: Tile
    arm: Arm | None = None

    def __str__(self) -> str:
        return str(self.tile) if self.arm is None else f"{self.tile} {self.arm}"


PlanEntry = Wish | Way


class When(StrEnum):
    """The turns that a plan is for: the next one of its player to play, and no other."""

    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan for a player's next turn: the first of `entries` that is legal."""

    entries: tuple[PlanEntry, ...]
    when: When = When.NEXT

    def __str__(self) -> str:
        """Write the plan as it is typed after the word `plan`, which `plan_from` reads: `6-4 left, 5-5, fives`."""
        return ", ".join(map(str, self.entries))


def plan_from(text: str) -> Plan:
    """Read the plan that `str` wrote. Raises ValueError."""
    return Plan(tuple(map(_entry, text.split(", "))))


def _entry(text: str) -> PlanEntry:
    for way in get_args(Way):
        if text == way:
            known: Way = way
            return known
    code, _, place = text.partition(" ")
    arm = next((one for one in ARMS if one == place), None)
    if place and arm is None:
        raise ValueError(f"{place!r} is no place: write left, right, up or down")
    return Wish(parse_tile(code), arm)
