"""The commands that a line is nearest to where it is none: `pley QS`, `bud 4`, `Q spade`, `I think KH`, `puase`.

Never acts, and never asks what is legal: whoever offers one of them for a `yes` does.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, get_close_matches
from itertools import product

from referee.asking import commands as ask
from referee.asking.cards import JOKER_WORDS, NUMBER_WORDS, RANK_WORDS, SUIT_WORDS, is_interjection, may_be_a_word
from referee.asking.commands import Asked
from referee.asking.courtesies import own_words
from referee.asking.grammar import read_commands
from referee.asking.second_thoughts import denies
from referee.spades import commands as game

LONGEST = 80
ALIKE = 0.8
ALIKE_ALONE = 0.85
"""The least likeness of a line to a command, from 0 to 1: to one with a verb, and to a card or `nil` alone."""
WORDS_ALIKE = 0.75
TIES = 16

OFFERED = (
    *(ask.Hand, ask.Memory, ask.Status, ask.Score, ask.History, ask.Games, ask.Rules, ask.Help, ask.ShowPlans),
    *(ask.MakePlan, ask.DropPlans, ask.SetHabit, ask.BareNumber, ask.BareCard),
    *(game.MakeBid, game.PlayCard, game.Claim, game.Show, game.Misdeal),
    *(ask.ExtendBy, ask.LimitTo, ask.InAllGames, ask.Tables, game.Pause, game.Resume),
)
"""Commands that a line may be taken for: of a turn or the clock, and none that cannot be undone."""
FIRST_WORDS = (
    *("plan", "show", "hand", "memory", "help", "rules", "status", "score", "history", "games", "claim", "misdeal"),
    *("pause", "resume", "limit", "extend", "table"),
)

MARKS = re.compile('[()\\[\\]{}*_`#\u2026:=;,"\u201c\u201d?!]|\\.(?!\\d)|(?:^|(?<=\\s))[-\u2013\u2014]+')
TWICE = re.compile(r"\b([a-z]+)(?: \1)+\b")
AROUND = re.compile(
    r"^(?:i think|i guess|i suppose|maybe|perhaps|probably|can i|could i|may i|shall i|should i|how about|what about"
    r"|i'd|i would|i'll go|let me|put me down for|make it|sorry|oops|well|so) "
    r"| (?:i think|i guess|i suppose|i hope|i'd say|i would say|it is|this time|for me|for us|then|now|period|full stop"
    r"|tricks?|books?)$"
)
"""The words around a command that only make a thought of it, or were dictated as a mark."""
SAYS_MORE = re.compile(r"\d|\b(?:or|if)\b")
SENTENCES = re.compile(r"[.;!?,]+\s+|\s+[-\u2013\u2014]+\s+")
LETTERS = {**{code.lower(): code for code in "AKQJT98765432"}, "10": "T"}
_RANK, _SUIT = "|".join(LETTERS | RANK_WORDS), rf"(?:{'|'.join(SUIT_WORDS)})s?"
WITHOUT_OF = re.compile(
    r"(?P<verb>(?:play )?)"
    rf"(?:(?!a )(?P<rank>{_RANK})(?P<suit> ?{_SUIT}| [shdc])|(?P<suit2>{_SUIT}) ?(?P<rank2>{_RANK}))"
)
PART = re.compile(
    r"(?=play |the |my |joker)(?:play )?(?:(?:the|my|an?|only|last) )*"
    rf"(?:(?P<rank>{_RANK})|(?P<suit>{_SUIT})|joker)"
)


def _spelt() -> Iterator[tuple[str, str]]:
    """Yield bids and cards as people spell them, each with the command as it is typed."""
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
LIKE = [words for words in SPELT if words == "nil" or len(words) > 4]
"""The commands that a line may be compared with: shorter ones are too near to other words."""


def nearest(line: str) -> tuple[str, ...]:
    """Return the commands, as they are typed, that a line may have been meant as: all that are equally near."""
    if len(line) > LONGEST or line.startswith((">", "|")):
        return ()
    words = _plain(line)
    if denies(words):
        return ()
    return _exactly(words) or _of_part(words) or _alike(words) or _first_word(line) or _in_a_sentence(line)


def _plain(line: str) -> str:
    """Return the words in small letters, without marks, courtesies, and what makes a thought of them."""
    words = " ".join(MARKS.sub(" ", (own_words(line) or line).lower().replace("\u2019", "'")).split())
    while (less := AROUND.sub("", words)) != words:
        words = less
    return TWICE.sub(r"\1", words)


def _exactly(words: str) -> tuple[str, ...]:
    if card := WITHOUT_OF.fullmatch(words):
        words = f"{card['verb']}{card['rank'] or card['rank2']} of {(card['suit'] or card['suit2']).strip()}"
    elif may_be_a_word(words) and not is_interjection(words):
        words = f"play {words}"
    reading = read_commands(words)
    if len(reading.asked) == 1 and not reading.unclear and isinstance(reading.asked[0].command, OFFERED):
        return (typed(reading.asked[0]),)
    return (SPELT[words],) if words in SPELT else ()


def typed(asked: Asked) -> str:
    """Return a command as it is typed, however its line has it."""
    match asked.command:
        case game.MakeBid(value, blind):
            return f"bid {'blind ' if blind else ''}{value or 'nil'}"
        case ask.BareNumber(value):
            return f"bid {value or 'nil'}"
        case game.PlayCard(card) | ask.BareCard(card):
            return f"play {card}"
        case ask.MakePlan(plan):
            return f"plan {plan}"
    return asked.line


def _of_part(words: str) -> tuple[str, ...]:
    """Return all cards of the rank or the suit that is named alone: `play jack`, `the ace`, `joker`."""
    part = PART.fullmatch(words)
    if part is None:
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


def _first_word(line: str) -> tuple[str, ...]:
    """Return the commands that a line is with another first word."""
    first, _, rest = (own_words(line) or line).partition(" ")
    if first.lower() in FIRST_WORDS:
        return ()
    same = [word for word in FIRST_WORDS if word[0] == first[:1].lower()]
    ways = get_close_matches(first.lower(), same, 3, WORDS_ALIKE)
    return tuple(dict.fromkeys(found for word in ways for found in _exactly(f"{word} {rest}".rstrip())))


def _in_a_sentence(line: str) -> tuple[str, ...]:
    """Return the one command that a part of a line is, if the other parts name no card or number and deny nothing. A
    card without a verb must come first."""
    said: list[str] = []
    for at, part in enumerate(map(_plain, SENTENCES.split(line))):
        reading = read_commands(part)
        command = reading.asked[0].command if reading.asked else None
        if isinstance(command, game.MakeBid | game.PlayCard) or (at == 0 and isinstance(command, ask.BareCard)):
            said.append(typed(reading.asked[0]))
        elif SAYS_MORE.search(part) or denies(part):
            return ()
    return tuple(said) if len(said) == 1 else ()
