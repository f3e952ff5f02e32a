"""Deadlines: the clock of a game after an act (109, clause 7). time_outs.py says what happens when one passes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from referee.desk.case import Case
from referee.desk.clock.delayed_notices import NONE, grace_left, left_of, on_clock
from referee.desk.clock.reminders import remind_at
from referee.spades import events as ev
from referee.spades.game import Game, due
from referee.store import clocks
from referee.store.games import GameRow

RENEWING = ev.Extended | ev.Replaced
"""Events that bring a new notice of the same turn, as a changed bid does: the old notice no longer counts."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the time to act ends, when to remind the players, and how much is left while the clock is stopped."""

    deadline: datetime | None
    remind_at: datetime | None
    left: timedelta | None = None
    grace: timedelta = NONE
    """How much of it is grace, owed because a letter to the player came back before their turn."""


def next_clock(case: Case, row: GameRow, before: Game | None, after: Game, events: Sequence[ev.Event]) -> Clock:
    """The clock after an act: new for a new position or player, stopped by a pause, longer after an extension.

    It counts from the notice of the turn (109, clause 7). `before` is None when the game begins.
    """
    limit = _limit(case, after)
    if limit is None:
        return Clock(None, None)
    if before is None:
        return running(case, case.now + limit)
    fresh = _is_fresh(before, after, events)
    owed = _owed(case, after) if fresh else NONE
    renewed = after.turn != before.turn or any(isinstance(event, RENEWING) for event in events)
    if not (fresh or renewed or after.paused or before.paused):
        return Clock(row.deadline, row.remind_at)
    left = limit + owed if fresh else left_of(case, row, before)
    if after.paused:
        return Clock(None, None, max(left, NONE), owed)
    longer = timedelta(seconds=sum(event.seconds for event in events if isinstance(event, ev.Extended)))
    return replace(running(case, case.now + left + longer), grace=owed)


def _limit(case: Case, game: Game) -> timedelta | None:
    """How long the player to act has, or everyone to challenge the last round; None if the game waits for nobody."""
    if game.provisional is not None and game.result is None:
        return case.desk.settings.game.challenge_time
    return None if due(game) is None else timedelta(seconds=game.limit)


def _is_fresh(before: Game, after: Game, events: Sequence[ev.Event]) -> bool:
    """Whether the clock starts anew: not for a changed bid, nor when a challenge leaves the result provisional."""
    waiting = due(after)
    if (waiting is not None and due(before) is None) or (before.provisional is None) != (after.provisional is None):
        return True
    successor = any(isinstance(e, ev.Replaced) and waiting and e.seat == waiting[0] for e in events)
    return successor or (after.turn != before.turn and not is_change(before, after, events))


def is_change(before: Game, after: Game, events: Sequence[ev.Event]) -> bool:
    """Whether a standing bid was changed: it is then still the same player's turn."""
    return isinstance(events[0], ev.BidMade) and due(before) == due(after)


def _owed(case: Case, game: Game) -> timedelta:
    """The grace owed to the player to act."""
    seat = on_clock(game)
    owed = seat is not None and clocks.grace(case.tx, game.number, seat).state == "owed"
    return grace_left(case, game, seat) if owed else NONE


def running(case: Case, deadline: datetime) -> Clock:
    """A running clock, with a reminder unless it is too late for one."""
    return Clock(deadline, remind_at(case, deadline))


def store_clock(case: Case, game: Game, clock: Clock) -> None:
    """Store the clock of a game."""
    left = None if clock.left is None else int(clock.left.total_seconds())
    clocks.set_clock(case.tx, game.number, deadline=clock.deadline, remind_at=clock.remind_at, left_seconds=left)
