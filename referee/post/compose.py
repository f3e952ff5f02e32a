"""A letter as the bytes to send (RFC 5322, 2045 to 2047). The same letter always makes the same bytes.

Writes the fields itself: the standard library is three times too slow at folding thirty of them, and has sent headers
smuggled in an encoded word (CVE-2024-6923). Here every field is one printable line before it is folded, so nothing in a
value can begin another field.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from email.utils import format_datetime

from referee.post.messages import Attachment, Author, Letter
from referee.post.reading.safe_lines import clean

FOLD_AT = 76
LONGEST_LINE = 998
"""The characters of a line that every server takes (RFC 5322, 2.1.1): for HTML, which nobody reads in its raw form."""
FROM_LINE = re.compile(rb"^From ", re.MULTILINE)
"""Mailboxes stored in one file change such lines."""

WORD_BYTES = 42
"""Bytes of text in one encoded word, which may be 75 characters long (RFC 2047, 2)."""


def to_bytes(letter: Letter, author: Author) -> bytes:
    """Write the whole message with CRLF line ends: headers in ASCII, texts in UTF-8 as 7bit, quoted-printable or
    base64."""
    fields = [
        ("From", _mailbox(author.name, author.address)),
        ("To", _mailbox(letter.to_name, letter.to)),
        ("Subject", _encoded_words(letter.subject)),
        ("Date", format_datetime(letter.written)),
        ("Message-ID", f"<{letter.message_id}>"),
    ]
    if letter.in_reply_to:
        fields.append(("In-Reply-To", f"<{letter.in_reply_to}>"))
    if letter.references:
        fields.append(("References", f"<{'> <'.join(letter.references)}>"))
    if letter.reply_to:
        fields.append(("Reply-To", letter.reply_to))
    fields.append(("Auto-Submitted", "auto-replied" if letter.answer else "auto-generated"))
    fields.append(("X-Auto-Response-Suppress", "All"))
    headers = [_field(name, _encoded_words(value)) for name, value in letter.headers]
    last = (_field("MIME-Version", "1.0"), _body(letter))
    return b"".join([*[_field(name, value) for name, value in fields], *headers, *last])


def _mailbox(name: str, address: str) -> str:
    name = clean(name)
    if not name:
        return address
    if not name.isascii() or "=?" in name:
        return f"{_encoded_words(name)} <{address}>"
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}" <{address}>'


def _encoded_words(text: str) -> str:
    """Return the text itself, or encoded words if it has more than ASCII or looks encoded already."""
    text = clean(text)
    if text.isascii() and "=?" not in text:
        return text
    words, chunk = [], b""
    for character in text:
        encoded = character.encode("utf-8", "replace")
        if len(chunk) + len(encoded) > WORD_BYTES:
            words.append(chunk)
            chunk = b""
        chunk += encoded
    return " ".join(f"=?utf-8?b?{base64.b64encode(word).decode('ascii')}?=" for word in (*words, chunk))


def _field(name: str, value: str) -> bytes:
    """Write one field, folded at spaces."""
    value = clean(value)
    if not (name.isascii() and name.replace("-", "").isalnum() and value.isascii()):
        raise ValueError(f"cannot send the header {name!r}: name and value must be ASCII")
    if len(name) + 2 + len(value) <= FOLD_AT:
        return f"{name}: {value}\r\n".encode("ascii")
    lines, line = [], f"{name}:"
    for word in value.split():
        if len(line) + 1 + len(word) > FOLD_AT and not line.endswith(":"):
            lines.append(line)
            line = ""
        line += f" {word}"
    return "\r\n".join((*lines, line, "")).encode("ascii")


def _body(letter: Letter) -> bytes:
    """Write the last fields, an empty line and the parts."""
    body = _text("plain", letter.text)
    if letter.html is not None:
        body = _multipart("alternative", letter.message_id, (body, _text("html", letter.html)))
    if letter.attachments:
        body = _multipart("mixed", letter.message_id, (body, *map(_attachment, letter.attachments)))
    return body


def _multipart(kind: str, seed: str, parts: Iterable[bytes]) -> bytes:
    """Put the parts between boundaries that no quoted-printable text contains and nobody knows before the letter is
    sent."""
    boundary = f"=_{hashlib.sha256(f'{kind} {seed}'.encode()).hexdigest()[:40]}"
    head = _field("Content-Type", f'multipart/{kind}; boundary="{boundary}"')
    mark = f"\r\n--{boundary}".encode("ascii")
    return head + b"".join([mark + b"\r\n" + part for part in parts]) + mark + b"--\r\n"


def _text(subtype: str, text: str) -> bytes:
    """Write a text as a part. HTML has numbers for the characters that are not ASCII, as long as its lines are short
    enough to be sent as they are: any encoding would make it longer."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    numbered = text if subtype != "html" or text.isascii() else text.encode("ascii", "xmlcharrefreplace").decode()
    if numbered.isascii() and _is_plain(numbered, LONGEST_LINE if subtype == "html" else FOLD_AT):
        encoding, payload = "7bit", numbered.encode("ascii")
    else:
        encoding, payload = _encoded(text.encode("utf-8", "replace"))
    head = _field("Content-Type", f"text/{subtype}; charset=utf-8") + _field("Content-Transfer-Encoding", encoding)
    return head + b"\r\n" + payload.replace(b"\n", b"\r\n")


def _is_plain(text: str, longest: int) -> bool:
    """Tell if no server needs to change any of its lines."""
    return max(map(len, text.split("\n"))) <= longest and not text.startswith("From ") and "\nFrom " not in text


def _encoded(data: bytes) -> tuple[str, bytes]:
    """Encode as quoted-printable or base64, whichever is shorter, with plain newlines."""
    quoted = FROM_LINE.sub(b"=46rom ", binascii.b2a_qp(data))
    plain = base64.encodebytes(data)
    return ("quoted-printable", quoted) if len(quoted) <= len(plain) else ("base64", plain)


def _attachment(file: Attachment) -> bytes:
    """Write a file in base64, so that not even its line ends change: somebody may check its hash."""
    name = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "_" for c in file.name)
    head = (
        ("Content-Type", f"text/{file.subtype}; charset=utf-8"),
        ("Content-Disposition", f'attachment; filename="{name}"'),
        ("Content-Transfer-Encoding", "base64"),
    )
    payload = base64.encodebytes(file.text.encode("utf-8")).replace(b"\n", b"\r\n")
    return b"".join(_field(field, value) for field, value in head) + b"\r\n" + payload
