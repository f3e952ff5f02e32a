"""The referee's distance from the least that its mail work takes: `python -m benchmarks.floor [--servers] [--moves N]
[--games N] [--runs N]`, 1,000 moves in 20 games and 3 runs, if not told otherwise.

In each run `referee run` is a process of its own, and all moves, replies to four letters each, wait for it in bulk, as
in a busy hour. Then `benchmarks.bare` fetches the same mails from the same servers and sends the same letters. Counted
is from the moment that the mails are there until all is done and marked: the wall time, and the CPU seconds of the two
processes, not of the servers. The servers are those of `referee demo`, or, with --servers, Dovecot and Postfix.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from referee.commands.handle import store_mails
from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.outgoing import envelope_sender
from referee.records.chance import SEED_BYTES
from referee.running.opening import open_database, open_desk
from referee.running.together import handle_together
from referee.spades import commands as cmd
from referee.spades.game import Game
from referee.spades.law.decide import rule
from referee.spades.law.moves import legal_bids, legal_cards
from referee.store import event_log, games, people, tables
from referee.store.backend import Store
from referee.table.fairness import FRESH
from tests.faults.club import put
from tests.running.post_office import MASTER, PASSWORD, PLAYERS, REFEREE, STARTER, config_text, proven
from tests.servers.servers import MailStack, missing

MOVES, GAMES, RUNS = 1000, 20, 3
LONGEST = 600
LOOK = 0.05
"""The seconds from one look whether all is done to the next."""
USERS = dict.fromkeys([REFEREE, MASTER, *PLAYERS], PASSWORD)
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds that all the mails took."""

    cpu: float
    wall: float


class Embedded(EmbeddedMail):
    """The mail system of the demo; letters to players are counted, not kept."""

    async def _store(self, mailbox: str, raw: bytes, arrived: datetime) -> None:
        if mailbox == REFEREE:
            await super()._store(mailbox, raw, arrived)


class Mailboxes:
    """The place where the mails wait: `put` lays them into the referee's mailbox. Serves `imap_port` and
    `smtp_port`."""

    def __init__(self, servers: EmbeddedMail | MailStack) -> None:
        self.servers = servers
        self.imap_port, self.smtp_port = servers.imap_port, servers.smtp_port

    async def put(self, mails: list[bytes]) -> None:
        """Deliver all of them at once."""
        if isinstance(self.servers, MailStack):
            put(self.servers, REFEREE, *mails)
            return
        for raw in mails:
            await self.servers.deliver(REFEREE, raw)


@contextlib.asynccontextmanager
async def mailboxes(*, real: bool) -> AsyncIterator[Mailboxes]:
    """Start new servers, with empty mailboxes."""
    if not real:
        async with Embedded(USERS) as embedded:
            yield Mailboxes(embedded)
        return
    assert (why := missing()) is None, why
    with MailStack(USERS) as stack:
        yield Mailboxes(stack)


class Club:
    """A club that has begun its games; its moves are written ahead, since a deal is known once it is made."""

    def __init__(self, folder: Path, where: Mailboxes, count: int) -> None:
        self.config = folder / "referee.toml"
        text = config_text(where.imap_port, where.smtp_port, imap="poll_seconds = 0.1").replace(
            '"127.0.0.1"', '"localhost"'
        )
        self.config.write_text(text, "utf-8")
        self.settings = load_settings(self.config)
        self.database = folder / "data" / "referee.db"
        self.count = count
        with contextlib.closing(open_database(self.settings)) as store:
            starts = [proven(MASTER, STARTER, number=number) for number in range(1, count + 1)]
            for mail in store_mails(self.settings, store, starts):
                handle_together(open_desk(self.settings), store, [mail])
            with store.transaction() as tx:
                for name in PLAYERS:
                    person = people.by_address(tx, name)
                    assert person is not None, f"{name} plays"
                    people.change(tx, person.id, notify="play")

    def moves(self, count: int) -> list[bytes]:
        """Return so many mails, one game after the other: low bids and first legal cards, each with a token of its
        letter."""
        with contextlib.closing(open_database(self.settings)) as store:
            each = [
                list(itertools.islice(self._of_game(store, number), -(-count // self.count)))
                for number in range(1, self.count + 1)
            ]
        return [mail for mails in zip(*each, strict=True) for mail in mails][:count]

    def _of_game(self, store: Store, number: int) -> Iterator[bytes]:
        with store.reading() as tx:
            row = games.find(tx, number)
            assert row is not None, "the games have begun"
            game, seated = event_log.load(tx, row), people.seated(tx, number)
        move: cmd.Move
        while game.round == 1:
            seat, what = game.due or (0, "")
            token = _word(number, game.turn)
            with store.transaction() as tx:
                people.issue(tx, [_token(seated[seat], token, game)])
            if what == "bid":
                bid = legal_bids(game, seat)[1]
                move, text = cmd.MakeBid(bid), f"bid {bid}"
            else:
                card = legal_cards(game, seat)[0]
                move, text = cmd.PlayCard(card), f"play {card}"
            yield _reply(seated[seat].address, token, number, game.turn, text)
            seeds = [bytes(SEED_BYTES).hex()] * FRESH
            game = rule(game, seat, move, answers=game.turn, seeds=seeds)[-1].game


def _word(number: int, turn: int) -> str:
    digits = f"{number:08o}{turn:08o}".translate(str.maketrans("01234567", "abcdefgh"))
    return f"{digits:z<24}"


def _token(person: people.Person, word: str, game: Game) -> people.Token:
    return people.Token(
        token=word,
        person=person.id,
        address=person.address,
        game=game.number,
        turn=game.turn,
        confirms=None,
        moves=None,
        lines=None,
        expires=datetime.now(UTC) + timedelta(days=90),
        state="good",
    )


def _reply(sender: str, token: str, number: int, turn: int, text: str) -> bytes:
    to = REFEREE.replace("@", f"+{token}@")
    return (
        f"From: {sender}\r\nTo: Spades <{to}>\r\nSubject: Re: [Spades {number}] Your turn\r\n"
        f"Message-ID: <{number}.{turn}@club.test>\r\nDate: Tue, 24 Nov 2026 12:00:00 +0000\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    ).encode()


class Process:
    """A process of its own, and what it has cost since `start`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._cpu = self._wall = 0.0

    def start(self) -> None:
        self._cpu, self._wall = self._spent(), monotonic()

    def cost(self) -> Cost:
        return Cost(self._spent() - self._cpu, monotonic() - self._wall)

    async def quiet(self) -> None:
        """Wait until it does nothing."""
        before = -1.0
        while (now := self._spent()) > before:
            before = now
            await asyncio.sleep(0.5)
            if self._spent() - before < 0.05:
                return

    def _spent(self) -> float:
        """Return the user and system seconds so far, of all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


@contextlib.asynccontextmanager
async def python(*words: str) -> AsyncIterator[Process]:
    """Run a Python program that is stopped in the end; it may keep its compiled files."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, env=env, stdin=pipe, stdout=pipe, stderr=None
    )
    try:
        yield Process(process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()


async def play(folder: Path, where: Mailboxes, count: int, moves: int) -> tuple[Cost, list[bytes], list[list[str]]]:
    """Return the moves' cost to the referee, its mails in order, and its letters: sender, recipient and text of
    each."""
    club = Club(folder, where, count)
    mails = club.moves(moves)
    with contextlib.closing(sqlite3.connect(club.database, timeout=30)) as look:
        first = look.execute("SELECT max(id) FROM outbox").fetchone()[0]
        async with python("-m", "referee", "run", "--config", str(club.config)) as referee:
            await _until(look, 0)
            await referee.quiet()
            referee.start()
            await where.put(mails)
            await _until(look, count + moves)
            cost = referee.cost()
        outcomes = {row[0] for row in look.execute("SELECT DISTINCT outcome FROM inbox WHERE id > ?", (count,))}
        assert outcomes <= {"MakeBid/accepted", "PlayCard/accepted"}, outcomes
    with contextlib.closing(open_database(club.settings)) as store, store.reading() as tx:
        out = tables.outbox.c
        rows = tx.execute(tables.outbox.select().where(out.id > first).order_by(out.id)).all()
    letters = [[envelope_sender(club.settings, row.secret), row.recipient, row.raw.decode("ascii")] for row in rows]
    return cost, mails, letters


async def _until(look: sqlite3.Connection, received: int) -> None:
    """Wait until so many mails are handled and no letter waits."""
    query = (
        "SELECT (SELECT coalesce(max(id), 0) FROM inbox) < ? OR EXISTS (SELECT 1 FROM inbox WHERE state = 'new')"
        " OR EXISTS (SELECT 1 FROM outbox WHERE state = 'waiting')"
    )
    end = monotonic() + LONGEST
    while look.execute(query, (received,)).fetchone()[0]:
        assert monotonic() < end, f"not done after {LONGEST} seconds"
        await asyncio.sleep(LOOK)


async def bare(folder: Path, where: Mailboxes, mails: list[bytes], letters: list[list[str]]) -> Cost:
    """Return the cost of the same mails and letters to a program that does nothing else."""
    (folder / "letters.json").write_text(json.dumps(letters), "ascii")
    given = {"imap": where.imap_port, "smtp": where.smtp_port, "user": REFEREE, "password": PASSWORD}
    given |= {"database": str(folder / "bare.db"), "letters": str(folder / "letters.json"), "mails": len(mails)}
    (folder / "given.json").write_text(json.dumps(given), "ascii")
    async with python("-m", "benchmarks.bare", str(folder / "given.json")) as program:
        out = program.process.stdout
        assert out is not None and (await out.readline()).strip() == b"ready", "it cannot log in"
        await program.quiet()
        program.start()
        await where.put(mails)
        assert (await asyncio.wait_for(out.readline(), LONGEST)).strip() == b"done", "it came to an end"
        return program.cost()


async def run(games: int, moves: int, *, real: bool) -> tuple[Cost, Cost]:
    """Return the referee's cost and the bare program's, on servers of their own and on one file system."""
    with tempfile.TemporaryDirectory() as folder:
        async with mailboxes(real=real) as where:
            ours, mails, letters = await play(Path(folder), where, games, moves)
        assert len(letters) == 4 * len(mails), f"{len(letters)} letters for {len(mails)} mails"
        async with mailboxes(real=real) as where:
            least = await bare(Path(folder), where, mails, letters)
    for name, cost in (("referee", ours), ("bare", least)):
        print(
            f"  {name}: {1000 * cost.cpu / moves:.1f} ms of CPU a mail, {moves / cost.wall:.0f} mails a second",
            flush=True,
        )
    return ours, least


def file_system(folder: Path) -> str:
    """Return the kind of file system that a folder lies on, `ext4`; `unknown` within another root."""
    mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    inside = [each for each in mounts if folder.resolve().is_relative_to(each[1])]
    return max(inside, key=lambda each: len(each[1]), default=("", "", "unknown"))[2]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.floor")
    parser.add_argument("--servers", action="store_true", help="on Dovecot and Postfix, which need root")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--runs", type=int, default=RUNS)
    given = parser.parse_args()
    servers = "Dovecot and Postfix" if given.servers else "embedded servers"
    where = file_system(Path(tempfile.gettempdir()))
    print(
        f"{given.moves} moves in {given.games} games, {4 * given.moves} letters, {servers}, files on {where}",
        flush=True,
    )
    pairs = [asyncio.run(run(given.games, given.moves, real=given.servers)) for _ in range(given.runs)]
    cpu = statistics.median(ours.cpu / least.cpu for ours, least in pairs)
    wall = statistics.median(ours.wall / least.wall for ours, least in pairs)
    print(f"cpu {cpu:.1f}, wall {wall:.1f}")


if __name__ == "__main__":
    main()
