"""Tiles that a value shows but should not, found by walking it."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from referee.dominoes.game import Game
from referee.dominoes.tiles import Tile
from referee.dominoes.view import SeatView
from referee.table.seats import SEATS


def tiles_in(value: object) -> Iterator[Tile]:
    """Yield all tiles in a value, however deep."""
    match value:
        case Tile():
            yield value
        case tuple() | list() | frozenset() | set():
            for item in value:
                yield from tiles_in(item)
        case dict():
            yield from tiles_in(list(value.items()))
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from tiles_in(getattr(value, field.name))


def shown_secrets(game: Game, seen: SeatView) -> set[Tile]:
    """Return the tiles in `seen` that another seat holds."""
    others = {tile for seat in SEATS if seat != seen.seat for tile in game.hand(seat)}
    return others & set(tiles_in(seen))
