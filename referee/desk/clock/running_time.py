"""The time in which limits run: not in a leave in which a turn began, and on Saturday and Sunday only where the game
says so. All in UTC.

Pure: moments and spans in, moments and spans out. Knows no game, and no clock of its own.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

MONDAY = datetime(1970, 1, 5, tzinfo=UTC)
WEEK, WORKDAYS = timedelta(days=7), timedelta(days=5)


class Leave(NamedTuple):
    """A time in which a player is away; it ends before `until`."""

    since: datetime
    until: datetime


def runs_from(begun: datetime, leaves: Iterable[Leave]) -> datetime:
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
