"""Claims in sentences. Rules on nothing, and says nothing of plans."""

from collections.abc import Iterator

from referee.spades.view import SeatView
from referee.telling import news as n
from referee.telling.formats import card_label


def sentences(item: n.Claim, scene: SeatView) -> Iterator[str]:
    """Yield what a claim takes, and what its claimer held."""
    one, name = len(item.cards) == 1, scene.name(item.seat)
    rest = "the trick that is left" if one else f"all {len(item.cards)} tricks that are left"
    yield f"{name} claims {rest}, and takes {'it' if one else 'them'} whatever others hold."
    yield f"{name} held {' '.join(map(card_label, item.cards))}."


def settled_early(view: SeatView) -> str:
    """Return how a round ended before its last card; empty if it did not."""
    if view.settled is None:
        return ""
    name = view.name(view.settled.seat)
    return f"{name} claimed all tricks that were left; the cards not played stay where they were."
