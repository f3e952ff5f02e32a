"""How far a database has gone, and a witness of that outside it: a small file beside the database. An older copy that
is put in the database's place knows less than this file does. Decides nothing.

The file holds nothing secret. It is written before a letter is handed to the mail server, so that nothing was told to
anyone that it does not know of; the disk is not waited for, since losing the last lines of it loses a witness, no game.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, func, select, text

from referee.store import marks
from referee.store.files import file_whole
from referee.store.tables import events, games, inbox, lineups, outbox

IDENTITY = "identity"
"""The mark that a database and all copies of it share, and no other one has."""
RESTORED = "restored"
"""The mark of the moment at which the database was last found to be an older copy."""
ACCOUNTED = "accounted"
"""The mark of the moment up to which mails that it does not know are no news."""
SUFFIX = ".reach"
EVER = datetime(1970, 1, 2, tzinfo=UTC)
SLACK = timedelta(minutes=10)
"""By how much mails may have been handled out of the order in which they arrived."""
LATELY = 1_000
"""So many mails: they need not have come in the order in which they arrived."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A database by its identity, and the numbers of its last letter and its last game, 0 where there is none."""

    identity: str
    letter: int
    game: int

    def behind(self, other: "Reach") -> bool:
        """Whether it is the same database as `other` and has not gone as far."""
        return self.identity == other.identity and (self.letter < other.letter or self.game < other.game)


def witness_file(database: Path) -> Path:
    """Where the witness of a database lies."""
    return database.with_name(database.name + SUFFIX)


def witnessed(file: Path) -> Reach | None:
    """What the witness says; None where there is none that can be read."""
    try:
        identity, letter, game = file.read_text("ascii").split()
        return Reach(identity, int(letter), int(game))
    except (OSError, ValueError):
        return None


def witness(file: Path, own: Reach) -> None:
    """Put down how far a database has gone, whole or not at all, unless the file says as much. Raises OSError."""
    told = witnessed(file)
    if told is not None and told.identity == own.identity and not told.behind(own):
        return
    file_whole(file, f"{own.identity} {own.letter} {own.game}\n", lasting=False)


def identify(tx: Connection, identity: str) -> None:
    """Give a database its identity, once: a word that no other one has."""
    if marks.get_mark(tx, IDENTITY) is None:
        marks.set_mark(tx, IDENTITY, identity)


def reach(tx: Connection) -> Reach:
    """How far the database has gone; numbers that were passed over count."""
    return Reach(
        marks.get_mark(tx, IDENTITY) or "",
        max(_highest(tx, outbox.c.id), _given(tx, outbox.name)),
        max(_highest(tx, games.c.id), _highest(tx, lineups.c.number), _given(tx, games.name)),
    )


def pass_over(tx: Connection, *, letter: int, game: int) -> None:
    """Give no letter and no game a number up to these: they may name others in the world."""
    for table, last in ((outbox.name, letter), (games.name, game)):
        if last > _given(tx, table):
            tx.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table})
            tx.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :seq)"), {"name": table, "seq": last})


def newest(tx: Connection) -> datetime | None:
    """The last moment of which the database knows anything that happened; None for an empty one."""
    last = select(outbox.c.written).order_by(outbox.c.id.desc()).limit(1)
    moments = (tx.execute(query).scalar() for query in (select(func.max(events.c.at)), last))
    return max((moment for moment in moments if moment is not None), default=None)


def known_until(tx: Connection) -> datetime:
    """The moment after which no mail that lies among the handled ones may be unknown to the database."""
    lately = select(inbox.c.arrived).where(inbox.c.uid.is_not(None)).order_by(inbox.c.id.desc()).limit(LATELY)
    moments: list[datetime] = [arrived - SLACK for arrived in tx.execute(lately).scalars()]
    noted = (marks.get_mark(tx, name) for name in (RESTORED, ACCOUNTED))
    return max([EVER, *moments, *(datetime.fromisoformat(mark) for mark in noted if mark)])


def unknown(tx: Connection, digests: Iterable[str]) -> frozenset[str]:
    """Those of the digests that are of no mail the database holds."""
    wanted = frozenset(digests)
    return wanted - frozenset(tx.execute(select(inbox.c.digest).where(inbox.c.digest.in_(wanted))).scalars())


def _highest(tx: Connection, column: ColumnElement[int]) -> int:
    return tx.execute(select(func.max(column))).scalar() or 0


def _given(tx: Connection, table: str) -> int:
    """The number up to which a table's numbers were given or passed over."""
    found = tx.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table}).scalar()
    return int(found or 0)
