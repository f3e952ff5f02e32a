"""`stop`, and all that people write in its place: they are answered, the Gamesmaster hears of it, and nothing ends."""

from pathlib import Path

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands
from tests.by_mail.cup import cup
from tests.talk import MASTER, Letter, Talk

WORDS = (
    *("stop", "STOP!", "unsubscribe", "remove me", "Remove me please.", "please remove me", "I quit", "quit", "resign"),
    *("I resign.", "unsubscribe me", "take me off the list", "stop writing to me"),
    *("Stop emailing me!", "I don't want to play", "I don\u2019t want to play."),
)
TALKS = ("full stop", "stop it with the nil bids", "I quit smoking", "resign yourself to it", "no way", "no problem")


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    """Have all four bid."""
    return Talk(tmp_path).starts().bids()


def told(talk: Talk) -> list[Letter]:
    """Return the letters to the Gamesmaster about somebody who wants to stop."""
    return [letter for letter in talk.to(MASTER) if "wants to stop playing" in letter.text]


@pytest.mark.parametrize("words", WORDS)
def test_words(words: str) -> None:
    assert [asked.command for asked in read_commands(words).asked] == [ask.Stop()]


@pytest.mark.parametrize("words", TALKS)
def test_talk(words: str) -> None:
    reading = read_commands(words)
    assert (reading.asked, reading.no) == ((), None)


@pytest.mark.parametrize("words", ["stop", "I quit", "no", "No, thanks", "no\n\nWho are you?"])
def test_a_player_is_told_what_ends_the_game_and_the_gamesmaster_hears_of_it_once(talk: Talk, words: str) -> None:
    events, deadline = talk.trail(), talk.kept().deadline
    assert talk.says("bob", words, proven=True) == "Stop/accepted"
    answer, partner = talk.last("bob").flat, talk.game().names[(talk.game().names.index("Bob") + 2) % 4]
    assert "You still have your seat in game 1." in answer and "The Gamesmaster knows" in answer
    assert f"- concede: gives game 1 up. Once {partner}, your partner, has conceded too" in answer
    assert "- leave: " in answer and "It ends no game." in answer
    (letter,) = told(talk)
    assert "Bob wants to stop" in letter.text and f"> {words.splitlines()[0]}" in letter.text
    assert "    replace Bob with NAME <ADDRESS>" in letter.text.splitlines()
    assert (talk.trail(), talk.kept().deadline) == (events, deadline), "nothing has ended, and the clock runs"
    assert (
        talk.says("bob", "unsubscribe", proven=True) == "Stop/accepted"
        and "You still have your seat" in talk.last("bob").flat
    )
    assert len(told(talk)) == 1
    talk.says("carol", "stop", proven=True)
    assert len(told(talk)) == 2 and "Carol" in told(talk)[1].text


def test_a_no_that_answers_a_question_stops_nothing(talk: Talk) -> None:
    who = talk.due()
    talk.acts(f"pley {talk.last(who)['Spades-Legal'].split()[0]}")
    assert "Did you mean" in talk.last(who).text
    assert talk.says(who, "no").startswith("no-command")
    talk.says("bob", "stop", answers=None)  # nothing proves it, so the referee asks
    assert talk.says("bob", "no").startswith("no-command") and not told(talk)


def test_a_no_declines_a_rematch_as_before(talk: Talk) -> None:
    names = [name.lower() for name in talk.game().names]
    for name in (names[0], names[2]):
        talk.says(name, "concede")
    talk.says(names[0], "rematch")
    assert talk.says(names[1], "No, thanks") == "No/accepted" and not told(talk)


def test_a_no_on_a_list_or_beside_a_move_is_talk(talk: Talk) -> None:
    assert talk.acts("no\nAS KS").startswith("refused") or not told(talk)
    listed = {"headers": {"List-Id": "<club.test>"}, "to": "list@club.test", "answers": None, "proven": True}
    assert talk.says("bob", "no", **listed) == "no-command"
    assert talk.says(talk.due(), "no", headers={"Auto-Submitted": "auto-generated"}) == "no-command"
    assert not told(talk)


def test_without_a_proof_the_referee_asks_and_the_yes_stops(talk: Talk) -> None:
    for words in ("stop", "no"):
        talk.now = talk.now.replace(day=talk.now.day + 1)
        count = len(told(talk))
        assert talk.deliver(talk.mail("bob", words)) == "Stop/unproven"
        assert "Was this mail yours?" in talk.last("bob")["Subject"] and len(told(talk)) == count
    assert talk.says("bob", "yes") == "Stop/accepted Yes/accepted"
    assert len(told(talk)) == 1 and "You still have your seat" in talk.last("bob").flat


def test_who_waits_watches_or_entered_is_told_what_ends_it(talk: Talk) -> None:
    for line in ("name Eve", "join sigma", "watch 1"):
        talk.says("eve", line, answers=None, proven=True)
    assert talk.says("eve", "no", proven=True) == "Stop/accepted"
    answer = talk.last("eve").flat
    assert "- leave: takes you off the list for sheet sigma." in answer and "- unwatch 1: " in answer
    assert "concede" not in answer and not told(talk)


def test_in_a_match_the_gamesmaster_gets_the_line_of_its_tournament(tmp_path: Path) -> None:
    talk = cup(Talk(tmp_path))
    assert talk.says("bob", "stop") == "Stop/accepted"
    assert "- withdraw from Cup: takes your team out of the tournament." in talk.last("bob").flat
    assert "    substitute NAME <ADDRESS> for bob in Aces" in told(talk)[0].text.splitlines()


def test_whoever_takes_part_in_nothing_is_told_so_and_asked_nothing(talk: Talk) -> None:
    for who, proven in (("eve", False), ("fay@else.test", True)):
        assert talk.says(who, "unsubscribe", answers=None, proven=proven) == "Stop/accepted"
        (answer,) = talk.to(who)
        assert "there is nothing to stop" in answer.flat and "yours?" not in answer["Subject"]
    talk.says("gus", "join", answers=None, proven=True)
    talk.says("gus", "leave")
    assert talk.says("gus", "no").startswith("no-command"), "there is nothing to say no to"
