"""The daemon's daily round: frees the bodies of old mail and packs games that are over for long, a small transaction at
a time. Decides nothing else."""

import asyncio
from datetime import timedelta

import structlog

from referee.running.guard import now
from referee.running.steps import Steps, pause
from referee.store import bodies, packs
from referee.store.backend import Store
from referee.store.bodies import Bodies
from referee.store.packs import Age

BREATH_SECONDS = 0.02
"""How long the database is left to others after each transaction that freed or packed something."""

log = structlog.get_logger()


class Pruning:
    """One referee's old mail. `keep`: how long to keep it, None for ever."""

    def __init__(self, steps: Steps, keep: timedelta | None) -> None:
        self.steps, self.keep = steps, keep
        self._due = asyncio.Event()

    def nudge(self) -> None:
        """A day has passed, or the daemon stops."""
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
        freed, packed = Bodies(), 0
        for piece in await self.steps.look(lambda tx: list(bodies.pieces(tx))):
            if self.steps.stopping.is_set():
                return
            found = await self.steps.work(free_piece, self.steps.store, piece, self.keep)
            freed += found
            if found != Bodies():
                await pause(self.steps.stopping, BREATH_SECONDS)
        for game in await self.steps.work(ripe_games, self.steps.store, self.keep):
            if self.steps.stopping.is_set():
                return
            await self.steps.work(pack_game, self.steps.store, game, self.keep)
            packed += 1
            await pause(self.steps.stopping, BREATH_SECONDS)
        if freed != Bodies() or packed:
            log.info("pruned", letters=freed.letters, mails=freed.mails, bytes=freed.size, games=packed)


def free_piece(store: Store, piece: tuple[int, int], keep: timedelta, *, only_look: bool = False) -> Bodies:
    """Free the bodies of one piece of the database that are older than `keep`, or `only_look` how many there are."""
    before = now() - keep
    with store.reading() as look:
        found = bodies.spare(look, piece, before)
    if not only_look and found != Bodies():
        with store.transaction() as tx:
            bodies.free(tx, piece, before)
    return found


def ripe_games(store: Store, keep: timedelta) -> list[int]:
    """The games that have been over for longer than `keep`, and are worth packing."""
    with store.reading() as look:
        return packs.ripe(look, _age(keep))


def pack_game(store: Store, game: int, keep: timedelta) -> None:
    """Pack one of them: all of it or, if the program ends meanwhile, nothing."""
    with store.transaction() as tx:
        packs.pack(tx, game, _age(keep))


def _age(keep: timedelta) -> Age:
    moment = now()
    return Age(moment - keep, moment)
