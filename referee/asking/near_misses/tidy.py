"""A line as typed in its plainest form: small letters without accents, signs spelled out, courtesies and emoji gone.

Never guesses at letters; typos.py does.
"""

import re
import unicodedata
from dataclasses import dataclass

from referee.asking.cards import DRAWN, SUIT_WORDS, SYMBOLS
from referee.asking.near_misses.words import (
    AFTERTHOUGHTS,
    AMBIGUOUS_COURTESIES,
    COURTESIES,
    GREETINGS,
    HEDGES,
    NUMBERS,
    OPENERS,
    SPOKEN_MARKS,
)

LONGEST = 120
"""A line longer than this is never taken for a slip of the fingers."""

LEFT_OUT = frozenset({"Mn", "Me", "Cf", "So", "Sk", "Cs", "Co"})
"""The categories of characters that a line means the same without."""

_NAMES = {suit: word for word, suit in SUIT_WORDS.items()}
_SIGNS = str.maketrans({sign: f" {_NAMES[suit]} " for sign, suit in SYMBOLS.items()})
_LETTERS = str.maketrans({"œ": "oe", "ß": "ss", "’": "'", "‘": "'", "\u2013": "-", "\u2014": "-", "\u2212": "-"})
_FACE = re.compile(r"(?<!\S)[:;=]['’]?-?[)(DPpOo3/|\\]+(?!\S)")
_NEGATIVE = re.compile(r"(?<![^\s=:,d])- ?(?=\d)")
_MARKS = re.compile(r"""["“”„«»()\[\]{}*_`#…:=,;]|(?<![a-z])'|'(?![a-z])""")
_ENDS = re.compile(r"[\s.!?…]*$")
_HYPHEN = re.compile(r"(?<=\w)-+(?=[a-z])|(?<=[a-z])-+(?=\w)|(?<=\s)-+(?=\s)")
_SPOKEN = re.compile(rf" (?P<mark>{'|'.join(SPOKEN_MARKS)})\b", re.IGNORECASE)
_TWICE = re.compile(r"\b(\w*[a-z]\w*)(?: \1)+\b")


def _leading(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{words})\b(?! of\b) ?")


_OPENING, _GREETING, _HEDGE = map(_leading, (OPENERS, GREETINGS, HEDGES))
_COURTESY = re.compile(rf" (?:{COURTESIES})$")
_SET_APART = re.compile(rf"[.,;!-] *(?:{AMBIGUOUS_COURTESIES})\b")
_COUNTED = re.compile(rf"(?:\d+|{'|'.join(NUMBERS)}) (?:{AMBIGUOUS_COURTESIES})")
_AFTERTHOUGHT = re.compile(rf" (?:{AFTERTHOUGHTS})$")


@dataclass(frozen=True, slots=True)
class Tidied:
    """A line in plain words; `sure`: nothing around them makes it a question or a thought; `greets`: a greeting stood
    before them."""

    words: str
    sure: bool
    greets: bool


def as_written(line: str) -> str:
    """The line with signs for the marks that were dictated: `bid four period`."""
    return _SPOKEN.sub(lambda spoken: SPOKEN_MARKS[spoken["mark"].lower()], line)


def tidy(line: str) -> Tidied | None:
    """The line in plain words; None if it is a quotation, empty or too long."""
    if len(line) > LONGEST or line.lstrip().startswith((">", "|")):
        return None
    line = as_written(line)
    text = _plain(_FACE.sub(" ", line.translate(_SIGNS).translate(DRAWN)))
    text = _SET_APART.sub(" please", text)
    end = _ENDS.search(text)
    sure = "?" not in (end[0] if end else "") and not _NEGATIVE.search(text)
    text = _NEGATIVE.sub(" ", _ENDS.sub("", text))
    text = " ".join(_HYPHEN.sub(" ", _MARKS.sub(" ", text)).split())
    # a colon announces what the line is about
    return _stripped(_once(text), sure and not line.rstrip().endswith(":")) if text else None


def _plain(text: str) -> str:
    """Small letters of the Latin alphabet where that is possible; pictures and marks are left out."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    # `4°C` is no card
    return "".join(c for c in parts if c == "°" or unicodedata.category(c) not in LEFT_OUT)


def _once(text: str) -> str:
    """What is said twice, said once; never figures, since `4 4` may be 44."""
    words = text.split()
    half = len(words) // 2
    if words[:half] == words[half:] and re.search("[a-z]", text):
        words = words[:half]
    return _TWICE.sub(r"\1", " ".join(words))


def _stripped(text: str, sure: bool) -> Tidied | None:
    greets = False
    while True:
        for pattern in (_HEDGE, _GREETING, _OPENING):
            match = pattern.match(text)
            if match and match.end() < len(text):
                text, sure, greets = text[match.end() :], sure and pattern is not _HEDGE, greets or pattern is _GREETING
                break
        else:
            doubt = _AFTERTHOUGHT.search(text)
            match = doubt or _COURTESY.search(text)
            if match is None or _COUNTED.fullmatch(text):
                return Tidied(text, sure, greets)
            text = text[: match.start()].rstrip(" .!")
            text, sure = text.rstrip("? "), sure and not doubt and not text.endswith("?")
