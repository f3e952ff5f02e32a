"""The daemon's steps on the database, one at a time; the log of its outages; the daemon's wish to stop; and its alarm
clock, which is empty after a restart: deadlines are stored with their games. Knows neither mailbox nor mail server."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import Any, ParamSpec, TypeVar

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import Connection

from referee.post.wire.sockets import cancel_all
from referee.store import marks
from referee.store.backend import Passing, Store, StoreError, Superseded

log = structlog.get_logger()


P = ParamSpec("P")
T = TypeVar("T")

GRACE_SECONDS = 3.0
"""The time to wait for a server to finish its work once the daemon stops."""
FIRST_SECONDS, LAST_SECONDS = 0.1, 2.0
"""The pauses before a database that is away is tried again, at first and in the end."""

LOOP: ContextVar[str] = ContextVar("LOOP", default="")
"""The name of the daemon's loop that this task is, or belongs to."""


class Outages:
    """The outages of the database that a program works on, for as long as it runs."""

    def __init__(self) -> None:
        self._reasons: set[str] = set()
        """The reasons of the present outage."""

    def away(self, why: str) -> None:
        """Log that the database cannot be used now, once for each reason."""
        if why not in self._reasons:
            log.warning("database", outcome="away", why=why)
            self._reasons.add(why)

    def back(self) -> None:
        """Log that the database could be used again."""
        if self._reasons:
            log.info("database", outcome="back")
            self._reasons.clear()


class Stopped(Exception):
    """The daemon is stopping: work that has not begun waits for the next start."""


class Steps:
    """One thread that works on the database, a whole transaction at a time, until the daemon stops."""

    def __init__(self, store: Store, outages: Outages | None = None) -> None:
        self.store = store
        self.outages = outages or Outages()
        self.stopping = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "referee")
        self._began = monotonic()
        self._steps: dict[str, float] = {}
        self._failed: StoreError | None = None
        """The reason why the database is of no more use to us."""

    async def work(self, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Take one step in the thread, and finish it even if the caller is cancelled. If the database cannot take a
        step now, take it again until it can, or until we stop: a step done twice has the effect of one. Once a step has
        failed for good, try no other: each might wait as long as the failed step."""
        loop, seconds = asyncio.get_running_loop(), FIRST_SECONDS
        while True:
            self._steps[LOOP.get()] = monotonic()
            try:
                taken = loop.run_in_executor(self._thread, lambda: self._take(step, *args, **kwargs))
                taken.add_done_callback(_heard)
                done = await asyncio.shield(taken)
            except Passing as e:
                if self.stopping.is_set() or isinstance(e, Superseded):
                    raise
                self.outages.away(str(e))
                await pause(self.stopping, seconds)
                seconds = min(2 * seconds, LAST_SECONDS)
            else:
                self.outages.back()
                return done

    def last_step(self, name: str) -> float:
        """Tell when a loop of the daemon last took a step, or else when we began, by the clock that nobody can set."""
        return self._steps.get(name, self._began)

    async def answer(self) -> None:
        """Wait until the thread has finished its work. That says nothing about the database."""
        await asyncio.get_running_loop().run_in_executor(self._thread, lambda: None)

    def submit(self, step: Callable[[], object]) -> None:
        """Take a step that nobody waits for."""
        self._thread.submit(self._take, step)

    async def look(self, question: Callable[[Connection], T]) -> T:
        """Ask the database a question. Returns the answer."""

        def look() -> T:
            with self.store.reading() as tx:
                return question(tx)

        return await self.work(look)

    async def note(self, mark: str, value: str) -> None:
        """Set a mark in the database."""

        def note() -> None:
            with self.store.transaction() as tx:
                marks.set_mark(tx, mark, value)

        await self.work(note)

    async def unless_stopped(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a server's answer; once the daemon is stopping, only if it comes at once. Raises Stopped."""
        task, stop = asyncio.create_task(work), asyncio.create_task(self.stopping.wait())
        try:
            await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
            done, _ = await asyncio.wait({task}, timeout=GRACE_SECONDS)
            if not done:
                raise Stopped
            return task.result()
        finally:
            stop.cancel()
            await cancel_all(task)

    def go_on(self) -> None:
        """Go on, unless the daemon is stopping. Raises Stopped."""
        if self.stopping.is_set():
            raise Stopped

    def _take(self, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._failed is not None:
            raise self._failed
        try:
            return step(*args, **kwargs)
        except Passing:
            raise
        except StoreError as e:
            self._failed = e
            raise

    def close(self) -> None:
        """Finish the running step and accept no more."""
        self._thread.shutdown(wait=True)


def _heard(taken: asyncio.Future[Any]) -> None:
    """Ask how a step ended: its caller may have been cancelled, and then nobody else asks."""
    if not taken.cancelled():
        taken.exception()


async def pause(until: asyncio.Event, seconds: float) -> None:
    """Wait for an event, at most this long."""
    try:
        await asyncio.wait_for(until.wait(), seconds)
    except TimeoutError:
        return


class Timer:
    """Named alarms in the running event loop; setting one again moves it."""

    def __init__(self) -> None:
        # without misfire_grace_time=None, the scheduler drops an alarm that is a second late
        self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True})

    def start(self) -> None:
        """Start ringing; needs a running event loop."""
        self._scheduler.start()

    def at(self, name: str, moment: datetime, ring: Callable[[], object]) -> None:
        """Call `ring` once at `moment`, or at once if it has passed."""
        self._scheduler.add_job(_ringing(ring), "date", run_date=moment, id=name, replace_existing=True)

    def daily(self, name: str, ring: Callable[[], object]) -> None:
        """Call `ring` every 24 hours from now."""
        self._scheduler.add_job(_ringing(ring), "interval", hours=24, id=name, replace_existing=True)

    def stop(self) -> None:
        """Stop ringing."""
        self._scheduler.shutdown(wait=False)


def _ringing(ring: Callable[[], object]) -> Callable[[], object]:
    """Wrap as a coroutine function: the scheduler runs plain functions in a thread of its own."""

    async def rung() -> None:
        ring()

    return rung
