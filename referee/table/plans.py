"""The plans that stand at a table, each for some of a seat's turns (`when`): after a new one, a dropped one or a void.
What a plan says is the game's. Checks nothing and refuses nothing."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from referee.table.seats import four, put

P_co = TypeVar("P_co", covariant=True)
C_co = TypeVar("C_co", covariant=True)
W_co = TypeVar("W_co", covariant=True)


class AnyPlan(Protocol):
    """A plan of any game."""

    @property
    def when(self) -> StrEnum: ...


class StandingPlan(NamedTuple, Generic[P_co]):
    """A standing plan, and the position at which it was made: it acts only at later positions."""

    plan: P_co
    turn: int


class Unfit(NamedTuple, Generic[P_co, W_co]):
    """A plan for this turn that made no choice, and the reasons: one for each entry that was tried."""

    plan: P_co
    why: tuple[W_co, ...]


class Choice(NamedTuple, Generic[C_co, P_co, W_co]):
    """The act that was chosen, if any; the plan or habit that chose it; and the plans before it that were for this turn
    in vain."""

    command: C_co | None
    plan: P_co | Literal["forced", "equals"] | None
    unfit: tuple[Unfit[P_co, W_co], ...] = ()


Own = tuple[StandingPlan[Any], ...]
Plans = tuple[Own, Own, Own, Own]
NO_PLANS: Plans = ((), (), (), ())


def planned(plans: Plans, seat: int, plan: AnyPlan, turn: int) -> Plans:
    """Return the plans with one more, in its place among the seat's own; it replaces any for the same turns."""
    order = tuple(type(plan.when))
    others = (one for one in plans[seat - 1] if one.plan.when != plan.when)
    own = sorted((*others, StandingPlan(plan, turn)), key=lambda one: order.index(one.plan.when))
    return put(plans, seat, tuple(own))


def unplanned(plans: Plans, seat: int, when: str | None) -> Plans:
    """Return the plans without those that a seat dropped: that for the turns `when`, or (None) all."""
    return only(plans, lambda other, one: other != seat or when not in (None, one.plan.when))


def after_void(plans: Plans, to: int, turn: int) -> Plans:
    """Return the plans that stand after a void of all acts since position `to`, which is due again as `turn`: the plans
    made by then. A dropped, replaced or used plan does not come back."""
    return due_again(only(plans, lambda _, one: one.turn <= to), to, turn)


def due_again(plans: Plans, was: int, turn: int) -> Plans:
    """Return the plans where position `was` is due again as position `turn`: one made there does not act there either
    way."""
    if plans == NO_PLANS:
        return NO_PLANS
    return four(tuple(one._replace(turn=turn) if one.turn == was else one for one in own) for own in plans)


def only(plans: Plans, stays: Callable[[int, StandingPlan[Any]], bool]) -> Plans:
    """Return the plans that stay, judged by seat and plan."""
    if plans == NO_PLANS:
        return NO_PLANS
    return four(tuple(one for one in own if stays(seat, one)) for seat, own in enumerate(plans, 1))
