"""All text of a mail, whoever wrote it: quotes, signatures, both alternatives, attached letters and their headers.

For one question only: whether it contains something that is not for everyone. Never read for commands.
"""

import re
from collections.abc import Collection, Iterator

from referee.post.reading.headers import Oversized, decode_words
from referee.post.reading.mime import READ_BYTES, Part, read_all_parts
from referee.post.reading.references import resolve

CHARACTERS = 64 * 1024
TAG = re.compile(r"<[^<>]*>")


def whole_text(raw: bytes, headers: Collection[str] = ()) -> str:
    """All text of a mail, at most 64 Ki characters: of each head the Subject and `headers` (names in lower case)."""
    pieces: list[str] = []
    length = 0
    try:
        mail = read_all_parts(raw[:READ_BYTES])
    except Oversized:
        return ""
    for text in _texts(mail, ("subject", *headers)):
        pieces.append(text)
        length += len(text)
        if length >= CHARACTERS:
            break
    return "\n".join(pieces)[:CHARACTERS]


def _texts(mail: Part, headers: Collection[str]) -> Iterator[str]:
    for part in mail.walk():
        yield from map(decode_words, part.headers.all(*headers))
        text = part.text() if _is_read(part) else None
        if text is not None:
            yield resolve(TAG.sub(" ", text)) if part.kind == "text/html" else text


def _is_read(part: Part) -> bool:
    """Any text, and the reports that servers write; we read an attached mail as the part that it contains."""
    return part.kind != "message/rfc822" and (part.kind.startswith(("text/", "message/")) or "/" not in part.kind)
