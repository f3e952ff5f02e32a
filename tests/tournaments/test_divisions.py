"""The days worked by hand in divisions.txt come true."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournaments.divisions import Bound, Win, bound, six_months_after

BOOK = Path(__file__).parent / "divisions.txt"
NAMES = "ABCDEFGH"
WON = re.compile(r"(\w+) won ([A-H]) on (\S+)")
SAID = re.compile(r"(\S+): (\w+) (?:free|in (\w) until (\S+))")


def cases() -> Iterator[tuple[str, list[str]]]:
    text = "\n".join(line for line in BOOK.read_text("utf-8").splitlines() if not line.startswith("#"))
    for case in text.split("case: ")[1:]:
        name, *lines = case.split("\n")
        yield name, [line for line in lines if line]


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in cases()])
def test_case_worked_by_hand(lines: list[str]) -> None:
    divisions = lines[0].removeprefix("divisions: ").split(", ")
    found = [WON.fullmatch(line) for line in lines[1:]]
    wins = [
        (won[1], Win(division=NAMES.index(won[2]), day=date.fromisoformat(won[3]))) for won in found if won is not None
    ]
    said = [SAID.fullmatch(line) for line, won in zip(lines[1:], found, strict=True) if won is None]
    assert said
    for says in said:
        assert says is not None, lines
        expected = Bound(division=says[3], until=date.fromisoformat(says[4])) if says[3] else None
        for order in (wins, wins[::-1]):
            own = [win for person, win in order if person == says[2]]
            assert bound(own, divisions, date.fromisoformat(says[1])) == expected, says[0]


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
@settings(max_examples=34, derandomize=True)
def test_six_months_end_on_that_day_or_on_the_last_of_the_month(day: date) -> None:
    end = six_months_after(day)
    assert (end.year * 12 + end.month) - (day.year * 12 + day.month) == 6
    assert end.day == day.day or (end.day < day.day and (end + timedelta(days=1)).day == 1)
