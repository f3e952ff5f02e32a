"""The line that each event adds to the public record of a tournament, if any; docs/tournaments.md describes the lines.

Never writes reasons in words, times, or addresses, so that every reader computes the same head.
"""

from typing import Any

from referee.records.lines import canonical
from referee.tournaments import draw
from referee.tournaments import events as ev
from referee.tournaments.events import Event
from referee.tournaments.formats import to_json
from referee.tournaments.tournament import Tournament

VERSION = "spades-tournament-v1"


def line(before: Tournament | None, event: Event) -> str | None:
    """Return the line of `event`, which happened to `before` (None: it announced the tournament); None if it adds no
    line."""
    entry = _announced(event) if isinstance(event, ev.Announced) else None if before is None else _entry(before, event)
    return None if entry is None else canonical(entry)


def _announced(event: ev.Announced) -> dict[str, Any]:
    named = {"e": "announced", "v": VERSION, "tournament": str(event.tournament), "name": event.name}
    return {**named, **_played(event)}


def _played(event: ev.Announced | ev.Amended) -> dict[str, Any]:
    return {"format": to_json(event.format), "target": event.target}


def _entry(t: Tournament, event: Event) -> dict[str, Any] | None:
    return _of_sign_up(t, event) or _of_progress(event) or _of_match(event) or _of_team(event)


def _of_sign_up(t: Tournament, event: Event) -> dict[str, Any] | None:
    match event:
        case ev.Committed(seed, root):
            commits = {"commit": draw.commit(t.number, seed), "root": draw.root_commit(t.number, root)}
            return {"e": "commitments", **commits}
        case ev.Amended():
            return {"e": "amended", **_played(event)}
        case ev.Entered(team):
            return {"e": "entry", **draw.team_entry(team)}
        case ev.Left(name):
            return {"e": "left", "team": name}
        case ev.Closed(seeded, teams):
            return {"e": "closed", "seeded": list(seeded), "teams": [draw.team_entry(team) for team in teams]}
        case ev.Salted(salts):
            return {"e": "salts", "salts": [list(pair) for pair in salts]}
        case ev.Drawn(order, lots, seed, teams):
            together = {"teams": [draw.team_entry(team) for team in teams]} if teams else {}
            return {"e": "draw", "order": list(order), "lots": list(lots), "seed": seed, **together}
    return None


def _of_progress(event: Event) -> dict[str, Any] | None:
    match event:
        case ev.StageOpened(division, stage, teams):
            return {"e": "stage", "stage": stage, "teams": list(teams), **_division(division)}
        case ev.StageTakenBack(division, stage):
            return {"e": "stage back", "stage": stage, **_division(division)}
        case ev.Stood(division, stage, number, teams):
            return {"e": "standings", "stage": stage, "round": number, "teams": list(teams), **_division(division)}
        case ev.Ended(places, root):
            ranked = [{"teams": [list(place) for place in one.teams], **_division(one.division)} for one in places]
            return {"e": "end", "places": ranked, "root": root}
        case ev.Cancelled(seed, root):
            return {"e": "cancelled", "seed": seed, "root": root}
    return None


def _of_match(event: Event) -> dict[str, Any] | None:
    match event:
        case ev.MatchBegun():
            who = {"teams": list(event.teams), "seats": list(event.seats)}
            return {"e": "pairing", "match": event.match, "game": event.attempt, "number": str(event.game), **who}
        case ev.Resulted():
            played = {"match": event.match, "game": event.attempt, "number": str(event.game), "head": event.head}
            what = {"winner": event.winner, "by": event.how, "score": list(event.score), "sets": list(event.sets)}
            return {"e": "result", **played, **what}
        case ev.Ruled():
            what = {"teams": list(event.teams), "winner": event.winner, "score": list(event.score)}
            return {"e": "ruling", "match": event.match, **what}
        case ev.TakenBack(match, why):
            return {"e": "back", "match": match, "why": why}
        case ev.Silenced(match, team):
            return {"e": "silence", "match": match, "team": team}
        case ev.Limited(match, last):
            return {"e": "limit", "match": match, "round": last}
    return None


def _of_team(event: Event) -> dict[str, Any] | None:
    match event:
        case ev.Withdrawn(team, by):
            return {"e": "withdrawal", "team": team, "by": by}
        case ev.Substituted(team, out, name):
            return {"e": "substitute", "team": team, "out": out, "name": name}
        case ev.Rated(team, match, rating):
            return {"e": "rating", "team": team, "match": match, "rating": rating}
        case ev.Paused():
            return {"e": "pause"}
        case ev.Resumed():
            return {"e": "resume"}
    return None


def _division(name: str) -> dict[str, str]:
    return {"division": name} if name else {}
