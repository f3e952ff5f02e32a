"""A table for fault runs on the network: real servers, a scripted wire before each, the daemon in this process.

The players' moves are written from the letters in the referee's outbox; whether these arrived is for the checker to
say.
"""

import asyncio
import contextlib
import imaplib
import itertools
import os
import pwd
import random
import re
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

import structlog

from referee.clock import system_clock
from referee.commands.handle import handle_waiting, store_mails
from referee.config import load_settings
from referee.demo.robots import answer, is_asked, read_turn
from referee.post.wire import inbox as inbox_module
from referee.post.wire import sockets as sockets_module
from referee.running import logs
from referee.running import reading as reading_module
from referee.running import sending as sending_module
from referee.running import steps as steps_module
from referee.running.daemon import Daemon
from referee.running.opening import open_database, open_desk
from tests.faults import proxy as proxy_module
from tests.faults.checker import faults_of
from tests.faults.proxy import Proxy
from tests.running.post_office import MASTER, PASSWORD, PLAYERS, REFEREE, STARTER, config_text, proven
from tests.servers.servers import MailStack, missing

USERS = dict.fromkeys([REFEREE, MASTER, *PLAYERS], PASSWORD)
NAMES = itertools.count()
MESSAGE_ID = re.compile(rb"^Message-ID:\s*(\S+)", re.MULTILINE | re.IGNORECASE)


@contextmanager
def mail_stack(*more: str, detail_folders: bool = False) -> Iterator[MailStack]:
    """Run Dovecot and Postfix with the club's mailboxes, and `more` addresses; fails where they cannot run.

    `detail_folders`: mail to user+x is filed into the folder x.
    """
    why = missing()
    assert why is None, why
    with MailStack(USERS | dict.fromkeys(more, PASSWORD), detail_folders=detail_folders) as stack:
        yield stack


@contextmanager
def pauses(**seconds: float) -> Iterator[None]:
    """Set the daemon's pauses, by the names of their constants."""
    places = [
        (module, name)
        for name in seconds
        for module in (reading_module, sending_module, steps_module, sockets_module, inbox_module, proxy_module)
        if hasattr(module, name)
    ]
    before = [(module, name, getattr(module, name)) for module, name in places]
    try:
        for module, name in places:
            setattr(module, name, seconds[name])
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def short() -> contextlib.AbstractContextManager[None]:
    """Make every pause a moment."""
    return pauses(FIRST_PAUSE=0.01, LONGEST_PAUSE=0.05, LONGEST_AFTER_NO=0.05, LOOK_SECONDS=0.1, GRACE_SECONDS=0.5)


class Club:
    """One referee, whose ways to its servers lead over `imap` and `smtp`. To be used inside `club`."""

    def __init__(
        self, stack: MailStack, folder: Path, imap: Proxy, smtp: Proxy, more: Mapping[str, str], user: str = REFEREE
    ) -> None:
        self.stack, self.folder, self.imap, self.smtp, self.user = stack, folder, imap, smtp, user
        self.numbers = itertools.count(1)
        path = folder / "referee.toml"
        path.write_text(config_text(imap.port, smtp.port, **more).replace(REFEREE, user), "utf-8")
        self.settings = load_settings(path)
        self.database = folder / "data" / "referee.db"
        self.store = open_database(self.settings)
        self.ahead: Callable[[], timedelta] = timedelta
        """The lead of the daemon's clock over the machine's."""
        self.moved: Counter[int] = Counter()
        """The last position for which a move was mailed, by game; if emptied, moves are mailed again."""
        self._begun = 0

    def clock(self) -> datetime:
        return system_clock() + self.ahead()

    def daemon(self) -> Daemon:
        return Daemon(open_desk(self.settings, self.clock), self.store)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Daemon]:
        """Run the daemon until the end of the block."""
        daemon = self.daemon()
        task = asyncio.create_task(daemon.run())
        try:
            yield daemon
            assert not task.done(), "the daemon goes on, whatever the servers do"
        finally:
            daemon.stop()
            await asyncio.wait_for(task, 10)

    async def starts(self, text: str = STARTER) -> None:
        """Begin a game."""
        await self.brings(proven(MASTER, text, number=next(self.numbers)))

    async def brings(self, raw: bytes) -> None:
        """Bring a mail into the referee's mailbox."""
        put(self.stack, self.user, raw)

    def takes_in(self, raw: bytes) -> None:
        """Run `referee handle` beside the daemon."""
        store_mails(self.settings, self.store, [raw])
        handle_waiting(open_desk(self.settings))

    def sql(self, query: str, *values: Any) -> list[Any]:
        with closing(sqlite3.connect(self.database, timeout=30)) as database, database:
            return database.execute(query, values).fetchall()

    def turns(self) -> dict[int, int]:
        """Return every running game's position."""
        return dict(self.sql("SELECT id, turn FROM games WHERE ended_at IS NULL"))

    def move(self, game: int) -> bytes | None:
        """Return the mail of the player who is to act: a reply to their last turn letter; None if no letter asks for
        it."""
        turn = self.turns()[game]
        letters = self.sql("SELECT raw FROM outbox WHERE game = ? AND turn = ? ORDER BY id DESC", game, turn)
        for (raw,) in letters:
            message = message_from_bytes(raw)
            line = move_in(message)
            if line is not None:
                return self.reply(message, line)
        return None

    def reply(self, to: Message, text: str) -> bytes:
        """Return a player's answer to a letter, as their mail program writes it."""
        sender = str(to["To"]).rpartition("<")[2].rstrip(">")
        return (
            f"From: {sender}\r\nTo: {to['Reply-To']}\r\nSubject: Re: {to['Subject']}\r\n"
            f"Message-ID: <{next(self.numbers)}.{time.monotonic_ns()}@club.test>\r\nIn-Reply-To: {to['Message-ID']}\r\n"
            f"Date: {datetime.now(UTC):%a, %d %b %Y %H:%M:%S} +0000\r\n\r\n{text}\r\n"
        ).encode()

    async def plays(self, game: int | None = None) -> int:
        """Mail one act of a game, or of any, once for each position. Begin a game if there is none."""
        running = self.turns()
        which = game if game is not None else next(iter(running), None)
        if which is None or which not in running:
            begun = self.sql("SELECT count(*) FROM games")[0][0]
            if begun == self._begun:
                self._begun += 1
                await self.starts()
            return int(begun == self._begun)
        if self.moved[which] >= running[which]:
            return 0
        raw = self.move(which)
        if raw is None:
            return 0
        self.moved[which] = running[which]
        await self.brings(raw)
        return 1

    def quiet(self) -> bool:
        """Tell if nothing waits: no mail in the mailbox or the store, no letter that may still be sent."""
        waiting = self.sql("SELECT count(*) FROM inbox WHERE state = 'new'")[0][0]
        letters = self.sql("SELECT count(*) FROM outbox WHERE state = 'waiting'")[0][0]
        return not waiting and not letters and not lying(self.stack, self.user)

    def hurry(self) -> None:
        """Make due now what was put off."""
        self.sql("UPDATE outbox SET due = written WHERE state = 'waiting'")

    async def settles(self, seconds: float = 60) -> None:
        """Wait until nothing waits, in the servers either. Make letters due that were put off."""
        end = time.monotonic() + seconds
        while not (self.quiet() and not queued(self.stack)):
            assert time.monotonic() < end, f"it does not settle: {self.waits()}"
            self.hurry()
            await asyncio.sleep(0.1)

    def waits(self) -> str:
        inbox = self.sql("SELECT state, count(*) FROM inbox GROUP BY state")
        return f"mails {inbox}, letters {self.letters()}, in the mailbox {lying(self.stack, self.user)}"

    def letters(self) -> list[Any]:
        return self.sql("SELECT state, count(*) FROM outbox GROUP BY state")

    def faults(self) -> list[str]:
        """Return the checker's findings."""
        boxes = {user: mails_of(self.stack, user) for user in self.stack.users}
        return faults_of(self.database, boxes, self.user)

    def extra_copies(self) -> Counter[str]:
        """Return by Message-ID how many copies of a letter lie in its recipient's mailbox besides the first."""
        extra: Counter[str] = Counter()
        for user in self.stack.users:
            if user != self.user:
                found = Counter(m[1].decode() for raw in mails_of(self.stack, user) if (m := MESSAGE_ID.search(raw)))
                extra += Counter({name: count - 1 for name, count in found.items() if count > 1})
        return extra


def move_in(letter: Message) -> str | None:
    """Return a robot's answer to a letter, of either game; None if it asks for no act."""
    headers = {name: " ".join(str(value).split()) for name, value in letter.items() if name.startswith("Spades-")}
    if "Spades-Left" in headers:
        first = headers["Spades-Legal"].partition(", ")[0] if is_asked(headers) else None
        return first and f"play {first.removesuffix(' first')}"
    turn = read_turn(headers)
    return None if turn is None else answer(turn)


@asynccontextmanager
async def club(stack: MailStack, **more: str) -> AsyncIterator[Club]:
    """Set up a new referee with an empty database; `more`: lines of its configuration by section."""
    quiet()
    empty(stack)
    given = {"imap": "poll_seconds = 0.2\ntimeout_seconds = 2", "smtp": "timeout_seconds = 2", **more}
    with tempfile.TemporaryDirectory() as folder:
        async with Proxy(stack.imap_port, imap=True) as imap, Proxy(stack.smtp_port, imap=False) as smtp:
            one = Club(stack, Path(folder), imap, smtp, given)
            try:
                yield one
            finally:
                one.store.close()


@contextmanager
def later(one: "Club", by: Callable[[], timedelta]) -> Iterator[None]:
    """Set the clock of a club's daemon ahead of the machine's by so much."""
    one.ahead = by
    try:
        yield
    finally:
        one.ahead = timedelta


async def until(holds: Callable[[], object], seconds: float = 20, what: str = "") -> float:
    """Wait until it holds. Return how many seconds that took."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < seconds, f"it did not come about in {seconds} s: {what}"
        await asyncio.sleep(0.02)
    return time.monotonic() - began


def maildir(stack: MailStack, user: str) -> Path:
    return stack.base / "home" / user / "Maildir"


def mails_of(stack: MailStack, user: str) -> list[bytes]:
    """Return all mails in all folders of a user."""
    return [path.read_bytes() for where in ("new", "cur") for path in _files(maildir(stack, user), f"**/{where}/*")]


def put(stack: MailStack, user: str, *mails: bytes, ago: float = 0) -> None:
    """Put mails into a user's INBOX as a delivery agent does, now or as if so many seconds `ago`."""
    owner, box = pwd.getpwnam("nobody"), maildir(stack, user)
    if not box.exists():
        # the server makes the folder at the first log-in
        with imaplib.IMAP4("localhost", stack.imap_port) as imap:
            imap.login(user, PASSWORD)
            imap.select()
    for raw in mails:
        name = f"{time.time_ns()}.M{next(NAMES)}P{os.getpid()}.club"
        path = box / "tmp" / name
        path.write_bytes(raw)
        os.chown(path, owner.pw_uid, owner.pw_gid)
        os.utime(path, (time.time() - ago,) * 2)
        path.rename(box / "new" / name)


def empty(stack: MailStack) -> None:
    """Make all mailboxes as if new."""
    for user in stack.users:
        for path in maildir(stack, user).glob("**/*"):
            if path.is_file() and path.parent.name in ("new", "cur"):
                path.unlink()


def lying(stack: MailStack, user: str) -> int:
    """Count the mails in a user's INBOX."""
    return sum(1 for where in ("new", "cur") for _ in _files(maildir(stack, user), f"{where}/*"))


def queued(stack: MailStack) -> int:
    """Count the mails that Postfix still has."""
    folders = ("incoming", "active", "deferred", "maildrop")
    return sum(1 for name in folders for path in (stack.base / "queue" / name).rglob("*") if path.is_file())


def _files(folder: Path, pattern: str) -> Iterator[Path]:
    return (path for path in sorted(folder.glob(pattern)) if path.is_file()) if folder.exists() else iter(())


def quiet() -> None:
    """Log nothing: what fails on purpose fails by the thousand."""
    logs.set_up("warning")
    structlog.configure(logger_factory=lambda *_: structlog.ReturnLogger())


def chance(seed: int = 109) -> random.Random:
    """Return the same chance in every run."""
    return random.Random(seed)
