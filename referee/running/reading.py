"""The loop for incoming mail and the clocks: reads the mailbox, has each mail handled, then lets clocks run out.

Rules on nothing itself. A clock runs out only once all mail that came before has been read and handled.
"""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256

import structlog

from referee.desk.case import Desk
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
    now,
    remind,
    remind_of_tables,
    run_without_notice,
    wake_tournament,
)
from referee.running.metrics import Durations
from referee.running.presence import Presence
from referee.running.steps import Steps, Stopped, pause
from referee.running.timer import Timer
from referee.running.together import Handling, handle_some
from referee.running.watch import LAST_READ, MAILBOX_TROUBLE, WallClock, check_disk, check_last_run, report_mailbox_away
from referee.store import clocks, inbox, lanes, leases, marks, matches, progress, quotas
from referee.store.backend import Store, moment

NOTE_EVERY = timedelta(seconds=30)
MAILBOX_SECOND = timedelta(seconds=1)
"""A mailbox knows when a mail arrived to the second: what came by an instant is read for certain a second later."""
IN_HAND_SECONDS = 0.1
"""How often the daemon checks whether another program is done with the mail it is handling."""
FOLLOW_SECONDS = 0.25
"""How often a daemon looks for mail that another one received."""

ALARMS = (("clock", clocks.next_moment, timedelta(0)), ("tournament", matches.next_moment, MAILBOX_SECOND))
"""What wakes the daemon, and how long after its instant."""

log = structlog.get_logger()


class Reading:
    """One referee's mail on its way from one mailbox, and the clocks of its games."""

    def __init__(self, desk: Desk, steps: Steps, timer: Timer, letters_written: Callable[[], None]) -> None:
        self.desk, self.steps, self.store, self.timer = desk, steps, steps.store, timer
        self.inbox = Inbox(desk.settings.imap)
        self.presence = Presence(steps, self.inbox.nudge)
        self._letters_written = letters_written
        self.has_read = asyncio.Event()
        """Set once all mail in the mailbox was read and handled."""
        self.durations = Durations()
        self._noted = datetime.min.replace(tzinfo=UTC)
        self._began, self._wall_clock = now(), WallClock()
        self._uids: dict[int, int] = {}
        """The mails fetched last: their UIDs by the numbers under which they are stored."""
        self._older = False
        """Whether the witness said, at this start, that the database is an older copy."""
        self._compared = False
        """Whether the database was compared with the mails handled last."""

    async def run(self) -> None:
        """Read until the daemon stops."""
        pauses = Pauses()
        while not self.steps.stopping.is_set():
            try:
                if not await self.presence.say():
                    await self.follow()
                    continue
                await self.open()
                while self.presence.acts_for_all and not self.steps.stopping.is_set():
                    began = now()
                    await self.read()
                    pauses.after_success()
                    await self._set_timer(began)
                    await self.steps.unless_stopped(self.inbox.wait_for_mail(self.desk.settings.imap.poll_seconds))
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
        await self.steps.work(forget_counts, self.store)
        await self.steps.work(file_records, self.desk, self.store)
        if first := not self._compared and await self.steps.look(lambda tx: progress.reach(tx).game > 0):
            await self._enter()
        await self._handle_waiting()
        await self._remind()
        if not first:
            await self._enter()

    async def follow(self) -> None:
        """Handle mail that another daemon receives, and let those clocks run out that did so before it last read all
        there was, until this daemon is the one to read the mailbox. Raises Stopped."""
        await self.inbox.close()
        swept = None
        while not self.presence.acts_for_all:
            await self._handle_waiting()
            self.has_read.set()
            read_until = await self.steps.look(lambda tx: marks.get_mark(tx, LAST_READ))
            if read_until is not None and read_until != swept:
                swept = read_until
                await self._sweep(datetime.fromisoformat(read_until))
            await pause(self.steps.stopping, FOLLOW_SECONDS)
            self.steps.go_on()

    async def read(self) -> None:
        """Receive and handle all mail in the mailbox, then let those clocks run out that did so before.

        No clock does while the server withholds a mail: it may hold a move that came in time.
        Raises Stopped if the daemon stops before all of it is handled: then no clock may run out.
        """
        began = now() if self.presence.alone else await self.steps.look(moment)
        await self._take_in()
        await self._handle_waiting()
        self.has_read.set()
        if self.inbox.withheld(began):
            return
        await self.steps.work(self._wall_clock.look, self.desk, self.store)
        await self._note(began)
        await self._sweep(began)

    async def _note(self, began: datetime) -> None:
        """Note that all mail is handled that came before this reading `began`: the clocks of other daemons wait for
        that, and the operator looks at it."""
        if not self.presence.alone:
            await self.steps.work(grow, self.store, began)
        if abs(began - self._noted) > NOTE_EVERY:
            self._noted = began
            if self.presence.alone:
                await self.steps.note(LAST_READ, began.isoformat())
            await self.steps.work(check_disk, self.desk, self.store)

    async def unreadable(self, why: MailboxLost | MailboxRefused, **more: float) -> None:
        """Note that the mailbox cannot be read; tell the operator once that has lasted for some time."""
        log.warning("mailbox", outcome="unreadable", why=str(why), **more)
        await self.steps.note(MAILBOX_TROUBLE, f"{now().isoformat()} {why}")
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
        """The same, but returns if the daemon stops before."""
        last = await self.steps.look(lanes.last_waiting)
        while last is not None and await self.steps.look(partial(lanes.waits_up_to, number=last)):
            if self.steps.stopping.is_set():
                return
            share = 2 * self.presence.daemons
            handled = await self.steps.work(handle_some, self.desk, self.store, self.presence.name, share)
            if not handled or handled[0][1].how is Handling.IN_HAND:
                # it comes before the mails that follow it, and before the clocks
                await pause(self.steps.stopping, IN_HAND_SECONDS)
                continue
            for number, one in handled:
                uid, ms = self._uids.get(number), round(1000 * one.seconds)
                log.info("mail", uid=uid, id=number, outcome=one.words, ms=ms)
                self.durations.add(one.seconds)
            self._letters_written()

    async def _sweep(self, read_until: datetime) -> None:
        """Send reminders, make the planned bids that waited, let clocks run on whose notices were put off for too long,
        act for every clock that ran out before `read_until`, and wake tournaments once all mail of their second is
        read."""
        await self._remind()
        for number in await self.steps.look(lambda tx: clocks.bids_due(tx, read_until)):
            made = await self.steps.work(bid_as_planned, self.desk, self.store, number)
            log.info("planned bid", game=number, outcome=made)
            self._letters_written()
        for number in await self.steps.look(clocks.put_off):
            if (outcome := await self.steps.work(run_without_notice, self.desk, self.store, number)) is not None:
                log.info("notice", game=number, outcome=outcome)
                self._letters_written()
        for number in await self.steps.look(lambda tx: clocks.overdue(tx, read_until)):
            outcome = await self.steps.work(act_if_overdue, self.desk, self.store, number, read_until)
            log.info("clock", game=number, outcome=outcome)
            self._letters_written()
        until = read_until - MAILBOX_SECOND
        for number in await self.steps.look(lambda tx: matches.to_wake(tx, until)):
            outcome = await self.steps.work(wake_tournament, self.desk, self.store, number, until)
            log.info("tournament", tournament=number, outcome=outcome)
            self._letters_written()
        if self.presence.acts_for_all:
            await self.steps.work(file_records, self.desk, self.store)

    async def _remind(self) -> None:
        for number in await self.steps.look(lambda tx: clocks.to_remind(tx, now())):
            outcome = await self.steps.work(remind, self.desk, self.store, number)
            log.info("reminder", game=number, outcome=outcome)
            self._letters_written()
        if await self.steps.look(lambda tx: unstarted_tables.are_due(tx, self.desk.settings, now())):
            outcome = await self.steps.work(remind_of_tables, self.desk, self.store)
            log.info("full tables", outcome=outcome)
            self._letters_written()

    async def _set_timer(self, began: datetime) -> None:
        """Have the mailbox read when the next clock runs out or reminder is due, counted from when the last reading
        `began`."""
        for name, next_moment, late in ALARMS:
            if (moment := await self.steps.look(partial(next_moment, after=began - late))) is not None:
                self.timer.at(name, moment + late, self.inbox.nudge)

    def _gather(self, arrived: Sequence[Arrived]) -> list[Evidence]:
        return gather_evidence(self.desk.settings.auth, [(mail.raw, mail.arrived) for mail in arrived])


def receive(store: Store, mails: Sequence[Arrived], evidence: Sequence[Evidence]) -> list[int]:
    """Store mails from the mailbox, all of them in one transaction. Returns their numbers."""
    with store.transaction() as tx:
        return [
            inbox.receive(
                tx, mail.raw, sha256(mail.raw).hexdigest(), mail.arrived, (mail.uidvalidity, mail.uid), evidence=found
            )
            for mail, found in zip(mails, evidence, strict=True)
        ]


def grow(store: Store, read_until: datetime) -> None:
    """All mail that came before this moment was handled. Who says so late, after a freeze, takes nothing back."""
    with store.transaction() as tx:
        # fixed width, so that the later one is the higher text
        marks.grow_mark(tx, LAST_READ, read_until.astimezone(UTC).isoformat(timespec="microseconds"))


def forget_counts(store: Store) -> None:
    """Delete the counts of past days, and what daemons held that are gone for long."""
    with store.transaction() as tx:
        quotas.forget(tx, now().date())
        leases.forget(tx)
