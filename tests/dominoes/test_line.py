"""The line of play: the worked examples, and what holds in every line that can be laid."""

from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.dominoes.law import rounded
from referee.dominoes.line import ARMS, Line, Move, asked, count, ends, fitting, lay, moves, scores
from referee.dominoes.tiles import SET, Tile, parse_tile

EXAMPLES = [
    [line.split() for line in paragraph.splitlines()]
    for paragraph in Path(__file__).with_name("counts.txt").read_text("ascii").split("\n\n")[1:]
]


def line_of(*laid: str) -> Line:
    line = Line()
    for text in laid:
        tile, arm = text.split()
        line = lay(line, Move(parse_tile(tile), arm))  # type: ignore[arg-type]
    return line


@pytest.mark.parametrize("rows", EXAMPLES, ids=lambda rows: " ".join(row[0] for row in rows))
def test_the_open_ends_count_what_the_examples_say(rows: list[list[str]]) -> None:
    line = Line()
    for code, arm, counted, points in rows:
        tile = parse_tile(code)
        assert Move(tile, arm) in moves(line, SET)  # type: ignore[arg-type]
        line = lay(line, Move(tile, arm))  # type: ignore[arg-type]
        assert (count(line), scores(count(line))) == (int(counted), int(points)), f"{code} {arm}"


def test_the_examples_are_all_there() -> None:
    assert (len(EXAMPLES), sum(map(len, EXAMPLES))) == (14, 57)


ROUNDING = {0: 0, 1: 0, 2: 0, 3: 5, 7: 5, 8: 10, 12: 10, 13: 15, 41: 40, 42: 40, 43: 45}


@pytest.mark.parametrize(("pips", "points"), ROUNDING.items())
def test_hands_are_rounded_to_the_nearest_five(pips: int, points: int) -> None:
    assert rounded(pips) == points


def test_the_set_is_in_canonical_order() -> None:
    assert " ".join(map(str, SET[:6])) == "0-0 1-0 1-1 2-0 2-1 2-2"
    assert len(SET) == 28
    assert sorted(SET) == list(SET)
    assert [parse_tile(str(tile)) for tile in SET] == list(SET)


@pytest.mark.parametrize("code", ["4-6", "7-0", "6-", "64", "6-4 ", "", "[6|4]", "٦-٤"])
def test_only_the_canonical_form_is_a_tile(code: str) -> None:
    with pytest.raises(ValueError, match="higher half first"):
        parse_tile(code)


def test_the_spinner_opens_up_and_down_once_both_its_sides_are_covered() -> None:
    assert ends(line_of("2-1 first", "1-1 right", "2-2 left")) == {"left": 2, "right": 1}
    assert ends(line_of("2-1 first", "1-1 right", "4-1 right")) == {"left": 2, "right": 4, "up": 1, "down": 1}
    assert ends(line_of("6-6 first", "6-3 right")) == {"left": 6, "right": 3}
    assert ends(line_of("6-6 first", "6-3 right", "6-2 left")) == {"left": 2, "right": 3, "up": 6, "down": 6}


def test_a_later_double_is_no_spinner() -> None:
    line = line_of("6-6 first", "6-4 right", "4-4 right", "4-1 right")
    assert line.spinner == Tile(6, 6)
    assert ends(line) == {"left": 6, "right": 1}


@pytest.mark.parametrize(
    ("laid", "tile", "places"),
    [
        (["6-6 first"], "6-4", ["left"]),
        (["6-6 first", "6-3 right"], "6-4", ["left"]),
        (["6-6 first", "6-3 right", "6-4 left"], "6-5", ["up"]),
        (["6-6 first", "6-3 right", "6-4 left", "6-5 up"], "6-0", ["down"]),
        (["6-4 first"], "6-4", ["left", "right"]),
        (["6-4 first"], "6-5", ["left"]),
        (["3-2 first", "2-1 right", "3-1 right"], "3-0", ["left"]),
        (["6-6 first", "6-3 right", "6-2 left"], "3-2", ["left", "right"]),
        (["6-6 first", "6-3 right", "6-1 left", "1-1 left"], "6-1", ["left", "up"]),
        # one 3 is the spinner's side, which counts twice and opens two more ends; the other is half of a tile
        (["3-3 first", "3-2 right", "2-0 right", "5-0 right", "5-3 right"], "4-3", ["left", "right"]),
        (["6-6 first", "6-3 right", "6-2 left", "3-2 left"], "5-3", ["left"]),
        # two sixes are the spinner's; the third is half of a tile
        (["6-6 first", "6-3 right", "3-2 right", "6-2 right", "6-5 left"], "6-0", ["right", "up"]),
        # both count nought, but one of them uses up a side of the spinner
        (["0-0 first", "1-0 right", "2-0 left", "3-2 left", "3-0 left"], "5-0", ["left", "up"]),
        (["6-6 first"], "4-4", []),
    ],
)
def test_a_place_is_asked_for_only_where_two_lead_to_different_ends(
    laid: list[str], tile: str, places: list[str]
) -> None:
    assert [move.arm for move in asked(line_of(*laid), parse_tile(tile))] == places


@st.composite
def laid_lines(draw: st.DrawFn) -> list[Move]:
    """Draw the moves of a line, laid from the whole set until it is long enough or nothing fits."""
    left, line, laid = set(SET), Line(), []
    for _ in range(draw(st.integers(1, len(SET)))):
        if not (open_moves := moves(line, left)):
            break
        move = draw(st.sampled_from(open_moves))
        laid.append(move)
        left.remove(move.tile)
        line = lay(line, move)
    return laid


def exposed(laid: list[Move]) -> int:
    """Count the halves that no tile covers, by who lies against whom: a double, until two do, counts both."""
    last: dict[str, Tile] = {}
    against: dict[Tile, list[Tile]] = defaultdict(list)
    spinner: Tile | None = None
    for tile, arm in laid:
        if arm != "first":
            middle = spinner if arm in ("up", "down") else laid[0].tile
            other = last.get(arm, middle)
            assert other is not None
            against[tile].append(other)
            against[other].append(tile)
            last[arm] = tile
        if tile.double and spinner is None:
            spinner = tile
    total = 0
    for tile, _ in laid:
        if tile.double:
            total += tile.pips if len(against[tile]) < 2 else 0
        else:
            total += tile.pips - sum(next(iter(set(tile) & set(other))) for other in against[tile])
    return total


@given(laid_lines())
def test_the_count_is_the_sum_of_what_no_tile_covers(laid: list[Move]) -> None:
    line = Line()
    for number, move in enumerate(laid, 1):
        line = lay(line, move)
        assert count(line) == exposed(laid[:number])
        assert scores(count(line)) in (0, count(line))
        assert (scores(count(line)) == 0) == (count(line) % 5 != 0 or count(line) == 0)


@given(laid_lines(), st.sets(st.sampled_from(SET), max_size=7))
def test_moves_are_in_order_and_all_that_fit(laid: list[Move], hand: set[Tile]) -> None:
    line = Line()
    for move in laid:
        line = lay(line, move)
    found = moves(line, hand)
    assert list(found) == [
        Move(tile, arm)
        for tile in SET
        for arm in ARMS
        if tile in hand and arm in ends(line) and ends(line)[arm] in tile
    ]
    for tile in hand:
        assert set(asked(line, tile)) <= {move for move in found if move.tile == tile}
        assert bool(asked(line, tile)) == bool(fitting(line, tile))


@given(laid_lines())
def test_every_tile_lies_once_and_touches_its_own_number(laid: list[Move]) -> None:
    line = Line()
    for move in laid:
        line = lay(line, move)
    lying = [halves.tile for arm in ARMS for halves in line.arms[arm]]
    assert sorted([*lying, laid[0].tile]) == sorted(move.tile for move in laid)
    assert len(set(lying)) == len(lying)
    for arm in ARMS:
        for inner, outer in zip(line.arms[arm], line.arms[arm][1:], strict=False):
            assert inner.outer == outer.inner
    assert bool(line.arms["up"] or line.arms["down"]) <= (line.spinner is not None)
