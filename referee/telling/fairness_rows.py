"""What lets a reader check the deals, as rows for templates: commitments, salts and seeds, as far as they are public.
They stand in a letter's last block, and are never news of their own.

docs/fairness.md says what they are and how they are checked.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.spades.consequences import ATTEMPTS
from referee.spades.rulesheet import SEATS
from referee.spades.view import SeatView
from referee.telling import news as n

QUIET = (n.Commitments, n.SaltsMixed, n.SeedShown)
"""The news that alone make no letter, and no line but in that block."""

RENEWED = "They take the place of those that you were told before."
LATE = "These commitments were made when the salts were known already: for these deals the referee's word alone stands."


class Fact(NamedTuple):
    """One sentence or title, and the lines below it: each a label and what is to be copied in one piece."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()


def facts(news: Sequence[n.News], shown: SeatView) -> tuple[Fact, ...]:
    """All that the news hold of it, in order; the seeds of one round together."""
    found: list[Fact] = []
    restored = any(isinstance(item, n.Restored) for item in news)
    for kind, items in groupby(news, type):
        if kind is n.SeedShown:
            found.append(_seeds([item for item in items if isinstance(item, n.SeedShown)]))
        else:
            found.extend(fact for item in items for fact in _facts(item, shown, restored=restored))
    return tuple(found)


def _facts(item: n.News, shown: SeatView, *, restored: bool) -> Iterator[Fact]:
    match item:
        case n.Commitments(number, first, commits):
            rows = tuple((str(attempt), commit) for attempt, commit in enumerate(commits, first))
            yield Fact(f"Commitments to the deals of round {number}, by attempt:", rows)
            if first > ATTEMPTS:
                yield Fact(LATE)
            elif restored:
                yield Fact(RENEWED)
        case n.SaltsMixed(number, salts):
            given = tuple((f"{shown.name(seat)}:", salts[seat - 1]) for seat in SEATS if salts[seat - 1])
            yield Fact(f"Salts for round {number}:" if given else f"No salts for round {number}.", given)
        case n.RoundDealt() if (item.attempt - 1) % ATTEMPTS:
            yield Fact(f"Attempt {item.attempt} was committed to together with attempt {item.attempt - 1}.")


def _seeds(shown: Sequence[n.SeedShown]) -> Fact:
    number, rows = shown[0].round, tuple((str(item.attempt), item.seed) for item in shown)
    one = f"Seed of round {number}, attempt {shown[0].attempt}:"
    return Fact(one if len(rows) == 1 else f"Seeds of round {number}, by attempt:", rows)
