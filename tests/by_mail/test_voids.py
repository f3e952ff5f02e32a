"""A Gamesmaster who plays takes back an act of their own team: an opponent must agree, where nobody else can rule."""

from pathlib import Path

import pytest

from referee.spades.events import Voided
from tests.talk import LIST, MASTER, NAMES, REFEREE, STARTER, Letter, Talk

GM = "Ann"
"""The player who is the only Gamesmaster, too."""


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts(f"{STARTER.replace('ann@club.test', MASTER)}\nteams: Ann + Bob")


def after_own_act(talk: Talk) -> int:
    """Have the Gamesmaster make a bid; return its turn."""
    bids_until(talk, GM)
    turn = talk.game().turn
    bids(talk)
    return turn


def bids_until(talk: Talk, name: str) -> None:
    while who(talk) != name:
        bids(talk)


def who(talk: Talk) -> str:
    seat = talk.kept().due_seat
    assert seat is not None
    return talk.game().names[seat - 1]


def bids(talk: Talk) -> None:
    name = MASTER if who(talk) == GM else who(talk)
    letter = next(one for one in reversed(talk.to(name)) if "turn" in one.events)
    assert talk.says(name, "bid 3", answers=letter) == "MakeBid/accepted"


def rules_void(talk: Talk, turn: int, words: str = "my finger slipped") -> list[Letter]:
    """Ask for a void as the Gamesmaster; return all letters about it."""
    count = len(talk.letters)
    assert talk.master(f"rule void to turn {turn} because {words}") == "VoidTo/accepted"
    return talk.letters[count:]


def flat(talk: Talk, name: str) -> str:
    return talk.last(name).flat


def voids(talk: Talk) -> list[Voided]:
    return [event for event in talk.trail() if isinstance(event, Voided)]


@pytest.mark.parametrize("opponent", ["carol", "dave"])
def test_an_act_of_their_own_is_taken_back_once_an_opponent_agrees(talk: Talk, opponent: str) -> None:
    turn, trail = after_own_act(talk), talk.trail()
    asked = rules_void(talk, turn)
    assert sorted(letter.to for letter in asked if letter.to != MASTER) == ["carol@club.test", "dave@club.test"]
    assert all(letter.events == ["confirm"] for letter in asked if letter.to != MASTER)
    for words in (f"everything since turn {turn}", "> my finger slipped", "one of their opponents must agree"):
        assert words in flat(talk, opponent)
    assert "are asked if you may take it all back" in flat(talk, MASTER)
    assert talk.trail() == trail, "nothing is done unasked"
    assert talk.says(opponent, "yes") == "Yes/accepted"
    (void,) = voids(talk)
    assert (void.to, void.reason) == (turn, "my finger slipped") and who(talk) == GM
    for name in NAMES:
        assert "void" in talk.last(MASTER if name == GM else name).events


def test_the_first_no_ends_it(talk: Talk) -> None:
    turn = after_own_act(talk)
    rules_void(talk, turn)
    question = talk.last("dave")
    assert talk.says("carol", "no") == "No/accepted"
    assert "Carol does not agree, so nothing is taken back" in flat(talk, MASTER)
    assert talk.says("dave", "yes", answers=question).startswith("Yes/nothing-proposed")
    assert not voids(talk)


def test_neither_the_partner_nor_they_themselves_agree(talk: Talk) -> None:
    turn = after_own_act(talk)
    rules_void(talk, turn)
    thread = {"In-Reply-To": talk.last("carol")["Message-ID"]}
    for name in ("bob", MASTER):
        for text in ("yes", "no") if name == "bob" else ("yes",):
            outcome = talk.says(name, text, answers=None, headers=thread, proven=True)
            assert outcome.removesuffix(" no-slot").endswith("/nothing-proposed"), (name, outcome)
    assert talk.says("bob", "yes").startswith("Yes/nothing-to-confirm")
    assert not voids(talk)
    assert talk.says("carol", "yes") == "Yes/accepted" and voids(talk)


def test_they_may_take_the_question_back(talk: Talk) -> None:
    turn = after_own_act(talk)
    rules_void(talk, turn)
    assert talk.says(MASTER, "no") == "No/accepted" and "Nothing is taken back" in flat(talk, MASTER)
    assert talk.says("carol", "yes").startswith("Yes/nothing-proposed") and not voids(talk)


def test_a_yes_to_an_earlier_question_is_none_to_the_later(talk: Talk) -> None:
    turn = after_own_act(talk)
    rules_void(talk, turn)
    first = talk.last("carol")
    rules_void(talk, turn, "of something else")
    assert talk.says("carol", "yes", answers=first).startswith("Yes/nothing-proposed") and not voids(talk)
    assert talk.says("carol", "yes", answers=talk.last("carol")).startswith("Yes/") and not voids(talk), "an answer"
    assert talk.says("dave", "yes") == "Yes/accepted"
    assert [void.reason for void in voids(talk)] == ["of something else"]


def test_an_act_of_the_partner_is_their_teams_too(talk: Talk) -> None:
    bids_until(talk, "Bob")
    turn = talk.game().turn
    bids(talk)
    rules_void(talk, turn)
    assert not voids(talk)


def test_an_act_of_the_opponents_alone_is_taken_back_at_once(talk: Talk) -> None:
    bids_until(talk, "Carol")
    turn = talk.game().turn
    bids(talk)
    rules_void(talk, turn, "it was not Carol")
    assert [void.to for void in voids(talk)] == [turn]


def test_a_loss_of_their_own_team_is_undone_once_an_opponent_agrees(talk: Talk) -> None:
    assert talk.says(MASTER, "concede") == "Concede/accepted" == talk.says("bob", "concede")
    assert talk.game().result == (2, "concession")
    rules_void(talk, talk.game().turn)
    assert talk.game().result is not None
    assert talk.says("dave", "yes") == "Yes/accepted" and talk.game().result is None


def test_what_the_law_refuses_is_asked_of_nobody(talk: Talk) -> None:
    after_own_act(talk)
    count = len(talk.letters)
    assert talk.master("rule void to turn 99 because I hope so") == "VoidTo/no-such-turn"
    assert {letter.to for letter in talk.letters[count:]} == {MASTER}


def test_the_misplay_that_a_void_charges_is_shown_and_charged(talk: Talk) -> None:
    turn = after_own_act(talk)
    rules_void(talk, turn, "it was mine\ncharge Ann")
    assert "Ann would be charged with a misplay" in flat(talk, "carol")
    assert talk.says("carol", "yes") == "Yes/accepted" and talk.game().misplays_game == (1, 0)


def test_the_question_stands_while_the_game_goes_on(talk: Talk) -> None:
    turn = after_own_act(talk)
    rules_void(talk, turn)
    question = talk.last("carol")
    bids(talk)
    talk.says("dave", "salt purple tortoise", answers=None, proven=True)
    assert talk.says("carol", "yes", answers=question) == "Yes/accepted"
    assert [void.to for void in voids(talk)] == [turn] and who(talk) == GM


def test_a_yes_to_another_letter_agrees_to_nothing(talk: Talk) -> None:
    turn = after_own_act(talk)
    talk.says("carol", "hand")
    before = talk.last("carol")
    rules_void(talk, turn)
    assert talk.says("carol", "yes", answers=before) == "Yes/nothing-to-confirm"
    assert talk.says("carol", "score") == "Score/accepted"
    assert talk.says("carol", "yes").startswith("Yes/nothing-to-confirm")
    assert talk.says("carol", "yes", answers=None, proven=True).startswith("Yes/nothing-to-confirm")
    assert not voids(talk)


def test_a_proven_yes_in_the_thread_of_the_letter_needs_no_token(talk: Talk) -> None:
    rules_void(talk, after_own_act(talk))
    assert talk.says("carol", "yes", answers=talk.last("carol"), to=REFEREE, proven=True) == "Yes/accepted"
    assert voids(talk)


@pytest.mark.parametrize("text", ["yes", "no"])
def test_an_unproven_answer_waits_for_its_own_confirmation(talk: Talk, text: str) -> None:
    rules_void(talk, after_own_act(talk))
    outcome = talk.says("carol", text, answers=talk.last("carol"), to=REFEREE)
    assert outcome == f"{text.capitalize()}/unproven" and not voids(talk) and talk.kept().proposal is not None
    assert talk.last("carol").events == ["confirm"]
    assert talk.says("carol", "yes") == f"{text.capitalize()}/accepted Yes/accepted"
    assert talk.kept().proposal is None and bool(voids(talk)) == (text == "yes")


def test_a_confirmations_yes_stays_what_it_is_while_the_question_waits(talk: Talk) -> None:
    rules_void(talk, after_own_act(talk))
    question = talk.last("carol")
    assert talk.says("carol", "concede", to=REFEREE, answers=question) == "Concede/unproven"
    assert talk.says("carol", "yes") == "Concede/accepted Yes/accepted" and not voids(talk)
    assert talk.says("carol", "yes", answers=question) == "Yes/accepted" and voids(talk)


def test_a_refused_line_of_the_same_mail_takes_nothing_from_the_question(talk: Talk) -> None:
    turn = after_own_act(talk)
    assert talk.master(f"rule void to turn {turn} because of a slip\n\nresume") == "VoidTo/accepted Resume/not-paused"
    assert talk.says("carol", "hand") == "Hand/accepted"
    question = next(letter for letter in reversed(talk.to("carol")) if letter.events == ["confirm"])
    assert talk.says("carol", "yes", answers=question) == "Yes/accepted" and voids(talk)


def test_a_new_player_at_the_table_ends_the_question(talk: Talk) -> None:
    rules_void(talk, after_own_act(talk))
    question = talk.last("dave")
    assert talk.master("replace Carol with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert talk.says("eve", "no") == "Stop/accepted", "that answers the letter which asks them to play"
    assert talk.says("dave", "yes", answers=question).startswith("Yes/nothing-proposed") and not voids(talk)


def test_on_a_list_each_opponent_has_a_letter_of_their_own(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"})
    talk.starts(f"{STARTER.replace('ann@club.test', MASTER)}\nteams: Ann + Bob")
    asked = rules_void(talk, after_own_act(talk))
    assert sorted(letter.to for letter in asked) == ["carol@club.test", "dave@club.test", MASTER]
