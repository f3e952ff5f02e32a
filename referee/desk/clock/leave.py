"""Days of leave as times, and how many they are. table/leave.py says who may have them.

Days are those of UTC, and each counts whole once it has begun.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from referee.desk.case import Case
from referee.desk.clock.running_time import Leave
from referee.store import clocks
from referee.telling.news import Away

DAY = timedelta(days=1)


def leaves_of(case: Case, game: int, seat: int | None) -> tuple[Leave, ...]:
    """Return the leaves of the player in a seat, past and to come; () if `seat` is None."""
    return () if seat is None else tuple(Leave(*times) for times in clocks.leaves_in(case.tx, game).get(seat, ()))


def away_now(case: Case, game: int) -> tuple[Away, ...]:
    """Return the players of a game who are away or will be, by seat, each with the leave that ends next."""
    ahead = ((seat, Leave(*t)) for seat, times in clocks.leaves_in(case.tx, game).items() for t in times)
    found: dict[int, Away] = {}
    for seat, leave in ahead:
        if leave.until > case.now:
            found.setdefault(seat, Away(seat, leave.since.date(), last_day(leave)))
    return tuple(found.values())


def leave_from(first: date, last: date) -> Leave:
    """Return the leave from the first day to the last, both included."""
    return Leave(midnight(first), midnight(last + DAY))


def last_day(leave: Leave) -> date:
    """Return the last day of a leave."""
    return (leave.until - timedelta(microseconds=1)).date()


def midnight(day: date) -> datetime:
    """Return the moment at which a day begins."""
    return datetime.combine(day, time(), UTC)


def without(leaves: Iterable[Leave], wish: Leave, now: datetime) -> tuple[Leave, ...]:
    """Return the leaves that stay beside a new one; a leave that it overlaps keeps only the part that is over."""
    cut = (
        Leave(leave.since, min(leave.until, wish.since, now))
        if leave.since < wish.until and wish.since < leave.until
        else leave
        for leave in leaves
    )
    return tuple(leave for leave in cut if leave.since < leave.until)


def ended(leaves: Iterable[Leave], now: datetime) -> tuple[Leave, ...]:
    """Return the leaves that stay for somebody who is back: a running leave ends now; if no leave runs, the later ones
    go."""
    times = tuple(leaves)
    runs = any(leave.since <= now < leave.until for leave in times)
    cut = (Leave(leave.since, min(leave.until, now)) if leave.since <= now else leave for leave in times)
    return tuple(leave for leave in cut if leave.since < leave.until and (runs or leave.since < now))


def days(leaves: Iterable[Leave]) -> int:
    """Count the days of these leaves, each day once."""
    lengths = ((leave, (last_day(leave) - leave.since.date()).days + 1) for leave in leaves)
    return len({leave.since.date() + n * DAY for leave, length in lengths for n in range(length)})
