"""Deals from a committed seed, byte for byte, by the words of a game: its name and its set of cards or tiles. Never
makes a seed of its own.

All texts are ASCII, each line ends with one LF, hex is lower-case, HMAC and SHA are SHA-256. docs/fairness.md
explains what this proves and what it does not.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeVar

from referee.records.chance import below, mac, word_stream
from referee.table.seats import SEATS

T = TypeVar("T")

NO_PREV = "0" * 64
NO_SALTS = ("", "", "", "")
SALT_BYTES = 64
ATTEMPTS = 3
"""The number of deals of a round that may be thrown in before the clock stops for the Gamesmaster to look."""
FRESH = 2 * ATTEMPTS
"""The number of fresh seeds that one act may need: the seeds of the first two rounds, when a game starts."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The sources of one deal: the game, round and attempt, the secret seed, and the salts of the players."""

    game: int | str
    round: int
    attempt: int
    seed: str
    """64 hex digits."""
    prev: str = NO_PREV
    salts: tuple[str, ...] = NO_SALTS


def commit(game: str, deck: Deck) -> str:
    """Return the commitment to the seed, 64 hex digits (point 1)."""
    text = f"{game}-commit-v1\ngame:{deck.game}\nround:{deck.round}\nattempt:{deck.attempt}\nseed:{deck.seed}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def tied(game: str, acts: Iterable[str]) -> str:
    """Hash what ties a deal to the previous round, 64 hex digits: its standing acts, in order (point 3)."""
    text = f"{game}-prev-v1\n" + "".join(f"{act}\n" for act in acts)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def salt(phrase: str) -> str:
    """Return the part of a player's phrase that counts: its first 64 visible ASCII characters, without spaces (point
    2)."""
    return "".join(c for c in phrase if "!" <= c <= "~")[:SALT_BYTES]


def deal_key(game: str, deck: Deck, dealt: str) -> bytes:
    """Return the secret key of one deal: HMAC of the context under the seed; `dealt`: the line of all that is dealt
    (points 3 and 4)."""
    context = (
        f"{game}-deal-v1\ngame:{deck.game}\nround:{deck.round}\nattempt:{deck.attempt}\n"
        f"{dealt}\ncommit:{commit(game, deck)}\nprev:{deck.prev}\n"
        + "".join(f"salt:{seat}:{salt}\n" for seat, salt in zip(SEATS, deck.salts, strict=True))
        + "beacon:-\n"
    )
    return mac(bytes.fromhex(deck.seed), context.encode("ascii"))


def pick(key: bytes, count: int) -> int:
    """Draw uniformly from 0 to count-1 by `key`."""
    return below(word_stream(key, b"pick\n"), count)


def draw(key: bytes, head: str, deck: Deck, acts: int, seat: int, options: Sequence[T]) -> T:
    """Draw what the clock plays for a silent seat, after so many acts of the round that stand; `options` in canonical
    order, `head` the first lines of the text (point 5)."""
    place = f"{head}\nround:{deck.round}\nattempt:{deck.attempt}\nacts:{acts}\n"
    message = f"{place}seat:{seat}\noptions:{','.join(map(str, options))}\n"
    return options[pick(mac(key, message.encode("ascii")), len(options))]


def playing_order(key: bytes, team: tuple[int, int] | None) -> tuple[int, ...]:
    """Decide which of the four players (0 to 3) takes seats 1 to 4. Every order is equally likely, or every order that
    keeps the two of `team` opposite each other."""
    orders = [
        order
        for order in permutations(range(4))
        if team is None or order.index(team[0]) % 2 == order.index(team[1]) % 2
    ]
    return orders[pick(key, len(orders))]
