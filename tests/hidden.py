"""Which hidden cards something shows: walks any value and collects the cards in it. Used on views."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from referee.spades.cards import Card
from referee.spades.game import Game
from referee.spades.rulesheet import SEATS, RuleSheet
from referee.spades.view import SeatView


def cards_in(value: object) -> Iterator[Card]:
    """All cards in a value, however deep; a sheet's own deck is nobody's hand."""
    match value:
        case Card():
            yield value
        case RuleSheet():
            return
        case tuple() | list() | frozenset() | set():
            for item in value:
                yield from cards_in(item)
        case dict():
            yield from cards_in(list(value.items()))
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from cards_in(getattr(value, field.name))


def shown_secrets(game: Game, seen: SeatView) -> set[Card]:
    """The cards in `seen` that another seat holds, or its own while they are held back."""
    if seen.round != game.round:  # the tricks of the round before are public, whoever holds their cards by now
        seen = replace(seen, tricks=(), since=())
    others = {card for seat in SEATS if seat != seen.seat or seat not in game.seen for card in game.hand(seat)}
    return others & set(cards_in(seen))
