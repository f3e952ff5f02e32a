"""A tournament as the tables that brackets-viewer.js renders: stage, match, match_game, participant.

Their shape is that of brackets-model, github.com/Drarig29/brackets-model, src/storage.ts and src/other.ts. What these
tables cannot say is said as near as they come: Swiss stages, and two teams that play the best of three, are of their
type `round_robin`. A match is one game, so `match_game` is empty. Decides nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from referee.tournaments import brackets
from referee.tournaments.brackets import LoserOf, Node, Seed, Source, WinnerOf
from referee.tournaments.export import stage_keys
from referee.tournaments.fixtures import Fixture, Running, Side, State, fixtures
from referee.tournaments.formats import Kind
from referee.tournaments.matches import match_of_node, stage_of
from referee.tournaments.outcomes import UNPLAYED
from referee.tournaments.tournament import StageKey, Tournament

Data = dict[str, Any]
LOCKED, WAITING, READY, RUNS, COMPLETED = range(5)
"""brackets-model, Status; WAITING: for one of both sides."""
STATUS: Mapping[State, int] = {
    "unknown": LOCKED,
    "open": READY,
    "running": RUNS,
    "waiting": READY,
    "over": COMPLETED,
    "off": LOCKED,
}
GROUPS = {"winners": 1, "losers": 2}
"""brackets-model counts the groups of a stage from 1: winners' part, losers' part, grand final; of a single elimination
the whole bracket, then the match for the third place."""


def viewer_tables(t: Tournament, running: Running) -> dict[str, list[Data]]:
    """The tables, and `group` and `round`, to which their rows refer."""
    tables: dict[str, list[Data]] = {
        name: [] for name in ("participant", "stage", "group", "round", "match", "match_game")
    }
    ids = {team.name: number for number, team in enumerate(t.teams)}
    tables["participant"] = [{"id": ids[team.name], "tournament_id": t.number, "name": team.name} for team in t.teams]
    for number, key in enumerate(stage_keys(t)):
        tables["stage"].append(_stage(t, key, number))
        _add(tables, number, _placed(t, key, running, ids))
    return tables


def _stage(t: Tournament, key: StageKey, number: int) -> Data:
    stage, teams = stage_of(t, key), len(t.stages[key].teams)
    name = ", ".join(filter(None, (t.name, key[0], stage.kind.value)))
    settings: Data = {"matchesChildCount": 0}
    if not _is_tree(t, key):
        settings |= {"groupCount": 1, "roundRobinMode": "double" if stage.meetings == 2 else "simple"}
        kind = "round_robin"
    elif stage.kind is Kind.SINGLE:
        settings |= {"size": _places(teams), "seedOrdering": ["inner_outer"], "consolationFinal": stage.third_place}
        kind = "single_elimination"
    else:
        settings |= {"size": _places(teams), "seedOrdering": ["inner_outer"]}
        settings |= {"grandFinal": "double" if stage.reset else "simple"}
        kind = "double_elimination"
    return {
        "id": number,
        "tournament_id": t.number,
        "name": name,
        "type": kind,
        "number": number + 1,
        "settings": settings,
    }


def _is_tree(t: Tournament, key: StageKey) -> bool:
    kind, teams = stage_of(t, key).kind, len(t.stages[key].teams)
    return teams >= 2 and (kind is Kind.SINGLE or (kind is Kind.DOUBLE and teams > 2))


def _places(teams: int) -> int:
    """The places of a bracket for so many teams: a power of two."""
    return 1 << (teams - 1).bit_length()


Placed = tuple[int, int, Data]
"""A match with its group and its round in that."""


def _add(tables: dict[str, list[Data]], stage: int, placed: Iterable[Placed]) -> None:
    """Add the matches of a stage, with the groups and rounds that they are in."""
    groups: dict[int, int] = {}
    found: dict[tuple[int, int], tuple[int, Iterator[int]]] = {}
    for group, round, match in sorted(placed, key=lambda one: one[:2]):
        if group not in groups:
            groups[group] = len(tables["group"])
            tables["group"].append({"id": groups[group], "stage_id": stage, "number": group})
        if (group, round) not in found:
            found[group, round] = (len(tables["round"]), count(1))
            row = {"id": len(tables["round"]), "stage_id": stage, "group_id": groups[group], "number": round}
            tables["round"].append(row)
        number, boards = found[group, round]
        where = {"stage_id": stage, "group_id": groups[group], "round_id": number, "number": next(boards)}
        tables["match"].append({"id": len(tables["match"]), **where, "child_count": 0, **match})


def _placed(t: Tournament, key: StageKey, running: Running, ids: Mapping[str, int]) -> Iterator[Placed]:
    every = {one.match: one for one in fixtures(t, key)}
    if not _is_tree(t, key):
        for round, one in enumerate(every.values(), 1):
            yield 1, one.round if not one.part else round, _match(one, running, ids)
        return
    yield from _tree(t, key, every, running, ids)


def _tree(
    t: Tournament, key: StageKey, every: Mapping[int, Fixture], running: Running, ids: Mapping[str, int]
) -> Iterator[Placed]:
    """The matches of a bracket, with those of its byes in their places, as the viewer draws them."""
    opened, stage = t.stages[key], stage_of(t, key)
    size = _places(len(opened.teams))
    single = stage.kind is Kind.SINGLE
    nodes = brackets.single(size, stage.third_place) if single else brackets.double(size, stage.reset)
    last = max(node.round for node in nodes if node.part == "winners") if size > 2 else 0
    empty: dict[Source, bool] = {Seed(place): place > len(opened.teams) for place in range(1, size + 1)}
    stands: dict[Source, Data] = {Seed(place): {"id": ids[team]} for place, team in enumerate(opened.teams, 1)}
    played = count(1)
    for node in nodes:
        byes = (empty[node.first], empty[node.second])
        empty |= {WinnerOf(node.number): all(byes), LoserOf(node.number): any(byes)}
        if any(byes):
            row = _bye(node, byes, stands)
        else:
            one = every[match_of_node(t, key, next(played))]
            row = _match(one, running, ids)
            stands[WinnerOf(node.number)] = {"id": None if one.winner is None else ids[one.winner]}
            loser = [side.team for side in one.sides if one.outcome is not None and side.team != one.winner]
            stands[LoserOf(node.number)] = {"id": ids[loser[0]] if loser and loser[0] is not None else None}
        yield (*_place(node, last, single=single), row)


def _place(node: Node, last: int, *, single: bool) -> tuple[int, int]:
    """The group and the round of a node."""
    if node.part == "final":
        return (1, last + 1) if single else (3, node.round)
    return GROUPS.get(node.part, 2), node.round


def _bye(node: Node, byes: Sequence[bool], stands: dict[Source, Data]) -> Data:
    """A match that nobody plays: its team, if it has one, goes on."""
    left = [source for source, bye in zip((node.first, node.second), byes, strict=True) if not bye]
    if left:
        stands[WinnerOf(node.number)] = stands[left[0]]
    sides = [
        None if bye else {**stands[source], "result": "win"}
        for source, bye in zip((node.first, node.second), byes, strict=True)
    ]
    return {"status": LOCKED, "opponent1": sides[0], "opponent2": sides[1]}


def _match(one: Fixture, running: Running, ids: Mapping[str, int]) -> Data:
    status = STATUS[one.state]
    if one.state == "unknown" and any(side.team is not None for side in one.sides):
        status = WAITING
    sides = [_opponent(one, place, running, ids) for place in (0, 1)]
    return {"status": status, "opponent1": sides[0], "opponent2": sides[1]}


def _opponent(one: Fixture, place: int, running: Running, ids: Mapping[str, int]) -> Data | None:
    side: Side = one.sides[place]
    if side.team is None:
        return None if side.bye else {"id": None}
    found: Data = {"id": ids[side.team]}
    live = running.get(one.match) if one.state == "running" else None
    score = live.score if live is not None else None if one.outcome is None else one.outcome.score
    if score is not None:
        found["score"] = score[place]
    if one.winner is not None:
        found["result"] = "win" if side.team == one.winner else "loss"
    if one.outcome is not None and one.outcome.how in UNPLAYED and side.team != one.winner:
        found["forfeit"] = True
    return found
