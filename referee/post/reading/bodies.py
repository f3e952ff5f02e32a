"""The text of a mail from the bytes below its head: MIME parts, transfer encodings, charsets, format=flowed.

Walks the parts itself, bounded in depth and number: the standard parser costs time by depth and makes a message of
every blank line in a delivery report. Never reads attachments, attached mails or anything that is not text.
"""

import quopri
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from referee.post.reading.headers import (
    Headers,
    Oversized,
    decode_base64,
    decode_bytes,
    parameters,
    read_headers,
    split_head,
)
from referee.post.reading.html_text import plain_of_html

DEPTH = 20
PARTS = 200
BODY_BYTES = 256 * 1024
"""How much of one text part is read."""

SIGNATURE = "-- "
UNREAD = {"multipart/encrypted", "multipart/digest", "multipart/form-data"}
TRANSFERS: dict[str, Callable[[bytes], bytes]] = {
    "base64": decode_base64,
    "quoted-printable": quopri.decodestring,
    **dict.fromkeys(("", "7bit", "8bit", "binary"), bytes),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """One inline text of a mail; `html` text is not yet plain."""

    html: bool
    text: str


def body_text(headers: Headers, body: bytes) -> str:
    """The whole inline text, quotes and all, in lines that end with a line feed.

    Of alternatives plain text is taken, unless it is empty. Raises Oversized for parts too deep or too many.
    """
    pieces = _pieces(headers, body, DEPTH, iter(range(PARTS)))
    return "\n\n".join(plain_of_html(piece.text) if piece.html else piece.text for piece in pieces)


def _pieces(headers: Headers, body: bytes, depth: int, budget: Iterator[int]) -> list[Piece]:
    if depth == 0:
        raise Oversized("too deep")
    if next(budget, None) is None:
        raise Oversized("too many parts")
    kind, options = parameters(headers.first("content-type") or "text/plain")
    if kind.startswith("multipart/"):
        if kind in UNREAD or not options.get("boundary"):
            return []
        parts = [_pieces(*split_part(raw), depth - 1, budget) for raw in raw_parts(body, options["boundary"])]
        return _best(parts) if kind == "multipart/alternative" else list(chain.from_iterable(parts))
    return list(_leaf(headers, body, kind, options))


def leaves(
    headers: Headers, body: bytes, most: int = BODY_BYTES, *, inline: bool = False
) -> Iterator[tuple[str, bytes, str]]:
    """Type, bytes and charset of each part that holds no parts, decoded; those of more than `most` are passed over.

    `inline`: no attachments. Attached mails are not looked into. Raises Oversized for parts too deep or too many.
    """
    return _leaves(headers, body, DEPTH, iter(range(PARTS)), most, inline)


def _leaves(
    headers: Headers, body: bytes, depth: int, budget: Iterator[int], most: int, inline: bool
) -> Iterator[tuple[str, bytes, str]]:
    if depth == 0:
        raise Oversized("too deep")
    if next(budget, None) is None:
        raise Oversized("too many parts")
    kind, options = parameters(headers.first("content-type") or "text/plain")
    if kind.startswith("multipart/"):
        if kind not in UNREAD and options.get("boundary"):
            for raw in raw_parts(body, options["boundary"]):
                yield from _leaves(*split_part(raw), depth - 1, budget, most, inline)
        return
    transfer = parameters(headers.first("content-transfer-encoding"))[0]
    attached = parameters(headers.first("content-disposition"))[0] == "attachment"
    if transfer in TRANSFERS and len(body) <= most and not (inline and attached) and not kind.startswith("message/"):
        yield kind, TRANSFERS[transfer](body), options.get("charset", "us-ascii")


def raw_parts(body: bytes, boundary: str) -> Iterator[bytes]:
    """The parts of a multipart, head and body, to the byte: a line's end belongs to the boundary below it."""
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


def split_part(raw: bytes) -> tuple[Headers, bytes]:
    """The fields and the body of one part."""
    head, body = split_head(raw)
    return read_headers(head), body


def _best(variants: list[list[Piece]]) -> list[Piece]:
    written = [pieces for pieces in variants if any(not _is_blank(piece) for piece in pieces)]
    plain = [pieces for pieces in written if any(not piece.html and not _is_blank(piece) for piece in pieces)]
    return next(iter(plain or written), [])


def _is_blank(piece: Piece) -> bool:
    return not piece.text or piece.text.isspace()


def _leaf(headers: Headers, body: bytes, kind: str, options: dict[str, str]) -> Iterator[Piece]:
    disposition, more = parameters(headers.first("content-disposition"))
    named = any(key.startswith(("filename", "name")) for key in (*options, *more))
    transfer = parameters(headers.first("content-transfer-encoding"))[0]
    # a word without a slash is no type at all: plain text, says RFC 2045, 5.2
    html = kind == "text/html"
    if not (html or kind == "text/plain" or "/" not in kind) or disposition == "attachment" or named:
        return
    if transfer not in TRANSFERS:
        return
    text = decode_bytes(TRANSFERS[transfer](body)[:BODY_BYTES], options.get("charset", "us-ascii"))
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    flowed = not html and options.get("format", "").lower() == "flowed"
    yield Piece(html, unflow(text, options.get("delsp", "").lower() == "yes") if flowed else text)


def unflow(text: str, delsp: bool) -> str:
    """format=flowed as one line a paragraph (RFC 3676, section 4): soft breaks joined, space-stuffing undone.

    A quoted line keeps its depth as that many `>` and a space.
    """
    paragraphs: list[list[str]] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        soft = content.endswith(" ") and content != SIGNATURE
        content = content[:-1] if soft and delsp else content
        if open_depth == depth and content != SIGNATURE:
            paragraphs[-1].append(content)
        else:
            paragraphs.append([">" * depth + (" " if depth else ""), content])
        open_depth = depth if soft else None
    return "\n".join(map("".join, paragraphs))
