"""Half an hour together by mail: who is asked and in which zone, who hears who comes, what is refused, and the file."""

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.asking import commands as ask
from referee.asking.days import Day, Moment
from referee.asking.grammar import read_commands
from referee.desk import quotas
from referee.telling.notices import MeetNews
from referee.telling.record_file import calendar
from tests.talk import STARTER, Letter, Talk
from tests.tournament_talk import Cup

# the table begins on Tuesday 24 November 2026, 12:00 UTC
THURSDAY = "Thu 26 Nov 20:00 UTC"


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts()


def about(talk: Talk, who: str) -> list[Letter]:
    """Return the letters to somebody about a meeting."""
    return [letter for letter in talk.to(who) if letter.events == ["meet"]]


def file_of(letter: Letter) -> EmailMessage:
    (part,) = [part for part in letter.message.iter_attachments() if part.get_content_type() == "text/calendar"]
    assert isinstance(part, EmailMessage)
    return part


def calendar_of(letter: Letter) -> str:
    """Return the file for the calendar of a letter, with its own line ends."""
    data = file_of(letter).get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode()


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("meet Thu 20:00", Moment(weekday=3, minutes=1200)),
        ("Meet Thursday at 20:00!", Moment(weekday=3, minutes=1200)),
        ("let's meet on Sunday, 8 pm?", Moment(weekday=6, minutes=1200)),
        ("meet tomorrow 12:30 am", Moment(ahead=1, minutes=30)),
        ("meet 3 Dec 20:00", Moment(day=Day(3, 12), minutes=1200)),
        ("meet 2026-12-03 20:00", Moment(day=Day(3, 12, 2026), minutes=1200)),
        ("meet in 2 hours", Moment(span=timedelta(hours=2))),
    ],
)
def test_lines(line: str, at: Moment) -> None:
    assert [each.command for each in read_commands(line).asked] == [ask.Meet(at)]


@pytest.mark.parametrize("line", ["meet me at the pub", "meet you then", "nice to meet you", "meet sunny"])
def test_conversation(line: str) -> None:
    reading = read_commands(line)
    assert not reading.asked and not reading.unclear


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("meet Thu", "names no time of day; write it like `meet Thu 20:00`"),
        ("meet 20:00", "names no day; write it like `meet Thu 20:00`"),
        ("meet Thu 25:00", "no time 25:00; write it like"),
        ("meet 3/12 20:00", "which number is the month; write it like `meet Thu"),
        ("meet next Thu 20:00", "names no day; write it like"),
    ],
)
def test_lines_that_lack_a_day_or_a_time(line: str, why: str) -> None:
    (unclear,) = read_commands(line).unclear
    assert why in unclear.why


def test_the_other_three_are_asked_in_their_own_zones_and_hear_who_comes(talk: Talk) -> None:
    talk.says("carol", "timezone Asia/Tokyo")
    talk.says("ann", "timezone Europe/Berlin")
    count = len(talk.letters)
    assert talk.says("ann", "meet Thu 21:00") == "Meet/accepted"
    assert [letter.to[:3] for letter in talk.letters[count:]].count("ann") == 1 and len(talk.letters) == count + 4
    for name in ("bob", "carol", "dave"):
        assert "Ann asks: shall we all play at the same time" in about(talk, name)[-1].flat
        assert "Half an hour together on Thu 26 Nov" in talk.last(name)["Subject"]
    assert f"on {THURSDAY}?" in talk.last("bob").flat and "You have set no time zone" in talk.last("bob").flat
    assert f"on {THURSDAY} (Fri 27 Nov 05:00 in Tokyo)?" in talk.last("carol").flat
    assert "no time zone" not in talk.last("carol").flat
    assert f"{THURSDAY} (21:00 in Berlin)" in talk.last("ann").flat
    assert "So far Ann comes, and not" in talk.last("ann").flat

    count = len(talk.letters)
    assert talk.says("bob", "yes") == "Yes/accepted"
    assert sorted(letter.to[:3] for letter in talk.letters[count:]) == ["ann", "bob"], "whoever comes hears of it"
    assert f"Bob comes: {THURSDAY}" in talk.last("ann").flat and "Bob comes" in talk.last("ann")["Subject"]
    assert talk.says("carol", "Yep, thanks!") == "Yes/accepted"
    count = len(talk.letters)
    assert talk.says("dave", "no") == "No/accepted"
    assert sorted(letter.to[:3] for letter in talk.letters[count:]) == ["ann", "bob", "car", "dav"]
    assert "Dave cannot come" in talk.last("bob").flat
    assert talk.says("dave", "yes") == "Yes/accepted", "they may think again"
    assert "All four come." in talk.last("ann").flat
    assert talk.says("ann", "no") == "No/accepted", "so may the one who asked"
    assert "Ann cannot come" in talk.last("bob").flat and "and not Ann." in talk.last("bob").flat


def test_play_goes_on_and_the_question_stands(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("dave")
    talk.bids()
    assert talk.says("dave", "yes", answers=asked) == "Yes/accepted"
    talk.acts()
    assert talk.says("dave", "no", answers=asked) == "No/accepted", "and it never means stop"
    assert not [letter for letter in talk.letters if "wants to stop" in letter["Subject"]]


def test_another_time_takes_the_place_of_the_first(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    first = talk.last("carol")
    assert talk.says("bob", "meet Fri 20:00") == "Meet/accepted"
    assert talk.says("carol", "yes", answers=first) == "Yes/bad-value"
    assert "Another time was proposed since" in talk.last("carol").flat
    assert talk.says("carol", "meet Fri 8pm", answers=first) == "Meet/accepted", "the time named again is a yes"
    assert "Carol comes: Fri 27 Nov 20:00 UTC" in talk.last("bob").flat
    one, other = calendar_of(first), calendar_of(about(talk, "ann")[-1])
    uid = next(line for line in one.split("\r\n") if line.startswith("UID:"))
    assert uid in other and "SEQUENCE:1" in one and "SEQUENCE:2" in other


def test_times_that_cannot_be(talk: Talk) -> None:
    for line, why in (
        ("meet 23 Nov 20:00", "that day is over"),
        ("meet today 9:00", "is over"),
        ("meet 9 Dec 20:00", "more than 14 days ahead"),
        ("meet in 15 days", "more than 14 days ahead"),
    ):
        assert talk.says("ann", line) == "Meet/bad-value", line
        assert why in talk.last("ann").flat.lower() and "write it like `meet Thu 20:00`" in talk.last("ann").flat
    assert talk.says("ann", "meet Tue 11:00") == "Meet/accepted", "today's eleven o'clock is over: that of next Tuesday"
    assert "Tue 1 Dec 11:00" in talk.last("bob").flat
    asked = talk.last("bob")
    talk.passes(days=7)
    assert talk.says("bob", "yes", answers=asked) == "Yes/bad-value" and "That time is over" in talk.last("bob").flat


def test_only_the_four_may_ask_and_not_without_end(talk: Talk) -> None:
    assert talk.says("eve", "meet Thu 20:00", subject="[Spades 1]", proven=True) == "Meet/no-game"
    assert talk.master("meet Thu 20:00") == "Meet/not-in-game"
    for hour in range(quotas.BY_OTHERS):
        assert talk.says("ann", f"meet Thu {10 + hour}:00") == "Meet/accepted"
    count = len(talk.to("bob"))
    assert talk.says("ann", "meet Fri 20:00") == "Meet/enough"
    assert len(talk.to("bob")) == count
    assert talk.says("bob", "yes", answers=about(talk, "bob")[-1]) == "Yes/accepted", "each has their own"


def test_it_says_nothing_and_so_goes_where_the_sheet_wants_silence(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: sigma")
    assert talk.says("ann", "say hello") == "Say/say-silent"
    assert talk.says("ann", "meet Thu 20:00") == "Meet/accepted"


def test_a_game_that_is_over_needs_no_meeting(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("bob")
    talk.master("abort")
    assert talk.says("bob", "yes", answers=asked) == "Yes/bad-value" and "Game 1 is over" in talk.last("bob").flat


def test_it_lets_a_rematch_and_its_yes_be(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("bob")
    talk.master("abort")
    talk.says("carol", "rematch", answers=None, subject="[Spades 1]", proven=True)
    assert talk.says("bob", "yes", answers=asked) == "Yes/bad-value", "to the other question"
    for name in ("ann", "bob", "dave"):
        assert talk.says(name, "yes", answers=[x for x in talk.to(name) if x.events == ["rematch"]][-1])
    assert talk.game(2).round == 1


def test_the_file_is_a_plain_event_of_half_an_hour(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    part, text = file_of(talk.last("bob")), calendar_of(talk.last("bob"))
    assert part.get_filename() == "spades-1.ics"
    assert text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n") and "METHOD" not in text
    for line in ("DTSTAMP:20261124T120000Z", "DTSTART:20261126T200000Z", "DTEND:20261126T203000Z"):
        assert f"\r\n{line}\r\n" in text
    assert text.count("\n") == text.count("\r\n")


def test_long_and_odd_names_are_folded_and_escaped() -> None:
    names = ("Zoë, the 1st; \\o/", "世" * 24, "C" * 24, "D" * 24)
    when = datetime(2026, 12, 3, 19, tzinfo=UTC)
    meeting = MeetNews(
        game=1,
        at=when,
        asker=names[0],
        come=names[:1],
        silent=names[1:],
        what="",
        number=3,
        written=when,
        host="c.test",
    )
    text = calendar(meeting)
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    unfolded = text.replace("\r\n ", "")
    assert f"SUMMARY:Spades\\, game 1: Zoë\\, the 1st\\; \\\\o/\\, {'世' * 24}\\, " in unfolded


def test_the_letter_of_a_long_game_says_once_what_it_brings(talk: Talk) -> None:
    def round_over() -> str:
        played = talk.game().round
        while talk.game().round == played:
            talk.acts()
        return talk.last("ann").flat

    assert "meet Thu 20:00" not in round_over(), "the game is young"
    talk.master("pause")
    talk.now += timedelta(days=14)
    talk.master("resume")
    said = round_over()
    assert "a round takes some 11 days; with half an hour together each day, under 2" in said
    assert "meet Thu 20:00" in said and "meet%20Thu%2020:00" in talk.last("ann").html
    assert "together" not in round_over(), "once"


def test_whoever_has_met_is_not_told_what_it_brings(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    talk.master("pause")
    talk.now += timedelta(days=14)
    talk.master("resume")
    while talk.game().round == 1:
        talk.acts()
    assert "together" not in talk.last("ann").flat


def test_the_teams_of_a_match_may_meet_too(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    number = cup.in_game(1)
    asker, *others = cup.game(number).names
    own = [letter for letter in cup.to(asker) if f"[Spades {number}]" in letter["Subject"]][-1]
    assert cup.says(asker, "meet in 2 days", answers=own) == "Meet/accepted"
    for name in others:
        assert cup.says(name, "yes", answers=about(cup, name)[-1]) == "Yes/accepted"
    assert "All four come." in cup.last(asker).flat


def test_tomorrow_is_the_day_after_the_mail_also_if_its_yes_comes_later(talk: Talk) -> None:
    assert talk.says("ann", "meet tomorrow 20:00", answers=None, subject="[Spades 1]") == "Meet/unproven"
    question = talk.last("ann")
    talk.now += timedelta(days=1)
    assert talk.says("ann", "yes", answers=question) == "Meet/accepted Yes/accepted"
    assert "Wed 25 Nov 20:00 UTC" in talk.last("bob").flat
    assert talk.says("carol", "meet today 20:30", answers=None, subject="[Spades 1]") == "Meet/unproven"
    question = talk.last("carol")
    talk.now += timedelta(days=1)
    assert talk.says("carol", "yes", answers=question).startswith("Meet/bad-value")
    assert "That is over" in talk.last("carol").flat


def test_a_successor_has_not_said_that_they_come(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    talk.says("bob", "yes")
    talk.master("replace Bob with Eve <eve@else.test>")
    assert talk.says("carol", "yes", answers=about(talk, "carol")[-1]) == "Yes/accepted"
    assert "Carol comes" in talk.last("ann").flat and "Eve" in talk.last("ann").flat.partition("and not")[2]
    assert not about(talk, "eve@else.test")
