"""The database engine: the only file that knows which one it is. Knows none of our tables and decides nothing.

It is SQLite, in WAL mode with synchronous=FULL: what is committed is on the disk. A writing transaction takes the write
lock when it begins, so that nothing it read can change before it commits. Another engine must keep the same promises
behind the same functions.
"""

import fcntl
import os
import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, NullPool, Table, create_engine, event, text
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, OperationalError
from sqlalchemy.sql.dml import ReturningInsert

from referee.store.memory import memory_of
from referee.store.statement import Statement, savepoint

BUSY_SECONDS = 30
OLDEST = (3, 35)
"""The first SQLite that returns the row after an insert or an update."""
LOCKS = Path("/proc/locks")
"""Where Linux lists which process holds which file."""
DISK = (DatabaseError, OperationalError, sqlite3.DatabaseError, sqlite3.OperationalError)
"""What SQLite raises if the disk or the file is at fault; bugs of ours raise the classes below these."""

NUMBERED_ONCE: Mapping[str, Any] = MappingProxyType({"sqlite_autoincrement": True})
"""Options of a table that never gives the same number twice, not even that of a row deleted or skipped."""

KEY_ONLY: Mapping[str, Any] = MappingProxyType({"sqlite_with_rowid": False})
"""Options of a table of short rows that are looked up by their key: it needs no index besides."""


class StoreError(Exception):
    """We cannot use the database; the text says what to do."""


class Busy(StoreError):
    """Another referee works on this database."""


class NotOurs(StoreError):
    """The file is not a referee's database."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is not a referee's database: name another in database.url")


def database_file(url: str) -> Path:
    """The file behind a database URL. Raises StoreError for any engine but SQLite."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("cannot read database.url: write it like sqlite:///data/referee.db") from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise StoreError("database.url must name an SQLite file: write it like sqlite:///data/referee.db")
    return Path(parsed.database)


def url_of(file: Path) -> str:
    """The database URL of a file."""
    return f"sqlite:///{file}"


class Store:
    """One database file, open. Safe to use from several threads, one transaction each."""

    def __init__(self, url: str) -> None:
        if sqlite3.sqlite_version_info < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise StoreError(f"this Python has SQLite {sqlite3.sqlite_version}: use one with {oldest} or later")
        self.file = database_file(url)
        self.engine = _engine(url)
        self._batch = threading.local()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All or nothing: commits at the end, rolls back on any exception. Raises StoreError if the disk fails.

        Within `batch` a savepoint of its transaction, which lasts only if the batch is committed.
        """
        if (outer := self._outer) is None:
            with self._begun() as connection:
                yield connection
        else:
            with self._disk_errors(), savepoint(outer):
                yield outer

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One consistent look that waits for no writer. Raises StoreError if the disk fails.

        Within `batch` it sees what the batch did so far.
        """
        if (outer := self._outer) is None:
            with self._begun(reading=True) as connection:
                yield connection
        else:
            with self._disk_errors():
                yield outer

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make all transactions of this thread savepoints of one, committed at the end with one wait for the disk.

        One that is rolled back takes nothing else with it; any exception that leaves the batch takes all of it. Raises
        StoreError if the disk fails.
        """
        with self._begun() as connection:
            self._batch.outer = connection
            try:
                yield
            finally:
                self._batch.outer = None

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def prove(self) -> None:
        """Raises StoreError, with what to do, if the file cannot be written now or is damaged."""
        with self.transaction() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise StoreError(
                f"the database {self.file} is damaged ({found}): restore a copy, as docs/operations.md tells"
            )

    def backup(self, target: Path) -> None:
        """Make a consistent copy at `target` while others write. Raises StoreError if it cannot be written."""
        copy_database(self.file, target)

    def shrink(self) -> tuple[int, int]:
        """Write the file anew without its free pages; needs room for a copy, and nobody else at work. Returns its size
        before and after, in bytes. Raises StoreError, and leaves it as it was, if that fails."""
        before = self.file.stat().st_size
        with self._disk_errors(), closing(sqlite3.connect(self.file, timeout=BUSY_SECONDS)) as alone:
            alone.execute("VACUUM")
            alone.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return before, self.file.stat().st_size

    @property
    def _outer(self) -> Connection | None:
        """The transaction of the batch that this thread is in, if any."""
        return getattr(self._batch, "outer", None)

    @contextmanager
    def _begun(self, *, reading: bool = False) -> Iterator[Connection]:
        with self._disk_errors(), self.engine.connect() as connection:
            try:
                with (connection.execution_options(reading=True) if reading else connection).begin():
                    yield connection
            except BaseException:
                memory_of(connection).forget_all()
                raise
            memory_of(connection).committed()

    @property
    def how_to_examine(self) -> str:
        """What the operator can run to see whether the database is intact, for a sentence."""
        return f"`sqlite3 {self.file}` with `pragma integrity_check`"

    @contextmanager
    def _disk_errors(self) -> Iterator[None]:
        """Turn an error of the disk or the file into a StoreError; leave bugs of ours as they are."""
        try:
            yield
        except (DatabaseError, sqlite3.DatabaseError) as e:
            if type(e) not in DISK:
                raise
            why = e.orig if isinstance(e, DatabaseError) else e
            if getattr(why, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                held = f"the database {self.file} was locked for {BUSY_SECONDS} seconds"
                raise StoreError(f"{held}; another program holds it: end that program") from e
            remedy = "check the disk, the space left and the file's owner"
            raise StoreError(f"the database {self.file} failed ({why}): {remedy}") from e


def insert_or_nothing(tx: Connection, table: Table, rows: Collection[Mapping[str, Any]]) -> None:
    """Add rows; a row whose key or unique value exists already changes nothing."""
    if rows:
        _adding(table).run_all(tx, list(rows))


@cache
def _adding(table: Table) -> Statement:
    """The statement for that."""
    return Statement(insert(table).on_conflict_do_nothing())


def insert_or_update(
    tx: Connection,
    table: Table,
    values: Mapping[str, Any],
    *,
    key: str,
    change: Mapping[str, Any],
) -> None:
    """Add a row, or make `change` to the one that has the same `key`, in one statement."""
    tx.execute(inserting_or_updating(table, values, key=key, change=change))


def inserting_or_updating(
    table: Table,
    values: Mapping[str, Any],
    *,
    key: str,
    change: Mapping[str, Any],
    only_if: ColumnElement[bool] | None = None,
) -> ReturningInsert[Any]:
    """A statement that adds a row, or makes `change` to the one that has the same `key`, and returns the row as it is
    then.

    None, and no change, if there is such a row and `only_if` is false for it.
    """
    put = insert(table).values(**values)
    return put.on_conflict_do_update(index_elements=[key], set_=dict(change), where=only_if).returning(*table.c)


def last_number(tx: Connection, table: Table) -> int:
    """The highest number that a table NUMBERED_ONCE gave or skipped, 0 for none."""
    query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
    return int(tx.execute(query, {"name": table.name}).scalar() or 0)


def pass_over(tx: Connection, table: Table, last: int) -> None:
    """Make a table NUMBERED_ONCE skip all numbers up to `last`, which is above all that it gave."""
    tx.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
    tx.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :seq)"), {"name": table.name, "seq": last})


@contextmanager
def look_into(file: Path, *, unused: bool = False) -> Iterator[Connection]:
    """Look into a file that may be somebody else's, changing nothing in it. `unused`: nobody else has it open; then
    nothing is made beside it either.

    Raises NotOurs if it is not a database, StoreError if it cannot be opened.
    """

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro{'&immutable=1' if unused else ''}", uri=True)

    try:
        with create_engine("sqlite://", creator=connect, poolclass=NullPool).connect() as connection:
            yield connection
    except OperationalError as e:
        raise StoreError(
            f"cannot open the database {file}: {e.orig}; check database.url and the file's owner"
        ) from None
    except DatabaseError:
        raise NotOurs(file) from None


def copy_database(source: Path, target: Path) -> None:
    """Make a consistent copy of a database that may be in use; only its owner may read it. Raises StoreError."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise StoreError(f"{target} already exists: name a new file for the copy") from None
    except OSError as e:
        raise StoreError(f"cannot write the copy {target}: {e.strerror}; check the folder") from None
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as e:
        target.unlink()
        raise StoreError(f"cannot write the copy {target}: {e}; check the space left") from None


def examine(file: Path) -> None:
    """Raises StoreError if a copy, which nobody uses, is not whole. Changes nothing in it."""
    with look_into(file, unused=True) as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise StoreError(f"{file} is damaged ({found}): check the disk")


@contextmanager
def only_one(database: Path) -> Iterator[None]:
    """Hold the database's lock file while a daemon works on it, or its tables are changed. Raises Busy.

    The lock ends with the process that holds it, however that ends.
    """
    try:
        lock = os.open(_lock_file(database), os.O_CREAT | os.O_RDWR, 0o600)
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
    """Whether a daemon works on the database, found without touching its lock; None if the system does not say."""
    try:
        number = _lock_file(database).stat().st_ino
        return any(line.rsplit(":", 1)[1].split()[0] == str(number) for line in LOCKS.read_text().splitlines())
    except FileNotFoundError:
        return False if LOCKS.exists() else None
    except (OSError, IndexError):
        return None


def create_file(path: Path) -> None:
    """Create an empty database file that only its owner may read, and its folder. Raises StoreError."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as e:
        raise StoreError(f"cannot make the database {path}: {e.strerror}; check database.url and the folder") from None


def _lock_file(database: Path) -> Path:
    return database.with_name(database.name + ".lock")


def _engine(url: str) -> Engine:
    # the text of an error must not show parameters: they are mails, tokens and hands
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _connected(raw: Any, record: Any) -> None:
        raw.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading")
        raw: Any = connection.connection.driver_connection
        raw.execute("BEGIN" if reading else "BEGIN IMMEDIATE")
        # moves with each commit of another connection, never with one of this one
        memory_of(connection).begin(raw.execute("PRAGMA data_version").fetchone()[0])

    return engine
