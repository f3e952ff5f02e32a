"""Which bid or card a player's plans and habits choose on their turn: always a legal one. Sees nothing but that
player's view, and changes nothing.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from referee.spades.commands import MakeBid, PlayCard
from referee.spades.plans import Habits, Plan
from referee.spades.view import SeatView


class Why(StrEnum):
    """Why an entry of a plan for this turn could not be played, or its bid not be made."""

    NO_BID = "no-bid"
    """The bid is not legal."""
    NOT_HELD = "not-held"
    """The card, or a card of the suit, is not in the hand."""
    NOT_LEGAL = "not-legal"
    """It is held, and may not be played now."""
    ALL_LOSE = "all-lose"
    """`win`, and no legal card beats what lies there."""
    ALL_WIN = "all-win"
    """`duck`, and every legal card beats it."""
    PARTNER_WINS = "partner-wins"
    """`win`, and the partner's card is winning, whose bid is no nil."""
    LEADING = "leading"
    """`win` or `duck`, and there is nothing to beat yet."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """A plan that was for this turn, and why it chose nothing: once for each of its entries, or for its bid."""

    plan: Plan
    why: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is chosen, if anything, by which plan or habit, and the plans before it that were for this turn in vain."""

    command: MakeBid | PlayCard | None
    plan: Plan | Literal["forced", "equals"] | None
    unfit: tuple[Unfit, ...] = ()


def acting(view: SeatView, *, overdue: bool = False) -> tuple[Plan, ...]:
    """The plans of the view's seat that may act at this position: those made before it, or (`overdue`: the limit has
    run out) at it, too."""
    return tuple(plan for plan, turn in view.plans if turn < view.turn or overdue)


def choose(view: SeatView, plans: tuple[Plan, ...], habits: Habits) -> Choice:
    """What `plans` and then `habits` choose for the view's seat; nothing unless it is asked to act."""
    raise NotImplementedError
