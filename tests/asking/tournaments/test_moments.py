"""Moments to come: how they may be written, and which they are."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.days import MOMENTS, Moment, in_utc, read_moment, resolve_moment

NOW = datetime(2026, 12, 10, 9, 30, 15, 999, tzinfo=UTC)


def at(*numbers: int) -> datetime:
    return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("15 December", at(2026, 12, 16)),
        ("15 Dec 2026", at(2026, 12, 16)),
        ("2026-12-15", at(2026, 12, 16)),
        ("15.12.", at(2026, 12, 16)),
        ("Tuesday 15 December", at(2026, 12, 16)),
        ("Friday", at(2026, 12, 12)),
        ("Fri 18:00", at(2026, 12, 11, 18)),
        ("thu 9:00", at(2026, 12, 17, 9)),
        ("Dec 15, 2026.", at(2026, 12, 16)),
        ("15 December 18:00", at(2026, 12, 15, 18)),
        ("15 December, at 18:05", at(2026, 12, 15, 18, 5)),
        ("18:00 on 15 December", at(2026, 12, 15, 18)),
        ("2026-12-15 24:00", at(2026, 12, 16)),
        ("2026-12-15 0:00", at(2026, 12, 15)),
        ("31 December", at(2027, 1, 1)),
        ("10 December", at(2026, 12, 11)),
        ("9 December 2027", at(2027, 12, 10)),
        ("2 October", at(2027, 10, 3)),
        ("today", at(2026, 12, 11)),
        ("tomorrow 18:00", at(2026, 12, 11, 18)),
        ("in 5 days", at(2026, 12, 15, 9, 30, 15)),
        ("in 36 hours", at(2026, 12, 11, 21, 30, 15)),
        ("in a week", at(2026, 12, 17, 9, 30, 15)),
    ],
)
def test_moments_that_end_something(text: str, end: datetime) -> None:
    assert resolve_moment(read_moment(text), NOW, ends=True) == end


def test_what_an_answer_names_as_an_example_is_read_and_one_is_a_weekday() -> None:
    examples = [read_moment(each) for each in re.findall("`(.+?)`", MOMENTS)]
    assert len(examples) == 4 and any(each.weekday is not None for each in examples)


def test_a_bare_day_begins_something_at_its_beginning() -> None:
    assert resolve_moment(read_moment("15 December"), NOW, ends=False) == at(2026, 12, 15)
    assert resolve_moment(read_moment("15 December 18:00"), NOW, ends=False) == at(2026, 12, 15, 18)


def test_days_are_those_of_the_zone() -> None:
    assert resolve_moment(read_moment("15 December"), NOW, "Europe/Berlin", ends=True) == at(2026, 12, 15, 23)
    assert resolve_moment(read_moment("15 July"), NOW, "America/New_York", ends=True) == at(2027, 7, 16, 4)
    late = at(2026, 12, 10, 23, 30)
    assert resolve_moment(read_moment("today"), late, "Europe/Berlin", ends=True) == at(2026, 12, 11, 23)
    assert resolve_moment(read_moment("11 December"), late, "Europe/Berlin", ends=True) == at(2026, 12, 11, 23)
    with pytest.raises(ValueError, match="that day is over"):
        resolve_moment(read_moment("10 December"), late, "Europe/Berlin", ends=True)


@pytest.mark.parametrize(
    ("now", "text", "zone", "found"),
    [
        # the clocks of Berlin go from 2:00 to 3:00 on 28 March 2027, and from 3:00 to 2:00 on 31 October
        (at(2027, 3, 20, 12), "28 March 2:30", "Europe/Berlin", at(2027, 3, 28, 1, 30)),
        (at(2027, 3, 20, 12), "28 March 3:30", "Europe/Berlin", at(2027, 3, 28, 1, 30)),
        (at(2027, 10, 20, 12), "31 October 2:30", "Europe/Berlin", at(2027, 10, 31, 0, 30)),
        (at(2027, 10, 20, 12), "31 October 3:00", "Europe/Berlin", at(2027, 10, 31, 2)),
        (at(2027, 10, 20, 12), "31 October", "Europe/Berlin", at(2027, 10, 31, 23)),
        (at(2027, 3, 27, 12), "in 2 days", "Europe/Berlin", at(2027, 3, 29, 11)),
        (at(2027, 3, 27, 12), "in 36 hours", "Europe/Berlin", at(2027, 3, 29)),
        (at(2027, 3, 27, 1, 30), "in 1 day", "Europe/Berlin", at(2027, 3, 28, 1, 30)),
        (at(2027, 3, 27, 12), "tomorrow 18:00", "Europe/Berlin", at(2027, 3, 28, 16)),
        # at midnight of 6 September 2026 the clocks of Santiago went to 1:00
        (at(2026, 9, 1, 12), "5 September", "America/Santiago", at(2026, 9, 6, 4)),
        (at(2026, 12, 10), "15 December", "Etc/GMT-5", at(2026, 12, 15, 19)),
    ],
)
def test_days_are_added_where_the_clocks_change(now: datetime, text: str, zone: str, found: datetime) -> None:
    assert resolve_moment(read_moment(text), now, zone, ends=True) == found


@pytest.mark.parametrize("text", ["9 December", "9 December 18:00", "20 November", "20.11."])
def test_a_day_that_was_lately_is_not_that_of_next_year(text: str) -> None:
    for ends in (True, False):
        with pytest.raises(ValueError, match="that day is over; if you mean that of next year, write `2027-"):
            resolve_moment(read_moment(text), NOW, ends=ends)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no day"),
        ("soon", "names no day"),
        ("15", "names no day"),
        ("3/4", "which number is the month"),
        ("31 June", "no day `31 june`"),
        ("15 December 25:00", "no time 25:00"),
        ("15 December 12:60", "no time 12:60"),
        ("in 5 dogs", "span of time"),
        ("in 0 days", "span of time"),
        ("9 December 2026", "more than|is over"),
        ("10 December 2026 9:30", "is over"),
        ("15 December 2028", "more than 400 days"),
        ("9999-12-31", "more than 400 days"),
        ("1 January 2020", "more than 400 days"),
    ],
)
def test_moments_that_are_unclear_or_over(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        resolve_moment(read_moment(text), NOW, ends=True)


def test_a_day_at_its_beginning_may_be_over() -> None:
    with pytest.raises(ValueError, match="2026-12-10 00:00 is over"):
        resolve_moment(read_moment("10 December"), NOW, ends=False)


@given(st.datetimes(datetime(2026, 12, 11), datetime(2027, 12, 9), timezones=st.just(UTC)))
def test_what_is_written_reads_back(when: datetime) -> None:
    plain = when.replace(second=0, microsecond=0)
    assert resolve_moment(read_moment(in_utc(when)), NOW, ends=True) == plain


SPOKEN = "15 3 12 December Dec 2026 2026-12-15 in days 18:00 24:00 at on , . / today 29 Feb"
TEXTS = st.lists(st.sampled_from(SPOKEN.split()), max_size=6).map(" ".join) | st.text(max_size=30)


@given(TEXTS, st.sampled_from(["UTC", "Pacific/Kiritimati", "America/St_Johns"]), st.booleans())
def test_reading_is_total(text: str, zone: str, ends: bool) -> None:
    try:
        moment = read_moment(text)
        found = resolve_moment(moment, NOW, zone, ends=ends)
    except ValueError as why:
        assert len(str(why)) > 15
        return
    assert isinstance(moment, Moment)
    assert NOW.replace(microsecond=0) < found < NOW + timedelta(days=402)
