"""The test of a signed body that its signature does not say how to read: can it be read in only one way?

Many servers do not sign Content-Type, and with another one a quotation could be read as new text. Pure; asks no
network.
"""

import re
from collections.abc import Collection

from referee.post.reading.headers import Headers, parameters
from referee.post.reading.mime import decode_transfer

UNENCODED = ("", "7bit", "8bit")
SOFT_BREAK = re.compile(rb"=\r?\n")
"""The end of a line that continues below, in quoted-printable."""
PLAIN_TYPE = re.compile(
    r"\s*(?:text/plain\s*(?:;\s*charset\s*=\s*(?:[\w-]+|\"[\w-]+\")\s*)?;?\s*)?", re.ASCII | re.IGNORECASE
)
"""A Content-Type that gives nothing but the charset, or none at all."""

UNICODE = ("utf-8", "us-ascii")
OVER_ASCII = re.compile(r"us-ascii|utf-8|iso-8859-\d{1,2}|windows-125\d", re.ASCII | re.IGNORECASE)
"""Charsets in which ASCII reads as ASCII."""

SOFT = re.compile(rb"(?<!^--) \r?$|^ >", re.MULTILINE)
"""Lines that format=flowed reads differently."""

PERHAPS_SOFT = re.compile(rb"^[^>\n][^\n]{49,}\n[ \t]*[^\s>]", re.MULTILINE)
"""A line so long that a program may have broken the paragraph there and continued it right below."""


def reads_one_way(headers: Headers, body: bytes, covered: Collection[str], *, loose: bool) -> bool:
    """Tell if the signature covers how to read the body, or the signed body leaves no choice.

    `covered`: the names of the signed fields. `loose`: blanks at the ends of lines are not signed.
    """
    if "content-type" not in covered:
        kind, options = parameters(headers.first("content-type"))
        if len(headers.all("content-type")) > 1:
            return False
        if kind.startswith("multipart/"):
            return _last_line(body) == f"--{options.get('boundary', '')}--".encode()
        if kind not in ("", "text/plain") or not _is_plain(headers, body, options, loose=loose):
            return False
    return "content-transfer-encoding" in covered or _is_unencoded(headers, body)


def _is_plain(headers: Headers, body: bytes, options: dict[str, str], *, loose: bool) -> bool:
    """Tell if plain text stays plain text under any Content-Type that may have been meant."""
    last = _last_line(body)
    if (last.startswith(b"--") and last.endswith(b"--")) or not PLAIN_TYPE.fullmatch(headers.first("content-type")):
        return False
    decoded = decode_transfer(body, headers)
    return _reads_alike(body if decoded is None else decoded, options.get("charset", "us-ascii").lower(), loose=loose)


def _last_line(body: bytes) -> bytes:
    return body.rstrip().rsplit(b"\n", 1)[-1].strip()


def _is_unencoded(headers: Headers, body: bytes) -> bool:
    encoding = parameters(headers.first("content-transfer-encoding"))[0]
    return encoding in UNENCODED and not SOFT_BREAK.search(body)


def _reads_alike(body: bytes, charset: str, *, loose: bool) -> bool:
    """Tell if a text is the same in every charset that may have been meant, and flowed or not (RFC 3676)."""
    if not OVER_ASCII.fullmatch(charset) or not (body.isascii() or (charset in UNICODE and _is_unicode(body))):
        return False
    return not SOFT.search(body) and not (loose and PERHAPS_SOFT.search(body))


def _is_unicode(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
