"""The news of an act for the owners of plans alone: who gets a receipt, and which plans the act ended.

Tells nobody; announce.py puts this news into the one letter that each owner gets.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.spades import events as ev
from referee.spades.fold import Step
from referee.spades.game import ByPlan, Game
from referee.spades.plans import Plan
from referee.spades.rulesheet import SEATS
from referee.store.people import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """The news of one act for the owners of plans, by seat."""

    receipts: frozenset[int] = frozenset()
    """The seats whose players acted, by hand or by a plan, and want a receipt."""
    ended: Mapping[int, tuple[Plan, ...]] = field(default_factory=dict)
    """Plans that the act ended without their owner's doing."""
    played: Mapping[int, tuple[ByPlan, ...]] = field(default_factory=dict)
    """The acts of plans since their owner's last act by hand, in a round that the act scored, if another round was
    dealt."""

    asked: tuple[int, ...] = ()
    """The seats of the players whom the Gamesmaster put there, and whose letter asks them to play."""


NOBODY = Owners()


def receipts_due(
    before: Game | None, steps: tuple[Step, ...], seated: Mapping[int, Person], talked: int | None
) -> frozenset[int]:
    """Return the seats to which a receipt is due. Their players acted, and they have plans in this game, or a habit
    acted for them, or they want a receipt of every act, or (`talked`) their mail said more than the act."""
    acts = [event for event, _ in steps if isinstance(event, ev.Act) and event.by == "player"]
    by_plan = {event.seat for event in acts if event.planned}
    return frozenset(
        event.seat
        for event in acts
        if _wants(
            seated[event.seat],
            event.seat in {talked, *by_plan} or _has_plans(before, steps[-1].game, event.seat),
        )
    )


def _wants(person: Person, planned: bool) -> bool:
    if person.receipts is None:
        return planned
    return person.receipts


def _has_plans(before: Game | None, after: Game, seat: int) -> bool:
    return any(game is not None and game.plans[seat - 1] for game in (before, after))


def ended_plans(before: Game | None, steps: Iterable[Step]) -> dict[int, tuple[Plan, ...]]:
    """Return the plans that a void or a new deal ended, by seat. A successor never learns of the previous player's
    plans."""
    ended: dict[int, tuple[Plan, ...]] = {}
    for event, game in steps:
        if isinstance(event, ev.Cancelling) and before is not None:
            for seat in SEATS:
                stand = {one.plan for one in game.plans[seat - 1]}
                gone = (one.plan for one in before.plans[seat - 1] if one.plan not in stand)
                ended[seat] = (*ended.get(seat, ()), *gone)
        before = game
    return {seat: plans for seat, plans in ended.items() if plans}


def played_before_deal(before: Game | None, steps: Iterable[Step]) -> dict[int, tuple[ByPlan, ...]]:
    """Collect the acts of plans, by seat, in the round that ended: the state after a deal no longer holds them."""
    played: dict[int, tuple[ByPlan, ...]] = {}
    for event, game in steps:
        if isinstance(event, ev.Dealt) and before is not None and before.points is not None:
            played = {seat: before.by_plan[seat - 1] for seat in SEATS if before.by_plan[seat - 1]}
        before = game
    return played
