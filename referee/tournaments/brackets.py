"""Elimination: the shape of a bracket, each match and where its two sides come from, and who stands where once some of
its matches are over. Judges no result, and knows no clock and no dice.

The shape follows from the number of teams alone, so the numbers of matches never depend on results. A bye is no match:
its team goes on to the next round at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal, NamedTuple

from referee.tournaments.events import Outcome
from referee.tournaments.formats import MOST_TEAMS


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
    if not 2 <= teams <= MOST_TEAMS:
        raise ValueError(f"an elimination stage has 2 to {MOST_TEAMS} teams, not {teams}")
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


BYE: Final = ""
"""The side without a team; no team's name is empty."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """The progress of a bracket."""

    nodes: tuple[Node, ...]
    order: tuple[str, ...]
    """The teams, best first."""
    outcomes: Mapping[int, Outcome]
    """The outcomes of its matches; here and below by the numbers of nodes."""
    withdrawn: frozenset[str]
    walked: Mapping[int, str]
    """The teams that won a match without playing it, and withdrew later."""


class Known(NamedTuple):
    """The sides of a match, each a team, a BYE, or None while it is not known."""

    first: str | None
    second: str | None


def sides(bracket: Bracket) -> Mapping[int, Known]:
    """Return the sides of each match, by its number.

    Two teams and no outcome: the match is to be played. A team and a BYE: the team goes on without a match; two BYEs: a
    BYE goes on. A BYE stands where a withdrawn team would have to play, and in the second game of a grand final that is
    not needed.
    """
    return {stand.node.number: stand.known for stand in _stands(bracket)}


def places(bracket: Bracket) -> tuple[tuple[str, ...], ...]:
    """Return the teams by place; teams that share a place keep their order. () until the stage is over.

    Those who lost for good in the same round share a place. The first place is empty if both teams of the last match
    had withdrawn.
    """
    rounds, again = _from_the_last(bracket)
    if any(stand.winner is None for round in rounds for stand in round):
        return ()
    found = (place for round in rounds for place in _ended(round, again))
    return tuple(tuple(sorted(place, key=bracket.order.index)) for place in found)


def absent(bracket: Bracket) -> Mapping[int, tuple[str | None, str | None]]:
    """Find the withdrawn teams that came to each match and would have to play: where they stand there is a BYE. In the
    matches that would follow they do not stand."""
    found: dict[int, tuple[str | None, str | None]] = {}
    shown: set[str | None] = set()
    for stand in _stands(bracket):
        pairs = zip(stand.teams, stand.out, strict=True)
        first, second = (team if out and team in bracket.withdrawn - shown else None for team, out in pairs)
        found[stand.node.number] = first, second
        shown |= {first, second}
    return found


def walkovers(bracket: Bracket) -> Mapping[int, str]:
    """Find the teams that won a match without playing it, since the other team had withdrawn; by the number of the
    match."""
    stands = (one for one in _stands(bracket) if one.node.number not in bracket.outcomes)
    return {one.node.number: one.winner for one in stands if one.winner and one.won and one.loser in bracket.withdrawn}


def fallen(bracket: Bracket) -> Mapping[str, tuple[int, bool]]:
    """Find the teams that have no match left, each with its place, shared (true) or not, while the stage is on."""
    rounds, again = _from_the_last(bracket)
    found: dict[str, tuple[int, bool]] = {}
    place = 1
    for round in rounds:
        winners = [stand.winner for stand in round if WinnerOf(stand.node.number) not in again]
        losers = [stand.loser for stand in round if LoserOf(stand.node.number) not in again]
        for ending in (winners, losers):
            found |= {team: (place, len(ending) > 1) for team in ending if team is not None}
            place += len(ending)
    return found


Teams = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class _Stand:
    """A match with the teams that its sides come to, withdrawn or not."""

    node: Node
    teams: Teams
    out: tuple[bool, bool]
    """The sides that do not play: true for each whose team is out."""
    winner: str | None
    """The team that goes on. Of two teams that are out it is the first, which is out of the next match too."""
    won: bool

    @property
    def loser(self) -> str | None:
        first, second = self.teams
        return None if self.winner is None else second if self.winner == first else first

    @property
    def known(self) -> Known:
        return Known(*(BYE if out else team for team, out in zip(self.teams, self.out, strict=True)))


def _stands(bracket: Bracket) -> Iterator[_Stand]:
    outcomes = bracket.outcomes
    last = {team: number for number in sorted(outcomes) for team in outcomes[number].teams}
    unwon = (outcome.teams for outcome in outcomes.values() if outcome.winner is None)
    gone = bracket.withdrawn.union(*unwon)
    teams: dict[Source, str | None] = {Seed(place): team for place, team in enumerate(bracket.order, 1)}
    stand: _Stand | None = None
    for node in bracket.nodes:
        first, second = teams[node.first], teams[node.second]
        if node.if_needed and stand and stand.won and stand.winner == stand.teams[0]:
            stand = _Stand(node, (first, second), (True, False), second, won=True)
        else:
            # a team that played a later match withdrew after this one
            absent = {team for team in gone if last.get(team, 0) < node.number}
            out = first in absent, second in absent
            if all(out) and (won := bracket.walked.get(node.number)) in (first, second):
                out = won == second, won == first
            stand = _stand(node, (first, second), out, outcomes.get(node.number))
        teams |= {WinnerOf(node.number): stand.winner, LoserOf(node.number): stand.loser}
        yield stand


def _stand(node: Node, teams: Teams, out: tuple[bool, bool], outcome: Outcome | None) -> _Stand:
    """Return the state of a match: by its outcome, or else by which of its teams are out."""
    first, second = teams
    if outcome is not None:
        return _Stand(node, teams, out, outcome.winner or first, won=outcome.winner is not None)
    if None in teams or not any(out):
        return _Stand(node, teams, out, None, won=False)
    return _Stand(node, teams, out, first if out[1] else second, won=not all(out))


def _from_the_last(bracket: Bracket) -> tuple[list[list[_Stand]], Set[Source]]:
    """Return the rounds, the last one first, and all winners and losers who play once more."""
    stands = list(_stands(bracket))
    rounds = [list(round) for _, round in groupby(stands, key=lambda stand: (stand.node.part, stand.node.round))]
    return rounds[::-1], {source for stand in stands for source in (stand.node.first, stand.node.second)}


def _ended(round: list[_Stand], again: Set[Source]) -> Iterator[tuple[str, ...]]:
    """Yield the places of the teams that have no match after this round, best first."""
    losers = tuple(stand.loser for stand in round if stand.loser and LoserOf(stand.node.number) not in again)
    top = tuple(stand.winner for stand in round if stand.winner and WinnerOf(stand.node.number) not in again)
    if top and not all(stand.won for stand in round):
        # both had withdrawn: nobody won the final; a third place is shared
        top, losers = (), top + losers
    if top or (losers and round[0].node.part == "final"):
        yield top
    if losers:
        yield losers
