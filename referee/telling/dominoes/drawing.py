"""The line of play, drawn as text and as the cells of a table, and its ends in words. Knows no hand.

The row of the spinner comes first, or of the first tile while there is no spinner; up and down stand above and below
it. A tile reads in the direction of its row: from left to right, or from top to bottom.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.dominoes.line import ARMS, Arm, Halves, Line, ends
from referee.telling.formats import Block, capital, listed

INDENT = 2
ROW = 8
"""The most tiles of the middle row in text: 58 columns with both ends. What goes beyond has rows of its own."""
STACK = 3
"""The most tiles that stand above or below the spinner in text; a longer arm has rows of its own."""
REST = 7
"""The most tiles in a row of its own: 59 columns."""
CELLS = 11
"""The most cells between the ends in a table: as many as a narrow telephone shows."""
HIGH = 4
"""The most cells above or below the spinner in a table, without the end."""


class Drawn(NamedTuple):
    """A tile as it lies: the half on the left or above, the other half, and if it is the spinner."""

    one: int
    other: int
    spinner: bool = False

    def __str__(self) -> str:
        return f"({self.one}:{self.other})" if self.spinner else f"[{self.one}|{self.other}]"


class Cell(NamedTuple):
    """One cell of the table: `end` (an open number), `tile`, `spinner`, or `fold` (tiles that are left out)."""

    kind: str
    text: str
    upright: bool = False
    """Its halves stand one above the other: tiles do in a column, and doubles across their row."""


class Picture(NamedTuple):
    """The line as a table: the `row` of the spinner, the cells above and below it from top to bottom, and how many of
    the row stand `before` and `after` the spinner."""

    up: tuple[Cell, ...]
    row: tuple[Cell, ...]
    down: tuple[Cell, ...]
    before: int
    after: int


def ends_in_words(line: Line) -> str:
    """Say what is open: `Ends: left 2, right 3, up 5. Down is open too: a 6.`"""
    if line.first is None:
        return "Nothing lies on the table yet."
    found = ends(line)
    bare = [arm for arm in ("up", "down") if arm in found and not line.arm(arm)]
    said = f"Ends: {', '.join(f'{arm} {number}' for arm, number in found.items() if arm not in bare)}."
    if not bare:
        return said
    return f"{said} {capital(listed(bare))} {'is' if len(bare) == 1 else 'are'} open too: a {found[bare[0]]}."


def _towards(tiles: Sequence[Halves], line: Line) -> list[Drawn]:
    """Draw the tiles of an arm from outside inwards: what lies left of the middle, or above it."""
    return [Drawn(half.outer, half.inner, half.tile == line.spinner) for half in reversed(tiles)]


def _outwards(tiles: Sequence[Halves], line: Line) -> list[Drawn]:
    """Draw the tiles of an arm from inside outwards."""
    return [Drawn(half.inner, half.outer, half.tile == line.spinner) for half in tiles]


def _row(line: Line) -> tuple[list[Drawn], Drawn, list[Drawn]]:
    """Draw the row of the spinner: what lies left of it, itself or the first tile, and what lies right of it."""
    assert line.first is not None, "something lies"
    first = Drawn(*line.first, line.first == line.spinner)
    row = [*_towards(line.left, line), first, *_outwards(line.right, line)]
    middle = next((place for place, drawn in enumerate(row) if drawn.spinner), len(line.left))
    return row[:middle], row[middle], row[middle + 1 :]


def _shares(before: int, after: int, most: int) -> tuple[int, int]:
    """Share `most` places between both sides of the middle: half of them each, and what the other does not need."""
    left = min(before, max(most // 2, most - after))
    return left, min(after, most - left)


def text(line: Line) -> Block:
    """Draw the line as lines of at most 60 columns, every tile among them; empty while nothing lies."""
    return Block("\n".join(_lines(line)) if line.first is not None else "")


def _lines(line: Line) -> Iterator[str]:
    found = ends(line)
    before, middle, after = _row(line)
    left, right = _shares(len(before), len(after), ROW - 1)
    begin = f"{found['left'] if left == len(before) else '…'} -"
    end = f"- {found['right'] if right == len(after) else '…'}"
    shown = [*before[len(before) - left :], middle, *after[:right]]
    column = INDENT + len(begin) + sum(len(f"{tile}-") for tile in shown[:left]) + len(str(middle)) // 2
    stacked = [arm for arm in found if arm in ("up", "down") and len(line.arm(arm)) <= STACK]
    if "up" in stacked:
        yield from _stack([str(found["up"]), *map(str, _towards(line.up, line))], column, above=True)
    yield f"{' ' * INDENT}{begin}{'-'.join(map(str, shown))}{end}"
    if "down" in stacked:
        yield from _stack([*map(str, _outwards(line.down, line)), str(found["down"])], column, above=False)
    rest: dict[Arm, list[Drawn]] = {
        "left": before[: len(before) - left],
        "right": after[right:],
        "up": [] if "up" in stacked else _towards(line.up, line),
        "down": [] if "down" in stacked else _outwards(line.down, line),
    }
    for arm in ARMS:
        if rest[arm]:
            near, far = str(middle) if arm in ("up", "down") else "…", str(found[arm])
            begin, end = (f"{far} -", f"-{near}") if arm in ("left", "up") else (f"{near}-", f"- {far}")
            yield from _rest(arm, begin, rest[arm], end)


def _stack(parts: Sequence[str], column: int, *, above: bool) -> Iterator[str]:
    """Yield what stands above or below the spinner, whose middle is in this column, each joined by a bar."""
    bar = f"{' ' * column}|"
    for part in parts:
        own = f"{' ' * (column - len(part) // 2)}{part}"
        yield from (own, bar) if above else (bar, own)


def _rest(arm: Arm, begin: str, tiles: Sequence[Drawn], end: str) -> Iterator[str]:
    """Yield the rows of what does not fit beside, above or below the spinner; each tile reads as it would there."""
    head = f"{' ' * INDENT}{arm}:".ljust(INDENT + len("right: "))
    rows = [tiles[place : place + REST] for place in range(0, len(tiles), REST)]
    for place, row in enumerate(rows):
        first, last = place == 0, place == len(rows) - 1
        lead = f"{head}{begin}" if first else " " * len(head)
        yield f"{lead}{'-'.join(map(str, row))}{end if last else '-'}"


def picture(line: Line) -> Picture:
    """Draw the line as the cells of a table; where it is too long for one, the tiles next to the spinner are folded."""
    found = ends(line)
    before, middle, after = _row(line)
    left, right = _shares(len(before), len(after), CELLS - 1)
    up = [_end(found["up"]), *_folded(_cells(_towards(line.up, line), upright=True), HIGH)] if "up" in found else []
    down = _cells(_outwards(line.down, line), upright=True)[::-1]
    return Picture(
        up=tuple(up),
        row=(
            _end(found["left"]),
            *_folded(_cells(before), left),
            *_cells([middle]),
            *_folded(_cells(after)[::-1], right)[::-1],
            _end(found["right"]),
        ),
        down=(*_folded(down, HIGH)[::-1], _end(found["down"])) if "down" in found else (),
        before=1 + left,
        after=1 + right,
    )


def _cells(tiles: Sequence[Drawn], *, upright: bool = False) -> list[Cell]:
    """Make the cells of some tiles; `upright`: they stand in a column."""
    return [
        Cell("spinner" if tile.spinner else "tile", f"{tile.one}|{tile.other}", upright != (tile.one == tile.other))
        for tile in tiles
    ]


def _folded(cells: list[Cell], most: int) -> list[Cell]:
    """Keep at most so many cells, from outside inwards: where there are more, the last says how many are left out."""
    if len(cells) <= most:
        return cells
    return [*cells[: most - 1], Cell("fold", f"{len(cells) - most + 1} tiles")]


def _end(number: int) -> Cell:
    return Cell("end", str(number))
