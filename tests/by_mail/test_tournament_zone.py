"""A tournament that is at home in a time zone: its days are days there, over a change of clocks too."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.commands.verify_tournament import TournamentRecords, tournament_verified
from referee.store import tournaments
from referee.store.tournaments import TournamentRow
from referee.telling.record_file import record_text
from referee.tournaments.fold import lines_of
from tests.by_mail.cup import TEAMS, match_of
from tests.talk import Talk


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def league(folder: Path, *lines: str, now: str = "2027-03-18 12:00", zone: str = "Europe/Berlin") -> Talk:
    """Return a league of two teams that meet twice, with sign-up open."""
    talk = Talk(folder)
    talk.now = moment(now)
    text = ("tournament Cup", "format: fsu", "sheet: 109", "teams: 2 to 2", "meetings: 2", "play-offs: none", *lines)
    assert talk.master("\n".join((*text, f"zone: {zone}")), subject="a cup") == "Announce/accepted"
    return talk


def entered(talk: Talk) -> Talk:
    for captain, partner, team in TEAMS:
        talk.says(captain, f"enter Cup with {partner.title()} <{partner}@club.test> as {team}", proven=True)
        talk.says(partner, f"enter Cup with {captain.title()} <{captain}@club.test>", proven=True)
    return talk


def row(talk: Talk) -> TournamentRow:
    with talk.store.reading() as tx:
        found = tournaments.find(tx, 1)
    assert found is not None, "it is announced"
    return found


def at(talk: Talk, text: str) -> Talk:
    return talk.passes(seconds=(moment(text) - talk.now).total_seconds())


def test_rounds_open_at_the_same_time_of_day_after_the_clocks_have_changed(tmp_path: Path) -> None:
    talk = entered(league(tmp_path, "sign-up until: 20 March", "begins: 22 March", "match limit: 30 days"))
    announced = talk.to("gm")[0]
    assert "until the end of Sat 20 Mar in Berlin (Sat 20 Mar 23:00 UTC)" in announced.flat
    assert "Days are days in Berlin" in announced.flat and "Mon 22 Mar 00:00 in Berlin" in announced.flat
    at(talk, "2027-03-20 23:00:01")
    at(talk, "2027-03-21 23:00:01")
    assert "Sun 28 Mar 22:00 UTC (Mon 29 Mar 00:00 in Berlin)" in schedule(talk), "not at 1:00"
    assert match_of(talk).limit_at == moment("2027-04-20 22:00:01")
    at(talk, "2027-03-28 22:00:01")
    assert match_of(talk, 2).match == 2
    with talk.store.reading() as tx:
        lines = lines_of(tournaments.events_of(tx, 1))
    record = record_text(lines)
    assert '"zone":"Europe/Berlin"' in record and [*tournament_verified(TournamentRecords(record, {}, ()))]


def schedule(talk: Talk) -> str:
    talk.says("ann", "schedule", proven=True)
    return talk.last("ann").flat


@pytest.mark.parametrize(
    ("until", "line", "ends", "said"),
    [
        ("27 March", "extend sign-up by 3 days", "2027-03-30 22:00", "the end of Tue 30 Mar in Berlin"),
        ("27 March 18:00", "extend sign-up by 1 day", "2027-03-28 16:00", "18:00 in Berlin"),
        ("27 March 18:00", "extend sign-up by 36 hours", "2027-03-29 05:00", "07:00 in Berlin"),
        ("27 March 2:30", "extend sign-up by 1 day", "2027-03-28 01:30", "03:30 in Berlin"),
    ],
)
def test_sign_up_is_extended_by_days_of_its_zone(tmp_path: Path, until: str, line: str, ends: str, said: str) -> None:
    talk = entered(league(tmp_path, f"sign-up until: {until}"))
    talk.master(line, subject="[Cup]")
    assert row(talk).sign_up_until == moment(ends)
    assert row(talk).draw_at == moment(ends) + timedelta(days=1)
    assert said in talk.last("ann").flat


def test_the_match_limit_is_extended_by_days_of_its_zone(tmp_path: Path) -> None:
    talk = entered(league(tmp_path, "sign-up until: 20 March", "begins: 22 March", "match limit: 6 days"))
    at(talk, "2027-03-20 23:00:01")
    at(talk, "2027-03-21 23:00:01")
    talk.master("extend match 1 by 1 day", subject="[Cup]")
    assert match_of(talk).limit_at == moment("2027-03-28 22:00:01")
    assert "00:00 in Berlin" in talk.last("ann").flat


def test_in_utc_all_days_have_24_hours_and_no_letter_names_a_zone(tmp_path: Path) -> None:
    talk = entered(league(tmp_path, "sign-up until: 27 March", zone="UTC"))
    talk.master("extend sign-up by 3 days", subject="[Cup]")
    assert row(talk).sign_up_until == moment("2027-03-31 00:00")
    assert "Days are days in" not in talk.to("gm")[0].flat
    assert "the end of Tue 30 Mar (24:00 UTC)" in talk.last("ann").flat
