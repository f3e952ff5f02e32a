"""Mails whose From does not name exactly one address: a bounce counts, and the holder of the reply address gets a
letter."""

from pathlib import Path

import pytest

from referee.desk.outgoing import envelope_sender
from tests.by_mail.returned import queued
from tests.talk import MASTER, Letter, Talk, tokens

NOBODY = {
    "empty": "From: <>\n",
    "a daemon without address": "From: MAILER-DAEMON <>\n",
    "a daemon's name alone": "From: MAILER-DAEMON\n",
    "a daemon at no host": "From: <MAILER-DAEMON@>\n",
    "none": "",
    "nothing": "From:\n",
    "two": "From: a@else.test, b@else.test\n",
    "not ASCII": "From: \u00fc@else.test\n",
}


@pytest.fixture
def table(tmp_path: Path) -> Talk:
    return Talk(tmp_path).starts()


@pytest.mark.parametrize("name", NOBODY)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_bounce_counts_at_the_return_address_whoever_sends_it(table: Talk, name: str, ends: str) -> None:
    letter = queued(table, table.due(), "turn")
    to = envelope_sender(table.settings, letter.secret)
    raw = f"{NOBODY[name]}To: {to}\nSubject: Mail system\nDate: Tue, 24 Nov 2026 12:00:00 +0000\n\nuser unknown\n"
    assert table.deliver(raw.replace("\n", ends).encode()) == "bounce"
    assert table.letters[-1].to == MASTER, "the Gamesmaster hears of it"


def test_so_does_one_that_the_server_delivered_there(table: Talk) -> None:
    letter = queued(table, table.due(), "turn")
    to = envelope_sender(table.settings, letter.secret)
    raw = f"Delivered-To: {to}\r\n" + "From: MAILER-DAEMON <>\rTo: somebody@else.test\rSubject: x\r\rgone\r"
    assert table.deliver(raw.encode()) == "bounce"


def test_elsewhere_such_mail_is_left_alone(table: Talk) -> None:
    before = len(table.letters)
    for head in NOBODY.values():
        assert table.deliver(f"{head}To: referee@club.test\n\nconcede\n".encode()) == "ignored/no single sender"
    assert len(table.letters) == before


def written(table: Talk, head: str, text: str = "concede", more: str = "") -> tuple[str, list[Letter]]:
    """Write to the reply address of the player to act; return the outcome and the letters that it brought."""
    before = len(table.letters)
    to = table.last(table.due())["Reply-To"]
    outcome = table.deliver(f"{head}To: {to}\n{more}Subject: [Spades 1]\n\n{text}\n".encode())
    return outcome, table.letters[before:]


def test_the_holder_of_the_reply_address_gets_a_letter(table: Talk) -> None:
    who, trail = table.due(), table.trail()
    outcome, letters = written(table, "From: a@else.test, b@else.test\n", "bid 3")
    assert outcome == "refused/no-single-sender"
    assert [(letter.to, letter.events) for letter in letters] == [(f"{who}@club.test", ["error"])]
    assert "does not name exactly one address" in letters[0].flat
    assert "else.test" not in letters[0].text, "nothing of a mail that may be anybody's is repeated"
    assert table.trail() == trail
    assert tokens(letters[0])
    assert table.acts("bid 3") == "MakeBid/accepted", "the reply address is still good"


def test_they_get_it_once_a_turn(table: Talk) -> None:
    assert len(written(table, "From: Carol\n")[1]) == 1
    assert written(table, "From: Carol \n")[0] == "refused/no-single-sender no-slot"


@pytest.mark.parametrize(
    "more",
    ["Auto-Submitted: auto-replied\n", "List-Id: <x.test>\n", "Cc: friend@else.test\n", "Precedence: auto_reply\n"],
)
def test_machines_lists_and_mail_to_others_bring_no_letter(table: Talk, more: str) -> None:
    outcome, letters = written(table, "From: a@else.test, b@else.test\n", more=more)
    assert outcome == "ignored/no single sender"
    assert not letters


def test_a_reply_address_that_is_not_good_brings_none(table: Talk) -> None:
    raw = f"From: Carol\nTo: referee+{'a' * 24}@club.test\n\nbid 3\n"
    assert table.deliver(raw.encode()) == "ignored/no single sender"
