"""The ways in which people write cards and small numbers: `QS`, `♠Q`, `10H`, `the queen of spades`, `🂭`, `big joker`,
`four`.

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
_CARD = (
    rf"(?:(?P<joker>{'|'.join(JOKER_WORDS).replace('-', '[ -]')}) joker|(?P<code>[bl])j"
    rf"|(?P<rank>{_RANK})[ -]?(?P<suit>{_SUIT})|(?P<suit2>{_SUIT})[ -]?(?P<rank2>{_RANK})"
    rf"|(?P<rank3>{_LONG_RANK}) of (?P<suit3>{_LONG_SUIT}))(?!\w)"
)
CARD = re.compile(rf"(?:the |my )?{_CARD}", re.IGNORECASE | re.ASCII)
BETWEEN = re.compile(r" ?(?:[,;/&+]|\bor\b|\band\b|\bthen\b)? ?", re.IGNORECASE | re.ASCII)
_HALF = rf"(?:(?:{_LONG_RANK}|{_LONG_SUIT}|joker|trump)s?)"
HALF = re.compile(rf"(?:the |my |an? )?{_HALF}(?: of)?(?: {_HALF})?", re.IGNORECASE | re.ASCII)
ACE = re.compile(r"a[ -]?[shdc]|[shdc][ -]?a", re.IGNORECASE | re.ASCII)
VARIATION = dict.fromkeys((0xFE0E, 0xFE0F))
_ROW = {1: "A", **{number: str(number) for number in range(2, 10)}, 10: "T", 11: "J", 13: "Q", 14: "K"}
DRAWN = {0x1F0A0 + 16 * row + at: f" {rank}{suit} " for row, suit in enumerate("SHDC") for at, rank in _ROW.items()}
"""The characters that are drawn as a playing card. Each row has a knight, too, which no deck of ours has."""

_WORD_LEFT = r"(?<![\w'\u2019])"
ORDINARY = {"as", "ad", "ah", "ac", "ha", "sa", "da", "ca", "st", "dt", "ht", "ct", "th", "ts", "td", "js", "dj", "hq"}
"""Codes of cards that are also words; in text they are cards in capitals alone."""
_COUNTED = "ten|nine|eight|seven|six|five|four|three|two"
_NAMED = "|".join(sorted({*RANK_WORDS, *SUIT_WORDS, "joker", "trump", "void"} - {*_COUNTED.split("|")}))
_IN_TEXT = re.compile(
    rf"(?P<card>{_WORD_LEFT}{_CARD})|[{''.join(SYMBOLS)}]"
    rf"|{_WORD_LEFT}(?:(?:{_NAMED})s?|(?:{_COUNTED})e?s|(?-i:[KQJ]))(?!\w)",
    re.IGNORECASE | re.ASCII,
)
"""A card, a rank, a suit, trump or void. A number is a rank in the plural alone: `ten` may be a bid or an hour."""

NUMBER = re.compile(rf"\d{{1,3}}|nil|{'|'.join(NUMBER_WORDS)}", re.IGNORECASE | re.ASCII)

TWICE = re.compile(r"(\w+) ?\((\w+)\)")


def read_cards(text: str) -> tuple[Card, ...]:
    """Read the cards of a `text` that holds only cards with commas, `or` and the like between them. Any other text
    gives ()."""
    plain = " ".join(text.translate(VARIATION).translate(DRAWN).split())
    found: list[Card] = []
    end = 0
    while end < len(plain):
        match = CARD.match(plain, BETWEEN.match(plain, end).end() if found else 0)  # type: ignore[union-attr]
        if match is None:
            return ()
        found.append(_card(match))
        end = match.end()
    return tuple(found)


def words_of_cards(text: str, *, whole: bool) -> tuple[str, ...]:
    """Find the words of a text that are a card, a rank, a suit, trump or void; with `whole` cards alone."""
    plain = " ".join(text.translate(VARIATION).translate(DRAWN).split())
    found = (match[0] for match in _IN_TEXT.finditer(plain) if match["card"] or not whole)
    return tuple(words for words in found if words.isupper() or re.sub("[ -]", "", words).lower() not in ORDINARY)


def read_suit(text: str) -> str | None:
    """Read `heart`, `Hearts`, `H`, `♥`: the suit's letter. None for anything else."""
    word = text.lower()
    found = SYMBOLS.get(word) or SUIT_WORDS.get(word.removesuffix("s"))
    return found or (word.upper() if word in ("s", "h", "d", "c") else None)


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


def names_half_a_card(text: str) -> bool:
    """Tell if `text` is part of the name of a card: `4`, `the queen`, `a spade`, `4 spades`."""
    return HALF.fullmatch(text.translate(VARIATION).strip()) is not None


def names_half_a_joker(text: str) -> bool:
    """Tell if `text` is a joker without its kind: `joker`, `a joker`, `the joker of spades`. There are two, and their
    suit does not tell them apart."""
    return names_half_a_card(text) and "joker" in text.lower()


def read_number(text: str) -> int | None:
    """Read a bid as a person writes it: `4`, `four`, `nil`, `four (4)`. None for anything else."""
    word = text.lower()
    if (twice := TWICE.fullmatch(word)) and read_number(twice[1]) == read_number(twice[2]):
        word = twice[1]
    if not NUMBER.fullmatch(word):
        return None
    return 0 if word == "nil" else NUMBER_WORDS[word] if word in NUMBER_WORDS else int(word)


def is_interjection(line: str) -> bool:
    """Tell a sigh or a laugh from a card: `ah!`, `Ha`, `ha ha`. `AH`, `Ah` and `HA` alone may be cards."""
    words = re.findall(r"\w+", line.lower())
    return words != [] and {"ah", "ha"}.issuperset(words) and (len(words) > 1 or line not in {"AH", "Ah", "HA"})


def may_be_a_word(text: str) -> bool:
    """Tell a word that could be the code of an ace, like `As` or `Ad`, from that code, which has capitals."""
    return ACE.fullmatch(text) is not None and not text.isupper()
