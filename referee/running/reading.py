"""The loop for incoming mail and the clocks: reads the mailbox, has each mail handled, then lets clocks run out.

Rules on nothing itself. A clock runs out only once all mail that came before has been read and handled.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import structlog
from sqlalchemy import Connection

from referee import timed
from referee.desk.case import Desk
from referee.desk.sender.reply_addresses import local_domain
from referee.post.proof.evidence import Evidence
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.post.wire.sockets import Pauses
from referee.running.guard import (
    answerers,
    compare_with_mailbox,
    compare_with_witness,
    do_due,
    file_records,
    gather_evidence,
    unfiled,
)
from referee.running.health import LAST_READ, MAILBOX_TROUBLE, check_disk, check_last_run, report_mailbox_away
from referee.running.steps import Steps, Stopped, Timer, pause
from referee.running.together import handle_some
from referee.store import inbox, progress, quotas
from referee.store.backend import Store
from referee.timed import Reached

HAND_OVER = timedelta(seconds=15)
"""The longest time until a mail that is handed in is stored, since its keys are looked up first: so long the clocks
lag."""


NOTE_EVERY = timedelta(seconds=30)
STORED_SECONDS = 1.0
"""The seconds between two looks for mail that `referee handle` has stored."""

log = structlog.get_logger()


class NoMailbox:
    """A mailbox that is always empty. For one event loop."""

    highest, oldest_left, uidvalidity, lag = 0, 0, 0, HAND_OVER

    def __init__(self) -> None:
        self._nudged = asyncio.Event()

    async def open(self) -> None:
        """Do nothing: there is nothing to open."""

    async def close(self) -> None:
        """Do nothing."""

    async def fetch_new(self, known: object = None) -> list[Arrived]:
        """Return no mail."""
        return []

    async def mark_done(self, uidvalidity: int, uids: Iterable[int]) -> None:
        """Do nothing: the mailbox is empty."""

    def withheld(self) -> bool:
        """Return False: there is no mail that could be."""
        return False

    async def wait_for_mail(self, seconds: float) -> bool:
        """Wait for a `nudge`. Returns False if no nudge came within this many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._nudged.wait(), seconds)
        nudged = self._nudged.is_set()
        self._nudged.clear()
        return nudged

    def nudge(self) -> None:
        """End `wait_for_mail`, or the next one."""
        self._nudged.set()

    async def handled(self, after: datetime, *, but_from: str) -> dict[str, datetime]:
        """Return no mails: nobody keeps the mails that we have handled."""
        return {}


class Reading:
    """One referee's mail on its way, and the clocks of its games."""

    def __init__(self, desk: Desk, steps: Steps, timer: Timer, letters_written: Callable[[], None]) -> None:
        self.desk, self.steps, self.store, self.timer = desk, steps, steps.store, timer
        self._letters_written = letters_written
        imap, sign = desk.settings.imap, desk.settings.smtp.subaddress
        answers = f'TO "{local_domain(desk.settings)[0]}{sign}"' if sign else 'SUBJECT "(ref "'
        self.inbox: Inbox | NoMailbox = NoMailbox() if imap is None else Inbox(imap, answers, self._answerers)
        self.all_read = asyncio.Event()
        """An event, set once everything that was there has been read and handled."""
        self._handling = asyncio.Lock()
        """A lock for handling the waiting mails: no two tasks must take the same mails."""
        self._noted = datetime.min.replace(tzinfo=UTC)
        self._began = desk.clock()
        self._uids: dict[int, int] = {}
        """The mails fetched last: their UIDs by the numbers under which they are stored."""
        self._older = False
        """The witness said, at this start, that the database is an older copy."""
        self._compared = False
        """The database was compared with the mails handled last."""
        self._opened = False
        """We may work on games, which wait for the comparison."""

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
        """Find out if this is still the same database, before any other work on it."""
        self._older = await self.steps.work(compare_with_witness, self.desk, self.store)
        await self.steps.work(check_last_run, self.desk, self.store)

    async def open(self) -> None:
        """Do the work that needs no mailbox, which may be away, then open the mailbox. Games wait for the first look
        into it."""
        await self.steps.work(forget_counts, self.desk, self.store)
        await self.steps.work(file_records, self.desk, self.store)
        if first := not self._compared and await self.steps.look(lambda tx: progress.reach(tx).game > 0):
            await self._enter()
        self._opened = True
        await self._handle_waiting()
        await self._do_due(Reached(self.desk.clock()))
        if not first:
            await self._enter()

    async def handle_stored(self) -> None:
        """Handle what `referee handle` has stored, until the daemon stops, also while the mailbox is away."""
        with suppress(Stopped):
            while not self.steps.stopping.is_set():
                await pause(self.steps.stopping, STORED_SECONDS)
                if self._opened and await self.steps.look(inbox.last_waiting) is not None:
                    await self._handle_waiting()
                    # the mails just handled may have set clocks
                    self.inbox.nudge()

    async def read(self) -> None:
        """Receive and handle all mail, then let the clocks run out whose deadlines came before.

        While the server withholds a mail, no clock runs out: the mail may hold a move that came in time. Raises Stopped
        if the daemon stops before all mail is handled: then no clock may run out.
        """
        began = self.desk.clock()
        await self._take_in()
        await self._handle_waiting()
        self.all_read.set()
        if self.inbox.withheld():
            return
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
        """Take in all mail that lies there, some at a time: the mailbox gives answers to letters first."""
        lay_there = None
        while arrived := await self.steps.unless_stopped(self.inbox.fetch_new()):
            if lay_there is None:
                lay_there = self.inbox.highest
            await self._take_in_each(arrived)
            # leave what came meanwhile to the next reading: an endless stream of mail must not hold the clocks
            if not 0 < self.inbox.oldest_left <= lay_there:
                break

    async def _take_in_each(self, arrived: Sequence[Arrived]) -> None:
        """Store and handle these mails, and move them away."""
        evidence = await self.steps.unless_stopped(asyncio.to_thread(self._gather, arrived))
        self.steps.go_on()
        mails = [(mail.raw, mail.arrived, mail.place) for mail in arrived]
        numbers = await self.steps.work(receive, self.store, mails, evidence)
        self._uids = dict(zip(numbers, (mail.uid for mail in arrived), strict=True))
        try:
            await self._handle_waiting()
        finally:
            waiting = await self.steps.look(partial(inbox.in_state, state="new"))
            handled = [uid for number, uid in self._uids.items() if number not in waiting]
            await self.steps.unless_stopped(self.inbox.mark_done(arrived[0].uidvalidity, handled))

    async def _answerers(self, heads: list[bytes]) -> list[str]:
        return await self.steps.look(lambda tx: answerers(tx, self.desk.settings, heads))

    async def _handle_waiting(self) -> None:
        """Handle all mails that were received but not handled, even mails that waited after a crash or a failed first
        try, or that another program received. Raises Stopped."""
        async with self._handling:
            last = await self.steps.look(inbox.last_waiting)
            while last is not None and await self.steps.look(partial(inbox.waits_up_to, number=last)):
                await self._handle_some()

    async def _handle_some(self) -> None:
        """Handle some of the mails that wait. Raises Stopped."""
        self.steps.go_on()
        for number, one in await self.steps.work(handle_some, self.desk, self.store):
            ms = round(1000 * one.seconds)
            log.info("mail", uid=self._uids.get(number), id=number, outcome=one.words, ms=ms)
            self._letters_written()

    async def _sweep(self, read_until: datetime) -> None:
        """Do all work that fell due by itself; all mail that came before `read_until` is handled. Mostly there is no
        such work, and one look tells."""
        now = Reached(self.desk.clock(), read_until)
        if await self.steps.look(lambda tx: anything_due(tx, self.desk, now)):
            await self._do_due(now)
            await self.steps.work(file_records, self.desk, self.store)

    async def _do_due(self, reached: Reached) -> None:
        for work in timed.TIMED:
            for number in await self.steps.look(partial(work.due, settings=self.desk.settings, reached=reached)):
                outcome = await self.steps.work(do_due, self.desk, self.store, work, number, reached)
                if outcome is not None:
                    log.info(work.name, **({work.of: number} if work.of else {}), outcome=outcome)
                    self._letters_written()

    async def _set_timer(self, began: datetime) -> None:
        """Have the mailbox read when work falls due next, as seen from the moment when the last reading `began`."""
        lags = {work: work.lag + self.inbox.lag for work in timed.TIMED}
        instants = await self.steps.look(lambda tx: [work.next(tx, began - lag) for work, lag in lags.items()])
        for (work, lag), instant in zip(lags.items(), instants, strict=True):
            if instant is not None:
                self.timer.at(work.name, instant + lag, self.inbox.nudge)

    def _gather(self, arrived: Sequence[Arrived]) -> list[Evidence]:
        return gather_evidence(self.desk.settings.auth, [(mail.raw, mail.arrived) for mail in arrived])


def anything_due(tx: Connection, desk: Desk, reached: Reached) -> bool:
    """Tell if a sweep would do anything. Work that falls due during a sweep is for the next sweep."""
    return any(work.due(tx, desk.settings, reached) for work in timed.TIMED) or bool(unfiled(tx))


def receive(
    store: Store, mails: Sequence[tuple[bytes, datetime, tuple[int, int] | None]], evidence: Sequence[Evidence]
) -> list[int]:
    """Store mails, each with its arrival and its place, all of them in one transaction. Returns their numbers."""
    with store.transaction() as tx:
        return [
            inbox.receive(tx, raw, sha256(raw).hexdigest(), arrived, place, evidence=found)
            for (raw, arrived, place), found in zip(mails, evidence, strict=True)
        ]


def forget_counts(desk: Desk, store: Store) -> None:
    """Delete the counts of past days."""
    with store.transaction() as tx:
        quotas.forget(tx, desk.clock().date())
