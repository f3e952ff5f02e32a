"""Half an hour together by mail: who is asked and in which zone, who hears who comes, what is refused, and the file."""

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.asking import commands as ask
from referee.asking.days import Day, Moment
from referee.asking.grammar import read_commands
from referee.desk import quotas
from referee.store import marks
from tests.talk import START, STARTER, Letter, Talk
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
        ("let's meet on Sunday, 20:00?", Moment(weekday=6, minutes=1200)),
        ("meet 3 Dec 20:00", Moment(day=Day(3, 12), minutes=1200)),
        ("meet 2026-12-03 20:00", Moment(day=Day(3, 12, 2026), minutes=1200)),
        ("meet in 2 hours", Moment(span=timedelta(hours=2))),
    ],
)
def test_lines(line: str, at: Moment) -> None:
    assert [each.command for each in read_commands(line).asked] == [ask.Meet(at)]
    assert [each.command for each in read_commands(f"{line.rstrip('!?')} UTC").asked] == [ask.Meet(at, utc=True)]


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
        ("meet Thu 8 pm", "names no day; write it like `meet Thu 20:00`"),
    ],
)
def test_lines_that_lack_a_day_or_a_time(line: str, why: str) -> None:
    (unclear,) = read_commands(line).unclear
    assert why in unclear.why


TALK = ("Let's meet tomorrow!", "let us meet Thu 20:00 at my place", "meet you at 8 pm", "Meet Thu 8 pm", "meet 20:00")


@pytest.mark.parametrize("line", TALK)
def test_talk_of_meeting_lets_the_move_beside_it_be(talk: Talk, line: str) -> None:
    assert talk.acts(f"bid 3\n{line}") == "MakeBid/accepted"
    who = talk.due()
    assert talk.acts(f"{line}\n\nbid 4") == "MakeBid/accepted"
    assert "receipt" in talk.last(who).events, "a letter says what was done"
    who = talk.due()
    assert talk.says(who, f"plan rest: lowest\n{line}") == "MakePlan/accepted"
    assert talk.says(who, line) == "refused/unclear" and "write it like `meet Thu 20:00`" in talk.last(who).flat
    assert not about(talk, "ann") + about(talk, "bob"), "nobody is asked"


def test_the_other_three_are_asked_in_their_own_zones_and_hear_who_comes(talk: Talk) -> None:
    talk.says("carol", "timezone Asia/Tokyo")
    talk.says("ann", "timezone Europe/Berlin")
    count = len(talk.letters)
    assert talk.says("ann", "meet Thu 21:00") == "Meet/accepted"
    assert [letter.to[:3] for letter in talk.letters[count:]].count("ann") == 1 and len(talk.letters) == count + 4
    for name in ("bob", "carol", "dave"):
        assert "Ann asks: shall we all play at the same time" in about(talk, name)[-1].flat
        assert "If you cannot come, do nothing; a no takes a yes back." in talk.last(name).flat
    assert talk.last("bob")["Subject"] == "[Spades 1] Half an hour together on Thu 26 Nov 20:00 UTC?"
    assert talk.last("carol")["Subject"] == "[Spades 1] Half an hour together on Fri 27 Nov 05:00 in Tokyo?"
    assert f"on {THURSDAY}?" in talk.last("bob").flat and "You have set no time zone" in talk.last("bob").flat
    assert f"on {THURSDAY} (Fri 27 Nov 05:00 in Tokyo)?" in talk.last("carol").flat
    assert "no time zone" not in talk.last("carol").flat
    assert f"{THURSDAY} (21:00 in Berlin)" in talk.last("ann").flat
    assert "Half an hour together: you come" in talk.last("ann")["Subject"] and "Ann" not in talk.last("ann").text
    assert "So far" not in talk.last("ann").flat, "nobody can have answered"

    count = len(talk.letters)
    assert talk.says("bob", "yes") == "Meet/accepted Yes/accepted"
    assert sorted(letter.to[:3] for letter in talk.letters[count:]) == ["ann", "bob"], "whoever comes hears of it"
    assert f"Bob comes: {THURSDAY}" in talk.last("ann").flat and "Bob comes" in talk.last("ann")["Subject"]
    assert "So far you and Bob come. Dave and Carol have not said yes." in talk.last("ann").flat
    assert f"You come: {THURSDAY}" in talk.last("bob").flat and "So far you and Ann come." in talk.last("bob").flat
    assert talk.says("carol", "Yep, thanks!") == "Meet/accepted Yes/accepted"
    count = len(talk.letters)
    talk.says("dave", "no")
    assert [letter.to[:3] for letter in talk.letters[count:]] == ["dav"]
    assert f"You do not come: {THURSDAY}" in talk.last("dave").flat
    assert talk.says("dave", "meet Thu 20:00") == "Meet/accepted", "they may think again"
    assert "All four come." in talk.last("ann").flat


def test_play_goes_on_and_the_question_stands(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("dave")
    talk.bids()
    talk.says("dave", "no", answers=asked)
    assert talk.says("dave", "yes", answers=asked) == "Meet/accepted Yes/accepted"
    talk.acts()
    talk.says("dave", "no", answers=asked)
    assert not [letter for letter in talk.letters if "wants to stop" in letter["Subject"]]


@pytest.mark.parametrize("who", ["ann", "bob"])
def test_a_no_to_the_letter_that_says_who_comes_stops_nothing_and_a_second_yes_is_no_news(talk: Talk, who: str) -> None:
    talk.says("ann", "meet Thu 20:00")
    talk.says("bob", "yes")
    count = len(talk.letters)
    assert talk.says(who, "yes") == "Meet/accepted Yes/accepted"
    assert [letter.to[:3] for letter in talk.letters[count:]] == [who]
    for words in ("no", "No, thanks!"):
        assert talk.says(who, words, answers=about(talk, who)[-1]) == "Meet/accepted"
        assert "You do not come" in talk.last(who).flat
    talk.master("announce hello", subject="hi")
    assert talk.last(who)["Subject"] == "[Spades] To all members" and not talk.game().paused


def test_a_yes_counts_until_the_half_hour_is_over(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = {name: talk.last(name) for name in ("bob", "carol")}
    talk.now = START.replace(day=26, hour=20, minute=29)
    assert talk.says("bob", "yes", answers=asked["bob"]) == "Meet/accepted Yes/accepted"
    assert f"Bob comes: {THURSDAY}" in talk.last("ann").flat
    talk.now += timedelta(minutes=1)
    assert talk.says("carol", "yes", answers=asked["carol"]).startswith("Meet/bad-value")


def test_no_minute_says_anything(talk: Talk) -> None:
    for line in ("meet Thu 20:07", "meet tomorrow 0:01 UTC"):
        assert talk.says("ann", line) == "Meet/bad-value"
        assert "A time to meet is a whole quarter of an hour" in talk.last("ann").flat
    assert not about(talk, "bob")
    for minute, line, at in ((0, "in 2 hours", "14:00"), (7, "in 2 hours", "14:15"), (46, "in 20 minutes", "13:15")):
        talk.now = START.replace(minute=minute, second=20)
        assert talk.says("ann", f"meet {line}") == "Meet/accepted"
        assert f"on Tue 24 Nov {at} UTC?" in talk.last("bob").flat
    assert talk.says("bob", "meet Thu 20:45") == "Meet/accepted"


def test_a_game_that_is_over_leaves_no_mark(talk: Talk) -> None:
    talk.master("pause")
    talk.now += timedelta(days=15)
    talk.master("resume")
    talk.bids()
    talk.says("ann", "meet Thu 20:00")
    assert marked(talk)
    talk.master("abort")
    assert not marked(talk)


def marked(talk: Talk) -> dict[str, str]:
    with talk.store.reading() as tx:
        return marks.marks_like(tx, "meet") | marks.marks_like(tx, "long")


def test_each_time_has_those_who_come_to_it(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    first = talk.last("carol")
    assert talk.says("bob", "meet Fri 20:00") == "Meet/accepted"
    assert talk.says("carol", "yes", answers=first) == "Meet/accepted Yes/accepted"
    assert f"Carol comes: {THURSDAY}" in talk.last("ann").flat
    assert "Bob and Dave have not said yes" in talk.last("ann").flat
    assert talk.says("carol", "meet Fri 20:00", answers=first) == "Meet/accepted", "the time named again is a yes"
    assert "Carol comes: Fri 27 Nov 20:00 UTC" in talk.last("bob").flat


def test_a_yes_means_the_hour_that_was_asked_about_also_in_another_zone(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("bob")
    talk.says("bob", "timezone Asia/Tokyo")
    assert talk.says("bob", "yes", answers=asked) == "Meet/accepted Yes/accepted"
    assert f"Bob comes: {THURSDAY}" in talk.last("ann").flat


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
    assert talk.says("bob", "yes", answers=asked).startswith("Meet/bad-value") and "is over" in talk.last("bob").flat


def test_only_the_four_may_ask_and_not_without_end(talk: Talk) -> None:
    assert talk.says("eve", "meet Thu 20:00", subject="[Spades 1]", proven=True) == "Meet/no-game"
    assert talk.master("meet Thu 20:00") == "Meet/not-in-game"
    for hour in range(quotas.BY_OTHERS):
        assert talk.says("ann", f"meet Thu {10 + hour}:00") == "Meet/accepted"
    count = len(talk.to("bob"))
    assert talk.says("ann", "meet Fri 20:00") == "Meet/enough"
    assert len(talk.to("bob")) == count
    assert talk.says("bob", "yes", answers=about(talk, "bob")[-1]) == "Meet/accepted Yes/accepted", "each has their own"


def test_it_says_nothing_and_so_goes_where_the_sheet_wants_silence(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: sigma")
    assert talk.says("ann", "say hello") == "Say/say-silent"
    assert talk.says("ann", "meet Thu 20:00") == "Meet/accepted"


def test_a_game_that_is_over_needs_no_meeting(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("bob")
    talk.master("abort")
    assert talk.says("bob", "yes", answers=asked).startswith("Meet/bad-value")
    assert "Game 1 is over" in talk.last("bob").flat


def test_it_lets_a_rematch_and_its_yes_be(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = talk.last("bob")
    talk.master("abort")
    talk.says("carol", "rematch", answers=None, subject="[Spades 1]", proven=True)
    assert talk.says("bob", "yes", answers=asked).startswith("Meet/bad-value"), "to the other question"
    for name in ("ann", "bob", "dave"):
        assert talk.says(name, "yes", answers=[x for x in talk.to(name) if x.events == ["rematch"]][-1])
    assert talk.game(2).round == 1


def test_the_file_is_a_plain_event_of_half_an_hour(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    part, text = file_of(talk.last("bob")), calendar_of(talk.last("bob"))
    assert part.get_filename() == "spades-1.ics"
    assert text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n") and "METHOD" not in text
    event = ("UID:spades.1.20261126T200000Z@club.test", "DTSTART:20261126T200000Z", "DURATION:PT30M")
    for line in (*event, f"DTSTAMP:{talk.now:%Y%m%dT%H%M%SZ}"):
        assert f"\r\n{line}\r\n" in text
    assert text.count("\n") == text.count("\r\n")
    talk.now += timedelta(hours=1)
    talk.says("bob", "yes", answers=about(talk, "bob")[0])
    assert all(f"\r\n{line}\r\n" in calendar_of(talk.last("ann")) for line in event), "one event in all letters"
    assert f"\r\nDTSTAMP:{talk.now:%Y%m%dT%H%M%SZ}\r\n" in calendar_of(talk.last("ann"))


def test_no_line_of_its_letters_is_a_yes_but_the_yes(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    for letter in (talk.last("ann"), talk.last("bob")):
        lines = [line.strip() for line in letter.text.splitlines() if line.startswith("    meet")]
        assert lines and not any(read_commands(line).asked for line in lines)


def test_the_letters_of_a_long_game_say_once_to_each_what_it_brings(talk: Talk) -> None:
    def said() -> list[str]:
        return sorted(x.to[:3] for x in talk.letters if "with half an hour together each day, fewer than two" in x.flat)

    talk.acts()
    assert not said(), "the game is young"
    talk.master("pause")
    talk.now += timedelta(days=14)
    talk.master("resume")
    assert said() == [talk.due()[:3]], "in the letter of their turn, though no round is over"
    letter = talk.last(talk.due())
    assert "With two looks at the mail a day, a round takes some 11 days" in letter.flat
    assert "meet Thu 20:00" in letter.text and "meet%20Thu%2020:00" in letter.html
    talk.plays_round()
    talk.acts()
    assert said() == ["ann", "bob", "car", "dav"], "once"


def test_whoever_has_met_is_not_told_what_it_brings(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    talk.master("pause")
    talk.now += timedelta(days=14)
    talk.master("resume")
    talk.plays_round()
    assert not [letter for letter in talk.letters if "each day, under 2" in letter.flat]


def test_the_teams_of_a_match_may_meet_too(tmp_path: Path) -> None:
    cup = Cup(tmp_path).drawn(4)
    number = cup.in_game(1)
    asker, *others = cup.game(number).names
    own = [letter for letter in cup.to(asker) if f"[Spades {number}]" in letter["Subject"]][-1]
    assert cup.says(asker, "meet in 2 days", answers=own) == "Meet/accepted"
    for name in others:
        assert cup.says(name, "yes", answers=about(cup, name)[-1]) == "Meet/accepted Yes/accepted"
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
    assert talk.says("carol", "yes", answers=about(talk, "carol")[-1]) == "Meet/accepted Yes/accepted"
    assert "Carol comes" in talk.last("ann").flat and "Eve and Dave have not said yes" in talk.last("ann").flat
    assert not about(talk, "eve@else.test")


@pytest.mark.parametrize("words", ["Yes, I will be there", "ok", "yes, fine", "Count me in!", "I'll come.", "Sure"])
@pytest.mark.parametrize("bids", [False, True])
def test_a_yes_in_other_words(talk: Talk, words: str, bids: bool) -> None:
    if bids:
        talk.bids()
    talk.says("ann", "meet Thu 20:00")
    assert talk.says("bob", words, answers=about(talk, "bob")[-1]) == "Meet/accepted Yes/accepted"
    assert f"Bob comes: {THURSDAY}" in talk.last("ann").flat


@pytest.mark.parametrize(
    "words", ["no", "No, I cannot", "No, sorry!", "Sorry, I can't make it on Thursday", "I cannot come.", "no thanks"]
)
@pytest.mark.parametrize("bids", [False, True])
def test_a_no_takes_a_yes_back_and_those_who_come_hear_it(talk: Talk, words: str, bids: bool) -> None:
    if bids:
        talk.bids()
    talk.says("ann", "meet Thu 20:00")
    asked = about(talk, "bob")[-1]
    count = len(talk.letters)
    assert talk.says("bob", words, answers=asked) == "Meet/accepted"
    assert [letter.to[:3] for letter in talk.letters[count:]] == ["bob"], "nobody waits for them"
    assert f"You do not come: {THURSDAY}" in talk.last("bob").flat
    talk.says("bob", "yes", answers=asked)
    talk.says("carol", "yes", answers=about(talk, "carol")[-1])
    for letter in (asked, about(talk, "bob")[-1]):
        talk.says("bob", "yes", answers=asked)
        count = len(talk.letters)
        assert talk.says("bob", words, answers=letter) == "Meet/accepted"
        assert sorted(letter.to[:3] for letter in talk.letters[count:]) == ["ann", "bob", "car"]
        assert "together: Bob cannot come after all" in talk.last("ann")["Subject"]
        assert (
            f"Bob cannot come after all: {THURSDAY}. So far you and Carol come. Dave has not" in talk.last("ann").flat
        )
    assert not [letter for letter in talk.letters if "to stop" in letter["Subject"]] and not talk.game().paused


def test_whoever_waits_alone_hears_it_too(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    talk.says("bob", "yes")
    talk.says("bob", "no")
    assert f"Bob cannot come after all: {THURSDAY}. So far you come." in talk.last("ann").flat
    talk.says("ann", "no")
    count = len(talk.letters)
    assert talk.says("dave", "yes", answers=about(talk, "dave")[-1]) == "Meet/accepted Yes/accepted"
    assert sorted(letter.to[:3] for letter in talk.letters[count:]) == ["ann", "bob", "car", "dav"], "asked anew"
    assert "Dave asks: shall we all play" in talk.last("ann").flat


def test_the_same_answer_again_tells_nobody_and_spends_nothing(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = about(talk, "bob")[-1]
    talk.says("bob", "yes", answers=asked)
    for _ in range(quotas.BY_OTHERS):
        count = len(talk.letters)
        assert talk.says("bob", "yes", answers=asked) == "Meet/accepted Yes/accepted"
        assert [letter.to[:3] for letter in talk.letters[count:]] == ["bob"]
    assert f"You come: {THURSDAY}" in talk.last("bob").flat
    talk.says("ann", "meet Fri 20:00")
    assert talk.says("bob", "yes", answers=about(talk, "bob")[-1]) == "Meet/accepted Yes/accepted"
    assert "Bob comes: Fri 27 Nov" in talk.last("ann").flat


@pytest.mark.parametrize("bids", [False, True])
def test_an_answer_that_is_none_hears_what_was_asked(talk: Talk, bids: bool) -> None:
    if bids:
        talk.bids()
    talk.says("ann", "meet Thu 20:00")
    assert talk.says("bob", "what a nice idea", answers=about(talk, "bob")[-1]) == "no-command"
    letter = talk.last("bob").flat
    assert "asks for one particular line" in letter and "stop" not in letter and "seat" not in letter


def test_what_is_refused_is_quoted_as_it_was_written(talk: Talk) -> None:
    talk.says("ann", "meet Thu 20:00")
    asked = about(talk, "bob")[-1]
    talk.master("abort")
    talk.says("bob", "yes", answers=asked)
    letter = talk.last("bob")
    assert "> yes" in letter.text and "> meet" not in letter.text
    assert letter.flat.count("is over") == 1


@pytest.mark.parametrize("word", ["no", "yes"])
def test_a_bare_word_whose_thread_alone_tells_the_letter_says_nothing_about_the_seat(talk: Talk, word: str) -> None:
    """A program that answers to the From of a letter, not to its Reply-To."""
    talk.says("ann", "meet Thu 20:00")
    count = len(talk.to("carol"))
    outcome = talk.says("bob", word, answers=talk.last("bob"), to="referee@club.test", proven=True)
    assert "accepted" not in outcome and not talk.game().paused and len(talk.to("carol")) == count
