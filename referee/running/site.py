"""The daemon's site: pages are written within two seconds of what they show. Trouble with the site is reported, and
stops no other work.

It works in a thread of its own, on a connection of its own, and only reads where a mail may wait. It notes its progress
in the database only now and then: after a crash it writes a few pages once more.
"""

import asyncio
import platform
from collections.abc import Callable
from pathlib import Path
from threading import Event
from time import monotonic

import structlog
from sqlalchemy import Connection

from referee import __version__
from referee.children import run_command
from referee.desk.alarm import Cause
from referee.desk.case import Desk
from referee.desk.site.renew import Site, keys_of
from referee.post.wire.sockets import printable
from referee.running.guard import tell
from referee.running.steps import GRACE_SECONDS, Steps, pause
from referee.store import marks, site_changes
from referee.store.backend import Passing, Store, StoreError
from referee.store.progress import IDENTITY
from referee.telling.formats import written_at

EVERY_SECONDS = 0.5
"""The seconds between two looks for changes."""
SETTLE_SECONDS = 30.0
"""The time for which changes that are shown stay noted: forgetting them makes others wait for the disk."""
RETRY_SECONDS = 60.0
FAULT = "the site could not be written, by a fault of the program itself ({})"
COMMAND_SECONDS = 600.0
"""The longest time that the command after a rewrite may take."""
SAID_LINES = 20
"""The last lines of what that command says are logged."""
WRITING, AFTER = "writing", "after"
"""The works that can fail, each by itself: writing the pages, and the command after it."""

log = structlog.get_logger()


class CommandFailed(Exception):
    """`site.after` failed; the text is a clause: `did not end …`."""


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
        self._command: asyncio.Task[None] | None = None
        self._again = False
        self._given_up = Event()
        self._troubles: dict[str, str] | None = None
        """The noted troubles of WRITING and AFTER; None before the first look."""

    async def prepare(self) -> None:
        """Say in the database if a site is wanted, before anything is handled. A command that is no longer wanted has
        no trouble."""
        folder = "" if self.folder is None else str(self.folder.absolute())

        def say() -> None:
            with self.steps.store.reading() as tx:
                known = marks.get_mark(tx, site_changes.SITE) or ""
                over = self.desk.settings.site.after is None and site_changes.troubles(tx).get(AFTER)
            if known != folder or over:
                with self.steps.store.transaction() as tx:
                    site_changes.want(tx, folder)
                    if over:
                        site_changes.note_trouble(tx, AFTER, "")

        await self.steps.work(say)

    async def run(self) -> None:
        """Write every change until the daemon stops; first the whole site, unless it was written before."""
        if (await self.steps.work(_troubles, self.steps.store)).get(AFTER):
            self._after()
        while not self.steps.stopping.is_set():
            possible = await self._tried(self._write)
            await pause(self.steps.stopping, EVERY_SECONDS if possible else RETRY_SECONDS)
        await self.once()

    async def once(self) -> None:
        """Write what changed, and stop."""
        if self.folder is None:
            return
        if await self._tried(self._write) and await self._tried(self._settle):
            await self._ended()

    async def _ended(self) -> None:
        """Give the command a moment to end, then end it."""
        if self._command is not None:
            await asyncio.wait({self._command}, timeout=GRACE_SECONDS)
            self._given_up.set()
            await self._command

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
            await self._failed(
                WRITING, what, f"check the folder {self.folder}, its owner and the space left; the games go on"
            )
            return False
        await self._note(WRITING, "")
        if written:
            log.info("site", files=written)
            self._after()
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

    def _after(self) -> None:
        """Run the command; if it runs already, once more when it has ended."""
        if self.desk.settings.site.after is None:
            return
        if self._command is not None and not self._command.done():
            self._again = True
            return
        self._command = asyncio.create_task(self._run_command(self.desk.settings.site.after))

    async def _run_command(self, command: str) -> None:
        again = True
        while again and not self.steps.stopping.is_set():
            self._again = False
            try:
                await asyncio.to_thread(run_after, command, self.folder, self._given_up)
                await self._note(AFTER, "")
            except CommandFailed as e:
                if self._given_up.is_set():
                    await self._note(AFTER, f"the command in site.after {e}: the next start runs it again")
                    return
                remedy = "the log has its last words; run it by hand as the referee's user"
                await self._failed(AFTER, f"the command in site.after {e}", remedy)
            again = self._again

    async def _failed(self, part: str, what: str, remedy: str) -> None:
        await self.steps.work(tell, self.desk, self.steps.store, Cause.SITE, what, remedy)
        await self._note(part, what)

    async def _note(self, part: str, trouble: str) -> None:
        """Have a monitor know how it went: it asks the database."""
        if self._troubles is None:
            self._troubles = await self.steps.work(_troubles, self.steps.store)
        if self._troubles.get(part, "") != trouble:
            await self.steps.work(_note_trouble, self.steps.store, part, trouble)
            self._troubles[part] = trouble


def _troubles(store: Store) -> dict[str, str]:
    with store.reading() as tx:
        return site_changes.troubles(tx)


def _note_trouble(store: Store, part: str, trouble: str) -> None:
    with store.transaction() as tx:
        site_changes.note_trouble(tx, part, trouble)


def run_after(command: str, folder: Path | None, given_up: Event) -> None:
    """Run a command of the shell in the site's folder, until it is given up, and log what it says. Raises
    CommandFailed."""
    try:
        ended = run_command(command, COMMAND_SECONDS, folder=folder, errors=True, given_up=given_up.is_set)
    except OSError as e:
        raise CommandFailed(f"could not be run: {e.strerror}") from None
    for line in ended.said.splitlines()[-SAID_LINES:]:
        log.info("site.after", said=printable(line))
    if ended.status is None:
        within = "before the referee stopped" if given_up.is_set() else f"within {COMMAND_SECONDS:.0f} seconds"
        raise CommandFailed(f"did not end {within}")
    if ended.status != 0:
        raise CommandFailed(f"failed (exit status {ended.status})")


def _edition(tx: Connection, desk: Desk) -> str:
    """Name the edition of the site: another folder, machine, database, address or program has all of it written
    anew."""
    settings = desk.settings.site
    folder = "" if settings.folder is None else str(settings.folder.absolute())
    words = (__version__, marks.get_mark(tx, IDENTITY) or "-", settings.base_url or "-", platform.node(), folder)
    return " ".join(words)
