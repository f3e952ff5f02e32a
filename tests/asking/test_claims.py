"""Claims, and the yes or no of players: what is one, and what is conversation."""

from dataclasses import replace

import pytest

from referee.asking import commands as ask
from referee.asking.grammar import read_commands, read_mail
from referee.spades import commands as game
from referee.spades.cards import parse_card
from tests.asking.reading import asked
from tests.asking.test_grammar import MAIL


@pytest.mark.parametrize(
    "text", ["claim", "Claim!", "I claim", "I claim the rest", "claim all", "claim all the tricks"]
)
def test_claim(text: str) -> None:
    assert asked(text) == [game.Claim()]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("claim 3", "a claim is for all tricks that are left; write `claim`"),
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
        "yield",
        "yield 3",
        "undo",
        "undo my last card",
        "no way",
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
    for text in ("no", "No.", "\nNO!\n\nsorry", "hm\nno", "No, thanks", "no thank you!"):
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
