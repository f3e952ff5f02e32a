"""The daemon's signs of life to its supervisor, sent while its loops are alive. Rules on nothing."""

import asyncio
from collections.abc import Mapping
from time import monotonic

from referee.desk.case import Desk
from referee.running import supervisor
from referee.running.steps import Steps

BEATS = 3
"""The number of times to say that we are alive in the time after which we would be killed."""
SILENT_SECONDS = 900.0
"""A loop that took no step on the database for this long, and `poll_seconds` more, hangs: no pause between two is
longer than five minutes, and no server may be silent for ten."""


class Pulse:
    """The signs of life of one daemon."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        self.desk, self.steps = desk, steps

    async def watch(self, loops: Mapping[str, asyncio.Task[None]]) -> None:
        """Tell the supervisor that we are alive for as long as the loops and the thread of the database are."""
        seconds = supervisor.patience()
        while seconds is not None:
            await self.steps.answer()
            if self.hanging(loops) is None:
                supervisor.say(supervisor.ALIVE)
            await asyncio.sleep(seconds / BEATS)

    def hanging(self, loops: Mapping[str, asyncio.Task[None]]) -> str | None:
        """Name a loop that has stopped working."""
        longest = SILENT_SECONDS + self.desk.settings.poll_seconds
        for name, task in loops.items():
            if task.done() or monotonic() - self.steps.last_step(name) > longest:
                return name
        return None
