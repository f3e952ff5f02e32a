"""The plot of both scores by round, as places in a drawing. Draws nothing: templates/site/plot.html does.

Lengths are units of the drawing, which are pixels on a phone; y grows downwards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from referee.site.values import Pair, Round, Story

RIGHT, TOP, HIGH = 40, 10, 190
"""Room for the scores at the right; where the plot begins, and how high it is."""
LEFT, DIGIT, GAP = 34, 6.3, 10
"""Room for the figures at the left: the least, for each digit, and beside the digits."""
LEAST_WIDE, EACH = 366, 13
"""The least width of a drawing, and the room for a round in a long one."""
BELOW, STRIP = 19, 13
"""The distance of the numbers of the rounds below the plot, and below a row of marks for each team."""
LONG = 20
"""A game of more rounds is drawn wider than a phone."""
STEPS = tuple(step * 10**power for power in range(6) for step in (10, 25, 50))
"""The distances that lines across may have."""
MOST_LINES = 8
APART = 13
"""Two scores at the right stand at least so far from each other."""


class Point(NamedTuple):
    """A score in the drawing; `round` is 0 for the start."""

    x: float
    y: float
    round: int
    score: int


class Mark(NamedTuple):
    """A team's round in letters: `S`, it was set; `N`, a nil was made, `X`, broken; `B`, sandbags cost points."""

    x: float
    y: float
    team: int
    letters: str


class GridLine(NamedTuple):
    """A line across, with its figure."""

    y: float
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """The whole drawing."""

    wide: int
    high: int
    long: bool
    """The drawing is wider than a phone."""
    left: float
    """The place where the plot begins, and the figures end."""
    right: float
    """The place where the plot ends, and the scores begin."""
    foot: float
    """The height at which the row of the rounds' numbers stands."""
    lines: tuple[GridLine, ...]
    target: GridLine
    """The line of the target."""
    teams: tuple[tuple[Point, ...], tuple[Point, ...]]
    ends: tuple[float, float]
    """The height of the figure of each team's last score."""
    marks: tuple[Mark, ...]
    rounds: tuple[Point, ...]
    """The rounds whose numbers are written."""


def plot_of(story: Story) -> Plot | None:
    """Plot a game; return None before its first round is over."""
    rounds = story.scored
    if not rounds:
        return None
    scores: list[Pair] = [(0, 0), *(one.score for one in rounds)]
    every = [score for pair in scores for score in pair]
    target = story.sheet.target
    left = max(LEFT, ceil(GAP + DIGIT * max(len(str(score)) for score in (*every, target))))
    wide = max(LEAST_WIDE, left + RIGHT + EACH * len(rounds))
    scale = _Scale(min(0, *every), max(target, *every), left, (wide - left - RIGHT) / len(rounds))
    first, second = (
        tuple(Point(scale.x(i), scale.y(pair[team]), i, pair[team]) for i, pair in enumerate(scores)) for team in (0, 1)
    )
    foot = TOP + HIGH + BELOW + 2 * STRIP
    every_nth = 1 if len(rounds) <= LONG else 5
    return Plot(
        wide=wide,
        high=foot + 6,
        long=len(rounds) > LONG,
        left=left,
        right=wide - RIGHT,
        foot=foot,
        lines=tuple(GridLine(scale.y(score), score) for score in scale.figures()),
        target=GridLine(scale.y(target), target),
        teams=(first, second),
        ends=_apart(first[-1].y, second[-1].y),
        marks=tuple(_marks(rounds, scale)),
        rounds=tuple(point for point in first[1:] if point.round % every_nth == 0),
    )


class _Scale:
    """The scale from rounds and scores to places."""

    def __init__(self, least: int, most: int, left: float, across: float) -> None:
        self.step = next((step for step in STEPS if (most - least) / step <= MOST_LINES), STEPS[-1])
        self.least, self.most = least // self.step * self.step, most
        self.left, self.across = left, across

    def x(self, round: int) -> float:
        return _cut(self.left + round * self.across)

    def y(self, score: int) -> float:
        return _cut(TOP + HIGH * (self.most - score) / max(1, self.most - self.least))

    def figures(self) -> range:
        """Return the scores at which a line goes across."""
        return range(self.least, self.most + 1, self.step)


def _cut(length: float) -> float:
    return round(length, 1)


def _apart(one: float, other: float) -> tuple[float, float]:
    """Move two heights away from each other where they are too close."""
    more = (APART - abs(one - other)) / 2
    if more <= 0:
        return one, other
    return (_cut(one - more), _cut(other + more)) if one <= other else (_cut(one + more), _cut(other - more))


def _marks(rounds: Sequence[Round], scale: _Scale) -> Iterator[Mark]:
    for place, one in enumerate(rounds, 1):
        for team, tally in enumerate(one.tallies or (), 1):
            made, broken = len(tally.nils) > len(tally.broken), bool(tally.broken)
            holds = {"S": not tally.made, "N": made, "X": broken, "B": bool(tally.penalty)}
            if letters := "".join(letter for letter in holds if holds[letter]):
                yield Mark(scale.x(place), TOP + HIGH + 4 + team * STRIP, team, letters)
