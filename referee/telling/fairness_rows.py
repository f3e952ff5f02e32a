"""Commitments, salts and seeds, by which readers check the deals, as rows for templates. Shows only what is public.

They are the last block of a letter, never its headline. docs/fairness.md says what they are and how to check them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.spades.consequences import ATTEMPTS
from referee.spades.rulesheet import SEATS
from referee.spades.view import SeatView
from referee.telling import news as n

QUIET = (n.Commitments, n.SaltsMixed, n.SeedShown)
"""News that is never worth a letter by itself, and has no line outside that block."""

RENEWED = "They replace those in earlier letters."
LATE = "These commitments were made after the salts were known, so for these deals there is only the referee's word."


class Fact(NamedTuple):
    """A sentence or title and the lines below it: each a label and a value to copy in one piece."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()


def facts(news: Sequence[n.News], scene: SeatView) -> tuple[Fact, ...]:
    """All such facts in the news, in order; the seeds of one round together."""
    found: list[Fact] = []
    restored = any(isinstance(item, n.Restored) for item in news)
    for kind, items in groupby(news, type):
        if kind is n.SeedShown:
            found.append(_seeds([item for item in items if isinstance(item, n.SeedShown)]))
        else:
            found.extend(fact for item in items for fact in _facts(item, scene, restored=restored))
    return tuple(found)


def _facts(item: n.News, scene: SeatView, *, restored: bool) -> Iterator[Fact]:
    match item:
        case n.Commitments(number, first, commits):
            rows = tuple((str(attempt), commit) for attempt, commit in enumerate(commits, first))
            yield Fact(f"Commitments to the deals of round {number}, by attempt:", rows)
            if first > ATTEMPTS:
                yield Fact(LATE)
            elif restored:
                yield Fact(RENEWED)
        case n.SaltsMixed(number, salts):
            given = tuple((f"{scene.name(seat)}:", salts[seat - 1]) for seat in SEATS if salts[seat - 1])
            yield Fact(f"Salts for round {number}:" if given else f"No salts for round {number}.", given)
        case n.RoundDealt() if (item.attempt - 1) % ATTEMPTS:
            before = item.attempt - 1
            yield Fact(f"The commitment to attempt {item.attempt} was made together with that to attempt {before}.")


def _seeds(revealed: Sequence[n.SeedShown]) -> Fact:
    number, rows = revealed[0].round, tuple((str(item.attempt), item.seed) for item in revealed)
    one = f"Seed of round {number}, attempt {revealed[0].attempt}:"
    return Fact(one if len(rows) == 1 else f"Seeds of round {number}, by attempt:", rows)
