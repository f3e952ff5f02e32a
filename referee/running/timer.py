"""The daemon's alarm clock: calls back at a moment. Empty after a restart: deadlines are stored with their games."""

from collections.abc import Callable
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler


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
