"""`kill -9` at random moments while many games are played by robots; started again at once, and at the end all must be
settled, with nothing lost, doubled or leaked."""

import asyncio
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from referee.demo.mail_player import MailPlayer, play
from referee.post.settings import ImapSettings, SmtpSettings
from referee.post.wire.sockets import give_up
from tests.faults.checker import faults_of
from tests.faults.club import lying, mail_stack, mails_of, put, queued
from tests.faults.leaks import files_in, leaks_in
from tests.faults.runs import Figures
from tests.faults.table import peek
from tests.running.post_office import MASTER, PASSWORD, PLAYERS, REFEREE, STARTER, config_text, proven
from tests.servers.servers import MailStack

SECONDS = {True: 30 * 60, False: 12}
GAMES = {True: 24, False: 4}
EARLY, LATE = (0.1, 2.0), (0.0, 4.0)
"""When a process is killed: seconds after its start, or after the first thing that it did."""
PATIENCE = 30.0
SETTLES = 120
ACTED = re.compile(r"timestamp=(\S+) level=\w+ event=(?:mail|letter|clock|reminder) ")
POLL = "poll_seconds = 0.5"


class State(NamedTuple):
    """What a database holds: mails and letters that wait, games begun and over."""

    mails: int
    letters: int
    begun: int
    over: int


def state(database: Path) -> State:
    """What stands in a database that may not be made yet; its files stay as they are."""
    if not database.exists() or not peek(database, "SELECT 1 FROM sqlite_master WHERE name = 'outbox'"):
        return State(0, 0, 0, 0)
    waits = "(SELECT count(*) FROM {} WHERE state = '{}')"
    counts = (waits.format("inbox", "new"), waits.format("outbox", "waiting"), "count(*)", "count(ended_at)")
    return State(*peek(database, f"SELECT {', '.join(counts)} FROM games")[0])


@dataclass
class Lives:
    """The referee's processes, one after the other, and what was found where they were killed."""

    config: Path
    log: Path
    kills: int = 0
    while_handling: int = 0
    while_sending: int = 0
    waits: list[float] = field(default_factory=list)
    """Seconds from a start to the first thing that was done."""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """One more process, as the system would start it."""
        self._from, self._began = (self.log.stat().st_size if self.log.exists() else 0), time.time()
        scratch = self.config.parent / "tmp"
        scratch.mkdir(exist_ok=True)
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "referee", "run", "--config", str(self.config)]
            here = {**os.environ, "TMPDIR": str(scratch)}
            self.process = subprocess.Popen(command, stderr=log, stdin=subprocess.DEVNULL, env=here)

    async def last(self, chance: Random) -> None:
        """Lets it run until a random moment of its start, or of its work."""
        if self.kills % 3 == 1:
            await asyncio.sleep(chance.uniform(*EARLY))
            return
        while not self._first_act() and time.time() < self._began + PATIENCE:
            await asyncio.sleep(0.05)
        await asyncio.sleep(chance.uniform(*LATE))

    def kill(self, database: Path) -> None:
        """The process is gone; what it left is looked at, and left as it is."""
        assert self.process is not None and self.process.poll() is None, f"it ended of itself: {self.process}"
        self.process.kill()
        self.process.wait()
        self.kills += 1
        self._note_wait()
        left = state(database)
        self.while_handling += left.mails > 0
        self.while_sending += left.letters > 0

    def stop(self) -> None:
        """As the system would stop it."""
        assert self.process is not None
        self.process.terminate()
        assert self.process.wait(60) == 0, "SIGTERM ends it cleanly"
        self._note_wait()

    def end(self) -> None:
        """Whatever happened, nothing is left behind."""
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _note_wait(self) -> None:
        if acted := self._first_act():
            self.waits.append(acted - self._began)

    def _first_act(self) -> float | None:
        """When this process first did something."""
        with self.log.open("rb") as log:
            log.seek(self._from)
            acted = ACTED.search(log.read().decode("utf-8", "replace"))
        return None if acted is None else datetime.fromisoformat(acted[1]).timestamp()


def run(*, long: bool) -> Figures:
    """Returns figures: kills, where they fell, moves, what was lost or doubled (nothing), and how soon a start acts."""
    return asyncio.run(_run(SECONDS[long], GAMES[long]))


async def _run(seconds: float, games: int) -> Figures:
    with mail_stack() as stack, TemporaryDirectory() as folder:
        config = Path(folder) / "referee.toml"
        config.write_text(config_text(stack.imap_port, stack.smtp_port, imap=POLL), "utf-8")
        database = config.parent / "data" / "referee.db"
        lives = Lives(config, config.parent / "log")
        chance, end = Random(109), time.monotonic() + seconds
        for number in range(games):
            put(stack, REFEREE, proven(MASTER, STARTER, number=number))
        lives.start()
        try:
            async with _people(stack):
                while time.monotonic() < end:
                    await lives.last(chance)
                    lives.kill(database)
                    lives.start()
                    _deal_more(stack, database, games)
            await _settle(stack, database, lives)
            lives.stop()
        finally:
            lives.end()
        boxes = {user: mails_of(stack, user) for user in stack.users}
        faults = faults_of(database, boxes, REFEREE)
        left = files_in(database.parent, database) | files_in(config.parent / "tmp", database)
        faults += leaks_in(database, {"the log": lives.log.read_bytes(), **left})
        assert not faults, "\n".join([f"{len(faults)} faults:", *faults[:20]])
        return _figures(lives, database)


@asynccontextmanager
async def _people(stack: MailStack) -> AsyncIterator[None]:
    """Four robots at their mailboxes, who play in every game."""
    smtp = SmtpSettings(host="localhost", port=stack.smtp_port, tls="none")
    robots = []
    for address in PLAYERS:
        imap = ImapSettings(
            host="localhost", port=stack.imap_port, tls="none", username=address, password=PASSWORD, poll_seconds=0.2
        )
        robots.append(MailPlayer(address, imap, smtp, play, address.partition("@")[0].title()))
    tasks = [asyncio.create_task(robot.run()) for robot in robots]
    try:
        yield
    finally:
        await give_up(*tasks)


def _deal_more(stack: MailStack, database: Path, games: int) -> None:
    """A new game for each that is over."""
    now = state(database)
    for number in range(max(games, now.begun), games + now.over):
        put(stack, REFEREE, proven(MASTER, STARTER, number=1000 + number))


async def _settle(stack: MailStack, database: Path, lives: Lives) -> None:
    """Nobody plays on: until nothing waits, in the referee's mailbox, its database or the servers."""
    end, still = time.monotonic() + SETTLES, 0
    while still < 3 or not state(database).begun:
        assert time.monotonic() < end, f"something waits for ever: {lives.log.read_text()[-2000:]}"
        await asyncio.sleep(0.5)
        left = state(database)
        still = 0 if left.mails or left.letters or lying(stack, REFEREE) or queued(stack) else still + 1


def _figures(lives: Lives, database: Path) -> Figures:
    moves = peek(database, "SELECT count(*) FROM events WHERE kind IN ('BidMade', 'CardPlayed')")[0][0]
    by_clock = peek(database, 'SELECT count(*) FROM events WHERE data LIKE \'%"by": "clock"%\'')[0][0]
    letters, games = peek(database, "SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM games)")[0]
    slow = statistics.quantiles(lives.waits, n=100, method="inclusive")[98] if len(lives.waits) > 1 else 0.0
    return {
        "kills": lives.kills,
        "of them with a mail received and not finished": lives.while_handling,
        "of them with letters on their way": lives.while_sending,
        "games": games,
        "moves": moves,
        "of them by the clock": by_clock,
        "letters": letters,
        "lost": 0,
        "doubled": 0,
        "starts that acted": len(lives.waits),
        "median seconds from a start to the first action": round(statistics.median(lives.waits or [0.0]), 2),
        "p99 seconds from a start to the first action": round(slow, 2),
    }
