"""The line that an event adds to the public record of a game, if it adds one: the only place that says what is public
about an event. Contains no secrets, no times and no reasons in words, so that every reader computes the same head.

Keys and values are those of the format (docs/fairness.md, "The record"); never writes what has no line there.
"""

from typing import Any

from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.game import Game, speaker

VERSION = "spades-record-v4"


def entry(before: Game, event: Event) -> dict[str, Any] | None:
    """Return the line of an event that only a game of spades has, which happened to `before`; None if it adds no
    line."""
    return _of_player(before, event) or _of_round(before, event)


def _of_round(game: Game, event: Event) -> dict[str, Any] | None:
    match event:
        case ev.Dealt():
            return _deal(event)
        case ev.RoundScored():
            return _scored(game, event)
    return None


def _of_player(game: Game, event: Event) -> dict[str, Any] | None:
    match event:
        case ev.BidMade():
            blind = {"blind": True} if event.blind else {}
            return {"e": "bid", "seat": speaker(game, event.seat), "bid": event.bid, **_by(event), **blind}
        case ev.CardPlayed():
            return {"e": "play", "seat": event.seat, "card": str(event.card), **_by(event)}
        case ev.Misplayed():
            named = {"seat": event.seat, "card": str(event.card)}
            return {"e": "misplay", "turn": event.turn, "fault": event.fault, "points": event.points, **named}
        case ev.Claimed(turn, seat):
            return {"e": "claim", "turn": turn, "seat": seat}
        case ev.Challenged():
            claim = {"seat": event.seat, "round": event.round, "book": event.book, "accused": event.accused}
            return {"e": "challenge", **claim, "proven": event.proven, "books": event.books}
    return None


def _by(event: ev.BidMade | ev.CardPlayed) -> dict[str, Any]:
    return {"turn": event.turn, "by": event.by}


def _deal(event: ev.Dealt) -> dict[str, Any]:
    reason = {"reason": event.reason} if event.reason else {}
    deal = {"round": event.round, "attempt": event.attempt, "eldest": event.eldest, "prev": event.prev}
    return {"e": "deal", **deal, **reason}


def _scored(game: Game, event: ev.RoundScored) -> dict[str, Any]:
    bags = {"bags": list(event.bags)} if game.sheet.bag_penalty is not None else {}
    return {"e": "round", "round": event.round, "books": list(event.books), "score": list(event.score), **bags}
