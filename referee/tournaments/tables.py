"""How a stage stands: standings, who goes on, and the places at the end. Knows no letter."""

from collections import Counter
from collections.abc import Mapping

from referee.tournaments import brackets
from referee.tournaments.behaviour import eligible
from referee.tournaments.events import Names, Places
from referee.tournaments.formats import Kind
from referee.tournaments.matches import TABLES, Match, bracket_outcomes, matches_of, nodes_of, stage_of, swiss_rounds
from referee.tournaments.outcomes import Outcome
from referee.tournaments.standings import Law, Row, standings
from referee.tournaments.tournament import StageKey, Tournament


def counted(t: Tournament, key: StageKey) -> Mapping[int, Outcome]:
    """The outcomes that count in the standings of a stage, by match: those of the matches played, and those that a team
    wins because the other one withdrew.

    Outside Swiss the results of a team that withdrew count if it finished at least half of its matches; else all of
    them are struck.
    """
    played = {one.number: t.outcomes[one.number] for one in matches_of(t, key) if one.number in t.outcomes}
    if stage_of(t, key).kind is Kind.SWISS:
        return played
    out = struck(t, key)
    given = {one.number: given_up for one in matches_of(t, key) if (given_up := _walkover(t, one)) is not None}
    return {n: one for n, one in (given | played).items() if out.isdisjoint(one.teams)}


def struck(t: Tournament, key: StageKey) -> frozenset[str]:
    """The teams of a league or round robin that withdrew before half of their own matches were finished."""
    if stage_of(t, key).kind is Kind.SWISS:
        return frozenset()
    own = Counter(team for one in matches_of(t, key) for team in one.teams or ())
    finished = Counter(team for one in matches_of(t, key) if one.number in t.outcomes for team in one.teams or ())
    return frozenset(team for team in t.withdrawn if 2 * finished[team] < own[team])


def _walkover(t: Tournament, match: Match) -> Outcome | None:
    """The outcome of a match that is not played, since a team withdrew."""
    if match.teams is None or match.number in t.outcomes or t.withdrawn.isdisjoint(match.teams):
        return None
    left = [team for team in match.teams if team not in t.withdrawn]
    winner = left[0] if left else None
    return Outcome(match=match.number, round=match.round, teams=match.teams, winner=winner, how="withdrawal")


def table(t: Tournament, key: StageKey) -> tuple[Row, ...]:
    """The standings of a league, round robin or Swiss stage, best first; those struck are not in it."""
    stage, opened = stage_of(t, key), t.stages[key]
    out = struck(t, key)
    teams = tuple(team for team in opened.teams if team not in out)
    byes = tuple(one.bye for one in opened.rounds if one.bye is not None)
    law = Law(
        first=stage.standing,
        target=t.targets[key[1] - 1],
        per_game=stage.kind is Kind.ROUND_ROBIN and len(opened.teams) % 2 == 1,
        swiss=stage.kind is Kind.SWISS,
    )
    return standings(teams, tuple(counted(t, key).values()), _lots(t), law, byes)


def _lots(t: Tournament) -> Mapping[str, int]:
    return {team: lot for lot, team in enumerate(t.lots, 1)}


def is_over(t: Tournament, key: StageKey) -> bool:
    """Whether nothing is left to play in a stage that has begun."""
    if stage_of(t, key).kind is Kind.SWISS and len(t.stages[key].rounds) < swiss_rounds(t, key):
        return False
    return all(settled(t, one) for one in matches_of(t, key))


def settled(t: Tournament, match: Match) -> bool:
    """Whether a match has an outcome, or needs none since a team of it withdrew and plays no game of it."""
    if match.number in t.outcomes:
        return True
    return match.teams is not None and not t.withdrawn.isdisjoint(match.teams)


def ranked(t: Tournament, key: StageKey) -> tuple[Names, ...]:
    """The teams of a stage that is over by place, those that share one together."""
    opened = t.stages[key]
    if stage_of(t, key).kind in TABLES:
        rows = tuple((row.team,) for row in table(t, key) if row.team not in t.withdrawn)
        gone = tuple((team,) for team in opened.teams if team in t.withdrawn)
        return (*rows, *gone)
    nodes = nodes_of(t, key, len(opened.teams))
    if not nodes:
        return tuple((team,) for team in opened.teams)
    return brackets.places(nodes, opened.teams, bracket_outcomes(t, key), t.withdrawn)


def going_on(t: Tournament, key: StageKey) -> Names:
    """The teams that a stage is to begin with, best first: of the drawn order, or of the stage before."""
    division, number = key
    if number == 1:
        return tuple(team for team in t.order if team in t.in_division(division))
    before = [team for place in ranked(t, (division, number - 1)) for team in place if team not in t.withdrawn]
    stage = stage_of(t, key)
    if t.format.rating is not None:
        before = [team for team in before if eligible(_ratings(t, team), t.format.rating)]
    return tuple(before if stage.best is None else before[: stage.best])


def _ratings(t: Tournament, team: str) -> tuple[str, ...]:
    return tuple(one.rating for one in t.ratings if one.team == team)


def places(t: Tournament, division: str) -> Places:
    """The places of a division whose last stage is over: those of its last stage, then of the stage before it."""
    found: list[Names] = []
    held: set[str] = set()
    for stage in range(len(t.format.stages), 0, -1):
        for place in ranked(t, (division, stage)):
            if left := tuple(team for team in place if team not in held):
                found.append(left)
                held.update(left)
    return Places(division, tuple(found))
