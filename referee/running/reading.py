"""The loop for incoming mail and the clocks: reads the mailbox, has each mail handled, then lets clocks run out.

Rules on nothing itself. A clock runs out only once all mail that came before has been read and handled.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import structlog
from sqlalchemy import Connection

from referee.desk.case import Desk
from referee.desk.clock.deadlines import TOLERANCE
from referee.desk.people import unstarted_tables
from referee.post.proof.evidence import Evidence
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.post.wire.retries import Pauses
from referee.running.guard import (
    act_if_overdue,
    bid_as_planned,
    compare_with_mailbox,
    compare_with_witness,
    file_records,
    gather_evidence,
    remind,
    remind_of_tables,
    start_without_notice,
    wake_tournament,
)
from referee.running.no_mailbox import NoMailbox
from referee.running.steps import Steps, Stopped, pause
from referee.running.timer import Timer
from referee.running.together import handle_some
from referee.running.watch import LAST_READ, MAILBOX_TROUBLE, WallClock, check_disk, check_last_run, report_mailbox_away
from referee.store import clocks, games, inbox, matches, progress, quotas, tournaments
from referee.store.backend import Store

NOTE_EVERY = timedelta(seconds=30)
MAILBOX_SECOND = timedelta(seconds=1)
"""A mailbox knows when a mail arrived to the second: what came by an instant is read for certain a second later."""
STORED_SECONDS = 1.0
"""The seconds between two looks for mail that `referee handle` has stored."""

ALARMS = (("clock", clocks.next_moment, timedelta(0)), ("tournament", matches.next_moment, MAILBOX_SECOND))
"""The alarms that wake the daemon, and how long after its instant each does."""

log = structlog.get_logger()


class Reading:
    """One referee's mail on its way, and the clocks of its games."""

    def __init__(self, desk: Desk, steps: Steps, timer: Timer, letters_written: Callable[[], None]) -> None:
        self.desk, self.steps, self.store, self.timer = desk, steps, steps.store, timer
        self._letters_written = letters_written
        imap = desk.settings.imap
        self.inbox: Inbox | NoMailbox = NoMailbox() if imap is None else Inbox(imap)
        self.all_read = asyncio.Event()
        """An event, set once everything that was there has been read and handled."""
        self._handling = asyncio.Lock()
        """A lock, held by whoever handles what waits: two must not take the same mails."""
        self._noted = datetime.min.replace(tzinfo=UTC)
        self._began, self._wall_clock = desk.clock(), WallClock(desk.clock)
        self._uids: dict[int, int] = {}
        """The mails fetched last: their UIDs by the numbers under which they are stored."""
        self._older = False
        """The witness said, at this start, that the database is an older copy."""
        self._compared = False
        """The database was compared with the mails handled last."""
        self._opened = False
        """Games may be handled: none is before that comparison."""

    async def run(self) -> None:
        """Read until the daemon stops."""
        pauses = Pauses()
        while not self.steps.stopping.is_set():
            try:
                await self.open()
                while not self.steps.stopping.is_set():
                    began = self.desk.clock()
                    await self.read()
                    pauses.after_success()
                    await self._set_timer(began)
                    await self.steps.unless_stopped(self.inbox.wait_for_mail(self.desk.settings.poll_seconds))
            except (MailboxLost, MailboxRefused) as e:
                seconds = pauses.after_failure(refused=isinstance(e, MailboxRefused))
                await self.unreadable(e, again_in=seconds)
                await pause(self.steps.stopping, seconds)
            except Stopped:
                return

    async def look_back(self) -> None:
        """Find out whether this is still the same database, before doing anything else with it."""
        self._older = await self.steps.work(compare_with_witness, self.desk, self.store)
        await self.steps.work(check_last_run, self.desk, self.store)

    async def open(self) -> None:
        """Do what does not need the mailbox, which may be away, then open it. If there are games, nothing is done for
        them before the first look into it."""
        await self.steps.work(forget_counts, self.desk, self.store)
        await self.steps.work(file_records, self.desk, self.store)
        if first := not self._compared and await self.steps.look(lambda tx: progress.reach(tx).game > 0):
            await self._enter()
        self._opened = True
        await self._handle_waiting()
        await self._remind()
        if not first:
            await self._enter()

    async def handle_stored(self) -> None:
        """Handle what `referee handle` has stored, until the daemon stops, also while the mailbox is away."""
        while not self.steps.stopping.is_set():
            await pause(self.steps.stopping, STORED_SECONDS)
            if self._opened and await self.steps.look(inbox.last_waiting) is not None:
                await self._handle_until_stopped()
                # what was handled may have set clocks
                self.inbox.nudge()

    async def read(self) -> None:
        """Receive and handle all mail that is there, then let those clocks run out that did so before.

        No clock does while the server withholds a mail: it may hold a move that came in time.
        Raises Stopped if the daemon stops before all of it is handled: then no clock may run out.
        """
        began = self.desk.clock()
        await self._take_in()
        await self._handle_waiting()
        self.all_read.set()
        if self.inbox.withheld():
            return
        await self.steps.work(self._wall_clock.look, self.desk, self.store)
        await self._note(began)
        await self._sweep(began - self.inbox.lag)

    async def _note(self, began: datetime) -> None:
        """Note that all mail is handled that was there when this reading `began`: the operator looks at that."""
        if abs(began - self._noted) > NOTE_EVERY:
            self._noted = began
            await self.steps.note(LAST_READ, began.isoformat())
            await self.steps.work(check_disk, self.desk, self.store)

    async def unreadable(self, why: MailboxLost | MailboxRefused, **more: float) -> None:
        """Note that the mailbox cannot be read; tell the operator once that has lasted for some time."""
        log.warning("mailbox", outcome="unreadable", why=str(why), **more)
        await self.steps.note(MAILBOX_TROUBLE, f"{self.desk.clock().isoformat()} {why}")
        await self.steps.work(report_mailbox_away, self.desk, self.store, self._began, str(why))

    async def close(self) -> None:
        """Log out of the mailbox."""
        await self.inbox.close()

    async def _enter(self) -> None:
        """Open the mailbox; the first time, also check that the database knows the mails handled last."""
        await self.steps.unless_stopped(self.inbox.open())
        if self._compared:
            return
        until = await self.steps.look(progress.known_until)
        handled = self.inbox.handled(until, but_from=self.desk.settings.referee.address)
        mails = await self.steps.unless_stopped(handled)
        await self.steps.work(compare_with_mailbox, self.desk, self.store, mails, noticed=self._older)
        self._compared = True

    async def _take_in(self) -> None:
        lay_there = None
        while arrived := await self.steps.unless_stopped(self.inbox.fetch_new()):
            if lay_there is None:
                lay_there = self.inbox.highest
            await self._take_in_each(arrived)
            # leave what came meanwhile to the next reading: an endless stream of mail must not hold the clocks
            if max(mail.uid for mail in arrived) >= lay_there:
                break

    async def _take_in_each(self, arrived: Sequence[Arrived]) -> None:
        evidence = await self.steps.unless_stopped(asyncio.to_thread(self._gather, arrived))
        self.steps.go_on()
        numbers = await self.steps.work(receive, self.store, arrived, evidence)
        self._uids = dict(zip(numbers, (mail.uid for mail in arrived), strict=True))
        await self._handle_until_stopped()
        waiting = await self.steps.look(lambda tx: inbox.begun(tx, numbers)) if self.steps.stopping.is_set() else ()
        handled = [uid for number, uid in self._uids.items() if number not in waiting]
        await self.steps.unless_stopped(self.inbox.mark_done(arrived[0].uidvalidity, handled))
        self.steps.go_on()

    async def _handle_waiting(self) -> None:
        """Handle all mails that were received but not handled: also those that waited after a crash or a failed first
        try, or that another program received. Raises Stopped."""
        await self._handle_until_stopped()
        self.steps.go_on()

    async def _handle_until_stopped(self) -> None:
        """Handle all mails that wait, but return if the daemon stops before."""
        async with self._handling:
            await self._handle_all()

    async def _handle_all(self) -> None:
        last = await self.steps.look(inbox.last_waiting)
        while last is not None and await self.steps.look(partial(inbox.waits_up_to, number=last)):
            if self.steps.stopping.is_set():
                return
            for number, one in await self.steps.work(handle_some, self.desk, self.store):
                uid, ms = self._uids.get(number), round(1000 * one.seconds)
                log.info("mail", uid=uid, id=number, outcome=one.words, ms=ms)
            self._letters_written()

    async def _sweep(self, read_until: datetime) -> None:
        """Send reminders, make the planned bids that waited, and start the clocks whose notices were held up for too
        long; act for every clock that ran out before `read_until`, and wake tournaments once all mail of their second
        is read. Mostly nothing of that is due: one look sees so."""
        until = read_until - MAILBOX_SECOND
        if not await self.steps.look(lambda tx: anything_due(tx, self.desk, read_until, until)):
            return
        await self._remind()
        for number in await self.steps.look(lambda tx: clocks.bids_due(tx, read_until)):
            made = await self.steps.work(bid_as_planned, self.desk, self.store, number)
            log.info("planned bid", game=number, outcome=made)
            self._letters_written()
        for number in await self.steps.look(lambda tx: clocks.held_up(tx, read_until - TOLERANCE)):
            if (outcome := await self.steps.work(start_without_notice, self.desk, self.store, number)) is not None:
                log.info("notice", game=number, outcome=outcome)
                self._letters_written()
        for number in await self.steps.look(lambda tx: clocks.overdue(tx, read_until)):
            outcome = await self.steps.work(act_if_overdue, self.desk, self.store, number, read_until)
            log.info("clock", game=number, outcome=outcome)
            self._letters_written()
        for number in await self.steps.look(lambda tx: matches.to_wake(tx, until)):
            outcome = await self.steps.work(wake_tournament, self.desk, self.store, number, until)
            log.info("tournament", tournament=number, outcome=outcome)
            self._letters_written()
        await self.steps.work(file_records, self.desk, self.store)

    async def _remind(self) -> None:
        for number in await self.steps.look(lambda tx: clocks.to_remind(tx, self.desk.clock())):
            outcome = await self.steps.work(remind, self.desk, self.store, number)
            log.info("reminder", game=number, outcome=outcome)
            self._letters_written()
        if await self.steps.look(lambda tx: unstarted_tables.are_due(tx, self.desk.settings, self.desk.clock())):
            outcome = await self.steps.work(remind_of_tables, self.desk, self.store)
            log.info("full tables", outcome=outcome)
            self._letters_written()

    async def _set_timer(self, began: datetime) -> None:
        """Have the mailbox read when the next clock runs out or reminder is due, counted from when the last reading
        `began`."""
        lag = self.inbox.lag
        moments = await self.steps.look(
            lambda tx: [next_moment(tx, after=began - second - lag) for _, next_moment, second in ALARMS]
        )
        for (name, _, second), instant in zip(ALARMS, moments, strict=True):
            if instant is not None:
                self.timer.at(name, instant + second + lag, self.inbox.nudge)

    def _gather(self, arrived: Sequence[Arrived]) -> list[Evidence]:
        return gather_evidence(self.desk.settings.auth, [(mail.raw, mail.arrived) for mail in arrived])


def anything_due(tx: Connection, desk: Desk, read_until: datetime, until: datetime) -> bool:
    """Tell if a sweep would do anything: by a clock up to `read_until`, in a tournament up to `until`. What falls due
    while it does is for the next one."""
    return bool(
        clocks.to_remind(tx, desk.clock())
        or unstarted_tables.are_due(tx, desk.settings, desk.clock())
        or clocks.bids_due(tx, read_until)
        or clocks.held_up(tx, read_until - TOLERANCE)
        or clocks.overdue(tx, read_until)
        or matches.to_wake(tx, until)
        or games.unfiled(tx)
        or tournaments.unfiled(tx)
    )


def receive(store: Store, mails: Sequence[Arrived], evidence: Sequence[Evidence]) -> list[int]:
    """Store mails, all of them in one transaction. Returns their numbers."""
    with store.transaction() as tx:
        return [
            inbox.receive(tx, mail.raw, sha256(mail.raw).hexdigest(), mail.arrived, mail.place, evidence=found)
            for mail, found in zip(mails, evidence, strict=True)
        ]


def forget_counts(desk: Desk, store: Store) -> None:
    """Delete the counts of past days."""
    with store.transaction() as tx:
        quotas.forget(tx, desk.clock().date())
