"""The folder of the site: puts each file there whole, at once. Knows nothing of their contents.

A reader of a file that is being replaced gets the old file or the new one, never a part. Unchanged files stay
untouched, so that a copy by times of change copies little.
"""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from referee.site.environment import Page

FOR_ALL, FOLDER_FOR_ALL = 0o644, 0o755
"""A web server reads them as another user, and they are public."""


class Folder:
    """One site's folder. Raises OSError wherever it cannot be written."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._unsettled: set[Path] = set()

    def put(self, pages: Iterable[Page]) -> int:
        """Put pages there, in this order. Return how many are new or changed."""
        return sum(self.put_file(page.path, page.text.encode("utf-8")) for page in pages)

    def put_file(self, path: str, content: bytes) -> bool:
        """Put one file there, unless it is there already with this content. Returns True if it was put there."""
        target = self.place / path
        if _content(target) == content:
            return False
        self._make(target.parent)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                os.fchmod(file.fileno(), FOR_ALL)
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        self._unsettled.add(target)
        return True

    def settle(self) -> None:
        """Wait until all that was put there is on the disk."""
        for path in [*self._unsettled, *{path.parent for path in self._unsettled}]:
            handle = os.open(path, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        self._unsettled.clear()

    def _make(self, folder: Path) -> None:
        """Make a folder, and its parents up to the site's own folder."""
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
        for one in reversed(missing):
            one.mkdir(exist_ok=True)
            one.chmod(FOLDER_FOR_ALL)


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None
