"""The effects of challenges, misplays, voids and a restore on a game. Checks nothing and refuses nothing:
law/decide.py does."""

from dataclasses import replace
from functools import reduce
from typing import Any

from referee.spades import events as ev
from referee.spades.game import (
    NO_BIDS,
    NO_BY_PLANS,
    NO_HANDS,
    NO_PLANS,
    NOBODY,
    ByPlans,
    Game,
    add,
    opening,
    position,
    throughout,
)
from referee.spades.rulesheet import team_of
from referee.spades.standing_plans import after_void


def thrown_in(game: Game, turn: int, reason: str) -> Game:
    """Return the game without its deal. No void goes back to that deal, since its cards are known. `turn`: the next
    deal's position."""
    nothing: dict[str, Any] = {
        "hands": NO_HANDS,
        "bids": NO_BIDS,
        "blind": frozenset(),
        "changes": NOBODY,
        "leader": None,
        "trick": (),
        "tricks": (),
        "books": NOBODY,
        "points": None,
        "plans": NO_PLANS,
        "before": None,
        "by_plan": NO_BY_PLANS,
    }
    return replace(game, turn=turn, opening=turn, unvoided=turn, thrown_in=reason, **nothing)


def restored(game: Game, event: ev.Restored) -> Game:
    """Return the game after its newest events were lost. A round or a game that was over stays so.

    Any seed fixed by then may have been dealt from and revealed: this round's seeds count as spent, the next round's
    are fixed anew.
    """
    spent = game.seeds[game.round]
    state = replace(game, lost=len(spent), seeds={game.round: spent}, paused=game.paused or game.result is None)
    if game.points is None and game.result is None:
        return thrown_in(state, event.turn, "restored")
    return replace(state, turn=event.turn, before=game)


def challenged(game: Game, event: ev.Challenged) -> Game:
    """Let the team that was wrong pay; a round that was already scored will be scored anew.

    If the state was read from the running round's deal, the previous round is not at hand, and is closed by now: the
    score in its RoundScored stands.
    """
    if event.round == game.round:
        return replace(_settled(game, game, event), **_of_round(game, event))
    was = game.last
    if was is None:
        return throughout(game, lambda past: _counted(past, event))
    last = replace(was, **_of_round(was, event))
    return throughout(game, lambda past: replace(_settled(past, was, event), last=last))


def _loser(event: ev.Challenged) -> int:
    """Return the team that was wrong."""
    return team_of(event.accused if event.proven else event.seat)


def _of_round(was: Game, event: ev.Challenged) -> dict[str, Any]:
    """Return the fields that a challenge changes in its own round."""
    loser = _loser(event)
    return {
        "challenges": (*was.challenges, event),
        "off": add(was.off, loser, event.books),
        "misplays_hand": add(was.misplays_hand, loser, int(event.proven)),
        "points": None,
    }


def _settled(game: Game, was: Game, event: ev.Challenged) -> Game:
    """Return the game with its counts after a challenge in the round `was`."""
    first, (one, two) = opening(was), was.points or (0, 0)
    score = add((game.score[0] - one, game.score[1] - two), _loser(event), game.sheet.misplay_cost.points)
    return replace(_counted(game, event), score=score, bags=first.bags, sets=first.sets, extra=first.extra)


def _counted(game: Game, event: ev.Challenged) -> Game:
    misplays = add(game.misplays_game, _loser(event), int(event.proven))
    return replace(game, misplays_game=misplays, provisional=None)


def _done_by_plan(game: Game, past: Game) -> ByPlans:
    """Return the acts of plans by then, but only for players who still sit there."""
    one, two, three, four = (
        done if name == then else () for done, name, then in zip(past.by_plan, game.names, past.names, strict=True)
    )
    return one, two, three, four


def voided(game: Game, event: ev.Voided) -> Game:
    past = position(game, event.to)
    assert past is not None, "a void goes back to a standing position"
    state = replace(
        past,
        turn=event.turn,
        unvoided=event.turn,
        seen=game.seen,
        revealed=game.revealed,
        salts=game.salts,
        closed=game.closed,
        provisional=None,
        names=game.names,
        limit=game.limit,
        paused=game.paused,
        silences=game.silences,
        conceded=_standing(game),
        withdrawals=game.withdrawals,
        plans=after_void(game, event.to, event.turn),
        have_bid=game.have_bid,
        by_plan=_done_by_plan(game, past),
        seeds=game.seeds,
        last_round=game.last_round,
        hurry=game.hurry,
        result=None,
    )
    state = reduce(challenged, _kept_challenges(game, past), state)
    if event.charge is not None:
        state = charged(state, team_of(event.charge), event.points)
    # what was public before the void stays public, and nobody plays on with hands that everyone has seen
    known = past.points is None and game.attempt in game.revealed
    return thrown_in(state, event.turn, game.thrown_in or "revealed") if known else state


def _kept_challenges(game: Game, past: Game) -> list[ev.Challenged]:
    """Return the challenges since `past` to books that still stand: their findings stay true."""
    return [c for c in game.challenges if c not in past.challenges and c.book <= len(past.tricks)]


def _standing(game: Game) -> frozenset[int]:
    """Return the concessions that stand after a void: all, or all but the losers' if the void undoes their
    concession."""
    if game.result is None or game.result.by != "concession":
        return game.conceded
    return frozenset(seat for seat in game.conceded if team_of(seat) == game.result.team)


def charged(game: Game, team: int, points: int, *, void: bool = False) -> Game:
    """Return the game after `team` paid for a misplay; `void`: mail about older positions no longer counts."""
    return replace(
        game,
        unvoided=game.turn if void else game.unvoided,
        score=add(game.score, team, points),
        off=add(game.off, team, game.sheet.misplay_cost.books),
        misplays_hand=add(game.misplays_hand, team, 1),
        misplays_game=add(game.misplays_game, team, 1),
    )
