"""The ways in which people write a moment to come: `15 December`, `2026-12-15 18:00`, `tomorrow at 18:00`, `in 5 days`.

Knows no clock: what time it is now is an argument. days.py reads the days themselves.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.asking.days import A_WEEKDAY, Moment, dates, hides_month, just_passed, read_day
from referee.config import parse_span
from referee.tournaments.tournament import later

EXAMPLES = "`15 December`, `Fri 18:00`, `2026-12-15 18:00` or `in 5 days`"
FURTHEST = timedelta(days=400)
AHEAD = {"today": 0, "tonight": 0, "tomorrow": 1}
CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?: ?(?:h|o'clock))?"
WITH_TIME = (
    re.compile(rf"(?P<day>.+?),?(?: at)? {CLOCK}", re.IGNORECASE | re.ASCII),
    re.compile(rf"(?:at )?{CLOCK},?(?: on)? (?P<day>.+)", re.IGNORECASE | re.ASCII),
)


def read_moment(text: str) -> Moment:
    """Read the moment that `text` names. Raises ValueError, with a sentence that shows how to write it."""
    plain = " ".join(text.lower().split()).strip(" .,")
    if plain.startswith("in "):
        return Moment(span=parse_span(plain.removeprefix("in ").replace("a day", "1 day").replace("a week", "1 week")))
    match = next((match for form in WITH_TIME if (match := form.fullmatch(plain))), None)
    said = match["day"] if match else plain
    minutes = _minutes(int(match["hour"]), int(match["minute"])) if match else None
    said = said.removeprefix("on ")
    if said in AHEAD:
        return Moment(ahead=AHEAD[said], minutes=minutes)
    if weekday := A_WEEKDAY.fullmatch(said):
        return Moment(weekday=(weekday.lastindex or 1) - 1, minutes=minutes)
    if hides_month(said):
        raise ValueError(f"it does not say which number is the month; write it like {EXAMPLES}")
    if day := read_day(said, examples=EXAMPLES):
        return Moment(day=day, minutes=minutes)
    raise ValueError(f"`{text[:60]}` names no day; write it like {EXAMPLES}")


def _minutes(hour: int, minute: int) -> int:
    if minute > 59 or hour * 60 + minute > 24 * 60:
        raise ValueError(f"there is no time {hour}:{minute:02}; write one from 0:00 to 24:00, like 18:00")
    return hour * 60 + minute


def resolve_moment(moment: Moment, now: datetime, zone: str = "UTC", *, ends: bool) -> datetime:
    """Return the moment in UTC, to the second. A day without a time stands for its end, or if not `ends` for its
    beginning. A time that the clocks of `zone` skip or show twice is as in `later`.

    A day without a year is the next such day in `zone`, today included, unless it was in the last five weeks; a day of
    the week is the next one whose time is to come. Raises
    ValueError, with a sentence, for a moment that is over or more than 400 days away.
    """
    if moment.span is not None:
        return later(now.replace(microsecond=0), moment.span, zone)
    day = _date(moment, now.astimezone(ZoneInfo(zone)).date())
    minutes = moment.minutes if moment.minutes is not None else 24 * 60 * ends
    at = datetime.combine(day + timedelta(days=minutes // (24 * 60)), _time(minutes % (24 * 60)), ZoneInfo(zone))
    if at <= now and moment.weekday is not None:
        at += timedelta(days=7)
    if at <= now:
        raise ValueError(f"{in_utc(at.astimezone(UTC))} is over; write it like {EXAMPLES}")
    return at.astimezone(UTC)


def _date(moment: Moment, today: date) -> date:
    if moment.weekday is not None:
        return today + timedelta(days=(moment.weekday - today.weekday()) % 7)
    if moment.day is None:
        return today + timedelta(days=moment.ahead or 0)
    day = next(dates(moment.day, today), None)
    if day is not None and just_passed(moment.day, today):
        raise ValueError(f"that day is over; if you mean that of next year, write `{day.isoformat()}`")
    if day is None or abs(day - today) > FURTHEST:
        raise ValueError(f"that day is more than {FURTHEST.days} days away; write it like {EXAMPLES}")
    return day


def _time(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)


def in_utc(at: datetime) -> str:
    """Return a moment in UTC as one may write it again: `2026-12-15 18:00`."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
