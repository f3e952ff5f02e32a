"""A database set back to an older copy, on real servers: nothing is dealt or played until the Gamesmaster says so, and
then the round is dealt anew. Every command is a process of its own, and the daemon is killed as a lost disk kills it.

All that is known of the lost time is the players' letters; the records are compared with those.
"""

import json
import os
import shutil
import signal
import smtplib
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path

import referee.running.daemon  # noqa: F401 (what is imported here need not be in every process)
from referee.commands.app import main
from referee.config import load_settings
from referee.demo.robots import answer, read_turn
from referee.desk.table.records import record
from referee.running.opening import open_database
from tests.faults.checker import faults_of
from tests.faults.club import USERS, empty, lying, mail_stack, mails_of, put, queued
from tests.running.post_office import MASTER, PLAYERS, REFEREE, STARTER, config_text, proven
from tests.servers.servers import MailStack

ANN = PLAYERS[0]
STRANGER = "mallory@elsewhere.test"
FOLDER = REFEREE.replace("@", "+Referee/Handled@")
"""How a stranger addresses the folder for handled mail."""
PATIENCE = 30.0
WRITE = os.O_CREAT | os.O_WRONLY | os.O_APPEND
STILL = 1.5
"""Seconds in which the clocks of the fast games would run out, and nothing may happen."""


@dataclass
class Place:
    """One referee on real servers. Its database may be lost."""

    stack: MailStack
    folder: Path
    mails: int = 0

    def __post_init__(self) -> None:
        empty(self.stack)
        self.config = self.folder / "referee.toml"
        self.config.write_text(config_text(self.stack.imap_port, self.stack.smtp_port), "utf-8")
        self.does("init")
        self.database = self.folder / "data" / "referee.db"
        self.witness = self.database.with_name("referee.db.reach")

    def does(self, *arguments: str, given: bytes = b"", code: int | None = 0) -> str:
        """One command, to its end, with a `code` or with any; what it said."""
        said = self.folder / "said"
        said.write_bytes(b"")
        pid = self._begins(arguments, said, given)
        _, status = os.waitpid(pid, 0)
        assert code is None or os.waitstatus_to_exitcode(status) == code, said.read_text("utf-8")
        return said.read_text("utf-8")

    @contextmanager
    def runs(self) -> Iterator[None]:
        """The daemon, which ends as if the power failed."""
        pid = self._begins(("run",), self.folder / "log")
        try:
            yield
            assert os.waitpid(pid, os.WNOHANG) == (0, 0), (self.folder / "log").read_text("utf-8")[-3000:]
        finally:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def _begins(self, arguments: Sequence[str], said: Path, given: bytes = b"") -> int:
        """A process of its own, which need not import anything any more."""
        (self.folder / "given").write_bytes(given)
        if (pid := os.fork()) > 0:
            return pid
        code = 1
        try:
            for number, path, flags in ((0, "given", os.O_RDONLY), (1, said, WRITE), (2, said, WRITE)):
                os.dup2(os.open(self.folder / path, flags, 0o600), number)
            sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
            config = () if arguments[0] == "verify" else ("--config", str(self.config))
            sys.argv = ["referee", arguments[0], *config, *arguments[1:]]
            main()
            code = 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def sql(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(self.database, timeout=30)) as database:
            return database.execute(query, values).fetchall()

    def until(self, holds: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"{what}: it did not come about"
            time.sleep(0.05)

    def settles(self) -> None:
        """Waits until all mail is handled and all letters have arrived."""
        self.until(self._quiet, "quiet")

    def _quiet(self) -> bool:
        mails = self.sql("SELECT count(*) FROM inbox WHERE state = 'new'")
        letters = self.sql("SELECT count(*) FROM outbox WHERE state = 'waiting'")
        return mails == letters == [(0,)] and not lying(self.stack, REFEREE) and not queued(self.stack)

    def brings(self, sender: str, text: str, subject: str = "[Spades 1]") -> None:
        self.mails += 1
        raw = proven(sender, text, number=time.time_ns()).replace(b"Subject: a game", f"Subject: {subject}".encode())
        put(self.stack, REFEREE, raw)

    def starts(self, text: str = STARTER) -> None:
        self.brings(MASTER, text, subject="a game")

    def turn(self, game: int = 1) -> int:
        found = self.sql("SELECT turn FROM games WHERE id = ?", game)
        return int(str(found[0][0])) if found else 0

    def round(self, game: int = 1) -> int:
        return int(str(self.sql("SELECT round FROM games WHERE id = ?", game)[0][0]))

    def move(self) -> bytes:
        """The mail of the player who is to act in game 1: a reply to their last letter."""
        letters = self.sql("SELECT raw FROM outbox WHERE game = 1 AND turn = ? ORDER BY id DESC", self.turn())
        for (raw,) in letters:
            assert isinstance(raw, bytes)
            message = message_from_bytes(raw)
            wanted = read_turn({key: str(value) for key, value in message.items() if key.startswith("Spades-")})
            if wanted is not None:
                self.mails += 1
                sender = str(message["To"]).rpartition("<")[2].rstrip(">")
                return (
                    f"From: {sender}\r\nTo: {message['Reply-To']}\r\nSubject: Re: {message['Subject']}\r\n"
                    f"Message-ID: <{self.mails}.{time.time_ns()}@club.test>\r\n"
                    f"In-Reply-To: {message['Message-ID']}\r\n\r\n{answer(wanted)}\r\n"
                ).encode()
        raise AssertionError(f"no letter asks for turn {self.turn()}")

    def plays(self, count: int) -> None:
        """So many moves by mail, each once the one before was announced."""
        for _ in range(count):
            turn = self.turn()
            put(self.stack, REFEREE, self.move())
            self.until(lambda: self.turn() != turn or self.over(), f"turn {turn}")  # noqa: B023

    def over(self) -> bool:
        return self.sql("SELECT ended_at IS NOT NULL FROM games WHERE id = 1") == [(1,)]

    def backs_up(self) -> Path:
        copy = self.folder / "copy.db"
        self.does("backup", str(copy))
        return copy

    def restores(self, copy: Path) -> None:
        """As docs/operations.md says."""
        gone = self.folder / "gone"
        gone.mkdir()
        for file in self.database.parent.glob("referee.db*"):
            if file.name in ("referee.db", "referee.db-wal", "referee.db-shm"):
                file.rename(gone / file.name)
        shutil.copy(copy, self.database)

    def status(self) -> dict[str, object]:
        found: dict[str, object] = json.loads(self.does("status", "--json", code=None))
        return found

    def events(self) -> list[str]:
        return [str(kind) for (kind,) in self.sql("SELECT kind FROM events WHERE game = 1 ORDER BY seq")]

    def has(self, user: str, event: str, words: bytes) -> bool:
        """Whether a letter of an event, with some words, lies in a mailbox."""
        heads = (raw for raw in mails_of(self.stack, user) if words in raw.replace(b"=\n", b""))
        return any(event in str(message_from_bytes(raw)["Spades-Event"]).split(",") for raw in heads)


def stands_still(place: Place, turn: int, *, letters: bool = True) -> None:
    """Checks that the referee noticed: the deal is thrown in, nothing happens, and everyone gets a letter."""
    place.until(lambda: "Restored" in place.events(), "it is noticed")
    place.settles()
    at = place.turn()
    time.sleep(STILL)
    assert place.turn() == at > turn, "no position is played on, and none that was told of is used again"
    kinds = place.events()
    behind = kinds[kinds.index("Restored") + 1 :]
    assert set(behind) == {"Revealed", "Committed"}, behind
    assert place.status()["restored"] is not None
    if letters:
        for user in PLAYERS:
            assert place.has(user, "pause", b"lost its latest records"), user
        assert place.has(MASTER, "pause", b"lost its latest records")
        assert place.has(MASTER, "reply", b"The database is an older copy")


def goes_on(place: Place, moves: int) -> None:
    """The Gamesmaster has the round dealt anew; it is played, and its record is right."""
    place.brings(MASTER, "resume")
    place.until(lambda: "Resumed" in place.events(), "it goes on")
    place.settles()
    assert place.events()[-1] == "Dealt"
    assert place.status()["restored"] is None
    place.plays(moves)
    place.settles()


def holds(place: Place) -> int:
    """The record is right; ann's letters show where it differs. How many of her letters no record knows."""
    with closing(open_database(load_settings(place.config))) as store, store.reading() as tx:
        lines = record(tx, 1)
    file = place.folder / "spades-1.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines), "ascii")
    place.does("verify", str(file))
    known = {str(one) for (one,) in place.sql("SELECT message_id FROM outbox")}
    letters = place.folder / "letters"
    letters.mkdir()
    lost = 0
    for number, raw in enumerate(mails_of(place.stack, ANN)):
        (letters / f"{number:04}.eml").write_bytes(raw)
        lost += _name(raw) not in known
    held = place.does("verify", str(file), "--mailbox", str(letters), code=1 if lost else 0)
    assert not lost or "restored from an older copy" in " ".join(held.split())
    return lost


def checked(place: Place) -> None:
    """All that the database knows of holds, by the checker; what it does not know are the mails of the lost time."""
    letters = {str(one) for (one,) in place.sql("SELECT message_id FROM outbox")}
    mails = {_plain(raw) for (raw,) in place.sql("SELECT raw FROM inbox") if isinstance(raw, bytes)}
    boxes = {user: [raw for raw in mails_of(place.stack, user) if _name(raw) in letters] for user in USERS}
    boxes[REFEREE] = [raw for raw in mails_of(place.stack, REFEREE) if _plain(raw) in mails]
    faults = faults_of(place.database, boxes, REFEREE)
    assert not faults, "\n".join(faults)


def _name(raw: bytes) -> str:
    return str(message_from_bytes(raw)["Message-ID"]).strip("<>")


def _plain(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"


def letters_went_out(place: Place, *, moves: int, after: int) -> int:
    """Moves are lost; the file beside the database shows it."""
    with place.runs():
        place.starts()
        place.until(lambda: place.turn() == 1, "a game")
        place.plays(2)
        place.settles()
        copy = place.backs_up()
        place.plays(moves)
        place.settles()
        turn = place.turn()
    place.restores(copy)
    with place.runs():
        stands_still(place, turn)
        goes_on(place, after)
    checked(place)
    return holds(place)


def mails_were_handled(place: Place, *, moves: int, after: int) -> int:
    """The same if the file is gone too: the processed folder shows it."""
    with place.runs():
        place.starts()
        place.until(lambda: place.turn() == 1, "a game")
        place.plays(2)
        place.settles()
        copy = place.backs_up()
        place.plays(moves)
        place.settles()
        turn = place.turn()
    place.restores(copy)
    place.witness.unlink()
    with place.runs():
        stands_still(place, turn)
        assert place.witness.exists()
        goes_on(place, after)
    checked(place)
    return holds(place)


def a_stranger_wrote(place: Place, *, moves: int) -> int:
    """Into the folder for handled mail, where the server files it by itself. No start takes that for a lost database,
    though the file is gone and the folder alone could tell; one that is lost is noticed as ever.
    """
    with place.runs():
        place.starts()
        place.until(lambda: place.turn() == 1, "a game")
        place.plays(2)
        place.settles()
    with smtplib.SMTP("localhost", place.stack.smtp_port) as smtp:
        for number in range(3):
            smtp.sendmail(STRANGER, [FOLDER], f"From: {STRANGER}\r\nSubject: {number}\r\n\r\nhello\r\n")
    place.until(lambda: len(filed(place)) == 3, "it lies there")
    place.witness.unlink()
    before = place.sql("SELECT max(id) FROM outbox")
    with place.runs():
        place.until(place.witness.exists, "the start")
        place.settles()
        time.sleep(STILL)
        assert place.sql("SELECT max(id) FROM outbox") == before, "a letter told of it"
        place.plays(moves)
        place.settles()
    assert "older-copy" not in (place.folder / "log").read_text("utf-8")
    assert "Restored" not in place.events()
    assert place.status()["restored"] is None
    assert not place.status()["alarms"]
    assert len(filed(place)) == 3, "they are left alone"
    copy = place.backs_up()
    with place.runs():
        place.plays(moves)
        place.settles()
        turn = place.turn()
    place.restores(copy)
    place.witness.unlink()
    with place.runs():
        stands_still(place, turn)
        goes_on(place, 1)
    checked(place)
    return holds(place)


def filed(place: Place) -> list[bytes]:
    return [raw for raw in mails_of(place.stack, REFEREE) if f"Delivered-To: {FOLDER}".encode() in raw]


def the_clock_acted(place: Place) -> int:
    """No mail came in the lost time: the clock played, and its letters went out."""
    with place.runs():
        place.starts(f"{STARTER}\ntime limit: 1 s")
        place.until(lambda: place.turn() >= 1, "a game")
        copy = place.backs_up()
        turn = place.turn()
        place.until(lambda: place.turn() > turn + 1, "the clock")
    turn = place.turn()
    place.restores(copy)
    with place.runs():
        stands_still(place, turn)
        place.brings(MASTER, "abort")
        place.until(place.over, "the end")
        place.settles()
    checked(place)
    return holds(place)


def once(place: Place) -> int:
    """`run --once` in the place of the daemon."""
    place.starts()
    place.does("run", "--once")
    copy = place.backs_up()
    for _ in range(2):
        put(place.stack, REFEREE, place.move())
        place.does("run", "--once")
    turn = place.turn()
    place.restores(copy)
    put(place.stack, REFEREE, place.move())
    assert "older-copy" in place.does("run", "--once")
    stands_still(place, turn)
    assert "older-copy" not in place.does("run", "--once")
    assert place.events().count("Restored") == 1
    checked(place)
    return holds(place)


def piped(place: Place) -> int:
    """`handle` finds it out before the mail is handled, and leaves the letters to the daemon."""
    place.starts()
    place.does("run", "--once")
    copy = place.backs_up()
    put(place.stack, REFEREE, place.move())
    place.does("run", "--once")
    turn = place.turn()
    place.restores(copy)
    assert "older-copy" in place.does("handle", "-", given=place.move())
    assert place.turn() > turn
    assert "BidMade" not in place.events()
    place.does("run", "--once")
    stands_still(place, turn)
    checked(place)
    return holds(place)


def run(*, long: bool) -> dict[str, object]:
    """Every way in which a copy is found to be one; `long`: past the end of a round, and on to the next."""
    figures: dict[str, object] = {}
    moves, after = (60, 70) if long else (2, 1)
    ways: list[tuple[str, Callable[[Place], int]]] = [
        ("letters went out", lambda one: letters_went_out(one, moves=moves, after=after)),
        ("mails were handled", lambda one: mails_were_handled(one, moves=moves, after=after)),
    ]
    if long:
        ways += [("the clock acted", the_clock_acted), ("run --once", once), ("handle", piped)]
    with mail_stack() as stack:
        for name, way in ways:
            with tempfile.TemporaryDirectory() as folder:
                began = time.monotonic()
                figures[f"{name}: letters of ann in no record"] = way(Place(stack, Path(folder)))
                figures[f"{name}: seconds"] = round(time.monotonic() - began, 1)
    with mail_stack(detail_folders=True) as stack, tempfile.TemporaryDirectory() as folder:
        name = "strangers' mails among the handled ones: letters of ann in no record"
        figures[name] = a_stranger_wrote(Place(stack, Path(folder)), moves=moves)
    return {"restored, noticed": len(ways) + 1, "dealt or played before resume": 0, **figures}
