"""A bracket in plain text: each part drawn as a tree where that fits a terminal, else round by round. Decides nothing.

      The Aces  250 -+
                   1 +- The Aces --+
      Deuces    180 -+             |
                                 3 +- (winner)

Beside a corner stands the number of the match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from referee.post.reading.safe_lines import clean
from referee.telling.formats import Block, columns, listed, width
from referee.telling.text_blocks import WIDTH
from referee.telling.tournaments.round_names import (
    Running,
    ending_words,
    legend,
    round_name,
    score_words,
    short_names,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Side, fixtures, rounds, without_match
from referee.tournaments.formats import Kind
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

LONGEST, SHORTEST = 32, 8
"""How many columns a name takes; where even the shortest are too long the rounds stand below each other."""
INDENT = "  "
RUNS = "* being played"
Names = Mapping[str, str]
"""Teams as they are shown, by name."""


class Part(NamedTuple):
    """What is drawn as one tree: its last match, and the parts of the bracket that lead to it."""

    title: str
    root: Fixture
    of: tuple[str, ...]
    has_winner: bool
    """Whether a column of its own shows who won."""


class Entry(NamedTuple):
    """Who stands at a line of a column, with their points in the match to the right."""

    line: int
    side: str
    score: str


class Corner(NamedTuple):
    """Where two entries of a column meet; `label` is the number of the match."""

    top: int
    line: int
    bottom: int
    label: str


class Tree(NamedTuple):
    """Entries and corners by column, from the left."""

    entries: dict[int, list[Entry]]
    corners: dict[int, list[Corner]]


def bracket_text(t: Tournament, key: StageKey, running: Running) -> Block:
    """The bracket of a stage that has begun, with the names in full below it where they had to be cut."""
    every = fixtures(t, key)
    drawn = _parts(stage_of(t, key).kind, every)
    for wide in range(LONGEST, SHORTEST - 1, -1) if drawn else ():
        names = short_names(t.stages[key].teams, wide)
        lines = [[*_title(part), *_tree_lines(part, every, names, wide, running)] for part in drawn]
        if max(map(width, chain.from_iterable(lines))) <= WIDTH:
            return _blocks((*lines, _notes(t, key, every, names, running)))
    return rounds_text(t, key, running)


def rounds_text(t: Tournament, key: StageKey, running: Running) -> Block:
    """The rounds of a bracket below each other, for more teams than a tree has room for."""
    every, kind = fixtures(t, key), stage_of(t, key).kind
    needed = [one for one in every if not _is_spare(one)]
    for wide in range(LONGEST, SHORTEST - 1, -1):
        names = short_names(t.stages[key].teams, wide)
        lines = [_round_lines(kind, round, every, names, running) for round in rounds(needed)]
        if max(map(width, chain.from_iterable(lines)), default=0) <= WIDTH:
            break
    arrow = ["> winner plays on in that match"] if any(one.winner_to for one in needed) else []
    return _blocks((*lines, [*arrow, *_notes(t, key, every, names, running)]))


def _round_lines(
    kind: Kind, round: Sequence[Fixture], every: Sequence[Fixture], names: Names, running: Running
) -> list[str]:
    rows = [_row(one, names, running) for one in round]
    return [round_name(kind, round, every), *columns(rows, "02").split("\n")]


def _row(one: Fixture, names: Names, running: Running) -> tuple[str, ...]:
    first, second = score_words(one, running)
    sides = [_shown(side, names, LONGEST) for side in one.sides]
    onward = "" if one.winner_to is None else f"> {one.winner_to}"
    between = f"{first} : {second}" if first else "-"
    return str(one.match), sides[0], between, sides[1], ending_words(one) or onward


def _blocks(blocks: Iterable[Sequence[str]]) -> Block:
    return Block("\n\n".join("\n".join(line.rstrip() for line in lines) for lines in blocks if lines))


def _parts(kind: Kind, every: Sequence[Fixture]) -> list[Part]:
    """The trees of a bracket. Two teams that play the best of three have none."""
    last = {one.part: one for one in every if not one.if_needed}
    finals = [one for one in every if one.part in ("third", "final") and not _is_spare(one)]
    if kind is Kind.SINGLE:
        thirds = [Part("Third place", one, ("third",), True) for one in finals if one.part == "third"]
        return [*(Part("", one, ("winners", "final"), True) for one in finals if one.part == "final"), *thirds]
    if "losers" not in last:
        return []
    trees = [Part(f"{name.capitalize()}' part", last[name], (name,), False) for name in ("winners", "losers")]
    return [*trees, *(Part(round_name(kind, [one], every), one, (), True) for one in finals)]


def _is_spare(one: Fixture) -> bool:
    """Whether a match is played only if needed, which is not known yet or is not so."""
    return one.if_needed and one.state in ("unknown", "off")


def _title(part: Part) -> list[str]:
    onward = "" if part.has_winner or part.root.winner_to is None else f": its winner goes on to match {part.root.winner_to}"
    return [f"{part.title}{onward}"] if part.title else []


def _notes(
    t: Tournament, key: StageKey, every: Sequence[Fixture], names: Names, running: Running
) -> list[str]:
    byes = [names[team] for team in without_match(t, key, rounds(every)[0])] if every else []
    shown = [f"No match in the first round: {listed(byes)}"] if byes else []
    shown += [RUNS] if any("*" in "".join(score_words(one, running)) for one in every) else []
    return [*shown, *(INDENT + line for line in legend(names))]


def _tree_lines(
    part: Part, every: Sequence[Fixture], names: Names, wide: int, running: Running
) -> list[str]:
    found = {one.match: one for one in every if one.part in part.of}
    tree = Tree({}, {})
    column, line, _ = _grow(tree, part.root, found, 0, names, wide, running)
    if part.has_winner:
        won = part.root.winner
        tree.entries[column + 1] = [Entry(line, "(winner)" if won is None else names[won], "")]
    return _drawn(tree)


def _grow(
    tree: Tree, one: Fixture, found: Mapping[int, Fixture], top: int, names: Names, wide: int, running: Running
) -> tuple[int, int, int]:
    """Add a match and what leads to it from line `top` down. -> its column, the line of its corner, the next free line"""
    grown: list[tuple[int, int]] = []
    for side in one.sides:
        before = found.get(side.comes[1]) if side.comes is not None and side.comes[0] == "winner" else None
        if before is None:
            grown.append((0, top))
            top += 2
        else:
            column, line, top = _grow(tree, before, found, top, names, wide, running)
            grown.append((column + 1, line))
    column = max(place for place, _ in grown)
    lines = [line for _, line in grown]
    for side, line, score in zip(one.sides, lines, score_words(one, running), strict=True):
        tree.entries.setdefault(column, []).append(Entry(line, _shown(side, names, wide), score))
    label = "" if one.state == "off" else str(one.match)
    corner = Corner(lines[0], sum(lines) // 2, lines[1], label)
    tree.corners.setdefault(column, []).append(corner)
    return column, corner.line, top


def _shown(side: Side, names: Names, wide: int) -> str:
    words = side_words(side) if side.team is None else names[side.team]
    return words if width(words) <= wide else words.replace(" of", "")


def _drawn(tree: Tree) -> list[str]:
    """The tree as lines, all of its columns beside each other."""
    height = 1 + max(entry.line for column in tree.entries.values() for entry in column)
    lines = [""] * height
    for column in sorted(tree.entries):
        cells = _column(tree.entries[column], tree.corners.get(column, ()), height)
        lines = [line + cell for line, cell in zip(lines, cells, strict=True)]
    return [INDENT + line for line in lines]


def _column(entries: Sequence[Entry], corners: Sequence[Corner], height: int) -> list[str]:
    """One column, as wide in every line: names, points, and the bars to the next column."""
    name = max(width(clean(entry.side)) for entry in entries)
    score = max(len(entry.score) for entry in entries)
    inner = name + score + bool(score)
    cells = [" " * (inner + 1)] * height
    for entry in entries:
        cells[entry.line] = _entry(entry, name, score) if corners else clean(entry.side)
    return list(_joined(cells, {entry.line for entry in entries}, corners)) if corners else cells


def _entry(entry: Entry, name: int, score: int) -> str:
    """A name with its points and a space; with a dash to the corner if it has no points yet."""
    words = clean(entry.side)
    gap = name - width(words)
    if entry.score:
        return f"{words}{' ' * gap} {entry.score:>{score}} "
    return f"{words} {'-' * (gap + score + bool(score))}"


def _joined(cells: Sequence[str], taken: set[int], corners: Sequence[Corner]) -> Iterator[str]:
    """The cells with four columns more, of which the second is the bar."""
    for line, cell in enumerate(cells):
        corner = next((one for one in corners if one.top <= line <= one.bottom), None)
        if corner is None:
            yield f"{cell}    "
        elif line == corner.line:
            yield f"{corner.label:>{len(cell)}} +- "
        else:
            yield f"{cell}{'-+' if line in taken else ' |'}  "
