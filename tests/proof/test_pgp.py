"""OpenPGP: a player gives a key, signs mail with it, and gets letters sealed to it; and whatever must not pass for one
of these."""

import re
import zlib
from base64 import encodebytes
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pysequoia import ArmorKind, Cert, Profile, Tsk, armor
from pysequoia.packet import PacketPile

from referee.post.messages import Signed
from referee.post.proof import openpgp
from referee.post.proof.openpgp import KeyRefused, fingerprint, key_named, read_key, verify
from referee.post.reading.attached_keys import key_blocks
from referee.spades.events import BidMade
from referee.store import people
from tests.proof.mailpgp import (
    BOUNDARY,
    clear,
    detached,
    entity,
    head,
    mime,
    new_key,
    opened,
    plain,
    public,
    signed,
    with_key,
)
from tests.talk import AUTHSERV, LIST, MASTER, REFEREE, STARTER, Letter, Talk, address, cards_in

ACCEPT = {"accept": ["token", "results", "pgp"], "trusted_authserv": [AUTHSERV]}
KEY, OTHER = new_key("ann"), new_key("mallory")
DAY = timedelta(days=1)


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A game whose first bidder has given a key. Signatures bear the real time, so the game is played now."""
    started = game_at(tmp_path, datetime.now(UTC))
    yield started
    started.store.close()


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """The same, for mails that change nothing."""
    started = game_at(tmp_path_factory.mktemp("still"), datetime.now(UTC))
    yield started
    started.store.close()


@pytest.fixture(scope="module")
def keyless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A game in which nobody has given a key."""
    talk = Talk(tmp_path_factory.mktemp("keyless"), auth=ACCEPT)
    talk.now = datetime.now(UTC) + timedelta(hours=1)
    yield talk.starts()
    talk.store.close()


def game_at(
    folder: Path, now: datetime, key: Tsk = KEY, auth: dict[str, Any] = ACCEPT, referee: dict[str, Any] | None = None
) -> Talk:
    talk = Talk(folder, auth=auth, referee=referee or {})
    talk.now = now
    talk.starts()
    assert gives(talk, talk.due(), key) == "SetKey/accepted"
    return talk


def gives(talk: Talk, who: str, key: Tsk) -> str:
    """Someone sends their key, and their mail server vouches for them."""
    return talk.deliver(talk.stamp(address(who)) + with_key(who, public(key)))


def kept(talk: Talk, who: str) -> str | None:
    with talk.store.reading() as tx:
        person = people.by_address(tx, address(who))
    assert person is not None
    return person.key


def grouped(key: Tsk) -> str:
    digits = key.extract_certificate().fingerprint.upper()
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def bids_of(talk: Talk, game: int = 1) -> list[int]:
    return [event.bid for event in talk.trail(game) if isinstance(event, BidMade)]


def in_one_line(letter: Letter) -> str:
    return " ".join(letter.text.split())


# a key is given


def test_a_key_is_stored_and_its_fingerprint_shown(talk: Talk) -> None:
    who = talk.due()
    told = talk.last(who)
    assert grouped(KEY) in told.text and "encrypted" in told.text
    assert told.message.get_content_type() == "multipart/alternative", "whoever lost the key must be able to read it"
    stored = kept(talk, who)
    assert (
        stored is not None
        and Cert.from_bytes(stored.encode()).fingerprint == Cert.from_bytes(public(KEY).encode()).fingerprint
    )
    assert not any(grouped(KEY) in letter.text for letter in talk.letters if letter.to != address(who))


@pytest.mark.parametrize("how", ["attached", "pasted", "base64 with another name"])
def test_a_key_comes_in_any_of_these_ways(tmp_path: Path, how: str) -> None:
    talk = Talk(tmp_path, auth=ACCEPT)
    talk.now = datetime.now(UTC)
    raw = {
        "attached": with_key("ann", public(KEY)),
        "pasted": plain("ann", f"key\n\n{public(KEY)}\n"),
        "base64 with another name": with_key("ann", public(KEY).replace("\n", "\r\n"))
        .replace(b"application/pgp-keys", b"application/octet-stream")
        .replace(b"key.asc", b"mine.txt"),
    }[how]
    assert talk.deliver(talk.stamp("ann@club.test") + raw) == "SetKey/accepted"
    assert kept(talk, "ann") is not None


def revoked(key: Tsk) -> str:
    cert = key.extract_certificate()
    return armor(bytes(cert) + bytes(cert.revoke(key.certifier())), ArmorKind.PublicKey)


def without(key: Tsk, algorithm: str) -> str:
    """The key without its subkey of an algorithm, and what binds that."""
    packets = list(PacketPile.from_bytes(bytes(key.extract_certificate())))
    at = next(n for n, p in enumerate(packets) if n and algorithm in str(p.key_algorithm))
    return str(Cert.from_packets([*packets[:at], *packets[at + 2 :]]))


def large(key: Tsk) -> str:
    """A key with more signatures than any real key has."""
    packets = [bytes(packet) for packet in PacketPile.from_bytes(bytes(key.extract_certificate()))]
    return armor(b"".join((*packets[:4], *[packets[3]] * 400, *packets[4:])), ArmorKind.PublicKey)


REFUSED: dict[str, tuple[Callable[[], str], str]] = {
    "none": (lambda: "no key here", "holds no public key"),
    "secret": (lambda: str(KEY), "PRIVATE key"),
    "secret that says public": (lambda: str(KEY).replace("PRIVATE", "PUBLIC"), "PRIVATE key"),
    "secret and public": (lambda: public(KEY) + str(KEY), "PRIVATE key"),
    "two": (lambda: public(KEY) + public(OTHER), "more than one key"),
    "two in one": (
        lambda: armor(b"".join(bytes(key.extract_certificate()) for key in (KEY, OTHER)), ArmorKind.PublicKey),
        "more than one key",
    ),
    "revoked": (lambda: revoked(new_key("ann")), "was revoked"),
    "expired": (lambda: public(new_key("ann", 60)), "expired on"),
    "cannot sign": (lambda: without(OTHER, "EdDSA"), "cannot sign"),
    "cannot be sealed to": (lambda: without(OTHER, "ECDH"), "nothing can be encrypted"),
    "torn": (lambda: public(KEY)[:400] + "\n-----END PGP PUBLIC KEY BLOCK-----\n", "cannot be read"),
    "too many signatures": (lambda: large(OTHER), "larger than 64 KiB"),
    "too large": (
        lambda: public(KEY).replace("\n\n", "\nComment: " + "x" * 70_000 + "\n\n", 1),
        "larger than 64 KiB",
    ),
}


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_a_key_that_is_none_is_refused_with_the_reason(keyless: Talk, name: str) -> None:
    make, why = REFUSED[name]
    keyless.now += DAY
    assert keyless.deliver(keyless.stamp("ann@club.test") + with_key("ann", make())) == "SetKey/bad-key"
    assert why in in_one_line(keyless.last("ann")), name
    assert kept(keyless, "ann") is None


def test_a_bad_key_is_refused_before_anybody_is_asked(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth=ACCEPT).starts()
    assert talk.deliver(with_key("ann", str(KEY))) == "SetKey/bad-key"
    assert talk.last("ann").events == ["error"]


def test_an_unproven_key_is_asked_about_by_its_fingerprint(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth=ACCEPT)
    talk.now = datetime.now(UTC)
    talk.starts()
    assert talk.deliver(with_key("ann", public(KEY))) == "SetKey/unproven"
    asked = talk.last("ann")
    assert asked.events == ["confirm"] and grouped(KEY) in in_one_line(asked).replace("> ", "")
    assert kept(talk, "ann") is None
    assert talk.says("ann", "yes") == "SetKey/accepted Yes/accepted"
    assert kept(talk, "ann") is not None


def test_a_key_posted_to_others_is_refused(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth=ACCEPT).starts()
    raw = talk.stamp("ann@club.test") + with_key("ann", public(KEY), to=f"{REFEREE}, bob@club.test")
    assert talk.deliver(raw) == "SetKey/private-only"


def test_key_off_without_a_key(tmp_path: Path) -> None:
    talk = Talk(tmp_path, auth=ACCEPT).starts()
    assert talk.says("ann", "key off") == "SetKey/no-key"


# a key that is set is changed


@pytest.mark.parametrize("proof", ["token", "results"])
def test_a_proof_that_a_thief_of_one_letter_has_does_not_change_a_key(talk: Talk, proof: str) -> None:
    who = talk.due()
    before = kept(talk, who)
    to = talk.last(who)["Reply-To"] if proof == "token" else REFEREE
    raw = with_key(who, public(OTHER), text="timezone Europe/Berlin\nkey", to=to)
    stamp = b"" if proof == "token" else talk.stamp(address(who))
    assert talk.deliver(stamp + raw) == "SetTimezone/unproven SetKey/unproven"
    asked = talk.last(who)
    assert asked.events == ["confirm"] and grouped(OTHER) in in_one_line(asked).replace("> ", "")
    assert kept(talk, who) == before
    assert talk.says(who, "yes") == "SetTimezone/accepted SetKey/accepted Yes/accepted"
    told = talk.to(who)[-2]
    assert grouped(OTHER) in told.text
    assert grouped(KEY) in told.text, "the holder of the old key learns which one counts now"
    assert "key off" in told.text


def test_the_old_key_changes_a_key_at_once(talk: Talk) -> None:
    who = talk.due()
    part = entity(f"key\n\n{public(OTHER)}")
    assert talk.deliver(mime(head(who), part, detached(KEY, part))) == "SetKey/accepted"
    assert kept(talk, who) == public(OTHER)


def test_a_key_outside_the_signed_text_is_not_the_one_that_is_meant(talk: Talk) -> None:
    who = talk.due()
    part = entity("key")
    inner = mime("", part, detached(KEY, part))
    added = f"--outer\r\nContent-Type: application/pgp-keys\r\n\r\n{public(OTHER)}\r\n--outer--\r\n".encode()
    raw = head(who).encode() + b'Content-Type: multipart/mixed; boundary="outer"\r\n\r\n--outer\r\n' + inner + added
    assert talk.deliver(raw) == "SetKey/bad-key"
    assert kept(talk, who) == public(KEY)


def test_a_prolonged_key_is_joined_with_the_one_that_is_kept(talk: Talk) -> None:
    who = talk.due()
    longer = KEY.extract_certificate().set_expiration(datetime.now(UTC) + 400 * DAY, KEY.certifier())
    assert talk.deliver(signed(who, KEY, f"key\n\n{longer}")) == "SetKey/accepted"
    stored = kept(talk, who)
    assert stored is not None and Cert.from_bytes(stored.encode()).expiration is not None


def test_a_revocation_ends_the_use_of_the_key(talk: Talk) -> None:
    who = talk.due()
    assert talk.deliver(talk.stamp(address(who)) + with_key(who, revoked(KEY))) == "SetKey/unproven"
    assert talk.says(who, "yes") == "SetKey/accepted Yes/accepted"
    assert kept(talk, who) is None


def test_key_off_is_asked_about_and_ends_the_sealing(talk: Talk) -> None:
    who = talk.due()
    assert talk.says(who, "key off") == "SetKey/unproven"
    assert talk.says(who, "yes") == "SetKey/accepted Yes/accepted"
    assert kept(talk, who) is None
    assert talk.says(who, "hand") == "Hand/accepted"
    assert talk.last(who)["Spades-Hand"]
    assert talk.deliver(signed(who, KEY, "bid 3")) == "MakeBid/unproven"


# what it signed is proven


def test_a_signed_bid_counts(talk: Talk) -> None:
    assert talk.deliver(signed(talk.due(), KEY, "bid 3")) == "MakeBid/accepted"
    assert bids_of(talk) == [3]


def test_text_signed_in_place_counts_and_nothing_around_it(talk: Talk) -> None:
    who = talk.due()
    text = f"name Mallory\n\n{clear(KEY, 'bid 3')}\nformat text\nconcede\n"
    assert talk.deliver(plain(who, text, subject="concede")) == "MakeBid/accepted"
    assert bids_of(talk) == [3] and not talk.game().conceded


def test_what_a_list_adds_below_a_signed_mail_is_not_read(talk: Talk) -> None:
    who, part = talk.due(), entity("bid 3")
    inner = mime("", part, detached(KEY, part))
    footer = b"\r\n--outer\r\nContent-Type: text/plain\r\n\r\nconcede\r\n--outer--\r\n"
    kind = b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="outer"\r\n\r\nconcede\r\n--outer\r\n'
    assert talk.deliver(head(who, to=LIST).encode() + kind + inner + footer) == "MakeBid/accepted"
    assert bids_of(talk) == [3] and not talk.game().conceded


def test_line_ends_that_a_server_changed_do_not_matter(talk: Talk) -> None:
    assert talk.deliver(signed(talk.due(), KEY, "bid 3\n\nthe rest").replace(b"\r\n", b"\n")) == "MakeBid/accepted"


def test_a_signature_alone_proves_nothing_where_the_settings_do_not_name_it(tmp_path: Path) -> None:
    talk = game_at(tmp_path, datetime.now(UTC), auth={**ACCEPT, "accept": ["token", "results"]})
    assert "no other proof" not in in_one_line(talk.last(talk.due()))
    assert talk.deliver(signed(talk.due(), KEY, "bid 3")) == "MakeBid/unproven"


def test_a_gamesmaster_steers_by_their_signature(talk: Talk) -> None:
    assert gives(talk, MASTER, OTHER) == "SetKey/accepted"
    assert talk.deliver(signed(MASTER, OTHER, "pause")) == "Pause/accepted"
    assert talk.deliver(signed(MASTER, KEY, "resume")) == "Resume/unproven"


def by_both(part: bytes) -> bytes:
    packets = [bytes(packet) for key in (KEY, OTHER) for packet in PacketPile.from_bytes(detached(key, part))]
    return armor(b"".join(packets), ArmorKind.Signature).encode()


def as_part(who: str, text: str) -> bytes:
    """Text signed in place and sent again as PGP/MIME: the same octets, the same signature."""
    block = clear(KEY, text, for_us=False).replace("\r\n", "\n")
    signature = block[block.index("-----BEGIN PGP SIGNATURE-----") :].replace("\n", "\r\n").encode()
    return mime(head(who), text.rstrip("\n").replace("\n", "\r\n").encode(), signature)


UNPROVEN: dict[str, Callable[[str], bytes]] = {
    "another key": lambda who: signed(who, OTHER, "bid 3"),
    "another key, in place": lambda who: plain(who, clear(OTHER, "bid 3")),
    "no signature": lambda who: mime(head(who), entity("bid 3"), b"none\r\n"),
    "changed text": lambda who: signed(who, KEY, "bid 4").replace(b"bid 4", b"bid 3"),
    "changed text, in place": lambda who: plain(who, clear(KEY, "bid 4").replace("bid 4", "bid 3")),
    "a line more": lambda who: signed(who, KEY, "hello").replace(b"hello", b"hello\r\nbid 3"),
    "a line more, in place": lambda who: plain(who, clear(KEY, "hello").replace("hello", "hello\nbid 3")),
    "a field more": lambda who: signed(who, KEY, "bid 3").replace(b"8bit\r\n", b"8bit\r\nContent-Language: en\r\n"),
    "the signature of another text": lambda who: mime(head(who), entity("bid 3"), detached(KEY, entity("bid 4"))),
    "text where the marks of the block stand": lambda who: plain(
        who, clear(KEY, "hello").replace("\n\nhello", "\nbid 3\n\nhello")
    ),
    "text that looks like a hash": lambda who: plain(
        who, clear(KEY, "hello").replace("Hash: SHA512\n", "Hash: SHA512\nbid 3\n")
    ),
    "two blocks": lambda who: plain(who, clear(KEY, "hello") + clear(KEY, "bid 3")),
    "a quoted block": lambda who: plain(who, clear(KEY, "bid 3").replace("\n", "\n> ") + "\nbid 3"),
    "a block below quotes": lambda who: plain(who, "bid 3\n" + re.sub("^", "> ", clear(KEY, "hi"), flags=re.M)),
    "three parts": lambda who: signed(who, KEY, "bid 3").replace(
        f"--{BOUNDARY}--".encode(), f"--{BOUNDARY}\r\n\r\nbid 3\r\n--{BOUNDARY}--".encode()
    ),
    "the signature first": lambda who: mime(
        head(who), b"Content-Type: application/pgp-signature\r\n\r\n" + detached(KEY, entity("hi")), entity("bid 3")
    ),
    "another protocol": lambda who: mime(
        head(who), entity("bid 3"), detached(KEY, entity("bid 3")), protocol="application/pkcs7-signature"
    ),
    "two signatures in one": lambda who: mime(head(who), entity("bid 3"), by_both(entity("bid 3"))),
    "an attached mail that is signed": lambda who: (
        head(who).encode()
        + b'Content-Type: multipart/mixed; boundary="o"\r\n\r\n--o\r\n\r\nbid 3\r\n--o\r\nContent-Type: message/rfc822'
        + b"\r\n\r\n"
        + signed(who, KEY, "bid 3")
        + b"\r\n--o--\r\n"
    ),
    "a choice of a signed text and another": lambda who: (
        head(who).encode()
        + b'Content-Type: multipart/alternative; boundary="o"\r\n\r\n--o\r\n\r\nhello\r\n--o\r\n'
        + mime("", entity("bid 3"), detached(KEY, entity("bid 3")))
        + b"\r\n--o--\r\n"
    ),
    "a message that is whole, not clear": lambda who: plain(
        who, clear(KEY, "bid 3").replace("PGP SIGNED MESSAGE", "PGP MESSAGE")
    ),
    "signed for a friend": lambda who: signed(who, KEY, "bid 3", "To: friend@elsewhere.test"),
    "signed in another's name": lambda who: signed(who, KEY, "bid 3", "From: mallory@club.test"),
    "text as a part": lambda who: as_part(who, f"I would never do this:\n\nbid 3\n\n{REFEREE}\n"),
    "text as a part, its first words a field": lambda who: as_part(who, f"X-A: b\n\nbid 3\n\n{REFEREE}\n"),
    "text as a part, nothing before it": lambda who: as_part(who, f"\nbid 3\n\n{REFEREE}\n"),
    "a part as text": lambda who: plain(who, clear(KEY, "Content-Type: text/plain\n\nbid 3")),
    "a part as text, its head above": lambda who: plain(
        who, clear(KEY, "X-A: b\nContent-Type: multipart/mixed; boundary=o\n\n--o\n\nbid 3")
    ),
    "a robot's": lambda who: signed(who, KEY, "bid 3", **{"Auto-Submitted": "auto-replied"}),
}


@pytest.mark.parametrize("name", sorted(UNPROVEN))
def test_what_is_not_wholly_signed_by_the_key_does_nothing(still: Talk, name: str) -> None:
    outcome = still.deliver(UNPROVEN[name](still.due()))
    assert not re.search(r"/accepted", outcome), outcome
    assert bids_of(still) == [] and not still.game().conceded


def test_another_players_signed_mail_is_not_mine(talk: Talk) -> None:
    """The From is another player's, who has no key; mine signs for me alone."""
    who = next(name for name in ("ann", "bob") if name != talk.due())
    assert "accepted" not in talk.deliver(signed(who, KEY, "concede"))
    assert not talk.game().conceded


def test_a_trusted_servers_fail_vetoes_a_signature(talk: Talk) -> None:
    stamp = talk.stamp(address(talk.due())).replace(b"=pass", b"=fail")
    assert talk.deliver(stamp + signed(talk.due(), KEY, "bid 3")) == "MakeBid/unproven"


def test_signed_fields_that_say_the_same_are_no_trouble(talk: Talk) -> None:
    who = talk.due()
    assert talk.deliver(signed(who, KEY, "bid 3", f"From: {address(who)}", f"To: {REFEREE}")) == "MakeBid/accepted"


# for us


FOR_FRIENDS: dict[str, Callable[[str], bytes]] = {
    "whole": lambda who: mime(head(who), part := entity("concede", to=None), detached(KEY, part)),
    "in place": lambda who: plain(who, clear(KEY, "concede", for_us=False)),
    "with another's address": lambda who: plain(who, clear(KEY, f"concede\n\nx{REFEREE}", for_us=False)),
    "of a friend who quotes": lambda who: mime(
        head(who), part := entity("concede\n\n[Spades 1]", to="friend@elsewhere.test"), detached(KEY, part)
    ),
}
"""A signed mail that a friend of the player got and sends on in the player's name."""


@pytest.mark.parametrize("name", sorted(FOR_FRIENDS))
def test_what_was_signed_for_a_friend_does_nothing_when_sent_on(still: Talk, name: str) -> None:
    outcome = still.deliver(FOR_FRIENDS[name](still.due()))
    assert "accepted" not in outcome and not still.game().conceded, outcome


@pytest.mark.parametrize(
    "below", ["[Spades 1]", "> Spades 1, turn 1, sheet 109.", f"> On Tuesday, the referee <{REFEREE}> wrote:"]
)
def test_any_word_of_the_game_or_of_the_referee_is_enough(talk: Talk, below: str) -> None:
    assert talk.deliver(plain(talk.due(), clear(KEY, f"bid 3\n\n{below}", for_us=False))) == "MakeBid/accepted"


def test_a_signed_mail_to_the_list_is_for_us(tmp_path: Path) -> None:
    talk = game_at(tmp_path, datetime.now(UTC), referee={"list": LIST, "list_mode": "external"})
    part = entity("bid 3", to=LIST)
    assert talk.deliver(mime(head(talk.due(), to=LIST), part, detached(KEY, part))) == "MakeBid/accepted"


# packets are counted before anything is unpacked


def armoured(data: bytes, what: str) -> str:
    return f"-----BEGIN PGP {what}-----\n\n{encodebytes(data).decode()}-----END PGP {what}-----\n"


def packet(kind: int, body: bytes) -> bytes:
    """One packet in the format in use, with a length of four octets (RFC 9580, 4.2.1)."""
    return bytes((0xC0 | kind, 0xFF)) + len(body).to_bytes(4, "big") + body


def packed(inside: bytes) -> bytes:
    """A packet that holds others, deflated (RFC 9580, 5.6)."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packet(8, b"\1" + deflate.compress(inside) + deflate.flush())


OWN = bytes(KEY.extract_certificate())
SIGNATURE_OF_HELLO = bytes(next(iter(PacketPile.from_bytes(detached(KEY, entity("hello"))))))
NOT_SEEN: dict[str, bytes] = {
    "packed": packed(OWN),
    "packed twice": packed(packed(OWN)),
    "packed after a key": OWN + packed(OWN),
    "packed before a key": packed(OWN) + OWN,
    "text": packet(11, b"b\0\0\0\0\0hello"),
    "a sealed message": packet(18, b"\1" + bytes(40)),
    "a one-pass signature": packet(4, bytes(13)),
    "an unknown kind": OWN + packet(60, b"x"),
    "in pieces": bytes((0xC6, 0xE1)) + bytes(2) + b"\1x",
    "without end": bytes((0x9B,)) + OWN[2:],
    "a length beyond the end": packet(6, b"x")[:-1],
    "a length that is torn": bytes((0xC6, 0xFF, 0)),
    "no packet": b"hello",
    "nothing": b"",
}
"""What is no key and no signature, by its packets."""


def never(*_: object, **__: object) -> None:
    raise AssertionError("the library was asked")


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library must not be given a byte, except those of a key stored before."""

    class Never:
        from_bytes = never

    monkeypatch.setattr(openpgp, "PacketPile", Never)
    monkeypatch.setattr(openpgp, "Sig", Never)
    monkeypatch.setattr("pysequoia.verify", never)
    monkeypatch.setattr("pysequoia.encrypt", never)


@pytest.mark.parametrize("name", sorted(NOT_SEEN))
def test_no_byte_of_what_is_no_key_is_seen_by_the_library(unasked: None, name: str) -> None:
    block = armoured(NOT_SEEN[name], "PUBLIC KEY BLOCK")
    with pytest.raises(KeyRefused, match="cannot be read"):
        read_key([block], datetime.now(UTC))
    with pytest.raises(KeyRefused, match="cannot be read"):
        key_named([block])


@pytest.mark.parametrize("name", sorted({*NOT_SEEN, "two signatures", "a key", "a long signature"}))
def test_no_byte_of_what_is_no_signature_is_seen_by_the_library(unasked: None, name: str) -> None:
    more = {"two signatures": SIGNATURE_OF_HELLO * 2, "a key": OWN, "a long signature": packet(2, bytes(9000))}
    block = armoured({**NOT_SEEN, **more}[name], "SIGNATURE").encode()
    for clear_text in (True, False):
        signed_text = Signed(content=b"hello", signature=block, clear=clear_text, charset="utf-8")
        assert verify(signed_text, public(KEY), datetime.now(UTC)) is None


def test_a_key_of_many_names_is_refused_unseen(unasked: None) -> None:
    block = armor(OWN + packet(13, b"x") * 51, ArmorKind.PublicKey)
    with pytest.raises(KeyRefused, match="larger"):
        key_named([block])


@pytest.mark.parametrize("name", ["a stranger", "a forged player"])
def test_a_key_in_unproven_mail_costs_no_more_than_its_packets(
    still: Talk, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(openpgp, "_read", never)
    who = "nobody@elsewhere.test" if name == "a stranger" else next(n for n in ("ann", "bob") if n != still.due())
    assert still.deliver(with_key(who, public(OTHER))).startswith("SetKey/unproven")


def test_the_fingerprint_is_that_of_the_library() -> None:
    for key in (KEY, OTHER, new_key("ann", 3600)):
        assert fingerprint(public(key)) == key.extract_certificate().fingerprint
    newest = Tsk.generate("Ann <ann@club.test>", profile=Profile.RFC9580)
    assert fingerprint(public(newest)) == newest.extract_certificate().fingerprint


def test_where_signatures_prove_nothing_none_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    talk = game_at(tmp_path, datetime.now(UTC), auth={**ACCEPT, "accept": ["token", "results"]})
    monkeypatch.setattr("referee.desk.sender.identify.vouch", never)
    assert talk.deliver(signed(talk.due(), KEY, "bid 3")).startswith("MakeBid/unproven")


# once, now, and for this game


def unhashed(signature: bytes) -> bytes:
    """The same signature with something added to its unsigned part."""
    packet = next(iter(PacketPile.from_bytes(signature)))
    body = packet.body
    at = 6 + int.from_bytes(body[4:6], "big")
    more = bytes((2, 100, 120))
    changed = body[:at] + (int.from_bytes(body[at : at + 2], "big") + 3).to_bytes(2, "big") + more + body[at + 2 :]
    return armor(bytes((0xC2, 0xFF)) + len(changed).to_bytes(4, "big") + changed, ArmorKind.Signature).encode()


def test_a_signature_counts_once(talk: Talk) -> None:
    who, part = talk.due(), entity("timezone Europe/Berlin")
    signature = detached(KEY, part)
    assert talk.deliver(mime(head(who), part, signature)) == "SetTimezone/accepted"
    assert talk.deliver(mime(head(who), part, signature)) == "ignored/seen-before"
    changed = unhashed(signature)
    assert changed != signature
    assert talk.deliver(mime(head(who), part, changed)) == "ignored/seen-before"


def test_a_signature_on_a_mail_that_was_proven_otherwise_is_used_up_too(talk: Talk) -> None:
    who, part = talk.due(), entity("say hello")
    signature = detached(KEY, part)
    assert talk.deliver(talk.stamp(address(who)) + mime(head(who), part, signature)) == "Say/accepted"
    assert talk.deliver(mime(head(who), part, signature)) == "ignored/seen-before"


@pytest.mark.parametrize(("later", "good"), [(-600, False), (-200, True), (2.9 * 86400, True), (3.1 * 86400, False)])
def test_a_signature_is_good_for_three_days_and_not_before(tmp_path: Path, later: float, good: bool) -> None:
    now = datetime.now(UTC)
    talk = game_at(tmp_path, now)
    who = talk.due()
    mail = signed(who, KEY, "timezone Europe/Berlin")
    talk.now = now + timedelta(seconds=later)
    assert talk.deliver(mail) == f"SetTimezone/{'accepted' if good else 'unproven'}"


def test_a_signed_move_that_was_kept_back_is_not_good_for_a_later_turn(talk: Talk) -> None:
    who = talk.due()
    kept_back = signed(who, KEY, f"play {next(iter(talk.game().hands[talk.game().names.index(who.title())]))}")
    for _ in range(4):
        talk.now += timedelta(hours=1)
        talk.says(talk.due(), "bid 3", to=REFEREE, proven=True)
    while talk.due() != who:
        talk.now += timedelta(hours=1)
        talk.passes(days=4)
    talk.now += timedelta(minutes=1)
    before = talk.game().turn
    assert talk.deliver(kept_back) in ("PlayCard/stale", "PlayCard/unproven")
    assert talk.game().turn == before


def test_a_signed_bid_that_was_kept_back_is_stale_once_its_turn_is_over(talk: Talk) -> None:
    """The clock has bid meanwhile; the player bids again only in the next round, which began after they signed."""
    who = talk.due()
    kept_back = signed(who, KEY, "bid 3")
    talk.passes(hours=71)
    talk.says(who, "bid 4", to=REFEREE, proven=True)
    assert talk.deliver(kept_back) == "MakeBid/bid-stands" or bids_of(talk) == [4]
    assert bids_of(talk) == [4]


def two_games(talk: Talk) -> None:
    assert talk.master(STARTER, subject="another game") == "Start/accepted"


def test_with_two_games_the_signed_words_say_which(talk: Talk) -> None:
    who = talk.due()
    two_games(talk)
    assert talk.deliver(signed(who, KEY, "concede", subject="[Spades 2] here")) == "Concede/which-game"
    assert not talk.game(1).conceded and not talk.game(2).conceded
    assert talk.deliver(signed(who, KEY, "concede\n\n[Spades 1]", subject="[Spades 2]")) == "Concede/accepted"
    assert talk.game(1).conceded and not talk.game(2).conceded


def test_the_quoted_foot_of_a_letter_says_which_game(talk: Talk) -> None:
    who = talk.due()
    two_games(talk)
    text = "concede\n\nThe referee wrote:\n> -- \n> Spades 2, turn 1, sheet 109.\n"
    letter = next(x for x in talk.to(who) if x["Spades-Game"] == "1")
    raw = signed(who, KEY, text, **{"In-Reply-To": letter["Message-ID"]})
    assert talk.deliver(raw) == "Concede/accepted"
    assert talk.game(2).conceded and not talk.game(1).conceded


# letters are sealed


def test_a_sealed_letter_shows_nothing_outside_and_all_inside(tmp_path: Path) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    sealed = game_at(tmp_path / "sealed", now)
    bare = Talk(tmp_path / "bare", auth=ACCEPT)
    bare.now = now
    bare.starts()
    who = bare.due()
    assert who == sealed.due()
    assert bare.deliver(bare.stamp(address(who)) + plain(who, "format html")) == "SetFormat/accepted"
    for table in (sealed, bare):
        assert table.says(who, "hand", to=REFEREE, proven=True) == "Hand/accepted"
        assert table.says(who, "play QS", to=REFEREE, proven=True).startswith("PlayCard/bidding-now")
        table.passes(days=2, hours=1)
    compared = 0
    for got, wanted in zip(sealed.to(who), bare.to(who), strict=True):
        if not got["Content-Type"].startswith("multipart/encrypted"):
            continue
        inside = opened(got, KEY)
        assert {name for name in got.message if name.startswith("Spades-")} == {"Spades-Game", "Spades-Event"}
        for name in ("From", "To", "Subject", "Date", "Message-ID", "Reply-To", "Spades-Event", "Spades-Game"):
            assert got[name] == wanted[name], name
        fields = [(name, value) for name, value in wanted.message.items() if name.startswith("Spades-")]
        assert [(n, v) for n, v in inside.message.items() if n.startswith("Spades-")] == fields
        assert (inside.text, inside.html) == (wanted.text, wanted.html)
        compared += 1
    assert compared == 3, "the hand, the refusal that names it, and the reminder"
    sealed.store.close()
    bare.store.close()


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_no_byte_of_a_round_shows_a_card_that_is_held(tmp_path: Path, mode: str) -> None:
    listed = {"list": LIST, "list_mode": "external"} if mode == "external" else {}
    talk = game_at(tmp_path, datetime.now(UTC), referee=listed)
    who = talk.due()
    seat = talk.game().names.index(who.title())
    sealed = done = 0
    talk.letters.clear()
    for _ in range(4 + 20):
        player = talk.due()
        if player == who:
            own = next(x for x in reversed(talk.to(who)) if "turn" in x["Spades-Event"]) if talk.to(who) else None
            legal = opened(own, KEY)["Spades-Legal"].split() if own else ["3"]
            move = f"bid {legal[-1]}" if talk.kept().due_what == "bid" else f"play {legal[0]}"
            assert talk.says(who, move, to=REFEREE, proven=True).endswith("/accepted")
        else:
            assert talk.acts().endswith("/accepted")
        held = {str(card) for card in talk.game().hands[seat]}
        for letter in talk.letters[done:]:
            if letter["Content-Type"].startswith("multipart/encrypted"):
                assert letter.to == address(who)
                outside = letter.raw.partition(b"-----BEGIN PGP MESSAGE-----")[0].decode()
                assert not cards_in(outside.partition("Content-Type: application/pgp-encrypted")[0])
                sealed += 1
            elif letter.to == address(who):
                assert not letter.cards & held
        done = len(talk.letters)
    assert sealed >= 5
    talk.store.close()


def test_questions_after_a_card_are_answered_sealed(talk: Talk) -> None:
    who = talk.due()
    talk.says(who, "I hold QS, what now?", to=REFEREE, proven=True)
    assert opened(talk.last(who), KEY)["Spades-Hand"]


def test_every_attempt_sends_the_same_bytes(tmp_path: Path) -> None:
    talk = game_at(tmp_path, datetime.now(UTC))
    who = talk.due()
    talk.hold = True
    talk.says(who, "hand", to=REFEREE, proven=True)
    first = talk.last(who).raw
    talk.seen = 0
    talk.letters.clear()
    talk.collect()
    assert [letter.raw for letter in talk.to(who)] == [first]
    talk.store.close()


def test_a_key_that_expired_meanwhile_shows_no_card_and_tells_how_to_go_on(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    talk = game_at(tmp_path, now, key=(key := new_key("ann", 3 * 86400)))
    who = talk.due()
    talk.now = now + timedelta(days=3, seconds=30)
    talk.letters.clear()
    with talk.store.transaction() as tx:
        people.change(tx, 1, timezone=None)
    assert talk.says(who, "hand", to=REFEREE, proven=True) == "Hand/accepted"
    got = talk.last(who)
    assert not got.cards and "Spades-Hand" not in got.message and "Spades-Legal" not in got.message
    assert "expired on" in got.text and "key off" in got.text
    told = [letter for letter in talk.to("gm") if "cannot be shown their cards" in in_one_line(letter)]
    assert len(told) == 1 and not told[0].cards
    assert talk.says(who, "hand", to=REFEREE, proven=True) == "Hand/accepted"
    assert len([letter for letter in talk.to("gm") if "cannot be shown" in in_one_line(letter)]) == 1, "once a day"
    assert talk.deliver(signed(who, key, "timezone Europe/Berlin")) == "SetTimezone/unproven"
    asked = [letter for letter in talk.to(who) if "confirm" in letter.events]
    assert talk.says(who, "name Annie", to=REFEREE) == "SetName/unproven asked-before"
    assert [x for x in talk.to(who) if "confirm" in x.events] == asked, "one confirmation letter a day"
    assert talk.says(who, "key off", answers=got) == "SetKey/unproven"
    asked = [letter for letter in talk.to(who) if "confirm" in letter.events]
    assert asked[-1] == talk.last(who), "and one that only a token can ask for"
    assert talk.says(who, "key off", answers=got) == "SetKey/unproven asked-before"
    assert [x for x in talk.to(who) if "confirm" in x.events] == asked
    talk.now += DAY
    assert talk.says(who, "key off", answers=got) == "SetKey/unproven"
    assert talk.says(who, "yes") == "SetKey/accepted Yes/accepted"
    assert talk.says(who, "hand") == "Hand/accepted"
    assert talk.last(who)["Spades-Hand"]
    talk.store.close()


def test_a_signature_proves_nothing_once_its_key_expired(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    talk = game_at(tmp_path, now, key=(key := new_key("ann", 3600)))
    mails = [signed(talk.due(), key, f"timezone {zone}") for zone in ("Europe/Berlin", "Asia/Tokyo")]
    assert talk.deliver(mails[0]) == "SetTimezone/accepted"
    talk.now = now + timedelta(hours=2)
    assert talk.deliver(mails[1]) == "SetTimezone/unproven"
    talk.store.close()


def test_the_clock_tells_a_player_whose_key_expired_that_it_is_their_turn(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    talk = game_at(tmp_path, now, key=new_key("ann", 3600))
    who = talk.due()
    talk.passes(days=2, hours=1)
    got = talk.last(who)
    assert got.events == ["reminder"] and got["Spades-Deadline"] and got["Spades-To-Act"] == "1 bid"
    assert "It is your turn" in got.text and not got.cards
    assert got["Reply-To"].startswith("referee+")
    talk.store.close()


def test_secret_parts_are_never_kept_for_a_person(talk: Talk) -> None:
    with talk.store.reading() as tx:
        rows = tx.exec_driver_sql("select key from people where key is not null").scalars().all()
    assert len(rows) == 1 and "PRIVATE" not in rows[0] and key_blocks(rows[0].encode())
