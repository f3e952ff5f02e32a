"""The ways in which people write days, absences, moments and time zones: `20 Dec to 2 Jan`, `until 2 Jan`,
`2026-12-20`, `20.12.`; `tomorrow at 18:00`, `in 5 days`; `Europe/Berlin`, `UTC+5`, `CET`.

Knows no clock: the present day is an argument. Never asks how long anyone may be away. The sign of an offset is as
people mean it: GMT+5 is five hours ahead. The zones Etc/GMT+5, which have it the other way round, keep their meaning,
and whoever names one is told what it is.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import MAXYEAR, UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from referee.asking.sheet_words import DASHES
from referee.config import parse_span
from referee.tournaments.tournament import later


class Day(NamedTuple):
    """A day of the year as somebody wrote it: the day exists in some year, and `resolve` finds the year."""

    day: int
    month: int
    year: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as somebody wrote it: a span from now, or a day with the minutes after its midnight, if any."""

    span: timedelta | None = None
    day: Day | None = None
    weekday: int | None = None
    """The day of the week, instead of a day by its date; 0 is Monday."""
    ahead: int | None = None
    """The number of days from today, instead of a day by its date."""
    minutes: int | None = None


MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
SHORT_MONTHS = {name[:3]: number for number, name in enumerate(MONTHS, 1)} | {"sept": 9}
LEAP_YEAR = 2000
LONGEST_CYCLE = 8
"""The years in which there is surely a 29 February, even around 2100."""
JUST_PASSED = timedelta(days=35)
"""The time in which a day that passed is still meant by its date alone: it may be copied from an older letter."""
FURTHEST = timedelta(days=4 * 366)
"""The most days ahead for which leave can be asked: as far as the next 29 February."""

_MONTH = rf"(?P<month>{'|'.join(MONTHS)}|sept|{'|'.join(name[:3] for name in MONTHS)})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
_YEAR = r"(?:(?:, ?| )(?P<year>\d{4}))?"
WEEKDAYS = "mon|tue|wed|thu|fri|sat|sun"
A_WEEKDAY = re.compile(r"(?:(mon)|(tue)s?|(wed)(?:nes)?|(thu)(?:rs?)?|(fri)|(sat)(?:ur)?|(sun))(?:day)?\.?")
WEEKDAY = re.compile(rf"(?:(?:{WEEKDAYS})[a-z]{{0,6}}\.?,? )?(?:the )?", re.IGNORECASE)
FORMS = tuple(
    re.compile(form, re.IGNORECASE | re.ASCII)
    for form in (
        rf"{_DAY} ?(?:of )?{_MONTH}{_YEAR}",
        rf"{_MONTH} (?:the )?{_DAY}{_YEAR}",
        r"(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})",
        r"(?P<day>\d{1,2})\. ?(?P<month>\d{1,2})\.?(?: ?(?P<year>\d{4}))?",
    )
)
ALONE = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?", re.IGNORECASE)
"""A first day in the month of the last one: `20 to 24 Dec`."""
_UNTIL = "until|till?|to|through"
RANGE = re.compile(rf"(?:from )?(?P<first>.+?) ?(?:\b(?:{_UNTIL})\b|[\u2013\u2014]| - ) ?(?P<last>.+)")
UNTIL = re.compile(rf"(?:{_UNTIL}) (?P<last>.+)")
SPAN = re.compile(
    r"(?:(?:for )?(?:\d{1,3}|an?|one|two|three|the|this|next)? ?(?:days?|weeks?|weekend|month)"
    rf"|today|tomorrow|tonight|yesterday|(?:{WEEKDAYS})[a-z]{{0,6}})"
)
"""Days that are meant, but not named."""
EXAMPLES = "`away 20 Dec to 2 Jan` or `away until 2 Jan`"


def check_meant(parts: list[str]) -> None:
    """Raise ValueError, with a sentence, if days are surely meant, and not named."""
    if any(map(hides_month, parts)):
        raise ValueError(f"it does not say which number is the month; write it like {EXAMPLES}")
    if any(read_day(part, 1) is not None or SPAN.fullmatch(part) for part in parts):
        raise ValueError(f"it does not name the days; write it like {EXAMPLES}")


def hides_month(text: str) -> bool:
    """Tell if `text` is a date in which either number may be the month: `3/4`, `12/15/2026`; in `2026/12/15` neither
    may."""
    return "/" in text and re.fullmatch(r"(?!\d{4}/)[\d/. ]+", text) is not None


def read_day(text: str, month: int | None = None, examples: str = EXAMPLES) -> Day | None:
    """Read the day that `text` names; `month` stands in for a month that it leaves out. Returns None if it names no
    day.

    Raises ValueError, with `examples` of how to write a day, if the day does not exist.
    """
    plain = WEEKDAY.sub("", text.strip(" ,"), count=1)
    if month is not None and (alone := ALONE.fullmatch(plain)):
        return _checked(Day(int(alone[1]), month), text, examples)
    match = next((match for form in FORMS if (match := form.fullmatch(plain))), None)
    if match is None:
        return None
    said = match["month"].lower()
    number = int(said) if said.isdecimal() else SHORT_MONTHS[said if said == "sept" else said[:3]]
    return _checked(Day(int(match["day"]), number, int(match["year"]) if match["year"] else None), text, examples)


def _checked(day: Day, text: str, examples: str) -> Day:
    if _date(day, LEAP_YEAR if day.year is None else day.year) is None:
        raise ValueError(f"there is no day `{text.strip(' ,')}`; write it like {examples}")
    return day


def _date(day: Day, year: int) -> date | None:
    try:
        return date(year, day.month, day.day)
    except ValueError:
        return None


def days_text(first: Day | None, last: Day) -> str:
    """Write the days as one may write them again: `20 Dec to 2 Jan 2027`, `until 2 Jan`."""
    return f"until {_words(last)}" if first is None else f"{_words(first)} to {_words(last)}"


def _words(day: Day) -> str:
    month = MONTHS[day.month - 1][:3].capitalize()
    return f"{day.day} {month}" if day.year is None else f"{day.day} {month} {day.year}"


def resolve_days(first: Day | None, last: Day, today: date) -> tuple[date, date]:
    """Find the first and the last day, both included, of a leave that is asked for on `today`.

    The last day is the next day of that date, today included, unless it has just passed; the first day is the latest of
    its date before the last. So `20 Dec to 2 Jan` means the same on 22 December. Raises ValueError, with a sentence, if
    the last day is over, before the first, or more than four years away.
    """
    ends = next(dates(last, _year(first, today)), None)
    if ends is None or ends < today:
        raise ValueError(f"the last of these days is over; write it like {EXAMPLES}")
    if (first is None or first.year is None) and (passed := just_passed(last, today)) is not None:
        next_year = days_text(first, Day(last.day, last.month, ends.year))
        raise ValueError(f"{_words(last)} {passed.year} is over; if you mean the next one, write `away {next_year}`")
    begins = today if first is None else _latest(first, ends)
    if begins is None or begins > ends:
        raise ValueError(f"the first of these days is after the last; write it like {EXAMPLES}")
    if ends - today > FURTHEST:
        raise ValueError(f"the last of these days is more than four years away; write it like {EXAMPLES}")
    return begins, ends


def just_passed(day: Day, today: date) -> date | None:
    """Return the day, written without a year, that passed in the last five weeks: that one is meant, not the one in a
    year. None if there was none, or it names its year."""
    latest = None if day.year is not None else _latest(day, today - timedelta(days=1))
    return latest if latest is not None and today - latest <= JUST_PASSED else None


def _year(first: Day | None, today: date) -> date:
    """Find the day from which on the last day is looked for."""
    if first is None or first.year is None:
        return today
    return max(today, _date(first, first.year) or today)


def dates(day: Day, since: date) -> Iterator[date]:
    """Yield the days so named, `since` and after it; the only one if it names a year."""
    years = range(since.year, min(since.year + LONGEST_CYCLE, MAXYEAR) + 1) if day.year is None else (day.year,)
    found = (_date(day, year) for year in years)
    return (each for each in found if each is not None and (day.year is not None or each >= since))


def _latest(day: Day, last: date) -> date | None:
    """Find the latest day so named that is not after `last`; the only one if it names a year."""
    if day.year is not None:
        return _date(day, day.year)
    years = range(last.year, max(last.year - LONGEST_CYCLE, 1) - 1, -1)
    return next((each for year in years if (each := _date(day, year)) is not None and each <= last), None)


MOMENTS = "`15 December`, `Fri 18:00`, `2026-12-15 18:00` or `in 5 days`"
LATEST = timedelta(days=400)
"""The furthest moment."""
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
        raise ValueError(f"it does not say which number is the month; write it like {MOMENTS}")
    if day := read_day(said, examples=MOMENTS):
        return Moment(day=day, minutes=minutes)
    raise ValueError(f"`{text[:60]}` names no day; write it like {MOMENTS}")


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
    day = _day_of(moment, now.astimezone(ZoneInfo(zone)).date())
    minutes = moment.minutes if moment.minutes is not None else 24 * 60 * ends
    days, rest = divmod(minutes, 24 * 60)
    at = datetime.combine(day + timedelta(days=days), time(*divmod(rest, 60)), ZoneInfo(zone))
    if at <= now and moment.weekday is not None:
        at += timedelta(days=7)
    if at <= now:
        raise ValueError(f"{in_utc(at.astimezone(UTC))} is over; write it like {MOMENTS}")
    return at.astimezone(UTC)


def _day_of(moment: Moment, today: date) -> date:
    if moment.weekday is not None:
        return today + timedelta(days=(moment.weekday - today.weekday()) % 7)
    if moment.day is None:
        return today + timedelta(days=moment.ahead or 0)
    day = next(dates(moment.day, today), None)
    if day is not None and just_passed(moment.day, today):
        raise ValueError(f"that day is over; if you mean that of next year, write `{day.isoformat()}`")
    if day is None or abs(day - today) > LATEST:
        raise ValueError(f"that day is more than {LATEST.days} days away; write it like {MOMENTS}")
    return day


def in_utc(at: datetime) -> str:
    """Return a moment in UTC as one may write it again: `2026-12-15 18:00`."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


OFFSET = re.compile(r"(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE | re.ASCII)
OF_THE_MACHINE = {"localtime", "Factory"}
"""The names of whatever a machine is set to."""


def read_zone(text: str) -> str:
    """Read the name of a time zone. Raises ValueError, with a sentence."""
    plain = text.translate(DASHES).casefold()
    zones = {name.casefold(): name for name in available_timezones() - OF_THE_MACHINE}
    if (known := zones.get(plain.replace(" ", "_"))) is not None:
        return known
    if offset := OFFSET.fullmatch(plain):
        return _with_offset(text, offset)
    near = difflib.get_close_matches(plain, zones, 1, 0.5) if "/" in plain else []
    hint = f"the nearest is {zones[near[0]]}" if near else "write it like Europe/Berlin"
    raise ValueError(f"{text} is not a known time zone: {hint}")


def _with_offset(text: str, offset: re.Match[str]) -> str:
    minutes = int(f"{offset[1]}1") * (60 * int(offset[2]) + int(offset[3] or 0))
    if minutes == 0:
        return "UTC"
    if minutes % 60 == 0 and -12 <= minutes // 60 <= 14:
        return f"Etc/GMT{-minutes // 60:+d}"
    raise ValueError(f"{text} is the name of no time zone: write a place in it, like Europe/Berlin")


def zone_meaning(zone: str, now: datetime) -> str:
    """Say how far a zone is from UTC, for a name that may be misread: `5 hours behind UTC`. Empty for a place."""
    if "/" in zone and not zone.startswith("Etc/"):
        return ""
    months = (datetime(now.year, month, 1, tzinfo=UTC).astimezone(ZoneInfo(zone)).utcoffset() for month in range(1, 13))
    least, *most = sorted({offset for offset in months if offset is not None})
    summer = f", and {_ahead(most[-1])} in summer" if most else ""
    return f"{_ahead(least)}{summer}"


def _ahead(offset: timedelta) -> str:
    hours = abs(offset) / timedelta(hours=1)
    if not hours:
        return "the same as UTC"
    return f"{hours:g} hour{'s' * (hours != 1)} {'ahead of' if offset > timedelta(0) else 'behind'} UTC"
