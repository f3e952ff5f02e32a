"""Time zones as people write them, and what the answer says of those whose names may be misread."""

from datetime import UTC, datetime

import pytest

from referee.asking import commands as ask
from referee.asking.days import read_zone, zone_meaning
from tests.asking.reading import asked

NOW = datetime(2026, 11, 28, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone", "meaning"),
    [
        ("Europe/Berlin", "Europe/Berlin", ""),
        ("europe/berlin", "Europe/Berlin", ""),
        ("America/Sao Paulo", "America/Sao_Paulo", ""),
        ("america/argentina/Buenos aires", "America/Argentina/Buenos_Aires", ""),
        ("America/Port of Spain", "America/Port_of_Spain", ""),
        ("GMT+5", "Etc/GMT-5", "5 hours ahead of UTC"),
        ("gmt-5", "Etc/GMT+5", "5 hours behind UTC"),
        ("UTC+1", "Etc/GMT-1", "1 hour ahead of UTC"),
        ("UTC+01:00", "Etc/GMT-1", "1 hour ahead of UTC"),
        ("UTC+0100", "Etc/GMT-1", "1 hour ahead of UTC"),
        ("UTC +14", "Etc/GMT-14", "14 hours ahead of UTC"),
        ("UTC\u221212", "Etc/GMT+12", "12 hours behind UTC"),
        ("UTC+0", "UTC", "the same as UTC"),
        ("utc", "UTC", "the same as UTC"),
        ("Etc/GMT+5", "Etc/GMT+5", "5 hours behind UTC"),
        ("etc/gmt-5", "Etc/GMT-5", "5 hours ahead of UTC"),
        ("EST", "EST", "5 hours behind UTC"),
        ("CET", "CET", "1 hour ahead of UTC, and 2 hours ahead of UTC in summer"),
    ],
)
def test_a_zone_has_the_sign_that_people_mean(text: str, zone: str, meaning: str) -> None:
    assert asked(f"timezone {text}") == [ask.SetTimezone(text)]
    assert read_zone(text) == zone and zone_meaning(zone, NOW) == meaning


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("UTC+15", "is the name of no time zone"),
        ("UTC-13", "is the name of no time zone"),
        ("UTC+5:30", "is the name of no time zone"),
        ("PST", "like Europe/Berlin"),
        ("America/Sao Paolo", "the nearest is America/Sao_Paulo"),
        ("Europe/Berlim", "the nearest is Europe/Berlin"),
        ("xyzzy9", "like Europe/Berlin"),
    ],
)
def test_what_is_no_zone_is_refused_with_one(text: str, hint: str) -> None:
    with pytest.raises(ValueError, match=hint):
        read_zone(text)
