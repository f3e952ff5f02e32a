"""Claims, yields, undo, and the answers to them: what is one, and what is conversation."""

from dataclasses import replace

import pytest

from referee.asking import commands as ask
from referee.asking.commands import YieldBooks
from referee.asking.grammar import read_commands, read_mail
from referee.spades import commands as game
from referee.spades.cards import parse_card
from tests.asking.test_grammar import MAIL


def asked(text: str) -> list[ask.Command]:
    reading = read_commands(text)
    assert reading.unclear == ()
    return [each.command for each in reading.asked]


@pytest.mark.parametrize(
    "text", ["claim", "Claim!", "I claim", "I claim the rest", "claim all", "claim all the tricks"]
)
def test_claim(text: str) -> None:
    assert asked(text) == [game.Claim()]


@pytest.mark.parametrize(
    "text", ["undo", "Undo.", "undo please", "undo my last card", "undo the bid", "undo last play"]
)
def test_undo(text: str) -> None:
    assert asked(text) == [game.Undo()]


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("yield", YieldBooks()),
        ("I yield.", YieldBooks()),
        ("yield all", YieldBooks()),
        ("yield the rest", YieldBooks()),
        ("yield 3", YieldBooks(3)),
        ("we yield three tricks", YieldBooks(3)),
        ("yield 13 books please", YieldBooks(13)),
        ("yield 3 to Bob 2 Dave 1", YieldBooks(3, (("Bob", 2), ("Dave", 1)))),
        ("yield 3 to Bob 2, Dave 1", YieldBooks(3, (("Bob", 2), ("Dave", 1)))),
        ("yield 3 to Bob 2 and Dave 1.", YieldBooks(3, (("Bob", 2), ("Dave", 1)))),
        ("yield 3 to: Bob: 2, Dave: 1", YieldBooks(3, (("Bob", 2), ("Dave", 1)))),
        ("yield 3 to Bob two tricks, Dave one trick", YieldBooks(3, (("Bob", 2), ("Dave", 1)))),
        ("yield 3 to Bob", YieldBooks(3, (("Bob", 3),))),
        ("yield 3 to Jean-Luc P.", YieldBooks(3, (("Jean-Luc P", 3),))),
        ("yield 3 to Ann 2 2, 4th Player 1", YieldBooks(3, (("Ann 2", 2), ("4th Player", 1)))),
    ],
)
def test_yield(text: str, command: YieldBooks) -> None:
    assert asked(text) == [command]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("yield 0", "gives no trick"),
        ("yield 14", "more than there are; write it like `yield 3`"),
        (
            "yield 3 to Bob and Dave",
            "who gets how many of the 3; write it like `yield 3`, or `yield 3 to Bob 2, Dave 1`",
        ),
        ("yield 3 to Bob 2 Dave 2", "who gets how many of the 3"),
        ("yield 3 to Bob 1, Dave 1, Eve 1", "who gets how many of the 3"),
        ("yield 3 to Ann 2 2 4th Player 1", "who gets how many of the 3"),
        ("yield 3 to 2 1", "who gets how many of the 3"),
        ("claim 3", "write `claim`, or `yield 2`"),
        ("receipts", "receipts on"),
        ("receipts never", "`receipts on` or `receipts off`"),
    ],
)
def test_unclear(text: str, hint: str) -> None:
    (unclear,) = read_commands(text).unclear
    assert hint in unclear.why


@pytest.mark.parametrize(
    "line",
    [
        "claim to fame",
        "claim back my evening",
        "yield sign",
        "yield to traffic",
        "yield 3 or 4 maybe",
        "undo that later",
        "undo the damage",
        "no way",
        "no, thanks",
        "no problem",
        "back to work",
        "back soon",
        "receipts are in the mail",
    ],
)
def test_conversation(line: str) -> None:
    reading = read_commands(line)
    assert (reading.asked, reading.unclear, reading.no, reading.chat) == ((), (), None, line)


def test_back_and_receipts() -> None:
    assert asked("back") == asked("I'm back!") == asked("Back again.") == [ask.Back()]
    assert asked("receipts on\nReceipt off") == [ask.SetReceipts(True), ask.SetReceipts(False)]


def test_no_is_conversation_that_may_be_an_answer() -> None:
    for text in ("no", "No.", "\nNO!\n\nsorry", "hm\nno"):
        reading = read_commands(text)
        assert (reading.asked, reading.unclear) == ((), ())
        assert reading.chat == next(line for line in text.split("\n") if line)
        assert reading.no is not None and reading.no.command == ask.No()
    reading = read_commands("no\nQS")
    assert [each.command for each in reading.asked] == [ask.BareCard(parse_card("QS"))]
    assert reading.no is not None and reading.no.line == "no"


def test_an_old_no_is_no_answer() -> None:
    assert read_commands("fine\n\nOn 3 Mar 2026 R <r@x.org> wrote:\n\nno").no is None


def test_a_no_in_the_subject_counts_as_other_commands_there_do() -> None:
    titled = read_mail(replace(MAIL, subject="no", text="Sorry"))
    assert titled.no is not None and titled.chat == "Sorry"
    assert read_mail(replace(MAIL, subject="no", text="Sorry", reply_subject=True)).no is None
    assert read_mail(replace(MAIL, subject="no", text="bid 4")).no is None
    both = read_mail(replace(MAIL, subject="bid 4", text="no"))
    assert both.no is not None and [each.command for each in both.asked] == [game.MakeBid(4)]
