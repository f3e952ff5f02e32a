"""Files beside the database, written whole or not at all. Knows nothing of their content."""

import os
import tempfile
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
