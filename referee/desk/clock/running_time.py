"""The time in which limits run, and the leaves in it: a limit does not run in a leave in which its turn began, and on
Saturday and Sunday only where the game says so. table/leave.py says who may have how many days.

Days of leave are days in their player's time zone, and each counts whole once it has begun; the rest is in UTC.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from math import ceil
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.desk.case import Case
from referee.games import Game
from referee.store import clocks, people
from referee.store.people import Person
from referee.table.seats import SEATS
from referee.telling.news import Away

MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
WEEK, WORKDAYS = timedelta(days=7), timedelta(days=5)


class LeaveDays(NamedTuple):
    """A time in which a player is away; it ends before `until`."""

    since: datetime
    until: datetime


def runs_from(begun: datetime, leaves: Iterable[LeaveDays]) -> datetime:
    """Find when the limit of a turn that began at `begun` begins to run: at once, or at the end of the leave that it
    began in, and of any that follows without a gap."""
    moment = begun
    for leave in sorted(leaves):
        if leave.since <= moment < leave.until:
            moment = leave.until
    return moment


def later(moment: datetime, span: timedelta, *, weekends: bool) -> datetime:
    """Return the moment by which limits have run for `span` since `moment`, and never one within a weekend that
    does not count."""
    if weekends:
        return moment.astimezone(UTC) + span
    return _moment(_run(moment) + span)


def earlier(moment: datetime, span: timedelta, *, weekends: bool) -> datetime:
    """Return the latest moment from which limits run for `span` until `moment`."""
    return later(moment, -span, weekends=weekends)


def between(start: datetime, end: datetime, *, weekends: bool) -> timedelta:
    """Measure for how long limits run from `start` to `end`; negative if `end` comes first."""
    return end.astimezone(UTC) - start.astimezone(UTC) if weekends else _run(end) - _run(start)


def _run(moment: datetime) -> timedelta:
    """Measure for how long limits have run since MONDAY, without weekends."""
    weeks, rest = divmod(moment - MONDAY, WEEK)
    return weeks * WORKDAYS + min(rest, WORKDAYS)


def _moment(run: timedelta) -> datetime:
    weeks, rest = divmod(run, WORKDAYS)
    return MONDAY + weeks * WEEK + rest


DAY = timedelta(days=1)
CHANGE = timedelta(hours=1)
"""The most by which a change of clocks makes a day longer."""


def leaves_of(case: Case, game: int, seat: int | None) -> tuple[LeaveDays, ...]:
    """Return the leaves of the player in a seat, past and to come; () if `seat` is None."""
    return () if seat is None else tuple(LeaveDays(*times) for times in clocks.leaves_in(case.tx, game).get(seat, ()))


def leave_left(case: Case, game: Game) -> dict[int, int]:
    """Count the days of leave that players may still take, by seat: none once the limit of a match hurries it."""
    taken, given = clocks.leaves_in(case.tx, game.number), game.terms.leave if game.hurry is None else 0
    return {seat: given - days(LeaveDays(*times) for times in taken.get(seat, ())) for seat in SEATS}


def away_now(case: Case, game: int) -> tuple[Away, ...]:
    """Return the players of a game who are away or will be, by seat, each with the leave that ends next."""
    ahead = [(seat, LeaveDays(*t)) for seat, times in clocks.leaves_in(case.tx, game).items() for t in times]
    seated = people.seated(case.tx, game) if ahead else {}
    found: dict[int, Away] = {}
    for seat, leave in ahead:
        if leave.until > case.now:
            found.setdefault(seat, leave_news(seat, leave, zone_of(seated[seat])))
    return tuple(found.values())


def zone_of(person: Person) -> str:
    """Return the time zone in which the days of a person are meant."""
    return person.timezone or "UTC"


def leave_news(seat: int, leave: LeaveDays, zone: str) -> Away:
    """Return a leave as others hear of it."""
    last = last_day(leave, zone)
    return Away(seat, first_day(leave, zone), last, None if leave.until == midnight(last + DAY) else leave.until)


def leave_from(first: date, last: date, zone: str = "UTC") -> LeaveDays:
    """Return the leave from the first day to the last, both included."""
    return LeaveDays(midnight(first, zone), midnight(last + DAY, zone))


def first_day(leave: LeaveDays, zone: str = "UTC") -> date:
    """Return the first day of a leave."""
    return leave.since.astimezone(ZoneInfo(zone)).date()


def last_day(leave: LeaveDays, zone: str = "UTC") -> date:
    """Return the last day of a leave."""
    return (leave.until - timedelta(microseconds=1)).astimezone(ZoneInfo(zone)).date()


def midnight(day: date, zone: str = "UTC") -> datetime:
    """Return the moment at which a day begins."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def without(leaves: Iterable[LeaveDays], wish: LeaveDays, now: datetime) -> tuple[LeaveDays, ...]:
    """Return the leaves that stay beside a new one; a leave that it overlaps keeps only the part that is over."""
    cut = (
        LeaveDays(leave.since, min(leave.until, wish.since, now))
        if leave.since < wish.until and wish.since < leave.until
        else leave
        for leave in leaves
    )
    return tuple(leave for leave in cut if leave.since < leave.until)


def ended(leaves: Iterable[LeaveDays], now: datetime) -> tuple[LeaveDays, ...]:
    """Return the leaves that stay for somebody who is back: a running leave ends now; if no leave runs, the later ones
    go."""
    times = tuple(leaves)
    runs = any(leave.since <= now < leave.until for leave in times)
    cut = (LeaveDays(leave.since, min(leave.until, now)) if leave.since <= now else leave for leave in times)
    return tuple(leave for leave in cut if leave.since < leave.until and (runs or leave.since < now))


def days(leaves: Iterable[LeaveDays]) -> int:
    """Count the days of these leaves, in whatever time zone they were meant: one that has begun counts, and so does one
    of 23 or 25 hours."""
    return sum(max(1, ceil((leave.until - leave.since - CHANGE) / DAY)) for leave in leaves)
