"""Bytes to mail: every trap of the wire, and that no bytes at all can raise or take long."""

import base64
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.post.messages import Automatic, Message
from referee.post.reading.headers import decode_bytes, decode_words
from referee.post.reading.mailboxes import addresses
from referee.post.reading.message import read_message

MAILS = [path.read_bytes() for path in sorted((Path(__file__).parent.parent / "mails").glob("*.eml"))]


def mail(body: str | bytes = "bid 4", **fields: str) -> bytes:
    """Return a mail from Ann; `content_type` becomes the field Content-Type, and so on."""
    heads = {"from": "Ann <ann@example.org>", "subject": "Re: [Spades 12] your turn", **fields}
    head = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in heads.items())
    return head.encode() + b"\n" + (body if isinstance(body, bytes) else body.encode())


def read(raw: bytes) -> Message:
    return read_message(raw)


@pytest.mark.parametrize(
    ("written", "address", "name"),
    [
        ("ann@example.org", "ann@example.org", ""),
        ("<Ann@Example.ORG>", "ann@example.org", ""),
        ("Ann Smith <ann@example.org>", "ann@example.org", "Ann Smith"),
        ('"Smith, Ann <x>" <ann@example.org>', "ann@example.org", "Smith, Ann <x>"),
        ("ann@example.org (Ann Smith)", "ann@example.org", "Ann Smith"),
        ("=?utf-8?q?Zo=C3=AB?= <zoe@example.org>", "zoe@example.org", "Zoë"),
        ("=?utf-8?b?Wm8=?=\n =?utf-8?b?w6s=?= <zoe@example.org>", "zoe@example.org", "Zoë"),
        ("=?utf-8?q?bob=40example.org?= <ann@example.org>", "ann@example.org", "bob@example.org"),
        ("a.b+c@sub.example.org", "a.b+c@sub.example.org", ""),
        ("MAILER-DAEMON@host (Mail Delivery System)", "mailer-daemon@host", "Mail Delivery System"),
    ],
)
def test_one_plain_sender(written: str, address: str, name: str) -> None:
    message = read(mail(**{"from": written}))
    assert (message.sender, message.sender_name) == (address, name)


BLANKS = ("\u00a0", "\u0085", "\u2003", "\u2028", "\u3000", "\ufeff", "\x0b", "\x0c", "\x1c")
"""The characters that some reader takes for a blank, and no header field does."""


@pytest.mark.parametrize(
    "written",
    [
        "",
        "<>",
        "Ann",
        "ann@example.org, bob@example.org",
        "ann@example.org bob@example.org",
        "ann@example.org <mallory@evil.example>",
        "<ann@example.org> <mallory@evil.example>",
        "Friends: ann@example.org, bob@example.org;",
        '"ann smith"@example.org',
        "=?utf-8?q?ann=40example.org?=",
        "Ann <=?utf-8?q?ann?=@example.org>",
        "Ann <ann@example.org\x00>",
        "Ann <ann@example.org>\rFrom: mallory@evil.example",
        "Ann <ann@exämple.org>",
        "mi\u212ae@example.org",
        "Ann <ann@[192.0.2.1]>",
        "Ann <ann..b@example.org>",
        "ann@example.org\n bob@example.org",
        f"{'a' * 300}@example.org",
        *(f"{blank}ann@example.org" for blank in BLANKS),
        *(f"ann@example.org{blank}" for blank in BLANKS),
        *(f"Ann <{blank}ann@example.org>" for blank in BLANKS),
        *(f"Ann <ann@{blank}example.org>" for blank in BLANKS),
        "ann @ example.org <mallory@evil.example>",
        "ann@home <ann@example.org>",
        "players: ann@example.org; bob@example.org",
        "ann@example.org (a (b)",
    ],
)
def test_no_single_sender(written: str) -> None:
    assert read(mail(**{"from": written})).sender == ""


@pytest.mark.parametrize(
    "raw",
    [
        b"From: ann@example.org\nFrom: bob@example.org\n\nbid 4",
        b"From: ann@example.org\nFROM : bob@example.org\n\nbid 4",
        b"From: ann@example.org\rFrom: bob@example.org\n\nbid 4",
        b"Subject: bid 4\n\nbid 4",
        b"",
    ],
)
def test_two_from_fields_or_none(raw: bytes) -> None:
    assert read(raw).sender == ""


@pytest.mark.parametrize(
    "written",
    [
        "Ann @ Home <ann@example.org>",
        "Ann: at home <ann@example.org>",
        "Ann [home] <ann@example.org>",
        "Smith, Ann <ann@example.org>",
        "ann@example.org (a (b) c)",
        "Ann (a (b) c) <ann@example.org>",
        "Friends: ann@example.org;",
        "Friends: Ann <ann@example.org>;",
        "Ann <@relay.example,@x.example:ann@example.org>",
        "ann@example.org <ann@example.org>",
        "'ann@example.org' <ann@example.org>",
    ],
)
def test_one_sender_oddly_written(written: str) -> None:
    message = read(mail(**{"from": written}))
    assert (message.sender, message.plain) == ("ann@example.org", False)


@pytest.mark.parametrize(
    ("before", "plain"),
    [
        ("", True),
        ("From : mallory@evil.example\n", None),
        ("X-A: b\n From: mallory@evil.example\n", False),
        ("X-A: b\n\tFrom:\n mallory@evil.example\n", False),
        ('"From": mallory@evil.example\n', False),
        (">From: mallory@evil.example\n", False),
        ("X-A: b\n From: players: mallory@evil.example;\n", False),
        ('X-A: b\n From: "x:y" <mallory@evil.example>\n', False),
        ("X-A: b\n From \n", True),
        ("X-From: mallory@evil.example\n", True),
        ("X-A: b\rX-B: c\n", False),
        ("DKIM-Signature: v=1; h=to:\n from:subject:date; b=x\n", True),
        ("DKIM-Signature: v=1; h=to:\n from:subject:\n mallory@evil.example\n", False),
        ("X-Signature: v=1; h=to:\n from:subject:date; b=x\n", False),
    ],
)
def test_a_second_line_that_some_reader_takes_for_the_from(before: str, plain: bool | None) -> None:
    message = read(before.encode() + mail())
    assert (message.sender, message.plain) == (("", False) if plain is None else ("ann@example.org", plain))
    if not before.startswith("From"):
        below = read(mail().replace(b"\n\nbid", b"\n" + before.encode() + b"\nbid"))
        assert (below.sender, below.plain) == ("ann@example.org", plain)


def test_line_ends_of_long_ago() -> None:
    message = read(mail("bid 4\nor not").replace(b"\n", b"\r"))
    assert (message.sender, message.text, message.plain) == ("ann@example.org", "bid 4\nor not", False)
    below = b"Received: from a by b\r\n" + mail("bid 4").replace(b"\n", b"\r")
    assert (read(below).sender, read(below).text) == ("ann@example.org", "bid 4")
    assert read(mail().replace(b"\n", b"\r\r\n")).sender == "ann@example.org"


def test_only_a_to_z_are_folded() -> None:
    assert addresses(["MIKE@EXAMPLE.ORG, mi\u212ae@example.org"]) == ("mike@example.org",)


@pytest.mark.parametrize(
    ("to", "whom"),
    [
        ("f@x.test (r@x.test)", ["f@x.test"]),
        ("r@x.test <f@x.test>", ["f@x.test"]),
        ('"r@x.test" <f@x.test>', ["f@x.test"]),
        ("Bob r@x.test <f@x.test>", ["f@x.test"]),
        ("<f@x.test> r@x.test", ["f@x.test"]),
        ("r@x.test <>", []),
        ("r@x.test <f@x.test", ["f@x.test"]),
        ("(a (r@x.test) r@x.test) f@x.test", ["f@x.test"]),
        (r"(a \) r@x.test) f@x.test", ["f@x.test"]),
        ('(a " r@x.test) f@x.test', ["f@x.test"]),
        ('"(" r@x.test ")" <f@x.test>', ["f@x.test"]),
        (r'"a \" r@x.test" <f@x.test>', ["f@x.test"]),
        ("r@x.test: f@x.test;", ["f@x.test"]),
        ("Friends: Bob <f@x.test>, r@x.test;", ["f@x.test", "r@x.test"]),
        ("<@a.test,@b.test:f@x.test>", ["f@x.test"]),
        ("f@x.test r@x.test", ["f@x.test", "r@x.test"]),
        ("< f@x.test (me) >", ["f@x.test"]),
        ("f@x.test), r@x.test", ["f@x.test", "r@x.test"]),
        ("f@x.test, (unclosed r@x.test", ["f@x.test"]),
    ],
)
def test_names_and_comments_are_no_recipients(to: str, whom: list[str]) -> None:
    assert addresses([to]) == tuple(whom)


def test_recipients_are_all_of_to_and_cc() -> None:
    raw = mail(
        to='"Doe, J <j@x>" <j@example.org>, Friends: k@example.org;',
        cc="J@example.org,\n l@example.org <m@example.org>",
        delivered_to="referee+abc@example.org",
        x_original_to="REFEREE@example.org",
    )
    message = read(raw)
    assert message.recipients == ("j@example.org", "k@example.org", "m@example.org")
    assert message.delivered == ("referee+abc@example.org", "referee@example.org")


def test_references_nearest_first() -> None:
    message = read(mail(message_id="<m@x>", in_reply_to="Your letter <c@x>", references="<a@x> <b@x>\n <c@x>"))
    assert message.message_id == "m@x"
    assert message.references == ("c@x", "b@x", "a@x")
    assert read(mail(message_id="<>")).message_id is None


@pytest.mark.parametrize(
    ("subject", "is_reply"),
    [
        ("", True),
        ("Re: x", True),
        ("RE : x", True),
        ("re[2]: x", True),
        ("[list] Re: x", True),
        ("AW: x", True),
        ("Antw: x", True),
        ("WG: x", True),
        ("SV: x", True),
        ("Fwd: x", True),
        ("FW: x", True),
        ("TR: x", True),
        ("RIF: x", True),
        ("Odp: x", True),
        ("Vá: x", True),
        ("Отв: x", True),
        ("回复：x", True),
        ("答复: x", True),
        ("=?utf-8?b?5Zue5aSNOiB4?=", True),
        ("bid 4", False),
        ("Rebid: 4", False),
        ("[Spades 12] play QS", False),
    ],
)
def test_reply_subjects(subject: str, is_reply: bool) -> None:
    assert read(mail(subject=subject)).reply_subject is is_reply


def test_subject_is_one_printable_line() -> None:
    raw = mail(subject="=?utf-8?q?bid_4=0D=0ABcc:_x=E2=80=AE?=\n  =?iso-8859-1?q?=E9?=")
    assert read(raw).subject == "bid 4 Bcc: xé"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("=?utf-8?b?w6k?=", "é"),
        ("=?utf-8?b?!!!?= x", " x"),
        ("=?nonsense?q?a=E9?=", "aé"),
        ("=?rot13?q?nop?=", "nop"),
        ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
        ("a =?us-ascii?q?b_c?= d", "a b c d"),
        ("=?utf-8?b?4pk=?= =?utf-8?b?oA==?=", "♠"),
    ],
)
def test_encoded_words(word: str, text: str) -> None:
    assert decode_words(word) == text


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        (b"\xe9", "iso-8859-1", "é"),
        ("♠".encode(), "utf-8", "♠"),
        ("♠".encode(), "us-ascii", "♠"),
        (b"\xe9", "us-ascii", "é"),
        (b"\xe9", "no-such-charset", "é"),
        ("♠Q".encode() + b" \xff", "utf-8", "♠Q \ufffd"),
        (b"\xe9", "idna", "é"),
        (b"abc", "base64", "abc"),
        (b"abc", "utf-8\0", "abc"),
        (b"+2AA-", "utf-7", "\ufffd"),
    ],
)
def test_charsets(data: bytes, charset: str, text: str) -> None:
    assert decode_bytes(data, charset) == text


@pytest.mark.parametrize(
    ("fields", "automatic"),
    [
        ({}, Automatic.NO),
        ({"auto_submitted": "no"}, Automatic.NO),
        ({"auto_submitted": "auto-generated"}, Automatic.GENERATED),
        ({"auto_submitted": "Auto-Generated; x=y"}, Automatic.GENERATED),
        ({"auto_submitted": "auto-replied (vacation)"}, Automatic.REPLIED),
        ({"auto_submitted": "auto-notified"}, Automatic.REPLIED),
        ({"auto_submitted": "auto-replied", "return_path": "<>"}, Automatic.REPLIED),
        ({"return_path": "<>"}, Automatic.UNNAMED),
        ({"return_path": "<ann@example.org>"}, Automatic.NO),
        ({"auto_submitted": "auto-generated", "return_path": "<>"}, Automatic.BOUNCE),
        ({"content_type": "Multipart/Report; boundary=x"}, Automatic.BOUNCE),
        ({"from": "Mailer-Daemon@example.org"}, Automatic.BOUNCE),
        ({"from": "postmaster@example.org"}, Automatic.BOUNCE),
        ({"x_failed_recipients": "bob@example.org"}, Automatic.BOUNCE),
        ({"subject": "Undelivered Mail Returned to Sender"}, Automatic.BOUNCE),
        ({"x_autoreply": "yes"}, Automatic.REPLIED),
        ({"x_autoreply": "no"}, Automatic.NO),
        ({"precedence": "auto_reply"}, Automatic.REPLIED),
        ({"precedence": "bulk"}, Automatic.NO),
        ({"x_auto_response_suppress": "All"}, Automatic.NO),
        ({"subject": "Out of Office AutoReply: your turn"}, Automatic.REPLIED),
        ({"subject": "Abwesenheitsnotiz: your turn"}, Automatic.REPLIED),
        ({"subject": "out of office tomorrow, so I bid now"}, Automatic.NO),
    ],
)
def test_automatic(fields: dict[str, str], automatic: Automatic) -> None:
    assert read(mail(**fields)).automatic is automatic


def test_listed() -> None:
    assert not read(mail()).listed
    for real in (
        "<spades.example.org>",
        "The <b>club</b> <spades>",
        "spades.example.org",
        "Club <club.exam",
        "<a@b.test>",
    ):
        assert read(mail(list_id=real)).listed
    for junk in (
        "word " * 9,
        "Zm9vYmFy" * 99,
        "(" * 99,
        "<" * 99,
        "a@b.test, " * 9,
        "0",
        "=?utf-8?b?",
        "",
        "<>",
        "<" * 8000,
    ):
        assert not read(mail(list_id=junk)).listed and not read(mail(list_post=junk)).listed
    assert read(mail(list_post="NO (no postings)")).listed
    assert read(mail(list_post="<mailto:spades@example.org>")).listed
    assert read(mail(precedence="list")).listed


def multipart(kind: str, *parts: str) -> bytes:
    body = "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
    return mail(body, content_type=f'multipart/{kind}; boundary="b"')


PLAIN, HTML = "Content-Type: text/plain\n\n", "Content-Type: text/html\n\n"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (mail("bid 4\n"), "bid 4"),
        (mail("bid 4", content_type="text"), "bid 4"),
        (mail("bid 4\x00", content_type="application/octet-stream"), ""),
        (mail("bid 4", content_disposition="attachment"), "bid 4"),
        (mail(base64.b64encode(b"bid 4"), content_transfer_encoding="base64"), "bid 4"),
        (mail("YmlkIDQ=!!\n-- torn", content_transfer_encoding="BASE64"), "bid 4"),
        (mail("bid=20=\n4", content_transfer_encoding="quoted-printable"), "bid 4"),
        (mail("begin 644 x\n", content_transfer_encoding="x-uuencode"), "begin 644 x"),
        (multipart("alternative", PLAIN + "bid 4", HTML + "<p>bid 5"), "bid 4"),
        (multipart("alternative", HTML + "<p>bid 5", PLAIN + "bid 4"), "bid 4"),
        (multipart("alternative", PLAIN + " \n", HTML + "<p>bid 5"), "bid 5"),
        (multipart("mixed", PLAIN + "bid 4", PLAIN + "hello"), "bid 4\n\nhello"),
        (multipart("mixed", PLAIN + "bid 4", "Content-Disposition: attachment\n\nbid 5"), "bid 4"),
        (multipart("mixed", PLAIN + "bid 4", 'Content-Type: text/plain; name="a.txt"\n\nbid 5'), "bid 4"),
        (multipart("mixed", "Content-Type: message/rfc822\n\nFrom: b@x\n\nbid 5"), ""),
        (multipart("digest", "\nFrom: b@x\n\nbid 5"), ""),
        (multipart("encrypted", PLAIN + "bid 5"), ""),
        (mail("--b\n\nbid 4\n--c\n--bb\n", content_type="multipart/mixed; boundary=b"), "bid 4\n--c\n--bb"),
        (mail("bid 4", content_type="multipart/mixed"), "bid 4"),
        (mail("pre\n--b\n\nbid 4", content_type="multipart/mixed; boundary=b"), "bid 4"),
        (mail("--b \n\nbid 4\n--b-- \nbid 5", content_type="multipart/mixed; boundary=b"), "bid 4"),
        (mail("so it flows \non\n> a \n> b\nbid 4", content_type="text/plain; format=flowed"), "so it flows on\nbid 4"),
        (mail("so it fl \nows\n bid 4", content_type="text/plain; format=flowed; delsp=yes"), "so it flows\nbid 4"),
        (mail("<div>bid</div> 4", content_type="text/html"), "bid\n4"),
        (mail("", content_type="text/html"), ""),
        (mail("\x00<?x?><![CDATA[", content_type="text/html"), ""),
    ],
)
def test_texts(raw: bytes, text: str) -> None:
    assert read(raw).text == text


NEST = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(2000))
BOMBS: dict[str, tuple[bytes, str | None]] = {
    "deep": (b"From: ann@example.org\n" + NEST, "deep"),
    "parts": (mail(b"--b\n\nx\n" * 5000, content_type="multipart/mixed; boundary=b"), "parts"),
    "head": (mail(x="y\n z" * 30_000), None),
    "no end of head": (b"From: ann@example.org\n" + b"x" * 2_000_000, "large"),
    "field": (mail(subject="x" * 9000), None),
    "encoded words": (mail(subject=" ".join(["=?utf-8?q?a?="] * 20_000)), None),
    "encoded words under the cap": (mail(**{f"x{i}": "=?utf-8?q?a?= " * 500 for i in range(8)}), None),
    "commas": (mail(to="a@b," * 1900, cc='"' * 8000), None),
    "backslashes": (mail(to='"\\' * 4000, content_type='text/plain; a="\\' + '";a="\\' * 900), None),
    "angles": (mail(references="<" * 8000, in_reply_to="<a" * 4000), None),
    "report": (mail(b"a: b\n\n" * 160_000, content_type="message/delivery-status"), None),
    "blank lines": (mail(b"\n" * 1_000_000), None),
    "big text": (mail(b"bid 4\n" * 3_000_000), None),
    "soft breaks": (mail(b" \n" * 500_000, content_type="text/plain; format=flowed"), None),
    "base64": (mail(b"A" * 1_000_000, content_transfer_encoding="base64"), None),
    "dashes": (mail(b"-" * 1_000_000, content_type="multipart/mixed; boundary=-"), None),
    "html": (mail(b"<table><tr><td>x" * 60_000, content_type="text/html"), None),
    "wide table": (
        mail(b"<table><td>" + b"y" * 60_000 + b"<tr><td>x" * 9000, content_type="text/html"),
        None,
    ),
    "styles": (mail(b"<p style='" + b"style:" * 20_000 + b"'>x", content_type="text/html"), None),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_defused_in_time(name: str) -> None:
    raw, excess = BOMBS[name]
    begin = time.process_time()
    message = read_message(raw)
    assert time.process_time() - begin < 2
    assert len(message.text) <= 70_000
    assert excess in (message.unread, None)


def test_what_lies_beyond_a_mebibyte_is_not_read() -> None:
    pieces = b"--b\n\nhello\n--b\nContent-Type: image/png\n\n" + b"x" * 1_100_000 + b"\n--b\n\nbid 5\n--b--"
    assert read(mail(pieces, content_type="multipart/mixed; boundary=b")).text == "hello"


def test_twenty_levels_and_two_hundred_parts_are_read() -> None:
    nested = mail("bid 4")
    for level in range(18):
        head, body = nested.split(b"\n\n", 1)
        kind = head.decode().partition("Content-Type: ")[2].partition("\n")[0] or "text/plain"
        inner = f"--n{level}\nContent-Type: {kind}\n\n".encode() + body
        nested = b"From: ann@example.org\nContent-Type: multipart/mixed; boundary=n%d\n\n" % level + inner
    assert read(nested).text == "bid 4"
    assert read(multipart("mixed", *[PLAIN + "x"] * 199)).text.count("x") == 199


@given(st.binary(max_size=400))
def test_no_bytes_raise(raw: bytes) -> None:
    read_message(raw)
    read_message(b"From: ann@example.org\nContent-Type: " + raw)
    read_message(b"From: ann@example.org\nContent-Type: text/html\n\n" + raw)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(MAILS), st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=12)), max_size=6))
def test_no_mutilated_mail_raises(raw: bytes, wounds: list[tuple[int, bytes]]) -> None:
    for at, junk in wounds:
        raw = raw[:at] + junk + raw[at + len(junk) // 2 :]
    message = read_message(raw)
    if isinstance(message, Message):
        message.text.encode("utf-8")
        (message.subject + message.sender_name).encode("utf-8")
        assert message.subject.isprintable()
        assert message.sender.isascii()
