"""The commands nearest to a line that is no command: `pley QS`, `bud 4`, `Q spade`, `I think KH`, `puase`.

Never acts, and never asks what is legal: the code that offers one of them for a `yes` asks.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches
from itertools import product

from referee.asking import commands as ask
from referee.asking.cards import (
    JOKER_WORDS,
    NUMBER_WORDS,
    RANK_WORDS,
    SUIT_WORDS,
    is_interjection,
    may_be_a_word,
    read_number,
)
from referee.asking.command_table import COMMANDS, DOMINOES, SPADES, row_of
from referee.asking.commands import Asked
from referee.asking.courtesies import own_words
from referee.asking.grammar import read_commands
from referee.asking.second_thoughts import denies, without_times
from referee.asking.tiles import WORDS, part_named, place_text
from referee.asking.turning_words import SMALL
from referee.spades import commands as game

LONGEST = 80
ALIKE = 0.8
ALIKE_ALONE = 0.85
"""The least likeness of a line, from 0 to 1, to a command with a verb, and to a card or `nil` alone."""
WORDS_ALIKE = 0.75
TIES = 16

FIRST_WORDS = {row.word for row in COMMANDS if row.offered and not row.moves}
"""The words that a badly typed one may begin with. Bids and cards are compared whole."""

MARKS = re.compile('[()\\[\\]{}*_`#\u2026:=;,"\u201c\u201d?!]|\\.(?!\\d)|(?:^|(?<=\\s))[-\u2013\u2014]+')
TWICE = re.compile(r"\b([a-z]+)(?: \1)+\b")
SAYS_MORE = re.compile(r"\d|\bor\b")
CLAUSES = re.compile(r"[.;!?,]+\s+|\s+[-\u2013\u2014#]+\s+|\bbecause\b")
LONGEST_RUN = 16
"""The most words of a clause among which we look for a command."""
SPAN = r"(?P<span>\d{1,3} ?(?:days?|hours?|h|d))"
SAME = (
    (rf"(?:time ?limit|limit)(?: is| of| to|:)* {SPAN}", "limit {span}"),
    (rf"extend (?:\w+ )?(?:by |for )?{SPAN}(?: \w+)?", "extend {span}"),
    (r"(?P<verb>pause|resume)(?: (?:the|this) game)?(?: (?:because|since|as)\b.*)?", "{verb}"),
    (r"replace (?P<old>[^<>]{1,40}?) by (?P<new>[^<>]{1,40}(?:<\S+>)?)", "replace {old} with {new}"),
    (r"(?:please )?(?:cancel|end|abort|stop) (?:the |this )?game(?: #?\d+)?(?: please)?", "abort"),
    (r"(?:and )?(?:all )?(?:the )?(?:rest|others?|last \w+)(?: tricks)? (?:are|is) (?:all )?(?:mine|ours)", "claim"),
)
"""Wordings that people use instead of a command, each with that command."""
LETTERS = {**{code.lower(): code for code in "AKQJT98765432"}, "10": "T"}
_RANK, _SUIT = "|".join(LETTERS | RANK_WORDS), rf"(?:{'|'.join(SUIT_WORDS)})s?"
WITHOUT_OF = re.compile(
    r"(?P<verb>(?:play )?)"
    rf"(?:(?!a )(?P<rank>{_RANK})(?P<suit> ?{_SUIT}| [shdc])|(?P<suit2>{_SUIT}) ?(?P<rank2>{_RANK}))"
)
PART = re.compile(
    r"(?=play |the |my |joker|(?:ace|king|queen|jack)$)(?:play )?(?:(?:the|my|an?|only|last) )*"
    rf"(?:(?P<rank>{_RANK})|(?P<suit>{_SUIT})|joker)"
)


def _spelt() -> Iterator[tuple[str, str]]:
    """Yield bids and cards as people spell them, each with its command in standard spelling."""
    for word, number in (*NUMBER_WORDS.items(), *((str(n), n) for n in range(27)), ("nil", 0), ("none", 0)):
        yield from ((f"{verb} {word}", f"bid {number or 'nil'}") for verb in ("bid", "i bid", "b"))
    yield from (("nil", "bid nil"), ("blind nil", "bid blind nil"), ("bid blind nil", "bid blind nil"))
    for word, code in JOKER_WORDS.items():
        yield from ((f"{verb}{word} joker", f"play {code}J") for verb in ("", "play "))
    for (rank, code), (suit, letter) in product((LETTERS | RANK_WORDS).items(), SUIT_WORDS.items()):
        yield from ((f"{verb}{rank} of {suit}s", f"play {code}{letter}") for verb in ("", "play "))
    for (rank, code), letter in product(LETTERS.items(), "SHDC"):
        yield from ((f"play {both}".lower(), f"play {code}{letter}") for both in (rank + letter, letter + rank))


SPELT = dict(_spelt())
NO_BIDS = {"one", "zero", "as", "ad"}
"""Words that are hardly meant as a number or a card in a clause."""
BESIDE = {
    *RANK_WORDS,
    *NUMBER_WORDS,
    *SUIT_WORDS,
    *(f"{suit}s" for suit in SUIT_WORDS),
    "or",
    "all",
    "give",
    "if",
    "when",
    "who",
} - {"one"}
"""Words beside a run that make it unclear."""
OWN = ("i ", "i'", "my ", "we ")
"""The beginnings of runs in which a writer says what they do, whatever the line says besides."""
SPOKEN = ("bid ", "play ")
VERBS = {"bid", "bidding", "play", "playing", "lead", "leading", "follow", "nil", "tricks", "period", "full", "hope"}
LIKE = [words for words in SPELT if words == "nil" or len(words) > 4]
"""The commands to compare a line with: shorter commands are too near to other words."""


def nearest(line: str, of: str = SPADES) -> tuple[str, ...]:
    """Return the commands that a line may mean in the game `of`, in standard spelling: all that are equally near."""
    if line.startswith((">", "|")):
        return ()
    if same := _same(line, of):
        return same
    if denies(line):
        return ()
    words = _plain(line) if len(line) <= LONGEST else ""
    if found := _exactly(words, of):
        return found
    if of == SPADES:
        near = _of_part(line, words) or _alike(words)
    else:
        near = tuple(f"play {tile}" for tile in part_named(words)) or _offered(_mended(words), DOMINOES)
    return near or _first_word(line, of) or _said(line, of)


def _mended(words: str) -> str:
    """Return the words with those of tiles in place of their slips: `paly dobule five`."""
    return " ".join(map(_near, words.split()))


def _near(word: str) -> str:
    return word if len(word) < 3 else next(iter(get_close_matches(word, WORDS, 1, WORDS_ALIKE)), word)


def _plain(line: str) -> str:
    """Return the words in small letters, without marks and courtesies."""
    words = " ".join(MARKS.sub(" ", (own_words(line) or line).lower().replace("\u2019", "'")).split())
    return TWICE.sub(r"\1", words)


def _same(line: str, of: str) -> tuple[str, ...]:
    words = " ".join((own_words(line) or line).rstrip(" .!").split())
    found = ((re.fullmatch(pattern, words, re.IGNORECASE), command) for pattern, command in SAME)
    said = next((command.format(**match.groupdict()) for match, command in found if match), "")
    return (said,) if len(read_commands(said, game=of).asked) == 1 else ()


def _exactly(words: str, of: str) -> tuple[str, ...]:
    if of != SPADES:
        return _offered(words, of)
    tricks = read_number(words.split(" ", maxsplit=1)[0]) if words.endswith("spades") else None
    if card := WITHOUT_OF.fullmatch(words):
        words = f"{card['verb']}{card['rank'] or card['rank2']} of {(card['suit'] or card['suit2']).strip()}"
    elif may_be_a_word(words) and not is_interjection(words):
        words = f"play {words}"
    if found := _offered(words, of):
        # where spades are told apart from bids, a suit may stand for the game
        return (*found, *((f"bid {tricks}",) if tricks else ()))
    return (SPELT[words],) if words in SPELT else ()


def _offered(words: str, of: str) -> tuple[str, ...]:
    reading = read_commands(words, game=of)
    offered = len(reading.asked) == 1 and not reading.unclear and row_of(reading.asked[0].command).offered
    return (typed(reading.asked[0]),) if offered else ()


def typed(asked: Asked) -> str:
    """Return a command in its standard spelling."""
    match asked.command:
        case game.MakeBid(value, blind):
            return f"bid {'blind ' if blind else ''}{value or 'nil'}"
        case ask.BareNumber(value):
            return f"bid {value or 'nil'}"
        case game.PlayCard(card) | ask.BareCard(card):
            return f"play {card}"
        case ask.PlayTile(tile, place):
            return f"play {tile}" if place is None else f"play {tile} {place_text(place)}"
        case ask.MakePlan(plan):
            return f"plan {plan}"
    return asked.line


def _of_part(line: str, words: str) -> tuple[str, ...]:
    """Return all cards of the rank or the suit that is named alone: `play jack`, `the ace`, `joker`."""
    part = PART.fullmatch(words)
    if part is None or line.rstrip().endswith("!"):
        return ()
    if part["rank"] is None and part["suit"] is None:
        return ("play BJ", "play LJ")
    ranks = "23456789TJQKA" if part["rank"] is None else (LETTERS | RANK_WORDS)[part["rank"]]
    suits = "SHDC" if part["suit"] is None else part["suit"][0].upper()
    return tuple(f"play {rank}{suit}" for rank, suit in product(ranks, suits))


def _alike(words: str) -> tuple[str, ...]:
    near = get_close_matches(words, LIKE, TIES, ALIKE)
    how = {each: SequenceMatcher(None, each, words).ratio() for each in near}
    best = max(how.values(), default=0.0)
    with_verb = bool(near) and near[0].startswith(("bid ", "i bid ", "play "))
    if best < (ALIKE if with_verb else ALIKE_ALONE):
        return ()
    return tuple(dict.fromkeys(SPELT[each] for each, alike in how.items() if alike == best))


def _first_word(line: str, of: str) -> tuple[str, ...]:
    """Return the commands that a line becomes with another first word."""
    first, _, rest = (own_words(line) or line).partition(" ")
    if first.lower() in FIRST_WORDS:
        return ()
    same = [word for word in FIRST_WORDS if word[0] == first[:1].lower()]
    ways = get_close_matches(first.lower(), same, 3, WORDS_ALIKE)
    return tuple(dict.fromkeys(found for word in ways for found in _exactly(f"{word} {rest}".rstrip(), of)))


def _said(line: str, of: str) -> tuple[str, ...]:
    """Return the one command that stands in a line, if its other clauses name no card or number."""
    said: dict[str, None] = {}
    for at, part in enumerate(map(_plain, CLAUSES.split(without_times(line) if of == SPADES else line))):
        if found := _in_clause(part.split(), of, first=at == 0):
            said[found] = None
        elif SAYS_MORE.search(part) and len(part.split()) <= LONGEST_RUN:
            return ()
    return tuple(said) if len(said) == 1 else ()


def _in_clause(words: list[str], of: str, *, first: bool) -> str:
    """Return the longest run of words that is a bid or a card, if no other word names a bid or a card. Unless the run
    begins with an `I`, the other words must be small ones."""
    if len(words) > LONGEST_RUN:
        return ""
    runs = ((start, start + length) for length in range(len(words), 0, -1) for start in range(len(words) - length + 1))
    for start, end in runs:
        run, others = " ".join(words[start:end]), {*words[:start], *words[end:]}
        alone = others <= SMALL | VERBS and (first or run.startswith(SPOKEN))
        if run in NO_BIDS or not BESIDE.isdisjoint(others) or not (alone or run.startswith(OWN)):
            continue
        reading = read_commands(SPELT.get(run, run), game=of)
        if len(reading.asked) == 1 and not reading.unclear and row_of(reading.asked[0].command).moves:
            return typed(reading.asked[0])
    return ""
