"""Time zones as people write them: `Europe/Berlin`, `UTC+5`, `GMT-3:30`, `CET`.

The sign of an offset is as people mean it: GMT+5 is five hours ahead. The zones Etc/GMT+5, which have it the other way
round, keep their meaning, and whoever names one is told what it is.
"""

import difflib
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

from referee.asking.sheet_words import DASHES

OFFSET = re.compile(r"(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE | re.ASCII)
BROKEN = {
    330: "Asia/Kolkata", 345: "Asia/Kathmandu", 210: "Asia/Tehran", 270: "Asia/Kabul", 390: "Asia/Yangon",
    570: "Australia/Darwin", 525: "Australia/Eucla", -570: "Pacific/Marquesas",
}  # fmt: skip
"""Zones without summer time by their minutes ahead of UTC, where those are no whole hours."""
OF_THE_MACHINE = {"localtime", "Factory"}
"""The names of whatever a machine is set to."""
SHORT = {
    "edt": "America/New_York", "cst": "America/Chicago", "cdt": "America/Chicago", "mdt": "America/Denver",
    "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "bst": "Europe/London", "ist": "Asia/Kolkata",
    "cest": "Europe/Berlin", "eest": "Europe/Athens", "west": "Europe/Lisbon", "msk": "Europe/Moscow",
    "jst": "Asia/Tokyo", "aest": "Australia/Sydney", "aedt": "Australia/Sydney",
}  # fmt: skip
"""Short names that are no zones, and the zones that they are mostly used for."""
WITHOUT_SUMMER = {"EST": "America/New_York", "MST": "America/Denver"}
"""Short names of zones that have no summer time, and the zones that most people mean by them."""


def read_zone(text: str) -> str:
    """Read the name of a time zone. Raises ValueError, with a sentence."""
    plain = text.translate(DASHES).casefold()
    zones = {name.casefold(): name for name in available_timezones() - OF_THE_MACHINE}
    if (known := zones.get(plain.replace(" ", "_"))) is not None:
        return known
    if offset := OFFSET.fullmatch(plain):
        return _with_offset(text, offset)
    near = [zones[name] for name in difflib.get_close_matches(plain, zones, 1, 0.5)]
    found = SHORT.get(plain) or next(iter(near), None)
    hint = f"the nearest is {found}" if found else "write it like Europe/Berlin"
    raise ValueError(f"{text} is not a known time zone: {hint}")


def _with_offset(text: str, offset: re.Match[str]) -> str:
    minutes = int(f"{offset[1]}1") * (60 * int(offset[2]) + int(offset[3] or 0))
    if minutes == 0:
        return "UTC"
    if minutes % 60 == 0 and -12 <= minutes // 60 <= 14:
        return f"Etc/GMT{-minutes // 60:+d}"
    if found := BROKEN.get(minutes):
        return found
    raise ValueError(f"no time zone is always {text}: write a place in it, like Europe/Berlin")


def zone_meaning(zone: str, now: datetime) -> str:
    """Say how far a zone is from UTC, for a name that may be misread: `5 hours behind UTC`. Empty for a place."""
    if "/" in zone and not zone.startswith("Etc/"):
        return ""
    months = (datetime(now.year, month, 1, tzinfo=UTC).astimezone(ZoneInfo(zone)).utcoffset() for month in range(1, 13))
    least, *most = sorted({offset for offset in months if offset is not None})
    summer = f", and {_ahead(most[-1])} in summer" if most else ""
    place = WITHOUT_SUMMER.get(zone)
    return f"{_ahead(least)}{summer}{f'; {place} has summer time besides' if place else ''}"


def _ahead(offset: timedelta) -> str:
    hours = abs(offset) / timedelta(hours=1)
    if not hours:
        return "the same as UTC"
    return f"{hours:g} hour{'s' * (hours != 1)} {'ahead of' if offset > timedelta(0) else 'behind'} UTC"
