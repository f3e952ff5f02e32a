"""When limits run: not before the end of a leave, and on Saturday and Sunday only where the game says so. All in UTC.

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


def deadline(
    begun: datetime, limit: timedelta, bank: timedelta, leaves: Iterable[Leave], *, weekends: bool
) -> datetime:
    """When a turn that began at `begun` is over, and the clock acts: after the limit and what is left of the bank."""
    return later(runs_from(begun, leaves), limit + bank, weekends=weekends)


def runs_from(begun: datetime, leaves: Iterable[Leave]) -> datetime:
    """When the limit of a turn that began at `begun` begins to run: at once, or at the end of the leave that it began
    in, and of any that follows without a gap."""
    moment = begun
    for leave in sorted(leaves):
        if leave.since <= moment < leave.until:
            moment = leave.until
    return moment


def later(moment: datetime, span: timedelta, *, weekends: bool) -> datetime:
    """The moment by which limits have run for `span` since `moment`; the later one if a weekend lies between two, so
    that nothing ends in a weekend."""
    if weekends:
        return moment.astimezone(UTC) + span
    return _moment(_run(moment) + span)


def earlier(moment: datetime, span: timedelta, *, weekends: bool) -> datetime:
    """The latest moment from which limits run for `span` until `moment`."""
    return later(moment, -span, weekends=weekends)


def between(start: datetime, end: datetime, *, weekends: bool) -> timedelta:
    """How long limits run from `start` to `end`; negative if `end` comes first."""
    return end.astimezone(UTC) - start.astimezone(UTC) if weekends else _run(end) - _run(start)


def spent(left: timedelta, bank: timedelta) -> timedelta:
    """How much of a bank a turn took, if it had `left` until the clock would have acted: what it took beyond the
    limit."""
    return max(bank - max(left, timedelta(0)), timedelta(0))


def _run(moment: datetime) -> timedelta:
    """How long limits have run since MONDAY, without weekends."""
    weeks, rest = divmod(moment - MONDAY, WEEK)
    return weeks * WORKDAYS + min(rest, WORKDAYS)


def _moment(run: timedelta) -> datetime:
    weeks, rest = divmod(run, WORKDAYS)
    return MONDAY + weeks * WEEK + rest
