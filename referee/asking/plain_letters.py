"""Text in the plain letters, digits and signs that a reader takes it for: `Ｊ♤`, `𝐉\u200b♠️` and `Ј♠` are all `J♠`.

Only for finding out what a text says, never for showing or storing it: everything foreign about it is lost.
"""

import re
import unicodedata
from functools import lru_cache

from referee.names import INVISIBLE, prototype
from referee.post.reading.references import resolve

SIGNS = "♠♥♦♣"
RANKS = {1: "A", **{number: str(number) for number in range(2, 10)}, 10: "T", 11: "J", 13: "Q", 14: "K"}
"""The ranks in a row of Unicode's playing cards; there is no knight in our deck."""
PLAYING_CARDS = {
    chr(0x1F0A0 + 16 * row + column): rank + suit for row, suit in enumerate("SHDC") for column, rank in RANKS.items()
}
JOKERS = dict.fromkeys("\U0001f0bf\U0001f0cf\U0001f0df", " BJ LJ ")
"""A joker in Unicode may be either of the two."""
QUOTES = dict.fromkeys("\u2018\u2019\u201a\u201b\u00b4`\u2032", "'") | dict.fromkeys("\u201c\u201d\u201e\u201f", '"')
HEARTS = "\u2763\u2765\U0001fa75\U0001fa76\U0001fa77\U0001fac0"
MORE_SIGNS = {
    **dict.fromkeys(HEARTS, "♥"),
    "\U0001f5a4": "♥♠",
    **dict.fromkeys("\u25ca\u29eb\u2b27\u2b28\u2756\U0001f48e", "♦"),
    **dict.fromkeys("\u2618\U0001f340", "♣"),
}
KNOWN = JOKERS | QUOTES | MORE_SIGNS | {"\U0001f51f": "10"}
SIGN_NAMES = {"SPADE": "♠", "HEART": "♥", "HEARTS": "♥", "DIAMOND": "♦", "CLUB": "♣"}
FACES = {"FACE", "EYES", "KISS", "COUPLE", "CAT"}
CHESS = {"CHESS KING": "K", "CHESS QUEEN": "Q"}
LATIN = re.compile(r"(?=.*(?:LATIN|INDICATOR)).*\b([A-Z])(?: WITH .*)?")
TEN = re.compile(rf"(?<![a-z0-9])(?:(?:1o|[li|]0)(?![0-9])|[li|]o(?= ?[{SIGNS}]))", re.IGNORECASE | re.ASCII)
"""A ten with letters for its digits."""


def readings(text: str) -> frozenset[str]:
    """The text in ASCII wherever that is possible, its suits as ♠♥♦♣; anything else stays as it is.

    Raised, circled and other odd characters stand for letters and digits, or for nothing: `ᴊˢ` and `JS²`. So there are
    up to three readings; plain words have one.
    """
    whole = resolve(text)
    if whole.isascii():
        return frozenset({_tidy(whole)})
    return frozenset(_tidy("".join([_plain(c) for c in whole if _oddity(c) <= odd])) for odd in range(3))


def _tidy(text: str) -> str:
    return TEN.sub("10", text).replace("_", "~")


@lru_cache(maxsize=8192)
def _oddity(c: str) -> int:
    """0 for ordinary characters, 1 for letters in a frame, 2 for small ones attached to another, and for numbers."""
    if c.isascii() or not any(part.isalnum() for part in _plain(c)) or c in PLAYING_CARDS or c in KNOWN:
        return 0
    category = unicodedata.category(c)
    if unicodedata.numeric(c, None) is not None or category in {"Mn", "Cf"}:
        return 2
    if unicodedata.decomposition(c).startswith(("<super>", "<sub>")):
        return 2
    return 1 if category == "So" else 0


@lru_cache(maxsize=8192)
def _plain(c: str) -> str:
    if c.isascii():
        return c
    if c in PLAYING_CARDS:
        return f" {PLAYING_CARDS[c]} "
    return KNOWN.get(c) or _number(c) or _by_name(c) or _by_shape(c)


def _number(c: str) -> str | None:
    """`❿`, `Ⅹ`, `二`; no card has a fraction."""
    value = unicodedata.numeric(c, None)
    if value is None or value != int(value):
        return None if value is None else " "
    return str(int(value)) if 0 <= value <= 10 else None


def _by_name(c: str) -> str | None:
    """Letters in circles, on flags, upside down or above another letter; suit signs of every kind."""
    name = unicodedata.name(c, "")
    if letter := LATIN.fullmatch(name):
        return letter[1].lower() if "SMALL LETTER" in name else letter[1]
    words = set(name.split())
    if unicodedata.category(c) == "So" and words.isdisjoint(FACES):
        sign = next((sign for word, sign in SIGN_NAMES.items() if word in words), None)
        return sign or next((rank for piece, rank in CHESS.items() if piece in name), None)
    return None


def _by_shape(c: str) -> str:
    parts = unicodedata.normalize("NFKD", c)
    if parts != c:
        return "".join(map(_plain, parts))
    if unicodedata.category(c) in {"Mn", "Mc", "Me", "Cf", "Cc"} or c in INVISIBLE:
        return ""
    for shape in (prototype(c), prototype(c.upper()).lower(), prototype(c.lower()).upper()):
        letters = "".join(letter for letter in shape if not unicodedata.category(letter).startswith("M"))
        if letters.isascii():
            return letters
    # so that letters that look Latin are not words of their own inside a Cyrillic or Greek word
    return "x" if c.upper() != c.lower() else c
