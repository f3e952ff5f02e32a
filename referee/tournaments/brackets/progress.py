"""The places of teams in a bracket once some of its matches are over. Judges no result."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from referee.tournaments.brackets.shapes import LoserOf, Node, Seed, Source, WinnerOf
from referee.tournaments.events import Outcome

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
    stands = list(_stands(bracket))
    if any(stand.winner is None for stand in stands):
        return ()
    again = {source for stand in stands for source in (stand.node.first, stand.node.second)}
    rounds = [list(round) for _, round in groupby(stands, key=lambda stand: (stand.node.part, stand.node.round))]
    found = (place for round in reversed(rounds) for place in _ended(round, again))
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
    stands = list(_stands(bracket))
    again = {source for stand in stands for source in (stand.node.first, stand.node.second)}
    rounds = [list(round) for _, round in groupby(stands, key=lambda stand: (stand.node.part, stand.node.round))]
    found: dict[str, tuple[int, bool]] = {}
    place = 1
    for round in reversed(rounds):
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
