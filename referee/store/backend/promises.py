"""The promises of every engine, and its troubles, sorted by who can mend them: each text says what to do, and quotes no
password. Knows no engine."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine


class StoreError(Exception):
    """We cannot use the database; the text says what to do."""


class Passing(StoreError):
    """We cannot use the database now, but may soon, without anybody changing our settings: try again."""


class Changing(Passing):
    """Somebody else holds the whole database for a moment, to change or copy it."""


class Superseded(Passing):
    """Another program now has the lease on the database: this transaction was undone."""


class Busy(StoreError):
    """Another referee works on this database."""


class NotOurs(StoreError):
    """Raised for a database that is not a referee's."""

    def __init__(self, where: object) -> None:
        super().__init__(f"{where} is not a referee's database: name another in database.url")


class Lease:
    """The right to work on a database. This kind, from a lock file, ends with the program and is never lost."""

    is_alone = True
    """The lease also keeps out programs that change the tables or copy the database."""
    holder = ""
    """A name that no other holder has, here or on another machine, now or later; "" where nobody need ask."""

    def is_sure(self) -> bool:
        """Tell if nobody else can have the lease, for the next moments."""
        return True

    def is_lost(self) -> bool:
        """Tell if another program may have the lease by now, so that this program must begin anew."""
        return False


class SchemaCheck(NamedTuple):
    """The tables on which a program can work: a question in SQL, and the answer of the right tables."""

    question: str
    answer: str


class Database(ABC):
    """One database that a URL names, which may not exist yet. As text: its name in a sentence."""

    file: Path
    """The database's own file; on a server, a name in the data folder. Files about the database are put beside it."""
    errors: tuple[type[Exception], ...]
    """The errors that the engine and its driver raise."""

    shared_as: str | None
    """The common name of the daemons that stand by for each other on the database; None if its engine allows no
    stand-by."""

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def exists(self) -> bool:
        """Tell if the database exists, even if it is empty. Raises StoreError if we cannot find out."""

    @abstractmethod
    def create(self) -> None:
        """Make it, empty, unless it exists. Raises StoreError if we cannot, or may not."""

    @abstractmethod
    def look_into(self) -> AbstractContextManager[Connection]:
        """Open a database that may be somebody else's, without changing it. Raises NotOurs if it is no database,
        StoreError if we cannot open it."""

    @abstractmethod
    def only_one(self) -> AbstractContextManager[Callable[[], None]]:
        """Hold the database alone, to change its tables or to copy it. Raises Busy.

        The hold ends with its process, however the process ends. The block gets a function: call it just before you
        commit work that relied on the hold, and it raises Passing if the hold was lost.
        """

    @abstractmethod
    def lease(self, stand_by: Callable[[], object] | None = None) -> AbstractContextManager[Lease]:
        """Hold the right to work on the database. Raises Busy if another program holds it. If programs on other
        machines can wait for it, waits and calls `stand_by` again and again, if it is given."""

    @abstractmethod
    def is_held(self) -> bool | None:
        """Tell if somebody has the lease, without touching it; None if the system does not say."""

    @abstractmethod
    def put_by(self, version: str, now: datetime) -> None:
        """Leave a copy of an older version before it is migrated, where the engine can make one. Raises StoreError."""

    @abstractmethod
    def engine(self, *, at_work: SchemaCheck | None = None) -> Engine:
        """Make connections that keep the promises of Store. Connects to nothing yet.

        `at_work`: for a program that works on these tables, so that nobody holds the database alone while it can
        write. While somebody does, connecting raises Changing, and StoreError once the tables are others.
        """

    @abstractmethod
    def prove(self, tx: Connection) -> None:
        """Check that the database is whole, and set up so that it can keep our promises. Raises StoreError, with what
        to do, if it is not."""

    @abstractmethod
    def trouble(self, error: Exception) -> StoreError | None:
        """Say what one of `errors` means if the disk, the file or the server is at fault; None for a bug of ours."""

    @abstractmethod
    def backup(self, target: Path) -> None:
        """Make a consistent copy at `target` while others write. Raises StoreError if it cannot be made."""

    @abstractmethod
    def shrink(self) -> None:
        """Give free room back to the disk. Raises StoreError, and leaves all as it was, if that fails."""

    @abstractmethod
    def size(self, tx: Connection) -> int:
        """Count the bytes that it takes."""
