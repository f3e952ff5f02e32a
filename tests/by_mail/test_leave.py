"""Leave and weekends by mail: what a player says, who hears of it, and when limits run."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.spades import events as ev
from referee.store import clocks, people
from tests.talk import MASTER, NAMES, STARTER, Talk, address

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DECEMBER = datetime(2026, 12, 18, 12, tzinfo=UTC)
"""A Friday."""


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return at_christmas(tmp_path, "standard")


def at_christmas(folder: Path, sheet: str, *lines: str) -> Talk:
    talk = Talk(folder)
    talk.now = DECEMBER
    return talk.starts("\n".join((STARTER, f"sheet: {sheet}", *lines)))


def last_to_bid(talk: Talk) -> str:
    return talk.game().names[3].lower()


def away(talk: Talk, who: str, text: str) -> str:
    return talk.says(who, text, proven=True, answers=None)


def to_turn_of(talk: Talk, who: str) -> None:
    while talk.due() != who:
        assert talk.acts().endswith("/accepted")


def test_the_table_hears_of_the_dates_and_sees_them_beside_the_name(talk: Talk) -> None:
    who, count = last_to_bid(talk), len(talk.letters)
    assert away(talk, who, "away 20 Dec to 3 Jan") == "Away/bad-value", "that is a day too long"
    assert "`away 20 Dec to 2 Jan 2027` would work" in talk.last(who).flat and len(talk.letters) == count + 1
    assert away(talk, who, "away 20 Dec to 2 Jan") == "Away/accepted"
    letters = talk.letters[count + 1 :]
    assert sorted(x.to for x in letters) == sorted(f"{n.lower()}@club.test" for n in NAMES), "one letter each"
    for letter in letters:
        assert letter.events == ["away"] and "is away from 20 Dec to 2 Jan 2027" in letter.flat
        assert letter["Spades-Actor"] == "4"
    assert talk.acts() == "MakeBid/accepted"
    assert re.search(r"\((partner, )?away 20 Dec to 2 Jan 2027\)", talk.last(talk.due()).flat)
    talk.says("ann", "status", proven=True)
    assert "is away 20 Dec to 2 Jan 2027" in talk.last("ann").flat


def test_the_button_to_be_away_offers_the_days_that_are_left(talk: Talk) -> None:
    who = talk.due()
    away(talk, who, "away 18 Dec to 28 Dec")
    away(talk, who, "back")
    talk.acts()
    to_turn_of(talk, who)
    letter = talk.last(who)
    (line,) = {*re.findall(r"I am away until \d+ Dec", letter.html)}
    assert f"More: help, {line}." in letter.flat, "the text has the line, too"
    assert talk.says(who, line, answers=letter) == "Away/accepted"
    talk.acts()
    to_turn_of(talk, who)
    assert "I am away until" not in talk.last(who).html + talk.last(who).flat


def test_the_limit_of_a_turn_that_begins_in_that_time_runs_from_its_end(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away 20 Dec to 2 Jan")
    talk.now += 3 * DAY
    to_turn_of(talk, who)
    assert talk.kept().deadline == datetime(2027, 1, 3, tzinfo=UTC) + 3 * DAY
    talk.passes(days=14)
    assert not [e for e in talk.trail() if isinstance(e, ev.BidMade) and e.by == "clock"]
    assert not any("reminder" in letter.events for letter in talk.to(who))


def test_they_may_act_all_the_same(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away 18 Dec to 20 Dec")
    to_turn_of(talk, who)
    assert talk.acts() == "MakeBid/accepted"


def test_it_does_not_put_off_a_turn_that_is_due_already(talk: Talk) -> None:
    who = talk.due()
    assert away(talk, who, "away until 30 Dec") == "Away/accepted"
    assert talk.kept().deadline == talk.now + 3 * DAY
    assert talk.kept().runs_from is None


def test_who_is_back_has_their_limit_from_now_on(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away 18 Dec to 31 Dec")
    to_turn_of(talk, who)
    talk.now += 4 * DAY + 5 * HOUR
    assert away(talk, who, "back") == "Back/accepted"
    assert talk.kept().deadline == talk.now + 3 * DAY
    assert {"away", "turn"} <= set(talk.last(who).events) and "is back" in talk.last("ann").flat
    assert "(away" not in talk.last(who).flat
    assert away(talk, who, "back") == "Back/bad-value"
    assert "> back You are not away in any game." in talk.last(who).flat


def test_days_that_have_begun_are_used_and_the_rest_is_not(talk: Talk) -> None:
    who = last_to_bid(talk)
    assert away(talk, who, "away 18 Dec to 31 Dec") == "Away/accepted"
    talk.now += 3 * DAY
    away(talk, who, "back")
    assert away(talk, who, "away 10 Feb to 20 Feb") == "Away/bad-value"
    assert "10 days of leave left in game 1, and these are 11" in talk.last(who).flat
    assert away(talk, who, "away 10 Feb to 19 Feb") == "Away/accepted"
    assert away(talk, who, "away 1 Mar") == "Away/bad-value"
    assert "no leave left of the 14 days" in talk.last(who).flat


def test_new_dates_replace_those_that_they_overlap(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away 20 Dec to 2 Jan")
    assert away(talk, who, "away 22 Dec to 24 Dec") == "Away/accepted"
    assert away(talk, who, "away 1 Feb to 11 Feb") == "Away/accepted", "3 days and 11 are 14"
    talk.now = datetime(2026, 12, 20, 9, tzinfo=UTC)
    to_turn_of(talk, who)
    assert talk.kept().deadline == talk.now + 3 * DAY


def test_a_shorter_leave_lets_a_turn_that_waits_for_its_end_run_sooner_a_longer_one_changes_nothing(
    talk: Talk,
) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away until 25 Dec")
    to_turn_of(talk, who)
    talk.now += DAY
    waits = talk.kept().deadline
    assert away(talk, who, "away until 30 Dec") == "Away/accepted" and talk.kept().deadline == waits
    assert away(talk, who, "away until 22 Dec") == "Away/accepted"
    assert talk.kept().deadline == datetime(2026, 12, 23, tzinfo=UTC) + 3 * DAY


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("away 1 Dec to 3 Dec", "`away 1 Dec to 3 Dec` would be too long"),
        ("away 17 Dec 2026", "over"),
        ("away 3 Jan 2027 to 20 Dec 2026", "after the last"),
        ("away until 20 Mar", "`away 18 Dec to 31 Dec` would work"),
    ],
)
def test_dates_that_do_not_work_are_answered_with_what_would(talk: Talk, text: str, says: str) -> None:
    if text == "away 1 Dec to 3 Dec":
        says = "14 days of leave left" if away(talk, "ann", text) == "Away/bad-value" else ""
        assert not [x for x in talk.letters if "away" in x.events] or "3 Dec" in talk.last("ann").flat
        return
    assert away(talk, "ann", text) == "Away/bad-value"
    assert says in talk.last("ann").flat


def test_109_gives_no_leave_unless_the_start_does(tmp_path: Path) -> None:
    talk = at_christmas(tmp_path, "109")
    assert away(talk, "ann", "away until 20 Dec") == "Away/bad-value"
    assert "Here is why: > away until 20 Dec Game 1 gives no leave" in talk.last("ann").flat
    asks = "ask Can the game wait? I am away from 18 Dec to 20 Dec"
    assert f"Did you mean: {asks}?" in talk.last("ann").flat
    for line in ("away", "I'm away next week"):
        away(talk, "ann", line)
        assert "game 1 gives no leave" in talk.last("ann").flat and "it is not complete" not in talk.last("ann").flat
        assert f"Did you mean: ask Can the game wait? {line}?" in talk.last("ann").flat
    away(talk, "ann", "plan hearts: lowest, away")
    assert "game 1 gives no leave" not in talk.last("ann").flat, "that is no leave"
    away(talk, "ann", "I'm away next week")
    assert talk.says("ann", "yes").startswith("Ask/accepted"), "the Gamesmaster is asked"
    assert "Can the game wait? I'm away next week" in talk.last(MASTER).flat
    (tmp_path / "more").mkdir()
    more = at_christmas(tmp_path / "more", "109", "leave: 3")
    assert away(more, "ann", "away until 20 Dec") == "Away/accepted"


def test_it_counts_in_every_running_game_that_gives_the_days(talk: Talk) -> None:
    talk.starts(f"{STARTER}\nsheet: 109")
    talk.starts(f"{STARTER}\nsheet: standard\nleave: 2")
    talk.starts(f"{STARTER}\nsheet: standard\nleave: 30")
    count = len(talk.letters)
    assert away(talk, "ann", "away 20 Dec to 29 Dec") == "Away/accepted"
    told = {x["Spades-Game"] for x in talk.letters[count:] if "away" in x.events}
    assert told == {"1", "4"}
    answer = next(x for x in talk.letters[count:] if x.events == ["reply"])
    assert "game 2 gives no leave" in answer.flat and "`away 20 Dec to 21 Dec` would work" in answer.flat
    assert away(talk, "ann", "back") == "Back/accepted"
    unsaid = {x["Spades-Game"] for x in talk.letters[count:] if "Ann will not be away after all." in x.flat}
    assert unsaid == {"1", "4"}


def test_a_pause_and_a_leave_do_not_count_twice(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away until 25 Dec")
    to_turn_of(talk, who)
    talk.now += DAY
    talk.master("pause")
    talk.now += 30 * DAY
    talk.master("resume")
    assert talk.kept().deadline == talk.now + 3 * DAY


def test_a_pause_within_a_leave_ends_with_it(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away until 25 Dec")
    to_turn_of(talk, who)
    talk.now += DAY
    talk.master("pause")
    talk.now += DAY
    talk.master("resume")
    assert talk.kept().deadline == datetime(2026, 12, 26, tzinfo=UTC) + 3 * DAY
    talk.master("extend 1 day")
    assert talk.kept().deadline == datetime(2026, 12, 26, tzinfo=UTC) + 4 * DAY


def test_back_while_the_game_is_paused_counts_once_it_resumes(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away until 31 Dec")
    to_turn_of(talk, who)
    talk.master("pause")
    talk.now += DAY
    assert away(talk, who, "back") == "Back/accepted"
    talk.master("resume")
    assert talk.kept().deadline == talk.now + 3 * DAY


def test_a_notice_that_is_late_within_a_leave_costs_nothing(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away until 25 Dec")
    while talk.game().names[3].lower() == who and talk.game().turn < 3:
        talk.acts()
    talk.hold = True
    talk.acts()
    assert talk.due() == who
    waits = talk.kept().deadline
    talk.now += 2 * DAY
    talk.accepts()
    assert talk.kept().deadline == waits


def test_a_successor_has_leave_of_their_own(talk: Talk) -> None:
    who = last_to_bid(talk)
    away(talk, who, "away until 31 Dec")
    talk.master(f"replace {who} with Eve <eve@club.test>")
    to_turn_of(talk, "eve")
    assert talk.kept().deadline == talk.now + 3 * DAY
    assert away(talk, "eve", "away 1 Feb to 14 Feb") == "Away/accepted"


def test_nobody_can_change_it_all_day_long(talk: Talk) -> None:
    outcomes = [away(talk, "ann", f"away until {20 + n % 2} Dec") for n in range(21)]
    assert outcomes[19] == "Away/accepted" and outcomes[20].startswith("Away/enough")


def test_limits_and_reminders_stop_on_weekends_where_the_start_says_so(tmp_path: Path) -> None:
    talk = at_christmas(tmp_path, "standard", "weekends: off", "time limit: 2 days")
    assert "Limits do not run on Saturday and Sunday" in talk.last("ann").flat
    assert talk.kept().deadline == datetime(2026, 12, 22, 12, tzinfo=UTC)
    assert talk.kept().remind_at == datetime(2026, 12, 21, 12, tzinfo=UTC)
    talk.now = datetime(2026, 12, 20, 12, tzinfo=UTC)
    talk.acts()
    assert talk.kept().deadline == datetime(2026, 12, 23, tzinfo=UTC)
    talk.now = datetime(2026, 12, 24, 12, tzinfo=UTC)
    talk.passes()
    assert talk.kept().deadline == datetime(2026, 12, 28, 12, tzinfo=UTC)
    assert talk.kept().remind_at == datetime(2026, 12, 25, 12, tzinfo=UTC)


def test_a_weekend_within_a_pause_a_late_notice_or_an_extension_counts_once(tmp_path: Path) -> None:
    talk = at_christmas(tmp_path, "standard", "weekends: off", "time limit: 2 days")
    talk.master("pause")
    talk.now += 3 * DAY
    talk.master("resume")
    assert talk.kept().deadline == datetime(2026, 12, 23, 12, tzinfo=UTC)
    talk.hold = True
    talk.now = datetime(2026, 12, 22, 12, tzinfo=UTC)
    talk.acts()
    talk.now = datetime(2026, 12, 28, 12, tzinfo=UTC)
    talk.accepts()
    assert talk.kept().deadline == datetime(2026, 12, 30, 12, tzinfo=UTC)
    talk.hold = False
    talk.master("extend 2 days")
    assert talk.kept().deadline == datetime(2027, 1, 1, 12, tzinfo=UTC)


def test_a_weekend_counts_once_for_a_challenge_too(tmp_path: Path) -> None:
    talk = at_christmas(tmp_path, "fsu", "weekends: off", "target: 10")
    while talk.game().provisional is None:
        assert talk.acts().endswith("/accepted")
    assert talk.kept().deadline == datetime(2026, 12, 21, 12, tzinfo=UTC)
    assert talk.last(MASTER) is not None


def leaves(talk: Talk, who: str) -> list[tuple[datetime, datetime]]:
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
        assert person is not None, "they play"
        return clocks.leaves_of(tx, 1, person.id)


@pytest.mark.parametrize(
    ("zone", "now", "line", "since", "until"),
    [
        ("America/Los_Angeles", "2026-11-27 03:00", "away 26 Nov", "2026-11-26 08:00", "2026-11-27 08:00"),
        ("America/Los_Angeles", "2027-01-01 03:00", "away 31 Dec", "2026-12-31 08:00", "2027-01-01 08:00"),
        ("America/Los_Angeles", "2027-01-01 03:00", "away until 2 Jan", "2026-12-31 08:00", "2027-01-03 08:00"),
        ("Pacific/Auckland", "2026-11-26 13:00", "away 27 Nov", "2026-11-26 11:00", "2026-11-27 11:00"),
        ("Europe/Berlin", "2027-03-20 12:00", "away 27 Mar to 29 Mar", "2027-03-26 23:00", "2027-03-29 22:00"),
        (None, "2026-12-30 12:00", "away 31 Dec to 1 Jan", "2026-12-31 00:00", "2027-01-02 00:00"),
    ],
)
def test_days_of_leave_are_days_where_their_player_lives(
    tmp_path: Path, zone: str | None, now: str, line: str, since: str, until: str
) -> None:
    talk = Talk(tmp_path)
    talk.now = moment(now)
    talk.starts(f"{STARTER}\nsheet: standard")
    if zone:
        talk.says("dave", f"timezone {zone}", proven=True, answers=None)
    assert away(talk, "dave", line) == "Away/accepted"
    assert leaves(talk, "dave") == [(moment(since), moment(until))]
    told = talk.last("ann")
    assert ("(UTC)" in told.flat) == (zone is None) and "is away from" in told.flat


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "line", "hint"),
    [
        ("2026-11-27 12:00", "away 26 Nov", "26 Nov 2026 is over; if you mean the next one, write `away 26 Nov"),
        ("2027-01-01 12:00", "away 31 Dec", "31 Dec 2026 is over"),
        ("2027-01-03 12:00", "away 20 Dec to 2 Jan", "2 Jan 2027 is over"),
        ("2028-03-01 12:00", "away 29 Feb", "29 Feb 2028 is over"),
    ],
)
def test_a_day_that_has_just_passed_is_never_one_in_a_year(tmp_path: Path, now: str, line: str, hint: str) -> None:
    talk = Talk(tmp_path)
    talk.now = moment(now)
    talk.starts(f"{STARTER}\nsheet: standard")
    assert away(talk, "dave", line) == "Away/bad-value"
    assert hint in talk.last("dave").flat and leaves(talk, "dave") == []


@pytest.mark.parametrize(
    ("line", "offered", "days"),
    [
        ("away 20 Dec to 3 Jan", "away 20 Dec to 2 Jan 2027", 14),
        ("away 20 Dec to 10 Feb", "away 20 Dec to 2 Jan 2027", 14),
        ("away 1 Aug to 5 Aug", "away 1 Aug 2027 to 5 Aug 2027", 5),
        ("away 17 Nov 2027", "away 17 Nov 2027 to 17 Nov 2027", 1),
    ],
)
def test_days_that_are_too_many_or_far_ahead_are_asked_about(talk: Talk, line: str, offered: str, days: int) -> None:
    count = len(talk.to("ann"))
    assert away(talk, "dave", line) == "Away/bad-value"
    asked = talk.last("dave")
    assert f"Did you mean: {offered}?" in asked.flat and leaves(talk, "dave") == [] and len(talk.to("ann")) == count
    talk.acts()
    assert "Away/accepted" in talk.says("dave", "yes", answers=asked)
    ((since, until),) = leaves(talk, "dave")
    assert until - since == days * DAY and offered.split(" to ")[1] in talk.last("ann").flat


def test_the_line_that_would_work_works_beside_a_leave_that_stands(talk: Talk) -> None:
    who = last_to_bid(talk)
    assert away(talk, who, "away 20 Dec to 22 Dec") == "Away/accepted"
    assert away(talk, who, "away 18 Dec to 20 Jan").startswith("Away/bad-value")
    assert "`away 18 Dec to 28 Dec` would work" in talk.last(who).flat
    assert "Away/accepted" in talk.says(who, "yes")


def test_a_leave_costs_no_day_more_when_its_player_moves_to_another_time_zone(talk: Talk) -> None:
    who = last_to_bid(talk)
    for line in (
        "timezone America/Los_Angeles",
        "away 20 Dec to 22 Dec",
        "timezone Asia/Tokyo",
        "away 25 Dec to 4 Jan",
    ):
        assert away(talk, who, line).endswith("/accepted"), line


def test_letters_and_pages_give_a_day_of_another_year_its_year(talk: Talk) -> None:
    talk.now = moment("2026-12-30 12:00")
    talk.acts()
    due = talk.last(talk.due())
    assert "by Sat 2 Jan 2027 12:00 UTC" in due.flat
    talk.now = moment("2027-01-01 12:00")
    talk.acts()
    assert "by Mon 4 Jan 12:00 UTC" in talk.last(talk.due()).flat


def test_a_player_whose_time_ran_out_hears_two_ways_that_help(talk: Talk) -> None:
    late = talk.due()
    talk.passes(days=8)
    ways = "For the next time: your limits wait while you are away; or a plan plays your lowest card when you follow."
    assert ways in talk.last(late).flat
