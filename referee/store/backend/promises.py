"""What every engine promises. Knows no engine."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from referee.store.backend.errors import StoreError


class Tables(NamedTuple):
    """Which tables a program can work on: a question in SQL, and the answer that the right ones give."""

    question: str
    answer: str


class Database(ABC):
    """One database that a URL names, whether it is there or not. As text: what to call it in a sentence."""

    file: Path
    """The database's own file; on a server, a name in the data folder. Files about the database are put beside it."""
    errors: tuple[type[Exception], ...]
    """What the engine and its driver raise."""
    one_writer: bool
    """Whether a transaction that writes has the database to itself, as has the one daemon that works on it. Elsewhere
    rows are locked, and there may be several daemons."""

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is such a database, be it empty. Raises StoreError if that cannot be found out."""

    @abstractmethod
    def create(self) -> None:
        """Make it, empty, unless it exists. Raises StoreError if we cannot, or may not."""

    @abstractmethod
    def look_into(self) -> AbstractContextManager[Connection]:
        """Look into one that may be somebody else's, changing nothing in it. Raises NotOurs if it is no database at
        all, StoreError if it cannot be opened."""

    @abstractmethod
    def only_one(self) -> AbstractContextManager[Callable[[], None]]:
        """Hold the database alone: the one daemon that works on it, or whoever changes its tables or copies it. Raises
        Busy.

        The hold ends with the process that has it, however that ends. It gives a function: call it just before you
        commit what relied on the hold, and it raises Passing if that was lost.
        """

    @abstractmethod
    def is_held(self) -> bool | None:
        """Whether a daemon works on it, found without touching its hold; None if nobody says."""

    @abstractmethod
    def put_by(self, version: str, now: datetime) -> None:
        """Leave a copy of an older version before it is migrated, where the engine can make one. Raises StoreError."""

    @abstractmethod
    def engine(self, *, at_work: Tables | None = None) -> Engine:
        """Connections that keep the promises of Store. Connects to nothing yet.

        `at_work`: for one of several daemons, which works on these tables, so that nobody holds the database alone
        while it can write. While somebody does, connecting raises Changing, and StoreError once the tables are others.
        """

    @abstractmethod
    def prove(self, tx: Connection) -> None:
        """Raises StoreError, with what to do, if the database is damaged, or set up so that it cannot keep our
        promises."""

    @abstractmethod
    def trouble(self, error: Exception) -> StoreError | None:
        """What one of `errors` means if the disk, the file or the server is at fault; None for a bug of ours."""

    @abstractmethod
    def backup(self, target: Path) -> None:
        """Make a consistent copy at `target` while others write. Raises StoreError if it cannot be made."""

    @abstractmethod
    def shrink(self) -> None:
        """Give free room back to the disk. Raises StoreError, and leaves all as it was, if that fails."""

    @abstractmethod
    def size(self, tx: Connection) -> int:
        """How many bytes it takes."""

    @property
    @abstractmethod
    def how_to_examine(self) -> str:
        """What the operator can run to see whether the database is intact, for a sentence."""
