"""What has changed since the site was last written: noted in the transaction of the change itself, and nothing at all
while no site is wanted. Never says how a page looks.

A key is `game 12` or `tournament 3`. It counts how often it was noted, so that a change that comes while its pages are
being written is not taken for shown.
"""

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, select

from referee.store import backend, marks
from referee.store.memory import Topic, forget, recall, remember
from referee.store.tables import site_changes

GAME, TOURNAMENT = "game", "tournament"
SITE = "site"
"""The mark that holds the folder of the site, while one is wanted."""
WRITTEN = "site-written"
"""The mark that holds which site was last written whole, and by which program."""
TROUBLE = "site-trouble "
"""The prefix of the marks that hold what went wrong with each part of the site when it was last tried."""
WANTED = Topic(most=1)
"""Whether a site is wanted: asked at every change. Whoever writes that mark forgets it."""

_NOTE = backend.inserting_or_updating(
    site_changes,
    {"key": bindparam("what"), "times": 1},
    key="key",
    change={"times": site_changes.c.times + 1},
)
_ALL = select(site_changes.c.key, site_changes.c.times)
_DONE = delete(site_changes).where(site_changes.c.key == bindparam("what"), site_changes.c.times == bindparam("shown"))


def note(tx: Connection, kind: str, number: int) -> None:
    """Note that what is public of a game or tournament may have changed."""
    if wanted(tx):
        _NOTE.first(tx, {"what": f"{kind} {number}"})


def wanted(tx: Connection) -> bool:
    """Whether there is to be a site."""
    known: tuple[bool] | None = recall(tx, WANTED, SITE)
    if known is None:
        known = (bool(marks.get_mark(tx, SITE)),)
        remember(tx, WANTED, SITE, known)
    return known[0]


def want(tx: Connection, folder: str) -> None:
    """Note that a site is wanted in this folder; empty: none is, and what had changed is forgotten."""
    marks.set_mark(tx, SITE, folder)
    forget(tx, WANTED)
    if not folder:
        tx.execute(delete(site_changes))
        marks.set_mark(tx, WRITTEN, "")


def waiting(tx: Connection) -> Mapping[str, int]:
    """What has changed, and how often that was noted."""
    return {row.key: row.times for row in tx.execute(_ALL)}


def shown(tx: Connection, keys: Mapping[str, int]) -> None:
    """Forget changes that are shown, each unless it was noted again since."""
    if keys:
        tx.execute(_DONE, [{"what": key, "shown": times} for key, times in keys.items()])


def troubles(tx: Connection) -> dict[str, str]:
    """What went wrong with each part when it was last tried; empty if that went well."""
    return marks.marks_like(tx, TROUBLE)


def note_trouble(tx: Connection, part: str, trouble: str) -> None:
    """Note what went wrong with a part; empty: it went well."""
    marks.set_mark(tx, f"{TROUBLE}{part}", trouble)
