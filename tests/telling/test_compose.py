"""Letters as bytes: any mail program reads from them exactly what was put in."""

import email
import email.policy
import random
import re
from dataclasses import replace
from email.message import EmailMessage

import pytest

from referee.post.compose import to_bytes
from referee.post.messages import Attachment, Letter
from tests.telling.letter_samples import WRITTEN, samples, settings

SETTINGS = settings()
SAMPLES = samples()
PLAIN = Letter(
    to="ann@example.org",
    to_name="Ann",
    subject="[Spades 12] Round 1",
    text="Hello.\n",
    html=None,
    message_id="m1@example.org",
    written=WRITTEN,
    reply_to=None,
    in_reply_to=None,
    references=(),
    headers=(),
    answer=False,
)


def read(letter: Letter, name: str = "Spades Referee") -> EmailMessage:
    """Return the letter as the standard library reads it."""
    message = email.message_from_bytes(to_bytes(letter, settings(name=name).referee), policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    return message


def content(message: EmailMessage, kind: str) -> str:
    """Return the text of a part."""
    part = message.get_body((kind,))
    assert part is not None
    assert not part.defects
    return str(part.get_content()).replace("\r\n", "\n")


def unnumbered(html: str) -> str:
    """Return HTML with its characters beyond ASCII unescaped."""
    return re.sub(r"&#(\d{3,});", lambda number: chr(int(number[1])), html)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_goes_in_comes_out_in_bytes_that_every_server_takes(name: str) -> None:
    letter = SAMPLES[name]
    message = read(letter)
    assert content(message, "plain") == letter.text
    assert unnumbered(content(message, "html")) == (letter.html or "").rstrip("\n") + "\n"
    assert message["Subject"] == letter.subject
    assert message["From"] == '"Spades Referee" <referee@example.org>' or "Spades Referee <" in message["From"]
    assert message["Message-ID"] == "<m1@example.org>"
    assert message["In-Reply-To"] == "<spades.12.1@example.org>"
    assert message["References"] == "<spades.12.1@example.org>"
    assert message["Reply-To"] == letter.reply_to
    assert message["Date"].datetime == WRITTEN
    for field, value in letter.headers:
        assert message[field] == value
    raw = to_bytes(letter, SETTINGS.referee)
    assert raw.isascii()
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)|\0", raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 998, "RFC 5322, 2.1.1"
    head = raw.partition(b"\r\n\r\n")[0]
    assert max(map(len, head.split(b"\r\n"))) <= 130, "only a long single word is longer than the fold"


def test_the_same_letter_makes_the_same_bytes() -> None:
    again = samples.__wrapped__()
    assert all(to_bytes(SAMPLES[name], SETTINGS.referee) == to_bytes(again[name], SETTINGS.referee) for name in SAMPLES)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Q♠, and so on in English.\n", "quoted-printable"), ("Твой ход, Александра.\n" * 5, "base64")],
)
def test_a_text_takes_the_shorter_encoding(text: str, encoding: str) -> None:
    message = read(replace(PLAIN, text=text))
    assert message["Content-Transfer-Encoding"] == encoding and content(message, "plain") == text


@pytest.mark.parametrize(
    ("html", "encoding"),
    [
        ("<p>Q♠ and Ζωή</p>\n", "7bit"),
        (f"<p>{'♠' * 100}</p>\n", "7bit"),
        (f"<p>{'x' * 992}</p>\n", "quoted-printable"),
        (f"<p>{'♠' * 150}</p>\n", "base64"),
        ("<p>\nFrom here</p>\n", "quoted-printable"),
    ],
)
def test_html_needs_no_encoding_if_its_lines_are_short_enough_for_every_server(html: str, encoding: str) -> None:
    message = read(replace(PLAIN, html=html))
    part = message.get_body(("html",))
    assert part is not None and part["Content-Transfer-Encoding"] == encoding
    assert unnumbered(content(message, "html")) == html


def test_plain_ascii_is_sent_as_it_is() -> None:
    raw = to_bytes(PLAIN, SETTINGS.referee)
    assert b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit\r\n\r\nHello.\r\n" in raw
    assert b"Reply-To" not in raw
    assert b"Auto-Submitted: auto-generated\r\n" in raw
    assert b"Auto-Submitted: auto-replied\r\n" in to_bytes(replace(PLAIN, answer=True), SETTINGS.referee)


@pytest.mark.parametrize(
    "text",
    [
        "Q♠ and ♥\n",
        "x" * 5000 + "\n",
        "a = b\n",
        "trailing \n-- \nfooter\n",
        "From here\nFrom ♥ there\n",
        ".\n..\n",
        "é" * 400 + "\n",
        "\ttab\n",
        "--=_abc\n--=_abc--\n",
        "🂡🂮\n",
    ],
)
def test_texts_survive(text: str) -> None:
    for letter in (replace(PLAIN, text=text), replace(PLAIN, text=text, html=f"<p>{text}</p>\n")):
        raw = to_bytes(letter, SETTINGS.referee)
        assert content(read(letter), "plain") == text
        assert b"\nFrom " not in raw.partition(b"\r\n\r\n")[2]
        assert max(map(len, raw.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    "name", ["Zoë", "Ann\r\nBcc: x@example.org", 'A "B" \\ C', "李小龍" * 8, "=?utf-8?q?x=0AB?=", ""]
)
def test_names_cannot_break_out(name: str) -> None:
    letter = replace(PLAIN, to_name=name, subject=f"[Spades 12] {name}", headers=(("Spades-Seats", f"1={name}"),))
    message = read(letter, name or "R")
    assert message["Bcc"] is None
    assert [address.addr_spec for address in message["To"].addresses] == ["ann@example.org"]
    assert [address.addr_spec for address in message["From"].addresses] == ["referee@example.org"]
    shown = " ".join(name.split())
    # the standard library leaves the space between two encoded words of a phrase, which RFC 2047 (6.2) drops
    assert message["To"].addresses[0].display_name.replace(" ", "") == shown.replace(" ", "")
    assert message["Subject"].strip() == f"[Spades 12] {shown}".strip()
    assert message["Spades-Seats"] == f"1={shown}"


def test_smuggled_line_ends_stay_in_their_field() -> None:
    evil = "x\r\nBcc: evil@example.org\r\n\r\nbody"
    for letter in (
        replace(PLAIN, subject=evil),
        replace(PLAIN, to_name=evil),
        replace(PLAIN, message_id=evil),
        replace(PLAIN, reply_to=evil),
        replace(PLAIN, in_reply_to=evil, references=(evil,)),
        replace(PLAIN, headers=(("Spades-Seats", evil),)),
    ):
        raw = to_bytes(letter, SETTINGS.referee)
        names = {line.partition(b":")[0] for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n") if line[:1] != b" "}
        assert b"Bcc" not in names
        assert raw.partition(b"\r\n\r\n")[2] == b"Hello.\r\n"


def test_a_header_name_that_is_none_is_our_own_mistake() -> None:
    with pytest.raises(ValueError, match="cannot send"):
        to_bytes(replace(PLAIN, headers=(("Spades: x\r\nBcc", "y"),)), SETTINGS.referee)


def test_attachments() -> None:
    files = (Attachment(name='record "12"\r\n.jsonl', text='{"a":1}\n', subtype="plain"),)
    message = read(replace(PLAIN, html="<p>hi</p>\n", attachments=files))
    (file,) = message.iter_attachments()
    assert file.get_filename() == "record__12___.jsonl"
    assert isinstance(file, EmailMessage)
    assert str(file.get_content()) == '{"a":1}\n'
    assert content(message, "html") == "<p>hi</p>\n"


def test_random_text_survives() -> None:
    dice = random.Random(1)
    for _ in range(200):
        text = "".join(dice.choice("ab =.\n\t♥é-F") for _ in range(dice.randint(0, 300))).strip("\n") + "\n"
        assert content(read(replace(PLAIN, text=text)), "plain") == text
