"""Cards mentioned in free text, however they are written, since nobody may reveal what a hand holds.

Finds one card too many rather than one too few. Never reads moves: cards.py does.
"""

import re
from collections.abc import Iterator

from referee.asking.cards import JOKER_WORDS, RANK_WORDS, SUIT_WORDS, SYMBOLS
from referee.asking.plain_letters import SIGNS, readings
from referee.post.reading.whole_text import whole_text
from referee.spades.cards import SPADES, Card

WINDOW, OVERLAP = 10_000, 200
"""How many characters to search at a time, and how many of them again with the next piece, so as to split no card."""

HAND_HEADERS = ("spades-hand", "spades-legal")
"""The headers in which one of our own letters shows a hand."""

QUOTE_MARKS = re.compile(r"^[\s>|]+", re.MULTILINE)

_EDGE = r"[\s!-/:-@\[-`{-~\u2018-\u201d\u2026\u2013\u2014]"
_CODE = "[02-9TJQKA][shdc]"
_HELD = "".join(rf"(?<!\b{word} )" for word in ("the", "my", "have", "hold", "and"))
_NO_LIST = r"(?:(?<!: )|(?=..(?:,? (?!and\b|or\b)[a-zI]|!)))"
_NO_CODE = rf"(?<!{_CODE} )(?<!{_CODE}, )(?!..[ ,/&+]{{1,2}}1?{_CODE}(?:{_EDGE}|\Z))"
_NAME = rf"{_HELD}{_NO_LIST}{_NO_CODE}(?:A[sdh]|Ha)"
"""`Ah` or `Ad` that begins a sentence or is a name; not `I have the Ah`, `cards: Ah, 9 of clubs`, `Ah Kh`."""
_USUAL = (
    "as|ad|ah|ha",
    _NAME,
    "[Aa]ds|[Aa]ss|[Dd]ace|[Aa]ced|[Aa]sks|[Aa]cks|[Aa]cts|[Tt]aj",
    # names like Hà and Sá
    "[HhSsCcDd\u0110\u0111][\u00e0-\u00e5\u0103\u1ea1-\u1eb7]",
    # the subject of a letter, a sheet
    r"\[Spades \d{1,9}\]|[Ss]pades[ /]109",
    r"a\.s\.a\.p|a/c|St(?=\. [A-Z])|(?:24|36|48|72|96)h",
    "[\u00c7\u00e7]a|[\u041d\u043d]\u0430",
)
ORDINARY = re.compile(rf"(?<!(?!{_EDGE})[\s\S])(?:{'|'.join(_USUAL)})(?={_EDGE}|\Z)")
"""Words that could be codes of cards, but are ordinary ones if written in their own alphabet."""

NUMBERED = {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
ABBREVIATED = {"S": "spd|trump", "H": "ht|hrt", "D": "diam|dmd", "C": "clb"}
SHORT_SUITS = {word: suit for suit, words in ABBREVIATED.items() for word in words.split("|")}

_NAMED = "ace|king|queen|jack|knave|trey|deuce"
_COUNT = "ten|nine|eight|seven|six|five|four|three|two"
_FULL_WORD = rf"(?:{'|'.join((*SUIT_WORDS, 'trump'))})"
_WORD = rf"(?:{'|'.join((*SUIT_WORDS, *SHORT_SUITS))})s?"
_SIGN = rf"[{SIGNS}]"
_LEFT = r"(?<![a-z0-9])(?!(?<=[a-z]')(?-i:[std])(?![a-z0-9]))"
"""The beginning of a word, but not of the end of `it's`, `don't` or `I'd`."""
_HUMP = r"(?-i:(?<=[a-z])(?=[A-Z][a-z]))"
_WORD_LEFT = rf"(?:(?<![a-z0-9])|{_HUMP})"
_RIGHT = r"(?![a-z0-9])"
_OTHER = rf"[^a-z0-9{SIGNS}]"
_GAP = rf"{_OTHER}*+"
"""Anything that may be between rank and suit."""
_NEW = r"(?![,;.!?]+ "
"""Not across the end of a sentence or clause, if this follows."""
_NO_PLURAL = r"(?!(?-i:'s)(?![a-z0-9]))"
_RANK = r"(?:10|[2-9tjqka])"
_RUN = r"(?-i:(?=[0-9]*[TJQKA])(?:10|[2-9TJQKA]){1,13}+x{0,12}+|(?:10|[2-9]){1,13}+)"
"""`AKJ`, `Kxxx`, `1098`"""
_SMALL_RUN = r"(?=[tka2-9]*[qj])(?:10|[2-9tjqka]){2,13}+x{0,12}+"
_SPOKEN = rf"(?:{_NAMED})s?|kg|qn|jk"
_COUNTED = rf"(?:{_COUNT}|10|[2-9])"
_ANY_RANK = rf"{_LEFT}(?:{_SPOKEN}|{_COUNT}|{_COUNTED}(?:'?s|es)|{_RANK}(?:'s)?|{_RUN}|{_SMALL_RUN}){_RIGHT}"
_AND = r"(?:[ ,;/&+.:*~|()-]|\b(?:and|or|the|my)\b){1,8}+"
_RANKS = rf"(?P<ranks>{_ANY_RANK}(?:{_AND}{_ANY_RANK}){{0,12}}+)"
_HONOUR = rf"{_LEFT}(?:{_SPOKEN}|[kqjt]|(?-i:A)|(?=[0-9]*[a-z]){_RUN}|{_SMALL_RUN}){_RIGHT}"
_HONOURS = rf"(?P<ranks>{_HONOUR}(?:{_AND}{_HONOUR}){{0,12}}+)"
_SUIT = rf"(?:{_SIGN}|\b{_WORD}\b)"
_SUITS = rf"(?P<suits>{_SUIT}(?:(?:{_AND})?+{_SUIT}){{0,3}}+)"
_LETTER = rf"(?P<letter>[shdc](?: ?[/&+] ?[shdc](?![a-z0-9])|[/&+]*+{_SIGN}){{0,3}})s?{_RIGHT}"
_SHORT = rf"(?P<short>spa?|hea?|dia?|clu?){_RIGHT}"
_GAMES = "player|game|match|evening|night|club|table|league|tournament|hand|deck|suit|lead|trick|fan|friend|bid|referee"
_A = rf"an?\b(?! {_FULL_WORD}s? (?:{_GAMES}))"
_IS = rf"(?:is|are)\b(?:[ *~-]+(?:the\b|{_A}))?"
_JOINS = rf"(?:[ *~-]++(?:{_IS}|(?:of|the|all|black|red|high|cards?)\b)){{0,3}}+"
"""The words between an honour and its suit: `is a`, `of all black`."""
_TO_RANK = rf"(?:[ *~-]++(?:{_IS}|(?:with|from|headed|by|i|have|hold|the|an?|my)\b)){{1,3}}+"
"""The words between a suit and its honours: `are`, `headed by the`, `I have`."""
_NOUN = "times|rounds|tricks|books|hands|games|tables|minutes|hours|days|weeks|months|years|points|more"
_NO_COUNT = rf"(?:(?<={_SIGN})|(?!{_GAP}{_COUNTED} ?(?:{_WORD}|{_NOUN}|to {_COUNTED})\b))"
"""Not a number that counts something else: `hearts 2 clubs`, `hearts two weeks`. After a sign it is a card."""
_THE = rf"(?:(?:the|my|your|our|their|his|her)\b{_GAP})?"
_ARTICLE = rf"(?!a (?:(?:black|red|high|cards?|all|the|of) )*+{_FULL_WORD}(?:{_RIGHT}|s (?:{_GAMES})))"
"""Not the `a` of `a heart` or `a spades player`, which is no ace."""


def _compiled(*forms: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form, re.IGNORECASE | re.ASCII) for form in forms)


CODES = _compiled(
    # J S, J(S), 2Hs, J…S
    rf"{_LEFT}(?P<ranks>{_RANK}){_NO_PLURAL}{_GAP}{_LETTER}",
    # S J, S-10
    rf"{_LEFT}(?P<letter>[shdc]){_NO_PLURAL}{_GAP}(?P<ranks>{_RANK}){_RIGHT}",
    # AKQS, AKQ (S), akq s; 24 h are hours
    rf"{_LEFT}(?P<ranks>(?=[0-9]*[a-z]){_RUN}|{_SMALL_RUN}){_NO_PLURAL}{_GAP}{_LETTER}",
    # S: AKQ
    rf"{_LEFT}(?P<letter>[shdc]){_GAP}(?P<ranks>(?-i:(?=[A-Z0-9]*[QJK2-9x])(?=[0-9]*[A-Z])){_RUN}){_RIGHT}",
    # S: A K J
    rf"{_LEFT}(?P<letter>[shdc]) ?[:=-]{_GAP}{_RANKS}",
    # myQS, haveQ♠
    rf"(?-i:(?<=[a-z])(?P<ranks>10|[2-9TJQKA])(?:(?P<letter>[SHDC])|(?P<suits>{_SIGN}))){_RIGHT}",
    # king h, king-S
    rf"{_WORD_LEFT}(?P<ranks>{_NAMED}|{_COUNT}){_NO_PLURAL}{_OTHER}++{_LETTER}",
    # kingh, kingS
    rf"{_WORD_LEFT}(?P<ranks>{_NAMED})(?P<letter>[hdc]){_RIGHT}",
    rf"{_WORD_LEFT}(?P<ranks>{_NAMED}|{_COUNT})(?:of)?(?-i:(?<=[a-z])(?P<letter>[SHDC])){_RIGHT}",
    # H king, Hking
    rf"{_LEFT}(?P<letter>[shdc])(?:{_OTHER}++(?P<ranks>{_NAMED}|{_COUNT})|(?P<glued>{_NAMED})){_RIGHT}",
    # K & 2 ♥; a heart after the end of a sentence is a greeting
    rf"{_RANKS}(?:(?<![0-9])|{_NEW}))(?:(?<!(?-i:a))|{_NEW})){_GAP}(?={_SIGN}){_SUITS}",
    # my highest heart is the nine
    rf"\b(?P<suits>{_FULL_WORD}) is the {_RANKS}(?! of\b)",
)
"""Forms with a letter or a sign for rank or suit. A number before the name of a suit counts cards."""

SUIT_FIRST = _compiled(
    # hearts: A, K; ♠AKQ; hearts' ace
    rf"{_SUITS}(?:'s|')?{_NEW}(?:[0-9]|{_COUNT}|(?-i:A [a-z]))){_NO_COUNT}{_GAP}(?!(?-i:a)\b){_RANKS}",
)

WORDS = _compiled(
    # AKQ of spades, deuce in the hearts, jack o' spades, queen of S
    rf"{_RANKS}(?:[ -]spot)?(?:{_GAP}o[f']?(?![a-z0-9])|[ ,*~-]+in\b|[ *~-]+is {_A}){_GAP}{_THE}"
    rf"(?:{_SUITS}|{_LETTER}|{_SHORT})",
    # queen hearts, K (hearts), A/spades
    rf"{_ARTICLE}{_HONOURS}{_NO_PLURAL}{_JOINS}{_GAP}{_SUITS}",
    # spades are AKJ, spades headed by the ace
    rf"{_SUITS}{_TO_RANK}{_GAP}(?!(?-i:a)\b){_HONOURS}{_NO_PLURAL}(?! of\b)",
    # jackspades, jackofspades, jackof spades, qspade
    rf"{_WORD_LEFT}(?P<ranks>{_NAMED}|{_COUNT}|{_RANK})s?(?:{_GAP}of{_GAP})?(?:the{_GAP})?(?P<suits>{_WORD})(?![a-z])",
    # 4~hearts, ten/spades
    rf"{_LEFT}(?P<ranks>{_COUNT}|10|[2-9])[^a-z0-9\s{SIGNS},.;!?'\"*-]++(?P<suits>{_WORD}){_RIGHT}",
    # spadejack, heartsQ
    rf"{_WORD_LEFT}(?P<suits>{_WORD})(?P<ranks>{_NAMED}|{_COUNT}|10|[2-9kqjt]|(?-i:A)){_RIGHT}",
)
"""Forms that spell out the suit."""

CHAINS = _compiled(
    # QSJS, 2hqs
    rf"{_LEFT}(?P<codes>(?:{_RANK}(?:[shdc]|{_SIGN})){{2,13}}+){_RIGHT}",
    # AKSQJH
    rf"{_LEFT}(?-i:(?=[A-Z0-9]*[QJ2-9])(?P<codes>(?:(?:10|[2-9TJQKA]){{1,13}}+[SHDC]){{2,13}}+)){_RIGHT}",
)
BACKWARDS = _compiled(
    # sqsj
    rf"{_LEFT}(?=[a-z0-9]*[qj2-9])(?P<codes>(?:[shdc]{_RANK}){{2,13}}+){_RIGHT}",
    # SAKQHJT
    rf"{_LEFT}(?-i:(?=[A-Z0-9]*[QJ2-9])(?P<codes>(?:[SHDC](?:10|[2-9TJQKA]){{1,13}}+){{1,4}}+)){_RIGHT}",
)
"""Codes run together, each rank with its suit."""

_SIZES = "|".join(JOKER_WORDS).replace("-", "[ -]")
JOKERS = _compiled(
    rf"\b(?P<joker>{_SIZES}){_GAP}joker",
    rf"\bjoker{_GAP}(?P<joker>{_SIZES})\b",
    rf"{_LEFT}(?P<code>[bl]){_GAP}j{_RIGHT}",
)

_ONE_RANK = re.compile(rf"{_NAMED}|{_COUNT}|{_RANK}", re.IGNORECASE | re.ASCII)
_ONE_SUIT = re.compile(rf"{_WORD}|{_SIGN}", re.IGNORECASE | re.ASCII)
_EACH_SUIT = {"all four": SIGNS, "all 4": SIGNS, "black": "♠♣", "red": "♥♦"}
_OF_EACH = re.compile(rf"\b({'|'.join(_EACH_SUIT)}) ({_NAMED})s\b", re.IGNORECASE | re.ASCII)
_ANY_SUIT = re.compile(rf"[shdc{SIGNS}]", re.IGNORECASE | re.ASCII)
_FORWARDS = re.compile(rf"((?:10|[2-9tjqka])+)([shdc{SIGNS}])", re.IGNORECASE | re.ASCII)
_REVERSED = re.compile(r"([shdc])((?:10|[2-9tjqka])+)", re.IGNORECASE | re.ASCII)
_JOINING = re.compile(r"\b(?:and|or|the|my)\b", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(rf"(?<![a-z0-9.,:])(1[1-4]?)(?= ?{_SIGN}| of (?:the )?{_WORD}\b)", re.IGNORECASE | re.ASCII)
_SPELLED = re.compile(r"(?<![a-z0-9])[a-z](?:[^a-z0-9]++[a-z](?![a-z0-9])){2,}+", re.IGNORECASE | re.ASCII)
_INSIDE = re.compile(rf"(?<=[a-z])[^a-z0-9\s{SIGNS}]++(?=[a-z])", re.IGNORECASE | re.ASCII)
_SUIT_SIGN = re.compile(_SIGN)
_NOT_LETTERS = re.compile(r"[^a-z]+", re.IGNORECASE)


def cards_named(text: str) -> frozenset[Card]:
    """Every card that `text` mentions anywhere, in whatever alphabet, signs and marks it is disguised.

    English words that could be codes, like `as`, count only in capitals.
    """
    found: set[Card] = set()
    for reading in readings(ORDINARY.sub("um", " ".join(text.split()))):
        found |= _named(" ".join(reading.split()))
    return frozenset(found)


def _named(seen: str) -> set[Card]:
    seen = _NUMBER.sub(lambda match: NUMBERED[match[1]], seen)
    seen = _OF_EACH.sub(lambda match: f"{match[2]} of {_EACH_SUIT[match[1].lower()]}", seen)
    if not _ANY_SUIT.search(seen):
        return {*_jokers(seen)}
    found = {*_jokers(seen), *_chained(seen), *_mentioned(seen, (*CODES, *SUIT_FIRST, *WORDS))}
    if _SUIT_SIGN.search(seen):
        # jack ♣ of spades, spade' ♦ ace: the sign may be there only to mislead
        found |= {*_mentioned(_SUIT_SIGN.sub(" ", seen), (*SUIT_FIRST, *WORDS))}
    # j-a-c-k o.f spa*des
    joined = _INSIDE.sub("", _SPELLED.sub(lambda match: _NOT_LETTERS.sub("", match[0]), seen))
    return found if joined == seen else {*found, *_mentioned(joined, WORDS)}


def _jokers(seen: str) -> Iterator[Card]:
    for form in JOKERS:
        for match in form.finditer(seen):
            facts = match.groupdict()
            word = (facts.get("joker") or "").lower().replace(" ", "-")
            yield Card(JOKER_WORDS[word] if word else facts["code"].upper(), SPADES)


def _chained(seen: str) -> Iterator[Card]:
    for match in (match for form in CHAINS for match in form.finditer(seen)):
        for ranks, suit in _FORWARDS.findall(match["codes"]):
            yield from _cards(ranks, [suit])
    for match in (match for form in BACKWARDS for match in form.finditer(seen)):
        for suit, ranks in _REVERSED.findall(match["codes"]):
            yield from _cards(ranks, [suit])


def _mentioned(seen: str, forms: tuple[re.Pattern[str], ...]) -> Iterator[Card]:
    """Every rank of a list with every suit beside it."""
    for match in (match for form in forms for match in form.finditer(seen)):
        facts = match.groupdict()
        said = facts.get("letter") or (facts.get("short") or "")[:1]
        suits = _ANY_SUIT.findall(said) if said else _ONE_SUIT.findall(facts["suits"])
        yield from _cards(facts.get("ranks") or facts["glued"], suits)


def _cards(ranks: str, suits: list[str]) -> Iterator[Card]:
    for rank in _ONE_RANK.findall(_JOINING.sub(" ", ranks)):
        for suit in suits:
            yield Card(_rank(rank.lower()), _suit(suit.lower()))


def _rank(rank: str) -> str:
    return RANK_WORDS.get(rank) or ("T" if rank == "10" else rank.upper())


def _suit(suit: str) -> str:
    word = suit if suit in SHORT_SUITS else suit.removesuffix("s") or suit
    return SYMBOLS.get(suit) or SUIT_WORDS.get(word) or SHORT_SUITS.get(word) or suit.upper()


def cards_anywhere(raw: bytes) -> frozenset[Card]:
    """Every card that a mail names anywhere; if we cannot read all of it, up to where we can."""
    found: frozenset[Card] = frozenset()
    text = " ".join(QUOTE_MARKS.sub(" ", whole_text(raw, HAND_HEADERS)).split())
    for start in range(0, len(text), WINDOW - OVERLAP):
        found |= cards_named(text[start : start + WINDOW])
    return found
