"""The running of limits: properties of deadlines, over moments, spans, weekends and leaves."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.desk.clock.running_time import (
    LeaveDays,
    between,
    days,
    earlier,
    ended,
    last_day,
    later,
    leave_from,
    midnight,
    runs_from,
    without,
)

ZERO, HOUR, DAY = timedelta(0), timedelta(hours=1), timedelta(days=1)
FRIDAY = datetime(2026, 12, 18, 12, tzinfo=UTC)
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))
SPANS = st.timedeltas(ZERO, timedelta(days=40))
ZONES = st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"])
LEAVES = st.lists(
    st.builds(lambda since, span: LeaveDays(since, since + span), MOMENTS, st.timedeltas(HOUR, timedelta(days=30))),
    max_size=4,
)
NEAR = st.builds(
    lambda since, spans: [LeaveDays(since + a, since + a + b) for a, b in spans],
    st.just(FRIDAY),
    st.lists(st.tuples(st.timedeltas(ZERO, 20 * DAY), st.timedeltas(HOUR, 10 * DAY)), max_size=4),
)
AROUND = st.timedeltas(-3 * DAY, 40 * DAY).map(lambda span: FRIDAY + span)


def deadline(begun: datetime, limit: timedelta, leaves: Iterable[LeaveDays], *, weekends: bool) -> datetime:
    return later(runs_from(begun, leaves), limit, weekends=weekends)


@given(MOMENTS, SPANS, LEAVES, st.booleans())
def test_nobody_has_less_than_the_limit(
    begun: datetime, limit: timedelta, leaves: list[LeaveDays], weekends: bool
) -> None:
    assert deadline(begun, limit, leaves, weekends=weekends) >= begun + limit


@given(AROUND, AROUND, SPANS, SPANS, NEAR, st.booleans())
def test_a_later_turn_or_a_longer_limit_never_ends_sooner(
    one: datetime, other: datetime, limit: timedelta, more: timedelta, leaves: list[LeaveDays], weekends: bool
) -> None:
    first, second = sorted((one, other))
    assert deadline(first, limit, leaves, weekends=weekends) <= deadline(second, limit, leaves, weekends=weekends)
    longer = deadline(first, limit + more, leaves, weekends=weekends)
    assert longer >= deadline(first, limit, leaves, weekends=weekends)


@given(AROUND, SPANS, NEAR)
def test_more_leave_never_ends_a_turn_sooner(begun: datetime, limit: timedelta, leaves: list[LeaveDays]) -> None:
    for weekends in (True, False):
        fewer = deadline(begun, limit, leaves[1:], weekends=weekends)
        assert deadline(begun, limit, leaves, weekends=weekends) >= fewer


@given(AROUND, SPANS, NEAR)
def test_neither_a_weekend_nor_a_leave_counts_twice(begun: datetime, limit: timedelta, leaves: list[LeaveDays]) -> None:
    found = deadline(begun, limit, leaves, weekends=False)
    since = runs_from(begun, leaves)
    assert between(since, found, weekends=False) == limit, "from the end of the leave on, without weekends, the limit"
    assert begun <= since <= max([begun, *(leave.until for leave in leaves)])
    away = {begun.date() + n * DAY for n in range((since.date() - begun.date()).days + 1)}
    ends = {since.date() + n * DAY for n in range((found.date() - since.date()).days + 1)}
    weekend = {day for day in away | ends if day.weekday() > 4}
    assert found - begun <= limit + (since - begun) + len(weekend) * DAY


@given(MOMENTS, SPANS, st.booleans())
def test_back_and_forth(moment: datetime, span: timedelta, weekends: bool) -> None:
    after = later(moment, span, weekends=weekends)
    assert between(moment, after, weekends=weekends) == span
    assert between(earlier(after, span, weekends=weekends), after, weekends=weekends) == span
    assert between(after, moment, weekends=weekends) == -span


@given(MOMENTS, SPANS)
def test_nothing_ends_on_a_weekend_that_does_not_count(moment: datetime, span: timedelta) -> None:
    for found in (later(moment, span, weekends=False), earlier(moment, span, weekends=False)):
        assert found.weekday() < 5


@given(MOMENTS, SPANS, ZONES, st.booleans())
def test_summer_time_changes_nothing(moment: datetime, span: timedelta, zone: str, weekends: bool) -> None:
    local = moment.astimezone(ZoneInfo(zone))
    assert later(local, span, weekends=weekends) == later(moment, span, weekends=weekends)
    end = (moment + span).astimezone(ZoneInfo(zone))
    assert between(local, end, weekends=weekends) == between(moment, moment + span, weekends=weekends)


@pytest.mark.parametrize(
    ("begun", "limit", "over"),
    [
        (FRIDAY, DAY, datetime(2026, 12, 21, 12, tzinfo=UTC)),
        (FRIDAY, 12 * HOUR, datetime(2026, 12, 21, tzinfo=UTC)),
        (FRIDAY, 11 * HOUR, datetime(2026, 12, 18, 23, tzinfo=UTC)),
        (FRIDAY + DAY, HOUR, datetime(2026, 12, 21, 1, tzinfo=UTC)),
        (FRIDAY, 10 * DAY, datetime(2027, 1, 1, 12, tzinfo=UTC)),
    ],
)
def test_limits_stop_from_saturday_to_sunday(begun: datetime, limit: timedelta, over: datetime) -> None:
    assert deadline(begun, limit, (), weekends=False) == over


CHRISTMAS = leave_from(datetime(2026, 12, 20).date(), datetime(2027, 1, 3).date())


def test_a_leave_is_its_days_from_midnight_to_midnight_utc() -> None:
    assert (datetime(2026, 12, 20, tzinfo=UTC), datetime(2027, 1, 4, tzinfo=UTC)) == CHRISTMAS
    assert days((CHRISTMAS,)) == 15 and last_day(CHRISTMAS) == datetime(2027, 1, 3).date()


def test_the_limit_runs_from_the_end_of_the_leave_in_which_the_turn_began_and_of_the_next_without_a_gap() -> None:
    more = LeaveDays(CHRISTMAS.until, CHRISTMAS.until + DAY)
    gap = LeaveDays(CHRISTMAS.until + HOUR, CHRISTMAS.until + DAY)
    for leaves, since in (
        ((CHRISTMAS,), CHRISTMAS.until),
        ((CHRISTMAS, gap), CHRISTMAS.until),
        ((more, CHRISTMAS), more.until),
    ):
        assert runs_from(CHRISTMAS.since, leaves) == since
    assert runs_from(CHRISTMAS.since - HOUR, (CHRISTMAS,)) == CHRISTMAS.since - HOUR, "it was due already"
    assert runs_from(CHRISTMAS.until, (CHRISTMAS,)) == CHRISTMAS.until
    assert deadline(CHRISTMAS.since, DAY, (CHRISTMAS,), weekends=True) == CHRISTMAS.until + DAY


def test_new_dates_replace_those_they_overlap_from_today_on() -> None:
    today = datetime(2026, 12, 23).date()
    sooner = leave_from(today, datetime(2026, 12, 28).date())
    now = midnight(today) + HOUR
    rest = without((CHRISTMAS,), sooner, now)
    assert rest == (LeaveDays(CHRISTMAS.since, midnight(today)),) and days((*rest, sooner)) == 9
    february = leave_from(datetime(2027, 2, 1).date(), datetime(2027, 2, 3).date())
    assert without((CHRISTMAS,), february, now) == (CHRISTMAS,)
    assert without((february,), leave_from(datetime(2027, 2, 3).date(), datetime(2027, 2, 4).date()), now) == ()


def test_a_day_that_has_begun_counts_once() -> None:
    now = CHRISTMAS.since + 2 * DAY + 9 * HOUR
    rest = ended((CHRISTMAS,), now)
    assert rest == (LeaveDays(CHRISTMAS.since, now),) and days(rest) == 3
    again = leave_from(now.date(), now.date() + DAY)
    assert days((*without(rest, again, now), again)) == 4


def test_a_day_that_has_begun_counts_even_if_other_dates_replace_it() -> None:
    now = CHRISTMAS.since + 9 * HOUR
    last = last_day(CHRISTMAS)
    later = leave_from(last, last + DAY)
    rest = without((CHRISTMAS,), later, now)
    assert rest == (LeaveDays(CHRISTMAS.since, now),) and days((*rest, later)) == 3


def test_who_is_back_keeps_a_later_leave_and_who_never_left_drops_it() -> None:
    february = leave_from(datetime(2027, 2, 1).date(), datetime(2027, 2, 3).date())
    now = CHRISTMAS.since + DAY
    assert ended((CHRISTMAS, february), now) == (LeaveDays(CHRISTMAS.since, now), february)
    assert ended((february,), now) == ()
    assert ended((CHRISTMAS, february), CHRISTMAS.until + DAY) == (CHRISTMAS,)
