"""The standings of a league or round robin: the outcomes that count in them, the order of the teams, and what put each
before the next. Never asks how a result came about.

Two teams are compared by the first of these in which they differ; more is better, but for sets and lots:

    match points    2 for a match that was won; per game (ours) like the others where the law says so
    among           match points of the matches among all that are tied so far, if all of them met; asked once
    difference      of points, each match up to the target
    points          points made
    sets            how often the team was set
    lot             drawn at the close, no two alike

With `first="points"` the points made come before the match points: pride, clause 10, seeds "based off the round robin
scores". A forfeit by silence or withdrawal is won or lost, and brings neither points nor sets.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Literal

from referee.tournaments.events import UNPLAYED, Outcome
from referee.tournaments.formats import FirstCriterion, StageKind
from referee.tournaments.matches import Match, matches_of, stage_of
from referee.tournaments.tournament import StageKey, Tournament

Criterion = Literal["match points", "among", "difference", "points", "sets", "lot"]

WIN = 2
"""Match points for a match that was won."""
ORDER: tuple[Criterion, ...] = ("match points", "among", "difference", "points", "sets", "lot")
PER_GAME: tuple[Criterion, ...] = ("match points", "difference", "points", "sets")
"""The criteria that are compared per game where not everyone has had the same number of them."""
FIELDS: Mapping[Criterion, str] = {
    "match points": "match_points",
    "difference": "difference",
    "points": "made",
    "sets": "sets",
}
"""The criteria that are sums of a row, each with its field."""
LESS_IS_BETTER: tuple[Criterion, ...] = ("sets", "lot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """The law by which a stage orders its teams."""

    target: int
    """The sheet's: no match counts for more in the difference."""
    first: FirstCriterion = "match points"
    per_game: bool = False
    """Odd numbers in a round robin, where not everyone has the same number of games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """The reason why a team stands before the next one."""

    criterion: Criterion
    figures: tuple[Fraction, Fraction]
    """The team's, and the next one's: per game where the law says so."""
    tied: tuple[str, ...]
    """The teams that were level until then, these two included, best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One team's line: sums of all its matches, forfeited ones included."""

    team: str
    played: int
    """The number of matches won and lost, without byes."""
    won: int
    lost: int
    match_points: int
    difference: int
    made: int
    sets: int
    place: int = 0
    """The place, from 1; no two teams share one."""
    before: TieBreak | None = None
    """The reason why the team stands before the next; None for the last team."""


SortKeys = Mapping[str, tuple[Fraction, ...]]
"""The figures of each team by the criteria so far, made so that more is better."""


def standings(
    teams: Iterable[str],
    outcomes: Iterable[Outcome],
    lots: Mapping[str, int],
    law: Law,
) -> tuple[TableRow, ...]:
    """Return the rows of `teams`, best first.

    `outcomes` are the matches that have ended, each between two of `teams`, in any order, their rounds counted from 1;
    `lots` are the lots of these teams, and perhaps of others.
    """
    ended = tuple(outcomes)
    sums = {team: _sum(team, ended, law.target) for team in teams}
    amounts: dict[Criterion, Mapping[str, int]] = {
        criterion: {team: getattr(own, field) for team, own in sums.items()} for criterion, field in FIELDS.items()
    }
    amounts["lot"] = lots
    criteria = _criteria(law)
    keys: SortKeys = dict.fromkeys(sums, ())
    for criterion in criteria:
        amount = amounts[criterion] if criterion in amounts else _among(keys, ended)
        by_game = law.per_game and criterion in PER_GAME
        games = {team: max(own.played, 1) if by_game else 1 for team, own in sums.items()}
        keys = {team: (*key, _sign(criterion) * Fraction(amount[team], games[team])) for team, key in keys.items()}
    order = sorted(keys, key=keys.__getitem__, reverse=True)
    reasons = {one: _why(one, other, order, keys, criteria) for one, other in pairwise(order)}
    return tuple(
        replace(sums[team], place=place, before=reasons.get(team)) for place, team in enumerate(order, start=1)
    )


def struck(outcomes: Iterable[Outcome], withdrawn: Collection[str], own: Mapping[str, int]) -> frozenset[str]:
    """Return the withdrawn teams of a league that have finished less than half of their matches.

    `outcomes` are all that there are; `own` says how many matches the whole league has for each team. A match
    that a team lost by withdrawing is not finished; one that it won because the other had withdrawn is (ours).
    """
    ended = tuple(outcomes)
    return frozenset(team for team in withdrawn if 2 * _finished(team, ended) < own[team])


def _finished(team: str, ended: Iterable[Outcome]) -> int:
    own = (outcome for outcome in ended if team in outcome.teams)
    return sum(outcome.how != "withdrawal" or outcome.winner == team for outcome in own)


def _criteria(law: Law) -> tuple[Criterion, ...]:
    return (law.first, *(criterion for criterion in ORDER if criterion != law.first))


def _sign(criterion: Criterion) -> int:
    return -1 if criterion in LESS_IS_BETTER else 1


def _sum(team: str, ended: Iterable[Outcome], target: int) -> TableRow:
    """Sum up a team's matches, before anybody knows its place."""
    own = [(outcome, outcome.teams.index(team)) for outcome in ended if team in outcome.teams]
    played = [(outcome, side) for outcome, side in own if outcome.how not in UNPLAYED]
    won = sum(outcome.winner == team for outcome, _ in own)
    return TableRow(
        team=team,
        played=len(own),
        won=won,
        lost=len(own) - won,
        match_points=WIN * won,
        difference=sum(_difference(outcome, side, target) for outcome, side in played),
        made=sum(outcome.score[side] for outcome, side in played),
        sets=sum(outcome.sets[side] for outcome, side in played),
    )


def _difference(outcome: Outcome, side: int, target: int) -> int:
    """Take the difference of points for one side. The winner's is 0 at least, whoever was ahead when the match
    ended."""
    ahead = outcome.score[side] - outcome.score[1 - side]
    if outcome.winner == outcome.teams[side]:
        return min(max(ahead, 0), target)
    return max(min(ahead, 0), -target)


def _among(keys: SortKeys, ended: Iterable[Outcome]) -> dict[str, int]:
    """Return the match points of the matches among each group that is tied by `keys`; 0 where not all of a group have
    met."""
    results = tuple(ended)
    met = {frozenset(outcome.teams) for outcome in results}
    tied = [(one, other) for one, other in combinations(keys, 2) if keys[one] == keys[other]]
    apart = {keys[one] for one, other in tied if frozenset((one, other)) not in met}
    wins = Counter(outcome.winner for outcome in results if len({keys[team] for team in outcome.teams}) == 1)
    return {team: 0 if key in apart else WIN * wins[team] for team, key in keys.items()}


def _why(one: str, other: str, order: Sequence[str], keys: SortKeys, criteria: Sequence[Criterion]) -> TieBreak:
    level = next(place for place in range(len(criteria)) if keys[one][place] != keys[other][place])
    sign = _sign(criteria[level])
    return TieBreak(
        criterion=criteria[level],
        figures=(sign * keys[one][level], sign * keys[other][level]),
        tied=tuple(team for team in order if keys[team][:level] == keys[one][:level]),
    )


def counted(t: Tournament, key: StageKey) -> Mapping[int, Outcome]:
    """Return the outcomes that count in the standings of a stage, by match: of the matches played, and, in the rounds
    that have begun, of the matches that a team wins because the other withdrew.

    The results of a team that withdrew count if it finished at least half of its matches; else all of them are struck.
    """
    played = {one.number: t.outcomes[one.number] for one in matches_of(t, key) if one.number in t.outcomes}
    out = out_of_table(t, key)
    begun = _last_round_begun(t, key)
    given = {
        one.number: given_up
        for one in matches_of(t, key)
        if one.round <= begun and (given_up := walkover(t, one)) is not None
    }
    return {n: one for n, one in (given | played).items() if out.isdisjoint(one.teams)}


def _last_round_begun(t: Tournament, key: StageKey) -> int:
    """Return the last round that has begun: one with a match begun or settled, or behind which no match is left."""
    every = matches_of(t, key)
    played = [one.round for one in every if one.number in t.games or one.number in t.outcomes]
    left = [one.round for one in every if one.number not in t.outcomes and walkover(t, one) is None]
    return max([*played, min(left) - 1 if left else every[-1].round if every else 0])


def out_of_table(t: Tournament, key: StageKey) -> frozenset[str]:
    """Return the teams of a league or round robin that are struck, since they withdrew before half of their own
    matches."""
    every = matches_of(t, key)
    ended = tuple(t.outcomes[one.number] for one in every if one.number in t.outcomes)
    own = Counter(team for one in every for team in one.teams or ())
    return struck(ended, t.withdrawn & own.keys(), own)


def walkover(t: Tournament, match: Match) -> Outcome | None:
    """Find the outcome of a match that is not played, since a team withdrew. A walkover stands even if its winner
    withdraws later."""
    if match.teams is None or match.number in t.outcomes or t.withdrawn.isdisjoint(match.teams):
        return None
    gone = next(team for team in t.out_by if team in match.teams)
    winner = match.teams[1 - match.teams.index(gone)]
    return Outcome(match=match.number, round=match.round, teams=match.teams, winner=winner, how="withdrawal")


def table(t: Tournament, key: StageKey) -> tuple[TableRow, ...]:
    """Return the standings of a league or round robin, best first, without the struck teams."""
    stage, every = stage_of(t, key), t.stages[key]
    out = out_of_table(t, key)
    teams = tuple(team for team in every if team not in out)
    law = Law(
        first=t.format.standing,
        target=t.target,
        per_game=stage.kind is StageKind.ROUND_ROBIN and (len(every) % 2 == 1 or bool(out)),
    )
    return standings(teams, tuple(counted(t, key).values()), _lots(t), law)


def _lots(t: Tournament) -> Mapping[str, int]:
    return {team: lot for lot, team in enumerate(t.lots, 1)}
