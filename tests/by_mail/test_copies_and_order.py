"""A mail that was accepted and comes again, in any form or order, changes nothing a second time."""

import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from referee.handle import HANDLED_BEFORE, handle_mail
from referee.store import inbox
from tests.faults.orders import SETS, Mails, all_orders
from tests.talk import MASTER, REFEREE, Letter, Talk, address

Accept = Callable[[Talk], tuple[str, bytes, Letter]]
"""A function that plays a move by one kind of proof; it returns the player, the mail, and the letter that asked for
it."""

SIGNED = {
    "Date": "Tue, 24 Nov 2026 12:00:00 +0000",
    "DKIM-Signature": "v=1; a=rsa-sha256; d=club.test; s=s; h=From:To:Date:Subject; bh=YWJj; b=ZGVm",
}
"""The signature of the sender's server: it does not sign the Message-ID, so anyone may change that."""

BODY = b"\r\n\r\n"


def by_token(talk: Talk) -> tuple[str, bytes, Letter]:
    """Move by the reply address of the turn letter."""
    who, letter, move = asked(talk)
    raw = talk.mail(who, move, answers=letter)
    assert talk.deliver(raw) == "PlayCard/accepted"
    return who, raw, letter


def by_results(talk: Talk) -> tuple[str, bytes, Letter]:
    """Move by the word of the referee's own server."""
    who, letter, move = asked(talk)
    raw = talk.mail(who, move, answers=None, subject="[Spades 1]", headers=SIGNED, proven=True)
    assert talk.deliver(raw) == "PlayCard/accepted"
    return who, raw, letter


def by_both(talk: Talk) -> tuple[str, bytes, Letter]:
    """Move by both."""
    who, letter, move = asked(talk)
    raw = talk.mail(who, move, answers=letter, headers=SIGNED, proven=True)
    assert talk.deliver(raw) == "PlayCard/accepted"
    return who, raw, letter


def by_yes(talk: Talk) -> tuple[str, bytes, Letter]:
    """Move by a confirmation: the mail that moves is the unproven one."""
    who, letter, move = asked(talk)
    raw = talk.mail(who, move, answers=None, subject="[Spades 1]")
    assert talk.deliver(raw) == "PlayCard/unproven"
    assert "PlayCard/accepted" in talk.says(who, "yes")
    return who, raw, letter


def asked(talk: Talk) -> tuple[str, Letter, str]:
    """Return the player to act, the letter that says so, and a move they may make."""
    who = talk.due()
    letter = next(x for x in reversed(talk.to(who)) if "turn" in x.events)
    return who, letter, f"play {letter['Spades-Legal'].split()[0]}"


def other_id(raw: bytes) -> bytes:
    """Return the mail under another Message-ID."""
    head, _, body = raw.partition(BODY)
    lines = [b"Message-ID: <again@x.test>" if x.lower().startswith(b"message-id") else x for x in head.split(b"\r\n")]
    return b"\r\n".join(lines) + BODY + body


def forms(talk: Talk, who: str, raw: bytes, letter: Letter) -> Iterator[tuple[str, bytes]]:
    """Yield the mail in every form in which it may come again; `letter` bears the reply address of that move."""
    top, mark = talk.stamp(address(who)), b"\r\nTo: "
    yield "same bytes", raw
    yield "another Message-ID", other_id(raw)
    yield "no Message-ID", b"\r\n".join(x for x in raw.split(b"\r\n") if not x.lower().startswith(b"message-id"))
    yield "same Message-ID, other bytes", b"X-Hop: 2\r\n" + raw
    yield "same Message-ID, other text", raw + b"and good luck\r\n"
    yield "by way of another address", f"Delivered-To: {REFEREE}\r\nReceived: from a by b; now\r\n".encode() + raw
    yield "delivered to the token", f"Delivered-To: {letter['Reply-To']}\r\n".encode() + raw
    yield "another subject", raw.replace(b"\r\nSubject: ", b"\r\nSubject: Fwd: ")
    yield "to the token", raw.replace(mark, f"{mark.decode()}{letter['Reply-To']}, ".encode())
    yield "to the bare address", raw.replace(letter["Reply-To"].encode(), REFEREE.encode())
    yield "bare line ends", raw.replace(b"\r\n", b"\n")
    yield "other folding", raw.replace(b"\r\nFrom: ", b"\r\nFrom:\r\n ")
    yield "with a second move", raw.rstrip() + b"\r\nconcede\r\n"
    yield "new Message-ID to the token", other_id(raw.replace(mark, f"{mark.decode()}{letter['Reply-To']}, ".encode()))
    if raw.startswith(top):
        yield "without the results", raw.removeprefix(top)
        yield "with results of another id", b"X-Hop: 3\r\n" + top + other_id(raw.removeprefix(top))


def moves(talk: Talk) -> list[str]:
    """Return everything that happened, by name."""
    return [type(event).__name__ for event in talk.trail()]


@pytest.fixture
def playing(table: Talk) -> Talk:
    """Return a table at which the first card is down."""
    table.bids().acts()
    return table


@pytest.mark.parametrize("accept", [by_token, by_results, by_both, by_yes])
def test_no_form_of_it_moves_again_at_once(playing: Talk, accept: Accept) -> None:
    who, raw, letter = accept(playing)
    before = moves(playing)
    for name, copy in forms(playing, who, raw, letter):
        outcome = playing.deliver(copy)
        assert moves(playing) == before, (name, outcome)


@pytest.mark.parametrize("accept", [by_token, by_results, by_both, by_yes])
def test_nor_when_the_turn_came_round_again(playing: Talk, accept: Accept) -> None:
    who, raw, letter = accept(playing)
    while True:
        playing.acts()
        if playing.due() == who:
            break
    before = moves(playing)
    for name, copy in forms(playing, who, raw, letter):
        outcome = playing.deliver(copy)
        assert moves(playing) == before, (name, outcome)
    assert playing.acts() == "PlayCard/accepted", "and the turn is still theirs"


def test_nor_in_another_round(playing: Talk) -> None:
    accepted = [accept(playing) for accept in (by_token, by_results, by_yes)]
    while playing.game().round == 1 or playing.kept().due_what == "bid":
        playing.acts()
    for who, raw, letter in accepted:
        while playing.due() != who:
            playing.acts()
        before = moves(playing)
        for name, copy in forms(playing, who, raw, letter):
            outcome = playing.deliver(copy)
            assert moves(playing) == before, (name, outcome)


def test_the_token_of_the_last_turn_is_good_for_no_other_move(playing: Talk) -> None:
    who, _, letter = by_token(playing)
    while True:
        playing.acts()
        if playing.due() == who:
            break
    before = moves(playing)
    for card in playing.last(who)["Spades-Legal"].split():
        assert "stale" in playing.says(who, f"play {card}", answers=letter)
    assert moves(playing) == before


def test_an_unspent_token_of_an_earlier_turn_is_good_for_no_move(playing: Talk) -> None:
    who, _, letter = by_results(playing)
    while True:
        playing.acts()
        if playing.due() == who:
            break
    before = moves(playing)
    card = playing.last(who)["Spades-Legal"].split()[0]
    assert playing.says(who, f"play {card}", answers=letter) == "PlayCard/stale"
    assert moves(playing) == before


@pytest.mark.parametrize("dated", [True, False])
def test_a_second_copy_without_a_message_id_is_the_same_mail_if_it_has_a_date(playing: Talk, dated: bool) -> None:
    who, letter, move = asked(playing)
    to = f"{letter['Reply-To']}, {REFEREE}"
    raw = playing.mail(who, move, to=to, subject="Re: x", headers={"Date": SIGNED["Date"]} if dated else None)
    raw = b"".join(line for line in raw.splitlines(keepends=True) if not line.startswith(b"Message-ID"))
    copies = [f"Delivered-To: {address}\r\n".encode() + raw for address in to.split(", ")]
    assert playing.deliver(copies[0]) == "PlayCard/accepted"
    count = len(playing.to(who))
    assert (playing.deliver(copies[1]) == "ignored/seen-before") is dated
    assert (len(playing.to(who)) == count) is dated


@pytest.mark.parametrize("text", ["concede", "salt purple tortoises", "say well played"])
def test_what_is_no_move_is_done_once_too(table: Talk, text: str) -> None:
    raw = table.mail("ann", text, answers=None, subject="[Spades 1]", proven=True)
    assert table.deliver(raw).endswith("/accepted")
    table.deliver(raw), table.deliver(b"X-Hop: 2\r\n" + raw)
    done = [name for name in moves(table) if name in ("Conceded", "Salted")]
    said = [letter for letter in table.to("bob") if "well played" in letter.text]
    assert len(done) + len(said) == 1


@pytest.mark.parametrize("text", ["pause", "extend 1 day", "forfeit team 1"])
def test_a_ruling_is_made_once(table: Talk, text: str) -> None:
    raw = table.mail(MASTER, text, answers=None, subject="[Spades 1]", proven=True)
    assert table.deliver(raw).endswith("/accepted")
    before, deadline = moves(table), table.kept().deadline
    for copy in (raw, b"X-Hop: 2\r\n" + raw, raw.removeprefix(table.stamp(MASTER))):
        table.deliver(copy)
    assert moves(table) == before and table.kept().deadline == deadline


def test_a_yes_is_good_once(table: Talk) -> None:
    table.says("ann", "concede", answers=None, subject="[Spades 1]")
    raw = table.mail("ann", "yes", answers=table.last("ann"))
    table.deliver(raw)
    before = moves(table)
    assert "Conceded" in before
    for copy in (raw, other_id(raw), b"X-Hop: 2\r\n" + raw):
        table.deliver(copy)
    assert moves(table) == before


def test_a_mail_that_was_handled_is_not_handled_again(table: Talk) -> None:
    """Another program may have had it in hand while this one waited."""
    who = table.due()
    raw = table.mail(who, "say well, well", answers=table.last(who))
    with table.store.transaction() as tx:
        number = inbox.receive(tx, raw, sha256(raw).hexdigest(), table.now)
    outcomes = [handle_mail(table.desk, table.store, number, now=table.now, draws=table.draws()) for _ in range(2)]
    table.collect()
    assert outcomes == ["Say/accepted", HANDLED_BEFORE]
    assert sum("well, well" in letter.text for letter in table.to(who)) == 1


@pytest.mark.parametrize("write", SETS.values(), ids=list(SETS))
def test_four_mails_in_any_order_end_in_the_same_state(tmp_path: Path, write: Callable[[Talk], Mails]) -> None:
    assert all_orders(tmp_path, write, 6) == 6


def test_the_same_bytes_once_more_after_the_token_is_spent(tmp_path: Path) -> None:
    """This happens when the mailbox gives all its mails new numbers."""
    talk = Talk(tmp_path).starts()
    who = talk.due()
    raw = talk.mail(who, "bid 3")
    token = talk.last(who)
    raw = talk.mail(who, "bid 3", answers=token)
    assert talk.deliver(raw) == "MakeBid/accepted"
    talk.acts()
    written = len(talk.letters)
    for _ in range(2):
        assert talk.deliver(raw) == "ignored/seen-before"
    assert len(talk.letters) == written, "nobody is told again"


def test_a_message_id_that_comes_again_with_another_date_is_no_copy(table: Talk) -> None:
    """Some gateways and phones give all mails the same one."""
    who = table.due()
    for minute, (text, outcome) in enumerate((("bud 3", "no-command"), ("bid 3", "MakeBid/accepted"))):
        dated = {"Date": f"Tue, 24 Nov 2026 12:0{minute}:00 +0000"}
        raw = table.mail(who, text, answers=table.last(who), headers=dated)
        same = re.sub(rb"Message-ID: <[^>]*>", b"Message-ID: <0@0>", raw)
        assert table.deliver(same) == outcome
        assert table.deliver(b"X-Copy: 2\r\n" + same) == "ignored/seen-before"
