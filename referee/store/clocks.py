"""The clocks of games in the database: deadlines, reminders, the notice that a clock waits for, the leaves of players.

Reads no clock: the caller hands in the moment. Never asks how long leaves may be.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, bindparam, delete, func, insert, or_, select, update

from referee.store import site_changes
from referee.store.tables import games, leaves, outbox, seats

_WITH_NOTICE = games.outerjoin(outbox, outbox.c.id == games.c.notice)
_STARTED = or_(outbox.c.id.is_(None), outbox.c.state != "waiting")
_LETTER = select(outbox.c.id).where(outbox.c.message_id == bindparam("letter"))
# a statement of every mail
_NOTICE = update(games).where(games.c.id == bindparam("number")).values(notice=_LETTER.scalar_subquery())


def set_clock(
    tx: Connection,
    game: int,
    *,
    deadline: datetime | None,
    remind_at: datetime | None,
    left_seconds: int | None = None,
    runs_from: datetime | None = None,
) -> None:
    """Set the deadline of the seat that is due; None while the clock is stopped. `runs_from`: the end of the leave in
    which the turn began."""
    clock = {"deadline": deadline, "remind_at": remind_at, "left_seconds": left_seconds, "runs_from": runs_from}
    _set(tx, game, **clock)
    site_changes.note(tx, site_changes.GAME, game)


def set_notice(tx: Connection, game: int, message_id: str | None) -> None:
    """Set the letter that the clock waits for, by its Message-ID; None if it waits for none."""
    tx.execute(_NOTICE, {"number": game, "letter": message_id})


def reminded(tx: Connection, game: int) -> None:
    """Note that this turn has had its reminder."""
    _set(tx, game, remind_at=None)


def overdue(tx: Connection, read_until: datetime) -> list[int]:
    """Return the games whose clock has started and ran out before `read_until`."""
    return _by(tx, games.c.deadline, read_until, _STARTED)


def held_up(tx: Connection, since: datetime) -> list[int]:
    """Return the games whose clock waits for a notice that was written by `since`."""
    query = (
        select(games.c.id)
        .join(outbox, outbox.c.id == games.c.notice)
        .where(games.c.deadline.is_not(None), outbox.c.state == "waiting", outbox.c.written <= since)
        .order_by(games.c.id)
    )
    return list(tx.execute(query).scalars())


def to_remind(tx: Connection, now: datetime) -> list[int]:
    """Return the games whose player is due a reminder: none whose limit is over, or whose clock has not started."""
    return _by(tx, games.c.remind_at, now, games.c.deadline > now, _STARTED)


def next_moment(column: str, tx: Connection, after: datetime) -> datetime | None:
    """Return the first moment of a column that is later than another."""
    found: datetime | None = tx.execute(select(func.min(games.c[column])).where(games.c[column] > after)).scalar()
    return found


def set_receipt(tx: Connection, game: int, of: Iterable[int], moment: datetime | None) -> None:
    """Set when a receipt is due to seats; None once a letter has shown their players what it would say."""
    tx.execute(update(seats).where(seats.c.game == game, seats.c.seat.in_(of)).values(receipt_at=moment))


def drop_receipts(tx: Connection, person: int) -> None:
    """Forget the receipts that are due to a person, in all games."""
    tx.execute(update(seats).where(seats.c.person == person).values(receipt_at=None))


def receipts_owed(tx: Connection, game: int, by: datetime | None = None) -> set[int]:
    """Return the seats of a game to which a receipt is due, at any time or by a moment."""
    when = seats.c.receipt_at.is_not(None) if by is None else seats.c.receipt_at <= by
    return {*tx.execute(select(seats.c.seat).where(seats.c.game == game, when)).scalars()}


def receipts_due(tx: Connection, now: datetime) -> list[int]:
    """Return the games with a receipt that is due."""
    return sorted({*tx.execute(select(seats.c.game).where(seats.c.receipt_at <= now)).scalars()})


def next_receipt(tx: Connection, after: datetime) -> datetime | None:
    """Return the first moment later than another when a receipt is due."""
    found: datetime | None = tx.execute(select(func.min(seats.c.receipt_at)).where(seats.c.receipt_at > after)).scalar()
    return found


def _set(tx: Connection, game: int, **values: Any) -> None:
    tx.execute(update(games).where(games.c.id == game).values(**values))


def _by(tx: Connection, column: Column[Any], moment: datetime, *more: ColumnElement[bool]) -> list[int]:
    """Return the games in which a column's moment has come, the first one first."""
    query = select(games.c.id).select_from(_WITH_NOTICE).where(column <= moment, *more).order_by(column)
    return list(tx.execute(query).scalars())


# a statement of every mail: SQLAlchemy takes 60 to 90 µs to build it anew
_LEAVES = (
    select(seats.c.seat, leaves.c.since, leaves.c.until)
    .join(leaves, (leaves.c.game == seats.c.game) & (leaves.c.person == seats.c.person))
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.seat, leaves.c.since)
)


def leaves_of(tx: Connection, game: int, person: int) -> list[tuple[datetime, datetime]]:
    """List a person's leaves in a game, past and to come, as their first and last moments, in order and without
    overlaps."""
    own = (leaves.c.game == game, leaves.c.person == person)
    rows = tx.execute(select(leaves.c.since, leaves.c.until).where(*own).order_by(leaves.c.since))
    return [(row.since, row.until) for row in rows]


def leaves_in(tx: Connection, game: int) -> dict[int, list[tuple[datetime, datetime]]]:
    """List the leaves of everyone who sits in a game now, by seat; only seats with a leave."""
    found: dict[int, list[tuple[datetime, datetime]]] = {}
    for row in tx.execute(_LEAVES, {"game": game}):
        found.setdefault(row.seat, []).append((row.since, row.until))
    return found


def set_leaves(tx: Connection, game: int, person: int, times: Iterable[tuple[datetime, datetime]]) -> None:
    """Store when a person is away in a game, in place of what was stored."""
    tx.execute(delete(leaves).where(leaves.c.game == game, leaves.c.person == person))
    rows = [{"game": game, "person": person, "since": since, "until": until} for since, until in times]
    if rows:
        tx.execute(insert(leaves), rows)
    site_changes.note(tx, site_changes.GAME, game)
