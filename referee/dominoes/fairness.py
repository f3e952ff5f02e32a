"""Deals and random moves from a committed seed: `dominoes-deal-v1`, byte for byte. Never makes a seed of its own.

docs/fairness.md explains what this proves and what it does not.
"""

from collections.abc import Sequence

from referee.dominoes.line import Move
from referee.dominoes.tiles import SET, Tile
from referee.records.chance import mac, shuffle, word_stream
from referee.table import fairness
from referee.table.fairness import Deck, pick
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


def draw(key: bytes, turn: int, seat: int, options: Sequence[Move]) -> Move:
    """Draw the move that the clock makes for a silent seat at position `turn`; `options` in canonical order."""
    message = f"dominoes-timeout-v1\nkind:play\nturn:{turn}\nseat:{seat}\noptions:{','.join(map(str, options))}\n"
    return options[pick(mac(key, message.encode("ascii")), len(options))]
