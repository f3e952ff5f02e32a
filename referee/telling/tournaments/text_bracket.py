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
from referee.telling.tournaments.placement import Place, Tree, trees
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
from referee.tournaments.formats import StageKind
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import StageKey, Tournament

LONGEST, SHORTEST = 32, 8
"""The most and the fewest columns of a name; if even the fewest are too many, the rounds stand below each other."""
FEW, READABLE = 8, 12
"""The most teams in whose tree names may be cut short, and the fewest columns of a name where there are more: nobody
looks for themselves among so many stumps."""
MANY = 16
"""More teams than this have no tree, however short their names are."""
INDENT = "  "
RUNS = f"{PLAYED} being played"
GONE = "out: has withdrawn"
ONWARD = "> the match in which the winner plays next"


class DrawnSide(NamedTuple):
    """The side that stands at a line of a column, with its points in the match to the right."""

    line: int
    side: str
    score: str


class Look(NamedTuple):
    """The look of matches: teams as they are called here, in at most `wide` columns; the scores of running games."""

    names: Mapping[str, str]
    wide: int
    running: Running

    def side(self, side: Side) -> str:
        """Write a side of a match, which is known or not."""
        words = side_words(side) if side.team is None else self.names[side.team]
        return words if width(words) <= self.wide else words.replace(" of", "")

    def scores(self, one: Fixture) -> tuple[str, str]:
        """Write the points of both sides."""
        return score_words(one, self.running)


def bracket_text(t: Tournament, key: StageKey, running: Running, *, said: bool = False) -> Block:
    """Return the bracket of a stage that has begun, with the names in full below it where they had to be cut. `said`:
    a tree stands below its matches in words, since nobody hears from a drawing who meets whom."""
    every = fixtures(t, key)
    drawn = trees(stage_of(t, key).kind, every) if len(t.stages[key]) <= MANY else ()
    for look in _looks(t, key, running) if drawn else ():
        if look.wide < READABLE and len(look.names) > FEW:
            break
        lines = [block for tree in drawn for block in ([tree.title] if tree.title else [], _tree_lines(tree, look))]
        if _fits(lines):
            open = said and any(one.winner is None for one in every)
            words = list(_said(stage_of(t, key).kind, every, running)) if open else []
            return _blocks((words, *lines, *_notes(t, key, every, look)))
    return rounds_text(t, key, running)


def rounds_text(t: Tournament, key: StageKey, running: Running) -> Block:
    """Write the rounds of a bracket below each other, for more teams than a tree has room for."""
    every, kind = fixtures(t, key), stage_of(t, key).kind
    needed = [one for one in every if not one.is_spare]
    lines: list[list[str]] = []
    for look in _looks(t, key, running):
        lines = [
            block for round in rounds(needed) for block in ([round_name(kind, round[0], every)], _rows(round, look))
        ]
        if _fits(lines):
            break
    onward = [ONWARD] if any(one.winner_to for one in needed) else []
    return _blocks((*lines, onward, *_notes(t, key, every, look)))


def _said(kind: StageKind, every: Sequence[Fixture], running: Running) -> Iterator[str]:
    """Yield a line for each round: `Semi-finals: match 5, Kings 120, Aces 80 (so far); match 6, ...`"""
    for round in rounds([one for one in every if not one.is_spare]):
        matches = "; ".join(_match_words(one, running) for one in round)
        yield wrapped(f"{INDENT}{round_name(kind, round[0], every)}: {matches}.")


def _match_words(one: Fixture, running: Running) -> str:
    """Say `match 1, Kings against Aces`, with the points if there are any."""
    first, second = (clean(side_words(side)) for side in one.sides)
    points, others = (words.rstrip(PLAYED + OPEN) for words in score_words(one, running))
    meet = f"{first} {points}, {second} {others}" if points or others else f"{first} against {second}"
    how = "so far" if one.state == "running" else ending_words(one, running)
    return f"match {one.match}, {meet}{f' ({how})' if how else ''}"


def _looks(t: Tournament, key: StageKey, running: Running) -> Iterator[Look]:
    """Yield the looks, from the longest names to the shortest."""
    for wide in range(LONGEST, SHORTEST - 1, -1):
        yield Look(short_names(t.stages[key], wide), wide, running)


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


def _tree_lines(tree: Tree, look: Look) -> list[str]:
    """Return a tree as lines, all of its columns beside each other."""
    height = 1 + max(line for place in tree.places for line in place.lines)
    lines = [""] * height
    for column in range(tree.last.column + 1):
        places = [place for place in tree.places if place.column == column]
        lines = [line + cell for line, cell in zip(lines, _column(places, look, height), strict=True)]
    if tree.has_winner:
        won = tree.last.match.winner
        lines[tree.last.line] += f"{'(winner)' if won is None else clean(look.names[won])} "
    return [INDENT + line for line in lines]


def _column(places: Sequence[Place], look: Look, height: int) -> list[str]:
    """Return one column, as wide in every line: names, points, and the bars to the next column."""
    entries = [entry for place in places for entry in _entries(place, look)]
    name = max(width(clean(entry.side)) for entry in entries)
    score = max(len(entry.score) for entry in entries)
    cells = [" " * (name + score + bool(score) + 1)] * height
    for entry in entries:
        cells[entry.line] = _entry(entry, name, score)
    return list(_joined(cells, {entry.line for entry in entries}, places))


def _entries(place: Place, look: Look) -> Iterator[DrawnSide]:
    one = place.match
    for side, line, score in zip(one.sides, place.lines, look.scores(one), strict=True):
        yield DrawnSide(line, look.side(side), score)


def _entry(entry: DrawnSide, name: int, score: int) -> str:
    """Write a name with its points and a space; with a dash to the corner if it has no points yet."""
    words = clean(entry.side)
    gap = name - width(words)
    if entry.score:
        return f"{words}{' ' * gap} {entry.score:>{score}} "
    return f"{words} {'-' * (gap + score + bool(score))}"


def _joined(cells: Sequence[str], taken: set[int], places: Sequence[Place]) -> Iterator[str]:
    """Yield the cells with four columns more, of which the second is the bar."""
    for line, cell in enumerate(cells):
        place = next((one for one in places if one.lines[0] <= line <= one.lines[1]), None)
        if place is None:
            yield f"{cell}    "
        elif line == place.line:
            yield f"{_label(place.match):>{len(cell)}} +- "
        else:
            yield f"{cell}{'-+' if line in taken else ' |'}  "


def _label(one: Fixture) -> str:
    """Return the number of a match; empty for a match that a bye decides."""
    return "" if one.state == "off" and any(side.bye for side in one.sides) else str(one.match)
