"""A bracket as columns of matches, one for each round, which the style of the pages draws as a tree, and on a phone one
below the other. Decides nothing.

Each column has so many slots that a match stands beside the middle of the two matches that lead to it.
"""

from typing import NamedTuple

from referee.telling.tournaments.html_bracket import Box, box_of
from referee.telling.tournaments.placement import Tree, trees
from referee.telling.tournaments.round_names import round_name
from referee.tournaments.fixtures import Fixture, Running, fixtures
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament


class Slot(NamedTuple):
    """A match in its column: its round's name, its box, and where its winner and loser go in words. `lines`: the lines
    from it and to it: `upper` or `lower` of a pair, `straight`, `fed`."""

    round: str
    box: Box
    goes: str
    lines: tuple[str, ...]


class Column(NamedTuple):
    """One round: its name, and its slots, None where nobody plays."""

    name: str
    slots: tuple[Slot | None, ...]


class BracketTree(NamedTuple):
    """One part of a bracket, with a title of its own if its rounds do not say it."""

    title: str
    columns: tuple[Column, ...]


def bracket_trees(t: Tournament, key: StageKey, running: Running) -> tuple[BracketTree, ...]:
    """Return the trees of a bracket stage that has begun."""
    every, kind = fixtures(t, key), stage_of(t, key).kind

    def grown(tree: Tree) -> BracketTree:
        slots, lines, counts = _placed(tree)
        found: list[list[Slot | None]] = [[None] * count for count in counts]
        names = [""] * len(counts)
        for place in tree.places:
            one = place.match
            own = (*lines.get(one.match, ()), *(("fed",) if any(place.fed) else ()))
            found[place.column][slots[one.match]] = Slot(
                round_name(kind, one, every, alone=True), box_of(one, running), _goes(one), own
            )
            names[place.column] = round_name(kind, one, every)
        title = "" if tree.title in names else tree.title
        return BracketTree(title, tuple(Column(*each) for each in zip(names, map(tuple, found), strict=True)))

    return tuple(map(grown, trees(kind, every)))


def _placed(tree: Tree) -> tuple[dict[int, int], dict[int, tuple[str]], list[int]]:
    """Find the slot of each match, the line that leads on from it, and how many slots each column has."""
    pairs = {place.column for place in tree.places if all(place.fed)}
    slots, lines = {tree.last.match.match: 0}, dict[int, tuple[str]]()
    for place in reversed(tree.places):
        here, paired = slots[place.match.match], place.column in pairs
        for number, side in enumerate(place.match.sides):
            if place.fed[number] and side.comes is not None:
                slots[side.comes[1]] = 2 * here + number if paired else here
                lines[side.comes[1]] = (("upper", "lower")[number] if paired else "straight",)
    counts = [1]
    for column in range(tree.last.column, 0, -1):
        counts.insert(0, counts[0] * (2 if column in pairs else 1))
    return slots, lines, counts


def _goes(one: Fixture) -> str:
    after = (("winner", one.winner_to), ("loser", one.loser_to))
    return ", ".join(f"{who} to match {number}" for who, number in after if number is not None)
