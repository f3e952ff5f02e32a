"""Misspelt words, by their distance to the words that commands are made of, and by the keys that lie side by side.
Never corrects what is a word already.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice, product

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from referee.asking.near_misses.words import EVERYDAY, KNOWN, RANK_SOUNDS, RANKS, SHORT_SLIPS, SHORT_WORDS, SUITS

MOST_WORDS = 8
MOST_WAYS = 64
LONG = 7
"""From so many letters on, two of them may be wrong."""
LONG_OF_A_CARD = 5
"""The same beside `of`, where only a rank or a suit is looked for."""

_CODE = re.compile(r"(?:[1li][0o]|[2-9tjqka])[shdc]|[shdc](?:[1li][0o]|[2-9tjqka])")
_WITH_OF = re.compile(r"(?P<rank>10|[2-9tjqka])of?(?P<suit>[shdc])")
_VERB = re.compile(r"\b(?:bid|play|plan)\b")
_DOUBLED = re.compile(r"(\w)\1")
_FIGURES = str.maketrans("lio", "110")
_LETTERS = (str.maketrans("015", "ois"), str.maketrans("015", "ols"))
"""The letters that figures are typed for."""

_ROWS = ((0.0, 0, "qwertyuiop"), (0.25, 1, "asdfghjkl"), (0.75, 2, "zxcvbnm"), (0.0, 9, "1234567890"))
"""The keys of a telephone: it shows figures apart from letters."""
_PLACES = {key: (offset + at, row) for offset, row, keys in _ROWS for at, key in enumerate(keys)}
_REACH = 1.6
"""The square of how far apart the middles of two keys are that one thumb may hit for one another, in keys."""


def corrected(line: str, known: Collection[str] = KNOWN) -> Iterator[str]:
    """The lines of `known` words that `line` may have been meant as, in no order; nothing if no word of it is misspelt,
    or it has too many words."""
    # what is between the words, and the words
    parts = re.split(r"(\w+)", line)
    words = frozenset() if _VERB.search(line) else EVERYDAY | SHORT_WORDS
    ways = [_beside_of(parts, at) or _ways(part, known, words) for at, part in enumerate(parts)]
    if len(parts) > 2 * MOST_WORDS + 1 or all(way == (part,) for way, part in zip(ways, parts, strict=True)):
        return
    yield from islice(map("".join, product(*ways)), MOST_WAYS)


def _beside_of(parts: Sequence[str], at: int) -> tuple[str, ...]:
    """The ranks that a word before `of` may be meant as, or the suits after it; none if it is a word of ours."""
    word = parts[at]
    if not word.isalpha() or word in KNOWN:
        return ()
    most = 2 if len(word) >= LONG_OF_A_CARD else 1
    if at + 2 < len(parts) and _is_of(parts[at + 2]):
        return (RANK_SOUNDS[word],) if word in RANK_SOUNDS else _nearest(word, RANKS, most)
    return _nearest(word, SUITS, most) if at > 1 and _is_of(parts[at - 2]) else ()


def _is_of(word: str) -> bool:
    return word == "of" or "of" in SHORT_SLIPS.get(word, ())


def _ways(word: str, known: Collection[str], words: Collection[str]) -> tuple[str, ...]:
    """What a word may be meant as; `words` are those that are no slips here."""
    if _CODE.fullmatch(word):
        return (re.sub(r"[1li][0o]", lambda ten: ten[0].translate(_FIGURES), word),)
    if with_of := _WITH_OF.fullmatch(word):
        return (with_of["rank"] + with_of["suit"],)
    if _CODE.fullmatch(once := _DOUBLED.sub(r"\1", word)) and word not in words:
        return (once,)
    if word in known or word in EVERYDAY & {*words}:
        return (word,)
    if word in SHORT_SLIPS:
        return SHORT_SLIPS[word]
    if not word.isalpha():
        return _figures_for_letters(word, known) or _neighbours(word) or (word,)
    if len(word) < 3:
        return (word,) if word in words else _neighbours(word) or (word,)
    return _nearest(word, known, 2 if len(word) >= LONG else 1) or (word,)


def _figures_for_letters(word: str, known: Collection[str]) -> tuple[str, ...]:
    """`0f`, `k1ng`."""
    if word.isdecimal():
        return ()
    return tuple(found for table in _LETTERS if (found := word.translate(table)) in known)[:1]


def _neighbours(word: str) -> tuple[str, ...]:
    """The codes of cards with a key beside one that was hit: `wh`."""
    if len(word) != 2 or word.isdecimal() or set(word) & {"0", "1"}:
        return ()
    typed = (
        *(key + word[1] for key in _PLACES if _lie_side_by_side(key, word[0])),
        *(word[0] + key for key in _PLACES if _lie_side_by_side(key, word[1])),
    )
    return tuple(code for code in typed if _CODE.fullmatch(code))


def _nearest(word: str, known: Collection[str], most: int) -> tuple[str, ...]:
    """The nearest of `known` words, at most so many slips away: of several those with a wrong key beside the right
    one."""
    if len(word) < 3:
        return ()
    near = extract(word, sorted(known), scorer=OSA.distance, score_cutoff=most, limit=None)
    least = min((distance for _, distance, _ in near), default=0)
    found = tuple(found for found, distance, _ in near if distance == least)
    return tuple(each for each in found if _is_beside(word, each)) or found


def _is_beside(word: str, other: str) -> bool:
    """Whether two words differ in nothing but one key, which lies beside the other."""
    differ = [pair for pair in zip(word, other, strict=False) if pair[0] != pair[1]]
    return len(word) == len(other) and len(differ) == 1 and _lie_side_by_side(*differ[0])


def _lie_side_by_side(key: str, other: str) -> bool:
    if key == other or key not in _PLACES or other not in _PLACES:
        return False
    (x, y), (across, down) = _PLACES[key], _PLACES[other]
    return (x - across) ** 2 + (y - down) ** 2 <= _REACH
