"""The choice of a move by a player's plan and habits on their turn: always a legal one. Sees nothing but that player's
view, and changes nothing."""

from enum import StrEnum

from referee.dominoes.commands import PlayTile
from referee.dominoes.line import Laid
from referee.dominoes.plans import Plan, PlanEntry
from referee.dominoes.view import SeatView
from referee.table import plans


class PlanFault(StrEnum):
    """The reason why an entry of a plan for this turn could not be played."""

    NOT_HELD = "not-held"
    """The tile is not in the hand."""
    NOT_LEGAL = "not-legal"
    """The tile is held, and does not fit there."""
    TWO_PLACES = "two-places"
    """The tile goes to two places that lead to different ends, and the plan names none."""


Choice = plans.Choice[PlayTile, Plan, PlanFault]
Unfit = plans.Unfit[Plan, PlanFault]


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
    if forced and (only := _only(view)) is not None:
        return Choice(_playing(only), "forced", unfit)
    return Choice(None, None, unfit)


def _playing(move: Laid) -> PlayTile:
    return PlayTile(move.tile, move.arm, planned=True)


def _only(view: SeatView) -> Laid | None:
    """Return the only move that is left to the seat, if its places all lead to the same ends."""
    tiles = {move.tile for move in view.moves}
    meant = [move for tile in tiles for move in view.asked(tile)]
    return meant[0] if len(meant) == 1 else None


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
