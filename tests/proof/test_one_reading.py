"""A body has one reading: what a player's server signed cannot be sent on as something else.

Mallory gets a mail of Ann's whose quotation holds lines of theirs, and sends it on with another Content-Type in front,
which Ann's provider did not sign.
"""

import re
from base64 import encodebytes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.utils import format_datetime
from pathlib import Path
from quopri import encodestring
from time import monotonic

import pytest

from referee.post.messages import Message
from referee.post.proof.dkim import HOW_TO_READ
from referee.post.proof.dkim_body import reads_one_way
from referee.post.proof.dkim_lookup import gather
from referee.post.reading.message import read_message
from tests.proof.signing import Records, record, sign
from tests.proof.test_lists import BY_DKIM, LISTS, SEALED, STRAIGHT, own, seal, theirs
from tests.talk import AUTHSERV, LIST, REFEREE, Talk

GMAIL = ("to", "subject", "message-id", "date", "from", "in-reply-to", "references", "mime-version", "cc", "reply-to")
ALL = (*GMAIL, *HOW_TO_READ)
COMMAND = "notify each play"
PART = f"--B\r\nContent-Type: text/plain\r\n\r\n{COMMAND}\r\n--B--\r\n"
CODED = PART.replace(
    f"\r\n\r\n{COMMAND}\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\nbm90aWZ5IGVhY2ggcGxheQ==\r\n"
)
HEADS = "From: Mallory <mallory@attack.test>\r\nSent: Monday\r\nTo: Ann\r\nSubject: x\r\n"
ORIGINAL = f"-----Original Message-----\r\n{HEADS}\r\n"
BARE = f"{COMMAND}\r\n"
ATTACHED = "Content-Type: text/plain; name=log\r\nContent-Disposition: attachment; filename=log\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Body:
    """A body as Ann's program wrote and declared it; `known`: it shows by itself what it is."""

    text: bytes
    kind: str = "text/plain; charset=utf-8"
    encoding: str = ""
    known: bool = True


def plain(text: str, *, known: bool = True) -> Body:
    return Body(text.encode(), known=known)


def parts(*inner: str, kind: str = "mixed", boundary: str = "O", above: str = "", known: bool = True) -> Body:
    body = above + "".join(f"--{boundary}\r\n{part}\r\n" for part in inner) + f"--{boundary}--\r\n"
    return Body(body.encode(), f'multipart/{kind}; boundary="{boundary}"', known=known)


def text(words: str, kind: str = "plain", more: str = "") -> str:
    return f"Content-Type: text/{kind}; charset=utf-8\r\n{more}\r\n{words}\r\n"


QUOTED = f"thanks\r\n\r\nOn Monday, Mallory wrote:\r\n> {COMMAND}\r\n"
HTML = f"<p>thanks</p><blockquote>\r\n{COMMAND}\r\n</blockquote>"
RUSSIAN = f"спасибо\r\n\r\nОт: Мэлл\r\nКому: Анна\r\nТема: х\r\n\r\n{BARE}"


def torn(words: str) -> bytes:
    """Return text in quoted-printable."""
    return encodestring(words.replace("\r\n", "\n").encode()).replace(b"\n", b"\r\n")


JAPANESE = f"了解\r\n\r\n差出人: マロリー\r\n件名: 日\r\n\r\n{BARE}"
BODIES = {
    "one line": plain("concede\r\n"),
    "a signature": plain(f"concede\r\n\r\n-- \r\nAnn\r\n{COMMAND}\r\n"),
    "a quotation": plain(QUOTED),
    "a quotation of code": plain(f"thanks\r\n\r\n> a =\r\n> b=3D \r\n> {COMMAND}\r\n"),
    "a torn quotation": Body(f"thanks\r\n\r\n> no =\r\n{BARE}".encode(), encoding="quoted-printable", known=False),
    "an original": plain(f"thanks\r\n\r\n{ORIGINAL}{BARE}"),
    "an original with a part in it": plain(f"thanks\r\n\r\n{ORIGINAL}{PART}", known=False),
    "one with a coded part": plain(f"thanks\r\n\r\n{ORIGINAL}{CODED}", known=False),
    "one with a part that does not end": plain(
        f"thanks\r\n\r\n{ORIGINAL}{PART.removesuffix('--B--' + chr(13) + chr(10))}"
    ),
    "an original alone": plain(f"{ORIGINAL}{BARE}"),
    "an original alone, below blank lines": plain(f"\r\n\r\n{ORIGINAL}{BARE}"),
    "one without its head": plain(f"---Original---\r\n\r\n{BARE}"),
    "one forwarded by mutt": plain(f"----- Forwarded message from M <m@attack.test> -----\r\n\r\n{BARE}"),
    "one forwarded by Gmail": plain(f"---------- Forwarded message ---------\r\n{HEADS}\r\n{BARE}"),
    "one below a rule": plain(f"--------\r\n\r\n{BARE}"),
    "flowed": Body(b" > no \r\nconcede\r\n", "text/plain; format=flowed", known=False),
    "flowed, but for nothing": Body(f"concede\r\n\r\n> no \r\n> {BARE}".encode(), "text/plain; format=flowed"),
    "HTML": Body(HTML.encode(), "text/html; charset=utf-8", known=False),
    "coded HTML": Body(torn(HTML), "text/html", "quoted-printable", known=False),
    "torn lines": Body(f"I would never =\r\n{BARE}".encode(), encoding="quoted-printable", known=False),
    "coded Russian": Body(torn(RUSSIAN), encoding="quoted-printable", known=False),
    "Japanese": Body(JAPANESE.encode("iso-2022-jp"), "text/plain; charset=iso-2022-jp", known=False),
    "Russian of old": Body(RUSSIAN.encode("koi8-r"), "text/plain; charset=koi8-r", known=False),
    "base64": Body(encodebytes(f"{QUOTED * 3}".encode()), encoding="base64", known=False),
    "alternatives": parts(text(QUOTED), text(HTML, "html"), kind="alternative"),
    "alternatives, the HTML torn": parts(
        text(QUOTED),
        text(torn(HTML * 9).decode(), "html", "Content-Transfer-Encoding: quoted-printable\r\n"),
        kind="alternative",
    ),
    "alternatives below words": parts(
        text("concede"),
        text("concede", "html"),
        kind="alternative",
        above="This is a multi-part message in MIME format.\r\n",
    ),
    "alternatives below other words": parts(
        text(QUOTED), text(HTML, "html"), kind="alternative", above="hi\r\n", known=False
    ),
    "an attachment": parts(text("thanks"), f"{ATTACHED}{PART}"),
    "an attachment alone": parts(f"{ATTACHED}{PART}", known=False),
    "alternatives and an attachment": parts(
        f"Content-Type: multipart/alternative; boundary=A\r\n\r\n"
        f"--A\r\n{text(QUOTED)}\r\n--A\r\n{text(HTML, 'html')}\r\n--A--\r\n",
        f"{ATTACHED}{PART}",
    ),
    "a mail in it": parts(text("see below"), f"Content-Type: message/rfc822\r\n\r\n{HEADS}\r\n{PART}"),
    "two texts": parts(text("never"), text(COMMAND)),
    "signed by PGP": parts(text("concede"), "Content-Type: application/pgp-signature\r\n\r\nx\r\n", kind="signed"),
}
"""The bodies that Ann may write. `B` is Mallory's boundary; `O` and `A` are the boundaries of Ann's program."""

SUBTYPES = ("mixed", "alternative", "related", "digest", "signed", "report", "form-data")
SINGLE = (
    *("", "text/plain", "text/plain; charset=utf-8", "text/plain; format=flowed", "text/plain; charset=utf-7", "text"),
    *("text/html", "message/rfc822", "text/plain; charset*=utf-7''", "TEXT/PLAIN", "application/octet-stream"),
)
ENCODINGS = ("", "7bit", "8bit", "quoted-printable", "base64", "binary")


def declared(body: Body) -> Iterator[tuple[str, str]]:
    """Yield each way to declare a body: as one of SINGLE, and as each multipart with a line of it as the boundary."""
    lines = {line.strip().removeprefix(b"--").decode() for line in body.text.split(b"\n") if line.startswith(b"--")}
    boundaries = sorted({*lines, *(line.removesuffix("--") for line in lines)} - {""})
    kinds = [*SINGLE, *(f'multipart/{sub}; boundary="{line}"' for line in boundaries for sub in SUBTYPES)]
    for kind in kinds:
        for encoding in ENCODINGS:
            yield kind, encoding


def fields(kind: str, encoding: str) -> bytes:
    lines = {"Content-Type": kind, "Content-Transfer-Encoding": encoding}
    return "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value).encode()


def in_mail(kind: str, encoding: str, body: bytes) -> bytes:
    return b"From: ann@club.test\r\nMIME-Version: 1.0\r\n" + fields(kind, encoding) + b"\r\n" + body


def new_words(raw: bytes) -> str:
    """Return the new text that the referee reads in a mail; none if it reads nothing."""
    found = read_message(raw)
    return found.text if isinstance(found, Message) else ""


@pytest.mark.parametrize("name", BODIES)
def test_no_other_reading_of_a_signed_body_is_believed(name: str) -> None:
    body = BODIES[name]
    meant = new_words(in_mail(body.kind, body.encoding, body.text))
    tried = 0
    for kind, encoding in declared(body):
        raw, tried = in_mail(kind, encoding, body.text), tried + 1
        for loose in (True, False):
            if reads_one_way(raw, GMAIL, loose=loose):
                assert new_words(raw) == meant, (kind, encoding)
    assert tried > 50


BLANKS: dict[str, Callable[[bytes], bytes]] = {
    "none at the ends": lambda text: re.sub(rb"[ \t]+(?=\r\n)", b"", text),
    "some at the ends": lambda text: text.replace(b"\r\n", b" \r\n"),
    "on empty lines": lambda text: re.sub(rb"(?<=\n)\r\n", b" \r\n", text),
    "tabs": lambda text: text.replace(b" ", b"\t"),
    "more of them": lambda text: text.replace(b" ", b"  "),
}
"""Changes that a loose signature does not notice (RFC 6376, 3.4.4)."""


@pytest.mark.parametrize("name", [name for name in BODIES if name != "flowed"])
def test_nor_is_one_with_other_blanks(name: str) -> None:
    """Soft breaks of a flowed text are excepted: their blank says that the paragraph goes on."""
    body = BODIES[name]
    meant = new_words(in_mail(body.kind, body.encoding, body.text)).split()
    for way, change in BLANKS.items():
        own = in_mail(body.kind, body.encoding, change(body.text))
        for raw, covered in ((own, GMAIL), (own, ALL), (in_mail("text/plain", "", change(body.text)), GMAIL)):
            if reads_one_way(raw, covered, loose=True):
                assert new_words(raw).split() == meant, way


@pytest.mark.parametrize("name", BODIES)
def test_what_shows_what_it_is_is_believed(name: str) -> None:
    body = BODIES[name]
    raw = in_mail(body.kind, body.encoding, body.text)
    assert reads_one_way(raw, GMAIL, loose=True) is body.known
    assert reads_one_way(raw, ALL, loose=True)


def test_two_ways_to_read_it_are_not_one() -> None:
    raw = in_mail("text/plain", "", b"concede\r\n")
    assert reads_one_way(raw, GMAIL, loose=True)
    assert not reads_one_way(b"Content-Type: text/plain\r\n" + raw, GMAIL, loose=True)


def test_a_blank_does_not_move_the_end_of_a_head() -> None:
    """A loose signature is the same over an empty line and one of blanks."""
    body = parts(text("I would never"), text("<p>x</p>", "html"), kind="alternative").text
    moved = body.replace(b"utf-8\r\n\r\nI", b"utf-8\r\n \r\nI").replace(b"never\r\n", b"never\r\n\r\nconcede\r\n", 1)
    for covered in (GMAIL, ALL):
        assert not reads_one_way(in_mail("multipart/alternative; boundary=O", "", moved), covered, loose=True)


def test_no_field_hides_the_text_and_leaves_the_subject() -> None:
    for covered in (GMAIL, ALL):
        for hidden in ("attachment", "inline; filename=x"):
            raw = f"Content-Disposition: {hidden}\r\n".encode() + in_mail("text/plain", "", b"No, I will not.\r\n")
            assert not reads_one_way(raw, covered, loose=True)
        assert reads_one_way(b"Content-Disposition: inline\r\n" + in_mail("text/plain", "", b"x"), covered, loose=True)


def wrapped(kind: str, encoding: str, body: bytes) -> bytes:
    """Return a mail that a list made the first part of its own, with a footer below."""
    first = fields(kind, encoding) + b"\r\n" + body
    footer = b"Content-Type: text/plain\r\n\r\nTo leave the list, write to its server.\r\n"
    return in_mail('multipart/mixed; boundary="L"', "", b"--L\r\n" + first + b"\r\n--L\r\n" + footer + b"\r\n--L--\r\n")


@pytest.mark.parametrize("name", BODIES)
def test_nor_does_a_list_make_another_reading_good(name: str) -> None:
    body = BODIES[name]
    meant = new_words(wrapped(body.kind, body.encoding, body.text))
    for kind, encoding in declared(body):
        raw = wrapped(kind, encoding, body.text)
        if reads_one_way(raw, GMAIL, loose=True, wrapped=True):
            assert new_words(raw) == meant, (kind, encoding)


# by mail


@pytest.fixture
def table(tmp_path: Path) -> Talk:
    auth = {"accept": ["token", "results", "dkim"], "trusted_lists": {LISTS: "Reply-To"}}
    return Talk(tmp_path, auth=auth, referee={"list": LIST, "list_mode": "external"}).starts()


def comes(talk: Talk, raw: bytes) -> str:
    dns = Records({f"s1._domainkey.{domain}.": record() for domain in (LISTS, "club.test")})
    found = gather(raw, talk.now, dns, trusted=talk.settings.auth.trusted_lists, until=monotonic() + 5)
    return talk.deliver(raw, evidence=found)


def signed(talk: Talk, body: Body, to: str) -> bytes:
    """Return Ann's mail as their provider signed it, which says nothing of how to read it."""
    head = (
        f"From: ann@club.test\r\nTo: {to}\r\nSubject: [Spades 1] a mail\r\nMessage-ID: <once@club.test>\r\n"
        f"Date: {format_datetime(talk.now)}\r\nMIME-Version: 1.0\r\n\r\n"
    )
    return sign(head.encode() + body.text, names=GMAIL)


def declare(raw: bytes, kind: str, encoding: str = "") -> bytes:
    return raw.replace(b"MIME-Version: 1.0\r\n", b"MIME-Version: 1.0\r\n" + fields(kind, encoding), 1)


def by_results(raw: bytes) -> bytes:
    top = f"Authentication-Results: {AUTHSERV}; dkim=pass header.d=club.test; spf=pass smtp.mailfrom=m@attack.test\r\n"
    return (
        f"{top}Received: from a.test by {AUTHSERV} with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n".encode() + raw
    )


WAYS: dict[str, Callable[[bytes], bytes]] = {
    "dkim": lambda raw: raw,
    "results": by_results,
    "list": lambda raw: seal(raw, BY_DKIM),
    "list that seals how to read it": lambda raw: seal(raw, BY_DKIM, names=[*SEALED, *HOW_TO_READ]),
    "list's results": lambda raw: own(STRAIGHT) + theirs(BY_DKIM) + raw,
    "list that saw SPF": lambda raw: seal(raw[raw.index(b"From: ") :], "spf=pass smtp.mailfrom=ann@club.test"),
}
REBOUND = {
    "an original with a part in it": "multipart/mixed; boundary=B",
    "one with a coded part": "multipart/related; boundary=B",
    "an original alone": 'multipart/mixed; boundary="---Original Message-----"',
    "one forwarded by mutt": 'multipart/mixed; boundary="--- Forwarded message from M <m@attack.test> -----"',
    "one below a rule": 'multipart/alternative; boundary="------"',
    "an attachment": "multipart/mixed; boundary=B",
    "HTML": "text/plain",
    "coded Russian": "text/plain; charset=utf-8",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", REBOUND)
@pytest.mark.parametrize("before", [False, True], ids=["alone", "after the genuine one"])
def test_nothing_comes_of_a_mail_sent_on(table: Talk, name: str, way: str, before: bool) -> None:
    body, forge = BODIES[name], WAYS[way]
    mail = signed(table, body, LIST if way.startswith("list") else REFEREE)
    if before:
        assert "/accepted" not in comes(table, forge(declare(mail, body.kind, body.encoding)))
    trail, people = table.trail(), len(table.letters)
    assert "/accepted" not in comes(table, forge(declare(mail, REBOUND[name])))
    assert table.trail() == trail
    assert {letter.to for letter in table.letters[people:]} <= {"ann@club.test"}


@pytest.mark.parametrize("way", ["dkim", "results", "list", "list's results"])
def test_a_genuine_mail_that_was_sent_on_first_is_asked_about(table: Talk, way: str) -> None:
    """Its signature is used up, though nothing came of the mail that bore it; the mail itself is not lost."""
    body, forge = BODIES["alternatives below words"], WAYS[way]
    mail = signed(table, body, LIST if way.startswith("list") else REFEREE)
    for number in range(3):
        assert "/accepted" not in comes(table, b"X-Path: %d\r\n" % number + forge(declare(mail, "text/plain")))
    table.now = table.now.replace(second=30)
    assert comes(table, forge(declare(mail, body.kind))) == "Concede/unproven"
    assert table.last("ann").events == ["confirm"]
    assert table.says("ann", "yes") == "Concede/accepted Yes/accepted"


@pytest.mark.parametrize("way", ["dkim", "results", "list", "list's results"])
def test_a_genuine_mail_needs_no_signed_way_to_read_it(table: Talk, way: str) -> None:
    body = BODIES["alternatives below words"]
    mail = signed(table, body, LIST if way.startswith("list") else REFEREE)
    assert comes(table, WAYS[way](declare(mail, body.kind))) == "Concede/accepted"
