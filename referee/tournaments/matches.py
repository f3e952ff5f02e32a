"""The matches of a tournament: their numbers, who meets in them, and which can begin. Decides nothing.

Numbers depend on the shape alone, the format and how many teams there are at the close, never on the order in which
results arrive: seats are drawn from them, and nobody may choose. They run by division, stage, and round; a match that a
bye decides has no number.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from referee.tournaments import brackets
from referee.tournaments.brackets import BYE, Bracket, Node
from referee.tournaments.events import Names
from referee.tournaments.formats import LEAST_TEAMS, Stage, StageKind
from referee.tournaments.tournament import StageKey, Tournament

Round = tuple[tuple[int, int], ...]
"""Pairs of places, from 1; the side that stands first (white in Berger's table) first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match of a stage that has begun, with its teams if they are known."""

    number: int
    division: str
    stage: int
    round: int
    first: str | None
    second: str | None
    part: str = ""
    """The part of a bracket: `winners`, `losers`, `final` or `third`."""

    @property
    def teams(self) -> tuple[str, str] | None:
        """Both teams, once they are known."""
        return None if self.first is None or self.second is None else (self.first, self.second)


def stage_of(t: Tournament, key: StageKey) -> Stage:
    """Look up a stage in the format."""
    return t.format.stages[key[1] - 1]


def matches(t: Tournament) -> tuple[Match, ...]:
    """Return all matches that are played, or may be, in the stages that have begun, by number."""
    return tuple(one for key in _keys(t) if key in t.stages for one in matches_of(t, key))


def match_of(t: Tournament, number: int) -> Match | None:
    """Find the match with a number; None if a bye decides it, or its stage has not begun."""
    return next((one for one in matches(t) if one.number == number), None)


def matches_of(t: Tournament, key: StageKey) -> tuple[Match, ...]:
    """Return the matches of one stage that has begun."""
    stage = stage_of(t, key)
    if not stage.kind.is_bracket:
        return _berger(key, stage, t.stages[key], _base(t, key))
    return tuple(_bracket(t, key))


def due(t: Tournament, open_round: int | None = None) -> tuple[Match, ...]:
    """Return the matches that can begin now. `open_round`: the last open round of the first stage; None: all rounds are
    open."""
    if t.phase != "running" or t.paused:
        return ()
    return tuple(one for one in matches(t) if _can_begin(t, one, open_round))


def _can_begin(t: Tournament, match: Match, open_round: int | None) -> bool:
    if match.number in t.outcomes or match.number in t.reset:
        return False
    game = t.games.get(match.number)
    if game is not None and game.state != "taken back":
        return False
    if match.teams is None or not t.withdrawn.isdisjoint(match.teams):
        return False
    return match.stage > 1 or open_round is None or match.round <= open_round


def key_of(t: Tournament, number: int) -> StageKey:
    """Return the stage of the match of that number."""
    return next(key for key in reversed(_keys(t)) if _base(t, key) < number)


def round_of(t: Tournament, number: int) -> int:
    """Return the round of the match of that number, within its stage."""
    key = key_of(t, number)
    return _round_in(t, key, number - _base(t, key))


def size(t: Tournament, key: StageKey) -> int:
    """Count the teams that a stage has at most: as many as its division, or as many as go on."""
    division, stage = key
    count = len(t.in_division(division))
    for one in t.format.stages[:stage]:
        count = count if one.best is None else min(count, one.best)
    return count


def nodes_of(t: Tournament, key: StageKey, teams: int) -> tuple[Node, ...]:
    """Return the shape of a bracket stage with so many teams; without nodes for fewer than two."""
    return _nodes(stage_of(t, key), teams)


@cache
def _nodes(stage: Stage, teams: int) -> tuple[Node, ...]:
    if teams < LEAST_TEAMS:
        return ()
    if stage.kind is StageKind.SINGLE:
        return brackets.single(teams, stage.third_place)
    return brackets.double(teams, stage.reset)


def bracket_of(t: Tournament, key: StageKey) -> Bracket:
    """Return the progress of a bracket stage that has begun; without nodes for fewer than two teams."""
    order, base, count = t.stages[key], _base(t, key), _count(t, key)
    own = range(base + 1, base + count + 1)
    return Bracket(
        nodes_of(t, key, len(order)),
        order,
        {number - base: outcome for number, outcome in t.outcomes.items() if number in own},
        t.withdrawn,
        {number - base: team for number, team in t.walked.items() if number in own},
    )


def match_of_node(t: Tournament, key: StageKey, node: int) -> int:
    """Return the number of the match that a node of a bracket stage is."""
    return _base(t, key) + node


def _keys(t: Tournament) -> list[StageKey]:
    return [(division, stage) for division in t.divisions for stage in range(1, len(t.format.stages) + 1)]


def _base(t: Tournament, key: StageKey) -> int:
    """Count the match numbers before the numbers of a stage."""
    keys = _keys(t)
    return sum(_count(t, one) for one in keys[: keys.index(key)])


def _count(t: Tournament, key: StageKey) -> int:
    """Count the numbers that a stage takes."""
    teams, kind = size(t, key), stage_of(t, key).kind
    if not kind.is_bracket:
        return sum(len(pairs) for pairs in _rounds(stage_of(t, key), teams))
    return len(nodes_of(t, key, teams))


def _round_in(t: Tournament, key: StageKey, number: int) -> int:
    """Return the round of the match `number` of a stage, counted from 1."""
    kind, teams = stage_of(t, key).kind, len(t.stages[key])
    if kind.is_bracket:
        return nodes_of(t, key, teams)[number - 1].round
    rounds = (round for round, pairs in enumerate(_rounds(stage_of(t, key), teams), 1) for _ in pairs)
    return next(islice(rounds, number - 1, None))


def _rounds(stage: Stage, teams: int) -> tuple[Round, ...]:
    """Pair the teams, as places, round by round, in a league or a round robin."""
    return berger(teams, stage.meetings)[: stage.rounds] if teams >= LEAST_TEAMS else ()


def berger(teams: int, meetings: int = 1) -> tuple[Round, ...]:
    """Return all rounds in which everyone meets everyone, boards in the order of Berger's table; in each second meeting
    the sides are swapped. With an odd number the highest place of the table is a dummy: its opponent has the bye and is
    absent from that round.

    Source: FIDE Handbook C.05, annex "Details of Berger Table".
    """
    size = teams + teams % 2
    once = tuple(tuple(pair for pair in _full(size, number) if max(pair) <= teams) for number in range(1, size))
    swapped = tuple(tuple((second, first) for first, second in pairs) for pairs in once)
    return tuple(pairs for meeting in range(meetings) for pairs in (swapped if meeting % 2 else once))


def _full(size: int, number: int) -> Round:
    """Return a round of the table for an even number of places. Place `size` stands still and changes sides from round
    to round; the others stand in a ring, and those equally far from its opponent on both sides meet."""
    ring = size - 1
    opponent = (number - 1) * (size // 2) % ring + 1
    top = (opponent, size) if number % 2 else (size, opponent)
    around = ((_at(opponent + step, ring), _at(opponent - step, ring)) for step in range(1, size // 2))
    return (top, *around)


def _at(place: int, ring: int) -> int:
    return (place - 1) % ring + 1


@lru_cache(maxsize=16)
def _berger(key: StageKey, stage: Stage, teams: Names, base: int) -> tuple[Match, ...]:
    """Return the matches of a league or round robin, which no result changes."""
    found: list[Match] = []
    for round, pairs in enumerate(_rounds(stage, len(teams)), 1):
        for one, other in pairs:
            first, second = teams[one - 1], teams[other - 1]
            number = base + len(found) + 1
            found.append(Match(number=number, division=key[0], stage=key[1], round=round, first=first, second=second))
    return tuple(found)


def _bracket(t: Tournament, key: StageKey) -> Iterator[Match]:
    bracket, base = bracket_of(t, key), _base(t, key)
    known = brackets.sides(bracket)
    for node in bracket.nodes:
        first, second = known[node.number].first, known[node.number].second
        if BYE not in (first, second):
            yield Match(
                number=base + node.number,
                division=key[0],
                stage=key[1],
                round=node.round,
                first=first,
                second=second,
                part=node.part,
            )
