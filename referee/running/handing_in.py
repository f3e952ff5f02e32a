"""The loop for mail that is handed in: as that of a mailbox, but clocks wait for what may lie in the server's queue.

Knows when the wait is over, and writes down how long it lasts, for whoever asks. Rules on nothing. Of several daemons
on a database each takes mail, and the one that acts for all lets the clocks wait for all: also if another one turned
mail away, came or went, for mail may lie in the queue on its account.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import Connection

from referee.running.guard import now
from referee.running.queue_wait import COMPLETE, FLUSHED, TURNED_AWAY, WAIT, Wait, wait_of
from referee.running.reading import FOLLOW_SECONDS, NOTE_EVERY, Reading, grow
from referee.running.watch import LAST_READ
from referee.store import marks
from referee.store.backend import moment

if TYPE_CHECKING:
    from referee.post.wire.handed_in import HandedIn

OTHERS = "a daemon turned mail away, came or went"

log = structlog.get_logger()


class HandingIn(Reading):
    """One referee's mail on its way from the mail servers that hand it in."""

    inbox: "HandedIn"
    in_each_daemon = True
    _noted_complete = datetime.min.replace(tzinfo=UTC)
    _waited = False
    """Whether clocks had to wait at the last look."""
    _told_since: datetime | None = None
    """What other daemons know of when mail was turned away here."""
    _known: tuple[bool, int, str | None] | None = None
    """Whether this daemon acts for all, how many there are, and when one of them last turned mail away."""

    async def open(self) -> None:
        """Go on where the last run stopped, and listen."""
        if self.inbox.complete is None:
            self.inbox.complete = await self.steps.look(_complete_before)
        await super().open()

    async def read(self) -> None:
        """Take what was handed in; clocks act only if nothing may lie in the queue."""
        if flushed := await self.steps.look(lambda tx: marks.get_mark(tx, FLUSHED)):
            self.inbox.flushed(datetime.fromisoformat(flushed))
        if not self.presence.alone:
            await self._agree()
        before, until = await self.steps.look(wait_of), self.inbox.waits_until
        self._waited = until is not None
        await super().read()
        if not self.presence.acts_for_all:
            return
        wait = None if until is None else Wait(before.since if before else self.inbox.since, until, self.inbox.why)
        if wait != before:
            await self.steps.note(WAIT, "" if wait is None else wait.to_mark())
            log.info("clocks", outcome="go on" if wait is None else "wait", **({} if wait is None else _said(wait)))
        complete = self.inbox.complete
        if wait is None and complete is not None and abs(now() - self._noted_complete) > NOTE_EVERY:
            self._noted_complete = now()
            await self.steps.note(COMPLETE, complete.isoformat())

    def _look_seconds(self) -> float:
        """Look at once if the clocks' wait has just ended, and soon if another daemon may have taken mail."""
        if self._waited and self.inbox.waits_until is None:
            return 0.0
        seconds = super()._look_seconds()
        return seconds if self.presence.alone else min(seconds, FOLLOW_SECONDS)

    async def _agree(self) -> None:
        """Tell the others when mail was turned away here; if this daemon acts for all, wait for theirs."""
        if begun_anew := self.inbox.since != self._told_since:
            self._told_since = self.inbox.since
            await self.steps.work(grow, self.store, TURNED_AWAY, await self.steps.look(moment))
        turned_away = await self.steps.look(lambda tx: marks.get_mark(tx, TURNED_AWAY))
        known = self.presence.acts_for_all, self.presence.daemons, turned_away
        if self.presence.acts_for_all and known != self._known and not begun_anew:
            self.inbox.turned_away(OTHERS)
            self._told_since = self.inbox.since
        self._known = known


def _said(wait: Wait) -> dict[str, str]:
    return {"until": wait.until.isoformat(timespec="seconds"), "why": wait.why}


def _complete_before(tx: Connection) -> datetime | None:
    """The moment up to which all mail had come in earlier runs; also if it lay in a mailbox then."""
    known = (marks.get_mark(tx, name) for name in (COMPLETE, LAST_READ))
    return next((datetime.fromisoformat(one) for one in known if one), None)
