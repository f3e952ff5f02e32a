"""The audit of each game's records, found by the version that the first line of a record names."""

from typing import Any, NamedTuple

from referee.dominoes import audit as tiles
from referee.spades import audit as cards
from referee.table.audit import walk
from referee.table.audit.verdict import Words


class Audit(NamedTuple):
    """The walk through the records of one game, and what is said of it."""

    walk: type[walk.Walk[Any]]
    words: Words


SPADES = Audit(cards.Walk, cards.WORDS)
AUDITS = (SPADES, Audit(tiles.Walk, tiles.WORDS))


def audit_of(record: str) -> Audit:
    """Return the audit of a record; if it names no version that we know, that of spades, which says so."""
    first = record.partition("\n")[0]
    return next((audit for audit in AUDITS if f'"v":"{audit.walk.form.version}"' in first), SPADES)
