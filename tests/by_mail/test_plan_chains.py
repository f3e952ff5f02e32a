"""Plans that act: when they do, in which order, and that a chain of acts is one act for letters, clock and mail."""

from pathlib import Path

import pytest

from referee.spades import events as ev
from referee.store.people import change
from tests.by_mail.planning import (
    LOW,
    acts,
    behind,
    common_suit,
    hand,
    leads,
    legal,
    new,
    person,
    plans,
    seat,
)
from tests.talk import Talk


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts().hears_each_play().bids()


def test_a_plan_plays_as_soon_as_its_turn_comes(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    assert set(talk.says(who, LOW).split()) == {"MakePlan/accepted"}
    turn = talk.game().turn
    assert talk.acts(f"play {leads(talk, suit)}") == "PlayCard/accepted"
    played = acts(talk)[-1]
    assert (played.seat, played.by, played.planned, played.turn) == (seat(talk, who), "player", True, turn + 1)
    assert talk.game().turn == turn + 2, "each act has a turn number of its own"


def test_a_chain_is_one_letter_for_each(talk: Talk) -> None:
    one, two, three = (behind(talk, n) for n in (1, 2, 3))
    leader = talk.due()
    suit = common_suit(talk, one, two)
    for who in (one, two):
        talk.says(who, LOW)
    count = len(talk.letters)
    talk.acts(f"play {leads(talk, suit)}")
    for who in (leader, one, two, three):
        (letter,) = new(talk, count, who)
        assert letter["Spades-Event"].startswith("play,play,play")
        assert letter["Spades-Turn"] == str(talk.game().turn)
    assert new(talk, count, three)[0].events[-1] == "turn"
    assert len(talk.letters) == count + 4


def test_a_whole_trick_follows_from_one_card(talk: Talk) -> None:
    others = [behind(talk, n) for n in (1, 2, 3)]
    suit = common_suit(talk, *others)
    for who in others:
        talk.says(who, LOW)
    count = len(talk.letters)
    talk.acts(f"play {leads(talk, suit)}")
    assert len(talk.game().tricks) == 1 and not talk.game().trick
    winner = talk.due()
    (letter,) = new(talk, count, winner)
    assert "trick" in letter.events and letter.events[-1] == "turn"


def test_a_rule_sent_on_ones_own_turn_does_not_act_on_it(talk: Talk) -> None:
    who = talk.due()
    turn = talk.game().turn
    talk.says(who, f"{LOW}\nlead: lowest")
    assert talk.game().turn == turn and plans(talk, who)


def test_the_answer_offers_its_card_and_yes_plays_it(talk: Talk) -> None:
    who, card = talk.due(), legal(talk)[0]
    talk.says(who, f"plan lead: {card}")
    answer = talk.last(who)
    assert answer.events == ["reply"]
    assert talk.says(who, "yes", answers=answer) == "PlayCard/accepted Yes/accepted"
    played = acts(talk)[-1]
    assert isinstance(played, ev.CardPlayed) and played.card == card and not played.planned


def test_an_offer_is_for_its_turn_alone(talk: Talk) -> None:
    who, card = talk.due(), legal(talk)[0]
    other = legal(talk)[1]
    talk.says(who, f"plan lead: {card}")
    offer = talk.last(who)
    talk.acts(f"play {other}")
    count = len(acts(talk))
    assert "PlayCard/stale" in talk.says(who, "yes", answers=offer)
    assert len(acts(talk)) == count


def test_an_offer_is_taken_once(talk: Talk) -> None:
    who = behind(talk, 1)
    card = hand(talk, who)[0]
    assert talk.says(who, f"play {card}") == "PlayCard/not-your-turn"
    offer = talk.last(who)
    assert "accepted" in talk.says(who, "yes", answers=offer)
    talk.says(who, "plan off")
    assert talk.says(who, "yes", answers=offer) == "Yes/nothing-to-confirm"
    assert not plans(talk, who)


def test_a_card_sent_out_of_turn_is_refused_and_offered_as_a_plan(talk: Talk) -> None:
    who = behind(talk, 1)
    card = hand(talk, who)[0]
    trail = talk.trail()
    assert talk.says(who, f"play {card}") == "PlayCard/not-your-turn"
    assert talk.trail() == trail
    assert talk.last(who).events == ["error"]
    assert talk.says(who, "yes") == "MakePlan/accepted Yes/accepted"
    assert plans(talk, who) == [str(card)]


def test_an_offered_plan_that_comes_on_the_turn_itself_waits_for_a_later_one_and_says_so(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    other = next(card for card in hand(talk, who) if card.suit != suit)
    talk.says(who, f"play {other}")
    offer = talk.last(who)
    talk.acts(f"play {leads(talk, suit)}")
    assert talk.says(who, "yes", answers=offer) == "MakePlan/accepted Yes/accepted"
    assert "a plan made on your turn acts on later turns only" in talk.last(who).flat
    assert plans(talk, who) == [str(other)]


def test_the_echo_says_which_cards_of_a_plan_are_not_held(talk: Talk) -> None:
    who, other = behind(talk, 1), behind(talk, 2)
    theirs = next(card for card in hand(talk, other) if card.suit == "S")
    assert talk.says(who, f"plan {theirs}") == "MakePlan/accepted"
    assert "You do not hold the" in talk.last(who).flat


def test_a_short_line_that_begins_like_a_plan_is_answered_with_an_example(talk: Talk) -> None:
    who = behind(talk, 2)
    assert "no-command" in talk.says(who, "plan whatever is cheap")
    assert 'If you meant a plan, write it like "plan hearts: 3H, lowest"' in talk.last(who).flat
    other = behind(talk, 1)
    talk.says(other, "whatever is cheap")
    assert "found no command" in talk.last(other).flat
    assert "If you meant a plan" not in talk.last(other).flat


def test_a_card_that_is_not_held_is_not_offered(talk: Talk) -> None:
    who = behind(talk, 1)
    theirs = hand(talk, behind(talk, 2))[0]
    talk.says(who, f"play {theirs}")
    assert talk.says(who, "yes") == "Yes/nothing-to-confirm"
    assert not plans(talk, who)


def test_a_bid_out_of_turn_is_offered_as_a_plan(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who = behind(talk, 2)
    assert talk.says(who, "bid 4") == "MakeBid/not-your-turn"
    assert talk.says(who, "yes") == "MakePlan/accepted Yes/accepted"
    talk.acts()
    talk.acts()
    assert acts(talk)[-1] == ev.BidMade(3, seat(talk, who), 4, "player", planned=True)


def test_the_letter_of_an_offer_still_proves_another_card(talk: Talk) -> None:
    who = talk.due()
    first, second = legal(talk)[:2]
    talk.says(who, f"plan lead: {first}")
    assert talk.says(who, f"play {second}", answers=talk.last(who)) == "PlayCard/accepted"


def test_a_card_and_plans_in_one_mail_are_one_chain_and_one_letter(talk: Talk) -> None:
    who = talk.due()
    others = [behind(talk, n) for n in (1, 2, 3)]
    suit = common_suit(talk, *others)
    for other in others:
        talk.says(other, LOW)
    card = leads(talk, suit)
    count = len(talk.letters)
    lines = f"plan lead: lowest\nplay {card}\n{LOW}"
    outcome = talk.says(who, lines, answers=next(x for x in reversed(talk.to(who)) if "turn" in x.events))
    assert outcome.split()[-1] == "PlayCard/accepted" and "refused" not in outcome
    first = acts(talk)[4]
    assert isinstance(first, ev.CardPlayed) and first.card == card and not first.planned
    assert len(acts(talk)) > 8 or talk.due() != who, "its own plans act after the card"
    assert len(new(talk, count, who)) == 1


def to_a_forced_card(talk: Talk) -> str:
    """Play on until somebody is due who has one legal card; return who."""
    while len(legal(talk)) != 1:
        assert talk.acts() == "PlayCard/accepted"
    return talk.due()


def test_forced_acts_at_once_when_it_is_switched_on(talk: Talk) -> None:
    who = to_a_forced_card(talk)
    (card,) = legal(talk)
    count = len(talk.letters)
    assert talk.says(who, "plan forced on") == "SetHabit/accepted"
    played = acts(talk)[-1]
    assert isinstance(played, ev.CardPlayed) and played.card == card and played.planned
    assert len([x for x in new(talk, count, who) if "receipt" in x.events]) == 0, "the answer takes its place"
    assert "Others see that your card came at once." in talk.last(who).flat
    assert talk.says(who, "plan forced off") == "SetHabit/accepted"
    assert not person(talk, who).habits.forced


def test_a_card_of_the_same_mail_is_played_by_hand_even_if_it_is_the_only_one(talk: Talk) -> None:
    who = to_a_forced_card(talk)
    (card,) = legal(talk)
    outcome = talk.says(who, f"plan forced on\nplan rest: duck\nplay {card}")
    assert outcome.split() == ["SetHabit/accepted", "MakePlan/accepted", "PlayCard/accepted"]
    mine = [event for event in acts(talk) if isinstance(event, ev.CardPlayed) and event.card == card]
    assert not mine[0].planned


def test_a_habit_lasts_for_every_game(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk.says("ann", "plan forced on", proven=True) == "SetHabit/accepted"
    talk.starts().bids()
    while talk.game().round == 1:
        assert talk.acts() == "PlayCard/accepted"
    mine = [event for event in acts(talk) if isinstance(event, ev.CardPlayed) and event.seat == seat(talk, "ann")]
    assert any(event.planned for event in mine)


def test_the_last_trick_plays_itself_and_the_next_round_is_dealt(talk: Talk) -> None:
    count = 0
    while talk.game().round == 1:
        count = len(talk.letters)
        assert talk.acts() == "PlayCard/accepted"
    assert talk.game().round == 2
    last = acts(talk)[-4:]
    assert [event.by for event in last] == 4 * ["rule"]
    assert talk.game().silences == (0, 0, 0, 0)
    for who in ("ann", "bob", "carol", "dave"):
        assert len(new(talk, count, who)) == 1, "the last card of trick 12, trick 13 and the deal are one letter"


def test_nothing_follows_while_the_clock_is_stopped_and_resume_goes_on(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    talk.says(who, LOW)
    talk.master("pause")
    talk.acts(f"play {leads(talk, suit)}")
    assert talk.due() == who
    talk.master("resume")
    assert acts(talk)[-1].seat == seat(talk, who) and acts(talk)[-1].planned


def test_a_successors_habit_acts_when_they_sit_down(talk: Talk) -> None:
    who = to_a_forced_card(talk)
    assert talk.says("eve", "plan forced on", proven=True, answers=None) == "SetHabit/accepted"
    (card,) = legal(talk)
    talk.master(f"replace {who.title()} with Eve <eve@club.test>")
    played = acts(talk)[-1]
    assert isinstance(played, ev.CardPlayed) and played.card == card


def test_a_plan_acts_before_the_clock_would_even_one_made_on_that_turn(talk: Talk) -> None:
    who = talk.due()
    card = legal(talk)[-1]
    talk.says(who, f"plan lead: {card}")
    talk.passes(days=3, seconds=1)
    played = acts(talk)[-1]
    assert isinstance(played, ev.CardPlayed)
    assert (played.card, played.by, played.planned) == (card, "player", True)
    assert talk.game().silences == (0, 0, 0, 0)


def test_an_act_by_plan_does_not_end_a_row_of_silences(talk: Talk) -> None:
    who = talk.due()
    talk.passes(days=3, seconds=1)
    place = seat(talk, who)
    assert talk.game().silences[place - 1] == 1
    talk.says(who, f"{LOW}\nlead: lowest")
    while acts(talk)[-1].seat != place or acts(talk)[-1].by == "clock":
        talk.acts()
    assert acts(talk)[-1].planned
    assert talk.game().silences[place - 1] == 1
    talk.says(who, "plan off")
    while talk.due() != who:
        talk.acts()
    talk.acts()
    assert talk.game().silences[place - 1] == 0


def test_a_later_mail_for_a_turn_that_a_plan_played_is_stale(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    talk.says(who, LOW)
    answer = talk.last(who)
    talk.acts(f"play {leads(talk, suit)}")
    count = len(acts(talk))
    assert talk.says(who, f"play {hand(talk, who)[0]}", answers=answer) == "PlayCard/stale"
    assert talk.says(who, f"plan {hand(talk, who)[0]}", answers=answer).startswith("MakePlan/stale")
    assert len(acts(talk)) == count


def test_a_list_is_for_one_turn(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    low = [card for card in hand(talk, who) if card.suit == suit][-1]
    talk.says(who, f"plan {low}, lowest")
    talk.acts(f"play {leads(talk, suit)}")
    played = acts(talk)[-1]
    assert isinstance(played, ev.CardPlayed) and played.card == low and not plans(talk, who)


def test_plan_off_and_show(talk: Talk) -> None:
    who = behind(talk, 1)
    talk.says(who, LOW)
    assert talk.says(who, "plan off hearts") == "DropPlans/accepted"
    assert "hearts: lowest" not in plans(talk, who) and len(plans(talk, who)) == 4
    assert talk.says(who, "plan show") == "ShowPlans/accepted"
    assert talk.last(who)["Spades-Plan"] == "spades: lowest; diamonds: lowest; clubs: lowest; void: lowest"
    assert talk.says(who, "plan off") == "DropPlans/accepted"
    assert not plans(talk, who)
    assert talk.says(who, "plan off") == "DropPlans/no-plan"


def test_bids_are_planned_and_follow_each_other(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    for steps in (1, 2, 3):
        talk.says(behind(talk, steps), f"plan bid {steps + 1}")
    last = behind(talk, 3)
    talk.acts("bid 3")
    made = [(event.bid, event.planned) for event in acts(talk) if isinstance(event, ev.BidMade)]
    assert made == [(3, False), (2, True), (3, True), (4, True)]
    assert talk.due() == last, "who bid most leads"


def test_a_standing_order_to_play_forced_cards_survives_a_restart(talk: Talk) -> None:
    who = to_a_forced_card(talk)
    with talk.store.transaction() as tx:
        change(tx, person(talk, who).id, forced=True)
    before = len(acts(talk))
    talk.master("pause")
    talk.master("resume")
    assert len(acts(talk)) > before
