"""The place of each match of a bracket: each part of it is a tree, its rounds are the columns from left to right, and
each side of a match has a line. Draws nothing.

Where a side is the winner of a match of the same tree, it stands on the line of that match, one column to the right.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.telling.tournaments.round_names import round_name
from referee.tournaments.fixtures import Fixture
from referee.tournaments.formats import StageKind

APART = 2
"""The lines between a side that begins here and the next one."""


class Place(NamedTuple):
    """A match in its column, with the lines of its two sides; `fed`: which of them is the winner of a match before."""

    match: Fixture
    column: int
    lines: tuple[int, int]
    fed: tuple[bool, bool]

    @property
    def line(self) -> int:
        """The line in the middle between the sides, on which the winner goes on."""
        return sum(self.lines) // 2


class Tree(NamedTuple):
    """One part of a bracket; `has_winner`: its winner has won the stage, and does not go on to another tree."""

    title: str
    places: tuple[Place, ...]
    """The places of its matches. A match comes after the matches that lead to it, and the last match of the tree at the
    end."""
    has_winner: bool

    @property
    def last(self) -> Place:
        """The match that ends it."""
        return self.places[-1]


def trees(kind: StageKind, every: Sequence[Fixture]) -> tuple[Tree, ...]:
    """Return the trees of a bracket, whose matches are `every`, in the order in which people read them."""
    if not every:
        return ()
    last = {one.part: one for one in every if not one.is_spare}
    finals = [one for one in every if one.part == "final" and not one.is_spare]
    if kind is StageKind.SINGLE:
        thirds = [_tree("Third place", last["third"], [last["third"]], True)] if "third" in last else []
        return (_tree("", last["final"], [one for one in every if one.part != "third"], True), *thirds)
    if "losers" not in last:
        return tuple(_tree(round_name(kind, one, every), one, [one], True) for one in every if not one.is_spare)
    parts = [_part(every, last[name]) for name in ("winners", "losers")]
    return (*parts, *(_tree(round_name(kind, one, every), one, [one], True) for one in finals))


def _part(every: Sequence[Fixture], last: Fixture) -> Tree:
    title = f"{last.part.capitalize()}' part: its winner goes on to match {last.winner_to}"
    return _tree(title, last, [one for one in every if one.part == last.part], False)


def _tree(title: str, last: Fixture, matches: Sequence[Fixture], has_winner: bool) -> Tree:
    found = {one.match: one for one in matches}
    return Tree(title, tuple(_grown(last, found, _height(last, found) - 1, 0)), has_winner)


def _before(one: Fixture, found: Mapping[int, Fixture]) -> tuple[Fixture | None, Fixture | None]:
    """Return the matches of this tree whose winners meet in a match."""
    first, second = (
        found.get(side.comes[1]) if side.comes is not None and side.comes[0] == "winner" else None for side in one.sides
    )
    return first, second


def _height(one: Fixture, found: Mapping[int, Fixture]) -> int:
    """Count the columns of a match and all matches that lead to it."""
    return 1 + max((_height(before, found) for before in _before(one, found) if before is not None), default=0)


def _grown(one: Fixture, found: Mapping[int, Fixture], column: int, top: int) -> Iterator[Place]:
    """Yield the places that lead to a match, from a line down, and last the match itself."""
    before = _before(one, found)
    lines: list[int] = []
    for each in before:
        line = top
        if each is not None:
            for place in _grown(each, found, column - 1, top):
                yield place
                top = max(top, place.lines[1] + APART)
            line = place.line
        else:
            top += APART
        lines.append(line)
    yield Place(one, column, (lines[0], lines[1]), (before[0] is not None, before[1] is not None))
