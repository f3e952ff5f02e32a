"""The care that the daemon takes of its database: copies it, and frees the bodies of old mail. A failed copy is
reported, and stops no other work.

Each copy is whole: it gets its name only after a check, and only then we remove older copies.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from referee.clock import Clock
from referee.config import BackupSettings
from referee.desk.alarm import Cause
from referee.desk.case import Desk
from referee.post.wire.sockets import cancel_all
from referee.running.guard import tell
from referee.running.steps import Steps, Timer, pause
from referee.store import bodies, marks
from referee.store.backend import Store, StoreError, examine
from referee.store.bodies import Bodies
from referee.store.progress import IDENTITY

LAST_BACKUP, BACKUP_TROUBLE = "backup", "backup-trouble"
"""The marks with the moment of the last copy and its file, and of the last failure and its cause."""
RETRY = timedelta(hours=1)
BREATH_SECONDS = 0.02
"""The time for which the database is left to others after each transaction that freed something."""
PART = ".part"

log = structlog.get_logger()


class Backups:
    """The copies of one database, as `[backup]` wants them."""

    def __init__(self, desk: Desk, steps: Steps, timer: Timer) -> None:
        self.desk, self.steps, self.timer = desk, steps, timer
        self._settings = desk.settings.backup
        self._under_way: asyncio.Task[None] | None = None

    async def plan(self) -> None:
        """Set the alarm for the next one: at once if it is due, or if there never was one."""
        if (moment := await self._due()) is not None:
            self._at(moment)

    async def make_due(self) -> None:
        """Make one now if it is due, and set no alarm."""
        moment, began = await self._due(), self.desk.clock()
        if moment is not None and moment <= began:
            await self._make(began)

    async def _due(self) -> datetime | None:
        """Find when the next copy is due; None if the settings ask for no copies."""
        if self._settings.folder is None:
            return None
        last = await self.steps.look(lambda tx: marks.get_mark(tx, LAST_BACKUP))
        return self.desk.clock() if last is None else moment_in(last) + self._settings.every

    async def stop(self) -> None:
        """Stop waiting for a running copy: it still ends, but nobody notes it."""
        if self._under_way is not None:
            await cancel_all(self._under_way)

    def _at(self, moment: datetime) -> None:
        self.timer.at("backup", moment, self._begin)

    def _begin(self) -> None:
        self._under_way = asyncio.create_task(self._make_and_plan())

    async def _make_and_plan(self) -> None:
        began = self.desk.clock()
        made = await self._make(began)
        self._at(began + (self._settings.every if made else min(self._settings.every, RETRY)))

    async def _make(self, began: datetime) -> bool:
        """Make a copy, and note its outcome. Returns True on success."""
        try:
            # not in the thread of the steps: a large copy must not hold up the games
            made = await asyncio.to_thread(back_up, self.steps.store, self._settings, began)
        except StoreError as e:
            await self._failed(str(e))
            return False
        except OSError as e:
            await self._failed(f"{e.filename or self._settings.folder}: {e.strerror or e}")
            return False
        await self.steps.note(LAST_BACKUP, f"{began.isoformat()} {made}")
        log.info("backup", outcome="made", file=str(made))
        return True

    async def _failed(self, why: str) -> None:
        await self.steps.note(BACKUP_TROUBLE, f"{self.desk.clock().isoformat()} {why}")
        remedy = "check backup.folder, its owner and the space left; it is tried again, and the games go on"
        what = f"no copy of the database could be made: {why}"
        await self.steps.work(tell, self.desk, self.steps.store, Cause.BACKUP, what, remedy)


def back_up(store: Store, settings: BackupSettings, moment: datetime) -> Path:
    """Make a copy and remove those beyond `keep`. Returns its file. Raises StoreError, or OSError, if that fails: then
    all older copies are still there."""
    folder = settings.folder
    assert folder is not None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with store.reading() as tx:
        # two referees that share a folder by mistake must not remove each other's copies
        name = f"{store.file.stem}-{(marks.get_mark(tx, IDENTITY) or 'new')[:8]}-"
    for left in folder.glob(f"{name}*{PART}"):
        left.unlink()
    target = folder / f"{name}{moment.astimezone(UTC):%Y%m%dT%H%M%S}.db"
    part = target.with_name(target.name + PART)
    try:
        store.database.backup(part)
        examine(part)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    for old in sorted(folder.glob(f"{name}*.db"))[: -settings.keep]:
        old.unlink()
    return target


def moment_in(mark: str) -> datetime:
    """Read the moment with which the value of a mark begins."""
    return datetime.fromisoformat(mark.partition(" ")[0])


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
