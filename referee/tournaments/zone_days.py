"""Days as they are where a tournament is at home: in its time zone, in which some have 23 or 25 hours. Knows no present
moment.

A whole number of days ends at the same time of day; any other span is so much time. Where the clocks skip that time, it
is as much later as they skip: 2:30 is 3:30. Where they show it twice, the first one counts.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


def later(moment: datetime, span: timedelta, zone: str) -> datetime:
    """Return the moment, in UTC, when a span has passed since another; `zone` says what a day is."""
    if not span or span % DAY:
        return moment.astimezone(UTC) + span
    return (moment.astimezone(ZoneInfo(zone)) + span).astimezone(UTC)
