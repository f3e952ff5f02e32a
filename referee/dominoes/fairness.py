"""Deals and random moves from a committed seed: `dominoes-deal-v1`, byte for byte. Never makes a seed of its own.

docs/fairness.md explains what this proves and what it does not.
"""

from collections.abc import Sequence

from referee.dominoes.line import Move
from referee.dominoes.tiles import SET, Tile
from referee.records.chance import shuffle, word_stream
from referee.table import fairness
from referee.table.fairness import Deck
from referee.table.seats import SEATS

GAME = "dominoes"
TILES = 7
"""The tiles of a hand."""
SALTS_CLOSE = 8
"""The standing tile of the previous round with which salts are closed."""
DEALT = f"set:{' '.join(map(str, SET))}"


def deal_key(deck: Deck) -> bytes:
    """Return the secret key of one deal: HMAC of the context under the seed."""
    return fairness.deal_key(GAME, deck, DEALT)


def deal(key: bytes) -> tuple[tuple[Tile, ...], ...]:
    """Deal four hands of seven in the order dealt, seats 1 to 4."""
    tiles = shuffle(word_stream(key, b"deck\n"), SET)
    return tuple(tuple(tiles[TILES * (seat - 1) : TILES * seat]) for seat in SEATS)


def draw(key: bytes, deck: Deck, acts: int, seat: int, options: Sequence[Move]) -> Move:
    """Draw the move that the clock makes for a silent seat, after so many plays and knocks of the round that stand;
    `options` in canonical order (point 5)."""
    return fairness.draw(key, f"{GAME}-timeout-v2\nkind:play", deck, acts, seat, options)
