"""The changes since the site was last written: noted in the transaction of the change itself, and not noted while no
site is wanted. Never says how a page looks.

A key is `game 12` or `tournament 3`. It counts how often it was noted, so that a change that comes while its pages are
being written is not taken for shown.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, select

from referee.store import marks
from referee.store.backend.statements import insert_or_change
from referee.store.tables import site_changes

GAME, TOURNAMENT = "game", "tournament"
SITE = "site"
"""The mark that holds the folder of the site, while one is wanted."""
WRITTEN = "site-written"
"""The mark that holds which site was last written whole, and by which program."""
TROUBLE = "site-trouble "
"""The prefix of the marks that hold the trouble with each part of the site at the last try."""

_DONE = delete(site_changes).where(site_changes.c.key == bindparam("what"), site_changes.c.times == bindparam("shown"))


def note(tx: Connection, kind: str, number: int) -> None:
    """Note that the public facts of a game or tournament may have changed."""
    if wanted(tx):
        row, change = {"key": f"{kind} {number}", "times": 1}, {"times": site_changes.c.times + 1}
        insert_or_change(tx, site_changes, row, key="key", change=change)


def wanted(tx: Connection) -> bool:
    """Tell if there is to be a site."""
    return bool(marks.get_mark(tx, SITE))


def want(tx: Connection, folder: str) -> None:
    """Note that a site is wanted in this folder. An empty `folder` means no site, and the noted changes are
    forgotten."""
    marks.set_mark(tx, SITE, folder)
    if not folder:
        tx.execute(delete(site_changes))
        marks.set_mark(tx, WRITTEN, "")


def waiting(tx: Connection) -> Mapping[str, int]:
    """List the changes, and how often each was noted."""
    query = select(site_changes.c.key, site_changes.c.times)
    return {row.key: row.times for row in tx.execute(query)}


def shown(tx: Connection, keys: Mapping[str, int]) -> None:
    """Forget changes that are shown, each unless it was noted again since."""
    if keys:
        tx.execute(_DONE, [{"what": key, "shown": times} for key, times in keys.items()])


def troubles(tx: Connection) -> dict[str, str]:
    """Return the trouble with each part at the last try; empty after success."""
    return marks.marks_like(tx, TROUBLE)


def note_trouble(tx: Connection, part: str, trouble: str) -> None:
    """Note the trouble with a part; empty after success."""
    marks.set_mark(tx, f"{TROUBLE}{part}", trouble)
