"""The line of play: where a tile fits, what the open ends count, what a count scores. The only opinion on that in the
project, and it knows no seat's hand but the one it is asked about.

The first tile lies in the middle, its higher half to the left. The first double is the spinner: once both its sides
are covered, tiles may also go up and down from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from referee.dominoes.tiles import Tile

FIVE = 5
"""A count that this divides scores."""

Arm = Literal["left", "right", "up", "down"]
ARMS: tuple[Arm, ...] = ("left", "right", "up", "down")
Place = Literal["first", "left", "right", "up", "down"]
"""An arm, or `first` for the tile that opens the round."""


class Move(NamedTuple):
    """A tile, and the place where it is to lie."""

    tile: Tile
    arm: Place

    def __str__(self) -> str:
        return f"{self.tile} {self.arm}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: who laid it, where, what the open ends counted then, and the points that this made."""

    seat: int
    tile: Tile
    arm: Place
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Knock:
    """A turn of a seat that held no tile that fits, and the numbers of the open ends then."""

    seat: int
    numbers: tuple[int, ...]


class Halves(NamedTuple):
    """A tile in an arm: its half towards the middle, and its half outwards."""

    inner: int
    outer: int

    @property
    def tile(self) -> Tile:
        """The tile that lies there."""
        return Tile(max(self), min(self))


class End(NamedTuple):
    """An open end: the number that fits it, the pips that it counts, and if it is a side of the spinner."""

    number: int
    counts: int
    spinner: bool


@dataclass(frozen=True)
class Line:
    """The tiles on the table: `first` in the middle (None: nothing lies), each arm from the middle outwards."""

    first: Tile | None = None
    spinner: Tile | None = None
    left: tuple[Halves, ...] = ()
    right: tuple[Halves, ...] = ()
    up: tuple[Halves, ...] = ()
    """The tiles from the spinner upwards; `down` likewise."""
    down: tuple[Halves, ...] = ()

    def arm(self, arm: Arm) -> tuple[Halves, ...]:
        """Return the tiles of an arm, from the middle outwards."""
        arms: tuple[Halves, ...] = getattr(self, arm)
        return arms

    @cached_property
    def open(self) -> dict[Arm, End]:
        """The open ends, in the order of ARMS; a side of the spinner that waits for the other two counts nothing."""
        if self.first is None:
            return {}
        found: dict[Arm, End] = {
            "left": self._side("left", self.first.high),
            "right": self._side("right", self.first.low),
        }
        if self.spinner is not None and not any(end.spinner for end in found.values()):
            found["up"] = self._side("up", self.spinner.high)
            found["down"] = self._side("down", self.spinner.high)
        return found

    def _side(self, arm: Arm, inner: int) -> End:
        """Return the open end of an arm that begins at the half `inner`."""
        if not (tiles := self.arm(arm)):
            return self._bare(arm, inner)
        outer, double = tiles[-1].outer, tiles[-1].tile.double
        return End(outer, outer * (2 if double else 1), double and tiles[-1].tile == self.spinner)

    def _bare(self, arm: Arm, inner: int) -> End:
        """Return the end where nothing lies yet. A spinner in the middle counts both halves, once, until its second
        side is covered."""
        if arm in ("up", "down"):
            return End(inner, 0, spinner=True)
        if self.first != self.spinner:
            return End(inner, inner, spinner=False)
        halves = 2 if self.left or self.right else 1
        return End(inner, inner * halves, spinner=True)


EMPTY = Line()
"""The line before the first tile."""


def lay(line: Line, move: Move) -> Line:
    """Return the line with one more tile, which must fit."""
    tile = move.tile
    spinner = tile if line.spinner is None and tile.double else line.spinner
    if move.arm == "first":
        return Line(first=tile, spinner=spinner)
    inner = line.open[move.arm].number
    longer: dict[str, Any] = {move.arm: (*line.arm(move.arm), Halves(inner, tile.other(inner)))}
    return replace(line, spinner=spinner, **longer)


def count(line: Line) -> int:
    """Add up the open ends: a double counts both halves, the spinner only until both its sides are covered."""
    return sum(end.counts for end in line.open.values())


def scores(count: int) -> int:
    """Return the points that a count makes: itself, if it is a multiple of five."""
    return 0 if count % FIVE else count


def ends(line: Line) -> dict[Arm, int]:
    """Return the number that fits each open arm, in the order of ARMS."""
    return {arm: end.number for arm, end in line.open.items()}


def fitting(line: Line, tile: Tile) -> tuple[Arm, ...]:
    """Return the arms where a tile fits, in the order of ARMS; none while nothing lies."""
    return tuple(arm for arm, end in line.open.items() if end.number in tile)


def moves(line: Line, hand: Iterable[Tile]) -> tuple[Move, ...]:
    """Return the moves that a hand can make, by tile in canonical order, then in the order of ARMS."""
    tiles = sorted(hand)
    if line.first is None:
        return tuple(Move(tile, "first") for tile in tiles)
    return tuple(Move(tile, arm) for tile in tiles for arm in fitting(line, tile))


def asked(line: Line, tile: Tile) -> tuple[Move, ...]:
    """Return the moves of a tile that lead to different ends: those that its player must choose between.

    Of several that lead to the same ends, it is the first in the order of ARMS.
    """
    found: dict[tuple[End, ...], Move] = {}
    for move in moves(line, (tile,)):
        found.setdefault(tuple(sorted(lay(line, move).open.values())), move)
    return tuple(found.values())
