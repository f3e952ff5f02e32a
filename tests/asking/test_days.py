"""The days on which somebody is away: how they may be written, and which days they are."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.commands import Away
from referee.asking.days import Day, days_text, resolve_days
from referee.asking.grammar import read_commands
from tests.asking.reading import asked

DEC, JAN = Day(20, 12), Day(3, 1)


@pytest.mark.parametrize(
    ("text", "away"),
    [
        ("away 20 Dec to 3 Jan", Away(DEC, JAN)),
        ("Away from 20 December until 3 January.", Away(DEC, JAN)),
        ("away 20th of December till the 3rd of January", Away(DEC, JAN)),
        ("away December 20 to January 3rd", Away(DEC, JAN)),
        ("away Dec. 20 - Jan. 3", Away(DEC, JAN)),
        ("away 20 Dec – 3 Jan", Away(DEC, JAN)),
        ("away 20.12. to 3.1.", Away(DEC, JAN)),
        ("away 20. Dec to 3. Jan", Away(DEC, JAN)),
        ("away Sunday 20 Dec to Sun, 3 Jan", Away(DEC, JAN)),
        ("away: 20 Dec to 3 Jan please", Away(DEC, JAN)),
        ("I am away 20 Dec to 3 Jan", Away(DEC, JAN)),
        ("I'll be away from 20 Dec to 3 Jan", Away(DEC, JAN)),
        ("away 20 to 24 Dec", Away(DEC, Day(24, 12))),
        ("away until 3 Jan", Away(None, JAN)),
        ("away till January 3, 2027", Away(None, Day(3, 1, 2027))),
        ("away 2026-12-20 to 2027-01-03", Away(Day(20, 12, 2026), Day(3, 1, 2027))),
        ("away 2026/12/20 to 2027/1/3", Away(Day(20, 12, 2026), Day(3, 1, 2027))),
        ("away Dec 20,2026 to Jan 3,2027", Away(Day(20, 12, 2026), Day(3, 1, 2027))),
        ("away 20.12.2026 to 3.1.2027", Away(Day(20, 12, 2026), Day(3, 1, 2027))),
        ("away 20 Dec", Away(DEC, DEC)),
        ("away on 29 February", Away(Day(29, 2), Day(29, 2))),
        ("away 5 Sept to 1 may", Away(Day(5, 9), Day(1, 5))),
    ],
)
def test_away(text: str, away: Away) -> None:
    assert asked(text) == [away]
    assert asked(f"away {days_text(away.first, away.last)}") == [away]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("away", "away 20 Dec to 2 Jan"),
        ("away 20/12 to 3/1", "which number is the month"),
        ("away 31 Feb", "there is no day `31 feb`"),
        ("away until 2027-02-29", "there is no day `2027-02-29`"),
        ("away 32.1. to 3.2.", "there is no day"),
        ("away for 3 days", "does not name the days; write it like `away 20 Dec to 2 Jan` or `away until 2 Jan`"),
        ("away until Friday", "does not name the days"),
        ("away until yesterday", "does not name the days"),
        ("away until tomorrow", "does not name the days"),
        ("away next week", "does not name the days"),
        ("away 20 Dec to whenever", "does not name the days"),
        ("away until 3", "does not name the days"),
    ],
)
def test_unclear_days(text: str, hint: str) -> None:
    (unclear,) = read_commands(text).unclear
    assert hint in unclear.why


@pytest.mark.parametrize(
    "line", ["away game", "away we go", "away from home", "away with it", "far away until 3 Jan", "away to the hills"]
)
def test_conversation(line: str) -> None:
    reading = read_commands(line)
    assert (reading.asked, reading.unclear) == ((), ())


@pytest.mark.parametrize(
    ("away", "today", "first", "last"),
    [
        (Away(DEC, JAN), date(2026, 11, 1), date(2026, 12, 20), date(2027, 1, 3)),
        (Away(DEC, JAN), date(2026, 12, 20), date(2026, 12, 20), date(2027, 1, 3)),
        (Away(DEC, JAN), date(2026, 12, 22), date(2026, 12, 20), date(2027, 1, 3)),
        (Away(DEC, JAN), date(2027, 1, 3), date(2026, 12, 20), date(2027, 1, 3)),
        (Away(DEC, JAN), date(2027, 2, 8), date(2027, 12, 20), date(2028, 1, 3)),
        (Away(DEC, JAN), date(2026, 12, 31), date(2026, 12, 20), date(2027, 1, 3)),
        (Away(Day(29, 2), Day(29, 2)), date(2028, 2, 29), date(2028, 2, 29), date(2028, 2, 29)),
        (Away(Day(29, 2), Day(29, 2)), date(2027, 3, 1), date(2028, 2, 29), date(2028, 2, 29)),
        (Away(Day(31, 12, 2027), Day(31, 12, 2027)), date(2027, 1, 1), date(2027, 12, 31), date(2027, 12, 31)),
        (Away(None, JAN), date(2026, 11, 1), date(2026, 11, 1), date(2027, 1, 3)),
        (Away(None, JAN), date(2027, 1, 3), date(2027, 1, 3), date(2027, 1, 3)),
        (Away(DEC, DEC), date(2026, 11, 1), date(2026, 12, 20), date(2026, 12, 20)),
        (Away(Day(20, 12, 2027), JAN), date(2026, 11, 1), date(2027, 12, 20), date(2028, 1, 3)),
        (Away(DEC, Day(3, 1, 2028)), date(2026, 11, 1), date(2027, 12, 20), date(2028, 1, 3)),
        (Away(Day(29, 2), Day(29, 2)), date(2026, 11, 1), date(2028, 2, 29), date(2028, 2, 29)),
        (Away(Day(29, 2), Day(1, 3)), date(2097, 1, 1), date(2096, 2, 29), date(2097, 3, 1)),
    ],
)
def test_which_days_they_are(away: Away, today: date, first: date, last: date) -> None:
    assert resolve_days(away.first, away.last, today) == (first, last)


@pytest.mark.parametrize(
    ("away", "today", "hint"),
    [
        (Away(DEC, JAN), date(2027, 1, 4), r"3 Jan 2027 is over.*`away 20 Dec to 3 Jan 2028`"),
        (Away(Day(26, 11), Day(26, 11)), date(2026, 11, 27), "26 Nov 2026 is over.*`away 26 Nov to 26 Nov 2027`"),
        (Away(None, Day(31, 12)), date(2027, 1, 1), "31 Dec 2026 is over.*`away until 31 Dec 2027`"),
        (Away(None, Day(31, 12, 9999)), date(2027, 1, 1), "more than four years away"),
        (Away(Day(30, 12), Day(31, 12)), date(2027, 2, 4), "31 Dec 2026 is over"),
        (Away(Day(1, 12), Day(30, 11)), date(2026, 12, 1), "30 Nov 2026 is over"),
        (Away(Day(29, 2), Day(29, 2)), date(2028, 3, 1), "29 Feb 2028 is over.*`away 29 Feb to 29 Feb 2032`"),
    ],
)
def test_a_day_without_a_year_that_has_just_passed_is_that_one(away: Away, today: date, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        resolve_days(away.first, away.last, today)


@pytest.mark.parametrize(
    ("away", "hint"),
    [
        (Away(None, Day(3, 1, 2026)), "is over"),
        (Away(Day(20, 12, 2025), Day(3, 1, 2026)), "is over"),
        (Away(Day(3, 1, 2028), Day(20, 12, 2027)), "after the last"),
    ],
)
def test_days_that_cannot_be(away: Away, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        resolve_days(away.first, away.last, date(2026, 11, 1))


DATES = st.dates(date(2020, 1, 1), date(2120, 12, 31))


@given(DATES, st.integers(0, 200), st.integers(0, 150))
def test_days_without_a_year_are_the_next_such(today: date, until: int, length: int) -> None:
    last = today + timedelta(until)
    first = last - timedelta(length)
    away = Away(Day(first.day, first.month), Day(last.day, last.month))
    assert resolve_days(away.first, away.last, today) == (first, last) or (2, 29) in {
        (first.month, first.day),
        (last.month, last.day),
    }


@given(st.text(max_size=60))
def test_reading_days_is_total(text: str) -> None:
    read_commands(f"away {text}")
