"""The line that an event of any table adds to the public record, if it adds one. Contains no secrets, no times and no
reasons in words, so that every reader computes the same head.

Keys and values are those of the format (docs/fairness.md, "The record").
"""

from typing import Any

from referee.table import events as ev
from referee.table.fairness import Deck, commit
from referee.table.game import Table


def start(event: ev.Start, version: str) -> dict[str, Any]:
    """Return the first line of a record."""
    return {
        "e": "start",
        "v": version,
        "game": str(event.game),
        "seats": list(event.names),
        "sheet": event.sheet.name,
        "rules": event.sheet.parameters(),
        "limit": event.limit,
    }


def common(game: Table, event: object) -> dict[str, Any] | None:
    """Return the line of an event that has the same one in every game."""
    return _of_deal(game, event) or _of_player(event) or _of_ruling(game, event)


def _of_deal(game: Table, event: object) -> dict[str, Any] | None:
    match event:
        case ev.Committed():
            return {"e": "commit", "round": event.round, "commits": list(commits(game, event))}
        case ev.SaltsClosed():
            return {"e": "salts", "round": event.round, "salts": list(event.salts)}
        case ev.Revealed():
            return {"e": "reveal", "round": event.round, "attempt": event.attempt, "seed": event.seed}
    return None


def _of_player(event: object) -> dict[str, Any] | None:
    match event:
        case ev.Conceded(seat):
            return {"e": "concession", "seat": seat}
        case ev.ConcessionWithdrawn(seat):
            return {"e": "withdrawal", "seat": seat}
        case ev.Replaced():
            return {"e": "replace", "seat": event.seat, "name": event.name}
    return None


def _of_ruling(game: Table, event: object) -> dict[str, Any] | None:
    match event:
        case ev.Voided():
            charge = {} if event.charge is None else {"charge": event.charge}
            return {"e": "void", "turn": event.turn, "to": event.to, "points": event.points, **charge}
        case ev.LastRoundSet(number):
            return {"e": "last", "round": number}
        case ev.Restored():
            return {"e": "restore", "turn": event.turn}
        case ev.Ended(team, by):
            result = "-" if team is None else f"team {team}"
            return {"e": "end", "result": result, "by": by, "score": list(game.score)}
    return None


def commits(game: Table, event: ev.Committed) -> tuple[str, ...]:
    """Return the commitments to an event's seeds, in order of attempts."""
    first = len(game.seeds.get(event.round, ())) + 1
    return tuple(
        commit(game.sheet.game, Deck(game.number, event.round, attempt, seed))
        for attempt, seed in enumerate(event.seeds, first)
    )
