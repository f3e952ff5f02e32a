"""Several daemons on one PostgreSQL server: killed, stopped and woken up, their connections cut, the server restarted,
and its standby promoted when it dies.

Each game has four players of its own, who answer the letters that reach them, some of them twice, some never, so that
the clock acts for them. The checker looks at a copy of the database's tables, and at what reached the mailboxes.
"""

import asyncio
import itertools
import json
import os
import random
import shutil
import signal
import sqlite3
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

from referee.demo.robots import answer, read_turn
from referee.demo.servers import EmbeddedMail
from referee.store.tables import metadata
from tests.faults.checker import faults_of
from tests.faults.runs import Figures
from tests.postgresql import NOBODY, PORT, Server
from tests.running.post_office import MASTER, PASSWORD, REFEREE, config_text, proven
from tests.servers.real_table import Referee

PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path("/usr/lib/postgresql"))
"""Debian's: the newest."""
DURABLE = ("listen_addresses=", f"port={PORT}", "max_connections=200", "fsync=on")
DAEMONS = 4
CONNECTIONS = 4
LIMIT = 20
"""Seconds that a player has."""
FROZEN = 13.0
"""Seconds for which a daemon is stopped: longer than any lease, and than the server waits for a transaction."""
FIRST_ACTION = 5.0
"""Seconds from the promotion of the standby to the next event, at most."""
SILENT, TWICE = 0.01, 0.05
"""How often a letter gets no answer, and how often two copies of one."""


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
        """It is the primary from now on."""
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

    async def _store(self, mailbox: str, raw: bytes, arrived: datetime) -> None:
        self.boxes[mailbox].append(raw)
        if mailbox == REFEREE:
            await super()._store(mailbox, raw, arrived)
        elif mailbox != MASTER:
            task = asyncio.create_task(self._answer(raw))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, raw: bytes) -> None:
        letter = message_from_bytes(raw)
        wanted = read_turn({k: str(v) for k, v in letter.items() if k.startswith("Spades-")})
        if wanted is None or str(letter["Message-ID"]) in self.answered or not self.playing:
            return
        self.answered.add(str(letter["Message-ID"]))
        if self.chance.random() < SILENT:
            return
        reply = self._reply(letter, answer(wanted))
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
        """Every table begins its game."""
        for number, seats in enumerate(self.seats):
            listed = ", ".join(f"{who.partition('@')[0].title()} <{who}>" for who in seats)
            text = f"start\nplayers: {listed}\ntime limit: {LIMIT} s"
            await self.deliver(REFEREE, proven(MASTER, text, number=number))


class Daemons:
    """Several `referee run`, each with a folder of its own as on a machine of its own."""

    def __init__(self, folder: Path, crowd: Crowd, url: str) -> None:
        self.folder, self.all = folder, list[Referee]()
        mail = "poll_seconds = 0.5\ntimeout_seconds = 20"
        smtp = f"timeout_seconds = 20\nconnections = {CONNECTIONS}"
        other = f'[database]\nurl = "{url}"'
        for number in range(DAEMONS):
            own = folder / f"daemon-{number}"
            own.mkdir()
            text = config_text(crowd.imap_port, crowd.smtp_port, imap=mail, smtp=smtp, other=other)
            (own / "referee.toml").write_text(text, "utf-8")
            self.all.append(Referee(own / "referee.toml"))

    def start(self) -> None:
        """All of them; the first has made the tables before the others come."""
        for one in self.all:
            one.start()

    def check(self) -> None:
        """None has ended by itself."""
        for one in self.all:
            assert one.process is not None
            assert one.process.poll() is None, one.config.with_name("log").read_text()[-2000:]

    def signal(self, one: Referee, name: signal.Signals) -> None:
        assert one.process is not None
        one.process.send_signal(name)

    def stop(self) -> list[int]:
        """As the system would stop them; their exit codes."""
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
        hosts = "&".join(f"host={server.folder}:{PORT}" for server in (primary, self.standby))
        url = f"postgresql+psycopg://referee@/club?{hosts}&target_session_attrs=read-write&connect_timeout=2"
        self.daemons = Daemons(folder, crowd, url)
        self.done: Counter[str] = Counter()
        self.first_action = 0.0

    def sql(self, query: str) -> list[Any]:
        return self.primary.tells(query, "club")

    def acts(self) -> int:
        return int(self.sql("SELECT count(*) FROM events")[0][0])

    async def kill(self) -> None:
        """One is killed, and started again."""
        one = self.chance.choice(self.daemons.all)
        one.kill()
        one.start()

    async def kill_the_reader(self) -> None:
        """The one that reads the mailbox is killed."""
        ((holder,),) = self.sql("SELECT holder FROM leases WHERE name = 'mailbox'") or [("",)]
        named = [one for one in self.daemons.all if one.process and f" {one.process.pid} " in f" {holder} "]
        for one in named:
            one.kill()
            one.start()

    async def freeze(self) -> None:
        """One is stopped, and wakes up when others have taken over what it held."""
        one = self.chance.choice(self.daemons.all)
        self.daemons.signal(one, signal.SIGSTOP)
        await asyncio.sleep(FROZEN)
        self.daemons.signal(one, signal.SIGCONT)

    async def freeze_the_reader(self) -> None:
        """The one that reads the mailbox is stopped, and wakes up when another one reads it."""
        ((holder,),) = self.sql("SELECT holder FROM leases WHERE name = 'mailbox'") or [("",)]
        for one in self.daemons.all:
            if one.process and f" {one.process.pid} " in f" {holder} ":
                self.daemons.signal(one, signal.SIGSTOP)
                await asyncio.sleep(FROZEN)
                self.daemons.signal(one, signal.SIGCONT)

    async def cut(self) -> None:
        """All connections to the database are cut."""
        others = "usename = 'referee' AND datname = 'club' AND pid <> pg_backend_pid()"
        self.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")

    async def restart(self) -> None:
        """The server crashes, and starts again."""
        await asyncio.to_thread(self.primary.stop, "immediate")
        await asyncio.to_thread(self.primary.start)

    async def fail_over(self) -> None:
        """The server is gone for good; its standby takes its place."""
        await asyncio.to_thread(self.primary.stop, "immediate")
        assert isinstance(self.standby, Standby)
        await asyncio.to_thread(self.standby.promote)
        promoted = time.monotonic()
        self.primary, self.standby = self.standby, self.primary
        before = self.acts()
        while self.acts() == before:
            await asyncio.sleep(0.1)
        self.first_action = time.monotonic() - promoted

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
                figures = await _play(one, mails, long=long)
            finally:
                _end(*({one.standby, one.primary} - {primary}))
    return figures


async def _play(one: Run, mails: int, *, long: bool) -> Figures:
    began = time.monotonic()
    one.daemons.start()
    try:
        await one.crowd.starts()
        await one.until(lambda: len(one.crowd.boxes) > 4, 60, "games began")
        faults = [one.kill, one.freeze_the_reader, one.cut, one.kill_the_reader, one.restart, one.freeze]
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
        codes = one.daemons.stop()
    assert set(codes) == {0}, f"the daemons ended with {codes}"
    copy = one.folder / "copy.db"
    copy_of(one.primary, copy)
    assert not (found := [*faults_of(copy, one.crowd.boxes, REFEREE), *out_of_order(copy, one.crowd.boxes)]), found[:5]
    ends = one.done.total() * DAEMONS * CONNECTIONS
    doubled = copies(one.crowd.boxes)
    assert doubled <= ends, f"{doubled} letters came twice"
    assert one.first_action <= FIRST_ACTION, f"the first action came {one.first_action:.1f} s after the promotion"
    letters = sum(len(box) for box in one.crowd.boxes.values()) - len(one.crowd.boxes[REFEREE])
    return {
        "daemons": DAEMONS,
        "mails": len(one.crowd.boxes[REFEREE]),
        "letters": letters,
        **{f"times: {name}": count for name, count in one.done.items()},
        "letters sent again after an end": doubled,
        "seconds from the promotion to the first action": f"{one.first_action:.1f}",
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
    """Some of them have ended already."""
    for server in servers:
        with suppress(CalledProcessError):
            server.stop("immediate")
        shutil.rmtree(server.folder, ignore_errors=True)


def copies(boxes: Mapping[str, list[bytes]]) -> int:
    """How many letters lie in a mailbox again."""
    letters = ((box, message_from_bytes(raw)) for box, raws in boxes.items() if box != REFEREE for raw in raws)
    found = Counter((box, str(letter["Message-ID"])) for box, letter in letters)
    return sum(count - 1 for count in found.values())


def out_of_order(database: Path, boxes: Mapping[str, list[bytes]]) -> Iterator[str]:
    """Mails of a game that were handled in another order than they came, and letters that came before an earlier one of
    the same game to the same player."""
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


def copy_of(server: Server, target: Path) -> None:
    """A copy of all tables as an SQLite file, value by value."""
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
