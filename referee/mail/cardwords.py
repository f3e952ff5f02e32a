"""How people write cards and small numbers: `QS`, `♠Q`, `10H`, `the queen of spades`, `big joker`, `four`.

Never asks whether a card is in the deck or in a hand.
"""

import re

from referee.spades.cards import SPADES, Card

RANK_WORDS = {
    "ace": "A",
    "king": "K",
    "queen": "Q",
    "jack": "J",
    "knave": "J",
    "ten": "T",
    "nine": "9",
    "eight": "8",
    "seven": "7",
    "six": "6",
    "five": "5",
    "four": "4",
    "three": "3",
    "trey": "3",
    "two": "2",
    "deuce": "2",
}
SUIT_WORDS = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
SYMBOLS = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "❤": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
JOKER_WORDS = {"big": "B", "red": "B", "high": "B", "little": "L", "small": "L", "black": "L", "low": "L"}
JOKER_WORDS |= {"full-color": "B", "full-colour": "B", "one-color": "L", "one-colour": "L"}
NUMBER_WORDS = {
    "zero": 0,
    "one": 1,
    **{word: 10 if rank == "T" else int(rank) for word, rank in RANK_WORDS.items() if rank in "T98765432"},
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
}

_RANK = r"10|[2-9tjqka]"
_LONG_RANK = rf"{_RANK}|{'|'.join(RANK_WORDS)}"
_SUIT = rf"[shdc{''.join(SYMBOLS)}]"
_LONG_SUIT = rf"{_SUIT}|(?:{'|'.join(SUIT_WORDS)})s?"
CARD = re.compile(
    rf"(?:the |my )?(?:(?P<joker>{'|'.join(JOKER_WORDS).replace('-', '[ -]')}) joker|(?P<code>[bl])j"
    rf"|(?P<rank>{_RANK}) ?(?P<suit>{_SUIT})|(?P<suit2>{_SUIT}) ?(?P<rank2>{_RANK})"
    rf"|(?P<rank3>{_LONG_RANK}) of (?P<suit3>{_LONG_SUIT}))(?!\w)",
    re.IGNORECASE | re.ASCII,
)
BETWEEN = re.compile(r" ?(?:[,;/&+]|\bor\b|\band\b|\bthen\b)? ?", re.IGNORECASE | re.ASCII)
_HALF = rf"(?:(?:{_LONG_RANK}|{_LONG_SUIT}|joker|trump)s?)"
HALF = re.compile(rf"(?:the |my |an? )?{_HALF}(?: of)?(?: {_HALF})?", re.IGNORECASE | re.ASCII)
VARIATION = dict.fromkeys((0xFE0E, 0xFE0F))
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))

WORDS = frozenset({"as", "As", "ad", "Ad", "ah", "Ah", "ha", "Ha", "ads", "Ads", "ass", "Ass"})

_NAMED = "ace|king|queen|jack|knave|trey|deuce"
_WORD = rf"(?:{'|'.join(SUIT_WORDS)})s?"
_RUN = r"(?-i:10|[2-9TJQKA]){1,13}"
_ANY_RANK = rf"(?<![^\W_])(?:{_LONG_RANK}|{_RUN})(?![^\W_])"
_AND = r"(?:[ ,;/&+.:*_-]|\b(?:and|or|the|my)\b){1,8}+"
_RANKS = rf"(?P<ranks>{_ANY_RANK}(?:{_AND}{_ANY_RANK}){{0,12}}+)"
_SUITS = rf"(?P<suits>(?:[{''.join(SYMBOLS)}]|\b{_WORD}\b)(?:{_AND}(?:[{''.join(SYMBOLS)}]|\b{_WORD}\b)){{0,3}})"
MENTIONS = tuple(
    re.compile(form, re.IGNORECASE | re.ASCII)
    for form in (
        rf"{_RANKS}[ ,*_-]+(?:of|in)(?: the| my)?[ :*_-]+(?:{_SUITS}|(?P<letter>[shdc])(?![^\W_]))",
        rf"(?P<ranks>(?<![^\W_])(?:{_NAMED})(?:{_AND}(?:{_NAMED}))*)[ .*_-]+{_SUITS}",
        rf"{_RANKS}[ .:*_-]{{0,2}}(?P<suits>[{''.join(SYMBOLS)}])",
        rf"(?P<suits>[{''.join(SYMBOLS)}]|\b{_WORD}\b)(?:'s|')?(?: ?[:=*_-] ?| |\.)?"
        rf"(?!(?-i:a)\b){_RANKS}(?! ?{_WORD}\b)",
        rf"(?<![^\W_])(?P<ranks>{_RANK})[.:/*_-](?P<letter>[shdc])s?(?![^\W_])",
        rf"(?<![^\W_])(?P<ranks>{_RANK})(?P<letter>[shdc])s(?![^\W_])",
        rf"(?<![^\W_])(?P<letter>[shdc])[.:/*_-](?P<ranks>{_RANK})(?![^\W_])",
        r"(?<![^\W_])(?P<ranks>(?-i:10|[2-9TJQKA]){2,13})(?P<letter>[shdc])s?(?![^\W_])",
    )
)
"""How cards are mentioned in conversation, beyond what a play is written like: `2-H`, `heart deuce`, `K & 2 of hearts`.

A number before the name of a suit is left alone: `4 hearts` counts them.
"""
_ONE_RANK = re.compile(rf"{'|'.join(RANK_WORDS)}|{_RANK}", re.IGNORECASE | re.ASCII)
_JOINING = re.compile(r"\b(?:and|or|the|my)\b", re.IGNORECASE | re.ASCII)
_ONE_SUIT = re.compile(rf"{_WORD}|[{''.join(SYMBOLS)}]", re.IGNORECASE | re.ASCII)

NUMBER = re.compile(rf"\d{{1,3}}|nil|{'|'.join(NUMBER_WORDS)}", re.IGNORECASE | re.ASCII)


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards that `text` names, if it is nothing but cards with commas, `or` and the like between; else none."""
    plain = " ".join(text.translate(VARIATION).split())
    found: list[Card] = []
    end = 0
    while end < len(plain):
        match = CARD.match(plain, BETWEEN.match(plain, end).end() if found else 0)  # type: ignore[union-attr]
        if match is None:
            return ()
        found.append(_card(match))
        end = match.end()
    return tuple(found)


def _card(match: re.Match[str]) -> Card:
    if match["joker"] or match["code"]:
        word = match["joker"] and match["joker"].lower().replace(" ", "-")
        return Card(JOKER_WORDS[word] if word else match["code"].upper(), SPADES)
    return _of(match["rank"] or match["rank2"] or match["rank3"], match["suit"] or match["suit2"] or match["suit3"])


def _of(rank: str, suit: str) -> Card:
    rank, suit = rank.lower(), suit.lower()
    return Card(
        RANK_WORDS.get(rank) or ("T" if rank == "10" else rank.upper()),
        SYMBOLS.get(suit) or SUIT_WORDS.get(suit.removesuffix("s")) or suit.upper(),
    )


def cards_named(text: str) -> frozenset[Card]:
    """Every card that `text` mentions anywhere; words of English that might be codes, like `as`, count in capitals."""
    plain = " ".join(text.translate(VARIATION).split())
    found = (match for match in CARD.finditer(plain) if not plain[match.start() - 1 : match.start()].isalnum())
    return frozenset(_card(match) for match in found if match[0] not in WORDS) | _mentioned(
        plain.replace("\u2019", "'")
    )


def _mentioned(plain: str) -> frozenset[Card]:
    """Every rank of a list with every suit that stands with it: rather a card too many than one too few."""
    found: set[Card] = set()
    for form in MENTIONS:
        for match in form.finditer(plain.translate(DASHES)):
            if match[0] not in WORDS:
                suits = [match["letter"]] if match.groupdict().get("letter") else _ONE_SUIT.findall(match["suits"])
                found.update(
                    _of(rank, suit) for rank in _ONE_RANK.findall(_JOINING.sub(" ", match["ranks"])) for suit in suits
                )
    return frozenset(found)


def names_half_a_card(text: str) -> bool:
    """Words of a card that name none for sure: `4`, `the queen`, `a spade`, `4 spades`."""
    return HALF.fullmatch(text.translate(VARIATION).strip()) is not None


def names_half_a_joker(text: str) -> bool:
    """`joker`, `a joker`, `the joker of spades`: there are two of them, and no suit tells them apart."""
    return names_half_a_card(text) and "joker" in text.lower()


def read_number(text: str) -> int | None:
    """A bid as a person writes it: `4`, `four`, `nil`. None for anything else."""
    word = text.lower()
    if not NUMBER.fullmatch(word):
        return None
    return 0 if word == "nil" else NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)


def is_interjection(line: str) -> bool:
    """`ah!`, `Ha`, `ha ha`: a sigh or a laugh, and no card without a verb. `AH`, `Ah` and `HA` alone are cards."""
    words = re.findall(r"\w+", line.lower())
    return {"ah", "ha"}.issuperset(words) and (len(words) > 1 or line not in {"AH", "Ah", "HA"})
