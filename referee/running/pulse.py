"""What the daemon says of itself while it works: that its loops are alive, and its figures. Rules on nothing."""

import asyncio
from collections.abc import Mapping
from time import monotonic

import structlog

from referee.desk.case import Desk
from referee.running import supervisor
from referee.running.guard import now
from referee.running.health import ailments
from referee.running.metrics import SECONDS, Durations, Outcomes, exposition, replace_file
from referee.running.steps import Steps
from referee.store import marks
from referee.store.backend import StoreError

EVERY_SECONDS = 30.0
"""How often figures are noted and written."""
BEATS = 3
"""How many times to say that we are alive in the time after which we would be killed."""
SILENT_SECONDS = 900.0
"""A loop that took no step on the database for this long, and `poll_seconds` more, hangs: no pause between two is
longer than five minutes, and no server may be silent for ten."""

log = structlog.get_logger()


class Pulse:
    """The signs of life of one daemon."""

    def __init__(self, desk: Desk, steps: Steps, durations: Durations) -> None:
        self.desk, self.steps, self.durations = desk, steps, durations
        self._outcomes = Outcomes()
        self._noted = ""
        self._trouble = ""

    async def start(self) -> None:
        """Go on counting from where the last run stopped."""
        known = Durations.from_mark(await self.steps.look(lambda tx: marks.get_mark(tx, SECONDS)))
        self.durations.counts[:], self.durations.total = known.counts, known.total
        self._noted = self.durations.to_mark()

    async def watch(self, loops: Mapping[str, asyncio.Task[None]]) -> None:
        """Tell the supervisor that we are alive for as long as the loops and the thread of the database are."""
        seconds = supervisor.patience()
        while seconds is not None:
            await self.steps.answer()
            if self.hanging(loops) is None:
                supervisor.say(supervisor.ALIVE)
            await asyncio.sleep(seconds / BEATS)

    def hanging(self, loops: Mapping[str, asyncio.Task[None]]) -> str | None:
        """The name of a loop that does nothing any more."""
        longest = SILENT_SECONDS + self.desk.settings.poll_seconds
        for name, task in loops.items():
            if task.done() or monotonic() - self.steps.last_step(name) > longest:
                return name
        return None

    async def report(self) -> None:
        """Note how long mails took, and write the figures to their file, again and again."""
        while True:
            try:
                await self.report_once()
            except StoreError as e:
                # the loops meet the same trouble, and know what to do about it
                log.warning("figures", outcome="failed", why=str(e))
            await asyncio.sleep(EVERY_SECONDS)

    async def report_once(self) -> None:
        """Note and write the figures as they are now. Raises StoreError."""
        if (mark := self.durations.to_mark()) != self._noted:
            await self.steps.note(SECONDS, mark)
            self._noted = mark
        if self.desk.settings.metrics.file is not None:
            trouble = await asyncio.to_thread(self._write)
            if trouble and trouble != self._trouble:
                log.warning("figures", outcome="not written", why=trouble)
            self._trouble = trouble

    def _write(self) -> str:
        """Write the file. Returns why that failed, or nothing."""
        file = self.desk.settings.metrics.file
        assert file is not None
        moment = now()
        healthy = not ailments(self.desk.settings, moment, running=True)
        try:
            replace_file(file, exposition(self.steps.store, self._outcomes, moment, running=True, healthy=healthy))
        except OSError as e:
            return f"{file} cannot be written: {e.strerror}; check metrics.file and who may write there"
        return ""
