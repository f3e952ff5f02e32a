"""Until when someone may act: the clock of a game after an act (109, clause 7). Never acts when it runs out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from referee.desk.case import Case
from referee.spades import events as ev
from referee.spades.game import Game, due
from referee.store import games, post
from referee.store.games import Kept


@dataclass(frozen=True, slots=True)
class Clock:
    """Until when, when to remind, and what is left while the clock stands still."""

    deadline: datetime | None
    remind_at: datetime | None
    left: timedelta | None = None
    grace: bool = False
    """The limit that was owed to whoever is to act is in it."""


def next_clock(case: Case, kept: Kept, before: Game, after: Game, events: Sequence[ev.Event]) -> Clock:
    """The clock after an act: new for a new position or player, stopped by a pause, longer by an extension.

    It counts from the notice that someone is to act (109, clause 7).
    """
    limit = _limit(case, after)
    if limit is None:
        return Clock(None, None)
    now, fresh = case.now, _is_fresh(before, after, events)
    grace = fresh and _is_owed(case, after)
    left = limit * (2 if grace else 1) if fresh else left_of(case, kept)
    if after.paused:
        return Clock(None, None, max(left, timedelta(0)), grace)
    longer = timedelta(seconds=sum(event.seconds for event in events if isinstance(event, ev.Extended)))
    if fresh or longer or before.paused:
        return replace(running(case, now + left + longer), grace=grace)
    return Clock(kept.deadline, kept.remind_at)


def _limit(case: Case, game: Game) -> timedelta | None:
    """How long whoever is to act has, or all have to challenge the last round; None once nobody is waited for."""
    if game.provisional is not None and game.result is None:
        return case.desk.settings.game.challenge_time
    return None if due(game) is None else timedelta(seconds=game.limit)


def _is_fresh(before: Game, after: Game, events: Sequence[ev.Event]) -> bool:
    """Whether the clock starts anew: not for a changed bid, nor where a result is challenged and another stands."""
    waiting = due(after)
    if (waiting is not None and due(before) is None) or (before.provisional is None) != (after.provisional is None):
        return True
    successor = any(isinstance(e, ev.Replaced) and waiting and e.seat == waiting[0] for e in events)
    return successor or (after.turn != before.turn and not is_change(before, after, events))


def is_change(before: Game, after: Game, events: Sequence[ev.Event]) -> bool:
    """Whether a bid was made that leaves due what was due: a standing one was changed."""
    return isinstance(events[0], ev.BidMade) and due(before) == due(after)


def _is_owed(case: Case, game: Game) -> bool:
    """Whether a limit more is owed to whoever is to act, since a letter to em came back before."""
    waiting = due(game)
    return waiting is not None and games.grace(case.tx, game.number, waiting[0]) == "owed"


def left_of(case: Case, kept: Kept) -> timedelta:
    """What is left of the running turn: all of it while its notice is still on its way."""
    if kept.deadline is None:
        return timedelta(seconds=kept.left_seconds or 0)
    since = None if kept.notice is None else post.waiting_since(case.tx, kept.notice)
    return kept.deadline - (since or case.now)


def running(case: Case, deadline: datetime) -> Clock:
    """A running clock with its reminder, which comes only while it would still be news."""
    before = case.desk.settings.game.reminder_before
    remind_at = deadline - before if before is not None and deadline - before > case.now else None
    return Clock(deadline, remind_at)


def keep_clock(case: Case, game: Game, clock: Clock) -> None:
    """Keep the clock of a game."""
    left = None if clock.left is None else int(clock.left.total_seconds())
    games.set_clock(case.tx, game.number, deadline=clock.deadline, remind_at=clock.remind_at, left_seconds=left)
