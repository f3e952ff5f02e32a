"""A referee with its daemon in this process, and embedded servers."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.commands.status import status_of
from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.desk.case import Desk
from referee.post.wire import sockets
from referee.running import logs, reading, sending, steps
from referee.running.daemon import Daemon
from referee.running.opening import open_desk
from referee.running.together import Handled, handle_together
from referee.spades.events import Event
from referee.store import event_log, games, inbox
from referee.store.backend import Store
from referee.telling.templates import templates_in
from tests.running.post_office import MASTER, PASSWORD, PLAYERS, REFEREE, STARTER, config_text, proven
from tests.scratch import scratch_store
from tests.wire.scripted import FakeImap, FakeSmtp, within

USERS = dict.fromkeys([REFEREE, MASTER, *PLAYERS], PASSWORD)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Set short pauses, and put the log where `capsys` finds it."""
    monkeypatch.setattr(sockets, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(sockets, "LONGEST_PAUSE", 0.4)
    monkeypatch.setattr(sending, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(steps, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(reading, "NOTE_EVERY", timedelta())
    logs.set_up()


def handle_or_shunt(desk: Desk, store: Store, number: int) -> Handled:
    """Handle one mail, and return what became of it."""
    (one,) = handle_together(desk, store, [number])
    return one


class Referee:
    """One referee's folder: its database, and its daemon whenever one is started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store: Store
        self.imap_port = self.smtp_port = 1
        self.more: dict[str, str] = {"imap": "poll_seconds = 0.2\ntimeout_seconds = 2", "smtp": "timeout_seconds = 2"}

    def reads(self, server: EmbeddedMail | FakeImap) -> "Referee":
        self.imap_port = server.imap_port if isinstance(server, EmbeddedMail) else server.port
        return self

    def sends(self, server: EmbeddedMail | FakeSmtp) -> "Referee":
        self.smtp_port = server.smtp_port if isinstance(server, EmbeddedMail) else server.port
        return self

    def uses(self, server: EmbeddedMail) -> "Referee":
        return self.reads(server).sends(server)

    def words(self, name: str, text: str) -> None:
        """Write a template of the operator's own."""
        self.more["referee"] = 'templates = "words"'
        (self.folder / "words").mkdir(exist_ok=True)
        (self.folder / "words" / name).write_text(text)
        templates_in.cache_clear()

    def desk(self) -> Desk:
        path = self.folder / "referee.toml"
        path.write_text(config_text(self.imap_port, self.smtp_port, **self.more), "utf-8")
        settings = load_settings(path)
        if not hasattr(self, "store"):
            self.store = scratch_store(settings)
        return open_desk(settings)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Daemon]:
        """Run its daemon until the end of the block; then it stops at once."""
        daemon = Daemon(self.desk(), self.store)
        task = asyncio.create_task(daemon.run())
        try:
            yield daemon
        finally:
            daemon.stop()
            async with within(5):
                await task

    def receives(self, raw: bytes, ago: timedelta = timedelta()) -> int:
        """Store a mail that is not yet handled."""
        self.desk()
        with self.store.transaction() as tx:
            return inbox.receive(tx, raw, sha256(raw).hexdigest(), datetime.now(UTC) - ago)

    def damages_a_page(self) -> None:
        """Lose a page of the table of games."""
        file = self.store.file
        with sqlite3.connect(file) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
        raw = bytearray(file.read_bytes())
        raw[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
        self.store.close()
        file.write_bytes(raw)

    def starts_game(self) -> "Referee":
        """Begin a game, and send all its letters."""
        handle_or_shunt(self.desk(), self.store, self.receives(proven(MASTER, STARTER)))
        self.sql("UPDATE outbox SET state = 'sent', sent = written")
        return self

    def is_overdue(self, by: timedelta = timedelta(hours=1)) -> None:
        """Let time pass: the limit of game 1 runs out."""
        self.sql("UPDATE games SET deadline = ?", (datetime.now(UTC) - by).isoformat(timespec="microseconds"))

    def sql(self, query: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(self.folder / "data" / "referee.db", timeout=10)) as database, database:
            return database.execute(query, values).fetchall()

    def outcomes(self) -> list[tuple[str, str | None]]:
        return self.sql("SELECT state, outcome FROM inbox ORDER BY id")

    def letters(self, what: str = "recipient, state, tries") -> list[Any]:
        return self.sql(f"SELECT {what} FROM outbox ORDER BY id")

    def trail(self) -> list[Event]:
        with self.store.reading() as tx:
            return event_log.story(tx, 1)

    def first_bidder(self) -> str:
        with self.store.reading() as tx:
            kept = games.find(tx, 1)
        assert kept is not None
        return f"{kept.names[0].lower()}@club.test"

    def status(self) -> Mapping[str, Any]:
        with self.store.reading() as tx:
            return status_of(tx, None)


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    one = Referee(tmp_path)
    yield one
    if hasattr(one, "store"):
        one.store.close()


def play(test: Awaitable[None]) -> None:
    async def run() -> None:
        async with within(20):
            await test

    asyncio.run(run())


async def until(holds: Callable[[], object], seconds: float = 8) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        await asyncio.sleep(0.03)
