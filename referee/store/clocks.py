"""The clocks of games in the database: deadlines, reminders, the notice that a clock waits for, grace and time banks.

Reads no clock: what is late is for the caller to say.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import Connection, bindparam, func, or_, select, update

from referee.store import site_changes
from referee.store.games import GameRow, one_row
from referee.store.statement import Statement
from referee.store.tables import games, outbox, seats


@dataclass(frozen=True, slots=True)
class Grace:
    """What became of the extra limit that each seat has once in a game: `state` is unused, owed (to the seat's next
    turn) or used; `waited` is what late notices took of it."""

    state: str
    waited: timedelta


# built once: building one of these takes longer than running it, and every look at the clock does
_RAN_OUT = (games.c.deadline <= bindparam("read_until"), or_(outbox.c.id.is_(None), outbox.c.state != "waiting"))
_OVERDUE = Statement(
    select(games.c.id).outerjoin(outbox, outbox.c.id == games.c.notice).where(*_RAN_OUT).order_by(games.c.deadline)
)
_PUT_OFF = Statement(
    select(games.c.id)
    .join(outbox, outbox.c.id == games.c.notice)
    .where(games.c.deadline.is_not(None), outbox.c.state == "waiting", outbox.c.tries > 0)
    .order_by(games.c.id)
)
_NEAR = (games.c.remind_at <= bindparam("now"), games.c.deadline > bindparam("now"))
_TO_REMIND = Statement(select(games.c.id).where(*_NEAR).order_by(games.c.remind_at))
_BIDS_DUE = Statement(select(games.c.id).where(games.c.bid_at <= bindparam("now")).order_by(games.c.bid_at))
_NEXT = [
    Statement(select(func.min(column)).where(column > bindparam("after")))
    for column in (games.c.deadline, games.c.remind_at, games.c.bid_at)
]
_CLOCK = Statement(update(games).where(games.c.id == bindparam("number")))
_NOTICE = Statement(
    update(games)
    .where(games.c.id == bindparam("number"))
    .values(notice=select(outbox.c.id).where(outbox.c.message_id == bindparam("letter")).scalar_subquery())
)
_GRACE = Statement(
    select(seats.c.grace, seats.c.waited).where(seats.c.game == bindparam("game"), seats.c.seat == bindparam("seat"))
)


def set_clock(
    tx: Connection,
    game: int,
    *,
    deadline: datetime | None,
    remind_at: datetime | None,
    left_seconds: int | None = None,
    runs_from: datetime | None = None,
) -> None:
    """Set the deadline of the seat that is due; `deadline` is None while the clock is stopped. `runs_from`: the end of
    the leave in which the turn began."""
    clock = {"deadline": deadline, "remind_at": remind_at, "left_seconds": left_seconds, "runs_from": runs_from}
    _CLOCK.run(tx, {"number": game, **clock})
    site_changes.note(tx, site_changes.GAME, game)


def set_notice(tx: Connection, game: int, message_id: str | None) -> None:
    """Set the letter that the clock waits for, by its Message-ID; None if it waits for none."""
    _NOTICE.run(tx, {"number": game, "letter": message_id})


def reminded(tx: Connection, game: int) -> None:
    """Note that this turn has had its reminder."""
    _CLOCK.run(tx, {"number": game, "remind_at": None})


def overdue(tx: Connection, read_until: datetime) -> list[int]:
    """Games whose clock ran out before `read_until`, and whose notice is no longer on its way."""
    return _OVERDUE.scalars(tx, {"read_until": read_until})


def find_overdue(tx: Connection, game: int, read_until: datetime) -> GameRow | None:
    """A game's row, if the game is `overdue`."""
    query = select(games).outerjoin(outbox, outbox.c.id == games.c.notice).where(games.c.id == game, *_RAN_OUT)
    return one_row(tx, query, read_until=read_until)


def put_off(tx: Connection) -> list[int]:
    """Games with a running clock whose notice was tried in vain and is still on its way."""
    return _PUT_OFF.scalars(tx)


def to_remind(tx: Connection, now: datetime) -> list[int]:
    """Games whose player is due a reminder; none whose limit is over."""
    return _TO_REMIND.scalars(tx, {"now": now})


def find_to_remind(tx: Connection, game: int, now: datetime) -> GameRow | None:
    """A game's row, if its player is due a reminder."""
    return one_row(tx, select(games).where(games.c.id == game, *_NEAR), now=now)


def set_bid_at(tx: Connection, game: int, moment: datetime | None) -> None:
    """Set when a planned bid that waits may be made; None if there is none."""
    _CLOCK.run(tx, {"number": game, "bid_at": moment})


def bids_due(tx: Connection, now: datetime) -> list[int]:
    """Games in which a planned bid that had to wait may be made."""
    return _BIDS_DUE.scalars(tx, {"now": now})


def find_bid_due(tx: Connection, game: int, now: datetime) -> GameRow | None:
    """A game's row, if a planned bid that had to wait may be made there."""
    return one_row(tx, select(games).where(games.c.id == game, games.c.bid_at <= now))


def next_moment(tx: Connection, after: datetime) -> datetime | None:
    """When the next clock runs out, or the next reminder or planned bid is due, later than `after`."""
    moments = [query.scalar(tx, {"after": after}) for query in _NEXT]
    return min((moment for moment in moments if moment is not None), default=None)


def grace(tx: Connection, game: int, seat: int) -> Grace:
    """What became of a seat's extra limit for letters that do not arrive."""
    row = _GRACE.one(tx, {"game": game, "seat": seat})
    return Grace(row.grace, timedelta(seconds=row.waited))


def set_grace(tx: Connection, game: int, seat: int, state: str, waited: timedelta | None = None) -> None:
    """Store what became of it and, unless `waited` is None, how much of it is spent."""
    values: dict[str, str | int] = {"grace": state}
    if waited is not None:
        values["waited"] = ceil(waited.total_seconds())
    tx.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(**values))


def bank(tx: Connection, game: int, seat: int) -> timedelta | None:
    """What is left of a seat's time bank; None while it is untouched."""
    left = tx.execute(select(seats.c.bank).where(seats.c.game == game, seats.c.seat == seat)).scalar_one()
    return None if left is None else timedelta(seconds=left)


def set_bank(tx: Connection, game: int, seat: int, left: timedelta) -> None:
    """Store what is left of it."""
    values = {"bank": int(left.total_seconds())}
    tx.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(**values))
