"""The matches of a stage as people look at them: both sides with their sources, and the progress of each match.

Unlike matches.py it also has the matches that a bye decides. Decides nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from referee.tournaments import brackets
from referee.tournaments.brackets import BYE, LoserOf, Node, Source, WinnerOf
from referee.tournaments.events import Outcome, Pair
from referee.tournaments.matches import Match, bracket_of, match_of_node, matches_of, stage_of
from referee.tournaments.standings import out_of_table, walkover
from referee.tournaments.tournament import GameState, StageKey, Times, Tournament


@dataclass(frozen=True, slots=True)
class Pending:
    """The result of a game that is over, which does not count yet."""

    winner: str
    how: str
    """The ending, as in Outcome."""
    until: datetime | None
    """The moment until which the result can be undone; None if unknown."""


class Live(NamedTuple):
    """The game of a match whose result does not count yet: its score, in the order of the match's teams, and how it has
    ended, if it is over."""

    score: Pair
    pending: Pending | None = None


Running = Mapping[int, Live]
"""The games of matches without a result that counts, by match."""
FixtureState = Literal["unknown", "open", "running", "waiting", "over", "off"]
"""`unknown`: who plays is not known; `open`: no game has begun; `waiting`: for the Gamesmaster, since the game was
aborted or the match reset; `off`: nobody plays it, for a bye or a withdrawal, since it is not needed, or since all of
it was called off."""
STATES: Mapping[GameState, FixtureState] = {
    "running": "running",
    "waiting": "waiting",
    "over": "open",
    "taken back": "open",
}


Comes = tuple[Literal["winner", "loser"], int]
"""The winner or loser of a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a match. `comes`: in a bracket, the match whose winner or loser stands here; None for a team that
    begins here."""

    team: str | None
    comes: Comes | None = None
    bye: bool = False
    """Nobody plays on this side: the other goes on without a match."""
    out: bool = False
    """The team came here, but has withdrawn: `bye` is then true, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One match of a stage that has begun."""

    match: int
    division: str
    stage: int
    round: int
    """The round, from 1 within its part."""
    part: str
    """The part of a bracket: `winners`, `losers`, `final` or `third`; else empty."""
    first: Side
    second: Side
    state: FixtureState
    game: int | None
    """The number of its latest game that was not taken back."""
    outcome: Outcome | None
    if_needed: bool = False
    struck: bool = False
    """The result does not count in the standings, since a team of the match withdrew too early."""
    limited: bool = False
    """The match limit made its last round the last."""
    winner_to: int | None = None
    """The match in which the winner plays next; None here and below if there is no such match."""
    loser_to: int | None = None

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides."""
        return self.first, self.second

    @property
    def is_spare(self) -> bool:
        """The match is played only if needed, and it is not known that it is."""
        return self.if_needed and self.state in ("unknown", "off")

    @property
    def result(self) -> Outcome | None:
        """The outcome of the match, even if nobody plays it because one side reached it and then withdrew."""
        if self.outcome is not None or self.state != "off" or self.winner is None:
            return self.outcome
        first, second = (side.team for side in self.sides)
        if first is None or second is None or not any(side.out for side in self.sides):
            return None
        return Outcome(match=self.match, round=self.round, teams=(first, second), winner=self.winner, how="withdrawal")

    @property
    def winner(self) -> str | None:
        """The team that won, or goes on without a match; None if no team has yet."""
        if self.outcome is not None:
            return self.outcome.winner
        left = [side.team for side in self.sides if not side.bye]
        return left[0] if self.state == "off" and len(left) == 1 else None


def fixtures(t: Tournament, key: StageKey) -> tuple[Fixture, ...]:
    """Return the matches of a stage that has begun, by number."""
    if stage_of(t, key).kind.is_bracket:
        return tuple(_of_bracket(t, key))
    struck = out_of_table(t, key)
    return tuple(_of_table(t, one, struck) for one in matches_of(t, key))


def all_results(t: Tournament) -> tuple[Outcome, ...]:
    """List the outcomes of all matches, by number, even of matches that nobody plays because one side reached them and
    then withdrew."""
    every = (one.result for key in t.stages for one in fixtures(t, key))
    return tuple(sorted((one for one in every if one is not None), key=lambda one: one.match))


def rounds(every: Iterable[Fixture]) -> tuple[tuple[Fixture, ...], ...]:
    """Return the matches round by round, in the order in which they are played."""
    found: dict[tuple[str, int], list[Fixture]] = {}
    for one in every:
        found.setdefault((one.part, one.round), []).append(one)
    return tuple(map(tuple, found.values()))


def opens_at(t: Tournament, key: StageKey, round: int, times: Times | None) -> datetime | None:
    """Return when a round opens; None if all rounds open at once. `times`: the instants, if they are known."""
    every = stage_of(t, key).every
    return None if every is None or times is None else times.opens(round, every, t.format.zone)


def without_match(t: Tournament, key: StageKey, round: tuple[Fixture, ...]) -> tuple[str, ...]:
    """Return the teams that have a bye in a round: in a bracket the teams that begin later, else the teams that nobody
    meets."""
    teams = t.stages[key]
    if not stage_of(t, key).kind.is_bracket:
        busy = {side.team for one in round for side in one.sides}
        return tuple(team for team in teams if team not in busy and team not in t.withdrawn)
    if round[0].part != "winners" or round[0].round > 1 or len(teams) == 2:
        return ()
    later = {side.team for one in fixtures(t, key) if one not in round for side in one.sides if side.comes is None}
    return tuple(team for team in teams if team in later)


def _of_table(t: Tournament, match: Match, struck: frozenset[str]) -> Fixture:
    first, second = Side(team=match.first), Side(team=match.second)
    if match.number not in t.outcomes:
        given = walkover(t, match)
        stays = None if given is None else given.winner
        gone = (one.team in t.withdrawn and one.team != stays for one in (first, second))
        first, second = (Side(team=team, bye=out, out=out) for team, out in zip(match.teams or (), gone, strict=True))
    return Fixture(
        match=match.number,
        division=match.division,
        stage=match.stage,
        round=match.round,
        part="",
        first=first,
        second=second,
        state=_state(t, match.number, first, second),
        game=_game(t, match.number),
        outcome=t.outcomes.get(match.number),
        struck=not struck.isdisjoint(match.teams or ()),
        limited=match.number in t.limited,
    )


def _of_bracket(t: Tournament, key: StageKey) -> Iterator[Fixture]:
    bracket = bracket_of(t, key)
    known, gone = brackets.sides(bracket), brackets.absent(bracket)
    goes = _goes(bracket.nodes)
    for node in bracket.nodes:
        number = match_of_node(t, key, node.number)
        pair = zip((node.first, node.second), known[node.number], gone[node.number], strict=True)
        first, second = (_side(t, key, source, team, out) for source, team, out in pair)
        yield Fixture(
            match=number,
            division=key[0],
            stage=key[1],
            round=node.round,
            part=node.part,
            first=first,
            second=second,
            state=_state(t, number, first, second),
            game=_game(t, number),
            outcome=t.outcomes.get(number),
            if_needed=node.if_needed,
            limited=number in t.limited,
            winner_to=_match(t, key, goes.get(WinnerOf(node.number))),
            loser_to=_match(t, key, goes.get(LoserOf(node.number))),
        )


def _goes(nodes: Iterable[Node]) -> Mapping[Source, int]:
    """Map each source to the node where that winner or loser plays next, without the second game of a grand final, in
    which both sides may meet again."""
    return {source: node.number for node in nodes if not node.if_needed for source in (node.first, node.second)}


def _match(t: Tournament, key: StageKey, node: int | None) -> int | None:
    return None if node is None else match_of_node(t, key, node)


def _side(t: Tournament, key: StageKey, source: Source, team: str | None, gone: str | None) -> Side:
    bye, out = team == BYE, gone is not None
    # a withdrawn team stands on its side, although the bracket has a bye there, whose name is empty
    known = team or gone
    match source:
        case WinnerOf(node):
            return Side(team=known, bye=bye, out=out, comes=("winner", match_of_node(t, key, node)))
        case LoserOf(node):
            return Side(team=known, bye=bye, out=out, comes=("loser", match_of_node(t, key, node)))
    return Side(team=t.stages[key][source.place - 1], bye=bye, out=out)


def _state(t: Tournament, number: int, first: Side, second: Side) -> FixtureState:
    if number in t.outcomes:
        return "over"
    if first.bye or second.bye or t.phase == "cancelled":
        return "off"
    if first.team is None or second.team is None:
        return "unknown"
    if number in t.reset:
        return "waiting"
    return STATES[t.games[number].state] if number in t.games else "open"


def _game(t: Tournament, number: int) -> int | None:
    game = t.games.get(number)
    return None if game is None or game.state == "taken back" else game.game
