"""Several connections to one mail server, as many as it takes. Chooses no letter, and never opens two at a time.

A server that takes no further connection while others are open is not away: we use those for a while, and only then
try for one more.
"""

import asyncio
from time import monotonic

from referee.post.settings import SmtpSettings
from referee.post.wire.smtp import Fate, Outbox, Outcome

CONTENT_SECONDS = 600.0
"""The time to be content with the connections that the server takes."""


class Connections:
    """At most `smtp.connections` connections to the server of `[smtp]`, each for one letter at a time."""

    def __init__(self, settings: SmtpSettings, hostname: str) -> None:
        """Open nothing yet. `hostname`: our name in EHLO, a domain name or an address literal."""
        self._all = [Outbox(settings, hostname) for _ in range(settings.connections)]
        self._idle = list(self._all)
        self._opening: Outbox | None = None
        self._most, self._content_until = len(self._all), 0.0

    def take(self) -> Outbox | None:
        """Take a connection for one letter: an open one if one is idle, or else a new one. None while all that the
        server takes are in use, or one is being opened."""
        open_one = next((each for each in reversed(self._idle) if each.is_open), None)
        if open_one is not None:
            self._idle.remove(open_one)
            return open_one
        if monotonic() >= self._content_until:
            self._most = len(self._all)
        if self._opening is not None or len(self._all) - len(self._idle) >= self._most:
            return None
        self._opening = self._idle.pop()
        return self._opening

    def put_back(self, one: Outbox, outcome: Outcome | None) -> bool:
        """Take a connection back that is idle again; `outcome` is what became of its letter, None if nobody knows.
        Returns True if the server only takes no more connections than the others, which are open."""
        self._idle.append(one)
        if self._opening is one:
            self._opening = None
        if outcome is None or outcome.fate is not Fate.UNREACHABLE or outcome.greeted:
            return False
        others = sum(each.is_open for each in self._all)
        self._most = others or len(self._all)
        self._content_until = monotonic() + CONTENT_SECONDS
        return others > 0

    async def close(self) -> None:
        """Say goodbye on all of them, if that goes quickly. Never raises."""
        await asyncio.gather(*(each.close() for each in self._all))
