"""The ways in which people write a sheet's parameters, with brackets or without, and the terms of a game below `start`:
`bag penalty: none`, `team bid: 4 to 26`, `leave: 14 days`, `last trick: by hand`.

Reads only what is written: if a sheet with the value is playable, and what a game has of the terms that its start
leaves out, is settled elsewhere.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.asking.cards import SUIT_WORDS, SYMBOLS
from referee.config import LONGEST_LEAVE

NONE = {"none", "null", "no", "off", "never", "unlimited", "no limit", "-", "[]"}
FLAGS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False, "none": False}
DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
NUMBER = re.compile(r"[+-]?\d{1,7}(?!\d)", re.ASCII)
RANGE = re.compile(r"\b(\d{1,2}) ?(?:to|-|\.{2,3}) ?(\d{1,2})\b", re.ASCII)
BESIDES = re.compile(
    r"\b(?:points?|books?|tricks?|(?:sand)?bags?|rounds?|hands?|sets?|and)\b|[][(){}\"',;:|]", re.ASCII
)
"""The words that may be written beside the numbers of a value."""
ROW = re.compile(r"[;|]|[\])] ?,? ?[\[(]")
ROW_LENGTH = 5
SUIT = re.compile(rf"\b({'|'.join((*SUIT_WORDS, *'shdc'))})s?\b|([{''.join(SYMBOLS)}])\ufe0f?", re.ASCII)
RANK_LETTERS = {"big joker": "b", "little joker": "l", "10": "t"}


class Form(NamedTuple):
    """The form of a parameter: how to read it, an example, the value of `none` (`...`: it cannot be `none`), and the
    other words where only a few will do."""

    read: Callable[[str], Any]
    example: str
    nothing: Any = ...
    others: tuple[str, ...] = ()


def read_parameter(key: str, value: Any) -> Any:
    """Read the value of parameter `key` as plain numbers, words, lists and tables; a value that is no text stays
    unchanged.

    Raises ValueError, with a sentence that shows how to write it.
    """
    form = FORMS.get(key)
    if form is None or not isinstance(value, str):
        return value
    text = " ".join(value.translate(DASHES).lower().split()).rstrip(".")
    bare = text.strip("\"'")
    if bare in NONE and form.nothing is not ...:
        return form.nothing
    try:
        return form.read(bare)
    except ValueError:
        name = key.replace("_", " ")
        words = (form.example, *form.others, *(() if form.nothing is ... else ("none",)))
        like = " or ".join(f"`{name}: {word}`" for word in words)
        raise ValueError(f"`{name}: {text[:60]}` cannot be read; write it like {like}") from None


def _flag(text: str) -> bool:
    if text not in FLAGS:
        raise ValueError(text)
    return FLAGS[text]


def _talk(text: str) -> bool | None:
    """Read talk: `yes` allows it during the bidding alone, `no` at any time but not about cards, `none` never."""
    return None if text in ("none", "null") else _flag(text)


def _number(text: str) -> int:
    (number,) = _numbers(text)
    return number


def _numbers(text: str) -> list[int]:
    if BESIDES.sub(" ", NUMBER.sub(" ", text)).strip():
        raise ValueError(text)
    return [int(number) for number in NUMBER.findall(text)]


def _span(text: str) -> list[int]:
    return _numbers(RANGE.sub(r"\1, \2", text))


def _list(text: str) -> list[int]:
    """Read numbers one by one or as `2 to 13`; nil is a number too."""
    return _numbers(RANGE.sub(_counted, re.sub(r"\bnil\b", "0", text)))


def _counted(match: re.Match[str]) -> str:
    return ", ".join(map(str, range(int(match[1]), int(match[2]) + 1)))


def _rows(text: str) -> list[list[int]]:
    """Read rows separated by brackets or semicolons; without any, numbers are split into rows of equal length."""
    rows = [row for row in map(_numbers, ROW.split(text)) if row]
    if len(rows) > 1:
        return rows
    numbers = _numbers(text)
    return [numbers[at : at + ROW_LENGTH] for at in range(0, len(numbers), ROW_LENGTH)]


def _cost(text: str) -> dict[str, int]:
    """Read `-50`, `3 books`, `-50 points and 1 book`, `points: -50, books: 0`, `-50, 0`."""
    numbers = _numbers(text)
    words = re.findall(r"\b(point|book)s?\b", text)
    if not words and len(numbers) in (1, 2):
        words = ["point", "book"][: len(numbers)]
    if len(words) != len(numbers) or len(set(words)) != len(words):
        raise ValueError(text)
    found = dict(zip(words, numbers, strict=True))
    return {"points": found.get("point", 0), "books": found.get("book", 0)}


def _word(text: str) -> str:
    return re.sub(r"[ -]+", "_", text.strip(" []\"'"))


def _one_of(*words: str) -> Callable[[str], str]:
    """Return the reader of one of these words, and of no other: talk below a start may begin like a setting."""

    def read(text: str) -> str:
        if (word := _word(text)) not in words:
            raise ValueError(text)
        return word

    return read


def _words(text: str) -> list[str]:
    return [_word(word) for word in re.split(r",|;|\band\b|&", text) if _word(word)]


def _suits(text: str) -> dict[str, str]:
    """Read `S: BL2AKQ…, H: …` in any order; there may be spaces between ranks, as the rules print them."""
    for word, rank in RANK_LETTERS.items():
        text = text.replace(word, rank)
    before, *parts = SUIT.split(text)
    names = [SYMBOLS.get(symbol) or word[0].upper() for word, symbol in zip(parts[::3], parts[1::3], strict=True)]
    if re.search(r"\w", before) or len(set(names)) != len(names):
        raise ValueError(text)
    return dict(zip(names, (re.sub(r"[^a-z0-9]", "", ranks).upper() for ranks in parts[2::3]), strict=True))


FORMS: Mapping[str, Form] = {
    "suits": Form(_suits, "S: BL2AKQJT9876543, H: AKQJT98765432, D: AKQJT9876543, C: AKQJT9876543"),
    "bid_turns": Form(_list, "0, 1, 2, 3"),
    "bid_values": Form(_list, "0, 2 to 13"),
    "bid_change": Form(_flag, "yes"),
    "team_bid": Form(_span, "4 to 26"),
    "nil": Form(_number, "100", 0),
    "blind_nil": Form(_number, "200", 0),
    "nil_tricks": Form(_word, "contract"),
    "talk": Form(_talk, "yes"),
    "redeal": Form(_word, "no_face_no_spade", None),
    "first_leader": Form(_word, "eldest"),
    "spade_lead": Form(_word, "broken"),
    "misplay_faults": Form(_words, "revoke, not_held", []),
    "misplay_act": Form(_word, "void", None),
    "misplay_cost": Form(_cost, "-50 points, 0 books", {"points": 0, "books": 0}),
    "misplay_forfeit": Form(_numbers, "2, 3", None),
    "contract": Form(_rows, "0, 10, 0, -10, 0; 13, 0, 200, -10, 0"),
    "over_points": Form(_number, "1", 0),
    "bag_penalty": Form(_numbers, "10, -100", None),
    "target": Form(_number, "300"),
    "hand_limit": Form(_number, "10", None),
    "set_limit": Form(_number, "3", None),
    "tie_break": Form(_word, "extra_hand"),
    "hand_count": Form(_one_of("opponents", "others"), "others", others=("opponents",)),
    "blocked": Form(_one_of("opponents", "difference", "nothing"), "difference", "nothing", ("opponents",)),
    "end": Form(_one_of("at_once", "after_the_hand"), "after the hand", others=("at once",)),
}
"""Every parameter of a sheet of any game."""


LEAVE = re.compile(r"(\d{1,4})(?: days?)?")


def read_term(key: str, text: str) -> Any:
    """Read the value of a field of TermLines. Raises ValueError, with a sentence that shows how to write it."""
    read, example = TERMS[key]
    try:
        return read(" ".join(text.lower().split()).rstrip("."))
    except ValueError:
        name = key.replace("_", " ")
        raise ValueError(f"`{name}: {text[:60]}` cannot be read; write it like {example}") from None


def _last_trick(text: str) -> str:
    known = {"by itself": "by itself", "itself": "by itself", "by hand": "by hand", "hand": "by hand"}
    if text not in known:
        raise ValueError(text)
    return known[text]


def _leave(text: str) -> int:
    if text in NONE:
        return 0
    match = LEAVE.fullmatch(text)
    if match is None or int(match[1]) > LONGEST_LEAVE:
        raise ValueError(text)
    return int(match[1])


TERMS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "last_trick": (_last_trick, "`last trick: by itself` or `last trick: by hand`"),
    "leave": (_leave, f"`leave: 14 days` or `leave: none`, at most {LONGEST_LEAVE} days"),
    "weekends": (_flag, "`weekends: on` or `weekends: off`"),
}
"""The terms, each with a line of its own."""
