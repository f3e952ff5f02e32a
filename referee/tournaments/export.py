"""A tournament as data for programs: teams, stages, standings, matches, places; all of it public. Decides nothing.

Values are ready for JSON; docs/operations.md lists the keys, which stay.
"""

from collections.abc import Iterator
from typing import Any

from referee.tournaments.fixtures import Begins, Fixture, Running, Side, fixtures, opens_at, without_match
from referee.tournaments.fixtures import rounds as rounds_of
from referee.tournaments.matches import stage_of
from referee.tournaments.stages import is_over
from referee.tournaments.standings import Row, Why
from referee.tournaments.tables import table
from referee.tournaments.tournament import StageKey, Tournament

Data = dict[str, Any]
Cell = str | int | None

STANDING_HEAD = (
    "division",
    "stage",
    "place",
    "team",
    "played",
    "won",
    "lost",
    "match_points",
    "buchholz",
    "difference",
    "points",
    "sets",
)
SCHEDULE_HEAD = (
    "division",
    "stage",
    "part",
    "round",
    "opens",
    "match",
    "first",
    "second",
    "state",
    "game",
    "score_first",
    "score_second",
    "winner",
    "how",
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would compute."""


def teams_of(t: Tournament) -> list[Data]:
    """The teams, in the order of their entries until the close, then by name."""
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


def places_of(t: Tournament) -> list[Data]:
    """The places of each division once the tournament is over: teams that share one stand together."""
    return [{"division": one.division, "teams": [list(place) for place in one.teams]} for one in t.places]


def stages_of(t: Tournament, running: Running, begins: Begins) -> list[Data]:
    """The stages that have begun, division by division."""
    return [_stage(t, key, running, begins) for key in stage_keys(t)]


def stage_keys(t: Tournament) -> list[StageKey]:
    """The stages that have begun, division by division."""
    return sorted(t.stages, key=lambda key: (t.divisions.index(key[0]), key[1]))


def _stage(t: Tournament, key: StageKey, running: Running, begins: Begins) -> Data:
    kind = stage_of(t, key).kind
    every = fixtures(t, key)
    return {
        "division": key[0],
        "stage": key[1],
        "kind": kind.value,
        "teams": list(t.stages[key].teams),
        "over": is_over(t, key),
        "standings": [] if kind.is_bracket else [_standing(row) for row in table(t, key)],
        "matches": [_match(t, key, one, running, begins) for one in every],
        "byes": [
            {"part": round[0].part, "round": round[0].round, "team": team}
            for round in rounds_of(every)
            for team in without_match(t, key, round)
        ],
    }


def _standing(row: Row) -> Data:
    return {
        "place": row.place,
        "team": row.team,
        "played": row.played,
        "won": row.won,
        "lost": row.lost,
        "match_points": row.match_points,
        "buchholz": row.buchholz,
        "difference": row.difference,
        "points": row.made,
        "sets": row.sets,
        "before": None if row.before is None else _why(row.before),
    }


def _why(why: Why) -> Data:
    return {"by": why.criterion, "figures": [str(figure) for figure in why.figures], "tied": list(why.tied)}


def _match(t: Tournament, key: StageKey, one: Fixture, running: Running, begins: Begins) -> Data:
    outcome, opens = one.outcome, opens_at(t, key, one.round, begins)
    live = running.get(one.match) if one.state == "running" else None
    score = live.score if live is not None else None if outcome is None else outcome.score
    return {
        "match": one.match,
        "part": one.part,
        "round": one.round,
        "opens": None if opens is None else opens.isoformat(timespec="seconds"),
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


def _side(side: Side) -> Data:
    word, match = side.comes or (None, None)
    return {"team": side.team, "bye": side.bye, "from": word, "match": match}


def csv_rows(stages: list[Data]) -> Iterator[tuple[Cell, ...]]:
    """Standings and schedule of what stages_of gives: a table each with its head, and an empty row between them."""
    yield STANDING_HEAD
    for stage in stages:
        for row in stage["standings"]:
            yield _safe(stage["division"], stage["stage"], *(row[name] for name in STANDING_HEAD[2:]))
    yield ()
    yield SCHEDULE_HEAD
    for stage in stages:
        for one in stage["matches"]:
            yield _safe(
                stage["division"],
                stage["stage"],
                *(one[name] for name in ("part", "round", "opens", "match")),
                one["first"]["team"],
                one["second"]["team"],
                one["state"],
                one["game"],
                *(one["score"] or (None, None)),
                one["winner"],
                one["how"],
            )


def _safe(*cells: Cell) -> tuple[Cell, ...]:
    """The cells, with an apostrophe before a text that a spreadsheet would take for a formula."""
    return tuple(f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in cells)
