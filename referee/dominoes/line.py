"""The line of play: where a tile fits, what the open ends count, what a count scores. The only opinion on that in the
project, and it knows no seat's hand but the one it is asked about.

The first tile lies in the middle, its higher half to the left. The first double is the spinner: once both its sides
are covered, tiles may also go up and down from it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

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


@dataclass(frozen=True, slots=True)
class Line:
    """The tiles on the table: `first` in the middle (None: nothing lies), each arm from the middle outwards."""

    first: Tile | None = None
    spinner: Tile | None = None
    arms: Mapping[Arm, tuple[Halves, ...]] = field(default_factory=lambda: dict.fromkeys(ARMS, ()))
    open: Mapping[Arm, End] = field(default_factory=dict)
    """The open ends, in the order of ARMS."""


EMPTY = Line()
"""The line before the first tile."""


def lay(line: Line, move: Move) -> Line:
    """Return the line with one more tile, which must fit."""
    tile, arm = move
    spinner = line.spinner or (tile if tile.double else None)
    if arm == "first":
        left, right = (End(number, number, spinner=tile.double) for number in tile)
        return Line(first=tile, spinner=spinner, open={"left": left, "right": right})
    inner = line.open[arm].number
    outer = tile.other(inner)
    ends = {**line.open, arm: End(outer, outer * (1 + tile.double), spinner=tile == spinner)}
    arms = {**line.arms, arm: (*line.arms[arm], Halves(inner, outer))}
    return replace(line, spinner=spinner, open=_about(spinner, ends), arms=arms)


def _about(spinner: Tile | None, ends: Mapping[Arm, End]) -> Mapping[Arm, End]:
    """Return the ends as they are about the spinner: while one of its sides is open, that counts both halves; once both
    are covered, its other two sides are open, and count nothing."""
    sides: tuple[Arm, ...] = ("left", "right")
    bare = [side for side in sides if ends[side].spinner]
    if spinner is None or "up" in ends:
        return ends
    opened: tuple[Arm, ...] = () if bare else ("up", "down")
    counted = {side: End(spinner.high, spinner.pips, spinner=True) for side in bare}
    return {**ends, **counted, **{arm: End(spinner.high, 0, spinner=True) for arm in opened}}


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


def asked(line: Line, tile: Tile, arm: Place | None = None) -> tuple[Move, ...]:
    """Return the moves of a tile that lead to different ends, those that its player must choose between; or the one at
    the `arm` that they name, if it fits there. The tile that opens the round has one place, whatever they name.

    Of several that lead to the same ends, it is the first in the order of ARMS.
    """
    found: dict[tuple[End, ...], Move] = {}
    for move in moves(line, (tile,)):
        if arm in (None, move.arm) or line.first is None:
            found.setdefault(tuple(sorted(lay(line, move).open.values())), move)
    return tuple(found.values())
