"""Misspelt words, by their distance to the words that commands are made of. Never corrects what is a word already."""

import re
from collections.abc import Iterator
from itertools import islice, product

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from referee.asking.near_misses.words import ABBREVIATED, KNOWN

MOST_WORDS = 8
MOST_WAYS = 64
LONG = 7
"""From so many letters on, two of them may be wrong."""

_WORDS = sorted(KNOWN)
_CODE = re.compile(r"(?:[1li][0o]|[2-9tjqka])[shdc]|[shdc](?:[1li][0o]|[2-9tjqka])")
_FIGURES = str.maketrans("lio", "110")


def corrected(line: str) -> Iterator[str]:
    """The lines that `line` may have been meant as, in no order; nothing if no word of it is misspelt, or it has too
    many words."""
    # what is between the words, and the words
    parts = re.split(r"(\w+)", line)
    ways = [_ways(part) for part in parts]
    if len(parts) > 2 * MOST_WORDS + 1 or all(way == (part,) for way, part in zip(ways, parts, strict=True)):
        return
    yield from islice(map("".join, product(*ways)), MOST_WAYS)


def _ways(word: str) -> tuple[str, ...]:
    if _CODE.fullmatch(word):
        return (re.sub(r"[1li][0o]", lambda ten: ten[0].translate(_FIGURES), word),)
    if word in ABBREVIATED:
        return (ABBREVIATED[word],)
    if word in KNOWN or len(word) < 3 or not word.isalpha():
        return (word,)
    most = 2 if len(word) >= LONG else 1
    near = extract(word, _WORDS, scorer=OSA.distance, score_cutoff=most, limit=None)
    least = min((distance for _, distance, _ in near), default=0)
    return tuple(found for found, distance, _ in near if distance == least) or (word,)
