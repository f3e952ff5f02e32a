"""Daemons on one PostgreSQL server, of which one works and the others stand by: it is killed, stopped and woken up, cut
off from the server; its lease is ended; the server is restarted, and its standby promoted when it dies.

Each game has four players of its own, who answer the letters that reach them, some of them twice, some never, so that
the clock acts for them. The checker looks at a copy of the database's tables, and at what reached the mailboxes; the
logs of the daemons tell that no mail was handled by two.
"""

import asyncio
import itertools
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import mkdtemp
from typing import Any

import psycopg

from referee.demo.servers import EmbeddedMail
from referee.store.tables import metadata
from tests.faults.checker import faults_of
from tests.faults.club import move_in
from tests.faults.runs import Figures
from tests.postgresql import NOBODY, PORT, Server
from tests.running.post_office import MASTER, PASSWORD, REFEREE, config_text, proven
from tests.servers.real_table import Referee

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/lib/postgresql"))
"""The newest programs of Debian."""
DURABLE = ("listen_addresses=", f"port={PORT}", "max_connections=200", "fsync=on")
DAEMONS = 3
WAYS = ("one", "other")
"""The folders of a daemon with its ways to the primary and to the standby."""
CONNECTIONS = 4
DOMINOES = "sheet: sigma-dominoes\ntarget: 500"
LIMIT = 20
"""The seconds that a player has for a turn."""
FROZEN = 9.0
"""Seconds for which a daemon is stopped at least: longer than its lease lasts, and than the server waits for it."""
NEXT = 10.0
"""Seconds until the next one works, at most: from the fault on, or once the server is there again."""
SILENT, TWICE = 0.01, 0.05
"""The share of letters that get no answer, and of those that get two copies of one."""


class Standby(Server):
    """A server that follows another."""

    def __init__(self, primary: Server) -> None:
        self.folder = Path(mkdtemp(prefix="referee-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self._programs, self._own = primary._programs, primary._own
        if self._own:
            os.chown(self.folder, NOBODY, NOBODY)
        self.settings = DURABLE
        self.run(
            *("pg_basebackup", "-h", str(primary.folder), "-p", str(PORT), "-U", "referee", "-D", str(self.data)),
            *("-R", "-X", "stream", "--checkpoint=fast"),
        )
        self.start()

    def promote(self) -> None:
        """Make it the primary from now on."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "promote")


class Crowd(EmbeddedMail):
    """The mail system of a club, and its players, who answer the letters that reach them."""

    def __init__(self, games: int, chance: random.Random) -> None:
        self.seats = [[f"{name}{game}@club.test" for name in ("ann", "bob", "cat", "dan")] for game in range(games)]
        super().__init__(dict.fromkeys([REFEREE, MASTER, *itertools.chain(*self.seats)], PASSWORD))
        self.boxes: dict[str, list[bytes]] = defaultdict(list)
        self.chance = chance
        self.playing = True
        self.answered: set[str] = set()
        self.numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        self.at_letter: Callable[[], None] | None = None
        """The act to do once when a letter has come, before its server says so."""

    async def _store(self, mailbox: str, raw: bytes, arrived: datetime) -> None:
        self.boxes[mailbox].append(raw)
        if mailbox != REFEREE and self.at_letter is not None:
            at_letter, self.at_letter = self.at_letter, None
            at_letter()
        if mailbox == REFEREE:
            await super()._store(mailbox, raw, arrived)
        elif mailbox != MASTER:
            task = asyncio.create_task(self._answer(raw))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, raw: bytes) -> None:
        letter = message_from_bytes(raw)
        line = move_in(letter)
        if line is None or str(letter["Message-ID"]) in self.answered or not self.playing:
            return
        self.answered.add(str(letter["Message-ID"]))
        if self.chance.random() < SILENT:
            return
        reply = self._reply(letter, line)
        for _ in range(2 if self.chance.random() < TWICE else 1):
            await self.deliver(REFEREE, reply)

    def _reply(self, to: Message, text: str) -> bytes:
        return (
            f"From: {to['Delivered-To']}\r\nTo: {to['Reply-To']}\r\nSubject: Re: {to['Subject']}\r\n"
            f"Message-ID: <{next(self.numbers)}.{time.monotonic_ns()}@club.test>\r\n"
            f"In-Reply-To: {to['Message-ID']}\r\n"
            f"Date: {datetime.now(UTC):%a, %d %b %Y %H:%M:%S} +0000\r\n\r\n{text}\r\n"
        ).encode()

    async def starts(self) -> None:
        """Begin the game of every table, at every other one dominoes."""
        for number, seats in enumerate(self.seats):
            listed = ", ".join(f"{who.partition('@')[0].title()} <{who}>" for who in seats)
            text = f"start\nplayers: {listed}\ntime limit: {LIMIT} s\n{DOMINOES if number % 2 else ''}"
            await self.deliver(REFEREE, proven(MASTER, text, number=number))


class Wire:
    """The way of one daemon to a server, which can be cut: then nothing comes through, and nobody is told."""

    def __init__(self, to: Server) -> None:
        self._to = str(to.folder / f".s.PGSQL.{PORT}")
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, folder: Path) -> None:
        """Listen in a folder as a server does."""
        folder.mkdir()
        self._server = await asyncio.start_unix_server(self._accept, folder / f".s.PGSQL.{PORT}")

    def cut(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        """Free the way for new connections; the old ones are gone."""
        for writer in list(self._writers):
            writer.transport.abort()
        self._open.set()

    def stop(self) -> None:
        self._server.close()
        self.mend()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            await self._open.wait()
            back, there = await asyncio.open_unix_connection(self._to)
            self._writers.add(there)
            await asyncio.gather(self._pass(reader, there), self._pass(back, writer))
        except OSError:
            pass
        finally:
            writer.close()
            self._writers.discard(writer)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
        self._writers.discard(writer)


class Daemon(Referee):
    """`referee run` in a folder of its own, in which the ways to the servers lie, too: all have the same settings."""

    def start(self) -> None:
        with self.config.with_name("log").open("ab") as log:
            command = [sys.executable, "-m", "referee", "run", "--config", str(self.config)]
            here, code = self.config.parent, {"PYTHONPATH": str(Path.cwd())}
            self.process = subprocess.Popen(
                command, stderr=log, stdin=subprocess.DEVNULL, cwd=here, env=os.environ | code
            )


class Daemons:
    """Several `referee run`, each with a folder of its own as on a machine of its own, and ways of its own."""

    def __init__(self, folder: Path, crowd: Crowd) -> None:
        self.folder, self.all = folder, list[Referee]()
        hosts = "&".join(f"host=/proc/self/cwd/{way}:{PORT}" for way in WAYS)
        url = f"postgresql+psycopg://referee@/club?{hosts}&target_session_attrs=read-write&connect_timeout=2"
        other = f'[database]\nurl = "{url}"'
        mail = "poll_seconds = 0.5\ntimeout_seconds = 20"
        smtp = f"timeout_seconds = 20\nconnections = {CONNECTIONS}"
        for number in range(DAEMONS):
            own = folder / f"daemon-{number}"
            own.mkdir()
            text = config_text(crowd.imap_port, crowd.smtp_port, imap=mail, smtp=smtp, other=other)
            (own / "referee.toml").write_text(text, "utf-8")
            self.all.append(Daemon(own / "referee.toml"))

    def start(self) -> None:
        """Start all of them."""
        for one in self.all:
            one.start()

    def check(self) -> None:
        """Check that none has ended by itself."""
        for one in self.all:
            assert one.process is not None
            assert one.process.poll() is None, one.config.with_name("log").read_text()[-2000:]

    def signal(self, one: Referee, name: signal.Signals) -> None:
        assert one.process is not None
        one.process.send_signal(name)

    def stop(self) -> list[int]:
        """Stop them as the system would, and return their exit codes."""
        for one in self.all:
            self.signal(one, signal.SIGCONT)
        return [one.stop() for one in self.all]


class Run:
    """One run: the servers, the crowd, the daemons and what was done to them."""

    def __init__(self, folder: Path, crowd: Crowd, primary: Server, chance: random.Random) -> None:
        self.folder, self.crowd, self.primary, self.chance = folder, crowd, primary, chance
        self.standby = Standby(primary)
        primary.tells("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.tells("SELECT pg_reload_conf()")
        self.wires = [[Wire(server) for server in (primary, self.standby)] for _ in range(DAEMONS)]
        self.done: Counter[str] = Counter()
        self.seconds: dict[str, list[float]] = defaultdict(list)
        """The time until the next daemon worked, by fault."""
        self.ends = 0
        """The number of times that the daemon at work lost its lease or was killed: each time some letters may come
        twice."""

    async def connect(self) -> None:
        self.daemons = Daemons(self.folder, self.crowd)
        for one, wires in zip(self.daemons.all, self.wires, strict=True):
            for way, wire in zip(WAYS, wires, strict=True):
                await wire.start(one.config.parent / way)

    def sql(self, query: str) -> list[Any]:
        return self.primary.tells(query, "club")

    def holder(self) -> str:
        """Return the daemon at work, as the database names it: its machine, its process, and a word."""
        ((holder,),) = self.sql("SELECT value FROM marks WHERE name = 'worker'") or [("",)]
        return str(holder)

    def at_work(self) -> Referee:
        number = int(self.holder().split()[-2])
        (found,) = (one for one in self.daemons.all if one.process is not None and one.process.pid == number)
        return found

    async def next_works(self, what: str, before: str, since: float) -> None:
        """Wait until another one works, or the same with another lease."""
        while True:
            with suppress(psycopg.OperationalError):
                if self.holder() != before:
                    break
            assert time.monotonic() - since < 60, f"after {what} nobody works"
            await asyncio.sleep(0.05)
        self.seconds[what].append(time.monotonic() - since)
        self.ends += 1

    async def kill(self) -> None:
        """Kill the daemon at work, and start it again."""
        one, before = self.at_work(), self.holder()
        one.kill()
        since = time.monotonic()
        await self.next_works("kill", before, since)
        one.start()

    async def freeze(self) -> None:
        """Stop the daemon at work wherever it is; wake it up when another one works."""
        await self._stopped("freeze", self.at_work(), self.holder())

    async def freeze_in_a_transaction(self) -> None:
        """Freeze the daemon in the middle of a transaction that has written something."""
        one, before = self.at_work(), self.holder()
        writes = "SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND backend_xid IS NOT NULL"
        with self.primary.connection("club") as look:
            end = time.monotonic() + 60
            while True:
                assert time.monotonic() < end, "nothing was written"
                self.daemons.signal(one, signal.SIGSTOP)
                await asyncio.sleep(0.01)
                if look.execute(writes).fetchone() != (0,):
                    break
                self.daemons.signal(one, signal.SIGCONT)
                await asyncio.sleep(self.chance.random() / 20)
        await self._stopped("freeze_in_a_transaction", one, before)

    async def freeze_in_a_letter(self) -> None:
        """Freeze the daemon when the mail server has a letter and has not said so yet."""
        one, before = self.at_work(), self.holder()
        came = asyncio.Event()

        def stops() -> None:
            self.daemons.signal(one, signal.SIGSTOP)
            came.set()

        self.crowd.at_letter = stops
        await asyncio.wait_for(came.wait(), 60)
        await self._stopped("freeze_in_a_letter", one, before)

    async def _stopped(self, what: str, one: Referee, before: str) -> None:
        since = time.monotonic()
        self.daemons.signal(one, signal.SIGSTOP)
        await self.next_works(what, before, since)
        await asyncio.sleep(max(FROZEN - (time.monotonic() - since), 0.0))
        self.daemons.signal(one, signal.SIGCONT)

    async def freeze_one_that_stands_by(self) -> None:
        """Freeze a daemon that stands by: nothing follows."""
        before = self.holder()
        one = self.chance.choice([one for one in self.daemons.all if one is not self.at_work()])
        self.daemons.signal(one, signal.SIGSTOP)
        await asyncio.sleep(FROZEN)
        self.daemons.signal(one, signal.SIGCONT)
        assert self.holder() == before

    async def cut_off(self) -> None:
        """Cut the network of the daemon at work; mend it when another one works."""
        one, before, since = self.at_work(), self.holder(), time.monotonic()
        wires = self.wires[self.daemons.all.index(one)]
        for wire in wires:
            wire.cut()
        await self.next_works("cut_off", before, since)
        await asyncio.sleep(max(FROZEN - (time.monotonic() - since), 0.0))
        for wire in wires:
            wire.mend()

    async def end_the_lease(self) -> None:
        """Have the server end the session that has the lease."""
        before, since = self.holder(), time.monotonic()
        mine = "database = (SELECT oid FROM pg_database WHERE datname = 'club') AND mode = 'ExclusiveLock' AND granted"
        self.sql(f"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND {mine}")
        await self.next_works("end_the_lease", before, since)

    async def cut(self) -> None:
        """Cut all connections to the database."""
        before, since = self.holder(), time.monotonic()
        others = "usename = 'referee' AND datname = 'club' AND pid <> pg_backend_pid()"
        self.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        await self.next_works("cut", before, since)

    async def restart(self) -> None:
        """Crash the server, and start it again."""
        before = self.holder()
        await asyncio.to_thread(self.primary.stop, "immediate")
        await asyncio.to_thread(self.primary.start)
        await self.next_works("restart", before, time.monotonic())

    async def fail_over(self) -> None:
        """Take the server away for good; its standby takes its place."""
        before = self.holder()
        await asyncio.to_thread(self.primary.stop, "immediate")
        assert isinstance(self.standby, Standby)
        await asyncio.to_thread(self.standby.promote)
        self.primary, self.standby = self.standby, self.primary
        await self.next_works("fail_over", before, time.monotonic())

    async def until(self, holds: Callable[[], object], seconds: float, what: str) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"it did not come about in {seconds} s: {what}; {self.waits()}"
            self.daemons.check()
            await asyncio.sleep(0.2)

    def waits(self) -> object:
        letters = self.sql("SELECT state, count(*) FROM outbox GROUP BY state")
        return self.sql("SELECT state, count(*) FROM inbox GROUP BY state"), letters

    def quiet(self) -> bool:
        mails = self.sql("SELECT count(*) FROM inbox")[0][0]
        waits = "SELECT 1 FROM inbox WHERE state = 'new' UNION ALL SELECT 1 FROM outbox WHERE state = 'waiting'"
        return bool(not self.sql(waits) and mails >= len(self.crowd.boxes[REFEREE]))


def run(*, long: bool) -> Figures:
    return asyncio.run(_run(games=200 if long else 8, mails=20_000 if long else 250, long=long))


async def _run(*, games: int, mails: int, long: bool) -> Figures:
    chance = random.Random(109)
    with tempfile.TemporaryDirectory() as folder, _server() as primary:
        async with Crowd(games, chance) as crowd:
            one = Run(Path(folder), crowd, primary, chance)
            try:
                await one.connect()
                figures = await _play(one, mails, long=long)
            finally:
                for wire in itertools.chain(*one.wires):
                    wire.stop()
                _end(*({one.standby, one.primary} - {primary}))
    return figures


async def _play(one: Run, mails: int, *, long: bool) -> Figures:
    began = time.monotonic()
    one.daemons.start()
    try:
        await one.crowd.starts()
        await one.until(lambda: len(one.crowd.boxes) > 4, 60, "games began")
        faults = [
            one.kill,
            one.freeze,
            one.cut,
            one.freeze_in_a_transaction,
            one.end_the_lease,
            one.freeze_in_a_letter,
            one.freeze_one_that_stands_by,
            one.restart,
            one.cut_off,
        ]
        planned = [*(faults * (5 if long else 1)), one.fail_over]
        each = mails // (len(planned) + 1)
        for number, fault in enumerate(planned, 1):
            await one.until(lambda so=number: len(one.crowd.boxes[REFEREE]) >= each * so, 1800, "games go on")  # type: ignore[misc]
            await fault()
            one.done[fault.__name__] += 1
        await one.until(lambda: len(one.crowd.boxes[REFEREE]) >= mails, 1800, "games go on")
        one.crowd.playing = False
        await one.crowd.deliver(REFEREE, proven(MASTER, "pause all", number=10**6))
        await one.until(one.quiet, 300, "all is handled and sent")
    finally:
        codes = await asyncio.to_thread(one.daemons.stop)
    assert set(codes) == {0}, f"the daemons ended with {codes}"
    copy = one.folder / "copy.db"
    copy_of(one.primary, copy)
    logs = [one.folder / f"daemon-{number}" / "log" for number in range(DAEMONS)]
    found = [*faults_of(copy, one.crowd.boxes, REFEREE), *out_of_order(copy, one.crowd.boxes), *by_two(logs)]
    assert not found, found[:5]
    doubled, allowed = copies(one.crowd.boxes), one.ends * CONNECTIONS
    assert doubled <= allowed, f"{doubled} letters came twice, and {allowed} may"
    slow = {what: max(took) for what, took in one.seconds.items() if max(took) > NEXT}
    assert not slow, f"the next one took too long: {slow}"
    letters = sum(len(box) for box in one.crowd.boxes.values()) - len(one.crowd.boxes[REFEREE])
    return {
        "daemons": DAEMONS,
        "mails": len(one.crowd.boxes[REFEREE]),
        "letters": letters,
        **{f"times: {name}": count for name, count in one.done.items()},
        "letters sent again after an end": doubled,
        **{f"seconds until the next works: {what}": f"{max(took):.1f}" for what, took in one.seconds.items()},
        "mails a second": f"{len(one.crowd.boxes[REFEREE]) / (time.monotonic() - began):.1f}",
    }


@contextmanager
def _server() -> Iterator[Server]:
    server = Server(PROGRAMS, DURABLE)
    try:
        server.make("club")
        yield server
    finally:
        _end(server)


def _end(*servers: Server) -> None:
    """End them; some have ended already."""
    for server in servers:
        with suppress(CalledProcessError):
            server.stop("immediate")
        shutil.rmtree(server.folder, ignore_errors=True)


def copies(boxes: Mapping[str, list[bytes]]) -> int:
    """Count the letters that lie in a mailbox again."""
    letters = ((box, message_from_bytes(raw)) for box, raws in boxes.items() if box != REFEREE for raw in raws)
    found = Counter((box, str(letter["Message-ID"])) for box, letter in letters)
    return sum(count - 1 for count in found.values())


def out_of_order(database: Path, boxes: Mapping[str, list[bytes]]) -> Iterator[str]:
    """Yield the mails of a game that were handled in another order than they came, and letters that came before an
    earlier one of the same game to the same player."""
    with closing(sqlite3.connect(database)) as look:
        last: dict[int, int] = {}
        for game, seq, mail in look.execute(
            "SELECT game, seq, inbox FROM events WHERE inbox IS NOT NULL ORDER BY game, seq"
        ):
            if mail < last.get(game, 0):
                yield f"game {game}, event {seq}: mail {mail} was handled after mail {last[game]}"
            last[game] = mail
    for box, raws in boxes.items():
        if box in (REFEREE, MASTER):
            continue
        seen: set[str] = set()
        turn = 0
        for letter in map(message_from_bytes, raws):
            if str(letter["Message-ID"]) in seen or "Spades-Turn" not in letter:
                continue
            seen.add(str(letter["Message-ID"]))
            if int(letter["Spades-Turn"]) < turn:
                yield f"{box}: the letter of turn {letter['Spades-Turn']} came after that of turn {turn}"
            turn = int(letter["Spades-Turn"])


def by_two(logs: list[Path]) -> Iterator[str]:
    """Yield the mails that were handled more than once, by whichever daemons: each says so after it is certain."""
    handled = re.compile(r"event=mail .*\bid=(\d+) outcome=(\S+)")
    found = Counter(
        number
        for log in logs
        for number, outcome in handled.findall(log.read_text())
        if outcome != "ignored/handled-before"
    )
    yield from (f"mail {number} was handled {times} times" for number, times in found.items() if times > 1)


def copy_of(server: Server, target: Path) -> None:
    """Copy all tables as an SQLite file, value by value."""
    where = {"host": str(server.folder), "port": PORT, "user": "referee", "dbname": "club"}
    with psycopg.connect(**where) as source, closing(sqlite3.connect(target)) as copy:  # type: ignore[arg-type]
        names = source.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()").fetchall()
        for (table,) in names:
            key = metadata.tables[table].primary_key if table in metadata.tables else ()
            order = f" ORDER BY {', '.join(column.name for column in key)}" if key else ""
            rows = source.execute(f"SELECT * FROM {table}{order}")
            columns = [column.name for column in rows.description or ()]
            copy.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            places = ", ".join("?" * len(columns))
            copy.executemany(f"INSERT INTO {table} VALUES ({places})", ([_plain(v) for v in row] for row in rows))
        copy.commit()


def _plain(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict | list) else int(value) if isinstance(value, bool) else value
