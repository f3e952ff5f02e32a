"""The one walk through MIME: a mail's bytes as a tree of parts, bounded in depth and number (RFC 2045, RFC 2046).

Walks by itself: the standard parser is slow on deep mails, and makes a message of every blank line in a delivery
report. Never decides which parts to read; readers select from the tree.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from referee.post.reading.headers import (
    Headers,
    Oversized,
    decode_base64,
    decode_bytes,
    decode_quoted_printable,
    parameters,
    read_headers,
    split_head,
)

READ_BYTES = 1024 * 1024
"""The part of a mail that we read; the rest does not exist for us."""
DEPTH = 20
PARTS = 200
TEXT_BYTES = 256 * 1024
"""The part of one text part that we read."""

CLOSED = {"multipart/encrypted", "multipart/digest", "multipart/form-data"}
"""Multiparts without any text that the sender wrote for us."""
DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "base64": decode_base64,
    "quoted-printable": decode_quoted_printable,
    **dict.fromkeys(("", "7bit", "8bit", "binary"), bytes),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a mail, or the whole mail."""

    raw: bytes
    """Head and body, to the byte."""
    headers: Headers
    body_at: int
    """The place in `raw` where the body begins."""
    kind: str
    """The type, such as `text/plain`, in lower case; a word without a slash is not a type."""
    parameters: dict[str, str]
    """The parameters of the Content-Type, by name in lower case."""
    parts: tuple["Part", ...]
    """The parts of a multipart; empty if that is closed."""

    @property
    def head(self) -> bytes:
        """The header block, with the empty line that ends it."""
        return self.raw[: self.body_at]

    @property
    def body(self) -> bytes:
        """The body as it came, in its transfer encoding."""
        return self.raw[self.body_at :]

    @property
    def is_text(self) -> bool:
        """Plain text or HTML; a part without a type is plain text (RFC 2045, 5.2)."""
        return self.kind in ("text/plain", "text/html") or "/" not in self.kind

    @property
    def is_inline(self) -> bool:
        """The text that a reader sees in the mail itself."""
        return self.is_text and not self.is_attached and not self.is_named

    @property
    def is_attached(self) -> bool:
        """The part calls itself an attachment (RFC 2183)."""
        return self._disposition[0] == "attachment"

    @property
    def is_named(self) -> bool:
        """The part has the name of a file."""
        names = (*self.parameters, *self._disposition[1])
        return any(name.startswith(("filename", "name")) for name in names)

    @property
    def _disposition(self) -> tuple[str, dict[str, str]]:
        return parameters(self.headers.first("content-disposition"))

    def decoded(self) -> bytes | None:
        """Return the body without its transfer encoding; None for an unknown encoding."""
        return decode_transfer(self.body, self.headers)

    def text(self) -> str | None:
        """Return the first 256 KiB as text in the part's charset; None for an unknown encoding."""
        data = self.decoded()
        return None if data is None else decode_bytes(data[:TEXT_BYTES], self.charset)

    @property
    def charset(self) -> str:
        """The charset as the part names it."""
        return self.parameters.get("charset", "us-ascii")

    def walk(self) -> Iterator["Part"]:
        """Yield this part and all below it, each before its contents, in their order in the mail."""
        yield self
        for part in self.parts:
            yield from part.walk()


def read_parts(raw: bytes) -> Part:
    """Read the mail in `raw` as a tree, without looking into attached mails and the multiparts of CLOSED.

    Raises Oversized for parts too deep or too many, and for a part's head that exceeds its caps.
    """
    return _part(raw, DEPTH, iter(range(PARTS)))


def decode_transfer(body: bytes, headers: Headers) -> bytes | None:
    """Return a body without the transfer encoding that `headers` name; None for an unknown encoding."""
    decode = DECODERS.get(parameters(headers.first("content-transfer-encoding"))[0])
    return None if decode is None else decode(body)


def _part(raw: bytes, depth: int, budget: Iterator[int]) -> Part:
    if depth == 0:
        raise Oversized("too deep")
    if next(budget, None) is None:
        raise Oversized("too many parts")
    head, body = split_head(raw)
    headers = read_headers(head)
    kind, options = parameters(headers.first("content-type") or "text/plain")
    boundary = options.get("boundary", "")
    opened = kind.startswith("multipart/") and kind not in CLOSED and boundary
    parts = [_part(inner, depth - 1, budget) for inner in _between(body, boundary)] if opened else []
    return Part(raw, headers, len(raw) - len(body), kind, options, tuple(parts))


def _between(body: bytes, boundary: str) -> Iterator[bytes]:
    """Yield the bytes between the boundaries of a multipart: a line's end belongs to the boundary that follows."""
    delimiter = re.compile(rb"--" + re.escape(boundary.encode("utf-8")) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    start = None
    for found in delimiter.finditer(body):
        if found.start() and body[found.start() - 1] != 0x0A:
            continue
        if start is not None:
            yield _without_ends(body[start : found.start()])
        start = None if found[1] else found.end()
        if found[1]:
            return
    if start is not None:
        yield _without_ends(body[start:])


def _without_ends(raw: bytes) -> bytes:
    start = 2 if raw.startswith(b"\r\n") else int(raw.startswith(b"\n"))
    end = 2 if raw.endswith(b"\r\n") else int(raw.endswith(b"\n"))
    return raw[start : max(start, len(raw) - end)]
