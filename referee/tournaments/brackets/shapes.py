"""The shape of a bracket: each match, and where its two sides come from. Knows no team and no result.

It follows from the number of teams alone, so the numbers of matches never depend on results. A bye is no match: its
team goes on to the next round at once.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

MOST = 64
"""The most teams of a stage; the fewest are 2."""


@dataclass(frozen=True, slots=True)
class Seed:
    """The team at this place of the drawn order; 1 is the best."""

    place: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    node: int


@dataclass(frozen=True, slots=True)
class LoserOf:
    node: int


Source = Seed | WinnerOf | LoserOf
BracketPart = Literal["winners", "losers", "final", "third"]


@dataclass(frozen=True, slots=True)
class Node:
    """One match of a bracket."""

    number: int
    """The number, from 1 up; larger than that of any match that a side comes from."""
    part: BracketPart
    round: int
    """The round, counted from 1 within the part; a round of byes alone does not count."""
    first: Source
    second: Source
    if_needed: bool = False
    """The grand final's second game: played only if the team without a loss, lost the first. `first` is that team."""


RoundSides = list[Source | None]
"""The sides of a round, from the top of the bracket down; None for a bye."""
Order = Callable[[RoundSides], RoundSides]


def natural(line: RoundSides) -> RoundSides:
    return line


def reverse(line: RoundSides) -> RoundSides:
    return line[::-1]


def half_shift(line: RoundSides) -> RoundSides:
    """Put the second half before the first."""
    half = len(line) // 2
    return line[half:] + line[:half]


def halves_reversed(line: RoundSides) -> RoundSides:
    """Reverse each half in its place."""
    half = len(line) // 2
    return line[:half][::-1] + line[half:][::-1]


Drops = Mapping[int, tuple[Order, ...]]
DROPS: Final[Drops] = {
    2: (natural,),
    4: (natural, reverse),
    8: (natural, reverse, natural),
    16: (natural, half_shift, natural, natural),
    32: (natural, halves_reversed, half_shift, natural, natural),
    64: (natural, half_shift, reverse, halves_reversed, reverse, natural),
}
"""The ways in which the losers of each round of the winners' part drop, by the places of the bracket, so that teams
that have met meet again late (ours)."""


def single(teams: int, third_place: bool) -> tuple[Node, ...]:
    """Shape a single elimination of 2 to 64 teams. With three teams the loser of the only semi-final is third, without
    a match.

    Numbers go by rounds, each from the top down; the third-place match stands before the final.
    """
    nodes: list[Node] = []
    line, lost = _seeds(teams), RoundSides()
    while len(line) > 2:
        line, lost = _play(nodes, "winners", _neighbours(line))
    if third_place:
        _play(nodes, "third", _neighbours(lost))
    _play(nodes, "final", _neighbours(line))
    return tuple(nodes)


def double(teams: int, reset: bool, drops: Drops = DROPS) -> tuple[Node, ...]:
    """Shape a double elimination of 2 to 64 teams, the grand final with a second game if `reset`. Two teams: best of
    three.

    Numbers go by rounds: each round of the winners' part, then those rounds of the losers' part that end with its
    losers dropping in.
    """
    nodes: list[Node] = []
    line, survivors = _seeds(teams), RoundSides()
    for order in drops[len(line)]:
        line, lost = _play(nodes, "winners", _neighbours(line))
        dropping = order(lost)
        if survivors:
            survivors, _ = _play(nodes, "losers", _neighbours(survivors))
            survivors, _ = _play(nodes, "losers", zip(dropping, survivors, strict=True))
        else:
            survivors = dropping
    _play(nodes, "final", zip(line, survivors, strict=True))
    if reset or teams == 2:
        final = len(nodes)
        nodes.append(Node(final + 1, "final", 2, LoserOf(final), WinnerOf(final), if_needed=True))
    return tuple(nodes)


Pairs = Iterable[tuple[Source | None, Source | None]]


def _seeds(teams: int) -> RoundSides:
    """Return all places of the bracket: 1 and 2 can meet only in the final, 1 to 4 only from the semi-finals on."""
    if not 2 <= teams <= MOST:
        raise ValueError(f"an elimination stage has 2 to {MOST} teams, not {teams}")
    places = [1]
    while len(places) < teams:
        total = 2 * len(places) + 1
        places = [place for better in places for place in (better, total - better)]
    return [Seed(place) if place <= teams else None for place in places]


def _neighbours(line: RoundSides) -> Pairs:
    return zip(line[::2], line[1::2], strict=True)


def _play(nodes: list[Node], part: BracketPart, pairs: Pairs) -> tuple[RoundSides, RoundSides]:
    """Add a round to `nodes`. -> its winners, its losers"""
    round = 1 + max((node.round for node in nodes if node.part == part), default=0)
    winners, losers = RoundSides(), RoundSides()
    for first, second in pairs:
        if first and second:
            node = Node(len(nodes) + 1, part, round, first, second)
            nodes.append(node)
            winners.append(WinnerOf(node.number))
            losers.append(LoserOf(node.number))
        else:
            winners.append(first or second)
            losers.append(None)
    return winners, losers
