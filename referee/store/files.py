"""Files beside the database, written whole or not at all: records, a witness, a note that the database failed."""

import os
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path


def file_whole(path: Path, text: str, *, lasting: bool = True) -> None:
    """Write a file whole or not at all, replacing an older one; only its owner may read it. Raises OSError.

    `lasting`: do not return before it is on the disk.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    if not lasting:
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


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
