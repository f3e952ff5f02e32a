"""Cards and their codes. Never knows which of two cards is higher: the sheet says that."""

from typing import NamedTuple

SUITS = "CDHS"
"""The four suits in canonical order, lowest in bridge first."""

SPADES = "S"
JOKERS = {"B": "BJ", "L": "LJ"}
"""Joker rank -> code. Both jokers belong to the spade suit."""

RANKS = "BLAKQJT98765432"


class Card(NamedTuple):
    """One card: a rank from RANKS and a suit from SUITS; jokers are spades."""

    rank: str
    suit: str

    def __str__(self) -> str:
        return JOKERS.get(self.rank) or self.rank + self.suit


def parse_card(code: str) -> Card:
    """Return the card that `code` names: `QS`, `TH`, `BJ`. Raises ValueError for anything else.

    This reads only the canonical form of records and headers; asking/cards.py reads what people write.
    """
    for rank, joker in JOKERS.items():
        if code == joker:
            return Card(rank, SPADES)
    if len(code) == 2 and code[0] in RANKS and code[0] not in JOKERS and code[1] in SUITS:
        return Card(code[0], code[1])
    raise ValueError(f"{code!r} is not a card: write rank and suit, like QS or TH")
