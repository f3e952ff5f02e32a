"""The memory of somebody who watched a round: the cards that are gone, how many are still out, who did not follow suit.
Made from the cards on the table alone, so it is the same for everyone and gives no secret away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from referee.spades.cards import Card
from referee.spades.game import Trick
from referee.spades.rulesheet import HAND_ORDER, RuleSheet


class Shown(Protocol):
    """The part of a view that memory reads: the cards that were played in the running round."""

    @property
    def sheet(self) -> RuleSheet: ...
    @property
    def table(self) -> Trick: ...
    @property
    def tricks(self) -> tuple[Trick, ...]: ...


class Void(NamedTuple):
    """`seat` first played another suit when `suit` was led in trick `trick`.

    Everyone saw that. On a sheet where a renege stands it proves nothing, and it stays whatever the seat plays later:
    to drop it then would tell of the renege.
    """

    seat: int
    suit: str
    trick: int


@dataclass(frozen=True, slots=True)
class Memory:
    """`gone`: the cards played, by suit, high to low; `out`: how many of each suit have not been played; `voids` in the
    order in which they were seen."""

    gone: Mapping[str, tuple[Card, ...]]
    out: Mapping[str, int]
    voids: tuple[Void, ...]


def memory(view: Shown) -> Memory:
    """Collect the memory of the running round."""
    played = {play.card for trick in (*view.tricks, view.table) for play in trick}
    by_suit = _by_suit(view.sheet.deck)
    gone = {suit: tuple(card for card in cards if card in played) for suit, cards in by_suit.items()}
    out = {suit: len(cards) - len(gone[suit]) for suit, cards in by_suit.items()}
    return Memory(gone=gone, out=out, voids=_voids(view))


def _by_suit(deck: tuple[Card, ...]) -> Mapping[str, tuple[Card, ...]]:
    """Return a deck by suit, high to low."""
    return {suit: tuple(card for card in reversed(deck) if card.suit == suit) for suit in HAND_ORDER}


def _voids(view: Shown) -> tuple[Void, ...]:
    found: dict[tuple[int, str], Void] = {}
    for number, trick in enumerate((*view.tricks, view.table), 1):
        for play in trick[1:]:
            led = trick[0].card.suit
            if play.card.suit != led:
                found.setdefault((play.seat, led), Void(play.seat, led, number))
    return tuple(found.values())
