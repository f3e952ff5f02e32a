"""The words of the daemon to the program that started it: that it is ready, still at work, stopping (sd_notify(3)).

systemd passes the address of a datagram socket. Without a socket the daemon says nothing, and a lost word does no harm.
Signs of life are sent while the daemon's loops are alive. Rules on nothing.
"""

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic, sleep

import structlog

from referee.desk.case import Desk
from referee.running.steps import Steps

log = structlog.get_logger()

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
SECONDS = 1.0
STAND_BY_SECONDS = 1.0
"""Seconds between two looks of a daemon that stands by."""


def say(word: str) -> None:
    """Say one thing, if anybody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    # an abstract socket, whose name begins with a zero byte
    where = f"\0{address[1:]}" if address[0] == "@" else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(SECONDS)
        line.sendto(word.encode("ascii"), where)


class StandBy:
    """The waiting of a daemon for the one at work to end."""

    def __init__(self) -> None:
        self._began = False

    def __call__(self) -> None:
        """Say that we are ready to take over, and wait a moment."""
        if not self._began:
            log.info("standing by", why="another daemon works on the database")
            say(READY)
            self._began = True
        say(ALIVE)
        sleep(STAND_BY_SECONDS)


def patience() -> float | None:
    """Return the seconds without ALIVE after which the supervisor kills us; None: never."""
    own = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    given = os.environ.get("WATCHDOG_USEC", "")
    return int(given) / 1_000_000 if own and given.isdecimal() and int(given) > 0 else None


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
        seconds = patience()
        while seconds is not None:
            await self.steps.answer()
            if self.hanging(loops) is None:
                say(ALIVE)
            await asyncio.sleep(seconds / BEATS)

    def hanging(self, loops: Mapping[str, asyncio.Task[None]]) -> str | None:
        """Name a loop that has stopped working."""
        longest = SILENT_SECONDS + self.desk.settings.poll_seconds
        for name, task in loops.items():
            if task.done() or monotonic() - self.steps.last_step(name) > longest:
                return name
        return None
