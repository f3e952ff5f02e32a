"""The line of play as it is drawn: every tile is there, it fits a terminal and a telephone, and its ends are right."""

import re
from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from referee.dominoes.line import ARMS, Line, Move, ends, lay, moves
from referee.dominoes.tiles import SET, Tile, parse_tile
from referee.telling.dominoes import drawing
from referee.telling.dominoes.drawing import Cell

TILE = re.compile(r"[\[(](\d)[|:](\d)[\])]")
LONG = ("3-2", "3-0", "4-0", "4-1", "3-1", "4-3")
WRAPPED = re.compile(r"-\n +(?=[\[(])")


@st.composite
def lines(draw: st.DrawFn) -> Line:
    """Lines of any length that can be laid, long arms among them."""
    order = draw(st.permutations(SET))
    arms = draw(st.permutations(ARMS))
    line = lay(Line(), Move(order[0], "first"))
    left = set(order[1:])
    for _ in range(draw(st.integers(0, 27))):
        fitting = moves(line, left)
        if not fitting:
            break
        move = min(fitting, key=lambda move: (arms.index(move.arm), order.index(move.tile)))  # type: ignore[arg-type]
        arms = draw(st.permutations(ARMS)) if draw(st.booleans()) else arms
        line = lay(line, move)
        left.remove(move.tile)
    return line


def laid(line: Line) -> Counter[Tile]:
    """Count the tiles that lie."""
    return Counter([*filter(None, [line.first]), *(half.tile for arm in ARMS for half in line.arms[arm])])


def halves(text: str) -> list[tuple[int, int]]:
    """Read the halves of each tile, in the order of the text."""
    return [(int(one), int(other)) for one, other in TILE.findall(text)]


def read(text: str) -> tuple[list[list[tuple[int, int]]], dict[str, int]]:
    """Read a drawing: the tiles that touch in each row, and the ends; the spinner of up and down is that of the row."""
    row, *arms = WRAPPED.sub("-", text).split("\n")
    chains, found = [halves(row)], {"left": int(row[2]), "right": int(row[-1])}
    if arms:
        up, down = arms
        assert up.startswith("  up:   ") and down.startswith("  down: ")
        assert halves(up)[-1] == halves(down)[0] in chains[0]
        chains += [halves(up)[:-1], halves(down)[1:]]
        found |= {"up": int(up[8]), "down": int(down[-1])}
    return chains, found


@given(lines())
def test_the_text_fits_sixty_columns_and_shows_every_tile_once(line: Line) -> None:
    text = drawing.text(line)
    assert max(map(len, text.split("\n"))) <= 60
    assert Counter(Tile(max(tile), min(tile)) for chain in read(text)[0] for tile in chain) == laid(line)


@given(lines())
def test_equal_halves_touch_in_the_text_and_each_arm_ends_in_its_open_number(line: Line) -> None:
    chains, found = read(drawing.text(line))
    for chain in chains:
        assert all(one[1] == other[0] for one, other in pairwise(chain))
    assert (chains[0][0][0], chains[0][-1][1]) == (found["left"], found["right"])
    assert found == dict(ends(line))


@given(lines())
def test_the_table_fits_a_telephone_and_says_what_it_leaves_out(line: Line) -> None:
    drawn = drawing.table(line)
    (row,) = [row for row in drawn if row[0].kind != "gap"]
    above, below = drawn[: drawn.index(row)], drawn[drawn.index(row) + 1 :]
    assert len(row) <= 13 and max(len(above), len(below)) <= 6
    middle = {gap.span for gap, _ in (*above, *below)}
    assert all(row[place].kind == "spinner" for place in middle) and len(middle) <= 1
    shown = [*row, *(cell for _, cell in (*above, *below))]
    cells = Counter(cell.kind for cell in shown)
    folded = sum(int(cell.text.split()[0]) for cell in shown if cell.kind == "fold")
    assert cells["tile"] + cells["spinner"] + folded == laid(line).total()
    found = {"left": row[0], "right": row[-1]}
    found |= {"up": above[0][1], "down": below[-1][1]} if above else {}
    assert {arm: int(cell.text) for arm, cell in found.items()} == dict(ends(line))


@given(lines())
def test_the_words_name_every_end(line: Line) -> None:
    said = drawing.ends_in_words(line)
    for arm, number in ends(line).items():
        assert f"{arm} {number}" in said or (arm in said.lower().split(". ")[1] and said.endswith(f": a {number}."))


def test_nothing_lies_yet() -> None:
    assert drawing.ends_in_words(Line()) == "Nothing lies on the table yet."


def line_of(*laid: str) -> Line:
    line = Line()
    for text in laid:
        code, arm = text.split()
        line = lay(line, Move(parse_tile(code), arm))  # type: ignore[arg-type]
    return line


def test_each_arm_of_the_spinner_has_a_row_of_its_own() -> None:
    line = line_of("6-6 first", "6-3 right", "6-2 left", "6-5 up")
    assert drawing.ends_in_words(line) == "Ends: left 2, right 3, up 5. Down is open too: a 6."
    doubled = lay(line, Move(parse_tile("2-2"), "left"))
    assert drawing.ends_in_words(doubled) == "Ends: left 2 (counts 4), right 3, up 5. Down is open too: a 6."
    assert drawing.text(line).split("\n") == [
        "  2 -[2|6]-(6:6)-[6|3]- 3",
        "  up:   5 -[5|6]-(6:6)",
        "  down: (6:6)- 6",
    ]


def test_a_long_row_goes_on_below() -> None:
    line = line_of("1-0 first", "2-0 right", "2-1 left", *(f"{tile} right" for tile in LONG))
    assert drawing.text(line).split("\n") == [
        "  2 -[2|1]-[1|0]-[0|2]-[2|3]-[3|0]-[0|4]-[4|1]-[1|3]-",
        "     [3|4]- 4",
    ]


def test_a_double_lies_across_its_row() -> None:
    above, *rows, below = drawing.table(line_of("6-6 first", "6-3 right", "6-2 left", "6-5 up", "5-5 up"))
    gap = Cell("gap", "", span=2)
    assert above == (gap, Cell("end", "5")) and below == (gap, Cell("end", "6"))
    assert rows[:2] == [(gap, Cell("tile", "5|5")), (gap, Cell("tile", "5|6", upright=True))]
    assert rows[2][1:4] == (Cell("tile", "2|6"), Cell("spinner", "6|6", upright=True), Cell("tile", "6|3"))
