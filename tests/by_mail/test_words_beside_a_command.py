"""The other words of a mail beside a command: what cannot be undone acts only beside courtesies and names; a bid or
card is asked about if what follows it may take it back. A `yes` to the question does it."""

import re
from pathlib import Path

import pytest

from tests.by_mail.cup import cup
from tests.talk import MASTER, Letter, Talk

FINAL_ACTS = (
    "abort",
    "ABORT.",
    "Abort, please",
    "Hi,\n\nabort\n\nThanks, Ann",
    "Dear referee,\nabort\n\nKind regards\nAnn Example",
    "Hello Bob and all!\n\nabort\n\nThanks for the game everyone! :-)\nBest wishes,\nBob",
    "abort\n\nGm",
    "abort\n\nGood luck!\n\n-- \nAnn\nI never lose, do I?",
    "abort\n\nSorry all\n\nSent from my iPhone",
    "abort\n\nOn Fri, 27 Nov 2026 at 12:00, Spades Referee <referee@example.org> wrote:\n> Is it your turn? No.",
    "forfeit team 1",
    "Good morning,\nreplace Bob with Eve <eve@club.test>\n\nCheers, Dave",
    "rule void to turn 2 because Ann could not see the table, and nobody told her",
    "rule void to turn 2 because Ann could not see the table.\n\nSorry, Ann",
)
FINAL_ASKS = (
    "What happens if I write\n\nabort\n\nnow?",
    "Please do not\n\nabort",
    "I wish I could just write\nabort",
    "Let us talk about this first.\n\nabort",
    "abort\n\nLet us talk about this first.",
    "abort\n\nNo, wait.",
    "abort\n\nBob",
    "abort\n\nSorry, sent too early",
    "abort\n\nThanks to Carol the game goes on",
    "abort\n\nHappy April Fools' Day!",
    "abort\n\nSent from my iPhone\n\nNo, wait, Bob has just moved!",
    "abort\n\n--\nOnly joking :-)",
    "abort\n\nsay I was only joking",
    "forfeit team 1\n\nabort",
    "Dear Bob,\n\nabort\n\nThanks",
    "Hello Bob, abort",
    "abort \u274c",
    "abort\n\n\U0001f602",
    "rule void to turn 2 because Ann could not see the table, if Carol agrees",
    "rule void to turn 2 because <reason>",
    "replace Bob with Eve tomorrow <eve@club.test>",
    "Hi,\n\nabort\n\nTomorrow",
    "abort\n\nTomorrow",
    "abort\n\nThanks\nAnn\nOnce Dave agrees",
    "Thanks, Ann, but\n\nabort",
    "abort\n\nBitte noch nicht.",
    "abort\n?",
    "forfeit team 1\n\nThat is what the rules would say.",
    "replace Bob with Eve <eve@club.test>\n\nI mean Carol, not Bob.",
    "rule void to turn 2 because Ann could not see the table? I don't think so.",
    "rule void to turn 2 because Ann could not see the table. Shall we?",
    "rule void to turn 2 because Ann could not see the table. That is what Bob says.",
    "rule void to turn 2 because of a slip\n\nForget that, Bob is fine with it.",
    "rule void to turn 2 because of a slip\n\ncharge Bob",
)
BIDS_ACT = (
    "bid 4",
    "bid 4\n\nGood luck everyone!",
    "4\n\nSee you at 8",
    "nil\n\nNo worries, partner!",
    "Sorry that I did not write yesterday.\n\nbid 4\n\nBest\nAnn",
    "bid 4\n\nI will be back in 5 days, and I can't wait.",
    "bid 4\n\nRoom 5, 12 March, 7 points",
    "bid 4\n\nMy plane leaves at 4, so 4 it is.",
    "bid 4\n\n-- \nAnn\nNo, really?",
    "hand\nbid 4\n\nThanks",
)
BIDS_ASK = (
    "4\n\nSorry, I meant 5.",
    "bid 4\n\nPlease ignore, pressed send too early.",
    "bid 4\n\nDraft!",
    "bid 4\n\nor would three suit you better?",
    "Bob, all that you have to type is this:\n\nbid 4",
    "I will send my bid after lunch.\n\nbid 4",
    "bid 4\n\nThat was for the other table.",
    "nil\n\nScratch that.",
    "bid nil\nNot sure, though",
    "bid 4\n\nor 5",
    "bid 4\nNo, five.",
    "bid 4\n\nbetter bid five",
    "4\n\nIs that too much?",
    "bid 4\n\nWait for Bob first.",
    "Please don't\nbid 4",
    "Thanks!\nAnn Miller\nElm Street\n4",
    "bid 4\n\nI changed my mind",
    "bid 4\n\nOn reflection, 5.",
    "bid 4\n\nAlthough five would be fun.",
    "bid 4\n\nLet me think again.",
    "bid 4\n\nActually I need more time.",
    "bid 4\n\nbut only if it is my turn",
)
CARDS_ACT = (
    "play QS",
    "play QS\n\n-- \nAnn",
    "play QS\n\nQS at last!",
    "QS\n\nI had 4 of them, as you see.",
    "QS\n\nThanks,\nAnn",
    "QS\n\nBob, how is your mother? Is she out of hospital?",
    "QS\n\nWhy do cards never win races?",
    "QS\n\nIf only the sun would shine!",
    "QS\n\nSorry about the king, Bob. What an ace lead!",
)
CARDS_ASK = (
    "QS\n\nno wait, JH",
    "QS\n\nOr rather the jack of hearts.",
    "Should I play\nQS\n?",
    "QS\n\nOops",
    "QS\n\nand next comes my JH",
    "I cannot play\nQS",
    "QS\n\nIgnore this mail",
    "QS\n\nI need to think about it more.",
    "QS\n\nGive me a day.",
    "QS\n\nI will decide tomorrow.",
    "QS\n\nActually make that the king",
    "QS\n\nhigher one please",
    "QS\n\nThis was meant for Ivy",
    "QS\n\nmy cat walked over the keyboard",
    "QS\n\nThis is for game 4",
    "QS\n\nAfter lunch.",
    "QS\n\nPlease confirm.",
)
YES_ACTS = (
    "yes",
    "Yes!\n\nThanks,\nAnn",
    "Hi,\n\nyes\n\nGood luck all!",
    "yes\n\nThat was a long day.",
    "yes\n\n-- \nAnn\nNo, really?",
    "yes\n\nOn Fri, 27 Nov 2026 at 12:00, Spades Referee <referee@example.org> wrote:\n> Is it your turn? No.",
)
YES_ASKS = (
    "This was not me!\n\nyes",
    "yes\n\nno, stop, I want to ask Ann first!",
    "yes\n\nno wait, let me ask Rob first",
    "no\n\nyes",
    "yes\nno",
    "yes\n\nwait, no",
    "yes\n\nActually, I would rather play 4S.",
    "Let me ask Bob first. If he says\nyes\nI will write again.",
    "Do I have to write\n\nyes\n\nhere?",
    "Is the answer\n\nyes\n\nor no?",
    "yes\n\nI mean yes I am sorry, but I do not want to!",
    "yes\nplay 3S",
    "yes\nbid 5",
)


def asked_about(talk: Talk, who: str, outcome: str) -> Letter:
    """Return the question that a mail brought, which did nothing."""
    assert re.fullmatch(r"(?:\w+/doubtful ?)+", outcome), outcome
    letter = talk.last(who)
    assert letter.events == ["confirm"] and "A question about your m" in letter["Subject"]
    text = letter.flat
    assert ("says more, too" in text or "may not mean it" in text) and "older mail" not in text
    return letter


@pytest.fixture
def bidding(tmp_path: Path) -> Talk:
    return Talk(tmp_path, luck=12).starts()


@pytest.fixture
def leading(bidding: Talk) -> Talk:
    """Return a table at which Ann leads, and holds QS and JH."""
    return bidding.bids()


@pytest.mark.parametrize("text", FINAL_ACTS)
def test_what_cannot_be_undone_acts_beside_courtesies(leading: Talk, text: str) -> None:
    outcome = leading.master(text)
    assert re.fullmatch(r"\w+/accepted", outcome), outcome


@pytest.mark.parametrize("text", FINAL_ASKS)
def test_what_cannot_be_undone_is_asked_about_beside_anything_else(leading: Talk, text: str) -> None:
    before = leading.trail()
    letter = asked_about(leading, MASTER, leading.master(text))
    assert leading.trail() == before
    said = letter.flat
    assert "in game 1, " in said and " against " in said and "asked you for a move" not in said
    outcome = leading.says(MASTER, "yes", answers=letter)
    assert outcome.endswith("Yes/accepted") and "refused" not in outcome, outcome
    assert leading.trail() != before


@pytest.mark.parametrize("text", YES_ACTS)
def test_a_yes_acts_beside_talk(leading: Talk, text: str) -> None:
    letter = asked_about(leading, MASTER, leading.master("Let us talk about this first.\n\nabort"))
    assert leading.says(MASTER, text, answers=letter) == "Abort/accepted Yes/accepted"


@pytest.mark.parametrize("text", YES_ASKS)
def test_a_yes_that_something_may_take_back_does_nothing_and_is_asked_for_alone(leading: Talk, text: str) -> None:
    before = leading.trail()
    letter = asked_about(leading, MASTER, leading.master("Let us talk about this first.\n\nabort"))
    assert leading.says(MASTER, text, answers=letter) == "refused/unclear"
    assert leading.trail() == before
    assert "answer the letter that asked you, not this one, with `yes`" in leading.last(MASTER).flat
    assert leading.says(MASTER, "yes", answers=letter) == "Abort/accepted Yes/accepted"


def writes(talk: Talk, text: str) -> tuple[str, str]:
    """Have whoever is due answer the letter for their turn; return their name, and what came of it."""
    who = talk.due()
    return who, talk.says(who, text, answers=next(each for each in reversed(talk.to(who)) if "turn" in each.events))


@pytest.mark.parametrize("text", BIDS_ACT)
def test_a_bid_acts_beside_talk(bidding: Talk, text: str) -> None:
    _, outcome = writes(bidding, text)
    assert outcome.split()[-1] in ("MakeBid/accepted", "BareNumber/accepted"), outcome


@pytest.mark.parametrize("text", BIDS_ASK)
def test_a_bid_that_something_may_take_back_is_asked_about(bidding: Talk, text: str) -> None:
    who, outcome = writes(bidding, text)
    letter = asked_about(bidding, who, outcome)
    assert "answer the letter that asked you for a move" in letter.flat
    assert bidding.game().bids[0] is None
    assert bidding.says(who, "yes", answers=letter).endswith("/accepted Yes/accepted")
    assert bidding.game().bids[0] == (0 if "nil" in text else 4)


@pytest.mark.parametrize("text", CARDS_ACT)
def test_a_card_acts_beside_talk(leading: Talk, text: str) -> None:
    _, outcome = writes(leading, text)
    assert outcome in ("PlayCard/accepted", "BareCard/accepted")


@pytest.mark.parametrize("text", CARDS_ASK)
def test_a_card_that_something_may_take_back_is_asked_about(leading: Talk, text: str) -> None:
    before = leading.trail()
    who, outcome = writes(leading, text)
    letter = asked_about(leading, who, outcome)
    assert leading.trail() == before
    assert leading.says(who, "yes", answers=letter).endswith("/accepted Yes/accepted")
    assert "QS" in map(str, leading.game().plays()[-1:]) or leading.trail() != before


def test_two_cards_in_a_mail_do_nothing(leading: Talk) -> None:
    before = leading.trail()
    assert writes(leading, "play QS\n\nplay JH")[1] == "refused/unclear"
    assert leading.trail() == before


def test_a_subject_is_turned_by_its_body(leading: Talk) -> None:
    letter = asked_about(leading, MASTER, leading.master("Let us talk about this first.", subject="abort"))
    assert "> abort" in letter.text and "> Let us talk about this first." in letter.text
    assert leading.master("Thanks, Ann", subject="abort") == "Abort/accepted"


@pytest.mark.parametrize(
    "subject", ["Test, please ignore", "Should I do this?", "Please don't send this yet", "never do this"]
)
def test_a_subject_turns_its_body(leading: Talk, subject: str) -> None:
    letter = asked_about(leading, MASTER, leading.master("abort", subject=subject))
    assert leading.says(MASTER, "yes", answers=letter) == "Abort/accepted Yes/accepted"


def test_what_stands_below_a_signature_turns_a_subject(leading: Talk) -> None:
    text = "Thanks\n\nSent from my iPhone\n\nNo, wait, Bob has just moved!"
    asked_about(leading, MASTER, leading.master(text, subject="abort"))


def test_the_same_command_as_subject_and_body_is_one(leading: Talk) -> None:
    assert leading.master("pause", subject="pause") == "Pause/accepted"
    assert leading.says(leading.due(), "stop", subject="stop", proven=True) == "Stop/accepted"


def test_what_turns_a_ruling_within_it_is_shown_once(leading: Talk) -> None:
    assert leading.master("rule void to turn 2 because Ann slept, if Carol agrees") == "VoidTo/doubtful"
    text = leading.last(MASTER).flat
    assert "may not mean it" in text and text.count("if Carol agrees") == 1


def test_a_bid_in_a_subject_is_turned_by_its_body(bidding: Talk) -> None:
    who = bidding.due()
    asked_about(bidding, who, bidding.says(who, "No, 5.", answers=None, subject="bid 4", proven=True))
    assert bidding.says(who, "Hello!", answers=None, subject="bid 4", proven=True) == "MakeBid/accepted"


def test_a_question_beside_what_is_turned_is_dropped(leading: Talk) -> None:
    letter = asked_about(leading, MASTER, leading.master("status\nabort\n\nor should I wait?"))
    assert "> status" not in letter.text
    assert leading.says(MASTER, "yes", answers=letter) == "Abort/accepted Yes/accepted"


def test_what_its_writer_may_not_do_is_not_asked_about(leading: Talk) -> None:
    who = leading.due()
    assert leading.says(who, "What happens if I write\n\nabort\n\nnow?") == "no-command"
    assert leading.last(who).events == ["reply"]


def test_a_concession_is_asked_about_beside_more_than_courtesy(leading: Talk) -> None:
    letter = asked_about(leading, "bob", leading.says("bob", "concede\n\nif Dave does", proven=True))
    assert not leading.game().conceded
    assert leading.says("bob", "yes", answers=letter) == "Concede/accepted Yes/accepted"
    text = "Well played!\n\nconcede\n\nThanks for the game,\nDave"
    assert leading.says("dave", text, proven=True) == "Concede/accepted"


def test_an_unproven_mail_needs_a_yes_whatever_else_it_says(leading: Talk) -> None:
    outcome = leading.says("bob", "concede\n\nif Dave does", answers=None, subject="[Spades 1]")
    assert outcome == "Concede/doubtful" and "Was this mail yours?" in leading.last("bob")["Subject"]
    assert "older mail" not in leading.last("bob").text and not leading.game().conceded


@pytest.mark.parametrize(
    ("who", "text", "does"),
    [
        ("ann", "withdraw from Cup\n\nBye,\nAnn", True),
        ("ann", "withdraw from Cup\n\nBut let me ask Bob first.", False),
        ("ann", "withdraw from Cup because Bob is ill. I think.", False),
        ("gm", "withdraw Kings because they moved away", True),
        ("gm", "withdraw Kings because they moved away\n\nOr is it the Aces?", False),
        ("gm", "cancel Cup because nobody plays\n\nSorry all", True),
        ("gm", "cancel Cup because nobody plays\n\nThat is what I would like to write.", False),
        ("gm", "Please do not\n\ncancel Cup because nobody plays", False),
    ],
)
def test_of_a_tournament_too(tmp_path: Path, who: str, text: str, does: bool) -> None:
    talk = cup(Talk(tmp_path))
    outcome = talk.says(who, text, answers=None, proven=True, subject="[Cup]")
    if does:
        assert re.fullmatch(r"\w+/accepted", outcome), outcome
    else:
        assert talk.says(who, "yes", answers=asked_about(talk, who, outcome)).endswith("/accepted Yes/accepted")
