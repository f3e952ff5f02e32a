"""A table for runs in which the referee itself is ended: real servers, the referee as processes of its own, each
next move mailed once the last one is settled.
"""

import itertools
import sqlite3
import time
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from shutil import copy, rmtree
from tempfile import TemporaryDirectory
from typing import Any, Self

from tests.faults.checker import faults_of
from tests.faults.club import lying, mail_stack, mails_of, move_in, put, queued
from tests.faults.forked import Ended, Forked
from tests.faults.leaks import files_in, leaks_in
from tests.running.post_office import MASTER, REFEREE, STARTER, config_text, proven

SETTLES = 20
"""The number of runs without a fault that settle anything."""


class Table:
    """A context manager: one referee, its mailbox and its people; one game after the other."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self.moves = self.letters = self.mails = 0
        self._numbers = itertools.count(1)

    def __enter__(self) -> Self:
        self.stack = self._open.enter_context(mail_stack())
        self.folder = Path(self._open.enter_context(TemporaryDirectory(prefix="table-")))
        self.config = self.folder / "referee.toml"
        self.config.write_text(config_text(self.stack.imap_port, self.stack.smtp_port), "utf-8")
        self.data = self.folder / "data"
        self.database = self.data / "referee.db"
        self.log = self.folder / "log"
        self.scratch = self.folder / "tmp"
        self.scratch.mkdir()
        self.referee = self._open.enter_context(Forked(self.log, self.scratch))
        self.settles()
        return self

    def __exit__(self, *exc: object) -> None:
        self._open.close()

    def starts(self, *terms: str) -> None:
        """Begin a game on these terms, have its players ask to hear of every play, and settle it all."""
        self.mail(proven(MASTER, "\n".join((STARTER, *terms)), number=next(self._numbers)))
        self.settles()
        assert self.game() is not None, "the game has begun"
        for seat in (1, 2, 3, 4):
            self.mail_of(seat, "notify each play")
        self.settles()

    def game(self) -> int | None:
        """Return the running game."""
        found = self.sql("SELECT max(id) FROM games WHERE ended_at IS NULL")
        return None if found[0][0] is None else int(found[0][0])

    def acts(self) -> int:
        """Count the acts of the running game that its players made."""
        kinds = "kind IN ('BidMade', 'CardPlayed', 'TilePlayed')"
        return int(self.sql(f"SELECT count(*) FROM events WHERE game = ? AND {kinds}", self.game())[0][0])

    def turn(self) -> int:
        """Return the position of the running game."""
        return int(self.sql("SELECT turn FROM games WHERE ended_at IS NULL ORDER BY id DESC")[0][0])

    def next_move(self) -> bytes:
        """Return the mail of the player who is to act, a reply to their turn letter."""
        letters = "SELECT raw FROM outbox WHERE game = ? AND turn = ? ORDER BY id DESC"
        for (raw,) in self.sql(letters, self.game(), self.turn()):
            letter = message_from_bytes(raw)
            line = move_in(letter)
            if line is not None:
                return self._reply(letter, line)
        raise AssertionError(f"no letter asks for the act at turn {self.turn()}")

    def _reply(self, letter: Message, text: str) -> bytes:
        sender = str(letter["To"]).rpartition("<")[2].rstrip(">")
        return (
            f"From: {sender}\r\nTo: {letter['Reply-To']}\r\nSubject: Re: {letter['Subject']}\r\n"
            f"Message-ID: <{next(self._numbers)}.{time.time_ns()}@club.test>\r\n"
            f"In-Reply-To: {letter['Message-ID']}\r\n"
            f"Date: {datetime.now(UTC):%a, %d %b %Y %H:%M:%S} +0000\r\n\r\n{text}\r\n"
        ).encode()

    def mail_concessions(self) -> None:
        """Give the game up for one team: put both of its mails into the mailbox."""
        for seat in (1, 3):
            self.mail_of(seat, "concede")

    def mail_of(self, seat: int, text: str) -> None:
        """Put a mail of the player at a seat, in answer to the last letter that they got."""
        own = "SELECT address FROM seats JOIN people ON people.id = person WHERE game = ? AND seat = ?"
        ((address,),) = self.sql(own, self.game(), seat)
        last = "SELECT raw FROM outbox WHERE recipient = ? AND game = ? ORDER BY id DESC LIMIT 1"
        ((raw,),) = self.sql(last, address, self.game())
        self.mail(self._reply(message_from_bytes(raw), text))

    def mail_move(self) -> None:
        """Put the next move into the mailbox."""
        self.mail(self.next_move())
        self.moves += 1

    def mail(self, raw: bytes) -> None:
        """Put a mail into the referee's mailbox."""
        put(self.stack, REFEREE, raw)
        self.mails += 1

    def once(self, **how: Any) -> Ended:
        """Run `referee run --once`."""
        return self.referee.do("run", "--once", "--config", str(self.config), **how)

    def handle(self, file: Path, **how: Any) -> Ended:
        """Run `referee handle FILE`, as a mail system pipes a mail in."""
        return self.referee.do("handle", str(file), "--config", str(self.config), **how)

    def settles(self) -> None:
        """Run without a fault until nothing waits: no mail in the mailbox or the store, no letter that is due."""
        for _ in range(SETTLES):
            ended = self.once()
            assert ended.code == 0, f"a run without a fault ended with {ended.code}:\n{self.log.read_text()[-3000:]}"
            self.sql("UPDATE outbox SET due = written WHERE state = 'waiting'")
            waiting = self.sql(
                "SELECT (SELECT count(*) FROM inbox WHERE state = 'new')"
                " + (SELECT count(*) FROM outbox WHERE state = 'waiting')"
            )
            if not waiting[0][0] and not lying(self.stack, REFEREE):
                return
        raise AssertionError(f"something waits for ever:\n{self.log.read_text()[-3000:]}")

    def check(self) -> None:
        """Check with the checker, and search for stray hands and seeds. Raises whatever is wrong."""
        end = time.monotonic() + 60
        while queued(self.stack):
            assert time.monotonic() < end, "the servers do not deliver what they took"
            time.sleep(0.05)
        boxes = {user: mails_of(self.stack, user) for user in self.stack.users}
        faults = faults_of(self.database, boxes, REFEREE)
        left = files_in(self.data, self.database) | files_in(self.scratch, self.database)
        faults += leaks_in(self.database, {"the log": self.log.read_bytes(), **left})
        assert not faults, "\n".join([f"{len(faults)} faults:", *faults[:20]])

    def clear(self) -> None:
        """Begin all over again: no database, empty mailboxes."""
        self.letters += int(self.sql("SELECT count(*) FROM outbox")[0][0])
        for mailbox in (self.stack.base / "home").iterdir():
            rmtree(mailbox)
        rmtree(self.data)
        self.log.unlink()
        self.mails = 0
        self.settles()

    def sql(self, query: str, *values: Any) -> list[Any]:
        """Look into the database, or hurry it."""
        with closing(sqlite3.connect(self.database, timeout=30)) as database, database:
            return database.execute(query, values).fetchall()

    def peek(self, query: str) -> list[Any]:
        """Look into a copy of the database: what a killed process left is for the next one to clear up."""
        return peek(self.database, query)


def peek(database: Path, query: str) -> list[Any]:
    """Return the content of a database that is not open anywhere; its files stay as they are."""
    with TemporaryDirectory() as folder:
        for file in (database, database.with_name(f"{database.name}-wal")):
            if file.exists():
                copy(file, folder)
        with closing(sqlite3.connect(Path(folder) / database.name)) as look:
            return look.execute(query).fetchall()
