"""The table of work that falls due by itself: how to find each kind, what to do then, and what to say about it. Above
it, what clocks do without a mail: they start, remind and run out, by the rule in desk/clock/deadlines.py.

Never looks at a real clock: time, and the progress of reading mail, come in as values.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from referee.config import Settings
from referee.desk.alarm import Cause
from referee.desk.bounces import undeliverable
from referee.desk.case import Case
from referee.desk.clock.deadlines import (
    TOLERANCE,
    ZERO,
    TurnClock,
    counts_from,
    limit_of,
    on_clock,
    remind_at,
    store_clock,
)
from referee.desk.clock.running_time import between, later
from referee.desk.people import waiting_list
from referee.desk.table.act import act
from referee.desk.table.announce import announce, send_receipts, send_reminders
from referee.desk.table.chain import planned
from referee.desk.tournaments.match_ends import note_silence
from referee.desk.tournaments.wake import wake
from referee.games import Game, view
from referee.store import clocks, event_log, games, inbox, matches, outbox, people, signups
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.table import commands as cmd
from referee.table.seats import SEATS
from referee.telling.formats import span_left
from referee.telling.news import LateNotice, Story

MAILBOX_SECOND = timedelta(seconds=1)
"""A mailbox knows when a mail arrived to the second: what came by an instant is read for certain a second later."""


class Reached(NamedTuple):
    """The moments that time and mail have reached. `read`: all mail up to it is handled; None: the mailbox was not
    read."""

    now: datetime
    read: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """One kind of work that falls due by itself. Its line in the log has its `name`, and its number with the label
    `of`."""

    name: str
    of: str | None = None
    find: Callable[[Connection, datetime], Collection[int]]
    """The numbers for which the work is due by a moment, in order."""
    do: Callable[[Case, int], bool | None]
    """The work itself. Returns False if it must wait."""
    next: Callable[[Connection, datetime], datetime | None] = lambda *_: None
    """The first moment after a given one when the work is due; None: the next look into the mailbox is soon enough."""
    unread: bool = False
    """The work is due by the clock, whatever lies in the mailbox."""
    lag: timedelta = timedelta(0)
    """The wait until all mail of its instant is read. Any wait above 0 means that the work is done as of the instant
    itself."""
    unless: Callable[[Settings], bool] = lambda _: False
    done: str
    idle: str | None = "not due"
    """The word for the log if the work was not done; None: log nothing."""
    cause: Cause = Cause.CLOCK
    trouble: tuple[str, str]
    """The sentence for the operator if a bug of ours keeps it from being done, with the number, and the remedy."""
    forget: Callable[[Connection, int, datetime], object] = lambda *_: None
    """The note that the work was tried, so that it does not come up again at once."""

    def by(self, reached: Reached) -> datetime | None:
        """Return the moment up to which work is due; None if no work can be due."""
        return reached.now if self.unread else reached.read and reached.read - self.lag

    def due(self, tx: Connection, settings: Settings, reached: Reached) -> Collection[int]:
        """Return the numbers under which it is due. There is no other way to ask."""
        by = self.by(reached)
        return () if by is None or self.unless(settings) else self.find(tx, by)


def _in_game(do: Callable[[Case, GameRow], bool]) -> Callable[[Case, int], bool]:
    def done(case: Case, number: int) -> bool:
        row = games.find(case.tx, number)
        return row is not None and do(case, row)

    return done


def time_out(case: Case, row: GameRow) -> bool:
    """Act for a silent seat: by its plan, even one made on this very turn, or else by the clock (109, clause 7).
    Returns False while a mail that came in time waits."""
    assert row.deadline is not None, "its clock ran out"
    if inbox.waits_before(case.tx, row.deadline):
        return False
    game = event_log.load(case.tx, row)
    plan = planned(game, people.seated(case.tx, row.id), overdue=True)
    if plan is None:
        acted, seat = act(case, row, game, None, cmd.TimeUp(row.turn)), on_clock(game)
        if seat is not None:
            note_silence(case, row, seat, acted.after)
    else:
        act(case, row, game, plan.seat, plan.command)
    return True


def remind(case: Case, row: GameRow) -> bool:
    """Remind those who may act that the limit is near."""
    clocks.reminded(case.tx, row.id)
    game = event_log.load(case.tx, row)
    if game.due is not None:
        send_reminders(case, game, row.deadline)
    return True


def write_receipts(case: Case, row: GameRow) -> bool:
    """Show players what their plans did, or that these were made, since no other letter has."""
    due_to = clocks.receipts_owed(case.tx, row.id, case.now)
    clocks.set_receipt(case.tx, row.id, due_to, None)
    game = event_log.load(case.tx, row)
    told = [seat for seat in due_to if game.by_plan[seat - 1] or game.plans[seat - 1]]
    send_receipts(case, game, told, row.deadline)
    return bool(told)


def start_clock(case: Case, letter: Queued) -> None:
    """Start the clock that waits for a letter, once the mail server has taken or refused it. Do nothing if no clock
    waits for it, or if the server answered at once."""
    if case.now - letter.written < TOLERANCE:
        return
    row = None if letter.game is None else games.find(case.tx, letter.game)
    if row is not None and row.notice == letter.id:
        _start(case, row, event_log.load(case.tx, row), letter)


def start_without_notice(case: Case, row: GameRow) -> bool:
    """Start a clock whose notice has waited for one limit, and tell the Gamesmaster. Returns False if there was no such
    clock."""
    notice = None if row.notice is None or row.deadline is None else outbox.waiting(case.tx, row.notice)
    if notice is None:
        return False
    game = event_log.load(case.tx, row)
    limit = limit_of(case, game)
    assert limit is not None, "a game with a deadline waits for somebody"
    if case.now < later(counts_from(row, notice), limit, weekends=game.weekends):
        return False
    _start(case, row, game, notice)
    waited = span_left(case.now - notice.written)
    undeliverable(case, notice, f"no mail server has taken it for {waited}, and the referee keeps trying")
    return True


def _start(case: Case, row: GameRow, game: Game, notice: Queued) -> None:
    """Start the clock that waited for `notice` until now: its turn ends that much later, and everyone hears of it."""
    clocks.set_notice(case.tx, row.id, None)
    if row.deadline is None:
        return
    late = max(between(counts_from(row, notice), case.now, weekends=game.weekends), ZERO)
    if late < TOLERANCE:
        return
    deadline = later(row.deadline, late, weekends=game.weekends)
    clock = TurnClock(deadline, remind_at(case, game, deadline), runs_from=row.runs_from)
    store_clock(case, game, clock)
    news = LateNotice(on_clock(game), round(late.total_seconds()))
    announce(case, row.gamesmaster, Story((news,), view(game), game, sees_hand=frozenset()), clock)


TIMED: tuple[Timed, ...] = (
    Timed(
        name="reminder",
        of="game",
        find=clocks.to_remind,
        do=_in_game(remind),
        next=partial(clocks.next_moment, "remind_at"),
        unread=True,
        done="written",
        cause=Cause.REMINDER,
        trouble=("the reminder of game {} could not be written", "the game goes on without it"),
        forget=lambda tx, number, _: clocks.reminded(tx, number),
    ),
    Timed(
        name="full tables",
        find=waiting_list.table_waiting_longest,
        do=waiting_list.remind_of_tables,
        unread=True,
        unless=lambda settings: settings.game.start_full_tables,
        done="written",
        cause=Cause.REMINDER,
        trouble=("the reminder of full tables could not be written", "the tables wait as before"),
        forget=lambda tx, _, now: waiting_list.note_reminder_of_tables(tx, now),
    ),
    Timed(
        name="waiting list",
        of="person",
        find=lambda tx, moment: signups.waiting_long(tx, moment - waiting_list.MONTH, moment - waiting_list.WEEK),
        do=waiting_list.ask_who_waits,
        done="written",
        cause=Cause.REMINDER,
        trouble=("person {}, who waits for a table, could not be asked if they still do", "they wait as before"),
        forget=signups.wait_anew,
    ),
    Timed(
        name="receipt",
        of="game",
        find=clocks.receipts_due,
        do=_in_game(write_receipts),
        next=clocks.next_receipt,
        unread=True,
        done="written",
        cause=Cause.REMINDER,
        trouble=("the receipts of game {} could not be written", "the game goes on without them"),
        forget=lambda tx, number, _: clocks.set_receipt(tx, number, SEATS, None),
    ),
    Timed(
        name="notice",
        of="game",
        find=lambda tx, moment: clocks.held_up(tx, moment - TOLERANCE),
        do=_in_game(start_without_notice),
        done="clock started",
        idle=None,
        trouble=(
            "the clock of game {} waits for a letter that no mail server takes",
            "the game waits until that is mended",
        ),
    ),
    Timed(
        name="clock",
        of="game",
        find=clocks.overdue,
        do=_in_game(time_out),
        next=partial(clocks.next_moment, "deadline"),
        done="acted",
        trouble=("the clock of game {} could not act", "the game waits until that is mended"),
    ),
    Timed(
        name="tournament",
        of="tournament",
        find=matches.to_wake,
        do=wake,
        next=matches.next_moment,
        lag=MAILBOX_SECOND,
        done="done",
        idle="nothing",
        trouble=("what was due in tournament {} could not be done", "it waits until that is mended"),
    ),
)
"""Every kind of work, in the order in which we do it."""
