"""Hidden things of a game: cards that a value shows but should not, found by walking it, and the words of secrets,
seeds and salts. Used on views and letters."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from referee.spades.cards import Card
from referee.spades.game import Game
from referee.spades.rulesheet import RuleSheet
from referee.spades.view import SeatView
from referee.table.seats import SEATS


def cards_in(value: object) -> Iterator[Card]:
    """Yield all cards in a value, however deep; a sheet's own deck is nobody's hand."""
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
    """Return the cards in `seen` that another seat holds, or its own while they are held back."""
    if seen.round != game.round:  # the tricks of the round before are public, whoever holds their cards by now
        seen = replace(seen, tricks=(), since=())
    others = {card for seat in SEATS if seat != seen.seat or seat not in game.seen for card in game.hand(seat)}
    return others & set(cards_in(seen))


def secret_words(game: Game) -> set[str]:
    """Return the seeds that are not revealed, and the salts that are not closed."""
    public = {(game.round, attempt) for attempt in game.revealed}
    fixed = {
        seed
        for number, seeds in game.seeds.items()
        for attempt, seed in enumerate(seeds, 1)
        if (number, attempt) not in public
    }
    return fixed | (set() if game.closed else {salt for salt in game.salts if salt})
