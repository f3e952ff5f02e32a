"""Plans that act: when they do, in which order, and that a chain of acts is one act for letters, clock and mail.
Receipts: a letter of one's own about one's own act, for those who plan, once a chain and never beside a turn."""

from pathlib import Path

import pytest

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.store import clocks
from referee.store.games import hide
from referee.store.outbox import next_letter
from referee.store.people import change
from referee.telling.formats import card_name
from tests.by_mail.planning import (
    LOW,
    acts,
    behind,
    common_suit,
    hand,
    leads,
    legal,
    name,
    new,
    person,
    plans,
    seasoned,
    seat,
)
from tests.by_mail.sheet_tables import table
from tests.talk import LIST, Letter, Talk


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
    assert "PlayCard/not-your-turn" in talk.says(who, "yes", answers=offer)
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
    letter = talk.last(other)
    assert "found no command" in letter.flat and ">Ask the Gamesmaster</a>" in letter.html
    assert letter.flat.index("says help") < letter.flat.index('A line like "ask ') < letter.flat.index("says stop")
    assert "If you meant a plan" not in talk.last(other).flat


def test_a_card_that_is_not_held_is_not_offered(talk: Talk) -> None:
    who = behind(talk, 1)
    theirs = hand(talk, behind(talk, 2))[0]
    talk.says(who, f"play {theirs}")
    assert talk.says(who, "yes") == "Yes/nothing-to-confirm"
    assert not plans(talk, who)


def test_a_bid_before_its_turn_is_kept_until_then(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who, count = behind(talk, 2), len(talk.letters)
    assert talk.says(who, "4") == "BareNumber/accepted"
    (letter,) = talk.letters[count:]
    assert letter.to == f"{who}@club.test", "nobody else hears of it"
    assert "your bid of 4 is kept, and counts when your turn comes" in letter.flat.lower()
    assert plans(talk, who) == ["bid 4"] and not acts(talk)
    assert talk.says(who, "bid 5", answers=talk.to(who)[0]) == "MakeBid/accepted", "the deal's letter still proves it"
    talk.acts()
    talk.acts()
    assert acts(talk)[-1] == ev.BidMade(3, seat(talk, who), 5, "player", planned=True)
    assert talk.says(who, "bid 6") == "MakeBid/bid-stands"


def test_a_bid_before_its_turn_must_be_one_that_may_be_made(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    assert talk.says(behind(talk, 1), "bid 14") == "MakeBid/not-a-bid"
    held = table(tmp_path / "sigma", "sigma")
    who = behind(held, 1)
    assert held.says(who, "bid 4") == "MakeBid/not-shown"
    assert held.says(who, "bid blind nil") == "MakeBid/accepted"
    assert plans(held, who) == ["bid blind nil"]


def test_a_misspelt_bid_before_its_turn_is_offered_and_kept(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who = behind(talk, 1)
    talk.says(who, "bidd 4")
    assert "bid 4" in talk.last(who).flat and "yes" in talk.last(who).flat
    assert "MakeBid/accepted" in talk.says(who, "yes") and plans(talk, who) == ["bid 4"]


def test_a_bid_before_its_turn_that_others_can_read_is_not_kept(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who = behind(talk, 1)
    assert talk.says(who, "bid 4", cc="eve@club.test", proven=True) == "MakeBid/private-only"
    assert '"bid 4" before your turn is between you and the referee' in talk.last(who).flat
    talk.says(who, "yes")
    assert not plans(talk, who)


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
    letters = new(talk, count, who)
    assert [letter.events[-1] for letter in letters] in (
        ["play", "reply"],
        ["trick", "reply"],
        ["turn"],
        ["turn", "reply"],
    )


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


def test_a_habit_lasts_for_every_game(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk.says("ann", "plan forced on", proven=True) == "SetHabit/accepted"
    talk.starts().bids()
    talk.plays_round()
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


def test_plans_act_while_the_clock_is_stopped(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    talk.says(who, LOW)
    talk.master("pause")
    count = len(talk.letters)
    talk.acts(f"play {leads(talk, suit)}")
    assert acts(talk)[-1].seat == seat(talk, who) and acts(talk)[-1].planned and talk.game().paused
    assert all("turn" not in one.events for one in new(talk, count, who))


def test_where_all_are_asked_the_bid_that_waits_is_made_before_the_clock_runs(tmp_path: Path) -> None:
    talk = Talk(tmp_path, game={"invitations": "ask"}).starts()
    early, first = behind(talk, 1), talk.due()
    for who, line in ((early, "bid 4"), (behind(talk, 2), "yes"), (behind(talk, 3), "yes")):
        talk.says(who, line)
    count = len(talk.letters)
    talk.says(first, "bid 3")
    assert acts(talk)[-1].planned and not talk.game().paused
    (letter,) = new(talk, count, early)
    assert "turn" not in letter.events and f"{early.title()} 4" in letter.flat


def test_a_successors_habit_acts_when_they_sit_down(talk: Talk) -> None:
    who = to_a_forced_card(talk)
    assert talk.says("eve", "plan forced on", proven=True, answers=None) == "SetHabit/accepted"
    (card,) = legal(talk)
    talk.master(f"replace {who.title()} with Eve <eve@club.test>")
    played = acts(talk)[-1]
    assert isinstance(played, ev.CardPlayed) and played.card == card


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


def test_a_later_mail_for_a_turn_that_a_plan_played_plays_nothing(talk: Talk) -> None:
    who = behind(talk, 1)
    suit = common_suit(talk, who)
    talk.says(who, LOW)
    answer = talk.last(who)
    talk.acts(f"play {leads(talk, suit)}")
    count = len(acts(talk))
    assert talk.says(who, f"play {hand(talk, who)[0]}", answers=answer) == "PlayCard/not-your-turn"
    assert talk.says(who, f"plan {hand(talk, who)[0]}", answers=answer).startswith("MakePlan/stale")
    assert len(acts(talk)) == count


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


@pytest.fixture
def quiet(tmp_path: Path) -> Talk:
    return seasoned(Talk(tmp_path).starts()).bids()


def receipts(quiet: Talk, count: int, who: str) -> list[Letter]:
    return [letter for letter in new(quiet, count, who) if "receipt" in letter.events]


def test_who_plays_by_hand_gets_no_receipt(quiet: Talk) -> None:
    who = quiet.due()
    quiet.says(who, "plan clubs: lowest")
    count = len(quiet.letters)
    quiet.acts()
    quiet.passes(hours=2)
    assert not receipts(quiet, count, who)


def plays_by_plan(quiet: Talk) -> tuple[str, Card]:
    """Let a plan play for whoever comes second to a trick. Return their name and the card."""
    who = behind(quiet, 1)
    card = leads(quiet, common_suit(quiet, who))
    quiet.says(who, LOW)
    quiet.acts(f"play {card}")
    played = acts(quiet)[-1]
    assert isinstance(played, ev.CardPlayed) and played.planned and played.seat == seat(quiet, who)
    return who, played.card


def test_a_receipt_of_a_plan_comes_within_the_hour_if_no_other_letter_does(quiet: Talk) -> None:
    who, card = plays_by_plan(quiet)
    count = len(quiet.letters)
    quiet.passes(minutes=59)
    assert not new(quiet, count, who)
    quiet.passes(minutes=2)
    (letter,) = new(quiet, count, who)
    assert letter.events == ["receipt"] and letter["Spades-Plan"] and letter["Spades-Hand"]
    assert f"Your plans played the {card_name(card)}" in letter.flat
    assert len(quiet.letters) == count + 1, "nobody else hears of it"
    quiet.passes(hours=12)
    assert not receipts(quiet, count + 1, who), "once is enough"


def test_a_receipt_goes_into_a_letter_of_the_same_hour(quiet: Talk) -> None:
    who, card = plays_by_plan(quiet)
    count = len(quiet.letters)
    while quiet.due() != who:
        quiet.acts()
    assert quiet.last(who).events[-1] == "turn"
    assert f"your plans played the {card_name(card)}" in quiet.last(who).flat
    quiet.passes(hours=12)
    assert not receipts(quiet, count, who)


def test_of_receipts_of_plans_one_comes_in_six_hours(quiet: Talk) -> None:
    who = plays_by_plan(quiet)[0]
    quiet.passes(hours=1)
    assert quiet.last(who).events == ["receipt"]
    quiet.says(who, "plan off")
    quiet.deliver(tapped(quiet, who, "plan partner: lowest"))
    count = len(quiet.letters)
    quiet.passes(hours=5)
    assert not new(quiet, count, who)
    quiet.passes(hours=1)
    (letter,) = new(quiet, count, who)
    assert letter.events == ["receipt"] and "partner: lowest" in letter["Spades-Plan"]


def test_a_receipt_that_is_due_survives_the_daemon_and_holds_up_no_other_letter(quiet: Talk) -> None:
    who = plays_by_plan(quiet)[0]
    with quiet.store.reading() as tx:
        assert clocks.receipts_owed(tx, 1) == {seat(quiet, who)}
        assert next_letter(tx) is None, "nothing lies in the outbox meanwhile"


def tapped(talk: Talk, who: str, line: str) -> bytes:
    """Return the mail of a button in the last letter: a mail of its own, with nothing but the line in it."""
    return talk.mail(who, line, to=talk.last(who)["Reply-To"])


def test_a_plan_from_a_button_is_shown_by_the_next_letter(quiet: Talk) -> None:
    who, count = behind(quiet, 1), len(quiet.letters)
    assert quiet.deliver(tapped(quiet, who, "plan hearts: win, lowest")) == "MakePlan/accepted"
    assert plans(quiet, who) == ["hearts: win, lowest"] and not new(quiet, count, who)
    quiet.passes(hours=1)
    (letter,) = new(quiet, count, who)
    assert letter.events == ["receipt"] and "Your plans stand" in letter.flat
    assert "Whenever hearts are led, you play your cheapest heart that wins" in letter.flat


@pytest.mark.parametrize("line", ["plan hearts low", "plan hearts: lowest\nHi!", "plan\nhearts: lowest"])
def test_a_plan_in_other_words_is_answered_at_once(quiet: Talk, line: str) -> None:
    who, count = behind(quiet, 1), len(quiet.letters)
    quiet.deliver(tapped(quiet, who, line))
    assert [letter.events for letter in new(quiet, count, who)] == [["reply"]]


def test_a_plan_that_cannot_play_all_it_says_is_answered_at_once(quiet: Talk) -> None:
    who, count = behind(quiet, 1), len(quiet.letters)
    other = hand(quiet, behind(quiet, 2))[0]
    quiet.deliver(tapped(quiet, who, f"plan lead: {other}, lowest"))
    assert "You do not hold the" in new(quiet, count, who)[0].flat


def test_a_bid_from_a_button_is_kept_without_an_answer(tmp_path: Path) -> None:
    talk = seasoned(Talk(tmp_path).starts())
    who, count = behind(talk, 2), len(talk.letters)
    assert talk.deliver(tapped(talk, who, "bid 4")) == "MakeBid/accepted"
    assert plans(talk, who) == ["bid 4"] and not talk.letters[count:]
    talk.passes(hours=1)
    assert [letter.events for letter in new(talk, count, who)] == [["receipt"]]
    assert "Your plans: bid 4." in talk.last(who).flat


def test_a_typed_plan_is_answered_at_once(quiet: Talk) -> None:
    who, count = behind(quiet, 1), len(quiet.letters)
    quiet.says(who, "plan hearts: win, lowest")
    assert [letter.events for letter in new(quiet, count, who)] == [["reply"]]


def test_a_plan_for_the_running_turn_is_answered_with_its_card(quiet: Talk) -> None:
    who, count = quiet.due(), len(quiet.letters)
    quiet.deliver(tapped(quiet, who, "plan lead: lowest"))
    assert "answer with one line" in new(quiet, count, who)[0].flat


def test_a_beginner_hears_of_each_act_in_a_line_until_they_stop_that(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who, count = talk.due(), len(talk.letters)
    talk.acts("bid 4")
    (letter,) = new(talk, count, who)
    assert letter["Subject"] == "[Spades 1] Noted: you bid 4"
    assert letter.events == ["reply"] and letter.flat.partition("receipts off")[0].count("You bid 4. Next: ") == 1
    assert "receipts%20off" in letter.html
    assert talk.deliver(tapped(talk, who, "receipts off")) == "SetReceipts/accepted"
    while talk.due() != who:
        talk.acts("bid 3")
    count = len(talk.letters)
    assert talk.acts() == "PlayCard/accepted", "who bid most leads"
    assert not noted(talk, count, who)


def noted(talk: Talk, count: int, who: str) -> list[Letter]:
    return [letter for letter in new(talk, count, who) if " Noted: " in letter["Subject"]]


def test_whoever_plays_without_their_name_is_a_beginner_once(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    first, second = talk.due(), behind(talk, 1)
    with talk.store.transaction() as tx:
        hide(tx, 1, (1, 2, 3, 4))
    count = len(talk.letters)
    talk.acts("bid 4")
    assert noted(talk, count, first)
    seasoned(talk)
    talk.acts("bid 4")
    assert not noted(talk, count, second), "an older game counts, whether it shows their name or not"


def test_a_bid_that_was_made_before_is_noted_in_a_line(tmp_path: Path) -> None:
    talk = seasoned(Talk(tmp_path).starts())
    who, letter = talk.due(), talk.last(talk.due())
    talk.acts("bid 4")
    for line, kind in (("bid 4", "MakeBid"), ("4", "BareNumber")):
        assert talk.says(who, line, answers=letter).startswith(f"{kind}/made-before")
        noted_before(talk.last(who), "you bid 4")
    assert "bid-stands" in talk.says(who, "bid 5", answers=letter) and "error" in talk.last(who).events


def test_a_card_that_was_played_before_is_noted_in_a_line(quiet: Talk) -> None:
    who, letter, card = quiet.due(), quiet.last(quiet.due()), legal(quiet)[0]
    quiet.acts(f"play {card}")
    assert quiet.says(who, f"play {card}", answers=letter).startswith("PlayCard/made-before")
    noted_before(quiet.last(who), f"you played the {card_name(card)}")


def noted_before(letter: Letter, said: str) -> None:
    assert letter["Subject"].endswith(f"Noted: {said} in round 1 already, and that stands")
    assert "already, and that stands. Next: " in letter.flat and "Your hand" not in letter.text
    assert letter.events == ["reply"] and "receipts" not in letter.flat + letter.html


def test_a_beginner_gets_the_receipts_of_plans_too(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts().bids()
    who, card = plays_by_plan(talk)
    talk.passes(hours=1)
    assert talk.last(who).events == ["receipt"] and card_name(card) in talk.last(who).flat


def test_whoever_is_no_beginner_hears_nothing_of_an_act(tmp_path: Path) -> None:
    talk = seasoned(Talk(tmp_path).starts())
    who, count = talk.due(), len(talk.letters)
    talk.acts("bid 4")
    assert not new(talk, count, who)


def test_a_beginner_on_the_last_card_of_their_first_round_gets_the_round_alone(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts().bids()
    while talk.game().round == 1:
        who, count = talk.due(), len(talk.letters)
        talk.acts()
    assert [letter.events[0] for letter in new(talk, count, who)] == ["play"]
    while talk.game().leader is None:
        who, count = talk.due(), len(talk.letters)
        talk.acts()
        assert not noted(talk, count, who), "it is their second round"


def test_the_answer_to_a_habit_already_shows_it(quiet: Talk) -> None:
    who = behind(quiet, 1)
    for said, shown, offered in (("on", "Your plans: forced on.", "off"), ("off", "", "on")):
        assert quiet.says(who, f"plan forced {said}", proven=True) == "SetHabit/accepted"
        text = quiet.last(who).flat
        assert shown in text and f"plan forced {offered}" in text and f"plan forced {said}" not in text


def test_a_habit_brings_one_where_it_played_and_none_for_what_was_played_by_hand(quiet: Talk) -> None:
    for who in ("ann", "bob", "carol", "dave"):
        quiet.says(who, "plan forced on")
    seen = 0
    while not seen:
        before, count = len(acts(quiet)), len(quiet.letters)
        quiet.acts()
        by_habit = {name(quiet, act.seat) for act in acts(quiet)[before:] if act.planned} - {quiet.due()}
        quiet.passes(hours=1)
        assert {who for who in ("ann", "bob", "carol", "dave") if receipts(quiet, count, who)} == by_habit
        seen = len(by_habit)


def test_what_a_list_for_one_turn_played_brings_one(quiet: Talk) -> None:
    who = behind(quiet, 1)
    card = leads(quiet, common_suit(quiet, who))
    quiet.says(who, "plan lowest")
    count = len(quiet.letters)
    quiet.acts(f"play {card}")
    assert not plans(quiet, who), "the list was for one turn"
    quiet.passes(hours=1)
    (letter,) = receipts(quiet, count, who)
    assert letter["Spades-Played-By"] == "6"


def test_none_beside_a_turn(quiet: Talk) -> None:
    leader, others = quiet.due(), [behind(quiet, n) for n in (1, 2, 3)]
    card = leads(quiet, common_suit(quiet, *others))
    for who in others:
        quiet.says(who, LOW)
    count = len(quiet.letters)
    quiet.acts(f"play {card}")
    winner = quiet.due()
    quiet.passes(hours=1)
    for who in others:
        (letter,) = new(quiet, count, who)
        assert letter.events[-1] == ("turn" if who == winner else "receipt")
    assert not receipts(quiet, count, leader)


@pytest.mark.parametrize("asks", ["plan off", "plan show", "hand"])
def test_what_an_answer_shows_of_plans_brings_no_receipt(quiet: Talk, asks: str) -> None:
    who, card = plays_by_plan(quiet)
    quiet.says(who, asks)
    assert f"your plans played the {card_name(card)}" in quiet.last(who).flat
    count = len(quiet.letters)
    quiet.passes(hours=12)
    assert not new(quiet, count, who)


def test_a_receipt_without_anything_to_say_is_not_written(quiet: Talk) -> None:
    """A habit played, and its card was taken back."""
    who = plays_by_plan(quiet)[0]
    quiet.says(who, "plan off")
    with quiet.store.transaction() as tx:
        clocks.set_receipt(tx, 1, [seat(quiet, who)], quiet.now)
    quiet.master(f"rule void to turn {acts(quiet)[-2].turn} because it was a slip")
    count = len(quiet.letters)
    quiet.passes(hours=12)
    assert not receipts(quiet, count, who)


def test_receipts_off_stops_the_one_that_is_due(quiet: Talk) -> None:
    who = plays_by_plan(quiet)[0]
    assert quiet.says(who, "receipts off", proven=True) == "SetReceipts/accepted"
    count = len(quiet.letters)
    quiet.passes(hours=12)
    assert not new(quiet, count, who)


def test_receipts_off_and_on(quiet: Talk) -> None:
    who = quiet.due()
    quiet.says(who, "plan clubs: lowest")
    assert quiet.says(who, "receipts off") == "SetReceipts/accepted"
    count = len(quiet.letters)
    quiet.acts()
    assert not receipts(quiet, count, who)
    other = quiet.due()
    assert quiet.says(other, "receipts on") == "SetReceipts/accepted"
    count = len(quiet.letters)
    quiet.acts()
    assert len(receipts(quiet, count, other)) == 1, "of every act, in every game"


def test_on_an_external_list_a_receipt_is_private_and_the_list_has_none(tmp_path: Path) -> None:
    quiet = seasoned(Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts()).bids()
    who = plays_by_plan(quiet)[0]
    count = len(quiet.letters)
    quiet.passes(hours=1)
    (letter,) = quiet.letters[count:]
    assert letter.events == ["receipt"] and letter.to == f"{who}@club.test"


def test_a_card_the_clock_played_brings_none(quiet: Talk) -> None:
    who = quiet.due()
    quiet.says(who, "plan rest: lowest")
    count = len(quiet.letters)
    quiet.passes(days=3, seconds=1)
    assert not receipts(quiet, count, who)


def test_turn_letters_go_on_as_always_if_no_rule_fits(quiet: Talk) -> None:
    who = behind(quiet, 1)
    quiet.says(who, f"plan lead: {legal(quiet)[0]}")
    count = len(quiet.letters)
    quiet.acts()
    assert quiet.due() == who
    (letter,) = new(quiet, count, who)
    assert letter.events[-1] == "turn" and letter["Spades-Plan"]


def plays_a_plan_in_trick_12(quiet: Talk) -> tuple[str, ev.CardPlayed]:
    """Have somebody plan as the last to trick 12; return who, and what that played. The referee plays trick 13 by the
    rule."""
    while len(quiet.game().tricks) < 11:
        assert quiet.acts().endswith("/accepted")
    who = behind(quiet, 3)
    assert quiet.says(who, LOW).endswith("/accepted")
    while quiet.game().round == 1 and quiet.game().result is None:
        assert quiet.acts().endswith("/accepted")
    (played,) = (act for act in acts(quiet) if act.planned and act.seat == seat(quiet, who))
    assert isinstance(played, ev.CardPlayed)
    return who, played


def test_the_next_deal_says_what_plans_played_at_the_end_of_the_round(quiet: Talk) -> None:
    who, played = plays_a_plan_in_trick_12(quiet)
    for other in ("ann", "bob", "carol", "dave"):
        letter = quiet.last(other)
        assert "deal" in letter.events
        assert ("your plans played" in letter.flat) is (other == who)
        assert letter["Spades-Played-By"] == (str(played.turn) if other == who else "")
    assert f"Since your last act by hand, your plans played the {card_name(played.card)}." in quiet.last(who).flat
    quiet.says(who, "show")
    assert "your plans played" not in quiet.last(who).flat, "that was the round before"


def test_the_result_heads_the_last_letter_of_who_plans_too(tmp_path: Path) -> None:
    quiet = table(tmp_path, "pride", "hand limit: 1").bids()
    who, played = plays_a_plan_in_trick_12(quiet)
    for other in ("ann", "bob", "carol", "dave"):
        letter = next(one for one in reversed(quiet.to(other)) if "end" in one.events)
        text = letter.flat.partition("-- reply above this line -- ")[2]
        assert "have won, " in text.partition(".")[0] and text.count("Trick 12") <= 1
        assert "you played" not in text, "the last trick is the rule's"
        assert ("your plans played" in text) is (other == who)
    mine = next(one for one in reversed(quiet.to(who)) if "end" in one.events)
    assert mine["Spades-Played-By"] == str(played.turn) and not mine["Spades-Plan"]
    assert f"your plans played the {card_name(played.card)}." in mine.flat


def test_a_move_that_came_with_other_words_gets_a_receipt(tmp_path: Path) -> None:
    quiet = seasoned(Talk(tmp_path, luck=12).starts())
    who = quiet.due()
    for text, receipt in (("bid 3\n\nThanks,\nAnn", False), ("bid 3\n\nWhat a storm we had last night!", True)):
        who, before = quiet.due(), len(quiet.to(quiet.due()))
        assert quiet.acts(text) == "MakeBid/accepted"
        events = [letter.events for letter in quiet.to(who)[before:]]
        assert any("receipt" in each for each in events) is receipt, text
    who = quiet.due()
    assert quiet.says(who, "receipts off", proven=True).endswith("accepted")
    before = len(quiet.to(who))
    assert quiet.acts("bid 3\n\nWhat a storm we had last night!") == "MakeBid/accepted"
    assert not [letter for letter in quiet.to(who)[before:] if "receipt" in letter.events]
