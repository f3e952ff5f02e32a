"""The daemon: the loops for incoming mail, for outgoing letters and for pruning; its backups, its site and its signs of
life. Rules on nothing itself.

One thread works on the database, a whole transaction at a time. A failing disk ends the process; while the database's
server is away, the program that runs the daemon begins another.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from referee.config import Settings
from referee.desk.case import Desk
from referee.post.wire.inbox import MailboxLost, MailboxRefused
from referee.post.wire.sockets import cancel_all
from referee.running import supervisor
from referee.running.reading import Reading, forget_counts
from referee.running.rereading import Rereading
from referee.running.sending import Sending
from referee.running.site import SiteWriter
from referee.running.steps import LOOP, Outages, Steps, Stopped, Timer, pause
from referee.running.supervisor import Pulse
from referee.running.upkeep import Backups, Pruning
from referee.store.backend import Passing, Store, Superseded

AT_LEISURE = {"pruning", "lease", "site", "configuration"}
"""The loops that may be idle for long; every other loop does something every few minutes."""
LEASE_SECONDS = 0.5
"""The seconds between two looks of the daemon at its lease."""
NO_MAILBOX = "there is no [imap]: mail comes through `referee handle` alone"
FORGEABLE = "the settings accept a bare From: anyone who can forge one can play for others"

log = structlog.get_logger()


class Daemon:
    """One referee at work on one database, with a mailbox or without one."""

    def __init__(
        self,
        desk: Desk,
        store: Store,
        outages: Outages | None = None,
        read: Callable[[], Settings] | None = None,
    ) -> None:
        self.desk, self.store = desk, store
        self._steps, self._timer = Steps(store, outages), Timer()
        self._configuration = Rereading(desk, self._steps, read)
        self.reread = self._configuration.nudge
        self._sending = Sending(desk, self._steps)
        self._reading = Reading(desk, self._steps, self._timer, self._sending.nudge)
        self._pruning = Pruning(self._steps, desk.settings.database.keep_mail, desk.clock)
        self.inbox = self._reading.inbox
        self._backups = Backups(desk, self._steps, self._timer)
        self._pulse = Pulse(desk, self._steps)
        self._site = SiteWriter(desk, self._steps)
        self.told_to_stop = False

    async def run(self) -> None:
        """Work until `stop`, finishing the mail in hand first. Raises StoreError if the database fails."""
        self._greet()
        try:
            await self._site.prepare()
            await self._reading.look_back()
            await self._work()
        except Passing:
            if not self.told_to_stop:
                raise
        finally:
            await self._close()
        log.info("stopped")

    async def _work(self) -> None:
        self._timer.start()
        self._timer.daily("forget", self._forget)
        self._timer.daily("prune", self._pruning.nudge)
        await self._backups.plan()
        work = {
            "reading": self._reading.run(),
            "stored": self._reading.handle_stored(),
            "sending": self._sending.run(),
            "pruning": self._pruning.run(),
            "lease": self._keep_lease(),
            "configuration": self._configuration.run(),
        }
        if self._site.folder is not None:
            work["site"] = self._site.run()
        loops = {name: asyncio.create_task(_as(name, loop)) for name, loop in work.items()}
        busy = {name: loop for name, loop in loops.items() if name not in AT_LEISURE}
        beside = [asyncio.create_task(sign) for sign in (self._ready(), self._pulse.watch(busy))]
        try:
            await asyncio.wait(loops.values(), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._end()
            ends = await asyncio.gather(*loops.values(), return_exceptions=True)
            await cancel_all(*beside)
            ends += await asyncio.gather(*beside, return_exceptions=True)
            self._timer.stop()
            await self._backups.stop()
        for end in ends:
            if isinstance(end, BaseException) and not isinstance(end, asyncio.CancelledError):
                raise end

    def stop(self, signal: str | None = None) -> None:
        """Ask the loops to end: they finish the mail in hand, and wait only a moment for servers."""
        log.info("stopping", **({"signal": signal} if signal else {}))
        self.told_to_stop = True
        supervisor.say(supervisor.STOPPING)
        self._end()

    def _end(self) -> None:
        self._steps.stopping.set()
        self._sending.nudge()
        self._pruning.nudge()
        self._configuration.nudge()
        self.inbox.nudge()

    async def once(self) -> bool:
        """Handle all mail in the mailbox and all work that is due, then stop. Returns False if the mailbox could not be
        read."""
        read = True
        self._greet()
        await self._site.prepare()
        try:
            await self._reading.look_back()
            try:
                await self._reading.open()
                await self._reading.read()
            except (MailboxLost, MailboxRefused) as e:
                await self._reading.unreadable(e)
                read = False
            while await self._sending.send_due():
                pass
            await self._backups.make_due()
            await self._site.once()
        except Stopped:
            log.info("stopped")
        finally:
            await self._close()
        return read

    async def _keep_lease(self) -> None:
        """End the daemon once another daemon may work; check that until this one stops. Raises Superseded."""
        while not self._steps.stopping.is_set():
            if self.store.lease.is_lost():
                raise Superseded("the lease on the database was lost: another daemon may work on it by now")
            await pause(self._steps.stopping, LEASE_SECONDS)

    async def _ready(self) -> None:
        await self._reading.all_read.wait()
        supervisor.say(supervisor.READY)

    def _forget(self) -> None:
        self._steps.submit(lambda: forget_counts(self.desk, self.store))

    def _greet(self) -> None:
        log.info("started", address=self.desk.settings.referee.address)
        if "address" in self.desk.settings.auth.accept:
            log.warning("proofs", why=FORGEABLE)
        if self.desk.settings.imap is None:
            log.info("mailbox", outcome="none", why=NO_MAILBOX)

    async def _close(self) -> None:
        await self._reading.close()
        await self._sending.close()
        self._steps.close()


async def _as(name: str, work: Coroutine[Any, Any, None]) -> None:
    """Do the work of a loop under its name."""
    LOOP.set(name)
    await work
