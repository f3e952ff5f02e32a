"""What a late notice does to the turn it announces (109, clause 7). Sets no clock and writes no letter.

Time in which nothing could be sent, or the referee did not run, is nobody's fault: it is added to the turn. If the
player's server answers but puts the notice off, that time comes out of their grace: one limit in a game, in one piece
or several. Beyond that the clock runs by the announced deadline, since nobody can know whose fault the delay is: anyone
with a few addresses can have letters to all of them put off.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.desk.case import Case
from referee.desk.clock.running_time import between
from referee.post.wire.retries import put_off
from referee.spades.game import Game, due
from referee.store import clocks, outbox
from referee.store.games import GameRow
from referee.store.outbox import Queued

NONE = timedelta(0)
LATE = timedelta(hours=1)
"""A notice later than this moves the clock; if the limit is short, a tenth of the limit is enough."""
SHORTEST = timedelta(minutes=1)
"""The least delay that counts: a server may take its time, and every change of a clock causes letters."""


@dataclass(frozen=True, slots=True)
class Lateness:
    """How long a notice was on its way, through our fault or nobody's, and because a server put it off."""

    ours: timedelta
    theirs: timedelta

    @property
    def whole(self) -> timedelta:
        """Both together."""
        return self.ours + self.theirs


PUNCTUAL = Lateness(NONE, NONE)


def lateness(notice: Queued, until: datetime, row: GameRow, game: Game) -> Lateness:
    """How much of the running turn's limit a notice cost that was accepted at `until`, or was still waiting then:
    nothing of it runs on a weekend, or in the leave in which the turn began."""
    began = max(notice.written, row.runs_from or notice.written)
    whole = max(between(began, until, weekends=game.weekends), NONE)
    theirs = min(whole, max(put_off(notice.tries) - max(notice.due - until, NONE), NONE))
    return Lateness(whole - theirs, theirs)


def late(limit: int) -> timedelta:
    """How late a notice may be before it counts as late, if a turn has `limit` seconds."""
    return max(min(LATE, timedelta(seconds=limit) / 10), SHORTEST)


def grace_left(case: Case, game: Game, seat: int | None) -> timedelta:
    """What is left of a seat's grace; nothing if `seat` is None, as while all may challenge."""
    if seat is None:
        return NONE
    grace = clocks.grace(case.tx, game.number, seat)
    return NONE if grace.state == "used" else max(timedelta(seconds=game.turn_limit) - grace.waited, NONE)


def spend(case: Case, game: Game, seat: int | None, span: timedelta) -> None:
    """Take `span` off a seat's grace; once nothing is left, it is used up."""
    if seat is None or span <= NONE:
        return
    waited = clocks.grace(case.tx, game.number, seat).waited + span
    state = "used" if waited >= timedelta(seconds=game.turn_limit) else "unused"
    clocks.set_grace(case.tx, game.number, seat, state, waited)


def on_clock(game: Game) -> int | None:
    """The seat whose clock is running."""
    waiting = due(game)
    return None if waiting is None else waiting[0]


def lateness_now(case: Case, row: GameRow, game: Game) -> Lateness:
    """How late the notice of the running turn is, if it is still on its way."""
    notice = None if row.notice is None else outbox.waiting(case.tx, row.notice)
    return PUNCTUAL if notice is None else lateness(notice, case.now, row, game)


def time_left(row: GameRow, game: Game, moment: datetime) -> timedelta:
    """How long the limit and the bank of the running turn still run at a moment; less than nothing once they are
    over."""
    if row.deadline is None:
        return timedelta(seconds=row.left_seconds or 0)
    return between(max(moment, row.runs_from or moment), row.deadline, weekends=game.weekends)


def left_of(case: Case, row: GameRow, game: Game) -> timedelta:
    """What is left of the running turn, now that its clock is set again. What was lost to a notice still on its way is
    made up for; the part of that which is grace is spent."""
    if row.deadline is None:
        return time_left(row, game, case.now)
    found, seat = lateness_now(case, row, game), on_clock(game)
    granted = min(found.theirs, grace_left(case, game, seat))
    spend(case, game, seat, granted)
    return time_left(row, game, case.now) + found.ours + granted
