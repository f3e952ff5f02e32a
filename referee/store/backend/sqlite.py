"""SQLite: one file, one writer at a time. Knows none of our tables.

In WAL mode with synchronous=FULL, so a commit is on the disk. A writing transaction takes the write lock when it
begins, so that no row that it read can change before it commits.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

from referee.store.backend.lease import is_held, only_one
from referee.store.backend.promises import Database, Lease, NotOurs, SchemaCheck, StoreError

BUSY_SECONDS = 30
OLDEST = (3, 35)
"""The first SQLite that returns the row after an insert or an update."""
DISK = (DatabaseError, OperationalError, sqlite3.DatabaseError, sqlite3.OperationalError)
"""The errors that SQLite raises if the disk or the file is at fault; bugs of ours raise the classes below these."""


class SqliteFile(Database):
    """A database in one file."""

    shared_as = None
    errors = (DatabaseError, sqlite3.DatabaseError)

    def __init__(self, file: Path) -> None:
        self.file = file

    def __str__(self) -> str:
        return str(self.file)

    def exists(self) -> bool:
        """Tell if there is a file."""
        return self.file.exists()

    def create(self) -> None:
        """Make an empty file that only its owner may read, and its folder."""
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as e:
            remedy = "check database.url and the folder"
            raise StoreError(f"cannot make the database {self.file}: {e.strerror}; {remedy}") from None

    @contextmanager
    def look_into(self, *, unused: bool = False) -> Iterator[Connection]:
        """Open it only for reading, so that somebody else's file does not change. `unused`: nobody else has it open, so
        we make no file beside it either."""

        def connect() -> sqlite3.Connection:
            uri = f"{self.file.resolve().as_uri()}?mode=ro{'&immutable=1' if unused else ''}"
            return sqlite3.connect(uri, uri=True)

        try:
            with create_engine("sqlite://", creator=connect, poolclass=NullPool).connect() as connection:
                yield connection
        except OperationalError as e:
            remedy = "check database.url and the file's owner"
            raise StoreError(f"cannot open the database {self.file}: {e.orig}; {remedy}") from None
        except DatabaseError:
            raise NotOurs(self.file) from None

    @contextmanager
    def only_one(self) -> Iterator[Callable[[], None]]:
        """Hold a lock file beside it, which nobody can take from us."""
        with only_one(self.file):
            yield lambda: None

    @contextmanager
    def lease(self, stand_by: Callable[[], object] | None = None) -> Iterator[Lease]:
        """Hold the lock file, too; nobody waits for it."""
        with only_one(self.file):
            yield Lease()

    def is_held(self) -> bool | None:
        """Ask the system who holds that."""
        return is_held(self.file)

    def put_by(self, version: str, now: datetime) -> None:
        """Leave a copy beside the file, with its version and the moment in the name."""
        self.backup(self.file.with_name(f"{self.file.name}.{version}.{now:%Y%m%dT%H%M%S}"))

    def engine(self, *, at_work: SchemaCheck | None = None) -> Engine:
        """Make connections. Raises StoreError if SQLite itself is too old. There is one daemon, which holds the file
        alone."""
        if sqlite3.sqlite_version_info < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise StoreError(f"this Python has SQLite {sqlite3.sqlite_version}: use one with {oldest} or later")
        return _engine(url_of(self.file))

    def prove(self, tx: Connection) -> None:
        """Read the whole file."""
        found = tx.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise StoreError(
                f"the database {self.file} is damaged ({found}): restore a copy, as docs/operations.md tells"
            )

    def trouble(self, error: Exception) -> StoreError | None:
        """Judge an error by its class."""
        if type(error) not in DISK:
            return None
        why = error.orig if isinstance(error, DatabaseError) else error
        if getattr(why, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            held = f"the database {self.file} was locked for {BUSY_SECONDS} seconds"
            return StoreError(f"{held}; another program holds it: end that program")
        remedy = "check the disk, the space left and the file's owner"
        return StoreError(f"the database {self.file} failed ({why}): {remedy}")

    def backup(self, target: Path) -> None:
        """Make a file of the same kind, which only its owner may read."""
        try:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise StoreError(f"{target} already exists: name a new file for the copy") from None
        except OSError as e:
            raise StoreError(f"cannot write the copy {target}: {e.strerror}; check the folder") from None
        try:
            with closing(sqlite3.connect(self.file)) as old, closing(sqlite3.connect(target)) as new:
                old.backup(new)
        except sqlite3.Error as e:
            target.unlink()
            raise StoreError(f"cannot write the copy {target}: {e}; check the space left") from None

    def shrink(self) -> None:
        """Write the file anew without its free pages."""
        with closing(sqlite3.connect(self.file, timeout=BUSY_SECONDS)) as alone:
            alone.execute("VACUUM")
            alone.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def size(self, tx: Connection) -> int:
        """Measure the file."""
        return self.file.stat().st_size


def url_of(file: Path) -> str:
    """Return the database URL of a file."""
    return f"sqlite:///{file}"


def examine(file: Path) -> None:
    """Check that a copy, which nobody uses, is whole. Changes nothing in it. Raises StoreError."""
    with SqliteFile(file).look_into(unused=True) as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(f"{file} is damaged ({found}): check the disk")


def _engine(url: str) -> Engine:
    # the text of an error must not show parameters: they are mails, tokens and hands
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connected(raw: Any, record: Any) -> None:
        raw.isolation_level = None
        # without temp_store every mail's savepoint writes its undo data into a file of its own
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "temp_store=MEMORY"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        raw: Any = connection.connection.driver_connection
        raw.execute("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
