"""The stand-in for a mailbox when the referee reads none: mail comes through `referee handle`, which stores it."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta

from referee.post.wire.inbox import Arrived

HAND_OVER = timedelta(seconds=15)
"""The longest time until a mail that is handed in is stored, since its keys are looked up first: so long the clocks
lag."""


class NoMailbox:
    """A mailbox that is always empty. For one event loop."""

    highest, uidvalidity, lag = 0, 0, HAND_OVER

    def __init__(self) -> None:
        self._nudged = asyncio.Event()

    async def open(self) -> None:
        """Do nothing: there is nothing to open."""

    async def close(self) -> None:
        """Do nothing."""

    async def fetch_new(self) -> list[Arrived]:
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
