"""Commitments, salts and seeds, by which readers check the deals, as sentences and rows for templates. Shows only what
is public.

The `digits` of commitments and seeds stand in headers (letter_headers.py); the facts say what each belongs to.
docs/fairness.md says what they are and how to check them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.table import events as ev
from referee.table.fairness import ATTEMPTS
from referee.table.seats import SEATS
from referee.table.view import TableView
from referee.telling import news as n
from referee.telling.formats import listed

RENEWED = "They replace those in earlier letters."
LATE = "These commitments were made after the salts were known, so for these deals there is only the referee's word."


class Fact(NamedTuple):
    """A sentence or title and the lines below it, if any: each a label and a value to copy in one piece."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()


def facts(news: Sequence[n.News], scene: TableView) -> tuple[Fact, ...]:
    """Collect the facts in the news; first the facts that the headers hold. Empty at the start of a game, whose letter
    has enough to say: its headers and the record hold them."""
    if n.start_of(news) is not None:
        return ()
    restored = any(isinstance(item, n.Restored) for item in news)
    held = list(_held(news))
    first = (Fact(f"The headers of this letter hold {listed(held)}."),) if held else ()
    return (*first, *dict.fromkeys(fact for item in news for fact in _facts(item, scene, restored=restored)))


def digits(news: Sequence[n.News]) -> tuple[list[str], list[str]]:
    """Return new commitments and revealed seeds, 64 hex digits each, by round and attempt."""
    commits = [commit for item in news if isinstance(item, n.Commitments) for commit in item.commits]
    return commits, [item.seed for item in news if isinstance(item, ev.Revealed)]


def _facts(item: n.News, scene: TableView, *, restored: bool) -> Iterator[Fact]:
    match item:
        case n.Commitments(first=first) if first > ATTEMPTS:
            yield Fact(LATE)
        case n.Commitments() if restored:
            yield Fact(RENEWED)
        case ev.SaltsClosed(number, salts) if any(salts):
            given = tuple((f"{scene.name(seat)}:", salts[seat - 1]) for seat in SEATS if salts[seat - 1])
            yield Fact(f"Salts for round {number}:", given)


def _held(news: Sequence[n.News]) -> Iterator[str]:
    """Name the contents of Spades-Reveal and Spades-Commit, the seeds of one round together."""
    for number, seeds in groupby((item for item in news if isinstance(item, ev.Revealed)), lambda item: item.round):
        attempts = [item.attempt for item in seeds]
        yield f"the seed{'s' * (len(attempts) > 1)} of round {number}{_attempts(attempts[0], attempts[-1])}"
    for item in news:
        if isinstance(item, n.Commitments):
            last = item.first + len(item.commits) - 1
            yield f"the commitments to the deals of round {item.round}{_attempts(item.first, last)}"


def _attempts(first: int, last: int) -> str:
    """Name these attempts: `, attempt 1`, `, attempts 4 to 6`; empty for the whole first block."""
    if (first, last) == (1, ATTEMPTS):
        return ""
    return f", attempt {first}" if first == last else f", attempts {first} to {last}"
