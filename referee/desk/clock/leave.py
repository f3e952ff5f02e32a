"""When the players of a game are away: days of leave as times, and how many they are. table/leave.py asks for them.

Days are those of UTC, and each counts whole once it has begun.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from referee.desk.case import Case
from referee.desk.clock.running_time import Leave
from referee.store import leaves
from referee.telling.news import Away

DAY = timedelta(days=1)


def leaves_of(case: Case, game: int, seat: int | None) -> tuple[Leave, ...]:
    """The leaves of the player in a seat, past and to come; none if `seat` is None."""
    return () if seat is None else tuple(Leave(*times) for times in leaves.of_game(case.tx, game).get(seat, ()))


def away_now(case: Case, game: int) -> tuple[Away, ...]:
    """Who is away in a game or will be, each with the leave that ends next, by seat."""
    ahead = ((seat, Leave(*t)) for seat, times in leaves.of_game(case.tx, game).items() for t in times)
    found: dict[int, Away] = {}
    for seat, leave in ahead:
        if leave.until > case.now:
            found.setdefault(seat, Away(seat, leave.since.date(), last_day(leave)))
    return tuple(found.values())


def leave_from(first: date, last: date) -> Leave:
    """The leave of these days, both included."""
    return Leave(midnight(first), midnight(last + DAY))


def last_day(leave: Leave) -> date:
    """The last day of a leave."""
    return (leave.until - timedelta(microseconds=1)).date()


def midnight(day: date) -> datetime:
    """When a day begins."""
    return datetime.combine(day, time(), UTC)


def without(leaves: Iterable[Leave], wish: Leave, now: datetime) -> tuple[Leave, ...]:
    """The leaves that stay beside a new one: of those that it overlaps, what is over before it begins."""
    cut = (
        Leave(leave.since, min(leave.until, wish.since, now))
        if leave.since < wish.until and wish.since < leave.until
        else leave
        for leave in leaves
    )
    return tuple(leave for leave in cut if leave.since < leave.until)


def ended(leaves: Iterable[Leave], now: datetime) -> tuple[Leave, ...]:
    """The leaves that stay for somebody who is back: the one that runs ends now; if none runs, none is to come."""
    times = tuple(leaves)
    runs = any(leave.since <= now < leave.until for leave in times)
    cut = (Leave(leave.since, min(leave.until, now)) if leave.since <= now else leave for leave in times)
    return tuple(leave for leave in cut if leave.since < leave.until and (runs or leave.since < now))


def days(leaves: Iterable[Leave]) -> int:
    """How many days leaves have, each of them once."""
    return len({leave.since.date() + n * DAY for leave in leaves for n in range(_length(leave))})


def _length(leave: Leave) -> int:
    return (last_day(leave) - leave.since.date()).days + 1
