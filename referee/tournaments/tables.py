"""The standings of a league or a round robin, and the outcomes that count in them. Knows no letter."""

from collections import Counter
from collections.abc import Mapping

from referee.tournaments.formats import Kind
from referee.tournaments.matches import Match, matches_of, stage_of
from referee.tournaments.outcomes import Outcome
from referee.tournaments.standings import Law, Row, standings, struck
from referee.tournaments.tournament import StageKey, Tournament


def counted(t: Tournament, key: StageKey) -> Mapping[int, Outcome]:
    """Return the outcomes that count in the standings of a stage, by match: of the matches played, and of the matches
    that a team wins because the other withdrew.

    The results of a team that withdrew count if it finished at least half of its matches; else all of them are struck.
    """
    played = {one.number: t.outcomes[one.number] for one in matches_of(t, key) if one.number in t.outcomes}
    out = out_of_table(t, key)
    given = {one.number: given_up for one in matches_of(t, key) if (given_up := walkover(t, one)) is not None}
    return {n: one for n, one in (given | played).items() if out.isdisjoint(one.teams)}


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
    left = [team for team in match.teams if team not in t.withdrawn]
    winner = left[0] if left else t.walked.get(match.number)
    return Outcome(match=match.number, round=match.round, teams=match.teams, winner=winner, how="withdrawal")


def table(t: Tournament, key: StageKey) -> tuple[Row, ...]:
    """Return the standings of a league or round robin, best first, without the struck teams."""
    stage, every = stage_of(t, key), t.stages[key]
    out = out_of_table(t, key)
    teams = tuple(team for team in every if team not in out)
    law = Law(
        first=t.format.standing,
        target=t.target,
        per_game=stage.kind is Kind.ROUND_ROBIN and (len(every) % 2 == 1 or bool(out)),
    )
    return standings(teams, tuple(counted(t, key).values()), _lots(t), law)


def _lots(t: Tournament) -> Mapping[str, int]:
    return {team: lot for lot, team in enumerate(t.lots, 1)}
