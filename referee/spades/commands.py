"""The commands that a player, the clock or a Gamesmaster may give in a game. Never says whether they may:
law/decide.py rules on them."""

from dataclasses import dataclass

from referee.spades.cards import Card
from referee.table.commands import *  # noqa: F403  a game's commands are those of any table, and its own
from referee.table.commands import Misdeal, OfAnySeat, OfClock, OfTable, Planning, RuleVoid, TimeUp


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid `value` tricks; 0 is nil (109, clause 2); `blind`: before the hand is seen."""

    value: int
    blind: bool = False
    planned: bool = False
    """A plan of the player made this bid."""


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play `card` to the trick (109, clause 3)."""

    card: Card
    planned: bool = False
    """A plan of the player chose this card."""


@dataclass(frozen=True, slots=True)
class Show:
    """Show me my hand: on a sheet with blind bids it is held back until then."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Claim that seat `accused` could have followed suit in book `book` of `round` and did not.

    `round` None: the open round. `late`: the challenger's team can no longer challenge the round before.
    """

    book: int
    accused: int
    round: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """All tricks that are left are mine alone, whatever the others hold."""


@dataclass(frozen=True, slots=True)
class LastCard:
    """The only card that is left to the seat on turn at position `turn`, in the last trick."""

    turn: int


Move = MakeBid | PlayCard
OfSeat = MakeBid | PlayCard | Claim | Planning | Show | Misdeal | Challenge | OfAnySeat
Command = OfSeat | LastCard | TimeUp | RuleVoid | OfClock | OfTable
