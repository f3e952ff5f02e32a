"""A bracket as the cells of tables, one for each of its trees: boxes for matches, and joints between the columns.

Letters dress them in templates/parts/bracket.html; the site takes the boxes alone. Decides nothing.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.telling.tournaments.placement import Place, Tree, trees
from referee.telling.tournaments.round_names import (
    OPEN,
    PLAYED,
    STATE_WORDS,
    ending_words,
    round_name,
    score_words,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Running, Side, fixtures
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

HIGH = 4
"""The rows of the table that a box takes, half of them on either side of the line of its match."""


class SideRow(NamedTuple):
    """One side of a match. `known`: it is a team; `won` and `own` (the reader's) are marked."""

    name: str
    known: bool
    score: str
    won: bool
    own: bool


class Box(NamedTuple):
    """One match: `caption` as in `Match 7, game 31, being played`, `game` the number of its game."""

    caption: str
    game: int | None
    live: bool
    sides: tuple[SideRow, SideRow]


class BracketCell(NamedTuple):
    """A cell so many rows high: with a box, or with lines that join two columns, or empty."""

    rows: int
    box: Box | None = None
    joint: tuple[str, ...] = ()
    """The places of the lines: `top`, `right`, `bottom`."""


class BracketTable(NamedTuple):
    """A tree as a table: its title, the names of its columns, and its rows, each with the cells that begin there."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[BracketCell, ...], ...]


def bracket_tables(t: Tournament, key: StageKey, running: Running, team: str | None = None) -> tuple[BracketTable, ...]:
    """Return the tables of a bracket stage that has begun; `team` is the reader's."""
    every, kind = fixtures(t, key), stage_of(t, key).kind
    found = []
    for tree in trees(kind, every):
        first = {place.column: place.match for place in tree.places}
        heads = tuple(round_name(kind, first[at], every) for at in sorted(first))
        found.append(BracketTable("" if tree.title in heads else tree.title, heads, _rows(tree, running, team)))
    return tuple(found)


def _rows(tree: Tree, running: Running, team: str | None) -> tuple[tuple[BracketCell, ...], ...]:
    height = max(place.line for place in tree.places) + 1 + HIGH // 2
    rows: list[list[BracketCell]] = [[] for _ in range(height)]
    for column in range(tree.last.column + 1):
        places = [place for place in tree.places if place.column == column]
        joints = [(start, cell) for place in places for start, cell in _joint(place)]
        boxes = [
            (place.line + 1 - HIGH // 2, BracketCell(HIGH, box_of(place.match, running, team))) for place in places
        ]
        for cells in (joints, boxes) if column else (boxes,):
            for start, cell in _filled(cells, height):
                rows[start].append(cell)
    return tuple(map(tuple, rows))


def _joint(place: Place) -> Iterator[tuple[int, BracketCell]]:
    """Yield the row and the cell of the lines that lead to a match from those before it."""
    upper, lower = (line if fed else place.line for line, fed in zip(place.lines, place.fed, strict=True))
    if upper < lower:
        where = ("top" if place.fed[0] else "", "right", "bottom" if place.fed[1] else "")
        yield upper + 1, BracketCell(lower - upper, joint=tuple(filter(None, where)))


def _filled(cells: Sequence[tuple[int, BracketCell]], height: int) -> Iterator[tuple[int, BracketCell]]:
    """Yield the cells of a column with empty ones between them."""
    free = 0
    for start, cell in cells:
        if start > free:
            yield free, BracketCell(start - free)
        yield start, cell
        free = start + cell.rows
    if free < height:
        yield free, BracketCell(height - free)


def box_of(one: Fixture, running: Running, team: str | None = None) -> Box:
    """Return the box of a match; `team` is the reader's."""
    said = ending_words(one, running) or ("" if one.state in ("unknown", "open", "over") else STATE_WORDS[one.state])
    game = "" if one.game is None else f"game {one.game}"
    caption = ", ".join(filter(None, (f"Match {one.match}", game, said)))
    first, second = score_words(one, running)
    sides = _side(one, one.first, first, team), _side(one, one.second, second, team)
    return Box(caption, one.game, one.state == "running", sides)


def _side(one: Fixture, side: Side, score: str, team: str | None) -> SideRow:
    known = side.team is not None
    points = "" if score in ("won", "lost") else score.rstrip(PLAYED + OPEN)
    return SideRow(side_words(side), known, points, known and side.team == one.winner, known and side.team == team)
