"""The daemon's site: pages are written within two seconds of what they show. Trouble with the site is reported, and
stops no other work.

It works in a thread of its own, on a connection of its own, and only reads where a mail may wait. It notes its progress
in the database only now and then: after a crash it writes a few pages once more.
"""

import asyncio
import platform
from collections.abc import Callable
from time import monotonic

import structlog
from sqlalchemy import Connection

from referee import __version__
from referee.desk.alarm import Cause
from referee.desk.case import Desk
from referee.desk.site.renew import Site, keys_of
from referee.running.guard import tell
from referee.running.steps import Steps, pause
from referee.store import marks, site_changes
from referee.store.backend import Passing, StoreError
from referee.store.progress import IDENTITY
from referee.telling.formats import written_at

EVERY_SECONDS = 0.5
"""The seconds between two looks for changes."""
SETTLE_SECONDS = 30.0
"""The time for which changes that are shown stay noted: forgetting them makes others wait for the disk."""
RETRY_SECONDS = 60.0
FAULT = "the site could not be written, by a fault of the program itself ({})"

log = structlog.get_logger()


class SiteWriter:
    """The site of one daemon, as `[site]` wants it."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self.desk, self.steps = desk, steps
        self.folder = desk.settings.site.folder
        self._site: Site | None = None
        self._shown: dict[str, int] = {}
        """The changes that are shown, and still noted."""
        self._settled = monotonic()
        self._complete = False
        """The whole site is written, except for the noted changes."""
        self._trouble: str | None = None
        """The noted trouble; None before the first look."""

    async def prepare(self) -> None:
        """Say in the database if a site is wanted, before anything is handled."""
        folder = "" if self.folder is None else str(self.folder.absolute())

        def say() -> None:
            with self.steps.store.reading() as tx:
                known = marks.get_mark(tx, site_changes.SITE) or ""
            if known != folder:
                with self.steps.store.transaction() as tx:
                    site_changes.want(tx, folder)

        await self.steps.work(say)

    async def run(self) -> None:
        """Write every change until the daemon stops; first the whole site, unless it was written before."""
        while not self.steps.stopping.is_set():
            possible = await self._tried(self._write)
            await pause(self.steps.stopping, EVERY_SECONDS if possible else RETRY_SECONDS)
        await self.once()

    async def once(self) -> None:
        """Write what changed, and stop."""
        if self.folder is not None and await self._tried(self._write):
            await self._tried(self._settle)

    async def _tried(self, work: Callable[[], int]) -> bool:
        """Do some work in a thread. Returns False if that failed."""
        try:
            written = await asyncio.to_thread(work)
        except Passing as e:
            self._site = None
            self.steps.outages.away(str(e))
            return False
        except StoreError:
            raise
        except Exception as e:
            self._site = None  # the pages that it remembers may not have been written
            what = f"the site could not be written: {e}" if isinstance(e, OSError) else FAULT.format(type(e).__name__)
            remedy = f"check the folder {self.folder}, its owner and the space left; the games go on"
            await self.steps.work(tell, self.desk, self.steps.store, Cause.SITE, what, remedy)
            await self._note(what)
            return False
        await self._note("")
        if written:
            log.info("site", files=written)
        return True

    def _write(self) -> int:
        store = self.steps.store
        if self._site is None:
            assert self.folder is not None
            self._site = Site(self.desk, self.folder)
        with store.reading() as tx:
            waiting = site_changes.waiting(tx)
            written_before = marks.get_mark(tx, site_changes.WRITTEN) == _edition(tx, self.desk)
            self._complete = self._complete or (written_before and self._site.is_there(tx, keys_of(waiting)))
        new = {key: times for key, times in waiting.items() if self._shown.get(key) != times}
        now = self.desk.clock()
        with written_at(now):
            if not self._complete:
                written = self._site.write_all(store, now)
            else:
                written = self._site.renew(store, keys_of(new), now) if new else 0
        self._shown = dict(waiting)
        if not self._complete or monotonic() - self._settled > SETTLE_SECONDS:
            self._settle()
        return written

    def _settle(self) -> int:
        """Force the files to the disk, and only then forget the changes that they show."""
        self._settled = monotonic()
        if self._site is not None and (self._shown or not self._complete):
            self._site.folder.settle()
            with self.steps.store.transaction() as tx:
                site_changes.shown(tx, self._shown)
                marks.set_mark(tx, site_changes.WRITTEN, _edition(tx, self.desk))
            self._shown, self._complete = {}, True
        return 0

    async def _note(self, trouble: str) -> None:
        """Have a monitor know how it went: it asks the database."""
        if self._trouble is None:
            self._trouble = await self.steps.look(lambda tx: marks.get_mark(tx, site_changes.TROUBLE) or "")
        if self._trouble != trouble:
            await self.steps.note(site_changes.TROUBLE, trouble)
            self._trouble = trouble


def _edition(tx: Connection, desk: Desk) -> str:
    """Name the edition of the site: another folder, machine, database, address or program has all of it written
    anew."""
    settings = desk.settings.site
    folder = "" if settings.folder is None else str(settings.folder.absolute())
    words = (__version__, marks.get_mark(tx, IDENTITY) or "-", settings.base_url or "-", platform.node(), folder)
    return " ".join(words)
