"""The ends of plans, of which their owner hears in one letter; and what sheets of their own do with plans."""

from pathlib import Path

import pytest

from referee.spades import events as ev
from tests.by_mail.planning import LOW, acts, behind, hand, legal, name, new, plans, seat
from tests.by_mail.sheet_tables import NO_FACE_NO_SPADE, table
from tests.talk import LIST, NAMES, Talk, address


@pytest.fixture
def talk(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts().bids()


def test_a_void_ends_the_plans_made_since_and_tells_their_owner(talk: Talk) -> None:
    early, late = behind(talk, 1), behind(talk, 2)
    turn = talk.game().turn
    talk.says(early, "plan rest: duck")
    talk.acts()
    talk.says(late, f"plan void: lowest\n{LOW}")
    count = len(talk.letters)
    talk.master(f"rule void to turn {turn} because of a mistake")
    assert plans(talk, early) == ["rest: duck"], "it was made before"
    assert plans(talk, late) == []
    (letter,) = new(talk, count, late)
    assert "void: lowest" in letter.flat and "ended" in letter.flat
    for who in {n.lower() for n in NAMES} - {late}:
        assert all("ended" not in one.flat for one in new(talk, count, who))


@pytest.mark.parametrize("later", [0, 1, 4])
def test_who_has_a_plan_whose_card_was_undone_hears_that_it_stands(talk: Talk, later: int) -> None:
    """`later`: the cards that others, or its owner by hand, played after it."""
    who, turn = behind(talk, 1), talk.game().turn
    talk.says(who, "plan rest: lowest")
    talk.acts()
    assert acts(talk)[-1].planned
    for _ in range(later):
        talk.acts()
    count = len(talk.letters)
    talk.master(f"rule void to turn {turn} because of a mistake")
    assert plans(talk, who) == ["rest: lowest"]
    said = "A ruling took back what your plans did. These plans stand, and act again: rest: lowest."
    assert [said in one.flat for one in new(talk, count, who)] == [True]
    assert all("These plans stand" not in one.flat for one in talk.letters[count:] if one.to != address(who))
    count = len(talk.letters)
    talk.acts()
    assert all("These plans stand" not in one.flat for one in talk.letters[count:]), "once"


def test_a_redeal_ends_plans_and_tells_their_owner(tmp_path: Path) -> None:
    talk = table(tmp_path, "sigma", luck=NO_FACE_NO_SPADE[2])
    planner = name(talk, 3)
    talk.says(planner, "show")
    assert talk.says(planner, "plan hearts: lowest") == "MakePlan/accepted"
    talk.says(name(talk, 2), "show")
    count = len(talk.letters)
    assert talk.says(name(talk, 2), "misdeal") == "Misdeal/accepted"
    assert not any(talk.game().plans)
    (letter,) = new(talk, count, planner)
    assert "hearts: lowest" in letter.flat
    assert "hearts: lowest" not in "".join(one.flat for one in talk.letters[count:] if one.to != address(planner))


def test_a_replacement_ends_plans_and_the_old_player_hears_of_it(talk: Talk) -> None:
    who = behind(talk, 1)
    talk.says(who, "plan hearts: lowest")
    count = len(talk.letters)
    talk.master(f"replace {who.title()} with Eve <eve@club.test>")
    assert not any(talk.game().plans)
    (letter,) = new(talk, count, who)
    assert "your plans in it have ended" in letter.flat
    assert "hearts: lowest" not in "".join(one.flat for one in talk.letters[count:] if one.to != address(who))


def test_a_misplay_ends_no_plans(talk: Talk) -> None:
    who = behind(talk, 1)
    talk.says(who, LOW)
    stood = plans(talk, who)
    talk.acts(f"play {hand(talk, who)[0]}")
    assert any(isinstance(event, ev.Misplayed) for event in talk.trail())
    assert plans(talk, who) == stood


def test_after_a_misplay_a_plan_of_the_same_mail_does_not_take_the_turn(talk: Talk) -> None:
    who = talk.due()
    talk.says(who, f"plan lead: {legal(talk)[0]}\nplay {hand(talk, behind(talk, 1))[0]}")
    assert any(isinstance(event, ev.Misplayed) for event in talk.trail())
    assert talk.due() == who and not talk.game().trick


# a bid is for the turn at which it is next due


def test_a_bid_that_is_not_legal_at_its_turn_is_dropped_and_not_made_later(tmp_path: Path) -> None:
    talk = table(tmp_path, "pride")
    first, partner = talk.due(), behind(talk, 2)
    talk.says(partner, "bid 1")
    count = len(talk.letters)
    talk.says(first, "bid 1")
    if talk.due() != partner:
        talk.acts()
    (letter,) = (one for one in new(talk, count, partner) if "turn" in one.events)
    assert "These plans of yours have ended: bid 1, which is not allowed now." in letter.flat
    assert "Your plans:" not in letter.flat and not plans(talk, partner)
    assert all("have ended" not in one.flat for one in talk.letters[count:] if one.to != address(partner))
    assert talk.says(first, "bid 5") == "MakeBid/accepted"
    assert talk.due() == partner, "they think again"


def test_a_void_that_takes_a_planned_bid_back_tells_its_owner_that_it_has_ended(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    one, two = behind(talk, 1), behind(talk, 2)
    talk.says(two, "nil")
    talk.says(one, "bid 5")
    talk.acts("bid 3")
    turn = acts(talk)[1].turn
    while talk.game().leader is None:
        talk.acts()
    for _ in range(5):
        talk.acts()
    count = len(talk.letters)
    talk.master(f"rule void to turn {turn} because of a slip")
    assert talk.due() == one and not plans(talk, one) and not plans(talk, two)
    for who, bid in ((one, "bid 5"), (two, "bid nil")):
        (letter,) = new(talk, count, who)
        assert f"These plans of yours have ended: {bid}." in letter.flat
        assert "body=bid%204" in letter.html, "another can be tapped at once"
    owners = {address(one), address(two)}
    assert all("have ended" not in each.flat for each in talk.letters[count:] if each.to not in owners)


def test_a_successor_does_not_hear_of_a_bid_that_was_planned_before_them(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who = behind(talk, 1)
    talk.says(who, "bid 5")
    talk.acts("bid 3")
    talk.acts()
    talk.master(f"replace {who.title()} with Eve <eve@club.test>")
    talk.master("rule void to turn 2 because of a slip")
    assert "void" in talk.last("eve").events
    assert "have ended" not in talk.last("eve").flat


def test_a_hand_shown_ends_the_plan_to_bid_blind(tmp_path: Path) -> None:
    talk = table(tmp_path, "sigma")
    who = behind(talk, 2)
    talk.says(who, "bid blind nil")
    assert talk.says(who, "show") == "Show/accepted"
    assert not plans(talk, who)
    letter = talk.last(who)
    assert "These plans of yours have ended: bid blind nil." in letter.flat and "body=bid%204" in letter.html


def test_an_empty_seat_does_not_bid_and_a_planned_bid_is_no_act(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    who = behind(talk, 1)
    talk.says(who, "bid 4")
    assert talk.says(who, "no") == "Stop/accepted"
    assert "You are out of game 1" in talk.last(who).flat and talk.game().paused
    talk.acts("bid 3")
    assert len(acts(talk)) == 1
    talk.master(f"replace {who.title()} with Eve <eve@club.test>")
    assert talk.due() == "eve" and len(acts(talk)) == 1


# pride: a bid may be changed


def test_a_plan_for_a_bid_after_ones_own_is_answered_and_not_kept(tmp_path: Path) -> None:
    talk = table(tmp_path, "pride")
    who = talk.due()
    talk.acts("bid 5")
    assert talk.says(who, "plan bid 6") == "MakePlan/plan-after-bid"
    assert not plans(talk, who)


# fsu: one bid for a team, and a round that may be challenged


def test_a_planned_bid_is_made_while_the_round_before_may_be_challenged(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu").plays_round()
    clock, partner = behind(talk, 3), behind(talk, 1)
    assert talk.says(clock, "bid 5") == talk.says(partner, "bid 6") == "MakeBid/accepted"
    count = len(talk.letters)
    talk.acts("bid 4")
    made = acts(talk)[-1]
    assert isinstance(made, ev.BidMade) and (made.seat, made.bid, made.planned) == (seat(talk, clock), 5, True)
    assert all("When the limit runs out" not in one.flat for who in (clock, partner) for one in new(talk, count, who))
    assert talk.says(clock, f"challenge round 1 trick 1 {talk.due()}") == "ChallengeBook/challenge-late"


def test_what_happens_at_the_limit_is_true_for_both_partners(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu")
    talk.acts()
    clock, partner = talk.due(), behind(talk, 2)
    assert "bids 4 for your team, unless your partner has planned a bid." in talk.last(clock).flat
    for who, bid in ((partner, 8), (clock, 6)):
        talk.says(who, f"plan bid {bid}")
    talk.passes(days=2, hours=1)
    assert "When the limit runs out, your plan bids 6. " in talk.last(clock).flat
    assert "your plan bids 8, unless your partner has planned a bid." in talk.last(partner).flat
    talk.passes(days=1)
    (_, made) = acts(talk)
    assert isinstance(made, ev.BidMade) and (made.seat, made.bid) == (seat(talk, clock), 6)


def test_ended_plans_are_told_to_their_owner_alone_on_an_external_list(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"list": LIST, "list_mode": "external"}).starts().bids()
    late, turn = behind(talk, 2), talk.game().turn
    talk.acts()
    talk.says(late, LOW)
    count = len(talk.letters)
    talk.master(f"rule void to turn {turn} because of a mistake")
    (own,) = new(talk, count, late)
    assert "clubs: lowest" in own.flat
    assert all("ended" not in one.flat for one in talk.letters[count:] if one.to != address(late))


@pytest.mark.parametrize(
    "steered", ["salt an old phrase", "concede", "plan forced on", "extend 1 day", "pause\nresume"]
)
def test_what_others_do_meanwhile_does_not_play_a_plan_on_the_turn_it_was_made_on(talk: Talk, steered: str) -> None:
    who, turn = talk.due(), talk.game().turn
    talk.says(who, f"play {legal(talk)[0]}\nplan lead: highest")
    talk.master(f"rule void to turn {turn} because they may think again")
    for line in steered.split("\n"):
        steers = line.startswith(("extend", "pause", "resume"))
        outcome = talk.master(line) if steers else talk.says(behind(talk, 1), line)
        assert outcome.endswith("/accepted")
    assert talk.due() == who and plans(talk, who) == ["lead: highest"]
