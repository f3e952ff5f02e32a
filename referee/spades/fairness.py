"""Deals and random moves from a committed seed: `spades-deal-v1`, byte for byte. Never makes a seed of its own.

All texts are ASCII, each line ends with one LF, hex is lower-case, HMAC and SHA are SHA-256. docs/fairness.md
explains what this proves and what it does not.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.records.chance import below, mac, shuffle, word_stream
from referee.spades.cards import Card
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.table.seats import SEATS

NO_PREV = "0" * 64
NO_SALTS = ("", "", "", "")
SALT_BYTES = 64
SALTS_CLOSE = 6
"""The trick of the previous round after which salts are closed (point 2)."""


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


def commit(deck: Deck) -> str:
    """Return the commitment to the seed, 64 hex digits (point 1)."""
    text = f"spades-commit-v1\ngame:{deck.game}\nround:{deck.round}\nattempt:{deck.attempt}\nseed:{deck.seed}\n"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def tied(acts: Iterable[str]) -> str:
    """Hash what ties a deal to the previous round, 64 hex digits: its standing bids and its cards up to trick 12, in
    order, each as `bid:SEAT:VALUE` or `card:SEAT:CARD` (point 3)."""
    text = "spades-prev-v1\n" + "".join(f"{act}\n" for act in acts)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def salt(phrase: str) -> str:
    """Return the part of a player's phrase that counts: its first 64 visible ASCII characters, without spaces (point
    2)."""
    return "".join(c for c in phrase if "!" <= c <= "~")[:SALT_BYTES]


def deal_key(deck: Deck, sheet: RuleSheet) -> bytes:
    """Return the secret key of one deal: HMAC of the context under the seed (points 3 and 4)."""
    context = (
        f"spades-deal-v1\ngame:{deck.game}\nround:{deck.round}\nattempt:{deck.attempt}\n"
        f"deck:{' '.join(map(str, sheet.deck))}\ncommit:{commit(deck)}\nprev:{deck.prev}\n"
        + "".join(f"salt:{seat}:{salt}\n" for seat, salt in zip(SEATS, deck.salts, strict=True))
        + "beacon:-\n"
    )
    return mac(bytes.fromhex(deck.seed), context.encode("ascii"))


def deal(key: bytes, sheet: RuleSheet) -> tuple[tuple[Card, ...], ...]:
    """Deal four hands of thirteen in the order dealt, seats 1 to 4 (point 4: Fisher-Yates on the canonical deck)."""
    cards = shuffle(word_stream(key, b"deck\n"), sheet.deck)
    return tuple(tuple(cards[TRICKS * (s - 1) : TRICKS * s]) for s in SEATS)


def draw(key: bytes, deck: Deck, acts: int, seat: int, options: Sequence[Card]) -> Card:
    """Draw the card that the clock plays for a silent seat, after so many bids and cards of the round that stand;
    `options` in canonical order (point 5)."""
    place = f"spades-timeout-v2\nkind:card\nround:{deck.round}\nattempt:{deck.attempt}\nacts:{acts}\n"
    message = f"{place}seat:{seat}\noptions:{','.join(map(str, options))}\n"
    return options[pick(mac(key, message.encode("ascii")), len(options))]


def pick(key: bytes, count: int) -> int:
    """Draw uniformly from 0 to count-1 by `key`."""
    return below(word_stream(key, b"pick\n"), count)
