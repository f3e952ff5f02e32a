"""The ways in which mail comes to one daemon, and up to when all of it has come. Reads and handles none.

A mailbox is read (post/wire/inbox.py), or a mail server hands mail in (post/wire/handed_in.py), or both.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from referee.config import Settings
from referee.desk.case import Desk
from referee.desk.sender.addresses import is_envelope_of
from referee.post.wire.inbox import Arrived, Inbox
from referee.running.metrics import Durations
from referee.running.presence import Presence
from referee.running.steps import Steps
from referee.store import leases

if TYPE_CHECKING:
    from referee.post.wire.handed_in import HandedIn


class Source(Protocol):
    """One way in which mail comes."""

    highest: int
    lag: timedelta
    """How much later than its instant a clock acts, so that mail from before is here."""

    @property
    def look_seconds(self) -> float:
        """How long to wait for mail at most, until the next look at mail and clocks."""

    async def open(self) -> None:
        """Make ready. Raises MailboxLost or MailboxRefused."""

    async def close(self) -> None:
        """End it. Never raises."""

    async def fetch_new(self) -> list[Arrived]:
        """Mails that are not stored yet, in order of arrival."""

    def stored(self, mails: Sequence[Arrived]) -> None:
        """These are in the database for good."""

    async def mark_done(self, uidvalidity: int, uids: Iterable[int]) -> None:
        """These are handled."""

    def withheld(self, now: datetime) -> bool:
        """Whether there is mail that we cannot get."""

    def complete_until(self, began: datetime) -> datetime | None:
        """The moment up to which all mail is stored, asked after the last of a reading that `began` then; None if
        nobody knows."""

    async def wait_for_mail(self, seconds: float) -> bool:
        """Wait for mail or a `nudge`."""

    def nudge(self) -> None:
        """End the waiting."""

    async def handled(self, after: datetime, *, but_from: str) -> dict[str, datetime]:
        """The arrivals, by digest, of mails handled lately that are kept elsewhere, too."""


class Intake:
    """What the daemon's ways to its mail have in common."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self.presence = Presence(steps, self.nudge)
        """This daemon among those that take mail for the same database."""
        settings = desk.settings
        self.mailbox = None if settings.imap is None else Inbox(settings.imap)
        self.handed_in = None if not settings.lmtp.listens else _handed_in(settings, alone=self.presence.alone)
        self.sources: list[Source] = [source for source in (self.mailbox, self.handed_in) if source is not None]
        """All of them, at least one."""
        self.handling = asyncio.Lock()
        """Held by whoever handles what waits: two must not take the same mails."""
        self.durations = Durations()
        self.all_read = asyncio.Event()
        """Set once everything that was there has been read and handled."""
        self._read: dict[Source, datetime] = {}
        self._complete: dict[Source, datetime] = {}

    def nudge(self) -> None:
        """Have all of them looked at."""
        for source in self.sources:
            source.nudge()

    def note(self, source: Source, began: datetime, until: datetime | None) -> None:
        """All mail that was there in `source` at `began` is handled, and all that ever came to it by `until`."""
        self._read[source] = began
        if until is not None:
            self._complete[source] = until
        if self.read is not None:
            self.all_read.set()

    @property
    def read(self) -> datetime | None:
        """When everything was last read; None before that."""
        return _earliest(self.sources, self._read)

    @property
    def complete(self) -> datetime | None:
        """The moment up to which no mail is missing: until then clocks may act. None if nobody knows."""
        return _earliest(self.sources, self._complete)


def _handed_in(settings: Settings, *, alone: bool) -> "HandedIn":
    # not at the top: it takes a megabyte, which most referees do not need
    from referee.post.wire.handed_in import HandedIn  # noqa: PLC0415

    lasts = timedelta(0) if alone else leases.LASTS
    return HandedIn(settings.lmtp, lambda address: is_envelope_of(settings, address), settings.poll_seconds, lasts)


def _earliest(sources: Sequence[Source], moments: dict[Source, datetime]) -> datetime | None:
    return min((moments[source] for source in sources), default=None) if {*sources} <= {*moments} else None
