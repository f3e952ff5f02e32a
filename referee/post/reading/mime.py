"""The one walk through MIME: a mail's bytes as a tree of parts, bounded in depth and number (RFC 2045, RFC 2046).

Walks by itself: the standard parser is slow on deep mails, and makes a message of every blank line in a delivery
report. Takes misspelt types, encodings and boundaries for what they are likeliest to mean. Never decides which parts to
read; readers select from the tree.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.post.reading.headers import (
    Headers,
    decode_base64,
    decode_bytes,
    decode_quoted_printable,
    parameters,
    read_headers,
    split_head,
)

READ_BYTES = 1024 * 1024
"""The part of a mail that we read; the rest does not exist for us."""
FILE = re.compile(rb"(?:^[A-Za-z0-9+/]{60,998}={0,2}\r?\n)+", re.MULTILINE)
FILE_BYTES = 64 * 1024
"""The shortest file in base64 that we leave out of a mail which is longer than we read."""
DEPTH = 20
PARTS = 200
TEXT_BYTES = 256 * 1024
"""The part of one text part that we read."""

CLOSED = {"multipart/encrypted", "multipart/digest", "multipart/form-data"}
"""Multiparts without any text that the sender wrote for us."""
MAINS = {"application", "audio", "font", "image", "message", "model", "multipart", "video"}
FORMATS = {
    "calendar",
    "css",
    "csv",
    "directory",
    "enriched",
    "richtext",
    "rtf",
    "vcard",
    "watch-html",
    "x-amp-html",
    "x-vcard",
    "xml",
}
"""The kinds of text that are not read as plain text or HTML; all others are (RFC 2046, 4.1.4)."""

BOUNDARY = re.compile(rb"^--([^\r\n]{0,200})\r?\n(?=content-)", re.IGNORECASE | re.MULTILINE)
"""The first line that looks like a boundary, where the one that the head names does not occur."""
HEAD_LINE = re.compile(rb"[!-9;-~]+[ \t]*:|[ \t]|From ")
"""A line of a head: a field, the rest of one, or the envelope of a mailbox file."""
IN_BASE64 = re.compile(rb"\s*[A-Za-z0-9+/]{4}[^ \t\r\n]*[ \t]*(?:\r?\n|\Z)")
ALL_BASE64 = re.compile(rb"\s*+(?:[A-Za-z0-9+/]{4,}+={0,2}+(?:\r?\n)*+)++(?:[A-Za-z0-9+/]{2,3}={1,2}\s*+)?")
SHORTEST_BASE64 = 8
"""The fewest bytes of a body without any encoding that are in base64 nevertheless."""
NO_WORD = re.compile(rb"[a-z0-9+/][A-Z]|[0-9=+/]")
IN_QUOTED_PRINTABLE = re.compile(rb"=(?:[0-9A-F]{2}|[ \t]*\r?\n)")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a mail, or the whole mail."""

    raw: bytes
    """Head and body, to the byte."""
    headers: Headers
    body_at: int
    """The place in `raw` where the body begins."""
    kind: str
    """The type, such as `text/plain`, in lower case. What is no type, and a multipart without parts, is plain text."""
    parameters: dict[str, str]
    """The parameters of the Content-Type, by name in lower case."""
    parts: tuple["Part", ...]
    """The parts of a multipart; empty if that is closed."""
    excess: str = ""
    """The cap that this part exceeds, or one below it: `head`, `deep` or `parts`; empty for none."""

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
        """Plain text or HTML, or what may be read as such."""
        return self.kind in ("text/plain", "text/html")

    @property
    def is_inline(self) -> bool:
        """The text that a reader sees in the mail itself."""
        return self.is_text and self.is_shown

    @property
    def is_shown(self) -> bool:
        """The part neither calls itself an attachment (RFC 2183) nor has the name of a file."""
        return self._disposition[0] != "attachment" and not self.names

    @property
    def names(self) -> tuple[str, ...]:
        """The names of a file that the part has."""
        every = (*self.parameters.items(), *self._disposition[1].items())
        return tuple(value for name, value in every if value and name.startswith(("filename", "name")))

    @property
    def _disposition(self) -> tuple[str, dict[str, str]]:
        return parameters(self.headers.first("content-disposition"))

    def decoded(self) -> bytes:
        """Return the body without the transfer encoding that its head names, or that an unknown name seems to mean."""
        name = re.sub(r"[^a-z0-9]", "", parameters(self.headers.first("content-transfer-encoding"))[0])
        body = self.body
        if name in ("", "7bit", "8bit", "binary"):
            return _decoded_unnamed(body)
        if "64" in name:
            # a body that is not in base64 does not become so by its name
            return decode_base64(body) if IN_BASE64.match(body) else body
        if "quoted" in name or "print" in name or IN_QUOTED_PRINTABLE.search(body):
            return decode_quoted_printable(body)
        return _decoded_unnamed(body)

    def text(self) -> str:
        """Return the first 256 KiB as text in the part's charset."""
        data = self.decoded()[:TEXT_BYTES]
        if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return decode_bytes(data, "utf-16")
        wide = self.charset.lower().startswith(("utf-16", "utf-32")) and b"\0" not in data
        return decode_bytes(data, "utf-8" if wide else self.charset)

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
    """Read the mail in `raw` as a tree, without looking into attached mails and the multiparts of CLOSED."""
    return _part(raw, DEPTH, iter(range(PARTS - 1)))


def readable(raw: bytes) -> bytes:
    """Return what we read of a mail: its beginning, and of a long mail what stands between large files. Leaves out the
    empty lines and the mark that some gateways put above the head."""
    raw = raw.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    if len(raw) > READ_BYTES:
        raw = FILE.sub(lambda file: b"" if len(file[0]) >= FILE_BYTES else file[0], raw)
    return raw[:READ_BYTES]


def _decoded_unnamed(body: bytes) -> bytes:
    """Return a body in no named encoding; decoded, if it is base64 nevertheless."""
    if len(body) < SHORTEST_BASE64 or not (NO_WORD.search(body) and ALL_BASE64.fullmatch(body)):
        return body
    decoded = decode_base64(body)
    try:
        text = decoded.decode("utf-8")
    except UnicodeDecodeError:
        return body
    return decoded if text and "".join(text.split()).isprintable() else body


def _part(raw: bytes, depth: int, budget: Iterator[int]) -> Part:
    head, body = split_head(raw)
    if (rest := _unheaded(head)) < len(head):
        head, body = raw[:rest], raw[rest:]
    headers = read_headers(head)
    kind, options = parameters(headers.first("content-type") or "text/plain")
    kind = _kind(kind)
    opened = kind.startswith("multipart/") and kind not in CLOSED
    excess = "" if headers.whole else "head"
    parts: list[Part] = []
    for inner in _pieces(body, options.get("boundary", "")) if opened else ():
        if depth == 1 or next(budget, None) is None:
            excess = "deep" if depth == 1 else "parts"
            break
        parts.append(_part(inner, depth - 1, budget))
    excess = next((part.excess for part in parts if part.excess), excess)
    kind = "text/plain" if opened and not parts else kind
    return Part(raw, headers, len(raw) - len(body), kind, options, tuple(parts), excess)


def _unheaded(head: bytes) -> int:
    """Return where the text begins that stands right below the last field of a head, without an empty line; the length
    of the head if none does."""
    at = len(head)
    for line in reversed(head.splitlines(keepends=True)):
        if HEAD_LINE.match(line):
            break
        at -= len(line)
    return at


def _kind(written: str) -> str:
    """Return the type that was meant: misspelt and unknown kinds of text are plain text, or HTML if they say so."""
    written = "/".join(map(str.strip, written.strip("\"' ").split("/"))).partition(" ")[0]
    main, _, sub = written.partition("/")
    if (main in MAINS and "html" not in sub) or (main == "text" and sub in FORMATS):
        return written
    return "text/html" if "htm" in written else "text/plain"


def _pieces(body: bytes, boundary: str) -> list[bytes]:
    """Return the pieces of a multipart, between the boundaries that it names or, failing that, those that it has."""
    pieces = [*_between(body, boundary.encode())] if boundary else []
    found = None if pieces else BOUNDARY.search(body)
    return [*_between(body, found[1].rstrip())] if found else pieces


def _between(body: bytes, boundary: bytes) -> Iterator[bytes]:
    """Yield the bytes between the boundaries of a multipart: a line's end belongs to the boundary that follows."""
    delimiter = re.compile(rb"--" + re.escape(boundary) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    start = None
    for found in delimiter.finditer(body):
        if found.start() and body[found.start() - 1] != 0x0A:
            continue
        if start is not None:
            yield _without_ends(body[start : found.start()])
        if found[1] and start is not None:
            return
        start = None if found[1] else found.end()
    if start is not None:
        yield _without_ends(body[start:])


def _without_ends(raw: bytes) -> bytes:
    start = 2 if raw.startswith(b"\r\n") else int(raw.startswith(b"\n"))
    end = 2 if raw.endswith(b"\r\n") else int(raw.endswith(b"\n"))
    return raw[start : max(start, len(raw) - end)]
