"""Receipts: a letter of one's own about one's own act, for those who plan, once a chain and never beside a turn."""

from pathlib import Path

import pytest

from referee.spades import events as ev
from referee.telling.formats import card_text
from tests.by_mail.planning import LOW, acts, behind, common_suit, leads, legal, name, new, plans, seat
from tests.by_mail.sheet_tables import table
from tests.talk import LIST, Letter, Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts().bids()


def receipts(talk: Talk, count: int, who: str) -> list[Letter]:
    return [letter for letter in new(talk, count, who) if "receipt" in letter.events]


def test_who_plans_gets_a_receipt_of_their_own_card(talk: Talk) -> None:
    who = talk.due()
    talk.says(who, "plan clubs: lowest")
    count = len(talk.letters)
    talk.acts()
    (letter,) = new(talk, count, who)
    assert letter.events == ["play", "receipt"]
    assert letter["Spades-Plan"] == "clubs: lowest" and letter["Spades-Hand"]


def test_who_does_not_plan_gets_none(talk: Talk) -> None:
    who, count = talk.due(), len(talk.letters)
    talk.acts()
    assert not receipts(talk, count, who)


def test_the_answer_to_a_habit_already_shows_it(talk: Talk) -> None:
    who = behind(talk, 1)
    for said, shown, offered in (("on", "Your plans: forced on.", "off"), ("off", "", "on")):
        assert talk.says(who, f"plan forced {said}", proven=True) == "SetHabit/accepted"
        text = talk.last(who).flat
        assert shown in text and f"plan forced {offered}" in text and f"plan forced {said}" not in text


def test_a_habit_brings_one_where_it_played_and_none_for_what_was_played_by_hand(talk: Talk) -> None:
    for who in ("ann", "bob", "carol", "dave"):
        talk.says(who, "plan forced on")
    seen = 0
    while not seen:
        before, count = len(acts(talk)), len(talk.letters)
        talk.acts()
        by_habit = {name(talk, act.seat) for act in acts(talk)[before:] if act.planned} - {talk.due()}
        assert {who for who in ("ann", "bob", "carol", "dave") if receipts(talk, count, who)} == by_habit
        seen = len(by_habit)


def test_what_a_plan_played_brings_one(talk: Talk) -> None:
    who = behind(talk, 1)
    card = leads(talk, common_suit(talk, who))
    talk.says(who, "plan lowest")
    count = len(talk.letters)
    talk.acts(f"play {card}")
    assert not plans(talk, who), "the list was for one turn"
    (letter,) = receipts(talk, count, who)
    assert letter["Spades-Played-By"] == "6"


def test_one_a_chain_and_none_beside_a_turn(talk: Talk) -> None:
    leader, others = talk.due(), [behind(talk, n) for n in (1, 2, 3)]
    card = leads(talk, common_suit(talk, *others))
    for who in (leader, *others):
        talk.says(who, LOW)
    count = len(talk.letters)
    talk.acts(f"play {card}")
    winner = talk.due()
    for who in (leader, *others):
        (letter,) = new(talk, count, who)
        assert ("turn" in letter.events) is (who == winner)
        assert ("receipt" in letter.events) is (who != winner)


def test_receipts_off_and_on(talk: Talk) -> None:
    who = talk.due()
    talk.says(who, "plan clubs: lowest")
    assert talk.says(who, "receipts off") == "SetReceipts/accepted"
    count = len(talk.letters)
    talk.acts()
    assert not receipts(talk, count, who)
    other = talk.due()
    assert talk.says(other, "receipts on") == "SetReceipts/accepted"
    count = len(talk.letters)
    talk.acts()
    assert len(receipts(talk, count, other)) == 1, "of every act, in every game"


def test_on_an_external_list_a_receipt_is_private_and_the_list_has_none(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts().bids()
    who = talk.due()
    talk.says(who, "plan clubs: lowest")
    count = len(talk.letters)
    talk.acts()
    (letter,) = new(talk, count, who)
    assert letter.events == ["receipt"]
    assert [one.events for one in talk.letters[count:] if one.to == LIST] == [["play"]]


def test_a_card_the_clock_played_brings_none(talk: Talk) -> None:
    who = talk.due()
    talk.says(who, "plan rest: lowest")
    count = len(talk.letters)
    talk.passes(days=3, seconds=1)
    assert not receipts(talk, count, who)


def test_turn_letters_go_on_as_always_if_no_rule_fits(talk: Talk) -> None:
    who = behind(talk, 1)
    talk.says(who, f"plan lead: {legal(talk)[0]}")
    count = len(talk.letters)
    talk.acts()
    assert talk.due() == who
    (letter,) = new(talk, count, who)
    assert letter.events[-1] == "turn" and letter["Spades-Plan"]


def plays_a_plan_in_trick_12(talk: Talk) -> tuple[str, ev.CardPlayed]:
    """Have somebody plan as the last to trick 12; return who, and what that played. The referee plays trick 13 by the
    rule."""
    while len(talk.game().tricks) < 11:
        assert talk.acts().endswith("/accepted")
    who = behind(talk, 3)
    assert talk.says(who, LOW).endswith("/accepted")
    while talk.game().round == 1 and talk.game().result is None:
        assert talk.acts().endswith("/accepted")
    (played,) = (act for act in acts(talk) if act.planned and act.seat == seat(talk, who))
    assert isinstance(played, ev.CardPlayed)
    return who, played


def test_the_next_deal_says_what_plans_played_at_the_end_of_the_round(talk: Talk) -> None:
    who, played = plays_a_plan_in_trick_12(talk)
    for other in ("ann", "bob", "carol", "dave"):
        letter = talk.last(other)
        assert "deal" in letter.events
        assert ("your plans played" in letter.flat) is (other == who)
        assert letter["Spades-Played-By"] == (str(played.turn) if other == who else "")
    assert f"Since your last act by hand, your plans played the {card_text(played.card)}." in talk.last(who).flat
    talk.says(who, "show")
    assert "your plans played" not in talk.last(who).flat, "that was the round before"


def test_the_result_heads_the_last_letter_of_who_plans_too(tmp_path: Path) -> None:
    talk = table(tmp_path, "pride", "hand limit: 1").bids()
    who, played = plays_a_plan_in_trick_12(talk)
    headings = set()
    for other in ("ann", "bob", "carol", "dave"):
        letter = next(one for one in reversed(talk.to(other)) if "end" in one.events)
        text = letter.flat.partition("-- reply above this line -- ")[2]
        headings.add(text.partition(" - ")[0])
        assert text.count("Game 1 is over") == 1 and text.count("Trick 12") <= 1
        assert "you played" not in text, "the last trick is the rule's"
        assert ("your plans played" in text) is (other == who)
    assert len(headings) == 1 and headings.pop().startswith("Game 1 is over")
    mine = next(one for one in reversed(talk.to(who)) if "end" in one.events)
    assert mine["Spades-Played-By"] == str(played.turn) and not mine["Spades-Plan"]
    assert f"your plans played the {card_text(played.card)}." in mine.flat


def test_a_move_that_came_with_other_words_gets_a_receipt(tmp_path: Path) -> None:
    talk = Talk(tmp_path, luck=12).starts()
    who = talk.due()
    for text, receipt in (("bid 3\n\nThanks,\nAnn", False), ("bid 3\n\nWhat a storm we had last night!", True)):
        who, before = talk.due(), len(talk.to(talk.due()))
        assert talk.acts(text) == "MakeBid/accepted"
        events = [letter.events for letter in talk.to(who)[before:]]
        assert any("receipt" in each for each in events) is receipt, text
    who = talk.due()
    assert talk.says(who, "receipts off", proven=True).endswith("accepted")
    before = len(talk.to(who))
    assert talk.acts("bid 3\n\nWhat a storm we had last night!") == "MakeBid/accepted"
    assert not [letter for letter in talk.to(who)[before:] if "receipt" in letter.events]
