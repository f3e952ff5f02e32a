"""Deadlines: the clock of a game after an act (109, clause 7). running_time.py computes them; time_outs.py says what
happens when one passes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from referee.desk.case import Case
from referee.desk.clock.banks import bank_left, charge
from referee.desk.clock.delayed_notices import NONE, grace_left, left_of, on_clock
from referee.desk.clock.leave import leaves_of
from referee.desk.clock.reminders import remind_at
from referee.desk.clock.running_time import later, runs_from
from referee.spades import events as ev
from referee.spades.game import Game, due
from referee.store import clocks
from referee.store.games import GameRow
from referee.telling.news import BankUsed

RENEWING = ev.Extended | ev.Limited | ev.Hurried | ev.Replaced
"""Events that bring a new notice of the same turn, as a changed bid does: the old notice no longer counts."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When the time to act ends, when to remind the players, and how much is left while the clock is stopped."""

    deadline: datetime | None
    remind_at: datetime | None
    left: timedelta | None = None
    grace: timedelta = NONE
    """How much of it is grace, owed because a letter to the player came back before their turn."""
    runs_from: datetime | None = None
    """From when the limit runs, where the player was away when the turn began."""
    used: BankUsed | None = None
    """What the turn before took out of its player's time bank."""


def next_clock(case: Case, row: GameRow, before: Game | None, after: Game, events: Sequence[ev.Event]) -> Clock:
    """The clock after an act: new for a new position or player, stopped by a pause, longer after an extension.

    It counts from the notice of the turn (109, clause 7). `before` is None when the game begins.
    """
    fresh = before is None or _is_fresh(before, after, events)
    used = charge(case, row, before) if before is not None and fresh and not _is_spared(before, events) else None
    return replace(_clock(case, row, before, after, events, fresh=fresh), used=used)


def _clock(
    case: Case, row: GameRow, before: Game | None, after: Game, events: Sequence[ev.Event], *, fresh: bool
) -> Clock:
    limit = _limit(case, after)
    if limit is None:
        return Clock(None, None)
    owed = NONE
    if fresh or before is None:
        owed = _owed(case, after)
        left, since = limit + bank_left(case, after, on_clock(after)) + owed, _away_until(case, after)
    else:
        renewed = after.turn != before.turn or any(isinstance(event, RENEWING) for event in events)
        if not (renewed or after.paused or before.paused):
            return Clock(row.deadline, row.remind_at, runs_from=row.runs_from)
        left = _relimited(case, before, after, left_of(case, row, before))
        since = None if after.hurry is not None else row.runs_from
    if after.paused:
        return Clock(None, None, max(left, NONE), owed, since)
    longer = timedelta(seconds=sum(event.seconds for event in events if isinstance(event, ev.Extended)))
    return replace(resumed(case, after, left + longer, since), grace=owed)


def _relimited(case: Case, before: Game, after: Game, left: timedelta) -> timedelta:
    """What is left of the running turn under another limit: more by what a longer one adds; of a shorter one at most
    the whole, so that nobody's time runs out with the ruling itself. The time for challenges has its own limit."""
    if (after.turn_limit, after.hurry) == (before.turn_limit, before.hurry) or due(after) is None:
        return left
    if after.turn_limit > before.turn_limit:
        return left + timedelta(seconds=after.turn_limit - before.turn_limit)
    return min(left, timedelta(seconds=after.turn_limit) + bank_left(case, after, on_clock(after)))


def _is_spared(before: Game, events: Sequence[ev.Event]) -> bool:
    """Whether the turn before takes nothing out of a time bank: a successor has one of their own, and nobody answers
    for time that was lost."""
    seat = on_clock(before)
    return any(isinstance(e, ev.Restored) or (isinstance(e, ev.Replaced) and e.seat == seat) for e in events)


def _away_until(case: Case, game: Game) -> datetime | None:
    """From when the limit of a turn that begins now runs, if its player is away."""
    if game.hurry is not None:
        return None
    moment = runs_from(case.now, leaves_of(case, game.number, on_clock(game)))
    return moment if moment > case.now else None


def _limit(case: Case, game: Game) -> timedelta | None:
    """How long the player to act has, or everyone to challenge the last round; None if the game waits for nobody."""
    if game.provisional is not None and game.result is None:
        return case.desk.settings.game.challenge_time
    return None if due(game) is None else timedelta(seconds=game.turn_limit)


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


def resumed(case: Case, game: Game, left: timedelta, since: datetime | None) -> Clock:
    """A clock that runs out once limits have run for `left`, from now on or, if that is later, `since` then."""
    begins = case.now if since is None else max(case.now, since)
    return running(case, game, later(begins, left, weekends=game.weekends), since)


def running(case: Case, game: Game, deadline: datetime, since: datetime | None) -> Clock:
    """A running clock, with a reminder unless it is too late for one."""
    return Clock(deadline, remind_at(case, game, deadline), runs_from=since)


def store_clock(case: Case, game: Game, clock: Clock) -> None:
    """Store a clock that was set without an act."""
    clocks.set_clock(case.tx, game.number, **columns_of(clock))


def columns_of(clock: Clock) -> dict[str, Any]:
    """A clock as a game's row has it."""
    left = None if clock.left is None else int(clock.left.total_seconds())
    return {
        "deadline": clock.deadline,
        "remind_at": clock.remind_at,
        "left_seconds": left,
        "runs_from": clock.runs_from,
    }
