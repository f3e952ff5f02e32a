"""The words of refusals where sheets differ: each fits the sheet of the game, and names what works on it."""

from datetime import timedelta
from pathlib import Path

import pytest

from referee.table.refusal import Reason
from referee.telling.error_answers import Refused
from referee.telling.templates import templates_in
from tests.talk import STARTER, Talk

JOKERS = ("BJ", "LJ")
LEADER_WITH_A_JOKER = 5
"""The seed of a first deal in which seat 1 holds a joker."""


def table(folder: Path, sheet: str, *changes: str, luck: int = 1, **sections: dict[str, object]) -> Talk:
    return Talk(folder, luck=luck, seeds=(), **sections).starts("\n".join((STARTER, f"sheet: {sheet}", *changes)))


def name(talk: Talk, seat: int) -> str:
    return talk.game().names[seat - 1]


def answer(talk: Talk, who: str, line: str, outcome: str) -> str:
    """Return the answer to a refused line, as one line; each on a day of its own, since the referee repeats no
    refusal."""
    talk.now += timedelta(days=1)
    assert talk.deliver(talk.mail(who, line, subject="[Spades 1]", proven=True)) == outcome
    text = " ".join(talk.last(who).text.split())
    assert "error" in talk.last(who).events and line in text
    return text.partition(f"> {line} ")[2]


def shown(talk: Talk) -> Talk:
    for seat in (1, 2, 3, 4):
        talk.says(name(talk, seat), "show")
    return talk


@pytest.mark.parametrize(
    ("sheet", "line", "outcome", "what"),
    [
        ("109", "bid blind nil", "MakeBid/not-offered", "a blind bid"),
        ("pride", "blind nil", "MakeBid/not-offered", "a blind bid"),
        ("standard", "misdeal", "Misdeal/not-offered", "a misdeal"),
        ("sigma", "challenge book 1 bob", "ChallengeBook/not-offered", "a challenge"),
    ],
)
def test_what_a_sheet_does_not_have(tmp_path: Path, sheet: str, line: str, outcome: str, what: str) -> None:
    talk = table(tmp_path, sheet)
    text = answer(talk, talk.due(), line, outcome)
    assert text.startswith(f"The sheet of this game does not have {what}, so nothing was done.")
    assert "A line that says rules brings the rules of the sheet." in text
    if "challenge" not in what:
        assert "You may bid " in text


def test_a_hand_that_is_held_back(tmp_path: Path) -> None:
    talk = table(tmp_path, "sigma")
    first = talk.due()
    for line, outcome in (("bid 4", "MakeBid/not-shown"), ("misdeal", "Misdeal/not-shown")):
        text = answer(talk, first, line, outcome)
        assert text.startswith("You have not seen your hand yet,")
        assert "A line that says show brings you your cards" in text and "bid blind nil" in text
    assert talk.says(first, "show") == "Show/accepted"
    text = answer(talk, first, "bid blind nil", "MakeBid/already-shown")
    assert "so you can no longer bid blind" in text and "You may bid 0, 1, 2," in text
    assert "A line that says hand brings it again." in answer(talk, first, "show", "Show/already-shown")


def test_a_blind_nil_that_the_partner_has_made_impossible(tmp_path: Path) -> None:
    talk = table(tmp_path, "sigma")
    for seat, line in ((1, "show"), (1, "bid 3"), (2, "show"), (2, "bid 4")):
        assert talk.says(name(talk, seat), line).endswith("/accepted")
    text = answer(talk, name(talk, 3), "bid blind nil", "MakeBid/team-bid")
    assert "With 0 your team's bids would not add up to what this sheet allows a team, 4 to 26." in text
    assert "A line that says show brings you your hand; then you can bid." in text


def test_a_misdeal_that_is_none(tmp_path: Path) -> None:
    talk = shown(table(tmp_path, "sigma"))
    first = talk.due()
    text = answer(talk, first, "misdeal", "Misdeal/no-misdeal")
    assert "this deal is not a misdeal" in text and "You may bid 0, 1, 2," in text
    assert talk.says(first, "bid 4") == "MakeBid/accepted"
    assert "A misdeal can be called only before your own bid." in answer(talk, first, "misdeal", "Misdeal/bid-stands")
    while talk.game().leader is None:
        assert talk.acts() == "MakeBid/accepted"
    text = answer(talk, first, "misdeal", "Misdeal/playing-now")
    assert "so no bid can be made now, and no misdeal called." in text


def test_the_bid_of_a_team(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu", "bid values: 0 to 13", "team bid: 4 to 13")
    one, three = name(talk, 1), name(talk, 3)
    text = answer(talk, one, "bid 2", "MakeBid/team-bid")
    assert "With 2 your team's bid would not be what this sheet allows a team, 4 to 13. You may bid 4, 5," in text
    text = answer(talk, one, "play QS", "PlayCard/bidding-now")
    assert "Play begins once both teams have bid." in text
    assert talk.says(three, "bid 6") == "MakeBid/accepted"
    text = answer(talk, one, "bid 7", "MakeBid/bid-stands")
    assert "Your team has bid 6 in this round already, and a posted bid stands." in text
    assert "once both teams have bid" in text


def test_a_bid_that_may_be_changed(tmp_path: Path) -> None:
    talk = table(tmp_path, "pride")
    first, other = name(talk, 1), name(talk, 2)
    assert talk.says(first, "bid 5") == "MakeBid/accepted"
    assert talk.says(first, "bid 5") == "MakeBid/made-before"
    assert "You bid 5 in round 1 already, and that stands." in talk.last(first).flat
    text = answer(talk, first, "bid nil", "MakeBid/not-a-bid")
    assert text.startswith("0 is not a bid on this sheet, so")
    assert talk.says(name(talk, 3), "bid 4") == "MakeBid/accepted"
    assert talk.says(other, "bid 4") == "MakeBid/accepted"
    text = answer(talk, first, "bid 6", "MakeBid/bid-stands")
    assert "and it stands now that the other team has bid." in text


def test_a_bid_that_stands_on_109(tmp_path: Path) -> None:
    talk = table(tmp_path, "109")
    first = talk.due()
    assert talk.says(first, "bid nil") == "MakeBid/accepted"
    text = answer(talk, first, "bid 3", "MakeBid/bid-stands")
    assert text.startswith("You have bid nil in this round already, and a posted bid stands. Next you play a card,")
    assert "once all four have bid" in text and "misdeal" not in text


def test_challenges_that_cannot_be(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu")
    while talk.game().leader is None:
        assert talk.acts() == "MakeBid/accepted"
    for _ in range(5):
        assert talk.acts() == "PlayCard/accepted"
    me, left, partner, right = (name(talk, seat) for seat in (1, 2, 3, 4))
    text = answer(talk, me, f"challenge book 1 {partner}", "ChallengeBook/own-team")
    assert f"You can challenge only a player of the other team, {left} or {right}." in text
    assert f"challenge trick 5 {left}" in text
    text = answer(talk, me, f"challenge book 7 {left}", "ChallengeBook/no-such-book")
    assert "There is no such play in trick 7 of round 1: the round has 1 whole trick so far." in text
    assert "history 1" in text and "challenge round 1 trick 1 NAME" in text
    text = answer(talk, me, f"challenge round 3 book 1 {left}", "ChallengeBook/challenge-late")
    assert "Round 3 is not open to challenges" in text and "You can challenge round 1" in text
    text = answer(talk, me, "challenge book 1 Zoe", "ChallengeBook/no-such-player")
    assert "There is no Zoe in this game; its players are " in text
    assert talk.says(me, f"challenge book 1 {left}") == "ChallengeBook/accepted"
    text = answer(talk, me, f"challenge book 1 {left}", "ChallengeBook/challenged-before")
    assert "That play in trick 1 has already been challenged" in text


def test_talk_while_cards_are_played(tmp_path: Path) -> None:
    talk = table(tmp_path, "fsu")
    assert talk.says("ann", "say good luck") == "Say/accepted"
    while talk.game().leader is None:
        assert talk.acts() == "MakeBid/accepted"
    text = answer(talk, "ann", "say well done", "Say/say-playing")
    assert "On this sheet the table may talk only while bids are due" in text and "not passed on" in text


@pytest.mark.parametrize(("sheet", "warns"), [("fsu", True), ("sigma", True), ("109", False)])
def test_talk_on_a_list_cannot_be_held_to_the_sheet(tmp_path: Path, sheet: str, warns: bool) -> None:
    referee = {"list": "list@club.test", "list_mode": "external"}
    talk = table(tmp_path, sheet, referee=referee)  # type: ignore[arg-type]
    text = answer(talk, talk.due(), "say good luck", "Say/say-list")
    assert "please write to list@club.test directly" in text
    assert ("the referee cannot enforce that" in text) == warns


def test_cards_that_may_not_be_played(tmp_path: Path) -> None:
    talk = table(tmp_path, "pride", luck=LEADER_WITH_A_JOKER)
    while talk.game().leader is None:
        assert talk.acts() == "MakeBid/accepted"
    leader = talk.due()
    hand = talk.last(leader)["Spades-Hand"].split()
    spade = next(card for card in hand if card[1] == "S" or card in JOKERS)
    text = answer(talk, leader, f"play {spade}", "PlayCard/illegal-card")
    assert "spades may not be led before one has been played in this round, unless you hold nothing else" in text
    assert "It costs you nothing. You may play " in text
    away = next(card for card in (*JOKERS, "2S", "AS") if card not in hand)
    text = answer(talk, leader, f"play {away}", "PlayCard/illegal-card")
    assert "cannot be played now: it is not in your hand." in text


def test_a_joker_is_a_spade(tmp_path: Path) -> None:
    talk = table(tmp_path, "pride", luck=LEADER_WITH_A_JOKER)
    while talk.game().leader is None:
        assert talk.acts() == "MakeBid/accepted"
    joker = next(card for card in talk.last(talk.due())["Spades-Hand"].split() if card in JOKERS)
    text = answer(talk, talk.due(), f"play {joker}", "PlayCard/illegal-card")
    assert "jokers are spades, and spades may not be led before" in text


def test_a_challenge_that_is_late_names_no_round_that_is_never_played() -> None:
    """Another challenge has won the game: what was dealt after it is not open either."""
    late = {number: Refused("challenge", Reason.CHALLENGE_LATE, {"round": 1, "open": number}) for number in (2, None)}
    first, second = (" ".join(templates_in(None).refusal(late[number], None).split()) for number in (2, None))
    assert first.endswith(
        "whichever comes first. You can challenge round 2, like this: challenge round 2 trick 5 NAME."
    )
    assert second.endswith("whichever comes first.")
