"""The machine's clock. No other file reads it: a command takes it from here and hands it in where a moment is needed,
so that a test can hand in another clock."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""A clock, which gives the moment in UTC."""


def system_clock() -> datetime:
    """Return the moment by the machine's clock, in UTC."""
    return datetime.now(UTC)
