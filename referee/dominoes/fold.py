"""The effect of each event on a game of dominoes, whose state is the fold of what happened, and the line that it adds
to the public record. Checks nothing, refuses nothing and draws nothing.

The keys and values of lines are those of the format (docs/fairness.md, "The record"): no secrets, no times and no
reasons in words, so that every reader computes the same head.
"""

from dataclasses import replace
from typing import Any

from referee.dominoes import events as ev
from referee.dominoes.events import Event
from referee.dominoes.game import Game
from referee.dominoes.line import EMPTY, Knock, Laid, Move, ends, fitting, lay
from referee.dominoes.plans import plan_from
from referee.table import fold
from referee.table.fold import acted, carried, seen_by_all, voided
from referee.table.game import opening
from referee.table.plans import only
from referee.table.seats import add, four, put, team_of

VERSION = "dominoes-record-v1"


def _after(game: Game, event: ev.Own | ev.Voided) -> Game:
    match event:
        case ev.Dealt():
            hands = four(map(frozenset, event.hands))
            return Game(**carried(game, event), opener=event.opener, double_six=event.double_six, hands=hands)
        case ev.TilePlayed():
            return _played(game, event)
        case ev.Knocked():
            return _knocked(game, event)
        case ev.RoundScored():
            return replace(game, points=event.points, score=event.score)
        case ev.Voided():
            back = voided(game, event)
            return seen_by_all(game, back, back, thrown_in)


def _played(game: Game, event: ev.TilePlayed) -> Game:
    """Lay a tile. A plan ends with the turn that it is for; one made on that turn itself is for the turn after, unless
    plans have played."""
    seat, move = event.seat, Move(event.tile, event.arm)
    hands = put(game.hands, seat, game.hand(seat) - {event.tile})
    now = lay(game.line, move)
    return acted(
        game,
        event,
        move,
        hands=hands,
        line=now,
        course=(*game.course, Laid(seat, event.tile, event.arm, event.count, event.points)),
        over=not hands[seat - 1]
        or not any(fitting(now, tile) for hand in hands for tile in hand if tile != event.tile),
        score=add(game.score, team_of(seat), event.points),
        acts=(*game.acts, f"play:{seat}:{event.tile}:{event.arm}"),
        plans=only(game.plans, lambda one, plan: one != seat or (plan.turn >= event.turn and not event.planned)),
    )


def _knocked(game: Game, event: ev.Knocked) -> Game:
    knock = Knock(event.seat, tuple(sorted(set(ends(game.line).values()))))
    return acted(game, event, None, course=(*game.course, knock), acts=(*game.acts, f"knock:{event.seat}"))


def thrown_in(game: Game, turn: int, reason: str) -> Game:
    """Return the game without its deal, and with the score that the round began with."""
    score = opening(game).score
    return fold.thrown_in(game, turn, reason, line=EMPTY, course=(), over=False, score=score)


def _entry(_before: Game, event: Event) -> dict[str, Any] | None:
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


FOLD: fold.Fold[Event, Game] = fold.Fold(Game, VERSION, _entry, _after, thrown_in, plan_from)
evolve, line, replay, steps_of = FOLD.evolve, FOLD.line, FOLD.replay, FOLD.steps_of
