"""The report on a checked record of spades, in words. Never judges a line itself: walk.py does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from referee.records.lines import Check, RecordLine
from referee.spades.game import Game
from referee.spades.sheets import SHEETS
from referee.table.audit import verdict
from referee.table.audit.verdict import Words, count, counted, drawn
from referee.table.audit.walk import Passed

PROVEN = (
    "Proven, as far as it says ok: the referee chose neither a deal nor a card of the clock; each follows from a seed "
    "that was fixed before the round before, from the salts, and from what the players did since. Bids, plays, tricks, "
    "scores and the result follow the sheet that line 1 writes out."
)


def checks(passed: Iterable[Passed[Game]]) -> Iterator[Check]:
    """Yield the checks that the right lines show, a round at a time. Raises WrongLine when `passed` does."""
    return verdict.checks(passed, WORDS)


def closing(entries: Iterable[RecordLine], *, compared: bool) -> tuple[str, ...]:
    """Return the last words on a record that is right; `compared`: with heads from letters."""
    return verdict.closing(entries, WORDS, compared=compared)


def _played(about: str, lines: Sequence[Passed[Game]]) -> Iterator[Check]:
    kinds, clock = counted(lines), counted(lines, "clock")
    if kinds["bid"]:
        timed_out = f"; {clock['bid']} of the clock, what a time-out bids" if clock["bid"] else ""
        yield Check(about, f"{count(kinds['bid'], 'bid')} in turn and by the sheet{timed_out}")
    yield from _open(about, kinds["play"]) if lines[-1].open else _cards(about, kinds, clock["play"])


def _cards(about: str, kinds: Counter[str], by_clock: int) -> Iterator[Check]:
    if kinds["play"]:
        cards = count(kinds["play"], "card")
        yield Check(about, f"4 hands recomputed; all {cards} played are those dealt, and in turn")
    if by_clock:
        yield Check(about, drawn(by_clock, "card"))
    if kinds["claim"]:
        yield Check(about, "the claim is proven by the claimer's own hand and what had been played")
    if kinds["misplay"]:
        yield Check(about, f"{count(kinds['misplay'], 'misplay')} by those hands, charged as the sheet says")


def _open(about: str, plays: int) -> Iterator[Check]:
    if plays:
        yield Check(about, f"{count(plays, 'card')} in turn, none twice; the tricks went to the highest")
    yield Check(
        about,
        "its seed is not revealed yet: hands, following suit, misplays and cards of the clock cannot be checked",
        held=False,
    )


def _scored(game: Game, score: str) -> str:
    bags = f", bags {game.bags[0]} and {game.bags[1]}" if game.sheet.bag_penalty else ""
    return f"books, {score}{bags} follow from bids and cards"


WORDS = Words(
    proven=PROVEN,
    pieces="cards",
    first="the right seat eldest",
    misdeal="a misdeal was called, and a seat that could call it held a hand for it",
    sheets=SHEETS,
    rulings=("void", "challenge", "concession", "replace"),
    played=_played,
    scored=_scored,
)
