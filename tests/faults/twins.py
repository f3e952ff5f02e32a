"""Two daemons at once, one that froze and wakes up, and a database that somebody else holds locked.

The second daemon goes away by itself; a move that came in time wins over a clock that ran out while nobody looked; a
lock is waited for, and one that lasts ends the process with nothing lost.
"""

import asyncio
import contextlib
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.faults.club import Club, club, mail_stack, put, until
from tests.faults.runs import Figures
from tests.running.post_office import MASTER, PLAYERS, REFEREE, proven
from tests.servers.real_table import Referee
from tests.servers.servers import MailStack

LIMIT = 5
"""The seconds that a player has for a turn."""
BUSY_SECONDS = 30
"""The seconds that the referee waits for a database that somebody else has locked."""


def run(*, long: bool) -> Figures:
    with mail_stack() as stack:
        return asyncio.run(_all(stack, long))


async def _all(stack: MailStack, long: bool) -> Figures:
    figures: dict[str, object] = {}
    async with club(stack) as one:
        referee = Referee(one.folder / "referee.toml")
        referee.start()
        try:
            listed = ", ".join(f"{who.partition('@')[0].title()} <{who}>" for who in PLAYERS)
            await one.starts(f"start\nplayers: {listed}\ntime limit: {LIMIT} s")
            await until(one.turns, what="a game began")
            figures |= await _second(one, referee)
            for _ in range(10 if long else 1):
                await _freezes(one, referee)
            figures["moves that won over the clock after a freeze"] = 10 if long else 1
            await _locked_for_a_while(one)
            if long:
                figures["seconds until a lasting lock ended it"] = await _locked_for_long(one, referee)
            await one.settles()
        finally:
            assert referee.process is not None
            referee.process.send_signal(signal.SIGCONT)
            code = referee.stop()
        assert code == 0
        assert not (faults := one.faults()), faults[:5]
        # a letter that the server took is sent again if the daemon ended before it could note that
        ends, each = 1 + long, one.settings.smtp.connections
        assert one.extra_copies().total() <= ends * each, "one a connection for each end without warning, at the most"
    return figures


async def _second(one: Club, referee: Referee) -> Figures:
    """Check that no second daemon starts beside one, not even `run --once`; `handle` may run. A killed daemon leaves no
    lock behind."""
    for command in (["run"], ["run", "--once"]):
        done = await _command(one, *command)
        assert done.returncode == 1, done
        assert "another referee works on" in done.stderr and "stop that one first" in done.stderr, done.stderr
        assert len(done.stderr.splitlines()) == 1, "one line, and no traceback"
    path = one.folder / "beside.eml"
    path.write_bytes(proven(MASTER, "status", number=77))
    done = await _command(one, "handle", str(path))
    assert done.returncode == 0, done
    referee.kill()
    began = time.monotonic()
    referee.start()
    before = one.turns()[1]
    await _acts(one)
    assert one.turns()[1] > before
    return {"second daemons refused": 2, "seconds from a kill to the next act": f"{time.monotonic() - began:.1f}"}


async def _acts(one: Club) -> None:
    """Let a player act in time, or their clock: the game goes on either way."""
    before = one.turns()[1]
    raw = one.move(1)
    assert raw is not None
    put(one.stack, REFEREE, raw)
    await until(lambda: one.turns().get(1, before + 1) > before, 20, "the game goes on")


async def _freezes(one: Club, referee: Referee) -> None:
    """Stop the daemon for longer than the limit; a move that comes in time meanwhile is read before the clock may
    act."""
    assert referee.process is not None
    while True:
        await _acts(one)
        await until(lambda: not one.sql("SELECT 1 FROM outbox WHERE state = 'waiting'"), what="the notice went out")
        referee.process.send_signal(signal.SIGSTOP)
        in_time = "strftime('%Y-%m-%dT%H:%M:%f', 'now', '+1.5 seconds') < deadline"
        if one.sql(f"SELECT {in_time} FROM games WHERE id = 1") == [(1,)]:
            break
        # on a slow machine the turn may be nearly over by now
        referee.process.send_signal(signal.SIGCONT)
    turn, raw = one.turns()[1], one.move(1)
    assert raw is not None
    put(one.stack, REFEREE, raw)
    await asyncio.sleep(LIMIT + 1)
    referee.process.send_signal(signal.SIGCONT)
    await until(lambda: one.turns()[1] > turn, what="the game goes on")
    kind = "kind IN ('BidMade', 'CardPlayed') AND data ->> 'turn' = ?"
    by = one.sql(f"SELECT data ->> 'by' FROM events WHERE game = 1 AND {kind}", turn)
    assert by in ([("player",)], [(None,)]), f"turn {turn} was {by}'s"


async def _locked_for_a_while(one: Club) -> None:
    """Hold the database for five seconds: the referee waits, and does its work then."""
    before = one.turns()[1]
    raw = one.move(1)
    assert raw is not None
    with _lock(one.database):
        put(one.stack, REFEREE, raw)
        await asyncio.sleep(5)
    await until(lambda: one.turns()[1] > before, what="the move counts once the lock is gone")


async def _locked_for_long(one: Club, referee: Referee) -> str:
    """Hold the database for longer than the referee waits: it ends, says why, and the next one does the work."""
    assert referee.process is not None
    before = one.turns()[1]
    raw = one.move(1)
    assert raw is not None
    began = time.monotonic()
    with _lock(one.database):
        put(one.stack, REFEREE, raw)
        await asyncio.to_thread(referee.process.wait, BUSY_SECONDS * 2 + 20)
        took = time.monotonic() - began
    assert referee.process.returncode == 1
    last = (one.folder / "log").read_text().splitlines()[-1]
    assert "locked" in last, last
    referee.start()
    await until(lambda: one.turns()[1] > before, what="the next one goes on")
    return f"{took:.0f}"


@contextlib.contextmanager
def _lock(database: Path) -> Iterator[None]:
    with contextlib.closing(sqlite3.connect(database, isolation_level=None, timeout=10)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def _command(one: Club, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "referee", *words, "--config", str(one.folder / "referee.toml")]

    def work() -> Any:
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)

    done: subprocess.CompletedProcess[str] = await asyncio.to_thread(work)
    return done
