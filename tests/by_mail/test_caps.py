"""Each cap on a mail: what exceeds it stands, or its sender hears what to do, and may send the move once more."""

from collections.abc import Callable

import pytest

from referee.asking.grammar import LINE
from referee.post.reading.headers import FIELD, FIELDS, HEAD_BYTES
from referee.post.reading.mime import DEPTH, PARTS, READ_BYTES
from referee.post.reading.new_text import LINES
from tests.talk import Talk

STANDS = "MakeBid/accepted"


def with_field(name: str, value: str) -> Callable[[bytes], bytes]:
    return lambda raw: f"{name}: {value}\r\n".encode() + raw


def with_body(kind: str, body: bytes) -> Callable[[bytes], bytes]:
    def written(raw: bytes) -> bytes:
        head = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
        kept = [line for line in head if not line.lower().startswith((b"content-", b"mime-"))]
        return b"\r\n".join([*kept, f"Content-Type: {kind}".encode(), b"", body])

    return written


def longer(name: bytes, more: str) -> Callable[[bytes], bytes]:
    return lambda raw: raw.replace(name + b": ", name + b": " + more.encode() + b"\r\n ", 1)


MIXED = "multipart/mixed; boundary=b"
NEST = b"".join(b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(DEPTH))
PICTURE = b"--b\r\nContent-Type: image/png\r\n\r\n"
IDS = "\r\n ".join(f"<{n}.{'x' * 60}@else.test>" for n in range(150))
CAPS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a field that nobody reads": (with_field("X-MS-Exchange-AntiSpam-MessageData-0", "x" * 9000), STANDS),
    "folded": (with_field("Autocrypt", "\r\n ".join(["x" * 70] * 1000)), STANDS),
    "a hundred of them": (lambda raw: b"X-Long: %b\r\n" % (b"x" * 900) * 100 + raw, STANDS),
    "References": (longer(b"References", IDS), STANDS),
    "In-Reply-To": (longer(b"In-Reply-To", IDS), STANDS),
    "Subject": (longer(b"Subject", "x" * FIELD), STANDS),
    "one Received line": (with_field("Received", "x" * FIELD), STANDS),
    "a name in To": (longer(b"To", "Referee " * FIELD), STANDS),
    "a comment in To": (longer(b"To", f"({'x' * FIELD})"), STANDS),
    "fields of one name": (with_field("Received", "x" * FIELD + "\r\nReceived: y" * FIELDS), "its head is longer"),
    "a head without an end": (with_field("X-Long", "x" * HEAD_BYTES), "its head is longer"),
    "From": (longer(b"From", f"({'x' * FIELD})"), "does not name exactly one address"),
    "an address": (lambda raw: raw.replace(b"From: ", b"From: " + b"x" * 250, 1), "not name exactly one address"),
    "words that are passed on": (lambda raw: raw.replace(b"bid 3", b"say " + b"word " * 201), "longer than 1,000 char"),
    "depth": (with_body("multipart/mixed; boundary=b0", NEST), "too deep"),
    "parts": (with_body(MIXED, b"--b\r\n\r\nbid 3\r\n" + PICTURE * PARTS), "too many parts"),
    "size": (
        with_body(MIXED, PICTURE + b"x" * READ_BYTES + b"\r\n--b\r\n\r\nbid 3"),
        "too large to be read to its end",
    ),
    "size, with a mail, and not a move": (
        with_body(MIXED, b"--b\r\n\r\nhello\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n" + b"x" * READ_BYTES),
        "too large to be read to its end",
    ),
    "size, the move on top": (with_body(MIXED, b"--b\r\n\r\nbid 3\r\n" + PICTURE + b"x" * READ_BYTES), STANDS),
    "lines": (with_body("text/plain", b"And so I said.\r\n" * LINES + b"bid 3"), "too long to be read to its end"),
    "lines, the move on top": (with_body("text/plain", b"bid 3\r\n" + b"And so I said.\r\n" * LINES), STANDS),
    "one part": (
        with_body("text/plain", (b"And so on. " * 80 + b"\r\n") * 320 + b"bid 3"),
        "too long to be read to its end",
    ),
    "HTML": (
        with_body("text/html", b"<p>And so I said.</p>" * 7000 + b"<p>bid 3</p>"),
        "too long to be read to its end",
    ),
    "HTML, the move on top": (with_body("text/html", b"<p>bid 3</p>" + b"<p>And so I said.</p>" * 7000), STANDS),
    "a command, the move on top": (with_body("text/plain", b"bid 3" + b"!" * LINE), STANDS),
    "a plan": (with_body("text/plain", b"plan hearts: " + b"3H, " * 110 + b"lowest"), "found no command in your mail"),
    "unclear lines": (with_body("text/plain", b"bid 3 or 4\r\n" * 12), "changed nothing"),
    "commands": (with_body("text/plain", b"hand\r\n" * 51 + b"bid 3"), "50 commands"),
}
"""By cap: what exceeds it, and either that the bid stands, or words of the answer."""


@pytest.mark.parametrize("cap", CAPS)
def test_a_cap_throws_no_mail_away(table: Talk, cap: str) -> None:
    exceeds, comes = CAPS[cap]
    who = table.due()
    letter, count, deadline = table.last(who), len(table.letters), table.kept().deadline
    outcome = table.deliver(exceeds(table.mail(who, "bid 3", answers=letter)))
    assert outcome
    if comes == STANDS:
        assert outcome == STANDS
        return
    (answer,) = (each for each in table.letters[count:])
    assert answer.to == letter.to and comes in answer.flat
    assert table.kept().deadline == deadline
    assert table.says(who, "bid 3", answers=letter) == STANDS, "others have not seen the reply address"


def test_a_field_that_is_cut_names_whom_it_shows(table: Talk) -> None:
    who = table.due()
    letter = table.last(who)
    raw = table.mail(who, "bid 3", answers=letter, cc=", ".join(f"x{n}@else.test" for n in range(FIELD // 8)))
    assert table.deliver(raw) == "MakeBid/unproven", "others have seen it"


def test_ten_unclear_lines_are_listed(table: Talk) -> None:
    who = table.due()
    table.says(who, "bid 3 or 4\n" * 12)
    assert table.last(who).text.count("> bid 3 or 4") == 10
