"""A tournament as data for programs: teams, stages, standings, matches, places; all of it public. Decides nothing.

Values are ready for JSON. The types here say what each key holds, in the words of docs/json.md; a key that is there
stays.
"""

from datetime import datetime
from typing import Annotated, Literal, NewType, TypedDict

from referee.tournaments.fixtures import Fixture, FixtureState, Running, Side, fixtures, opens_at, without_match
from referee.tournaments.fixtures import rounds as rounds_of
from referee.tournaments.matches import stage_of
from referee.tournaments.stages import is_over
from referee.tournaments.standings import TableRow, TieBreak, table
from referee.tournaments.tournament import StageKey, Times, Tournament

Moment = NewType("Moment", str)
"""A moment in UTC, as RFC 3339 has it."""


class Entry(TypedDict):
    """An entry."""

    team: Annotated[str, "its name"]
    players: Annotated[list[str], "the captain and the partner; one alone until partners are drawn"]
    division: Annotated[str, "the name of its division, or of the class of a player alone; empty if there are none"]
    seed: Annotated[int | None, "its place in the drawn order; null until the draw"]
    withdrawn: Annotated[bool, "whether it has withdrawn"]


class Places(TypedDict):
    """The places of a division."""

    division: Annotated[str, "the name of the division; empty if there are none"]
    teams: Annotated[list[list[str]], "for each place, best first, the teams that share it"]


class Before(TypedDict):
    """A reason. It puts a team before the next one."""

    by: Annotated[str, "the criterion, in words"]
    figures: Annotated[list[str], "the figure of this team and of the next one, as fractions"]
    tied: Annotated[list[str], "all teams that were level until then"]


class Standing(TypedDict):
    """A line of the standings."""

    place: Annotated[int, "from 1"]
    team: Annotated[str, "its name"]
    played: Annotated[int, "matches that count"]
    won: Annotated[int, "of them"]
    lost: Annotated[int, "of them"]
    match_points: Annotated[int, "its match points"]
    difference: Annotated[int, "points made less points of its opponents"]
    points: Annotated[int, "points made"]
    sets: Annotated[int, "rounds in which it was set"]
    before: Annotated[Before | None, "null for the last"]


class Bye(TypedDict):
    """A bye. A team has no match in a round."""

    part: Annotated[str, "as of a match"]
    round: Annotated[int, "as of a match"]
    team: Annotated[str, "its name"]


MatchSide = TypedDict(
    "MatchSide",
    {
        "team": Annotated[str | None, "its name; null while it is not known"],
        "bye": Annotated[bool, "whether nobody plays here"],
        "from": Annotated[Literal["winner", "loser"] | None, "of a bracket, who comes here from another match"],
        "match": Annotated[int | None, "the number of that match"],
    },
)
MatchSide.__doc__ = "A side of a match."


class MatchData(TypedDict):
    """A match."""

    match: Annotated[int, "its number"]
    part: Annotated[str, "of a bracket `winners`, `losers`, `final` or `third`; else empty"]
    round: Annotated[int, "from 1 in its part"]
    opens: Annotated[Moment | None, "when its round opens; null where rounds have no days"]
    first: Annotated[MatchSide, "one side"]
    second: Annotated[MatchSide, "the other one"]
    state: Annotated[
        FixtureState,
        "`unknown`: who plays is not known; `open`: not begun; `waiting`: for the Gamesmaster; `off`: nobody plays it",
    ]
    game: Annotated[int | None, "the number of its latest game"]
    score: Annotated[list[int] | None, "of both sides, also while it is played"]
    winner: Annotated[str | None, "the team that won or goes on"]
    how: Annotated[
        str | None,
        "`score`, `hands`, `sets`, `concession`, `forfeit` (misplays), `silence`, `withdrawal` or `ruling`; "
        "null until it is over",
    ]
    winner_to: Annotated[int | None, "the match in which the winner plays next"]
    loser_to: Annotated[int | None, "the match in which the loser plays next"]


class StageData(TypedDict):
    """A stage."""

    division: Annotated[str, "the name of its division; empty if there are none"]
    stage: Annotated[int, "from 1"]
    kind: Annotated[str, "`round robin`, `single elimination`, `double elimination` or `league`"]
    teams: Annotated[list[str], "best first"]
    over: Annotated[bool, "whether it is over"]
    standings: Annotated[list[Standing], "empty for a bracket"]
    matches: Annotated[list[MatchData], "all its matches"]
    byes: Annotated[list[Bye], "round by round"]


def moment_text(moment: datetime) -> Moment:
    """Return a moment as data for programs has it."""
    return Moment(moment.isoformat(timespec="seconds"))


def teams_of(t: Tournament) -> list[Entry]:
    """Return the teams, in the order of their entries until the close, then by name."""
    seeds = {team: place for place, team in enumerate(t.order, 1)}
    return [
        {
            "team": team.name,
            "players": list(team.players),
            "division": team.division,
            "seed": seeds.get(team.name),
            "withdrawn": team.name in t.withdrawn,
        }
        for team in t.teams
    ]


def places_of(t: Tournament) -> list[Places]:
    """Return the places of each division once the tournament is over: teams that share one stand together."""
    return [{"division": one.division, "teams": [list(place) for place in one.teams]} for one in t.places]


def stages_of(t: Tournament, running: Running, times: Times) -> list[StageData]:
    """Return the stages that have begun, division by division."""
    return [_stage(t, key, running, times) for key in stage_keys(t)]


def stage_keys(t: Tournament) -> list[StageKey]:
    """Return the stages that have begun, division by division."""
    return sorted(t.stages, key=lambda key: (t.divisions.index(key[0]), key[1]))


def _stage(t: Tournament, key: StageKey, running: Running, times: Times) -> StageData:
    kind = stage_of(t, key).kind
    every = fixtures(t, key)
    return {
        "division": key[0],
        "stage": key[1],
        "kind": kind.value,
        "teams": list(t.stages[key]),
        "over": is_over(t, key),
        "standings": [] if kind.is_bracket else [_standing(row) for row in table(t, key)],
        "matches": [_match(t, key, one, running, times) for one in every],
        "byes": [
            {"part": round[0].part, "round": round[0].round, "team": team}
            for round in rounds_of(every)
            for team in without_match(t, key, round)
        ],
    }


def _standing(row: TableRow) -> Standing:
    return {
        "place": row.place,
        "team": row.team,
        "played": row.played,
        "won": row.won,
        "lost": row.lost,
        "match_points": row.match_points,
        "difference": row.difference,
        "points": row.made,
        "sets": row.sets,
        "before": None if row.before is None else _why(row.before),
    }


def _why(why: TieBreak) -> Before:
    return {"by": why.criterion, "figures": [str(figure) for figure in why.figures], "tied": list(why.tied)}


def _match(t: Tournament, key: StageKey, one: Fixture, running: Running, times: Times) -> MatchData:
    outcome, opens = one.outcome, opens_at(t, key, one.round, times)
    live = running.get(one.match) if one.state == "running" else None
    score = live.score if live is not None else None if outcome is None else outcome.score
    return {
        "match": one.match,
        "part": one.part,
        "round": one.round,
        "opens": None if opens is None else moment_text(opens),
        "first": _side(one.first),
        "second": _side(one.second),
        "state": one.state,
        "game": one.game,
        "score": None if score is None else list(score),
        "winner": one.winner,
        "how": None if outcome is None else outcome.how,
        "winner_to": one.winner_to,
        "loser_to": one.loser_to,
    }


def _side(side: Side) -> MatchSide:
    word, match = side.comes or (None, None)
    return {"team": side.team, "bye": side.bye, "from": word, "match": match}
