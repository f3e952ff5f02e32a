"""All text of a mail, whoever wrote it: quotes, signatures, both alternatives, attached letters and their heads.

For one question only: whether something stands in it that is not for everyone. Never read for commands.
"""

import re
from collections.abc import Iterator

from referee.post.reading.bodies import BODY_BYTES, DEPTH, PARTS, TRANSFERS, raw_parts, split_part
from referee.post.reading.headers import Headers, Oversized, decode_bytes, decode_words, parameters
from referee.post.reading.html_text import resolve

READ_BYTES = 1024 * 1024
CHARACTERS = 64 * 1024
TAG = re.compile(r"<[^<>]*>")


def whole_text(raw: bytes) -> str:
    """All text of a mail, at most 64 Ki characters."""
    kept: list[str] = []
    length = 0
    try:
        for text in _texts(raw[:READ_BYTES], DEPTH, iter(range(PARTS))):
            kept.append(text)
            length += len(text)
            if length >= CHARACTERS:
                break
    except Oversized:
        pass
    return "\n".join(kept)[:CHARACTERS]


def _texts(raw: bytes, depth: int, budget: Iterator[int]) -> Iterator[str]:
    if depth == 0 or next(budget, None) is None:
        return
    headers, body = split_part(raw)
    yield from _heads(headers)
    kind, options = parameters(headers.first("content-type") or "text/plain")
    transfer = parameters(headers.first("content-transfer-encoding"))[0]
    if kind.startswith("multipart/"):
        for part in raw_parts(body, options.get("boundary", "")) if options.get("boundary") else ():
            yield from _texts(part, depth - 1, budget)
    elif transfer in TRANSFERS and kind == "message/rfc822":
        yield from _texts(TRANSFERS[transfer](body), depth - 1, budget)
    elif transfer in TRANSFERS and (kind.startswith(("text/", "message/")) or "/" not in kind):
        text = decode_bytes(TRANSFERS[transfer](body)[:BODY_BYTES], options.get("charset", "us-ascii"))
        yield resolve(TAG.sub(" ", text)) if kind == "text/html" else text


def _heads(headers: Headers) -> Iterator[str]:
    """What a person writes into a head, and the hand that one of our letters bears in its own."""
    for value in headers.all("subject", "spades-hand", "spades-legal"):
        yield decode_words(value)
