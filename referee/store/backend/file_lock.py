"""A lock file, which one program on a machine holds at a time. It ends with that program, however that ends."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.store.backend.errors import Busy, StoreError

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
