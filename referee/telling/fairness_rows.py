"""Commitments, salts and seeds, by which readers check the deals, as sentences and rows for templates. Shows only what
is public.

The digits of commitments and seeds stand in headers (letter_headers.py); here is what they are of, in the same order.
docs/fairness.md says what they are and how to check them.
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
    """A sentence or title and the lines below it, if any: each a label and a value to copy in one piece."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()


def facts(news: Sequence[n.News], scene: SeatView) -> tuple[Fact, ...]:
    """All such facts in the news, in order; the seeds of one round together. None at a game's start, whose letter has
    enough to say: its headers and the record hold them."""
    if any(isinstance(item, n.GameStarted) for item in news):
        return ()
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
            attempts = _attempts(first, first + len(commits) - 1)
            yield Fact(f"The commitments to the deals of round {number}, {attempts}, are in the header Spades-Commit.")
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
    what = "seed" if len(revealed) == 1 else "seeds"
    attempts = _attempts(revealed[0].attempt, revealed[-1].attempt)
    verb = "is" if len(revealed) == 1 else "are"
    return Fact(f"The {what} of round {revealed[0].round}, {attempts}, {verb} in the header Spades-Reveal.")


def _attempts(first: int, last: int) -> str:
    """`attempt 1`, `attempts 1 to 3`."""
    return f"attempt {first}" if first == last else f"attempts {first} to {last}"
