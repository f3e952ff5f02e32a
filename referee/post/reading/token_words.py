"""Every word anywhere in a mail that may be a reply token: only to find tokens that others saw.

Ignores the mail's structure: a mail that no program can read still shows the tokens in it. Never says whose a token
is, or whether a word is one.
"""

import quopri
import re
from collections.abc import Iterator

from referee.post.reading.headers import FOLD, HEAD_END, decode_base64, decode_words

LENGTH = 24
MOST = 10_000
"""The number of different words to look at; no person writes a mail with more."""

SEARCHED_HEAD = 64 * 1024
"""The part of a head to search under its folds and encoded words."""
DEPTH = 3
"""The layers of base64 to undo."""

WORD = re.compile(rb"[a-z2-7]{24,}|[A-Z2-7]{24,}")
EDGE = 40
"""The part of a longer word to search from each end: an escaped sign may come before the token, `%2b`."""

BASE64_LINES = re.compile(
    rb"(?:^[A-Za-z0-9+/]{20,}={0,2}[ \t]*(?:\r?\n|\Z))+(?:^[A-Za-z0-9+/]{1,19}={0,2})?", re.MULTILINE
)


def possible_tokens(raw: bytes) -> frozenset[str]:
    """Find all words of 24 characters from a-z2-7 in the mail as it is, in its encoded words, and under
    quoted-printable and base64; A-Z folded. At most MOST different ones."""
    found: set[str] = set()
    for word in _words(raw):
        found.add(word)
        if len(found) == MOST:
            break
    return frozenset(found)


def _words(raw: bytes) -> Iterator[str]:
    for text in _forms(raw):
        for run in WORD.findall(text):
            word = run.decode("ascii").lower()
            for piece in (word,) if len(word) <= 2 * EDGE else (word[:EDGE], word[-EDGE:]):
                yield from (piece[start : start + LENGTH] for start in range(len(piece) - LENGTH + 1))


def _forms(raw: bytes) -> Iterator[bytes]:
    head = FOLD.sub(b" ", HEAD_END.split(raw[:SEARCHED_HEAD], maxsplit=1)[0])
    yield head.lower()
    yield decode_words(head.decode("latin-1")).encode("utf-8", "replace")
    for _ in range(DEPTH):
        yield raw
        yield quopri.decodestring(raw)
        # text in UTF-16 or UTF-32
        yield raw.replace(b"\0", b"")
        raw = b"\n".join(decode_base64(block) for block in BASE64_LINES.findall(raw))
