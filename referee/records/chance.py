"""Draws from a key, byte for byte: the stream of words, a number below a bound, a shuffle. Never makes a key.

docs/fairness.md describes them.
"""

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")

SEED_BYTES = 32


def mac(key: bytes, message: bytes) -> bytes:
    """Authenticate by HMAC-SHA-256."""
    return hmac.digest(key, message, "sha256")


def word_stream(key: bytes, label: bytes) -> Iterator[int]:
    """Yield the endless stream of 32-bit big-endian words for a label."""
    block = 0
    while True:
        digest = mac(key, label + block.to_bytes(8, "big"))
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, len(digest), 4))
        block += 1


def below(drawn: Iterator[int], n: int) -> int:
    """Draw uniformly from 0 to n-1: words past the last whole multiple of n are skipped."""
    limit = (1 << 32) - (1 << 32) % n
    return next(x for x in drawn if x < limit) % n


def shuffle(drawn: Iterator[int], items: Sequence[Item]) -> list[Item]:
    """Shuffle by Fisher-Yates, with a stream of words: from the last place down, each item swaps with one at or before
    it."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = below(drawn, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
