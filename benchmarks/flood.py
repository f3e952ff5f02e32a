"""The wait of moves beside a flood of mail: `python -m benchmarks.flood [--servers] [--mails N] [--moves N]`, 20,000
mails of one stranger and 40 moves in 20 games, if not told otherwise.

The moves come one after the other, first alone, then while the flood waits. Printed is the median time from a move's
delivery until it is in the database, and the time of the first, both ways in one run, and how many mails still waited
after the last one.
"""

import argparse
import asyncio
import contextlib
import sqlite3
import statistics
import tempfile
from pathlib import Path
from time import monotonic

from benchmarks.floor import GAMES, LOOK, Club, Mailboxes, mailboxes, python
from tests.running.post_office import REFEREE

MAILS, MOVES = 20_000, 40
PATIENCE = 600
GAP = 0.2
"""The seconds between two moves."""


def stranger(number: int) -> bytes:
    """Return a mail of the flood."""
    return (
        f"From: Mallory <mallory@elsewhere.test>\r\nTo: {REFEREE}\r\nSubject: hello {number}\r\n"
        f"Message-ID: <flood.{number}@elsewhere.test>\r\nDate: Tue, 24 Nov 2026 12:00:00 +0000\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\njoin 109\r\n{'x' * 200}\r\n"
    ).encode()


async def waits(look: sqlite3.Connection, where: Mailboxes, moves: list[bytes]) -> list[float]:
    """Return the seconds that each move waited."""
    found = []
    for move in moves:
        before, began = acts(look), monotonic()
        await where.put([move])
        while acts(look) == before:
            assert monotonic() - began < PATIENCE, "it was never played"
            await asyncio.sleep(LOOK / 5)
        found.append(monotonic() - began)
        await asyncio.sleep(GAP)
    return found


def acts(look: sqlite3.Connection) -> int:
    """Count the bids and cards so far."""
    counted: int = look.execute("SELECT count(*) FROM events").fetchone()[0]
    return counted


async def run(mails: int, moves: int, *, real: bool) -> None:
    """Print the waits alone, and beside the flood."""
    with tempfile.TemporaryDirectory() as folder:
        async with mailboxes(real=real) as where:
            club = Club(Path(folder), where, GAMES)
            each = club.moves(2 * moves)
            with contextlib.closing(sqlite3.connect(club.database, timeout=30)) as look:
                async with python("-m", "referee", "run", "--config", str(club.config)) as referee:
                    await referee.quiet()
                    alone = await waits(look, where, each[:moves])
                    await where.put([stranger(number) for number in range(mails)])
                    beside = await waits(look, where, each[moves:])
                    handled = "SELECT count(*) FROM inbox WHERE state = 'done'"
                    left = GAMES + 2 * moves + mails - look.execute(handled).fetchone()[0]
    for name, found in (("alone", alone), ("beside the flood", beside)):
        seconds = f"first {found[0]:.2f} s, at most {max(found):.2f} s"
        print(f"{name}: median {statistics.median(found):.2f} s, {seconds}", flush=True)
    print(f"{left} of {mails} mails waited still; ratio {statistics.median(beside) / statistics.median(alone):.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flood")
    parser.add_argument("--servers", action="store_true", help="on Dovecot and Postfix, which need root")
    parser.add_argument("--mails", type=int, default=MAILS)
    parser.add_argument("--moves", type=int, default=MOVES)
    given = parser.parse_args()
    asyncio.run(run(given.mails, given.moves, real=given.servers))


if __name__ == "__main__":
    main()
