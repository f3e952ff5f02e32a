"""The bodies of old mails and letters: nine tenths of a database, and nobody reads them again. Never deletes a row.

Ids, digests, envelopes and outcomes stay. A mail keeps its body while it waits, is put aside, or may still be
confirmed; a letter while it waits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, func, null, or_, select, update

from referee.store.tables import inbox, outbox, tokens

PIECE = 1_000
"""The count of numbers in one step, small enough to hold up nobody."""

_ASKED = select(tokens.c.confirms).where(tokens.c.confirms.is_not(None), tokens.c.state == "good")
_LETTERS = and_(
    outbox.c.id.between(bindparam("first"), bindparam("last")),
    outbox.c.state != "waiting",
    or_(outbox.c.sent < bindparam("before"), and_(outbox.c.sent.is_(None), outbox.c.due < bindparam("before"))),
    func.length(outbox.c.raw) > 0,
)
_MAILS = and_(
    inbox.c.id.between(bindparam("first"), bindparam("last")),
    inbox.c.state == "done",
    inbox.c.arrived < bindparam("before"),
    func.length(inbox.c.raw) > 0,
    inbox.c.id.not_in(_ASKED),
)
_FOUND = [
    select(func.count(), func.coalesce(func.sum(func.length(table.c.raw)), 0)).where(which)
    for table, which in ((outbox, _LETTERS), (inbox, _MAILS))
]
_FREE = (
    update(outbox).where(_LETTERS).values(raw=b""),
    update(inbox).where(_MAILS).values(raw=b"", evidence=null()),
)


@dataclass(frozen=True, slots=True)
class Bodies:
    """The letters and mails that have a body to spare, counted, and the bytes that these bodies take."""

    letters: int = 0
    mails: int = 0
    size: int = 0

    def __add__(self, other: "Bodies") -> "Bodies":
        """Add both together."""
        return Bodies(self.letters + other.letters, self.mails + other.mails, self.size + other.size)


def pieces(tx: Connection) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of each piece of the database, in order."""
    last = max(tx.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one() for table in (inbox, outbox))
    return ((first, first + PIECE - 1) for first in range(1, last + 1, PIECE))


def spare(tx: Connection, piece: tuple[int, int], before: datetime) -> Bodies:
    """Find the bodies in one piece of letters that were sent or given up, and of mails that arrived, `before` a
    moment."""
    within = {"first": piece[0], "last": piece[1], "before": before}
    (letters, of_letters), (mails, of_mails) = (tx.execute(query, within).one() for query in _FOUND)
    return Bodies(letters, mails, of_letters + of_mails)


def free(tx: Connection, piece: tuple[int, int], before: datetime) -> None:
    """Free the bodies in one piece that are `spare`."""
    for statement in _FREE:
        tx.execute(statement, {"first": piece[0], "last": piece[1], "before": before})
