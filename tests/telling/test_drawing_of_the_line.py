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
ROW = re.compile(r"  (\S) -[\[(].*- (\S)")
ARM = re.compile(r"  \w+:")


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
    return Counter([*filter(None, [line.first]), *(half.tile for arm in ARMS for half in line.arm(arm))])


def halves(text: str) -> list[tuple[int, int]]:
    """Read the halves of each tile, in the order of the text."""
    return [(int(one), int(other)) for one, other in TILE.findall(text)]


def read(text: str) -> tuple[list[list[tuple[int, int]]], dict[str, int]]:
    """Read a drawing: the rows and columns of tiles that touch, without the spinner a second time, and the ends."""
    rows = text.split("\n")
    place = next(place for place, row in enumerate(rows) if ROW.fullmatch(row))
    begin, end = ROW.fullmatch(rows[place]).groups()  # type: ignore[union-attr]
    below = next((at for at, row in enumerate(rows) if ARM.match(row)), len(rows))
    own: dict[str, tuple[list[tuple[int, int]], int]] = {}
    for name, rest in re.findall(r"(?m)^  (\w+): +(.*(?:\n +-?\[.*)*)", "\n".join(rows[below:])):
        tiles, inwards = halves(rest), name in ("left", "up")
        tiles = tiles[:-1] if name == "up" else tiles[name == "down" :]
        own[name] = (tiles, int(rest[0 if inwards else -1]))
    left, right = own.pop("left", ([], -1)), own.pop("right", ([], -1))
    chains = [[*left[0], *halves(rows[place]), *right[0]]]
    found = {"left": left[1] if begin == "…" else int(begin), "right": right[1] if end == "…" else int(end)}
    for arm, column in {"up": rows[:place], "down": rows[place + 1 : below]}.items():
        if column:
            chains.append(halves("\n".join(column)))
            found[arm] = int(column[0 if arm == "up" else -1])
    for arm, (tiles, number) in own.items():
        chains.append(tiles)
        found[arm] = number
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
    drawn = drawing.picture(line)
    assert len(drawn.row) == drawn.before + 1 + drawn.after <= 13
    assert max(len(drawn.up), len(drawn.down)) <= 5
    if line.spinner is not None:
        assert drawn.row[drawn.before].kind == "spinner"
    cells = Counter(cell.kind for cell in (*drawn.up, *drawn.row, *drawn.down))
    folded = sum(int(cell.text.split()[0]) for cell in (*drawn.up, *drawn.row, *drawn.down) if cell.kind == "fold")
    assert cells["tile"] + cells["spinner"] + folded == laid(line).total()
    shown = {"left": drawn.row[0], "right": drawn.row[-1], "up": next(iter(drawn.up), None)}
    shown["down"] = drawn.down[-1] if drawn.down else None
    assert {arm: int(cell.text) for arm, cell in shown.items() if cell is not None} == dict(ends(line))


@given(lines())
def test_the_words_name_every_end(line: Line) -> None:
    said = drawing.ends_in_words(line)
    for arm, number in ends(line).items():
        assert f"{arm} {number}" in said or (arm in said.lower().split(". ")[1] and said.endswith(f": a {number}."))


def test_nothing_lies_yet() -> None:
    assert (drawing.ends_in_words(Line()), drawing.text(Line())) == ("Nothing lies on the table yet.", "")


def line_of(*laid: str) -> Line:
    line = Line()
    for text in laid:
        code, arm = text.split()
        line = lay(line, Move(parse_tile(code), arm))  # type: ignore[arg-type]
    return line


def test_up_stands_above_the_spinner_and_down_below_it() -> None:
    line = line_of("6-6 first", "6-3 right", "6-2 left", "6-5 up")
    assert drawing.ends_in_words(line) == "Ends: left 2, right 3, up 5. Down is open too: a 6."
    assert drawing.text(line).split("\n") == [
        "             5",
        "             |",
        "           [5|6]",
        "             |",
        "  2 -[2|6]-(6:6)-[6|3]- 3",
        "             |",
        "             6",
    ]


def test_a_long_arm_has_a_row_of_its_own() -> None:
    line = line_of("6-6 first", "6-3 right", "6-2 left", "6-5 up", "5-4 up", "4-4 up", "4-1 up")
    assert drawing.text(line).split("\n") == [
        "  2 -[2|6]-(6:6)-[6|3]- 3",
        "             |",
        "             6",
        "  up:    1 -[1|4]-[4|4]-[4|5]-[5|6]-(6:6)",
    ]


def test_a_double_lies_across_its_row() -> None:
    drawn = drawing.picture(line_of("6-6 first", "6-3 right", "6-2 left", "6-5 up", "5-5 up"))
    assert drawn.row[1:4] == (Cell("tile", "2|6"), Cell("spinner", "6|6", upright=True), Cell("tile", "6|3"))
    assert drawn.up == (Cell("end", "5"), Cell("tile", "5|5"), Cell("tile", "5|6", upright=True))
