"""The plan that a player may make for their next turn, the words in which it is stored, and the move that plans and
habits choose: always a legal one, from that player's view alone.

Reads only the form that it writes; asking/tiles.py reads what people write.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple, get_args

from referee.dominoes.commands import PlayTile
from referee.dominoes.line import ARMS, Arm, Laid
from referee.dominoes.tiles import Tile, parse_tile
from referee.dominoes.view import SeatView
from referee.table import plans as table

Way = Literal["heaviest", "fives"]
WAYS: tuple[Way, ...] = get_args(Way)


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
    if way := next((way for way in WAYS if way == text), None):
        return way
    code, _, place = text.partition(" ")
    arm = next((one for one in ARMS if one == place), None)
    if place and arm is None:
        raise ValueError(f"{place!r} is no place: write left, right, up or down")
    return Wish(parse_tile(code), arm)


class PlanFault(StrEnum):
    """The reason why an entry of a plan for this turn could not be played."""

    NOT_HELD = "not-held"
    """The tile is not in the hand."""
    NOT_LEGAL = "not-legal"
    """The tile is held, and does not fit there."""
    TWO_PLACES = "two-places"
    """The tile goes to two places that lead to different ends, and the plan names none."""


Choice = table.Choice[PlayTile, Plan, PlanFault]
Unfit = table.Unfit[Plan, PlanFault]


def choose(view: SeatView, plans: tuple[Plan, ...], *, forced: bool) -> Choice:
    """Choose by `plans`, and then the only place of the only tile if its player wishes that (`forced`). The choice is
    empty unless the seat must act."""
    if not view.mine:
        return Choice(None, None)
    unfit: tuple[Unfit, ...] = ()
    for plan in plans:
        why: tuple[PlanFault, ...] = ()
        for entry in plan.entries:
            found = _chosen(view, entry)
            if isinstance(found, Laid):
                return Choice(_playing(found), plan, unfit)
            why += (found,)
            if found is PlanFault.TWO_PLACES:
                # their player meant this tile, and they alone can say where
                break
        unfit += (Unfit(plan, why),)
    if forced and len(view.choices) == 1:
        return Choice(_playing(view.choices[0]), "forced", unfit)
    return Choice(None, None, unfit)


def _playing(move: Laid) -> PlayTile:
    return PlayTile(move.tile, move.arm, planned=True)


def _chosen(view: SeatView, entry: PlanEntry) -> Laid | PlanFault:
    """Return the move that an entry gives, or why it gives none."""
    if entry == "heaviest":
        return max(view.moves, key=lambda move: (move.tile.pips, move.points))
    if entry == "fives":
        return max(view.moves, key=lambda move: (move.points, move.tile.pips))
    if entry.tile not in (view.hand or ()):
        return PlanFault.NOT_HELD
    meant = view.asked(entry.tile, entry.arm)
    if not meant:
        return PlanFault.NOT_LEGAL
    return meant[0] if len(meant) == 1 else PlanFault.TWO_PLACES
