"""Deals and random moves from a committed seed: `spades-deal-v1`, byte for byte. Never makes a seed of its own.

All texts are ASCII, each line ends with one LF, hex is lower-case, HMAC and SHA are SHA-256. docs/fairness.md
explains what this proves and what it does not.
"""

from collections.abc import Sequence

from referee.records.chance import shuffle, word_stream
from referee.spades.cards import Card
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.table import fairness
from referee.table.fairness import Deck
from referee.table.seats import SEATS

SPADES = RuleSheet.game
SALTS_CLOSE = 6
"""The trick of the previous round after which salts are closed (point 2)."""


def deal_key(deck: Deck, sheet: RuleSheet) -> bytes:
    """Return the secret key of one deal: HMAC of the context under the seed (points 3 and 4)."""
    return fairness.deal_key(SPADES, deck, f"deck:{' '.join(map(str, sheet.deck))}")


def deal(key: bytes, sheet: RuleSheet) -> tuple[tuple[Card, ...], ...]:
    """Deal four hands of thirteen in the order dealt, seats 1 to 4 (point 4: Fisher-Yates on the canonical deck)."""
    cards = shuffle(word_stream(key, b"deck\n"), sheet.deck)
    return tuple(tuple(cards[TRICKS * (s - 1) : TRICKS * s]) for s in SEATS)


def draw(key: bytes, deck: Deck, acts: int, seat: int, options: Sequence[Card]) -> Card:
    """Draw the card that the clock plays for a silent seat, after so many bids and cards of the round that stand;
    `options` in canonical order (point 5)."""
    return fairness.draw(key, f"{SPADES}-timeout-v2\nkind:card", deck, acts, seat, options)
