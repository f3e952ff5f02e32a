"""The report on a checked record of spades, in words. Never judges a line itself: walk.py does."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.records.lines import Check
from referee.spades.game import Game
from referee.spades.sheets import SHEETS
from referee.table.audit.verdict import Words, count, counted, drawn
from referee.table.audit.walk import Passed


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
    piece="card",
    judged="Bids, plays, tricks, scores",
    first="the right seat eldest",
    misdeal="a misdeal was called, and a seat that could call it held a hand for it",
    sheets=SHEETS,
    played=_played,
    scored=_scored,
)
