"""Chance that is the same in every run, or in every run of one commit."""

import os
import subprocess
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from hashlib import sha256
from math import ceil
from pathlib import Path
from random import Random
from typing import TypeVar

from referee.spades.decide import FRESH

Case = TypeVar("Case")

WHOLE = "REFEREE_WHOLE_SAMPLES" in os.environ
"""Whether samples are whole. They are where faults are planted: what a commit draws decides nothing there."""


def fresh(seed: str) -> tuple[str, ...]:
    """`seed` (64 hex digits) and others that follow from it."""
    return (seed, *(sha256(f"{seed} {number}".encode()).hexdigest() for number in range(1, FRESH)))


def of_this_commit(what: str = "") -> Random:
    """Chance to draw a sample with, different for each commit and each `what`; always the same without a repository."""
    return Random(f"{_commit()} {what}")


def one_in(share: int, cases: Iterable[Case], kind: Callable[[Case], Hashable] = lambda case: "") -> list[Case]:
    """One in `share` of the cases of each kind, rounded up, in their order; drawn anew by each commit."""
    every = list(cases)
    if WHOLE:
        return every
    places: dict[Hashable, list[int]] = {}
    for place, case in enumerate(every):
        places.setdefault(kind(case), []).append(place)
    drawn = [of_this_commit(str(one)).sample(those, ceil(len(those) / share)) for one, those in places.items()]
    return [every[place] for place in sorted(place for those in drawn for place in those)]


def examples(full: int) -> int:
    """How many examples of a property the suite tries of those that make it whole: a third, rounded up."""
    return full if WHOLE else ceil(full / 3)


@cache
def _commit() -> str:
    command = ["git", "rev-parse", "HEAD"]
    root = Path(__file__).parent.parent
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stdout.strip()
