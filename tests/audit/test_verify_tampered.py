"""Tampered records are refused, at the right line: 300 of them in the long run, a sample in the short one."""

import pytest

from referee.commands.verify import verified
from referee.records.lines import WrongLine
from tests.audit.records import many
from tests.audit.tampering import WAYS, Tampered, tampered

SHORT, LONG = len(WAYS), 300


def refused_at(found: Tampered) -> int | None:
    """Return the line at which it is refused; None if it is not."""
    try:
        for _ in verified(found.text, found.heads):
            pass
    except WrongLine as wrong:
        assert wrong.number <= wrong.last
        return wrong.number
    return None


def check(count: int) -> set[str]:
    """Check that each of `count` tampered records is refused at the right line; return the ways in which they were
    tampered with."""
    ways = set()
    for sheet, seed in many(count):
        found = tampered(sheet, seed)
        line = refused_at(found)
        told = f"{found.what} on {sheet.name}, seed {seed}"
        assert line is not None, f"{told}: not seen; it is at {found.first} to {found.last}"
        assert found.first <= line <= found.last, f"{told}: line {line} is named, not {found.first} to {found.last}"
        ways.add(found.what)
    return ways


def test_tampered_records_are_refused_at_the_right_line() -> None:
    assert check(SHORT) == {way.__name__ for way in WAYS}


@pytest.mark.long
def test_300_tampered_records_are_refused_at_the_right_line() -> None:
    assert check(LONG) == {way.__name__ for way in WAYS}
