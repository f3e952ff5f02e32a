"""The clock of a game, the one rule by which it starts (109, clause 7), and the time in which a team may challenge the
previous round.

1. A turn's clock starts when the mail server has taken or refused its notice, the letter that tells its player, and one
   limit after that was written at the latest. So a letter that is held up costs nobody time, and no game waits longer
   than one more limit.
2. Each letter gives the deadline as if the clock had started with it. A start less than a minute later moves nothing;
   a later one moves the deadline by as much, and everyone hears of it in a line.
3. The Gamesmaster hears of a refusal, and of a notice that waited for one limit. A letter that comes back after the
   server took it moves no clock.
4. No clock acts before the mailbox was read past its deadline, nor while a mail that came in time still waits. A clock
   that runs does so while the referee does not; but none starts, so a notice of that time leaves the whole limit.
5. `pause` keeps what was left when it arrived: all of it, if the clock had not started. What tells a turn anew, as
   `resume`, `extend`, `limit`, `replace`, `back` and the match limit do, has a notice of its own, for what is left
   then.
6. A changed bid is neither a new turn nor a new notice. Who takes over the turn itself has the whole limit.
7. Nothing runs in the leave in which a turn began, or on weekends that do not count: no limit, and no delay either.
8. The reminder comes once the clock has started, and moves with the deadline.

running_time.py says when limits run, timed.py what happens without a mail.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from referee.desk.case import Case
from referee.desk.clock.running_time import between, earlier, later, leaves_of, runs_from
from referee.games import Game
from referee.spades import events as ev
from referee.spades.game import Game as Cards
from referee.store import clocks, event_log, outbox, people
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.table.seats import SEATS, team_of

ZERO = timedelta(0)
TOLERANCE = timedelta(minutes=1)
"""A clock that starts sooner after its notice was written moves no deadline: each that moves causes letters."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The end of the time to act, the moment of the reminder, and how much is left while the clock is stopped."""

    deadline: datetime | None
    remind_at: datetime | None
    left: timedelta | None = None
    runs_from: datetime | None = None
    """The moment from which the limit runs, if the player was away when the turn began."""
    waits: bool = False
    """The clock waits for the letter about the turn, and starts with it."""


def next_clock(case: Case, row: GameRow, before: Game | None, after: Game, events: Sequence[ev.Event]) -> TurnClock:
    """Return the clock after an act: new for a new position or player, stopped by a pause, longer after an extension.

    `before` is None when the game begins.
    """
    limit = limit_of(case, after)
    if limit is None:
        return TurnClock(None, None)
    if before is None or _is_fresh(before, after, events):
        left, since = limit, _away_until(case, after)
    elif after.paused or before.paused or any(isinstance(event, ev.Renewing) for event in events):
        left, since = _left(case, row, before, after, events), None if after.hurry is not None else row.runs_from
    else:
        return clock_of(row)
    if after.paused:
        return TurnClock(None, None, max(left, ZERO), since)
    return resumed(case, after, left, since)


def _left(case: Case, row: GameRow, before: Game, after: Game, events: Sequence[ev.Event]) -> timedelta:
    """Return what is left of a turn that goes on. A pause keeps what was left when its mail arrived. So does any other
    mail that was read so late that the limit was over by then: nobody's time runs out before they hear."""
    longer = timedelta(seconds=sum(event.seconds for event in events if isinstance(event, ev.Extended)))
    now, then = (
        _relimited(before, after, time_left(case, row, before, at)) + longer for at in (case.now, case.arrived)
    )
    return then if after.paused or now <= ZERO else now


def resumed(case: Case, game: Game, left: timedelta, since: datetime | None) -> TurnClock:
    """Return a clock that waits for its notice and ends once limits have run for `left`, from now on or, if that is
    later, `since` then."""
    begins = case.now if since is None else max(case.now, since)
    deadline = later(begins, left, weekends=game.weekends)
    return TurnClock(deadline, remind_at(case, game, deadline), runs_from=since, waits=True)


def time_left(case: Case, row: GameRow, game: Game, at: datetime) -> timedelta:
    """Return what was left of the running turn's limit at a moment: the whole limit before its clock has started, a
    negative time once the limit is over."""
    if row.deadline is None:
        return timedelta(seconds=row.left_seconds or 0)
    notice = None if row.notice is None else outbox.waiting(case.tx, row.notice)
    if at < case.now:
        # a mail that was put aside may be older than the turn
        at = max(at, event_log.told_anew(case.tx, row))
    since = max(at, row.runs_from or at) if notice is None else counts_from(row, notice)
    return between(since, row.deadline, weekends=game.weekends)


def counts_from(row: GameRow, notice: Queued) -> datetime:
    """Find from when the limit of a turn runs if the server takes its notice at once."""
    return max(notice.written, row.runs_from or notice.written)


def limit_of(case: Case, game: Game) -> timedelta | None:
    """Find the limit of the player to act, or of everyone to challenge the last round; None if the game waits for
    nobody."""
    if game.provisional is not None and game.result is None:
        return case.desk.settings.game.challenge_time
    return None if game.due is None else timedelta(seconds=game.turn_limit)


def on_clock(game: Game) -> int | None:
    """Return the seat whose clock is running; None while all may challenge."""
    waiting = game.due
    return None if waiting is None else waiting[0]


def remind_at(case: Case, game: Game, deadline: datetime) -> datetime | None:
    """Find when to remind the players who may act that their limit is nearly over; None if it is too late, or the
    settings remind nobody. Never on a weekend that does not count."""
    before = case.desk.settings.game.reminder_before
    moment = None if before is None else earlier(deadline, before, weekends=game.weekends)
    return moment if moment is not None and moment > case.now else None


def store_clock(case: Case, game: Game, clock: TurnClock) -> None:
    """Store a clock that was set without an act."""
    clocks.set_clock(case.tx, game.number, **columns_of(clock))


def clock_of(row: GameRow) -> TurnClock:
    """Return the clock of a game as its row has it."""
    left = None if row.left_seconds is None else timedelta(seconds=row.left_seconds)
    return TurnClock(row.deadline, row.remind_at, left, row.runs_from)


def columns_of(clock: TurnClock) -> dict[str, Any]:
    """Return a clock as a game's row has it."""
    left = None if clock.left is None else int(clock.left.total_seconds())
    return {
        "deadline": clock.deadline,
        "remind_at": clock.remind_at,
        "left_seconds": left,
        "runs_from": clock.runs_from,
    }


def _is_fresh(before: Game, after: Game, events: Sequence[ev.Event]) -> bool:
    """Tell if a turn begins. A changed bid begins no turn, nor does a challenge that leaves the result provisional."""
    waiting = after.due
    if (waiting is not None and before.due is None) or (before.provisional is None) != (after.provisional is None):
        return True
    if any(isinstance(event, ev.Replaced) and waiting and event.seat == waiting[0] for event in events):
        return True
    changed_bid = isinstance(events[0], ev.BidMade) and before.due == waiting
    return after.turn != before.turn and not changed_bid


def _relimited(before: Game, after: Game, left: timedelta) -> timedelta:
    """Return the time left of the running turn under a new limit. A longer limit adds the difference. A shorter limit
    leaves at most its whole, so that nobody's time runs out with the ruling itself. The time for challenges has its own
    limit."""
    if (after.turn_limit, after.hurry) == (before.turn_limit, before.hurry) or after.due is None:
        return left
    longer = after.turn_limit - before.turn_limit
    return left + timedelta(seconds=longer) if longer > 0 else min(left, timedelta(seconds=after.turn_limit))


def _away_until(case: Case, game: Game) -> datetime | None:
    """If its player is away, find from when the limit of a turn that begins now runs."""
    if game.hurry is not None:
        return None
    moment = runs_from(case.now, leaves_of(case, game.number, on_clock(game)))
    return moment if moment > case.now else None


def too_late_to_challenge(case: Case, game: Cards, seat: int, arrived: datetime) -> bool:
    """Tell if a mail arrived after the time in which the team of `seat` may challenge the previous round.

    A provisional result has a clock of its own: until that ends the game, it is not too late.
    """
    if game.last is None or game.provisional is not None:
        return False
    began = _began(case, game, seat, game.last)
    if began is None:
        return False
    return arrived > later(began, case.desk.settings.game.challenge_time, weekends=game.weekends)


def _began(case: Case, game: Cards, seat: int, last: Cards) -> datetime | None:
    """Find when the time began: when the server had taken the letter with the result for both partners, or for the
    list; None if the server has not taken it yet.

    A letter still on its way holds the start back; one that never reaches its player does not. If no letter arrived, or
    others have taken the seats since, the time began when the round was scored; in a restored game, when it resumed.
    """
    settings = case.desk.settings.referee
    if settings.list_mode == "external" and settings.list is not None:
        readers = [settings.list]
    else:
        seated = people.seated(case.tx, game.number)
        readers = [seated[one].address for one in SEATS if team_of(one) == team_of(seat)]
    letters = outbox.first_of_round(case.tx, game.number, last.turn, readers)
    if any(letter.state == "waiting" for letter in letters):
        return None
    # a letter that came back was accepted first
    taken = [letter.sent for letter in letters if letter.sent is not None]
    resumed = event_log.resumed_after_restore(case.tx, game.number)
    starts = taken or [event_log.scored_at(case.tx, game.number, last.round)]
    return max(starts if resumed is None else (*starts, resumed))
