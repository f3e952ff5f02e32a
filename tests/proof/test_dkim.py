"""DKIM signatures that the referee checks itself (RFC 6376), and what a sender could do with them.

Ann's mails come to the bare address, without a token, so only a signature can prove them.
"""

import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from dkim.crypto import parse_pem_private_key
from hypothesis import given
from hypothesis import strategies as st

from referee.commands.check import name_servers
from referee.commands.handle import handle_stored, store_mails
from referee.config import ConfigError
from referee.post.proof.dkim_lookup import gather, gather_all
from referee.post.proof.evidence import NO_EVIDENCE, Evidence, Seal, Signature, from_json
from referee.post.settings import AuthSettings, server_and_port
from referee.running.guard import gather_evidence
from referee.table.events import Conceded
from tests.proof.signing import DOMAIN, SIGNED, NameServer, Records, private_key, record, sign
from tests.talk import AUTHSERV, LIST, MASTER, REFEREE, START, Talk, address, settings

ACCEPT = ["token", "results", "dkim"]
KEY = f"s1._domainkey.{DOMAIN}."


@pytest.fixture
def table(tmp_path: Path) -> Talk:
    return Talk(tmp_path, auth={"accept": ACCEPT}, referee={"list": LIST, "list_mode": "external"}).starts()


def written(talk: Talk, text: str = "concede", who: str = "ann", **more: Any) -> bytes:
    """Return a mail with a Date, not yet signed."""
    headers = {"Date": format_datetime(talk.now), **more.pop("headers", {})}
    return talk.mail(who, text, **{"answers": None, "subject": "[Spades 1] hello", "headers": headers, **more})


def comes(talk: Talk, raw: bytes, dns: Records | None = None) -> str:
    """Deliver a mail, and ask for the keys of its signatures."""
    evidence = gather(raw, talk.now, dns or Records(), until=monotonic() + 5)
    return talk.deliver(raw, evidence=evidence)


def conceded(talk: Talk) -> int:
    return sum(isinstance(event, Conceded) for event in talk.trail())


def with_line(line: str) -> Callable[[bytes], bytes]:
    return lambda raw: line.encode() + b"\r\n" + raw


def without(name: str) -> tuple[str, ...]:
    return tuple(field for field in SIGNED if field != name)


def test_a_signed_mail_needs_no_token(table: Talk) -> None:
    who = table.due()
    assert comes(table, sign(written(table, "bid 3", who))) == "MakeBid/accepted"
    assert table.game().bids[0] == 3


def test_only_where_dkim_is_accepted(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    assert comes(talk, sign(written(talk))) == "Concede/unproven"


def test_without_a_signature_it_is_unproven(table: Talk) -> None:
    assert comes(table, written(table)) == "Concede/unproven"
    assert table.last("ann").events == ["confirm"]


GOOD: dict[str, dict[str, Any]] = {
    "simple": {"canon": "simple/simple"},
    "relaxed head": {"canon": "relaxed/simple"},
    "strong key": {"private": private_key(2048)},
    "signed twice over": {"names": (*SIGNED, *SIGNED)},
    "no Content-Type signed": {"names": without("content-type")},
    "capitals": {"names": tuple(name.title() for name in SIGNED)},
    "still good": {"x": str(int(START.timestamp()) + 400 * 86400)},
    "by name": {"i": f"ann@{DOMAIN}"},
}


@pytest.mark.parametrize("name", GOOD)
def test_signatures_that_count(table: Talk, name: str) -> None:
    dns = Records({KEY: record(2048)}) if name == "strong key" else Records()
    assert comes(table, sign(written(table), **GOOD[name]), dns) == "Concede/accepted"


def test_a_mail_to_the_list_is_for_us_too(table: Talk) -> None:
    assert comes(table, sign(written(table, to=LIST))) == "Concede/accepted"


def test_a_copy_that_is_signed_is_enough(table: Talk) -> None:
    names = without("to")
    raw = written(table, to="friend@else.test", cc=REFEREE)
    assert comes(table, sign(raw, names=(*names, "cc"))) == "Concede/accepted"
    assert comes(table, sign(raw, names=names)) == "Concede/unproven"


BAD: dict[str, dict[str, Any]] = {
    "a length": {"l": "9"},
    "the From unsigned": {"names": without("from")},
    "the Date unsigned": {"names": without("date")},
    "the To unsigned": {"names": without("to")},
    "the Message-ID unsigned": {"names": without("message-id")},
    "out of date": {"x": str(int(START.timestamp()) - 1)},
    "SHA-1": {"algorithm": "rsa-sha1"},
    "another's key": {"private": private_key(1024, "mallory")},
    "another domain": {"domain": "else.test"},
    "a domain below": {"domain": f"mail.{DOMAIN}"},
    "an unknown key": {"selector": "s2"},
}
DNS = {
    KEY: record(),
    "s1._domainkey.else.test.": record(),
    f"s1._domainkey.mail.{DOMAIN}.": record(),
}


@pytest.mark.parametrize("name", BAD)
def test_signatures_that_do_not_count(table: Talk, name: str) -> None:
    dns = Records(DNS)
    assert comes(table, sign(written(table), **BAD[name]), dns) == "Concede/unproven"
    assert not conceded(table)
    assert bool(dns.asked) is name.endswith("key"), "a key is asked for only where it would help"


KEYS = {
    "tried out": record(tags="t=y;"),
    "tried out among others": record(tags="t=s:y;"),
    "for other services": record(tags="s=tlsrpt;"),
    "for another hash": record(tags="h=sha1;"),
    "revoked": b"v=DKIM1; k=rsa; p=",
    "another version": record().replace(b"DKIM1", b"DKIM2"),
    "another kind": record().replace(b"k=rsa", b"k=ed25519"),
    "no key": b"v=spf1 -all",
    "too much": record() + b"; n=" + b"x" * 4000,
    "nonsense": b"v=DKIM1; k=rsa; p=AAAA",
    "empty": b"",
}


@pytest.mark.parametrize("name", KEYS)
def test_keys_that_do_not_count(table: Talk, name: str) -> None:
    assert comes(table, sign(written(table)), Records({KEY: KEYS[name]})) == "Concede/unproven"


def test_a_key_may_say_more_of_itself(table: Talk) -> None:
    dns = Records({KEY: record(tags="t=s; s=email; h=sha1:sha256; n=any note;")})
    assert comes(table, sign(written(table)), dns) == "Concede/accepted"


def test_a_short_key_does_not_count(table: Talk) -> None:
    raw = sign(written(table), private=private_key(768))
    assert comes(table, raw, Records({KEY: record(768)})) == "Concede/unproven"


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "the text": lambda raw: raw.replace(b"concede", b"Concede"),
    "a line below": lambda raw: raw + b"more\r\n",
    "the subject": lambda raw: raw.replace(b"hello", b"hullo"),
    "the date": lambda raw: raw.replace(b"Date: Tue", b"Date: Wed"),
    "the sender": lambda raw: raw.replace(b"From: ann@", b"From: bob@"),
    "a second subject": with_line("Subject: [Spades 2] hello"),
    "a second recipient": with_line("To: friend@else.test"),
    "a second date": with_line("Date: Tue, 24 Nov 2026 11:00:00 +0000"),
    "a second way to read it": with_line("Content-Type: text/html"),
    "a second encoding": with_line("Content-Transfer-Encoding: quoted-printable"),
    "a second id": with_line("Message-ID: <other@club.test>"),
    "a second sender": with_line("From: ann@club.test"),
    "a line that is none": with_line("no field at all"),
    "a field with a blank": with_line("X-Field : value"),
    "a bare CR": with_line("X-Field: one\rX-Other: two"),
    "a NUL": with_line("X-Field: one\0two"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_on_the_way_does_not_count(table: Talk, name: str) -> None:
    raw = sign(written(table))
    changed = CHANGES[name](raw)
    assert changed != raw
    assert not comes(table, changed).endswith("/accepted")
    assert not conceded(table)
    assert comes(table, raw) == "Concede/accepted", "as it was written it does"


def test_harmless_additions_of_servers_are_allowed(table: Talk) -> None:
    lines = "Return-Path: <ann@club.test>\r\nX-Spam: no\r\nReceived: from a.test by b.test; Tue, 24 Nov 2026"
    assert comes(table, with_line(lines)(sign(written(table)))) == "Concede/accepted"


def test_a_mail_for_others_cannot_be_sent_on_to_us(table: Talk) -> None:
    raw = sign(written(table, to="friend@else.test"))
    assert comes(table, raw) == "Concede/unproven"
    assert comes(table, b"Delivered-To: referee@club.test\r\n" + raw).startswith("Concede/unproven")


@pytest.mark.parametrize(
    ("days", "counts"),
    [(6, True), (8, False), (-0.9, True), (-2, False)],
)
def test_a_signature_gets_old(table: Talk, days: float, counts: bool) -> None:
    date = {"Date": format_datetime(table.now - timedelta(days=days))}
    outcome = comes(table, sign(written(table, "notify each trick", headers=date)))
    assert outcome == f"SetNotify/{'accepted' if counts else 'unproven'}"


# a mail that was kept back: whoever got a copy may send it on when it suits them


def test_a_move_counts_for_the_position_at_which_it_was_signed(table: Talk) -> None:
    who = table.due()
    kept = sign(written(table, "bid 3", who, cc="friend@else.test"))
    table.now += timedelta(days=1)
    assert comes(table, kept) == "MakeBid/accepted", "the position is the same"
    while table.due() != who:
        table.acts()
    legal = table.last(who)["Spades-Legal"].split()
    late = sign(written(table, f"play {legal[0]}", who, cc="friend@else.test"))
    table.now += timedelta(minutes=2)
    assert table.acts(f"play {legal[-1]}") == "PlayCard/accepted", "they thought again"
    while table.due() != who:
        table.now += timedelta(seconds=20)
        table.acts()
    assert comes(table, late) == "PlayCard/stale", "however soon it is their turn again"


def test_a_signed_bid_of_before_its_turn_is_stale(table: Talk) -> None:
    """Mail straight from its sender may answer an older position if they have not acted since; a kept signature may
    come from anyone."""
    first = table.due()
    others = [who for who in ("ann", "bob", "carol", "dave") if who != first]
    early = {who: sign(written(table, "bid 3", who)) for who in others}
    table.now += timedelta(minutes=6)
    table.acts()
    assert comes(table, early[table.due()]) == "MakeBid/stale"


def test_what_answers_the_running_turn_by_its_thread_was_not_kept_back(table: Talk) -> None:
    """The clock of the writer's machine may be slow, but they had the letter that they answer."""
    who = table.due()
    letter = table.last(who)
    slow = {"Date": format_datetime(table.now - timedelta(hours=1))}
    assert (
        comes(table, sign(written(table, "bid 3", who, answers=letter, to=REFEREE, headers=slow))) == "MakeBid/accepted"
    )


def test_a_concession_of_an_earlier_position_is_asked_about(table: Talk) -> None:
    kept = sign(written(table))
    table.now += timedelta(hours=1)
    table.bids()
    assert comes(table, kept) == "Concede/unproven"
    assert table.last("ann").events == ["confirm"]
    assert table.says("ann", "yes") == "Concede/accepted Yes/accepted"


@pytest.mark.parametrize("subject", ["[Spades 1] hello", "hello"])
def test_a_habit_of_an_earlier_position_is_asked_about(table: Talk, subject: str) -> None:
    """A habit would play a card at once, in every game, against its owner's later wishes."""
    kept = sign(written(table, "plan forced on", subject=subject))
    table.starts()
    table.now += timedelta(hours=1)
    for _ in range(4):
        turn = next(
            letter
            for letter in reversed(table.to(table.due()))
            if "turn" in letter.events and letter["Spades-Game"] == "1"
        )
        assert table.acts(answers=turn) == "MakeBid/accepted"
    assert comes(table, kept) == "SetHabit/unproven"
    assert table.last("ann").events == ["confirm"]


@pytest.mark.parametrize("text", ["pause", "abort", "extend 2 days", "forfeit team 1"])
def test_so_are_a_gamesmasters(table: Talk, text: str) -> None:
    kept = sign(written(table, text, MASTER))
    table.now += timedelta(hours=1)
    table.acts()
    assert comes(table, kept).endswith("/unproven")
    assert table.last(MASTER).events == ["confirm"]


def test_what_came_straight_from_the_sender_was_not_kept_back(table: Talk) -> None:
    raw = sign(written(table))
    table.now += timedelta(hours=1)
    table.acts()
    assert table.deliver(table.stamp(address("ann")) + raw) == "Concede/accepted"


def test_a_date_that_is_none_does_not_count(table: Talk) -> None:
    assert comes(table, sign(written(table).replace(b"Date: Tue, 24", b"Date: Some, 99"))) == "Concede/unproven"


def test_a_trusted_servers_fail_vetoes(table: Talk) -> None:
    fail = (
        f"Authentication-Results: {AUTHSERV}; dmarc=fail header.from={DOMAIN}\r\n"
        f"Received: from out.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000"
    )
    assert comes(table, with_line(fail)(sign(written(table)))) == "Concede/unproven"


def test_automatic_mail_is_not_played_however_signed(table: Talk) -> None:
    for value in ("auto-replied", "auto-generated"):
        assert comes(table, sign(written(table, headers={"Auto-Submitted": value}))).startswith("ignored/")
    assert not conceded(table)


def test_a_gamesmaster_may_steer_by_it(table: Talk) -> None:
    assert comes(table, sign(written(table, "pause", MASTER))) == "Pause/accepted"
    assert table.game().paused


# what is not signed decides nothing


def test_an_unsigned_subject_is_no_command(table: Talk) -> None:
    raw = written(table, "Hello!", subject="concede")
    assert comes(table, sign(raw, names=without("subject"))) == "no-command"
    assert comes(table, sign(raw.replace(b"Message-ID: <m", b"Message-ID: <n"))) == "Concede/accepted"


@pytest.mark.parametrize("name", ["Subject", "In-Reply-To", "References"])
def test_what_is_unsigned_names_no_game(table: Talk, name: str) -> None:
    table.starts()
    second = next(letter for letter in table.to("ann") if letter["Spades-Game"] == "2")
    value = "[Spades 2] hello" if name == "Subject" else second["Message-ID"]
    mails = [
        written(table, subject=f"mail {number}").replace(b"Subject: mail", f"{name}: {value}\r\nX-Was:".encode())
        for number in range(2)
    ]
    assert comes(table, sign(mails[0], names=without(name.lower()))) == "Concede/which-game"
    assert comes(table, sign(mails[1])) == "Concede/accepted"


TWO_PARTS = (
    "--B\r\nContent-Type: text/plain\r\n\r\nHello!\r\n--B\r\nContent-Type: text/plain; name=x\r\n"
    "Content-Disposition: attachment; filename=x\r\n\r\n--C\r\n\r\nconcede\r\n--C--\r\n--B--\r\n"
)
HOW = {
    "as it was written": ("multipart/mixed; boundary=B", TWO_PARTS, "no-command"),
    "with another boundary": ("multipart/mixed; boundary=C", TWO_PARTS, "unproven"),
    "as plain text": ("text/plain", TWO_PARTS, "doubtful"),
    "without saying": ("", TWO_PARTS, "doubtful"),
    "as HTML": ("text/html", "concede\r\n", "unproven"),
    "as plain text it is": ("text/plain; charset=utf-8", "concede\r\n", "accepted"),
    "with torn lines": ("text/plain", "I would never =\r\nnotify rounds\r\n", "unproven"),
    "with lines that could flow": (
        "text/plain; format=flowed",
        "notify rounds\r\n\r\n> hello \r\n> you\r\n",
        "accepted",
    ),
    "with lines that flow": ("text/plain; format=flowed", "notify rounds\r\n\r\nSee \r\nyou\r\n", "unproven"),
    "without saying that they flow": (
        "text/plain",
        "I would never think of writing. \r\nnotify rounds\r\n",
        "unproven",
    ),
    "without the blank that says it": (
        "text/plain",
        f"I would never {'ever ' * 9}write.\r\nnotify rounds\r\n",
        "unproven",
    ),
    "with a quote that flows": ("text/plain", " > hello\r\nconcede\r\n", "unproven"),
    "in UTF-7": ("text/plain; charset=utf-7", "+AGM-oncede\r\n", "unproven"),
    "in UTF-7 once more": ("text/plain; charset=utf-8; charset*=utf-7''", "concede\r\n", "unproven"),
    "in UTF-16": ('text/plain; charset="utf-16"', "concede\r\n", "unproven"),
    "in a charset that says something else": (
        "text/plain; charset=iso-8859-2",
        "notify rounds\r\nžena\r\n",
        "unproven",
    ),
    "in one that says the same": ('text/plain; charset="windows-1252"', "concede\r\n\r\n-- \r\nAnn\r\n", "accepted"),
    "in Unicode": ("text/plain; charset=UTF-8", "notify rounds\r\n\r\nžena\r\n", "accepted"),
}


@pytest.mark.parametrize("name", HOW)
def test_an_unsigned_way_to_read_the_text_must_be_the_only_one(table: Talk, name: str) -> None:
    kind, body, outcome = HOW[name]
    head = written(table).partition(b"\r\n\r\n")[0].split(b"\r\n")
    lines = [line for line in head if not line.lower().startswith((b"content-", b"mime-"))]
    if kind:
        lines.append(f"MIME-Version: 1.0\r\nContent-Type: {kind}".encode())
    raw = b"\r\n".join(lines) + b"\r\n\r\n" + body.encode()
    names = tuple(n for n in SIGNED if not n.startswith("content-"))
    assert comes(table, sign(raw, names=names)).endswith(outcome)


# each signature once


def resent(raw: bytes, number: int = 1) -> bytes:
    """Return the same mail under another Message-ID, which anyone can change."""
    return raw.replace(b"Message-ID: <m", b"Message-ID: <%dm" % number)


UNSIGNED_ID = without("message-id")


def test_the_same_signature_counts_once_whatever_else_is_changed(table: Talk) -> None:
    raw = sign(written(table, "concede"))
    assert comes(table, raw) == "Concede/accepted"
    bare = b"\r\n".join(line for line in raw.split(b"\r\n") if not line.startswith(b"Message-ID"))
    for copy in (with_line("X-New: 1")(raw), with_line("List-Id: <x>")(raw)):
        assert comes(table, copy) == "ignored/seen-before"
    for copy in (resent(raw), bare, with_line("List-Id: <x>")(resent(raw, 2))):
        assert "/accepted" not in comes(table, copy)
    assert conceded(table) == 1


def test_a_mail_that_a_token_proved_is_used_up_too(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    raw = sign(written(table, "bid 3", who, answers=letter, to=letter["Reply-To"]), names=UNSIGNED_ID)
    assert comes(table, raw) == "MakeBid/accepted"
    assert "/accepted" not in comes(table, resent(raw))
    bare = sign(written(table, "bid 3", who), names=UNSIGNED_ID)
    assert "/accepted" not in comes(table, bare), "nor without the reply address"


def test_a_mail_that_results_proved_is_used_up_too(table: Talk) -> None:
    """Servers that check signatures say nothing of Message-IDs."""
    raw = sign(written(table, "notify each trick"), names=UNSIGNED_ID)
    stamp = table.stamp(address("ann"))
    assert table.deliver(stamp + raw).endswith("/accepted")
    assert table.deliver(stamp + resent(raw)) == "ignored/seen-before"
    assert comes(table, resent(raw, 2)) == "SetNotify/unproven"
    assert table.deliver(stamp + with_line("not a field")(resent(raw, 3))) == "ignored/seen-before"


def test_a_mail_that_was_confirmed_is_used_up_too(table: Talk) -> None:
    raw = sign(written(table, "concede"))
    assert comes(table, raw, Records(dead=True)) == "Concede/unproven"
    assert table.says("ann", "yes") == "Concede/accepted Yes/accepted"
    assert "/accepted" not in comes(table, resent(raw))
    assert comes(table, with_line("X-New: 1")(raw)) == "ignored/seen-before"
    assert conceded(table) == 1


def test_a_mail_that_was_held_is_accepted_when_it_comes_again_proven(table: Talk) -> None:
    raw = sign(written(table))
    assert comes(table, raw, Records(dead=True)) == "Concede/unproven"
    assert comes(table, with_line("X-Again: 1")(raw)) == "Concede/accepted"
    assert table.says("ann", "yes") == "Yes/nothing-to-confirm"


def test_a_signature_written_in_another_way_is_the_same(table: Talk) -> None:
    """RSA: a signature s and s + n pass the same check."""
    raw = sign(written(table))
    assert comes(table, raw) == "Concede/accepted"
    head, _, rest = raw.partition(b" b=")
    value, _, below = rest.partition(b"From:")
    plain = b64decode(b"".join(value.split()))
    modulus = parse_pem_private_key(private_key())["modulus"]
    other = (int.from_bytes(plain, "big") + int(modulus)).to_bytes(len(plain) + 1, "big")
    forged = head + b" b=" + b64encode(other) + b"\r\nFrom:" + below
    assert gather(forged, table.now, Records(), until=monotonic() + 5).signatures, "it holds"
    assert comes(table, forged) == "ignored/seen-before"


def test_the_same_text_again_is_another_mail_where_nothing_signed_tells_them_apart(table: Talk) -> None:
    """The server signs neither field: a token proves such mail, and the next one with the same words."""
    for _ in range(2):
        letter = table.last("ann")
        raw = written(table, "notify each trick", answers=letter, to=letter["Reply-To"])
        assert comes(table, sign(raw, names=("from", "to"))).endswith("/accepted")


def test_two_mails_of_one_second_are_two(table: Talk) -> None:
    """A robot may say the same twice at once: where the Message-ID is signed, it tells them apart."""
    for _ in range(2):
        assert comes(table, sign(written(table, "notify each trick"))).endswith("/accepted")


# asking


@pytest.mark.parametrize(
    "raw",
    [
        b"From: ann@club.test\r\nDate: Tue, 24 Nov 2026 12:00:00 +0000\r\nTo: referee@club.test\r\n\r\nconcede\r\n",
        b"DKIM-Signature: \r\n\r\n",
        b"DKIM-Signature: v=1; a=rsa-sha256; d=club.test; s=s1; h=from; bh=; b=\r\nFrom: ann@club.test\r\n\r\n",
        b"",
    ],
)
def test_nothing_is_asked_for_a_mail_without_a_good_signature(raw: bytes) -> None:
    dns = Records()
    assert gather(raw, START, dns, until=monotonic() + 5) == NO_EVIDENCE
    assert not dns.asked


def test_few_signatures_of_one_mail_are_tried(table: Talk) -> None:
    raw = written(table)
    for number in range(20):
        raw = sign(raw, selector=f"s{number + 2}")
    dns = Records()
    assert not gather(raw, table.now, dns, until=monotonic() + 5).signatures
    assert len(dns.asked) == 3


def test_a_good_signature_below_a_bad_one_counts(table: Talk) -> None:
    raw = sign(sign(written(table)), selector="s2")
    assert comes(table, raw) == "Concede/accepted"


def test_no_answer_leaves_the_mail_unproven_and_says_so(table: Talk) -> None:
    raw = sign(written(table))
    found = gather(raw, table.now, Records(dead=True), until=monotonic() + 5)
    assert not found.signatures
    assert found.trouble is not None and KEY in found.trouble
    assert table.deliver(raw, evidence=found) == "Concede/unproven"
    assert table.last("ann").events == ["confirm"]


def test_nothing_is_asked_where_it_would_not_count(table: Talk) -> None:
    mails = [(sign(written(table)), table.now)]
    with NameServer(Records()) as server:
        assert gather_evidence(AuthSettings(nameservers=(server.address,)), mails) == [NO_EVIDENCE]
        assert not server.records.asked
        (found,) = gather_evidence(AuthSettings(accept=("dkim",), nameservers=(server.address,)), mails)
        assert [held.domain for held in found.signatures] == [DOMAIN]
        assert server.records.asked == [KEY]


def test_two_hundred_mails_do_not_wait_for_a_dead_name_server(table: Talk) -> None:
    raw = written(table, who="ann@club.test")
    mails = [(sign(raw.replace(b"club.test", b"c%d.test" % n), domain=f"c{n}.test"), table.now) for n in range(200)]
    with NameServer(Records(dead=True)) as server:
        began = monotonic()
        auth = AuthSettings(accept=("dkim",), nameservers=(server.address,))
        found = gather_all(auth, mails, seconds=1.0)
        assert monotonic() - began < 3
    assert all(one.trouble and not one.signatures for one in found)


def test_one_dead_domain_does_not_spoil_the_others(table: Talk) -> None:
    good = sign(written(table))
    bad = sign(written(table).replace(b"club.test", b"dead.test"), domain="dead.test")
    with NameServer(_Half({KEY: record()})) as server:
        auth = AuthSettings(accept=("dkim",), nameservers=(server.address,))
        found = gather_all(auth, [(bad, table.now), *[(good, table.now)] * 20], seconds=1.0)
    assert [len(one.signatures) for one in found] == [0] + [1] * 20


def test_slow_domains_keep_no_time_from_others(table: Talk) -> None:
    raw = written(table)
    slow = [sign(raw.replace(b"club.test", b"slow%d.test" % n), domain=f"slow{n}.test") for n in range(32)]
    with NameServer(_Half({KEY: record()})) as server:
        auth = AuthSettings(accept=("dkim",), nameservers=(server.address,))
        found = gather_all(auth, [(mail, table.now) for mail in (*slow, sign(raw))], seconds=2.0)
    assert [len(one.signatures) for one in found] == [0] * 32 + [1]


class _Half(Records):
    """A name system that answers for what it knows, and is silent about the rest."""

    def __call__(self, name: str, seconds: float) -> bytes | None:
        self.dead = name not in self.records
        return super().__call__(name, seconds)


def test_mail_from_files_and_pipes_is_looked_at_too(tmp_path: Path) -> None:
    with NameServer(Records()) as server:
        talk = Talk(tmp_path, auth={"accept": ACCEPT, "nameservers": [server.address]})
        talk.now = datetime.now(UTC)
        raw = sign(written(talk.starts()))
        store_mails(talk.settings, talk.store, [raw])
    handle_stored(talk.desk, talk.store)
    assert conceded(talk) == 1


BOMBS: dict[str, Callable[[bytes], bytes]] = {
    "blanks in the text": lambda raw: raw + b" " * 900_000,
    "tabs in a field": with_line("X-Field: " + "\t" * 8000),
    "blanks in the signature": lambda raw: raw.replace(b"h=", b"h=" + b"\r\n " * 2000, 1),
    "many signatures": lambda raw: raw.split(b"From:")[0] * 60 + b"From:" + raw.split(b"From:", 1)[1],
    "a long number": lambda raw: raw.replace(b"v=1;", b"v=1; x=" + b"9" * 5000 + b";"),
    "many signatures of a long text": lambda raw: (
        raw.split(b"From:")[0] * 90 + b"From:" + raw.split(b"From:", 1)[1] + b"hello there\r\n" * 70_000
    ),
    "a great mail": lambda raw: raw + b"x " * 1_000_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_no_mail_takes_long(table: Talk, name: str) -> None:
    raw = BOMBS[name](sign(written(table)))
    began = time.process_time()
    gather(raw, table.now, Records(), until=monotonic() + 5)
    assert time.process_time() - began < 1


@given(st.data())
def test_no_input_raises(data: st.DataObject) -> None:
    raw = sign(b"From: ann@club.test\r\nTo: referee@club.test\r\nDate: Tue, 24 Nov 2026 12:00:00 +0000\r\n\r\nhi\r\n")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = data.draw(st.integers(start, min(len(raw), start + 20)))
        raw = raw[:start] + data.draw(st.binary(max_size=20)) + raw[end:]
    gather(raw, START, Records({KEY: data.draw(st.binary(max_size=200) | st.just(record()))}), until=monotonic() + 5)


def test_evidence_is_kept_as_it_is() -> None:
    held = Signature(domain=DOMAIN, signed=("from", "to"), to=(REFEREE,), clear=True)
    for evidence in (
        NO_EVIDENCE,
        Evidence(signatures=(held,), trouble="no key"),
        Evidence(seal=Seal(signature=held, results=f"{DOMAIN}; dkim=pass")),
    ):
        assert from_json(asdict(evidence)) == evidence


# settings


@pytest.mark.parametrize("dead", [False, True])
def test_check_tells_whether_name_servers_answer(tmp_path: Path, dead: bool) -> None:
    with NameServer(Records(dead=dead)) as server:
        found = name_servers(settings(tmp_path, auth={"nameservers": [server.address]}), 0.5)
        assert server.address in found.said
    assert found.ok is not dead, "that there is no such name is an answer"
    assert ("auth.nameservers" in found.said) is dead


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("9.9.9.9", ("9.9.9.9", 53)),
        ("127.0.0.1:5353", ("127.0.0.1", 5353)),
        ("2620:fe::fe", ("2620:fe::fe", 53)),
        ("[::1]:5353", ("::1", 5353)),
    ],
)
def test_name_servers_as_they_are_written(tmp_path: Path, text: str, meant: tuple[str, int]) -> None:
    assert server_and_port(text) == meant
    assert settings(tmp_path, auth={"nameservers": [text]}).auth.nameservers == (text,)


@pytest.mark.parametrize("text", ["dns.example.org", "9.9.9.9:0", "9.9.9.9:x", "9.9.9", "", "9.9.9.9:99999", "[::1"])
def test_name_servers_that_are_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="write it like"):
        settings(tmp_path, auth={"nameservers": [text]})


def test_a_date_to_come_sets_no_position(table: Talk) -> None:
    """Otherwise a mail from a clock that is hours fast could be kept back for that long."""
    kept = sign(written(table, headers={"Date": format_datetime(table.now + timedelta(hours=20))}))
    table.now += timedelta(hours=10)
    table.bids()
    assert comes(table, kept) == "Concede/unproven"


def test_a_concession_is_asked_about_however_soon_its_position_is_over(table: Talk) -> None:
    kept = sign(written(table))
    table.now += timedelta(minutes=1)
    table.acts()
    assert comes(table, kept) == "Concede/unproven"


@pytest.mark.parametrize(("old", "new"), [(b"v=1;", b"v=2;"), (b" s=s1;", b""), (b" bh=", b" bx=")])
def test_results_mean_no_signature_that_a_server_passes_over(table: Talk, old: bytes, new: bytes) -> None:
    top = (
        f"Authentication-Results: {AUTHSERV}; dkim=pass header.d={DOMAIN}\r\n"
        f"Received: from out.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
    ).encode()
    raw = sign(written(table))
    assert old in raw
    assert table.deliver(top + raw.replace(old, new, 1)) == "Concede/unproven"
    assert table.deliver(top + sign(written(table))) == "Concede/accepted"
