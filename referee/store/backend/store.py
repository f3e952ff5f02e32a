"""An open database: transactions, one at a time on each connection. Knows no engine, and none of our tables."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, event

from referee.store.backend.promises import Database, Lease, SchemaCheck


class Store:
    """One database, open. Safe to use from several threads, one transaction each.

    A commit is on the disk. One program at a time works on the database, under a lease; others store mail there, free
    old bodies, and look.
    """

    def __init__(self, database: Database, *, at_work: SchemaCheck | None = None) -> None:
        self.database = database
        self.engine = database.engine(at_work=at_work)
        _forget_what_is_undone(self.engine)
        self.lease = Lease()
        """The right of the working program to work on the database."""
        self.fence: Callable[[Connection], None] | None = None
        """Called at the beginning of each transaction that may write; raises Superseded if this program no longer
        may."""
        self._batch = threading.local()

    @property
    def file(self) -> Path:
        """The database's own file; on a server, a name in the data folder. Files about the database are put beside
        it."""
        return self.database.file

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Do all or nothing: commit at the end, roll back on any exception. Raises StoreError if the database fails.

        Within `batch` a savepoint of its transaction, which lasts only if the batch is committed.
        """
        if (outer := self._outer) is None:
            with self._begun() as connection:
                yield connection
        else:
            with self._troubles(), outer.begin_nested():
                yield outer

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Take one consistent look that waits for no writer. Raises StoreError if the database fails.

        Within `batch` it sees what the batch did so far.
        """
        if (outer := self._outer) is None:
            with self._begun(reading=True) as connection:
                yield connection
        else:
            with self._troubles():
                yield outer

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make all transactions of this thread savepoints of one, committed at the end with one wait for the disk.

        A transaction that is rolled back undoes nothing else; an exception that leaves the batch undoes the whole
        batch. Raises StoreError if the database fails.
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
        """Check that the database can be written now, and can keep our promises. Raises StoreError, with what to do."""
        with self.transaction() as connection:
            self.database.prove(connection)

    def shrink(self) -> tuple[int, int]:
        """Give free room back to the disk; needs room for a copy, and nobody else at work. Returns the size before and
        after, in bytes. Raises StoreError, and leaves all as it was, if that fails."""
        before = self.size()
        with self._troubles():
            self.database.shrink()
        return before, self.size()

    def size(self) -> int:
        """Count the bytes that the database takes."""
        with self.reading() as look:
            return self.database.size(look)

    @property
    def _outer(self) -> Connection | None:
        """The transaction of the batch that this thread is in, if any."""
        return getattr(self._batch, "outer", None)

    @contextmanager
    def _begun(self, *, reading: bool = False) -> Iterator[Connection]:
        with self._troubles(), self.engine.connect() as connection:
            if reading:
                connection.execution_options(reading=True)
            with connection.begin():
                if self.fence is not None and not reading:
                    self.fence(connection)
                yield connection

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Turn an error of the disk, the file or the server into a StoreError; let errors of our bugs pass."""
        try:
            yield
        except self.database.errors as e:
            trouble = self.database.trouble(e)
            if trouble is None:
                raise
            raise trouble from e


def _forget_what_is_undone(engine: Engine) -> None:
    """Have each connection forget what was kept with it (`Connection.info`) once a transaction or savepoint of it is
    rolled back."""
    event.listen(engine, "rollback", _forget)
    event.listen(engine, "rollback_savepoint", lambda tx, name, context: _forget(tx))


def _forget(tx: Connection) -> None:
    # the info of a lost connection is gone already
    if not tx.invalidated:
        tx.info.clear()
