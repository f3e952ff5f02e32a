"""A note that the database failed, in a file beside it, since a database cannot store its own failure."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path

LONGEST = 2000


def leave_word(database: Path, why: str, now: datetime) -> None:
    """Leave a note for the next start, if the disk lets us; only the file's owner may read it."""
    with suppress(OSError):
        handle = os.open(_file(database), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(f"{now.isoformat(timespec='seconds')} {why}"[:LONGEST])


def word_left(database: Path) -> str | None:
    """Read when and why the database failed, until that is reported; empty if the disk was too full for the words."""
    try:
        return _file(database).read_text(encoding="utf-8", errors="replace")[:LONGEST]
    except OSError:
        return None


def forget_word(database: Path) -> None:
    """Delete the note: it is reported now."""
    with suppress(OSError):
        _file(database).unlink()


def _file(database: Path) -> Path:
    return database.with_name(f"{database.name}.trouble")
