"""The line that an event adds to the public record of a game, if it adds one: the only place that says what is public
about an event. Contains no secrets, no times and no reasons in words, so that every reader computes the same head.

Keys and values are those of the format (docs/fairness.md, "The record"); never writes what has no line there.
"""

from typing import Any

from referee.dominoes import events as ev
from referee.dominoes.events import Event
from referee.dominoes.game import Game

VERSION = "dominoes-record-v1"


def entry(_before: Game, event: Event) -> dict[str, Any] | None:
    """Return the line of an event that only a game of dominoes has; None if it adds no line."""
    match event:
        case ev.Dealt():
            reason = {"reason": event.reason} if event.reason else {}
            deal = {"round": event.round, "attempt": event.attempt, "opener": event.opener, "prev": event.prev}
            return {"e": "deal", **deal, **reason}
        case ev.TilePlayed():
            made = {"arm": event.arm, "count": event.count, "points": event.points, "by": event.by}
            return {"e": "play", "turn": event.turn, "seat": event.seat, "tile": str(event.tile), **made}
        case ev.Knocked():
            return {"e": "knock", "turn": event.turn, "seat": event.seat, "by": event.by}
        case ev.RoundScored():
            scored = {"pips": list(event.pips), "points": list(event.points), "score": list(event.score)}
            return {"e": "round", "round": event.round, "by": event.by, **scored}
    return None
