"""The daemon's daily round: frees the bodies of old mail, a small transaction at a time. Decides nothing else."""

import asyncio
from datetime import datetime, timedelta

import structlog

from referee.clock import Clock
from referee.running.steps import Steps, pause
from referee.store import bodies
from referee.store.backend import Store
from referee.store.bodies import Bodies

BREATH_SECONDS = 0.02
"""The time for which the database is left to others after each transaction that freed something."""

log = structlog.get_logger()


class Pruning:
    """One referee's old mail. `keep`: how long to keep it, None for ever."""

    def __init__(self, steps: Steps, keep: timedelta | None, clock: Clock) -> None:
        self.steps, self.keep, self._clock = steps, keep, clock
        self._due = asyncio.Event()

    def nudge(self) -> None:
        """Wake `run`: a day has passed, or the daemon stops."""
        self._due.set()

    async def run(self) -> None:
        """Prune at the start, and at each `nudge`, until the daemon stops."""
        while not self.steps.stopping.is_set():
            self._due.clear()
            await self._prune()
            await self._due.wait()

    async def _prune(self) -> None:
        if self.keep is None:
            return
        before, freed = self._clock() - self.keep, Bodies()
        for piece in await self.steps.look(lambda tx: list(bodies.pieces(tx))):
            if self.steps.stopping.is_set():
                return
            found = await self.steps.work(free_piece, self.steps.store, piece, before)
            freed += found
            if found != Bodies():
                await pause(self.steps.stopping, BREATH_SECONDS)
        if freed != Bodies():
            log.info("pruned", letters=freed.letters, mails=freed.mails, bytes=freed.size)


def free_piece(store: Store, piece: tuple[int, int], before: datetime, *, only_look: bool = False) -> Bodies:
    """Free the bodies of one piece of the database that are from before a moment, or `only_look` how many there are."""
    with store.reading() as look:
        found = bodies.spare(look, piece, before)
    if not only_look and found != Bodies():
        with store.transaction() as tx:
            bodies.free(tx, piece, before)
    return found
