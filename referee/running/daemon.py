"""The daemon: reads the mailbox, handles what came, lets clocks run out, sends what is due. Rules on nothing itself.

Two loops, one for mail in and the clocks, one for letters out; the database is worked by one thread, a whole
transaction at a time. A clock runs out only once all mail that came before is read and handled. A fault of the disk
ends the process.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Any, ParamSpec, TypeVar

import structlog
from sqlalchemy import Connection

from referee.desk.card_leaks import discreet
from referee.desk.case import Desk
from referee.desk.send import envelope_sender, local_domain
from referee.post.proof.evidence import Evidence
from referee.post.wire.inbox import Arrived, Inbox, MailboxLost, MailboxRefused
from referee.post.wire.smtp import Kind, Outbox, Outcome
from referee.post.wire.sockets import give_up
from referee.running.guard import (
    file_records,
    gather_evidence,
    handle_or_shunt,
    keep_outcome,
    look_around,
    look_back,
    now,
    remind,
    run_on,
    run_out,
    vouch,
)
from referee.running.timer import Alarm
from referee.running.watch import LAST_READ, Steady, at_start, disk, mailbox_away, sending_away
from referee.store import games, inbox, marks, outbox, quotas, reach
from referee.store.backend import Store
from referee.store.outbox import Queued

P = ParamSpec("P")
T = TypeVar("T")

LOOK_SECONDS = 5.0
"""How often the outbox is looked at without a hint: other programs put letters there too."""
FIRST_PAUSE, LONGEST_PAUSE, LONGEST_AFTER_NO = 1.0, 30.0, 300.0
"""Seconds before a server is tried again: it may be back soon, but a no stands until a person changes something."""
STUBBORN = 3
"""So many addresses that fail in a row are taken for a server that cannot send at all."""
OWN_FAULT = 5
"""A letter that failed so often while others went out has itself to blame, and waits longer from then on."""
NOTE_EVERY = timedelta(seconds=30)
GRACE_SECONDS = 3.0
"""How long a server may take over what is under way once we are to stop."""
FORGEABLE = "a bare From is believed: anyone who can forge one can play for others"
MAILBOX_TROUBLE = "mailbox-trouble"
MAIL_TROUBLE = "mail-trouble"

log = structlog.get_logger()


class Stopped(Exception):
    """We are to stop: what is not begun yet stays for the next start."""


class Daemon:
    """One referee at work on one database and one mailbox."""

    def __init__(self, desk: Desk, store: Store) -> None:
        self.desk, self.store = desk, store
        settings = desk.settings
        self.inbox = Inbox(settings.imap)
        self.outbox = Outbox(settings.smtp, local_domain(settings)[1])
        self.alarm = Alarm()
        self._worker = ThreadPoolExecutor(1, "referee")
        self._stopping = asyncio.Event()
        self._letters = asyncio.Event()
        self._noted = datetime.min.replace(tzinfo=UTC)
        self._began, self._steady = now(), Steady()
        self._held: dict[int, int] = {}
        """Letters that were unreachable though greeted, and how often."""
        self._accepted_since: set[int] = set()
        """Those of them since whose first failure another letter was accepted."""
        self._longest = LONGEST_PAUSE
        self._older = False
        """Whether the database was found to be an older copy at this start."""
        self._compared = False
        self._vouched = 0
        """The last letter that the witness beside the database knows of."""

    async def run(self) -> None:
        """Work until `stop`. The mail in hand is finished first. Raises StoreError if the disk fails."""
        self._greet()
        await self._look_back()
        self.alarm.start()
        self.alarm.daily("forget", lambda: self._worker.submit(self._forget))
        loops = [asyncio.create_task(self._reading()), asyncio.create_task(self._sending())]
        try:
            await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.stop()
            ends = await asyncio.gather(*loops, return_exceptions=True)
            self.alarm.stop()
            await self._close()
        for end in ends:
            if isinstance(end, BaseException):
                raise end
        log.info("stopped")

    def stop(self) -> None:
        """Ask the loops to end: the mail in hand is finished, and servers are waited for no longer than a moment."""
        self._stopping.set()
        self._letters.set()
        self.inbox.nudge()

    async def once(self) -> bool:
        """Handle what is there and what is due, then stop; False if the mailbox could not be read."""
        read = True
        self._greet()
        try:
            await self._look_back()
            try:
                await self._open()
                await self.read()
            except (MailboxLost, MailboxRefused) as e:
                await self._unreadable(e)
                read = False
            while await self._send_due():
                pass
        except Stopped:
            log.info("stopped")
        finally:
            await self._close()
        return read

    async def read(self) -> None:
        """Take in and handle all mail that lies in the mailbox, then let clocks run out that did before.

        None does while the server withholds a mail: it may hold a move that came in time.
        Raises Stopped if not all of it could be handled before we are to stop: then no clock may run out.
        """
        began, lay_there = now(), None
        while arrived := await self._unless_stopped(self.inbox.fetch_new()):
            if lay_there is None:
                lay_there = self.inbox.highest
            handled: list[int] = []
            evidence = await self._unless_stopped(asyncio.to_thread(self._gather, arrived))
            for mail, found in zip(arrived, evidence, strict=True):
                if not self._stopping.is_set():
                    await self._handle(await self._work(self._receive, mail, found), uid=mail.uid)
                    handled.append(mail.uid)
            await self._unless_stopped(self.inbox.mark_done(arrived[0].uidvalidity, handled))
            if self._stopping.is_set():
                raise Stopped
            # what came meanwhile is for the next reading: mail without end must not hold the clocks
            if max(mail.uid for mail in arrived) >= lay_there:
                break
        await self._handle_waiting()
        if self.inbox.withheld(began):
            return
        await self._work(self._steady.look, self.desk, self.store)
        if abs(began - self._noted) > NOTE_EVERY:
            self._noted = began
            await self._work(self._note, LAST_READ, began.isoformat())
            await self._work(disk, self.desk, self.store)
        await self._sweep(began)

    def _greet(self) -> None:
        settings = self.desk.settings
        log.info("started", address=settings.referee.address)
        if "address" in settings.auth.accept:
            log.warning("proofs", why=FORGEABLE)

    async def _open(self) -> None:
        """What does not need the mailbox first: it may be away. But where there are games, nothing is done for them
        before the first look into it."""
        await self._work(self._forget)
        await self._work(file_records, self.desk, self.store)
        if first := not self._compared and await self._work(self._look, lambda tx: reach.reach(tx).game > 0):
            await self._enter()
        await self._handle_waiting()
        await self._remind()
        if not first:
            await self._enter()

    async def _enter(self) -> None:
        """Open the mailbox; the first time, also see whether the database knows the mails that were handled last."""
        await self._unless_stopped(self.inbox.open())
        if not self._compared:
            until = await self._work(self._look, reach.known_until)
            mails = await self._unless_stopped(self.inbox.handled(until, but_from=self.desk.settings.referee.address))
            await self._work(look_around, self.desk, self.store, mails, noticed=self._older)
            self._compared = True

    async def _look_back(self) -> None:
        """Whether the database is the one that it was, before anything else is done with it."""
        self._older = await self._work(look_back, self.desk, self.store)
        await self._work(at_start, self.desk, self.store)

    async def _handle_waiting(self) -> None:
        """Handle mails that were received but not handled: after a crash, or when a first try failed."""
        while numbers := await self._work(self._look, inbox.unhandled):
            for number in numbers:
                if self._stopping.is_set():
                    raise Stopped
                await self._handle(number)

    async def _reading(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                await self._open()
                while not self._stopping.is_set():
                    began = now()
                    await self.read()
                    pause = FIRST_PAUSE
                    await self._set_alarm(began)
                    await self._unless_stopped(self.inbox.wait_for_mail(self.desk.settings.imap.poll_seconds))
            except (MailboxLost, MailboxRefused) as e:
                longest = LONGEST_AFTER_NO if isinstance(e, MailboxRefused) else LONGEST_PAUSE
                pause = min(pause, longest)
                await self._unreadable(e, again_in=pause)
                await self._pause(self._stopping, pause)
                pause = min(2 * pause, longest)
            except Stopped:
                return

    async def _sending(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                more = await self._send_due()
            except Stopped:
                return
            if more is None:
                pause = min(pause, self._longest)
                await self._pause(self._stopping, pause)
                pause = min(2 * pause, self._longest)
            else:
                pause = FIRST_PAUSE
                if not more:
                    await self._pause(self._letters, LOOK_SECONDS)

    async def _send_due(self) -> bool | None:
        """Send what is due: True if there may be more, False if not, None if the server cannot be reached.

        Letters in bulk are left for the next look once others may be waiting, which then go first.
        """
        self._letters.clear()
        letters = await self._work(self._look, lambda tx: outbox.due_letters(tx, now(), held=list(self._held)))
        began = monotonic()
        away: set[str] = set()
        for letter in letters:
            if self._stopping.is_set():
                raise Stopped
            others_may_wait = self._letters.is_set() or monotonic() - began > LOOK_SECONDS
            if letter.recipient in away or (letter.bulk and others_may_wait):
                continue
            outcome = await self._send(letter)
            if outcome.kind is Kind.UNREACHABLE:
                away.add(letter.recipient)
                if not outcome.greeted or len(away) == STUBBORN:
                    return None
        return None if away else bool(letters)

    async def _send(self, letter: Queued) -> Outcome:
        """Try one letter. If nothing can be sent at all now, `unreachable`, it costs the letter no try."""
        if letter.id > self._vouched:
            self._vouched = await self._work(vouch, self.desk, self.store)
        sender = envelope_sender(self.desk.settings, letter.secret)
        outcome = await self._unless_stopped(self.outbox.send(sender, letter.recipient, letter.raw))
        reply = discreet(f"{outcome.code or ''} {outcome.text}".strip(), letter)
        about: dict[str, Any] = {"id": letter.id, "game": letter.game, "turn": letter.turn, "about": letter.event}
        if outcome.kind is Kind.ACCEPTED:
            log.info("letter", **about, outcome=outcome.kind.value)
        else:
            log.warning("letter", **about, outcome=outcome.kind.value, why=reply)
        if outcome.kind is Kind.UNREACHABLE:
            self._longest = LONGEST_AFTER_NO if (outcome.code or 0) // 100 == 5 else LONGEST_PAUSE
            await self._work(self._note, MAIL_TROUBLE, f"{now().isoformat()} {reply}")
            await self._work(sending_away, self.desk, self.store, reply)
            if not outcome.greeted or not self._alone(letter):
                return outcome
            outcome = replace(outcome, kind=Kind.DEFERRED)
        self._held.pop(letter.id, None)
        if outcome.kind is Kind.ACCEPTED:
            self._accepted_since = set(self._held)
        await self._work(keep_outcome, self.desk, self.store, letter, outcome.kind, reply)
        if not letter.bulk:
            # what follows from it may be a notice
            self._letters.set()
        return outcome

    def _alone(self, letter: Queued) -> bool:
        """Whether it is this letter alone that cannot be sent: it failed again and again, and others went out."""
        failures = self._held[letter.id] = self._held.get(letter.id, 0) + 1
        return letter.id in self._accepted_since and (failures >= OWN_FAULT or letter.tries > 0)

    async def _handle(self, number: int, uid: int | None = None) -> None:
        began = monotonic()
        outcome = await self._work(handle_or_shunt, self.desk, self.store, number)
        log.info("mail", uid=uid, id=number, outcome=outcome, ms=round(1000 * (monotonic() - began)))
        self._letters.set()

    async def _sweep(self, read_until: datetime) -> None:
        """Reminders, notices that were put off for too long, and every clock that ran out before `read_until`."""
        await self._remind()
        for number in await self._work(self._look, games.put_off):
            if (outcome := await self._work(run_on, self.desk, self.store, number)) != "waits":
                log.info("notice", game=number, outcome=outcome)
                self._letters.set()
        for number in await self._work(self._look, lambda tx: games.overdue(tx, read_until)):
            log.info("clock", game=number, outcome=await self._work(run_out, self.desk, self.store, number, read_until))
            self._letters.set()
        await self._work(file_records, self.desk, self.store)

    async def _remind(self) -> None:
        for number in await self._work(self._look, lambda tx: games.to_remind(tx, now())):
            log.info("reminder", game=number, outcome=await self._work(remind, self.desk, self.store, number))
            self._letters.set()

    async def _set_alarm(self, began: datetime) -> None:
        """Have the mailbox read when the next clock runs out, or a reminder is due, after the last reading `began`."""
        moment = await self._work(self._look, lambda tx: games.next_moment(tx, began))
        if moment is not None:
            self.alarm.at("clock", moment, self.inbox.nudge)

    async def _unreadable(self, why: MailboxLost | MailboxRefused, **more: float) -> None:
        log.warning("mailbox", outcome="unreadable", why=str(why), **more)
        await self._work(self._note, MAILBOX_TROUBLE, f"{now().isoformat()} {why}")
        await self._work(mailbox_away, self.desk, self.store, self._began, str(why))

    def _gather(self, arrived: Sequence[Arrived]) -> list[Evidence]:
        return gather_evidence(self.desk.settings.auth, [(mail.raw, mail.arrived) for mail in arrived])

    def _receive(self, mail: Arrived, evidence: Evidence) -> int:
        with self.store.transaction() as tx:
            digest = sha256(mail.raw).hexdigest()
            return inbox.receive(tx, mail.raw, digest, mail.arrived, mail.uidvalidity, mail.uid, evidence=evidence)

    def _note(self, name: str, value: str) -> None:
        with self.store.transaction() as tx:
            marks.set_mark(tx, name, value)

    def _forget(self) -> None:
        with self.store.transaction() as tx:
            quotas.forget(tx, now().date())

    def _look(self, question: Callable[[Connection], T]) -> T:
        with self.store.reading() as tx:
            return question(tx)

    async def _work(self, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """One step with the database, in the one thread that works it; finished even if we are cancelled."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._worker, lambda: step(*args, **kwargs)))

    async def _unless_stopped(self, work: Coroutine[Any, Any, T]) -> T:
        """What a server has to say; once we are to stop, only if it says so at once. Raises Stopped."""
        task, stop = asyncio.create_task(work), asyncio.create_task(self._stopping.wait())
        try:
            await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
            done, _ = await asyncio.wait({task}, timeout=GRACE_SECONDS)
            if not done:
                raise Stopped
            return task.result()
        finally:
            stop.cancel()
            await give_up(task)

    async def _pause(self, until: asyncio.Event, seconds: float) -> None:
        try:
            await asyncio.wait_for(until.wait(), seconds)
        except TimeoutError:
            return

    async def _close(self) -> None:
        await self.inbox.close()
        await self.outbox.close()
        self._worker.shutdown(wait=True)
