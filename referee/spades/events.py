"""The events of a game: facts, frozen, in order. Never recomputed and never refused; the JSON form has a version.

A game's whole state is the fold of its events (fold.py). `Dealt` carries everything that a round inherits, so the
running round can be read from its own deal onwards, however old the game is.
"""

from dataclasses import dataclass, field
from typing import Any, get_args

from referee.spades.cards import Card, parse_card
from referee.spades.rulesheet import RuleSheet
from referee.table.events import *  # noqa: F403  a game's events are those of any table, and its own
from referee.table.events import (
    SECRET,
    Act,
    By,
    ByPlayer,
    Cancelling,
    Deal,
    Moving,
    Start,
    TableEvent,
    Untold,
    codec,
)
from referee.table.seats import Four, Pair

Hands = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Started(Start):
    """A game began: its number, the names of seats 1 to 4, its sheet, the limit in seconds, its terms."""

    sheet: RuleSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Deal):
    """A round was dealt, and position `turn` is its first bid; `reason` is why it is dealt again, empty at first.

    From `names` on, the fields are what the round begins with.
    """

    eldest: int
    hands: Hands = field(metadata=SECRET)
    bags: Pair
    sets: Pair
    extra: int
    """The round that decides at any score, 0 if none."""
    misplays: Pair


@dataclass(frozen=True, slots=True)
class BidMade(Act):
    """`seat` bid at position `turn`, or changed its bid; where a team makes one bid, for its team."""

    turn: int
    seat: int
    bid: int
    by: By
    blind: bool = False
    planned: bool = field(default=False, metadata=SECRET)
    """A plan made this bid, which only its owner may know."""


@dataclass(frozen=True, slots=True)
class Shown(Untold, Cancelling):
    """`seat` has seen its hand, which was held back until then."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Act):
    """`seat` played `card` at position `turn`."""

    turn: int
    seat: int
    card: Card
    by: By
    planned: bool = field(default=False, metadata=SECRET)
    """A plan played this card, which only its owner may know."""


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """The trick on the table went to `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claimed(ByPlayer):
    """At position `turn`, `seat` showed that all tricks that are left are theirs: the round is over."""

    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The round ended, or is scored anew.

    Books by seat, as taken; the round's points by team; score, bags and rounds set after it, by team; `extra` is the
    round that decides at any score, 0 if none.
    """

    round: int
    books: Four
    points: Pair
    score: Pair
    bags: Pair
    sets: Pair
    extra: int


@dataclass(frozen=True, slots=True)
class Misplayed(Moving, ByPlayer):
    """`seat` named `card` at position `turn` against the rules; the play is void and its team scores `points`."""

    turn: int
    seat: int
    card: Card
    fault: str
    points: int


@dataclass(frozen=True, slots=True)
class Challenged(ByPlayer):
    """`seat` challenged the play of `accused` in book `book`; `books` come off the count of the team that was wrong."""

    seat: int
    round: int
    book: int
    accused: int
    proven: bool
    books: int


Own = Dealt | BidMade | Shown | CardPlayed | TrickTaken | Claimed | RoundScored | Misplayed | Challenged
Event = TableEvent | Started | Own

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


CODEC = codec(KINDS, RuleSheet, {Card: (str, parse_card)})
