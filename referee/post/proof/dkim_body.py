"""The test of a signed body whose signature does not cover how to read it: can it be read in only one way?

Many servers do not sign Content-Type. Anybody who gets such a mail can send it on with another Content-Type, so that a
quotation reads as new text. So a body must show its kind by itself: pure plain text, or a multipart that begins with
its boundary and its writer's text. Pure; asks no network.
"""

import re
from collections.abc import Collection

from referee.post.reading.headers import parameters
from referee.post.reading.mime import READ_BYTES, Part, read_parts
from referee.post.reading.new_text import new_text

PREAMBLE = (
    rb"\s*(?:This is a (?:multi-?part|cryptographically signed) message in MIME format\.+\s*"
    rb"|This is an OpenPGP/MIME signed message \(RFC [\w ,]{1,40}\)\s*"
    rb"|This message is in MIME format\.\s+The first part should be readable text,\s+"
    rb"while the remaining parts are likely unreadable without MIME-aware tools\.\s*)?"
)
"""The words that some mail programs write above the first boundary."""
HEAD = re.compile(
    rb"(?:(?:content-[\w-]+|mime-version|x-[\w-]+):[^\n]*(?:\n|\Z)(?:[ \t]+[^\s][^\n]*(?:\n|\Z))*)*(?:\r?\n)?",
    re.IGNORECASE,
)
"""The head of a part. It holds no line of blanks, since that may have been the empty line at its end, and no header of
a forwarded mail."""

UNENCODED = ("", "7bit", "8bit")
ENCODED = re.compile(rb"=[ \t]*\r?\n(?!>)|^(?!>)[^\n]*=[0-9A-F]{2}|^[A-Za-z0-9+/]{60,}={0,2}[ \t]*\r?$", re.MULTILINE)
"""Signs of quoted-printable (RFC 2045, 6.7) outside a marked quote, since it leaves the marks alone, and of base64."""
MARKUP = re.compile(rb"^(?!>)[^\n]*<(?:!|/[a-z]|(?:br|p|hr|div|html|body|pre)[\s/>])", re.IGNORECASE | re.MULTILINE)
DELIMITER = re.compile(rb"^--[^\s][^\n]*", re.MULTILINE)
UNICODE = ("utf-8", "us-ascii")
OVER_ASCII = re.compile(r"us-ascii|utf-8|iso-8859-\d{1,2}|windows-125\d", re.ASCII | re.IGNORECASE)
"""Charsets in which ASCII reads as ASCII."""
SHIFTS = re.compile(rb"[\x00\x0e\x0f\x1b]|~\{")
"""The bytes by which charsets such as ISO-2022-JP and HZ write other characters in ASCII."""

SOFT = re.compile(rb"^(?!>|-- \r?$)[^\n]*[ \t]\r?$|^[ \t]>", re.MULTILINE)
"""Lines that format=flowed reads differently; a soft break in a marked quote changes nothing outside it."""

PERHAPS_SOFT = re.compile(rb"^[^>\n][^\n]{48,}[^\s]\r?\n[ \t]*[^\s>]", re.MULTILINE)
"""A line so long that a program may have broken the paragraph there and continued it right below."""


def reads_one_way(raw: bytes, covered: Collection[str], *, loose: bool, wrapped: bool = False) -> bool:
    """Tell if the signature covers how to read the body, or the signed body leaves no choice.

    `covered`: the names of the signed fields. `loose`: blanks at the ends of lines are not signed. `wrapped`: a list
    may have made the whole mail the first part of another since it was signed.
    """
    mail = read_parts(raw[:READ_BYTES])
    if mail.excess:
        return False
    typed = "content-type" in covered
    if not typed and len(mail.headers.all("content-type")) > 1:
        return False
    if not mail.kind.startswith("multipart/"):
        return _is_one_text(mail, covered, loose=loose)
    # a multipart's own transfer encoding says nothing (RFC 2045, 6.4)
    if not _heads_end(mail) or not (typed or (_begins_with_text(mail) and _shows_its_kind(mail))):
        return False
    if not wrapped or not mail.parts:
        return True
    first = mail.parts[0]
    return (typed or _shows_its_kind(first)) if first.parts else _is_one_text(first, covered, loose=loose)


def _is_one_text(part: Part, covered: Collection[str], *, loose: bool) -> bool:
    # nobody signs Content-Disposition: it could hide the text, and so leave the subject alone
    if part.is_text and part.headers.first("content-disposition") and not part.is_inline:
        return False
    if "content-type" not in covered and not _is_plain(part, loose=loose):
        return False
    return "content-transfer-encoding" in covered or _is_unencoded(part)


def _heads_end(mail: Part) -> bool:
    """Tell if the heads of all parts end where they seem to."""
    return all(HEAD.fullmatch(part.head) and _is_ended(part) for part in mail.walk() if part is not mail)


def _is_ended(part: Part) -> bool:
    """Tell if an empty line ends the head of a part."""
    return not part.body or part.head in (b"\n", b"\r\n") or part.head.endswith((b"\n\n", b"\n\r\n"))


def _begins_with_text(part: Part) -> bool:
    """Tell if only MIME's own lines stand above the first text, so that no quotation can stand there.

    The boundary must not be a line that introduces old text, such as `-----Original Message-----`.
    """
    if not part.parts:
        return part.is_inline
    boundary = part.parameters.get("boundary", "")
    delimiter = re.compile(PREAMBLE + re.escape(f"--{boundary}".encode()) + rb"[ \t]*\r?\n")
    own = new_text(f"--{boundary}") and delimiter.match(part.body)
    return bool(own) and _begins_with_text(part.parts[0])


def _shows_its_kind(mail: Part) -> bool:
    """Tell if a multipart is what it says: its parts are alternatives (a plain text, and another kind of text) exactly
    if it calls them so."""
    texts = [part.kind for part in mail.parts if any(inner.is_inline for inner in part.walk())]
    alternatives = texts[:1] == ["text/plain"] and "text/plain" not in texts[1:]
    return len(texts) == 1 or alternatives is (mail.kind == "multipart/alternative")


def _is_plain(mail: Part, *, loose: bool) -> bool:
    """Tell if plain text stays plain text under any Content-Type that may have been meant."""
    body = mail.decoded()
    plain = mail.kind == "text/plain" and {*mail.parameters} <= {"charset", "format", "delsp"}
    if not plain or MARKUP.search(body):
        return False
    lines = {line.rstrip() for line in DELIMITER.findall(body)}
    multipart = any(line + b"--" in lines for line in lines)
    return not multipart and _reads_alike(body, mail.charset.lower(), loose=loose)


def _is_unencoded(mail: Part) -> bool:
    encoding = parameters(mail.headers.first("content-transfer-encoding"))[0]
    return encoding in UNENCODED and not ENCODED.search(mail.body) and mail.decoded() == mail.body


def _reads_alike(body: bytes, charset: str, *, loose: bool) -> bool:
    """Tell if a text is the same in every charset that may have been meant, and flowed or not (RFC 3676)."""
    if SHIFTS.search(body):
        return False
    if not OVER_ASCII.fullmatch(charset) or not (body.isascii() or (charset in UNICODE and _is_unicode(body))):
        return False
    return not SOFT.search(body) and not (loose and PERHAPS_SOFT.search(body))


def _is_unicode(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
