"""The letters to somebody who wants to enter: whoever is new here, and whoever asks for `tournaments`."""

from pathlib import Path

import pytest

from tests.talk import MASTER
from tests.tournament_talk import Cup

FREE = "enter Spring Cup with Bob as The Aces"


@pytest.fixture
def cup(tmp_path: Path) -> Cup:
    return Cup(tmp_path).announced("teams: 2 to 4")


def test_a_newcomer_reads_of_the_entry_that_waits_for_them_whatever_they_write(cup: Cup) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Queens")
    for line in ("play QS", "tournaments", "enter Sprig Cup with Carol", "hello, who are you?"):
        cup.writes("Dave", line)
        assert "carol has entered Spring Cup with you" in cup.last("Dave").flat, line
        assert "    enter Spring Cup with carol" in cup.last("Dave").text.splitlines(), line
        assert FREE not in cup.last("Dave").text, line
    letter = cup.last("Dave")
    assert "enter%20Spring%20Cup%20with%20carol" in letter.html
    assert "    join" in letter.text.splitlines(), "beside the way to a game"
    assert cup.says("Dave", "enter Spring Cup with carol", answers=letter, proven=True) == "Enter/accepted"
    assert cup.placed() == [("Queens", "in")]


def test_an_entry_that_names_its_partner_by_name_is_shown_to_whoever_is_called_so(cup: Cup) -> None:
    cup.writes("Carol", "enter Spring Cup with Dave as Queens")
    cup.writes("Dave", "hello")
    assert "carol has entered Spring Cup with you" in cup.last("Dave").flat
    cup.writes("Zoe", "hello")
    assert "Spring Cup" not in cup.last("Zoe").text


def test_mail_that_anybody_may_have_sent_brings_no_words_of_a_team(cup: Cup) -> None:
    cup.writes("Carol", "enter Spring Cup with dave@club.test as Buy Pills")
    cup.says("Dave", "enter Spring Cup with carol", answers=None)
    letter = cup.last("Dave")
    assert "    enter Spring Cup with carol" in letter.text.splitlines()
    assert "Pills" not in letter.text


@pytest.mark.parametrize(
    "line",
    [
        "what is this Spring Cup?",
        "I like tournaments",
        "enter",
        "enter Sprig Cup with Ann",
        "I would like to join the cup with Jon, name us Nines",
        "Sign us up, please",
    ],
)
def test_a_stranger_who_writes_of_a_tournament_reads_how_to_enter_it(cup: Cup, line: str) -> None:
    cup.writes("Zoe", line)
    assert f"    {FREE}" in cup.last("Zoe").text.splitlines()
    assert "    join" in cup.last("Zoe").text.splitlines()


def test_who_writes_of_none_reads_of_none_and_none_is_offered_when_it_is_too_late(cup: Cup) -> None:
    cup.writes("Zoe", "hello, may I play?")
    assert "Spring Cup" not in cup.last("Zoe").text
    cup.passes(days=3)
    cup.writes("Yan", "what is this Spring Cup?")
    assert FREE not in cup.last("Yan").text


def test_tournaments_shows_each_what_is_theirs(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("teams: exactly 2").announced("approval: yes", name="Other Cup", format="sigma")
    cup.knows("Ann", "Bob", "Carol", "Dave")
    cup.writes("Carol", "enter Spring Cup with Dave as Queens")
    cup.enters("Ann", "Bob", "The Aces").enters("Gil", "Hana", "Jacks").enters(
        "Ann", "Bob", "Tens", ", collegiate", "Other Cup"
    )
    cup.writes("Eve", "enter Other Cup with Carol as Clubs")
    for who, words in (
        ("Ann", "You are in Spring Cup, with Bob as The Aces."),
        ("Ann", "Your entry in Other Cup, Tens with Bob, waits for the Gamesmaster."),
        ("Bob", "You are in Spring Cup, with Ann as The Aces."),
        ("Carol", "Your entry in Spring Cup, Queens, waits for your partner, Dave."),
        ("Carol", "enter Spring Cup with carol@club.test"),
        ("Carol", "eve has entered Other Cup with you"),
        ("Carol", "enter Other Cup with eve, collegiate"),
        ("Carol", "with `alumni` at its end if you are that"),
        ("Dave", "Carol has entered Spring Cup with you"),
        ("Dave", "enter Spring Cup with Carol"),
        ("Dave", "enter Other Cup with Bob as The Aces, collegiate"),
    ):
        cup.writes(who, "tournaments")
        assert words in cup.last(who).flat, (who, words)
    cup.writes("Dave", "enter Spring Cup with Carol")
    cup.writes("Dave", "tournaments")
    assert "You wait for a place in Spring Cup, with Carol as Queens." in cup.last("Dave").flat


def test_the_announcement_says_the_usual_time_and_the_gamesmaster_hears_who_got_it(tmp_path: Path) -> None:
    cup = Cup(tmp_path)
    cup.writes("Ann", "join")
    cup.announced()
    (letter,) = [one for one in cup.to("Ann") if one.events == ["announced"]]
    words = letter.flat
    assert "Each bid and card is due within 3 days" in words
    assert f"The Gamesmaster is gm <{MASTER}>." in words
    assert "For you, the Gamesmaster" not in words
    mine = cup.last(MASTER).flat
    assert "went to everyone who plays here or waits for a game: 1 player" in mine
    assert "They need a `begins` later than Fri 27 Nov 12:00 UTC" in mine
    cup.announced("begins: 3 December", name="Other Cup")
    assert "They need a `begins`" not in cup.last(MASTER).flat
    assert "Entries close at the end of Tue 1 Dec (24:00 UTC)." in cup.last(MASTER).flat


def test_the_end_of_sign_up_and_the_close_of_entries_are_two_moments(tmp_path: Path) -> None:
    cup = Cup(tmp_path).announced("begins: 3 December").enters("Ann", "Bob", "The Aces")
    late = "until Thu 26 Nov 12:00 UTC, or with the Gamesmaster's yes until the end of Tue 1 Dec (24:00 UTC)"
    assert "before entries close, at the end of Tue 1 Dec" in cup.last("Ann").flat
    cup.writes("Zoe", "what is this Spring Cup?")
    assert late in cup.last("Zoe").flat
    cup.passes(days=3)
    assert cup.writes("Bob", "leave Spring Cup") == "LeaveTournament/accepted"
    assert (
        "until the end of Tue 1 Dec (24:00 UTC); sign-up has ended, so the Gamesmaster must say yes"
        in cup.last("Bob").flat
    )
    cup.passes(days=5)
    cup.writes("Yan", "enter Spring Cup with ann@club.test")
    closed = "ended on Thu 26 Nov 12:00 UTC, and entries closed on Wed 2 Dec 00:00 UTC"
    assert closed in cup.last("Yan").flat
