"""The state of one game at one position, as far as every game has it. Checks nothing, refuses nothing, changes nothing.

Every act opens a new position with a number of its own (`turn`). Each position keeps the previous one in its round: a
void can go back to it, and a late mail is judged by the position that it answers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from referee.records.lines import NO_HEAD
from referee.table.fairness import NO_SALTS, Deck
from referee.table.plans import NO_PLANS, Plans
from referee.table.seats import NOBODY, Four, Names, Pair
from referee.table.sheet import Sheet
from referee.table.terms import Terms

T = TypeVar("T", bound="Table")


class Result(NamedTuple):
    """The end of the game; `team` is None if nobody won."""

    team: int | None
    by: str


class ByPlan(NamedTuple):
    """An act that a plan of its player made at position `turn`: a bid, a card, a tile."""

    turn: int
    what: Any


Hand = frozenset[Any]
ByPlans = tuple[tuple[ByPlan, ...], tuple[ByPlan, ...], tuple[ByPlan, ...], tuple[ByPlan, ...]]
NO_BY_PLANS: ByPlans = ((), (), (), ())
NO_HANDS: tuple[Hand, Hand, Hand, Hand] = (frozenset(), frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(ABC):
    """One game at one position. Tuples of four go by seat, tuples of two by team. Each game adds what it plays with."""

    number: int
    sheet: Sheet
    names: Names
    limit: int
    """The time limit in seconds."""
    terms: Terms
    turn: int = 0
    round: int = 0
    attempt: int = 0
    opening: int = 0
    """The first position of the round."""
    unvoided: int = 0
    """The first position after the last void."""
    deck: Deck
    seeds: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The seeds that are fixed, by round and in order of attempts: secret until they are `revealed`."""
    revealed: frozenset[int] = frozenset()
    """The attempts at this round whose seeds are public."""
    salts: Names = NO_SALTS
    """The salts given for the next round, by seat: secret until they are `closed`."""
    closed: bool = False
    """The salts for the next round are settled and public."""
    head: str = NO_HEAD
    """The head of the public record."""
    hands: tuple[Hand, Hand, Hand, Hand] = NO_HANDS
    score: Pair = (0, 0)
    last_round: int = 0
    """The round in which the match reached its time limit, which makes it the last; 0 if it did not."""
    hurry: int | None = None
    """The most seconds for a turn since then, without leave or weekends; None: the terms decide."""
    points: Pair | None = None
    """The points of the round, None until it is scored."""
    thrown_in: str = ""
    """The reason why this deal was thrown in, until another one follows: `misdeal`, `revealed` since its hands were
    public, or `restored` since they may have been."""
    lost: int = 0
    """The number of attempts at this round that acts lost by a restore may have dealt or revealed. 0 without a restore,
    or once the Gamesmaster has resumed the game."""
    acts: tuple[str, ...] = ()
    """The standing acts of this round, in order, in the form that the next deal is tied to (fairness.py)."""
    acted: Four = NOBODY
    """The position at which each seat, or the clock for it, last acted in this round."""
    by_plan: ByPlans = NO_BY_PLANS
    """The acts of each seat's plans in this round since its last act by hand, oldest first: secret like the plans."""
    silences: Four = NOBODY
    """Time-outs in a row."""
    conceded: frozenset[int] = frozenset()
    withdrawals: Four = NOBODY
    """The number of times that each seat withdrew its concession in this round."""
    plans: Plans = NO_PLANS
    """The plans of each seat for this round, at most one for each When, in their order: secret from all others."""
    paused: bool = False
    provisional: Result | None = None
    """The result that stands unless the last round is challenged in time."""
    result: Result | None = None
    before: "Table | None" = None
    """The position before this one; None at the first position of the round."""

    @property
    @abstractmethod
    def due(self) -> tuple[int, str] | None:
        """The seat on turn, and `bid` or `play`, which is due; None once the game or round is over, or before the
        deal."""

    @property
    def called(self) -> tuple[int, ...]:
        """The seats that are asked to act: the one on turn, and its partner if either may bid for the team."""
        return () if self.due is None else self.due[:1]

    @property
    def turn_limit(self) -> int:
        """The seconds that a turn has."""
        return self.limit if self.hurry is None else min(self.limit, self.hurry)

    @property
    def weekends(self) -> bool:
        """Limits run on Saturday and Sunday, UTC."""
        return self.terms.weekends or self.hurry is not None


def stands_still(game: Table) -> bool:
    """Tell if an older state was restored, and the Gamesmaster has not resumed the game since."""
    return game.lost > 0 and game.paused and game.result is None


def won_before(game: Table) -> bool:
    """Tell if the round before brought the provisional result: the running one was dealt, and never begins."""
    return game.provisional is not None and game.points is None


def opening(game: T) -> T:
    """Return the round's first position that stands, before the act there."""
    while (before := _back(game)) is not None:
        game = before
    return game


def position(game: T, turn: int) -> T | None:
    """Return the running round at position `turn`, before the act there; None if it was voided or is older."""
    state: T | None = game
    while state is not None and state.turn != turn:
        state = _back(state)
    return state


def throughout(game: T, change: Callable[[T], T]) -> T:
    """Return the game with `change` made at each position of the running round, so that no void undoes it."""
    back = _back(game)
    return replace(change(game), before=None if back is None else throughout(back, change))


def _back(game: T) -> T | None:
    """Return the position before this one, which is of the same game."""
    before: T | None = game.before  # type: ignore[assignment]
    return before
