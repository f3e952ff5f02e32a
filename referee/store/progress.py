"""The progress of a database, and the files beside it, written whole or not at all: records, a note that the database
failed, and a witness. If somebody replaces the database with an older copy, the copy is behind the witness. Decides
nothing.

The witness holds no secret. We write it before we hand a letter to the mail server, so nobody ever gets a letter that
it does not know of. We do not force it to the disk: losing its last lines loses a witness, but no game.
"""

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, func, select

from referee.store import marks
from referee.store.backend import statements
from referee.store.tables import events, games, inbox, lineups, outbox


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


LONGEST_NOTE = 2000


def leave_word(database: Path, why: str, now: datetime) -> None:
    """Leave a note for the next start, if the disk lets us; only the file's owner may read it."""
    with suppress(OSError):
        handle = os.open(_note_file(database), os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(f"{now.isoformat(timespec='seconds')} {why}"[:LONGEST_NOTE])


def word_left(database: Path) -> str | None:
    """Read when and why the database failed, until that is reported; empty if the disk was too full for the words."""
    try:
        return _note_file(database).read_text(encoding="utf-8", errors="replace")[:LONGEST_NOTE]
    except OSError:
        return None


def forget_word(database: Path) -> None:
    """Delete the note: it is reported now."""
    with suppress(OSError):
        _note_file(database).unlink()


def _note_file(database: Path) -> Path:
    return database.with_name(f"{database.name}.trouble")


IDENTITY = "identity"
"""The mark that a database and all its copies share, and no other database has."""
RESTORED = "restored"
"""The mark for the moment at which the database was last found to be an older copy."""
ACCOUNTED = "accounted"
"""The mark for the moment up to which mails unknown to the database are accounted for."""
SUFFIX = ".reach"
EVER = datetime(1970, 1, 2, tzinfo=UTC)
SLACK = timedelta(minutes=10)
"""The most by which a mail may have arrived later than another and still have been handled before it."""
LATELY = 1_000
"""The number of last mails to look at: they were not stored strictly in order of arrival."""


@dataclass(frozen=True, slots=True)
class Reach:
    """A database's identity, and the numbers of its last letter and its last game; 0 without any."""

    identity: str
    letter: int
    game: int

    def behind(self, other: "Reach") -> bool:
        """Tell if it is the same database as `other`, but has not got as far."""
        return self.identity == other.identity and (self.letter < other.letter or self.game < other.game)


def witness_file(database: Path) -> Path:
    """Return the witness file of a database."""
    return database.with_name(database.name + SUFFIX)


def witnessed(file: Path) -> Reach | None:
    """Read the witness file; None if it is missing or unreadable."""
    try:
        identity, letter, game = file.read_text("ascii").split()
        return Reach(identity, int(letter), int(game))
    except (OSError, ValueError):
        return None


def witness(file: Path, own: Reach) -> None:
    """Write down how far a database has got, unless the file says so already. Raises OSError."""
    known = witnessed(file)
    if known is not None and known.identity == own.identity and not known.behind(own):
        return
    file_whole(file, f"{own.identity} {own.letter} {own.game}\n", lasting=False)


def give_identity(tx: Connection, identity: str) -> None:
    """Give a database its identity, a word that no other one has, unless it already has one."""
    if marks.get_mark(tx, IDENTITY) is None:
        marks.set_mark(tx, IDENTITY, identity)


def reach(tx: Connection) -> Reach:
    """Find how far the database has got; skipped numbers count, too."""
    return Reach(
        marks.get_mark(tx, IDENTITY) or "",
        max(_highest(tx, outbox.c.id), statements.last_number(tx, outbox)),
        max(_highest(tx, games.c.id), _highest(tx, lineups.c.number), statements.last_number(tx, games)),
    )


def pass_over(tx: Connection, *, letter: int, game: int) -> None:
    """Pass over all numbers up to these for letters and games: others out in the world may have them."""
    for table, last in ((outbox, letter), (games, game)):
        if last > statements.last_number(tx, table):
            statements.pass_over(tx, table, last)


def newest(tx: Connection) -> datetime | None:
    """Find the moment of the last event that the database knows; None for an empty database."""
    last = select(outbox.c.written).order_by(outbox.c.id.desc()).limit(1)
    moments = (tx.execute(query).scalar() for query in (select(func.max(events.c.at)), last))
    return max((moment for moment in moments if moment is not None), default=None)


def known_until(tx: Connection) -> datetime:
    """Return the moment after which the database must know every mail in the folder of handled mail."""
    lately = select(inbox.c.arrived).where(inbox.c.uid.is_not(None)).order_by(inbox.c.id.desc()).limit(LATELY)
    moments: list[datetime] = [arrived - SLACK for arrived in tx.execute(lately).scalars()]
    noted = (marks.get_mark(tx, name) for name in (RESTORED, ACCOUNTED))
    return max([EVER, *moments, *(datetime.fromisoformat(moment) for moment in noted if moment)])


def unknown(tx: Connection, digests: Iterable[str]) -> frozenset[str]:
    """Return those digests whose mail the database does not hold."""
    wanted = frozenset(digests)
    return wanted - frozenset(tx.execute(select(inbox.c.digest).where(inbox.c.digest.in_(wanted))).scalars())


def _highest(tx: Connection, column: ColumnElement[int]) -> int:
    return tx.execute(select(func.max(column))).scalar() or 0
