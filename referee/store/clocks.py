"""The clocks of games in the database: deadlines, reminders, the notice that a clock waits for.

Reads no clock: what is late is for the caller to say.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, func, or_, select, update

from referee.store import site_changes
from referee.store.games import GameRow, one_row
from referee.store.tables import games, outbox

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
    query = select(games.c.id).select_from(_WITH_NOTICE).where(*_ran_out(read_until)).order_by(games.c.deadline)
    return list(tx.execute(query).scalars())


def find_overdue(tx: Connection, game: int, read_until: datetime) -> GameRow | None:
    """Return a game's row, if the game is `overdue`."""
    return one_row(tx, select(games).select_from(_WITH_NOTICE).where(games.c.id == game, *_ran_out(read_until)))


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
    query = select(games.c.id).select_from(_WITH_NOTICE).where(*_near(now)).order_by(games.c.remind_at)
    return list(tx.execute(query).scalars())


def find_to_remind(tx: Connection, game: int, now: datetime) -> GameRow | None:
    """Return a game's row, if its player is due a reminder."""
    return one_row(tx, select(games).select_from(_WITH_NOTICE).where(games.c.id == game, *_near(now)))


def set_bid_at(tx: Connection, game: int, moment: datetime | None) -> None:
    """Set when a planned bid that waits may be made; None if there is none."""
    _set(tx, game, bid_at=moment)


def bids_due(tx: Connection, now: datetime) -> list[int]:
    """Return the games in which a planned bid that had to wait may be made."""
    query = select(games.c.id).where(games.c.bid_at <= now).order_by(games.c.bid_at)
    return list(tx.execute(query).scalars())


def find_bid_due(tx: Connection, game: int, now: datetime) -> GameRow | None:
    """Return a game's row, if a planned bid that had to wait may be made there."""
    return one_row(tx, select(games).where(games.c.id == game, games.c.bid_at <= now))


def next_moment(tx: Connection, after: datetime) -> datetime | None:
    """Return when the next clock runs out, or the next reminder or planned bid is due, later than `after`."""
    columns = (games.c.deadline, games.c.remind_at, games.c.bid_at)
    moments = [tx.execute(select(func.min(column)).where(column > after)).scalar() for column in columns]
    return min((moment for moment in moments if moment is not None), default=None)


def _set(tx: Connection, game: int, **values: Any) -> None:
    tx.execute(update(games).where(games.c.id == game).values(**values))


def _ran_out(read_until: datetime) -> tuple[ColumnElement[bool], ...]:
    """Make the conditions for a game whose clock has started and ran out before `read_until`."""
    return games.c.deadline <= read_until, _STARTED


def _near(now: datetime) -> tuple[ColumnElement[bool], ...]:
    """Make the conditions for a game whose player is due a reminder."""
    return games.c.remind_at <= now, games.c.deadline > now, _STARTED
