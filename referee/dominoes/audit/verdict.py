"""The report on a checked record of dominoes, in words. Never judges a line itself: walk.py does."""

from collections.abc import Iterable, Iterator, Sequence

from referee.dominoes.game import Game
from referee.dominoes.sheets import SHEETS
from referee.records.lines import Check, RecordLine
from referee.table.audit import verdict
from referee.table.audit.verdict import Words, count, counted, drawn
from referee.table.audit.walk import Passed

PROVEN = (
    "Proven, as far as it says ok: the referee chose neither a deal nor a tile of the clock; each follows from a seed "
    "that was fixed before the round before, from the salts, and from what the players did since. Plays, knocks, "
    "counts, scores and the result follow the sheet that line 1 writes out."
)


def checks(passed: Iterable[Passed[Game]]) -> Iterator[Check]:
    """Yield the checks that the right lines show, a round at a time. Raises WrongLine when `passed` does."""
    return verdict.checks(passed, WORDS)


def closing(entries: Iterable[RecordLine], *, compared: bool) -> tuple[str, ...]:
    """Return the last words on a record that is right; `compared`: with heads from letters."""
    return verdict.closing(entries, WORDS, compared=compared)


def _played(about: str, lines: Sequence[Passed[Game]]) -> Iterator[Check]:
    kinds, by_clock = counted(lines), counted(lines, "clock")["play"]
    tiles, knocks = count(kinds["play"], "tile"), count(kinds["knock"], "knock")
    if lines[-1].open:
        if kinds["play"]:
            yield Check(about, f"{tiles} in turn, none twice, each where it fits; counts and points follow")
        why = "its seed is not revealed yet: hands, knocks and tiles of the clock cannot be checked"
        yield Check(about, why, held=False)
        return
    if kinds["play"]:
        yield Check(about, f"4 hands recomputed; all {tiles} laid are those dealt, in turn, and fit; counts follow")
        yield Check(about, f"{knocks}: each had to be, and none is missing")
    if by_clock:
        yield Check(about, drawn(by_clock, "tile"))


def _scored(_game: Game, score: str) -> str:
    return f"pips, {score} follow from the tiles"


WORDS = Words(
    proven=PROVEN,
    pieces="tiles",
    first="the right seat opens",
    misdeal="a hand held five doubles",
    sheets=SHEETS,
    rulings=("void", "concession", "replace"),
    played=_played,
    scored=_scored,
)
