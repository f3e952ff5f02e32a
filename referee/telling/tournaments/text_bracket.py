"""A bracket in plain text: each part drawn as a tree where that fits a terminal, else round by round. Decides nothing.

      The Aces  250 -+
                   1 +- The Aces --+
      Deuces    180 -+             |
                                 3 +- (winner)

Beside a corner stands the number of the match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.post.reading.safe_lines import clean
from referee.telling.formats import Block, columns, listed, width
from referee.telling.text_blocks import WIDTH, wrapped
from referee.telling.tournaments.round_names import (
    OPEN,
    PLAYED,
    ending_words,
    legend,
    open_results,
    round_name,
    score_words,
    short_names,
    side_words,
)
from referee.tournaments.fixtures import Fixture, Running, Side, fixtures, rounds, without_match
from referee.tournaments.formats import Kind
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

LONGEST, SHORTEST = 32, 8
"""How many columns a name takes; where even the shortest are too long the rounds stand below each other."""
FEW, READABLE = 8, 12
"""In the tree of more teams than this no name is cut to less: nobody looks for themselves among so many stumps."""
MANY = 16
"""More teams than this have no tree, however short their names are."""
INDENT = "  "
RUNS = f"{PLAYED} being played"
GONE = "out: has withdrawn"
ONWARD = "> the match in which the winner plays next"


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


class Look(NamedTuple):
    """How matches are shown: teams as they are called here, in at most `wide` columns; the scores of running games."""

    names: Mapping[str, str]
    wide: int
    running: Running

    def side(self, side: Side) -> str:
        """A side of a match, which is known or not."""
        words = side_words(side) if side.team is None else self.names[side.team]
        return words if width(words) <= self.wide else words.replace(" of", "")

    def scores(self, one: Fixture) -> tuple[str, str]:
        """The points of both sides."""
        return score_words(one, self.running)


def bracket_text(t: Tournament, key: StageKey, running: Running) -> Block:
    """The bracket of a stage that has begun, with the names in full below it where they had to be cut."""
    every = fixtures(t, key)
    drawn = _parts(stage_of(t, key).kind, every) if len(t.stages[key].teams) <= MANY else []
    for look in _looks(t, key, running) if drawn else ():
        lines = [block for part in drawn for block in (_title(part), _tree_lines(part, every, look))]
        if look.wide < READABLE and len(look.names) > FEW:
            break
        if _fits(lines):
            return _blocks((*lines, *_notes(t, key, every, look)))
    return rounds_text(t, key, running)


def rounds_text(t: Tournament, key: StageKey, running: Running) -> Block:
    """The rounds of a bracket below each other, for more teams than a tree has room for."""
    every, kind = fixtures(t, key), stage_of(t, key).kind
    needed = [one for one in every if not one.is_spare]
    lines: list[list[str]] = []
    for look in _looks(t, key, running):
        lines = [block for round in rounds(needed) for block in ([round_name(kind, round, every)], _rows(round, look))]
        if _fits(lines):
            break
    onward = [ONWARD] if any(one.winner_to for one in needed) else []
    return _blocks((*lines, onward, *_notes(t, key, every, look)))


def _looks(t: Tournament, key: StageKey, running: Running) -> Iterator[Look]:
    """Names from the longest to the shortest."""
    for wide in range(LONGEST, SHORTEST - 1, -1):
        yield Look(short_names(t.stages[key].teams, wide), wide, running)


def _fits(blocks: Iterable[Sequence[str]]) -> bool:
    return all(width(line) <= WIDTH for lines in blocks for line in lines)


def _blocks(blocks: Iterable[Sequence[str]]) -> Block:
    return Block("\n\n".join("\n".join(line.rstrip() for line in lines) for lines in blocks if lines))


def _rows(round: Sequence[Fixture], look: Look) -> list[str]:
    return columns([_row(one, look) for one in round], "0").split("\n")


def _row(one: Fixture, look: Look) -> tuple[str, ...]:
    first, second = look.scores(one)
    onward = "" if one.winner_to is None else f"> {one.winner_to}"
    between = f"{first} : {second}" if first else "-"
    ending = ending_words(one, look.running)
    return str(one.match), look.side(one.first), between, look.side(one.second), ending or onward


def _notes(t: Tournament, key: StageKey, every: Sequence[Fixture], look: Look) -> Iterator[list[str]]:
    byes = [look.names[team] for team in without_match(t, key, rounds(every)[0])] if every else []
    if byes:
        yield wrapped(f"No match in the first round: {listed(byes)}").split("\n")
    if any(PLAYED in "".join(look.scores(one)) for one in every):
        yield [RUNS]
    if any("out" in look.scores(one) for one in every):
        yield [GONE]
    if open_ones := open_results(every, look.running):
        yield [line for one in open_ones for line in wrapped(f"{OPEN} {one}").split("\n")]
    yield [INDENT + line for line in legend(look.names)]


def _parts(kind: Kind, every: Sequence[Fixture]) -> list[Part]:
    """The trees of a bracket. Two teams that play the best of three have none."""
    last = {one.part: one for one in every if not one.if_needed}
    finals = [one for one in every if one.part == "final" and not one.is_spare]
    if kind is Kind.SINGLE:
        thirds = [Part("Third place", last["third"], ("third",), True)] if "third" in last else []
        return [*(Part("", one, ("winners", "final"), True) for one in finals), *thirds]
    if "losers" not in last:
        return []
    trees = [Part(f"{name.capitalize()}' part", last[name], (name,), False) for name in ("winners", "losers")]
    return [*trees, *(Part(round_name(kind, [one], every), one, (), True) for one in finals)]


def _title(part: Part) -> list[str]:
    if part.has_winner:
        return [part.title] if part.title else []
    return [f"{part.title}: its winner goes on to match {part.root.winner_to}"]


def _tree_lines(part: Part, every: Sequence[Fixture], look: Look) -> list[str]:
    found = {one.match: one for one in every if one.part in part.of}
    tree = Tree({}, {})
    last = _height(part.root, found) - 1
    line, _ = _grow(tree, part.root, found, (last, 0), look)
    if part.has_winner:
        won = part.root.winner
        tree.entries[last + 1] = [Entry(line, "(winner)" if won is None else look.names[won], "")]
    return _drawn(tree)


def _before(one: Fixture, found: Mapping[int, Fixture]) -> tuple[Fixture | None, Fixture | None]:
    """The matches of this part whose winners meet in a match."""
    first, second = (
        found.get(side.comes[1]) if side.comes is not None and side.comes[0] == "winner" else None for side in one.sides
    )
    return first, second


def _height(one: Fixture, found: Mapping[int, Fixture]) -> int:
    """How many columns a match takes with all that leads to it."""
    return 1 + max((_height(before, found) for before in _before(one, found) if before is not None), default=0)


def _grow(
    tree: Tree, one: Fixture, found: Mapping[int, Fixture], place: tuple[int, int], look: Look
) -> tuple[int, int]:
    """Add a match and what leads to it from a column to the left and a line down. -> its corner's line, the next free
    line"""
    column, top = place
    lines: list[int] = []
    for before in _before(one, found):
        line, top = (top, top + 2) if before is None else _grow(tree, before, found, (column - 1, top), look)
        lines.append(line)
    for side, line, score in zip(one.sides, lines, look.scores(one), strict=True):
        tree.entries.setdefault(column, []).append(Entry(line, look.side(side), score))
    nobody = one.state == "off" and any(side.bye for side in one.sides)
    corner = Corner(lines[0], sum(lines) // 2, lines[1], "" if nobody else str(one.match))
    tree.corners.setdefault(column, []).append(corner)
    return corner.line, top


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
