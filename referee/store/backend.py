"""The database itself: opening, transactions, backup. Never a table of its own.

SQLite in WAL mode with synchronous=FULL: what is committed is on the disk. A writing transaction takes the write lock
at its beginning, so that nothing it read can change before it commits.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError

BUSY_SECONDS = 30
LOCKS = Path("/proc/locks")
"""Where Linux lists who holds which file."""
DISK = (DatabaseError, OperationalError, sqlite3.DatabaseError, sqlite3.OperationalError)
"""What SQLite raises if the disk or the file is at fault; the classes below these are for faults of ours."""


class StoreError(Exception):
    """The database cannot be used; the text says what to do."""


class Busy(StoreError):
    """Another referee works on this database."""


def database_file(url: str) -> Path:
    """The file behind an SQLite URL. Raises StoreError for any other database."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("database.url cannot be read: write it like sqlite:///data/referee.db") from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise StoreError("database.url must name an SQLite file: write it like sqlite:///data/referee.db")
    return Path(parsed.database)


class Store:
    """One database file, open. Safe to use from several threads, one transaction each."""

    def __init__(self, url: str) -> None:
        self.file = database_file(url)
        self.engine = _engine(url)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All or nothing: commits at the end, rolls back on any exception. Raises StoreError if the disk fails."""
        with self._readable(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent look; waits for no writer. Raises StoreError if the disk fails."""
        with (
            self._readable(),
            self.engine.connect() as connection,
            connection.execution_options(reading=True).begin(),
        ):
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def prove(self) -> None:
        """Raises StoreError, with what to do, if the file cannot be written now or is not whole."""
        with self.transaction() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise StoreError(
                f"the database {self.file} is damaged ({found}): restore a copy, as docs/operations.md tells"
            )

    def backup(self, target: Path) -> None:
        """A consistent copy at `target`, made while others write. Raises StoreError if that cannot be written."""
        copy_database(self.file, target)

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """What is the disk's fault, or the file's, becomes a StoreError; what is ours stays as it is."""
        try:
            yield
        except (DatabaseError, sqlite3.DatabaseError) as e:
            if type(e) not in DISK:
                raise
            why = e.orig if isinstance(e, DatabaseError) else e
            remedy = "check the disk, the space left and the file's owner"
            if getattr(why, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                remedy = f"another program has held it for {BUSY_SECONDS} seconds, so end that one"
            raise StoreError(f"the database {self.file} failed ({why}): {remedy}") from e


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy of a database that may be in use; only its owner may read it. Raises StoreError."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StoreError(f"{target} is there already: name a new file for the copy") from None
    except OSError as e:
        raise StoreError(f"cannot write the copy {target}: {e.strerror}; check the folder") from None
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as e:
        target.unlink()
        raise StoreError(f"cannot write the copy {target}: {e}; check the space left") from None


@contextmanager
def only_one(database: Path) -> Iterator[None]:
    """Hold the database's lock file: for as long as a daemon works on it, or its tables are changed. Raises Busy.

    The lock ends with the process that holds it, however that ends.
    """
    try:
        lock = os.open(database.with_name(database.name + ".lock"), os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as e:
        raise StoreError(
            f"cannot make a lock file beside {database}: {e.strerror}; check database.url and the folder"
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Busy(f"another referee works on {database}: stop that one first") from None
    try:
        yield
    finally:
        os.close(lock)


def is_held(database: Path) -> bool | None:
    """Whether a daemon works on the database, without touching its lock; None where the system does not say."""
    try:
        number = database.with_name(database.name + ".lock").stat().st_ino
        return any(line.rsplit(":", 1)[1].split()[0] == str(number) for line in LOCKS.read_text().splitlines())
    except FileNotFoundError:
        return False if LOCKS.exists() else None
    except (OSError, IndexError):
        return None


def create_file(path: Path) -> None:
    """An empty database file that only its owner may read, with its folder. Raises StoreError."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as e:
        raise StoreError(f"cannot make the database {path}: {e.strerror}; check database.url and the folder") from None


def _engine(url: str) -> Engine:
    # an error's text must show no parameters: they are mails, tokens and hands
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connected(raw: Any, record: Any) -> None:
        raw.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
