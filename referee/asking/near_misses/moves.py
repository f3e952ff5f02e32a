"""Which bids and cards a line in plain words can mean, if it is nothing but one. Never asks what is legal.

English is tried first: only what means nothing in it is read as German, French, Spanish, Italian or Dutch.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

from referee.asking.cards import RANK_WORDS
from referee.asking.near_misses import words as say
from referee.spades.cards import SPADES, Card

Move = Card | int


@dataclass(frozen=True, slots=True)
class Meant:
    """What a line can mean; `sure`: it says all of one move, rather than a part of it or something that sounds like
    it. `verb`: it says that it is a bid or a play."""

    moves: tuple[Move, ...]
    sure: bool
    verb: bool


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_OF = r"(?:of| ?\bof\b ?| ?\bde\b ?| ?\bdi\b ?| ?\bvan\b ?|/| )"
_THE = r"(?:(?:the|my|le|la|die|der|das|den|el|il|de|het) )?"
_WORD_RANK, _WORD_SUIT = _any(say.RANKS), _any(say.SUITS)


def _forms(ranks: Iterable[str], suits: Iterable[str], beside: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    """Rank and suit in either order. Letters stick to letters and words to words, so that `queens` is no card; `a` is a
    word, and no ace, before the name of a suit. `beside`: the words for ranks that may stand with a letter."""
    rank, suit = _any(ranks), _any(suits)
    figures, spoken = _any(set(ranks) - {"a"}), _any(beside)
    return tuple(
        re.compile(_THE + form)
        for form in (
            rf"(?P<rank>{rank}) ?(?P<suit>{suit})",
            rf"(?P<suit>{suit}) ?(?P<rank>{rank})",
            rf"(?P<rank>{_WORD_RANK}){_OF}?(?P<suit>{_WORD_SUIT})",
            rf"(?P<suit>{_WORD_SUIT}){_OF}?(?P<rank>{_WORD_RANK})",
            rf"(?P<rank>{spoken}){_OF}(?P<suit>{suit})",
            rf"(?P<suit>{suit}){_OF}(?P<rank>{spoken})",
            rf"(?P<rank>{figures}){_OF}?(?P<suit>{_WORD_SUIT})",
            rf"(?P<suit>{_WORD_SUIT}){_OF}?(?P<rank>{figures})",
        )
    )


_ENGLISH = _forms(say.RANK_LETTERS, say.SUIT_LETTERS, RANK_WORDS)
_FOREIGN = _forms(say.FOREIGN_RANK_LETTERS, say.FOREIGN_SUIT_LETTERS, say.RANKS)
_JOKER = re.compile(rf"{_THE}(?P<size>{_any(say.JOKERS)}|[bl]) ?(?:joker|j)|{_THE}joker (?P<after>{_any(say.JOKERS)})")
_PART = re.compile(
    rf"{_THE}(?:a |an |one )?(?P<rank>{_WORD_RANK}|[2-9tjqk]|10)"
    rf"|{_THE}(?:(?:a|an|one|only|last|single) )*(?P<suit>{_WORD_SUIT})"
)
_POINTED_OUT = re.compile(rf"(?:the|my) (?:{_WORD_RANK}|[2-9tjqk]|10)|(?:the|my) (?:only|last|single) (?:{_WORD_SUIT})")
"""A part that is meant without a verb, too: `the ace`, `my last club`."""
_COUNTED = re.compile(rf"(?:{_any(say.NUMBERS)}|\d+) ?(?:{_WORD_SUIT})")
_INITIAL = re.compile(r"(?:ace|king|queen|jack) [shdc]")
_BID = re.compile(rf"{say.I}{say.BID} ?(?P<what>.+)|(?P<before>.+?) ?(?:is my bid|bid)")
_LOOSE = re.compile(rf"{say.LOOSE_BID} (?P<what>.+)")
_PLAY = re.compile(rf"{say.I}{say.PLAY} ?(?P<what>.+)|(?P<before>.+?) (?:is my (?:card|play|lead))")
_TRICKS = re.compile(r" (?:tricks?|books?)$")
_NUMBER = re.compile(rf"\d{{1,2}}|{_any(say.NUMBERS)}")


def moves(line: str) -> Meant | None:
    """The bid or card that `line` names, with a verb or without. None for conversation."""
    if (match := _PLAY.fullmatch(line)) and (found := _card(match["what"] or match["before"], verb=True)):
        return found
    if (match := _BID.fullmatch(line)) and (found := _number(match["what"] or match["before"], verb=True)):
        # `bid dix` is ten in French, or `bid six` with a wrong key
        mixed = re.search(r"\bbid", line) and any(word in say.FOREIGN_NUMBERS for word in line.split())
        return replace(found, sure=found.sure and not mixed)
    if (match := _LOOSE.fullmatch(line)) and (found := _number(match["what"], verb=True)):
        return replace(found, sure=False)
    return _card(line, verb=False) or _number(line, verb=False)


def _card(text: str, *, verb: bool) -> Meant | None:
    if cards := _cards(text, _ENGLISH, {**say.RANK_LETTERS, **say.RANKS}, {**say.SUIT_LETTERS, **say.SUITS}):
        # `4 hearts` may be the number of them, and `Jack D.` a name
        unsure = not verb and (_COUNTED.fullmatch(text) or _INITIAL.fullmatch(text))
        return Meant(cards, len(cards) == 1 and not unsure, verb)
    if not verb and text in say.SHORT_WORDS:
        return None
    letters = {**say.FOREIGN_RANK_LETTERS, **say.RANKS}, {**say.FOREIGN_SUIT_LETTERS, **say.SUITS}
    if cards := _cards(text, _FOREIGN, *letters):
        # a letter may be foreign, or the wrong key
        return Meant(cards, False, verb)
    if joker := _JOKER.fullmatch(text):
        size = joker["size"] or joker["after"]
        return Meant((Card(say.JOKERS.get(size) or size.upper(), SPADES),), True, verb)
    if text in ("joker", "a joker", "the joker", "my joker"):
        return Meant((Card("B", SPADES), Card("L", SPADES)), False, verb)
    part = _PART.fullmatch(text) if verb or _POINTED_OUT.fullmatch(text) else None
    if part is None:
        return None
    rank, suit = part["rank"], part["suit"]
    ranks = "23456789TJQKA" if rank is None else say.RANK_LETTERS.get(rank) or say.RANKS[rank]
    suits = "SHDC" if suit is None else say.SUITS[suit]
    return Meant(tuple(Card(r, s) for r, s in product(ranks, suits)), False, verb)


def _cards(
    text: str, forms: Iterable[re.Pattern[str]], ranks: Mapping[str, str], suits: Mapping[str, str]
) -> tuple[Card, ...]:
    found = {
        Card(rank, suit)
        for form in forms
        if (match := form.fullmatch(text))
        for rank, suit in product(ranks[match["rank"]], suits[match["suit"]])
    }
    return tuple(sorted(found))


def _number(text: str, *, verb: bool) -> Meant | None:
    said = _TRICKS.sub("", text)
    values = [_value(word) for word in said.split()]
    if values and None not in values and len(set(said.split())) == len(values):
        # `four 4` says one number twice; `4:04` is a time
        same = set(values) if sum(word.isdecimal() for word in said.split()) <= 1 else set()
        return Meant((values[0],), True, verb) if len(same) == 1 and values[0] is not None else None
    if said in say.FOREIGN_NUMBERS:
        return Meant((say.FOREIGN_NUMBERS[said],), verb, verb)
    if verb and said in say.SOUNDS:
        return Meant((say.SOUNDS[said],), False, verb)
    if not verb and (letter := re.fullmatch(r"b ?(\d{1,2})", said)):
        return Meant((int(letter[1]),), False, True)
    return None


def _value(word: str) -> int | None:
    if not _NUMBER.fullmatch(word):
        return None
    return say.NUMBERS[word] if word in say.NUMBERS else int(word)
