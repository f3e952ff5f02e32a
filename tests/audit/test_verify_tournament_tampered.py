"""Tampered records of tournaments are refused, at the right line: 400 of them in the long run, a sample in the short
one."""

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.records.lines import WrongLine
from tests.audit.tournament_records import text_of
from tests.audit.tournament_tampering import WAYS, Tampered, tampered

SHORT, LONG = len(WAYS), 400


def refused_at(found: Tampered) -> int | None:
    """Return the line at which it is refused; None if it is not."""
    given = TournamentRecords(text_of(found.change.lines), {}, found.change.heads)
    try:
        for _ in tournament_verified(given):
            pass
    except WrongLine as wrong:
        return wrong.number
    return None


def check(count: int) -> set[str]:
    """Check that each of `count` tampered records is refused at the right line; return what was done to them."""
    ways = set()
    for seed in range(count):
        found = tampered(seed)
        line, change = refused_at(found), found.change
        told = f"{found.what}, seed {seed}"
        assert line is not None, f"{told}: not seen; it is at {change.first} to {change.last}"
        assert change.first <= line <= change.last, f"{told}: line {line}, not {change.first} to {change.last}"
        ways.add(found.what)
    return ways


def test_tampered_records_are_refused_at_the_right_line() -> None:
    assert check(SHORT) == {way.__name__ for way in WAYS}


@pytest.mark.long
def test_400_tampered_records_are_refused_at_the_right_line() -> None:
    assert check(LONG) == {way.__name__ for way in WAYS}
