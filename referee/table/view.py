"""The view of one seat, or of the public, as far as every game has it: all that it may know of a game. Letters and
robots see only this, never a game or an event."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from referee.table.game import ByPlan, Result, Table
from referee.table.plans import Own
from referee.table.seats import Names, Pair, team_of
from referee.table.sheet import Sheet
from referee.table.terms import Terms

V = TypeVar("V", bound="TableView")


@dataclass(frozen=True, kw_only=True)
class TableView:
    """One position as `seat` sees it (None: as everyone does). Tuples of four go by seat, tuples of two by team."""

    nothing: ClassVar[Mapping[str, Any]]
    """The fields that say what the seat may do, as they are where it may do nothing."""

    game: int
    sheet: Sheet
    """The sheet as it applies now: with the rounds that the match limit leaves."""
    limit: int
    """The time limit in seconds."""
    terms: Terms
    seat: int | None
    names: Names
    round: int
    """The running round, or the last one played: a round dealt after the game was won never begins."""
    attempt: int
    """The deal of this round, the first being 1: deals are thrown in by misdeals and rulings."""
    turn: int
    head: str
    """The head of the public record, 64 hex digits."""
    score: Pair
    conceded: tuple[int, ...]
    to_act: tuple[int, str] | None
    """The seat on turn, and what is due: `play`, or `bid`."""
    called: tuple[int, ...]
    """The seats that must act: the seat on turn, and its partner if either may act for the team."""
    paused: bool
    held: bool
    """No move counts: a protest waits for the Gamesmaster."""
    provisional: Result | None
    """The result that stands unless the last round is challenged in time."""
    result: Result | None
    hand: tuple[Any, ...] | None
    """The cards or tiles of the seat; None in a public view, and while they are held back."""
    plans: Own
    """The seat's own plans, in the order of When; empty in a public view, and once nobody has to act."""
    by_plan: tuple[ByPlan, ...]
    """The acts of these plans in this round since the seat's last act by hand, oldest first; empty in a public view."""

    @property
    def team(self) -> int | None:
        """The seat's team."""
        return None if self.seat is None else team_of(self.seat)

    @property
    def mine(self) -> bool:
        """This seat is asked to act."""
        return self.seat in self.called

    @property
    def has_hand(self) -> bool:
        """The seat holds cards or tiles, seen or held back."""
        return bool(self.hand)

    def acting(self, *, overdue: bool = False) -> tuple[Any, ...]:
        """Return the seat's plans that may act at this position: the plans made before it and, if the limit has run out
        (`overdue`), also the plans made at it."""
        return tuple(plan for plan, turn in self.plans if turn < self.turn or overdue)

    def name(self, seat: int) -> str:
        """Return the name at `seat`."""
        return self.names[seat - 1]

    def team_names(self, team: int) -> str:
        """Return both names of a team: `Ann + Carol`."""
        return f"{self.names[team - 1]} + {self.names[team + 1]}"


def on_hold(now: V) -> V:
    """Show a game in which no move counts: nothing may be done in it."""
    return replace(now, held=True, called=(), **now.nothing)


def shown(game: Table, at: Table, seat: int | None) -> dict[str, Any]:
    """Return what every view shows of a game to `seat` but the sheet; `at`: the round to show, which may be the one
    before."""
    return {
        "game": game.number,
        "limit": game.limit,
        "terms": game.terms,
        "seat": seat,
        "names": game.names,
        "round": at.round,
        "attempt": at.attempt,
        "turn": game.turn,
        "head": game.head,
        "score": game.score,
        "conceded": tuple(sorted(game.conceded)),
        "to_act": game.due,
        "called": game.called,
        "paused": game.paused,
        "held": False,
        "provisional": game.provisional,
        "result": game.result,
        "plans": () if seat is None or game.due is None else game.plans[seat - 1],
        "by_plan": () if seat is None else at.by_plan[seat - 1],
    }
