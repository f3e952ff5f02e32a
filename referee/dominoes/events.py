"""The events of a game of dominoes: those of any table, and its own. Facts, frozen, in order; the JSON form has a
version."""

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from referee.dominoes.line import Place
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import Tile, parse_tile
from referee.table.events import *  # noqa: F403  a game's events are those of any table, and its own
from referee.table.events import SECRET, Act, By, Deal, Start, TableEvent, codec
from referee.table.seats import Four, Pair

RoundEnd = Literal["out", "blocked"]

Hands = tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]


@dataclass(frozen=True, slots=True)
class Started(Start):
    """A game of dominoes began."""

    sheet: DominoSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(Deal):
    """A round was dealt; the hands are secret until it ends."""

    opener: int
    double_six: bool
    """The opener holds 6-6, and must lay it first."""
    hands: Hands = field(metadata=SECRET)


@dataclass(frozen=True, slots=True)
class TilePlayed(Act):
    """`seat` laid `tile` at position `turn`: what the open ends count then, and the points for that."""

    turn: int
    seat: int
    tile: Tile
    arm: Place
    count: int
    points: int
    by: By
    planned: bool = field(default=False, metadata=SECRET)
    """A plan laid this tile, which only its owner may know."""


@dataclass(frozen=True, slots=True)
class Knocked(Act):
    """`seat` held no tile that fits at position `turn`, and passed."""

    turn: int
    seat: int
    by: By = "rule"
    planned: bool = field(default=False, metadata=SECRET)


@dataclass(frozen=True, slots=True)
class RoundScored:
    """The round ended: a seat went `out`, or it is `blocked`. The pips left by seat, the round's points by team for
    those, and the score after it."""

    round: int
    by: RoundEnd
    pips: Four
    points: Pair
    score: Pair


Own = Dealt | TilePlayed | Knocked | RoundScored
Event = TableEvent | Started | Own

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


CODEC = codec(KINDS, DominoSheet, {Tile: (str, parse_tile)})
