"""The audit of each game's records, found by the version that the first line of a record names."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.dominoes import record_lines as tile_lines
from referee.dominoes.audit import lines as tile_format
from referee.dominoes.audit import verdict as tile_verdict
from referee.dominoes.audit import walk as tile_walk
from referee.records.lines import Check, RecordLine
from referee.spades import record_lines
from referee.spades.audit import lines, verdict, walk


class Audit(NamedTuple):
    """The functions that check the records of one game."""

    entries_of: Callable[[str], tuple[RecordLine, ...]]
    walk: Callable[..., Iterator[Any]]
    checks: Callable[..., Iterator[Check]]
    closing: Callable[..., tuple[str, ...]]


SPADES = Audit(lines.entries_of, walk.walk, verdict.checks, verdict.closing)
AUDITS: Mapping[str, Audit] = {
    record_lines.VERSION: SPADES,
    tile_lines.VERSION: Audit(tile_format.entries_of, tile_walk.walk, tile_verdict.checks, tile_verdict.closing),
}


def audit_of(record: str) -> Audit:
    """Return the audit of a record; if it names no version that we know, that of spades, which says so."""
    first = record.partition("\n")[0]
    return next((audit for version, audit in AUDITS.items() if f'"v":"{version}"' in first), SPADES)
