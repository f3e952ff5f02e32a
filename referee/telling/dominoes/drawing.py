"""The line of play, drawn as rows of text and as the cells of a table, and its ends in words. Knows no hand.

The row of the spinner comes first in text, or of the first tile while there is no spinner; in a table up and down stand
above and below it. A tile reads in the direction of its row: from left to right, or from top to bottom.
"""

from typing import NamedTuple

from referee.dominoes.line import Arm, End, Line, ends
from referee.telling.formats import Block, capital, listed

ROW = 8
"""The most tiles in a row of text: 59 columns beside a name and an end."""
CELLS = 5
"""The most cells on each side of the middle of a table, without the end: as many as a narrow telephone shows."""


class Cell(NamedTuple):
    """One cell of the table: `end` (an open number), `tile`, `spinner`, `fold` (tiles that are left out), or a `gap`
    that spans several cells."""

    kind: str
    text: str
    upright: bool = False
    """Its halves stand one above the other: tiles do in a column, and doubles across their row."""
    span: int = 1

    def __str__(self) -> str:
        """Write a tile for a row of text."""
        return f"({self.text.replace('|', ':')})" if self.kind == "spinner" else f"[{self.text}]"


def ends_in_words(line: Line) -> str:
    """Say what is open: `Ends: left 2, right 3 (counts 6), up 5. Down is open too: a 6.`"""
    if line.first is None:
        return "Nothing lies on the table yet."
    found = ends(line)
    bare = [arm for arm in ("up", "down") if arm in found and not line.arms[arm]]
    said = f"Ends: {', '.join(f'{arm} {_counted(end)}' for arm, end in line.open.items() if arm not in bare)}."
    if not bare:
        return said
    return f"{said} {capital(listed(bare))} {'is' if len(bare) == 1 else 'are'} open too: a {found[bare[0]]}."


def _counted(end: End) -> str:
    return str(end.number) if end.counts == end.number else f"{end.number} (counts {end.counts})"


def _tile(line: Line, one: int, other: int, *, column: bool = False) -> Cell:
    """Draw a tile by its half on the left or above, and the other."""
    return Cell("spinner" if line.spinner == (one, other) else "tile", f"{one}|{other}", column != (one == other))


def _arm(line: Line, arm: Arm) -> list[Cell]:
    """Draw the tiles of an arm in the direction of its row."""
    column = arm in ("up", "down")
    if arm in ("left", "up"):
        return [_tile(line, half.outer, half.inner, column=column) for half in reversed(line.arms[arm])]
    return [_tile(line, half.inner, half.outer, column=column) for half in line.arms[arm]]


def _row(line: Line) -> tuple[list[Cell], Cell, list[Cell]]:
    """Draw the row of the spinner: what lies left of it, itself or the first tile, and what lies right of it."""
    assert line.first is not None, "something lies"
    left = _arm(line, "left")
    row = [*left, _tile(line, *line.first), *_arm(line, "right")]
    middle = next((place for place, cell in enumerate(row) if cell.kind == "spinner"), len(left))
    return row[:middle], row[middle], row[middle + 1 :]


def text(line: Line) -> Block:
    """Draw the line as lines of at most 60 columns, every tile among them."""
    found = ends(line)
    before, middle, after = _row(line)
    rows = [_wrapped(f"  {found['left']} -", [*before, middle, *after], f"- {found['right']}")]
    if "up" in found:
        rows.append(_wrapped(f"  up:   {found['up']} -", [*_arm(line, "up"), middle]))
        rows.append(_wrapped("  down: ", [middle, *_arm(line, "down")], f"- {found['down']}"))
    return Block("\n".join(rows))


def _wrapped(begin: str, tiles: list[Cell], end: str = "") -> str:
    """Write tiles that touch, and go on below where a row is full."""
    rows = ["-".join(map(str, tiles[place : place + ROW])) for place in range(0, len(tiles), ROW)]
    below = "-\n" + " " * len(begin)
    return f"{begin}{below.join(rows)}{end}"


def table(line: Line) -> tuple[tuple[Cell, ...], ...]:
    """Draw the line as the rows of a table; where it is too long for one, the tiles next to the middle are folded."""
    found = ends(line)
    before, middle, after = _row(line)
    left = (_end(found["left"]), *_folded(before))
    row = (*left, middle, *_folded(after[::-1])[::-1], _end(found["right"]))
    if "up" not in found:
        return (row,)
    above = (_end(found["up"]), *_folded(_arm(line, "up")))
    below = (*_folded(_arm(line, "down")[::-1])[::-1], _end(found["down"]))
    gap = Cell("gap", "", span=len(left))
    return (*((gap, cell) for cell in above), row, *((gap, cell) for cell in below))


def _folded(cells: list[Cell]) -> list[Cell]:
    """Keep what a table has room for, from outside inwards: where there are more, the last cell says how many are left
    out."""
    more = len(cells) - CELLS
    return cells if more <= 0 else [*cells[: CELLS - 1], Cell("fold", f"{more + 1} tiles")]


def _end(number: int) -> Cell:
    return Cell("end", str(number))
