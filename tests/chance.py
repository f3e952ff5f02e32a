"""Chance that is the same in every run."""

from hashlib import sha256

from referee.table.fairness import FRESH


def fresh(seed: str) -> tuple[str, ...]:
    """Return `seed` (64 hex digits) and others that follow from it."""
    return (seed, *(sha256(f"{seed} {number}".encode()).hexdigest() for number in range(1, FRESH)))
