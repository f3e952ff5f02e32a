"""The table of work that falls due by itself: how to find each kind, what to do then, and what to say about it.

Never looks at a real clock: time, and the progress of reading mail, come in as values.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from referee.config import Settings
from referee.desk import time_outs
from referee.desk.alarm import Cause
from referee.desk.case import Case
from referee.desk.clock.deadlines import TOLERANCE
from referee.desk.people import waiting_list
from referee.desk.tournaments.wake import wake
from referee.store import clocks, games, matches, signups
from referee.store.games import GameRow
from referee.table.seats import SEATS

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


TIMED: tuple[Timed, ...] = (
    Timed(
        name="reminder",
        of="game",
        find=clocks.to_remind,
        do=_in_game(time_outs.remind),
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
        do=_in_game(time_outs.write_receipts),
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
        do=_in_game(time_outs.start_without_notice),
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
        do=_in_game(time_outs.time_out),
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
