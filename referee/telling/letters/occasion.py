"""The occasion of a letter about a game: a moment of the game, and the part of it that one reader gets. Plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.dominoes.events import RoundScored
from referee.spades.plans import Plan
from referee.telling.news import Away, News, RoundOver, Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """One moment of one game, the same for every letter about it."""

    news: tuple[News, ...]
    written: datetime
    deadline: datetime | None
    away: tuple[Away, ...] = ()
    """The players who are away at that moment, or have said that they will be."""
    leave: Mapping[int, int] = field(default_factory=dict)
    """The days of leave that players may still take, by seat; nothing if all of them."""
    course: tuple[RoundOver | RoundScored, ...] | None = None
    """The rounds of a game that is over, with their last scores; None while it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a private letter: the cards of a new `deal`, whose `turn` it is, the `news`.

    A `reminder` of a turn also says what will happen when the limit runs out. A `receipt` answers the reader's own act,
    when it is not their turn; `ended` are plans of theirs that a void, a new deal or a new player brought to their end,
    `stand` plans that stand although a void undid what they had done.
    `stake`: what it costs their team not to act in time, if it costs the match. `asked_by`: the Gamesmaster's name, or
    nothing, in the first letter ever to somebody whom they put into a game; None in all others.
    """

    deal: bool = False
    turn: bool = False
    news: bool = False
    reminder: bool = False
    receipt: bool = False
    ended: tuple[Plan, ...] = ()
    stand: tuple[Plan, ...] = ()
    stake: Stake | None = None
    asked_by: str | None = None
    long: bool = False
    """The game has gone on for long, and nobody has proposed a time to meet: the letter says what that brings."""
