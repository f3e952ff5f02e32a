"""The owner of a mail: what each kind of proof lets a mail do, and what it does not."""

from base64 import b64encode, encodebytes
from collections.abc import Callable
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from quopri import encodestring
from typing import Any

import pytest

from referee.spades.events import BidMade
from referee.table.events import Conceded
from tests.proof.signing import sign
from tests.talk import AUTHSERV, LIST, MASTER, REFEREE, STARTER, Letter, Talk, address, tokens

FRIEND = "friend@else.test"

RECEIVED = f"Received: from out.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"


def results(text: str, server: str = AUTHSERV) -> str:
    return f"Authentication-Results: {server}; {text}\r\n"


EVIDENCE = {
    "none": "",
    "dkim": results("dkim=pass header.d=club.test") + RECEIVED,
    "spf": results("spf=pass smtp.mailfrom=ann@club.test") + RECEIVED,
    "fail": results("dkim=pass header.d=club.test; dmarc=fail header.from=club.test") + RECEIVED,
    "below": RECEIVED + results("dkim=pass header.d=club.test"),
    "other": results("dkim=pass header.d=club.test", "mx.else.test") + RECEIVED,
    "unaligned": results("dkim=pass header.d=else.test; spf=pass smtp.mailfrom=ann@else.test") + RECEIVED,
}
"""The fields that may stand at the head of a mail from ann@club.test."""


def conceded(talk: Talk) -> int:
    return sum(isinstance(event, Conceded) for event in talk.trail())


PROVIDERS = {
    "Gmail": "to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id"
    ":reply-to",
    "Fastmail": "cc:cc:content-transfer-encoding:content-type:content-type:date:date:from:from:in-reply-to:in-reply-to"
    ":message-id:mime-version:references:reply-to:subject:subject:to:to",
    "iCloud": "From:Content-Type:Mime-Version:Subject:Message-Id:Date:To:x-icloud-hme",
    "Yahoo": "Date:From:To:Subject:References:From:Subject:Reply-To",
    "Proton": "Date:To:From:Subject:Message-ID:In-Reply-To:References:Feedback-ID:From:To:Cc:Date:Subject:Reply-To"
    ":Feedback-ID:Message-ID:BIMI-Selector",
    "OpenDKIM": "Date:From:To:Subject:From",
    "Outlook": "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck",
}
"""The fields that the usual providers sign."""


@pytest.mark.parametrize("way", ["dkim", "spf"])
@pytest.mark.parametrize("name", PROVIDERS)
def test_ordinary_mail_is_proven(table: Talk, name: str, way: str) -> None:
    """The signed fields matter only if nothing says that the mail comes straight from the sender: Outlook does not sign
    To, others not Message-ID, and anybody can send such a mail on."""
    raw = table.mail("ann", "concede", answers=None, subject="[Spades 1]", headers={"Date": format_datetime(table.now)})
    signed = sign(raw, names=tuple(PROVIDERS[name].split(":")))
    proven = way == "spf" or name not in ("Outlook", "Yahoo", "OpenDKIM")
    assert table.deliver(EVIDENCE[way].encode() + signed) == ("Concede/accepted" if proven else "Concede/unproven")


def test_a_mail_in_two_parts_is_proven_by_what_gmail_signs(table: Talk) -> None:
    head = table.mail("ann", "x", answers=None, subject="[Spades 1]", headers={"Date": format_datetime(table.now)})
    fields = [line for line in head.partition(b"\r\n\r\n")[0].split(b"\r\n") if not line.startswith(b"Content-")]
    parts = "".join(f"--b\r\nContent-Type: text/{kind}\r\n\r\nconcede\r\n" for kind in ("plain", "html"))
    body = b"\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n" + f"{parts}--b--\r\n".encode()
    signed = sign(b"\r\n".join(fields) + body, names=tuple(PROVIDERS["Gmail"].split(":")))
    assert table.deliver(EVIDENCE["dkim"].encode() + signed) == "Concede/accepted"


def test_a_token_is_spent_by_an_accepted_move_and_not_by_a_refused_one(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    assert table.says(who, "bid 1", answers=letter) == "MakeBid/not-a-bid"
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"
    assert table.says(who, "concede", answers=letter) == "Concede/unproven"


def test_a_second_move_to_a_spent_token_is_refused_and_answered(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    table.says(who, "bid 3", answers=letter)
    count = len(table.trail())
    for _ in range(3):
        assert "bid-stands" in table.says(who, "bid 4", answers=letter)
    assert len(table.trail()) == count
    assert [x.events for x in table.to(who) if x["Spades-Event"] == "error"] == [["error"]] * 3


def test_a_copy_to_anyone_burns_the_token_at_once(table: Talk) -> None:
    who = table.due()
    letter, before = table.last(who), table.trail()
    assert table.says(who, "bid 3", answers=letter, cc="friend@else.test") == "MakeBid/unproven"
    assert "unproven" in table.says(who, "bid 3", answers=letter)
    assert table.trail() == before


@pytest.mark.parametrize("line", ["hand", "memory", "plan show", "plan lowest", "salt oak 7", "ask when do we go on?"])
def test_what_is_for_the_referee_alone_is_refused_where_others_read_it(table: Talk, line: str) -> None:
    assert table.says(table.due(), line, cc=FRIEND, proven=True).endswith("/private-only")


@pytest.mark.parametrize("line", ["claim", "concede", "say well played", "score"])
def test_what_the_table_may_hear_is_not(table: Talk, line: str) -> None:
    assert "private-only" not in table.says(table.due(), line, cc=FRIEND, proven=True)


def test_a_copy_to_another_address_of_the_referee_burns_nothing(table: Talk) -> None:
    assert table.says(table.due(), "bid 3", cc=REFEREE) == "MakeBid/accepted"


def test_a_copy_to_their_own_address_burns_nothing(table: Talk) -> None:
    who = table.due()
    assert table.says(who, "hand", cc=address(who)) == "Hand/accepted", "nor is it in public"
    assert table.says(who, "bid 3", cc=f"{who.title()} <{address(who).upper()}>") == "MakeBid/accepted"


def test_a_copy_to_the_address_that_another_wrote_from_burns(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    table.says("x@else.test", "hello", answers=letter, cc="x@else.test")
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/unproven"


SPELT = (
    '"referee+TOKEN"@club.test', "referee+TOKEN @ club.test", "<@relay.test:referee+TOKEN@club.test>",
    "<mailto:referee+TOKEN@club.test>", "referee+TOKEN@club.test>", "<referee+TOKEN@club.test",
    "Spades Referee referee+TOKEN@club.test", '"Spades Referee <referee+TOKEN@club.test>',
    "(ours referee+TOKEN@club.test", "=?utf-8?q?referee+TOKEN=40club.test?=", "referee%2BTOKEN@club.test",
)  # fmt: skip
"""One reply address, as programs spell it."""


@pytest.mark.parametrize("spelt", SPELT)
def test_a_reply_address_is_read_however_it_is_spelt(table: Talk, spelt: str) -> None:
    who = table.due()
    letter = table.last(who)
    to = spelt.replace("TOKEN", tokens(letter)[0]).encode()
    raw = table.mail(who, "bid 3", answers=letter).replace(letter["Reply-To"].encode(), to)
    assert table.deliver(raw) == "MakeBid/accepted"


@pytest.mark.parametrize("cc", ["@@@@@@", "[[[[[[", '"open', "(open", "undisclosed-recipients:;", "=?utf-8?q?all?="])
def test_what_names_nobody_burns_nothing(table: Talk, cc: str) -> None:
    who = table.due()
    raw = table.mail(who, "bid 3", answers=table.last(who))
    assert table.deliver(f"Cc: {cc}\r\n".encode() + raw) == "MakeBid/accepted"


@pytest.mark.parametrize("before", [b"\r\n", b"\n\n", b"\xef\xbb\xbf"])
def test_what_a_gateway_puts_above_the_head_hides_nothing(table: Talk, before: bytes) -> None:
    who = table.due()
    assert table.deliver(before + table.mail(who, "bid 3", answers=table.last(who))) == "MakeBid/accepted"


SHOWN: dict[str, Callable[[Talk, Letter, str], bytes]] = {
    "from-elsewhere": lambda t, x, me: t.mail("ann@home.test", "bid 3", answers=x, cc=FRIEND),
    "encoded": lambda t, x, me: b"Cc: =?utf-8?q?friend=40else.test?=\r\n" + t.mail(me, "bid 3", answers=x),
    "without-command": lambda t, x, me: t.mail(me, "look", answers=x, cc=FRIEND),
    "automatic": lambda t, x, me: t.mail(me, "away", answers=x, cc=FRIEND, headers={"Auto-Submitted": "auto-replied"}),
    "two-senders": lambda t, x, me: b"From: x@else.test\r\n" + t.mail(me, "bid 3", answers=x, cc=FRIEND),
    "delivered-to": lambda t, x, me: f"Delivered-To: {x['Reply-To']}\r\n".encode() + t.mail(me, "a", to=FRIEND),
    "listed": lambda t, x, me: b"List-Id: <x.else.test>\r\n" + t.mail(me, "bid 3", answers=x),
    "in-text": lambda t, x, me: t.mail(me, f"> {x['Reply-To']}", to=REFEREE, cc=FRIEND),
    "in-capitals": lambda t, x, me: t.mail(me, f"> {x['Reply-To'].upper()}", to=REFEREE, cc=FRIEND),
    "in-subject": lambda t, x, me: t.mail(me, "a", to=FRIEND, subject=f"Re: (ref {tokens(x)[0]})"),
    "in-encoded-subject": lambda t, x, me: encoded_subject(t.mail(me, "a", to=FRIEND, subject="TAG"), x),
    "html-7bit": lambda t, x, me: quoting(me, x, "7bit"),
    "html-quoted-printable": lambda t, x, me: quoting(me, x, "quoted-printable"),
    "html-base64": lambda t, x, me: quoting(me, x, "base64"),
    "html-base64-utf-16": lambda t, x, me: quoting(me, x, "base64", "utf-16"),
    "html-two-senders": lambda t, x, me: b"From: x@else.test\r\n" + quoting(me, x, "base64"),
    "whole-letter-in-base64": lambda t, x, me: attaching(me, b64encode(x.raw).decode()),
    "letter-after-much-text": lambda t, x, me: attaching(me, b64encode(b"words, words " * 60_000 + x.raw).decode()),
}
"""Mails that show the reply address of a letter to others, each in one way."""


def encoded_subject(raw: bytes, letter: Letter) -> bytes:
    word = b64encode(f"Spades (ref {tokens(letter)[0]})".encode()).decode()
    return raw.replace(b"TAG", f"=?utf-8?b?{word[:24]}?=\r\n =?utf-8?b?{word[24:]}?=".encode())


def quoting(who: str, letter: Letter, transfer: str, charset: str = "utf-8") -> bytes:
    """Return an answer to the list, in whose HTML the letter is quoted with its links."""
    text = f"<p>what now?</p><blockquote>{letter.html or letter.text}</blockquote>".encode(charset)
    coded = {"base64": encodebytes, "quoted-printable": encodestring}.get(transfer, bytes)(text)
    head = f"From: {address(who)}\r\nTo: {LIST}\r\nCc: {REFEREE}\r\nMessage-ID: <q@x>\r\nMIME-Version: 1.0\r\n"
    kind = f"Content-Type: text/html; charset={charset}\r\nContent-Transfer-Encoding: {transfer}\r\n\r\n"
    return (head + kind).encode() + coded


def attaching(who: str, base64: str) -> bytes:
    lines = "\r\n".join(base64[start : start + 76] for start in range(0, len(base64), 76))
    head = f"From: {address(who)}\r\nTo: {FRIEND}, {REFEREE}\r\nMIME-Version: 1.0\r\n"
    return f"{head}Content-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n{lines}\r\n".encode()


@pytest.mark.parametrize("way", SHOWN)
def test_a_token_that_others_can_read_is_burnt(table: Talk, way: str) -> None:
    who, before = table.due(), table.trail()
    letter = table.last(who)
    table.deliver(SHOWN[way](table, letter, who))
    assert "MakeBid/unproven" in table.says(who, "bid 3", answers=letter)
    assert table.trail() == before


@pytest.mark.parametrize("way", ["in-text", "html-base64", "two-senders"])
def test_the_same_to_the_referee_alone_burns_nothing(table: Talk, way: str) -> None:
    who = table.due()
    letter = table.last(who)
    raw = SHOWN[way](table, letter, who)
    table.deliver(raw.replace(b"Cc: " + FRIEND.encode() + b"\r\n", b"").replace(LIST.encode(), REFEREE.encode()))
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"


def test_every_token_in_a_mail_is_burnt(table: Talk) -> None:
    who = table.due()
    table.says(who, "score", proven=True)
    first, second = (x for x in table.to(who) if tokens(x))
    table.says(who, "look", to=f"{first['Reply-To']}, {second['Reply-To']}, {table.last('bob')['Reply-To']}", cc=FRIEND)
    for reader, letter in ((who, first), (who, second), ("bob", table.last("bob"))):
        assert "unproven" in table.says(reader, "concede", answers=letter)
    assert not conceded(table)


def test_what_a_program_sends_of_our_own_letters_burns_nothing(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    assert table.deliver(letter.raw) == "ignored/own-mail"
    assert table.says(who, "bid 3", answers=letter) == "MakeBid/accepted"


def test_our_letter_sent_on_to_others_is_burnt(listed: Talk) -> None:
    who = listed.due()
    letter = listed.last(who)
    listed.deliver(b"List-Id: <list.club.test>\r\n" + letter.raw)
    assert "unproven" in listed.says(who, "bid 3", answers=letter)


def test_a_spent_token_stays_spent_when_others_see_it(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    table.says(who, "bid 3", answers=letter)
    table.says(who, "look", answers=letter, cc=FRIEND)
    assert table.says(who, "bid 4", answers=letter) == "MakeBid/bid-stands"


def test_a_token_is_good_for_ninety_days(table: Talk) -> None:
    letter, master = table.last("ann"), next(x for x in table.to(MASTER) if tokens(x))
    table.now += timedelta(days=89, hours=23)
    assert table.says("ann", "concede", answers=letter) == "Concede/accepted"
    assert table.says(MASTER, "pause", answers=master) == "Pause/accepted"
    table.now += timedelta(hours=2)
    assert table.says("ann", "withdraw concession", answers=letter) == "Withdraw/unproven"
    assert table.says(MASTER, "resume", answers=master) == "Resume/unproven"


def test_what_came_before_the_end_counts_though_it_is_read_late(table: Talk) -> None:
    letter = table.last("ann")
    table.now += timedelta(days=91)
    mail = table.mail("ann", "concede", answers=letter)
    assert table.deliver(mail, ago=timedelta(days=2)) == "Concede/accepted"


def test_the_second_copy_of_a_move_is_passed_over_quietly(table: Talk) -> None:
    who = table.due()
    mail = table.mail(who, "bid 3", answers=table.last(who))
    assert table.deliver(mail) == "MakeBid/accepted"
    count = len(table.letters)
    assert table.deliver(b"X-Path: 2\r\n" + mail) == "ignored/seen-before"
    assert len(table.letters) == count


def test_the_second_copy_of_a_yes_is_passed_over_quietly(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3", answers=None, subject="[Spades 1]")
    mail = table.mail(who, "yes", answers=table.last(who))
    assert table.deliver(mail) == "MakeBid/accepted Yes/accepted"
    count = len(table.letters)
    assert table.deliver(b"X-Path: 2\r\n" + mail) == "ignored/seen-before"
    assert len(table.letters) == count


def test_a_spent_token_uses_up_nobodys_message_id(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    table.says(who, "bid 3", answers=letter)
    real = table.mail(who, "concede", answers=letter)
    table.deliver(real.replace(b"concede", b"score"))
    assert table.deliver(table.stamp(address(who)) + real) == "Concede/accepted"


def test_a_token_of_one_game_is_none_for_another(table: Talk) -> None:
    table.starts()
    first = next(x for x in table.to("ann") if x["Spades-Game"] == "1")
    assert table.says("ann", "concede", answers=first) == "Concede/accepted"
    assert sum(isinstance(event, Conceded) for event in table.trail(1)) == 1
    assert not any(isinstance(event, Conceded) for event in table.trail(2))


@pytest.mark.parametrize("accept", [["token", "results"], ["token", "results", "address"]])
def test_a_gamesmasters_commands_always_need_proof(tmp_path: Path, accept: list[str]) -> None:
    talk = Talk(tmp_path, auth={"accept": accept}).starts()
    assert talk.says(MASTER, "pause", answers=None, subject="[Spades 1]") == "Pause/unproven"
    assert talk.last(MASTER).events == ["confirm"]
    assert not talk.game().paused
    assert talk.master("pause") == "Pause/accepted"
    token_letter = talk.last(MASTER)
    assert talk.says(MASTER, "resume", answers=token_letter) == "Resume/accepted", "a private letter's token will do"
    assert talk.says(MASTER, "pause", answers=token_letter, cc="a@else.test") == "Pause/unproven"


def test_a_player_is_no_gamesmaster_however_proven(table: Talk) -> None:
    count = len(table.trail())
    assert table.says("ann", "abort", proven=True) == "Abort/not-gamesmaster"
    assert len(table.trail()) == count
    assert table.last("ann").events == ["error"]


@pytest.mark.parametrize("question", ["hand", "status", "score", "history", "help", "rules", "games"])
def test_questions_need_no_proof_and_are_answered_at_the_registered_address(table: Talk, question: str) -> None:
    count = len(table.letters)
    outcome = table.says("ann", question, answers=None, headers={"Reply-To": "mallory@else.test", "Sender": "m@e.test"})
    assert outcome.endswith("/accepted")
    assert [(letter.to, letter.events) for letter in table.letters[count:]] == [(address("ann"), ["reply"])]


def test_only_a_proven_copy_uses_up_a_message_id(table: Talk) -> None:
    who = table.due()
    same: dict[str, Any] = {"subject": "[Spades 1]", "answers": None}
    real = table.mail(who, "bid 3", **same)
    forged = real.replace(b"bid 3", b"bid 9")
    assert table.deliver(forged) == "MakeBid/unproven"
    assert table.deliver(table.stamp(address(who)) + real) == "MakeBid/accepted"
    assert table.game().bids[0] == 3
    for copy in (table.stamp(address(who)) + real, b"X-Copy: 2\r\n" + table.stamp(address(who)) + real):
        assert table.deliver(copy) == "ignored/seen-before"


def test_unproven_mail_is_known_by_its_bytes(table: Talk) -> None:
    mail = table.mail("ann", "score", answers=None)
    assert table.deliver(mail) == "Score/accepted"
    assert table.deliver(mail) == "ignored/seen-before"
    assert table.deliver(b"X-Other: 1\r\n" + mail) == "Score/accepted"


@pytest.mark.parametrize("proven", [True, False])
def test_a_mail_without_message_id_is_handled_once(table: Talk, proven: bool) -> None:
    mail = table.mail("ann", "score", proven=proven)
    bare = b"\r\n".join(line for line in mail.split(b"\r\n") if not line.startswith(b"Message-ID"))
    assert table.deliver(bare) == "Score/accepted"
    assert table.deliver(bare) == "ignored/seen-before"


@pytest.fixture
def plain(tmp_path: Path) -> Talk:
    """Return a table at a provider without subaddresses: tokens travel in subjects."""
    return Talk(tmp_path, smtp={"subaddress": ""}).starts()


def test_without_subaddresses_the_token_is_in_the_subject(plain: Talk) -> None:
    assert all("+" not in letter["Reply-To"] for letter in plain.letters)
    plain.bids()
    assert plain.acts() == "PlayCard/accepted"
    assert sum(isinstance(event, BidMade) for event in plain.trail()) == 4


@pytest.mark.parametrize("change", [str.upper, lambda subject: subject.removesuffix(")"), "[EXTERN] {}".format])
def test_without_subaddresses_a_subject_that_was_changed_keeps_its_token(
    plain: Talk, change: Callable[[str], str]
) -> None:
    who = plain.due()
    letter = plain.last(who)
    mail = plain.mail(who, "bid 3", subject=change(f"Re: {letter['Subject']}"))
    assert plain.deliver(mail) == "MakeBid/accepted"


def test_without_subaddresses_a_copy_burns_and_a_missing_mark_proves_nothing(plain: Talk) -> None:
    who = plain.due()
    letter = plain.last(who)
    assert plain.says(who, "bid 3", answers=letter, cc="friend@else.test") == "MakeBid/unproven"
    assert "unproven" in plain.says(who, "bid 3", answers=letter)
    assert "unproven" in plain.deliver(plain.mail(who, "bid 3", subject="[Spades 1] Round 1"))


def test_without_subaddresses_a_confirmation_is_answered_all_the_same(plain: Talk) -> None:
    who = plain.due()
    plain.says(who, "bid 5", answers=None, subject="[Spades 1]")
    assert plain.says(who, "yes") == "MakeBid/accepted Yes/accepted"
    assert plain.game().bids[0] == 5


def test_a_gamesmaster_confirms_even_where_a_bare_from_is_believed(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth={"accept": ["token", "address"]})
    assert talk.deliver(talk.mail(MASTER, STARTER)) == "Start/unproven"
    assert "Start/accepted" in talk.says(MASTER, "yes")
