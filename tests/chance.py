"""Chance that is the same in every run, or in every run of one commit."""

import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from referee.spades.decide import FRESH


def fresh(seed: str) -> tuple[str, ...]:
    """`seed` (64 hex digits) and others that follow from it."""
    return (seed, *(sha256(f"{seed} {number}".encode()).hexdigest() for number in range(1, FRESH)))


def of_this_commit(what: str = "") -> Random:
    """Chance to draw a sample with, different for each commit and each `what`; always the same without a repository."""
    return Random(f"{_commit()} {what}")


@cache
def _commit() -> str:
    command = ["git", "rev-parse", "HEAD"]
    root = Path(__file__).parent.parent
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout.strip()
