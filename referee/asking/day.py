"""Days and moments as people write them, before anybody asks which they are. Knows no calendar and no clock."""

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple


class Day(NamedTuple):
    """A day of the year as somebody wrote it: the day exists in some year, and `days.resolve` finds the year."""

    day: int
    month: int
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as somebody wrote it: a span from now, or a day with the minutes after its midnight, if any."""

    span: timedelta | None = None
    day: Day | None = None
    ahead: int | None = None
    """The number of days from today, instead of a day by its date."""
    minutes: int | None = None
