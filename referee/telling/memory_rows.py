"""A round's memory in words: rows for the fold of a letter and for the answer to `memory`. Shows only what was public,
the same to every reader."""

from typing import NamedTuple

from referee.spades.cards import Card
from referee.spades.rulesheet import HAND_ORDER, SEATS
from referee.spades.view import SeatView, memory
from referee.telling.formats import SUIT_NAMES, SYMBOLS, Block, columns, listed, ranks_text


class Gone(NamedTuple):
    """One suit: its cards that were played, high to low, and how many were not."""

    symbol: str
    name: str
    ranks: str
    out: int


def gone_rows(view: SeatView) -> tuple[Gone, ...]:
    """Make a row for each suit, spades first; empty before the first card."""
    known = memory(view)
    if not any(known.gone.values()):
        return ()
    return tuple([_gone(suit, known.gone[suit], known.out[suit]) for suit in HAND_ORDER])


def _gone(suit: str, cards: tuple[Card, ...], out: int) -> Gone:
    ranks = "".join([card.rank for card in cards])
    return Gone(SYMBOLS[suit], f"{SUIT_NAMES[suit]}s", ranks_text(ranks) or "none", out)


def gone_lines(view: SeatView) -> Block:
    """Write the suits as aligned lines for a plain terminal."""
    rows = ((row.symbol, row.ranks, f"{row.out} out") for row in gone_rows(view))
    return columns((("", "Played", "Not yet"), *rows))


def voids_line(view: SeatView) -> str:
    """Say who has shown a void; where a renege stands, who did not follow suit."""
    stands = view.sheet.misplay_act == "stand"
    voids = memory(view).voids
    shown = [
        f"{view.name(seat)} {listed([f'{SUIT_NAMES[void.suit]}s (trick {void.trick})' for void in own])}"
        for seat in SEATS
        if (own := [void for void in voids if void.seat == seat])
    ]
    if not shown:
        return "Everyone has followed suit so far." if stands else "Nobody has shown a void yet."
    return f"{'Did not follow' if stands else 'Void'}: {'; '.join(shown)}."
