"""The daemon: two loops, one for incoming mail and the clocks, one for outgoing letters. Rules on nothing itself.

One thread works on the database, a whole transaction at a time. A failing disk ends the process.
"""

import asyncio

import structlog

from referee.desk.case import Desk
from referee.post.wire.inbox import MailboxLost, MailboxRefused
from referee.running.reading import Reading, forget_counts
from referee.running.sending import Sending
from referee.running.steps import Steps, Stopped
from referee.running.timer import Timer
from referee.store.backend import Store

FORGEABLE = "the settings accept a bare From: anyone who can forge one can play for others"

log = structlog.get_logger()


class Daemon:
    """One referee at work on one database and one mailbox."""

    def __init__(self, desk: Desk, store: Store) -> None:
        self.desk, self.store = desk, store
        self._steps, self._timer = Steps(store), Timer()
        self._sending = Sending(desk, self._steps)
        self._reading = Reading(desk, self._steps, self._timer, self._sending.nudge)
        self.inbox = self._reading.inbox

    async def run(self) -> None:
        """Work until `stop`, finishing the mail in hand first. Raises StoreError if the disk fails."""
        self._greet()
        await self._reading.look_back()
        self._timer.start()
        self._timer.daily("forget", lambda: self._steps.submit(lambda: forget_counts(self.store)))
        loops = [asyncio.create_task(self._reading.run()), asyncio.create_task(self._sending.run())]
        try:
            await asyncio.wait(loops, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.stop()
            ends = await asyncio.gather(*loops, return_exceptions=True)
            self._timer.stop()
            await self._close()
        for end in ends:
            if isinstance(end, BaseException):
                raise end
        log.info("stopped")

    def stop(self) -> None:
        """Ask the loops to end: they finish the mail in hand, and wait only a moment for servers."""
        self._steps.stopping.set()
        self._sending.nudge()
        self.inbox.nudge()

    async def once(self) -> bool:
        """Handle what is there and what is due, then stop. Returns False if the mailbox could not be read."""
        read = True
        self._greet()
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
        except Stopped:
            log.info("stopped")
        finally:
            await self._close()
        return read

    def _greet(self) -> None:
        log.info("started", address=self.desk.settings.referee.address)
        if "address" in self.desk.settings.auth.accept:
            log.warning("proofs", why=FORGEABLE)

    async def _close(self) -> None:
        await self._reading.close()
        await self._sending.close()
        self._steps.close()
