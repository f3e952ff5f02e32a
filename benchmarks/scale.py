"""How far several daemons on one PostgreSQL server go: `python -m benchmarks.scale [--games N] [--moves N] [--slow N]
[--most N]`, 60 games of 30 moves; with a slow disk as many of them as `--slow` says; up to eight daemons.

All moves wait in the database, each a reply by another player that is read, proven, ruled on, kept and announced in
four letters. As many processes as there are daemons take them as the daemon does, and note that the letters were sent,
to no server, until all are. Each has handled mail before the clock starts: the first move of each game. Then the same
with 4 milliseconds of waiting in every statement and commit, as for a database on another machine whose disk is another
machine's, too. The server has a folder of its own and fsync on; it shares the cores with the daemons. Each line says
how much processor time went into a move, and into other programs meanwhile, which make the figures worse than they are.
The last line is how many times as fast as one daemon two are, and eight with the slow disk.
"""

import argparse
import asyncio
import contextlib
import itertools
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import event, func, select

from benchmarks.floor import TICKS, Club, Process, file_system, python
from referee.commands.handle import store_mails
from referee.config import load_settings
from referee.desk.case import Desk
from referee.handle import handle_sent
from referee.running.guard import draws, now
from referee.running.opening import open_database, open_desk
from referee.running.presence import name_of_a_daemon
from referee.running.together import handle_or_shunt, handle_some
from referee.store import lanes, outbox, tables
from referee.store.backend import Passing, Store
from tests.postgresql import Server, programs
from tests.running.post_office import MASTER, config_text, proven

GAMES, MOVES, SLOW, MOST = 60, 30, 4, 8
WAIT_SECONDS = 0.004
LONGEST = 900
DURABLE = ("listen_addresses=", "port=5432", "max_connections=100", "fsync=on", "shared_buffers=256MB")


class Games(Club):
    """Games of players of their own, so that no mail waits for one of another game."""

    def __init__(self, folder: Path, url: str, count: int) -> None:
        self.config = folder / "referee.toml"
        self.config.write_text(config_text(other=f'[database]\nurl = "{url}"'), "utf-8")
        self.settings = load_settings(self.config)
        self.count = count
        with contextlib.closing(open_database(self.settings)) as store:
            starts = [proven(MASTER, _start(number), number=number) for number in range(1, count + 1)]
            for mail in store_mails(self.settings.auth, store, starts):
                handle_or_shunt(open_desk(self.settings), store, mail)
            _send(store, open_desk(self.settings), "start")

    def wait(self, moves: list[bytes]) -> None:
        """All of them have come, in order."""
        with contextlib.closing(open_database(self.settings)) as store:
            store_mails(self.settings.auth, store, moves)


def _start(number: int) -> str:
    names = (f"{name} {number} <{name.lower()}{number}@club.test>" for name in ("Ann", "Bob", "Cat", "Dan"))
    return f"start\nplayers: {', '.join(names)}"


def work(config: Path, daemons: int, *, slow: bool) -> None:
    """One of the daemons: handles mail and marks letters as sent until nothing waits, whenever it is told to."""
    settings = load_settings(config)
    desk, name = open_desk(settings), name_of_a_daemon()
    with contextlib.closing(open_database(settings)) as store, waiting(store, slow=slow):
        while sys.stdin.readline():
            while waits(store):
                with contextlib.suppress(Passing):
                    handled = handle_some(desk, store, name, 2 * daemons)
                    if not _send(store, desk, name) and not handled:
                        time.sleep(0.01)
            print("done", flush=True)


def _send(store: Store, desk: Desk, name: str) -> bool:
    """What the daemon does for letters, but for the mail server. Returns whether there were any."""
    with store.reading() as look:
        if outbox.next_letter(look) is None:
            return False
    with store.transaction() as tx:
        letters = outbox.claim_due(tx, name, now()) if lanes.lock(tx, lanes.LETTERS, wait=False) else []
    if letters:
        accepted = [(letter, "250 ok") for letter in letters]
        handle_sent(desk, store, accepted, now=now(), draws=draws())
    return bool(letters)


@contextlib.contextmanager
def waiting(store: Store, *, slow: bool) -> Iterator[None]:
    """Every statement and commit waits, if it is `slow`, without taking the processor's time."""

    def wait(*_: object) -> None:
        time.sleep(WAIT_SECONDS)

    if slow:
        event.listen(store.engine, "before_cursor_execute", wait)
        event.listen(store.engine, "commit", wait)
    yield


def waits(store: Store) -> bool:
    """Whether any mail or letter waits."""
    with store.reading() as look:
        return lanes.last_waiting(look) is not None or outbox.next_letter(look) is not None


async def drain(server: Server, name: str, daemons: int, games: int, moves: int, *, slow: bool) -> float:
    """How many moves a second so many daemons handle."""
    with tempfile.TemporaryDirectory() as folder:
        club = Games(Path(folder), server.make(name), games)
        mails = club.moves(games * (moves + 1))
        words = ("-m", "benchmarks.scale", "--worker", str(club.config), "--daemons", str(daemons))
        async with contextlib.AsyncExitStack() as stack:
            workers = [
                await stack.enter_async_context(python(*words, *(("--waiting",) if slow else ())))
                for _ in range(daemons)
            ]
            for some in (mails[:games], mails[games:]):
                club.wait(some)
                for worker in workers:
                    worker.start()
                began, busy, own = time.monotonic(), _busy(), server.cpu()
                await asyncio.wait_for(asyncio.gather(*(_at_work(worker) for worker in workers)), LONGEST)
                seconds, busy, own = time.monotonic() - began, _busy() - busy, server.cpu() - own
                cpu = sum(worker.cost().cpu for worker in workers)
        with contextlib.closing(open_database(club.settings)) as store:
            _check(store, games, len(mails))
    server.drop(name)
    count = games * moves
    each, others = (
        f"{1000 * cpu / count:.0f} ms of daemons and {1000 * own / count:.0f} of the server",
        busy - cpu - own,
    )
    print(
        f"  {daemons} daemon{'s' * (daemons > 1)}: {count / seconds:.1f} moves a second, each {each}; "
        f"others: {max(0.0, others) / seconds:.1f} cores",
        flush=True,
    )
    return count / seconds


def _busy() -> float:
    """Seconds for which the machine's cores worked, all told."""
    user, nice, system, _, _, *more = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:9])
    return (user + nice + system + sum(more)) / TICKS


async def _at_work(worker: Process) -> None:
    """Have one of the daemons handle all that waits."""
    pipes = worker.process
    assert pipes.stdin is not None and pipes.stdout is not None
    pipes.stdin.write(b"go\n")
    assert (await pipes.stdout.readline()).strip() == b"done", "nothing waits in the end"


def _check(store: Store, games: int, moves: int) -> None:
    """Every mail is the move that it says."""
    with store.reading() as look:
        outcomes = look.execute(select(tables.inbox.c.outcome, func.count()).group_by(tables.inbox.c.outcome))
        found = {str(outcome): int(count) for outcome, count in outcomes}
    acts = found.get("MakeBid/accepted", 0) + found.get("PlayCard/accepted", 0)
    assert acts == moves and found.get("Start/accepted") == games, found


async def run(games: int, moves: int, slow: int, most: int) -> tuple[float, float]:
    """How many times as fast as one daemon two are, and the `most` of them with a slow disk."""
    server = Server(programs(), DURABLE)
    names = (f"scale{number}" for number in itertools.count())
    try:
        print(f"{games * moves} moves in {games} games, {4 * games * moves} letters, files on {_files(server)}")
        quick = {n: await drain(server, next(names), n, games, moves, slow=False) for n in (1, 2, 4)}
        count = max(games, 2 * most)
        print(f"{count * slow} moves in {count} games, each statement and commit waits {1000 * WAIT_SECONDS:.0f} ms")
        waited = {n: await drain(server, next(names), n, count, slow, slow=True) for n in (1, most)}
    finally:
        server.end()
    return quick[2] / quick[1], waited[most] / waited[1]


def _files(server: Server) -> str:
    return file_system(server.folder)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--moves", type=int, default=MOVES, help="of each game")
    parser.add_argument("--slow", type=int, default=SLOW, help="moves of each game with a slow disk")
    parser.add_argument("--most", type=int, default=MOST, help="daemons with a slow disk")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--daemons", type=int, default=1, help=argparse.SUPPRESS)
    parser.add_argument("--waiting", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        work(given.worker, given.daemons, slow=given.waiting)
        return
    two, most = asyncio.run(run(given.games, given.moves, given.slow, given.most))
    print(f"two {two:.1f}, {'eight' if given.most == MOST else given.most} {most:.1f}")


if __name__ == "__main__":
    main()
