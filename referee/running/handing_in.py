"""The loop for mail that is handed in: as that of a mailbox, but clocks wait for what may lie in the server's queue.

Knows when the wait is over, and writes down how long it lasts, for whoever asks. Rules on nothing.
"""

from datetime import UTC, datetime

import structlog
from sqlalchemy import Connection

from referee.post.wire.handed_in import HandedIn
from referee.running.guard import now
from referee.running.queue_wait import COMPLETE, FLUSHED, WAIT, Wait, wait_of
from referee.running.reading import NOTE_EVERY, Reading
from referee.running.watch import LAST_READ
from referee.store import marks

log = structlog.get_logger()


class HandingIn(Reading):
    """One referee's mail on its way from the mail servers that hand it in."""

    inbox: HandedIn
    _noted_complete = datetime.min.replace(tzinfo=UTC)

    async def open(self) -> None:
        """Go on where the last run stopped, and listen."""
        if self.inbox.complete is None:
            self.inbox.complete = await self.steps.look(_complete_before)
        await super().open()

    async def read(self) -> None:
        """Take what was handed in; clocks act only if nothing may lie in the queue."""
        if flushed := await self.steps.look(lambda tx: marks.get_mark(tx, FLUSHED)):
            self.inbox.flushed(datetime.fromisoformat(flushed))
        before, until = await self.steps.look(wait_of), self.inbox.waits_until
        await super().read()
        wait = None if until is None else Wait(before.since if before else self.inbox.since, until, self.inbox.why)
        if wait != before:
            await self.steps.note(WAIT, "" if wait is None else wait.to_mark())
            log.info("clocks", outcome="go on" if wait is None else "wait", **({} if wait is None else _said(wait)))
        if wait is not None and self.inbox.waits_until is None:
            # it ended while we read, and clocks may be due
            self.inbox.nudge()
        complete = self.inbox.complete
        if wait is None and complete is not None and abs(now() - self._noted_complete) > NOTE_EVERY:
            self._noted_complete = now()
            await self.steps.note(COMPLETE, complete.isoformat())


def _said(wait: Wait) -> dict[str, str]:
    return {"until": wait.until.isoformat(timespec="seconds"), "why": wait.why}


def _complete_before(tx: Connection) -> datetime | None:
    """The moment up to which all mail had come in earlier runs; also if it lay in a mailbox then."""
    known = (marks.get_mark(tx, name) for name in (COMPLETE, LAST_READ))
    return next((datetime.fromisoformat(one) for one in known if one), None)
