"""The lease on a database: the right to work on it, which one program has at a time. Knows no engine.

A lock file beside the database gives it on one machine, and ends with its program, however that ends.
"""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from referee.store.backend.promises import Busy, Lease, StoreError

ASK_SECONDS = 1.0
"""Seconds between two questions of a program about its lease."""
ENDS_SECONDS = 6
"""The time after which the server ends a lease whose program is silent, and any transaction whose program does nothing:
a program that is stopped holds up nobody. No pause within a transaction takes a fifth of that."""
SURE_SECONDS = 4.0
"""The time after an answer in which nobody else can have the lease. The rest, until the lease ends, is for finishing
work in hand."""
GONE_SECONDS = 10.0
"""The time without an answer after which the lease is lost: another program may have it by now."""


class AskedLease(Lease):
    """A lease that a server may end. A thread of its own asks for the lease each second, so that a long step does not
    delay the question."""

    is_alone = False

    def __init__(
        self, holder: str, ask: Callable[[], object], errors: tuple[type[Exception], ...] = (OSError,)
    ) -> None:
        """Begin with a lease just taken. `ask`: ask the server for a word on the session that has the lease; any of
        `errors` ends the lease."""
        self.holder, self._ask, self._errors = holder, ask, errors
        self._answered = _seconds()
        self._failed = False
        self._over = Event()
        self._asking = Thread(target=self._ask_on, name="lease", daemon=True)

    def start(self) -> None:
        """Ask from now on."""
        self._asking.start()

    def stop(self) -> None:
        """Ask no more."""
        self._over.set()
        self._asking.join(ASK_SECONDS)

    def is_sure(self) -> bool:
        """Tell if the last answered question is too young for another program to have the lease."""
        return not self._failed and _seconds() - self._answered < SURE_SECONDS

    def is_lost(self) -> bool:
        """Tell if the server ended the lease, or may have."""
        return self._failed or _seconds() - self._answered > GONE_SECONDS

    def _ask_on(self) -> None:
        while not self._over.wait(ASK_SECONDS):
            asked = _seconds()
            try:
                self._ask()
            except self._errors:
                self._failed = True
                return
            self._answered = asked


def _seconds() -> float:
    """Return the time by a clock that nobody can set, and that goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


STANDING_BY = "standing by"
"""The word that a program writes there which waits for the lease on a server."""
LOCKS = Path("/proc/locks")
"""The file in which Linux lists which process holds which file."""


@contextmanager
def only_one(database: Path) -> Iterator[Path]:
    """Hold the lock file beside `database` while the block runs. Gives the lock file. Raises Busy."""
    path = _lock_file(database)
    try:
        lock = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as e:
        raise StoreError(
            f"cannot make the lock file {path}: {e.strerror}; check its folder and who owns that"
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Busy(f"another referee works on {database}: stop that one first") from None
    try:
        os.truncate(lock, 0)
        yield path
    finally:
        os.close(lock)


def is_held(database: Path) -> bool | None:
    """Return True if a program holds that lock file; None if the system does not say. Never touches the file."""
    try:
        number = _lock_file(database).stat().st_ino
        return any(line.rsplit(":", 1)[1].split()[0] == str(number) for line in LOCKS.read_text().splitlines())
    except FileNotFoundError:
        return False if LOCKS.exists() else None
    except (OSError, IndexError):
        return None


def said_by_holder(database: Path) -> str:
    """Return the word that the holder wrote into that lock file; "" if there is none, or nobody holds it."""
    try:
        return _lock_file(database).read_text("ascii") if is_held(database) else ""
    except (OSError, ValueError):
        return ""


def _lock_file(database: Path) -> Path:
    return database.with_name(database.name + ".lock")
