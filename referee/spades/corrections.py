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
    ByPlans,
    Game,
    opening,
    position,
    throughout,
    won_before,
)
from referee.spades.standing_plans import after_void
from referee.table.seats import NOBODY, add, team_of


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


def charged(game: Game, number: int, team: int, misplays: int = 1, found: tuple[ev.Challenged, ...] = ()) -> Game:
    """Return the game after `team` paid the sheet's price of a misplay in round `number`, the running one or the one
    before; `found`: the challenge that found it.

    A round that was scored is without its score again, and will be scored anew. If the state was read from the running
    round's deal, the previous round is not at hand, and is closed by now: the score in its RoundScored stands.
    """
    if number == game.round:
        return _owing(_paying(game, game, team, misplays), team, misplays, found)
    was = game.last
    if was is None:
        counts = add(game.misplays_game, team, misplays)
        return throughout(game, lambda past: replace(past, misplays_game=counts, provisional=None))
    last = _owing(was, team, misplays, found)
    return throughout(game, lambda past: replace(_paying(past, was, team, misplays), last=last))


def challenged(game: Game, event: ev.Challenged) -> Game:
    """Let the team that was wrong pay."""
    wrong = team_of(event.accused if event.proven else event.seat)
    return charged(game, event.round, wrong, int(event.proven), (event,))


def _paying(game: Game, was: Game, team: int, misplays: int) -> Game:
    """Return the game with its counts as they were before the round `was` was scored, and after `team` paid."""
    first, (one, two) = opening(was), was.points or (0, 0)
    return replace(
        game,
        score=add((game.score[0] - one, game.score[1] - two), team, game.sheet.misplay_cost.points),
        bags=first.bags,
        sets=first.sets,
        extra=first.extra,
        misplays_game=add(game.misplays_game, team, misplays),
        provisional=None,
    )


def _owing(was: Game, team: int, misplays: int, found: tuple[ev.Challenged, ...]) -> Game:
    """Return a round in which `team` has books to lose when it is scored."""
    return replace(
        was,
        off=add(was.off, team, was.sheet.misplay_cost.books),
        misplays_hand=add(was.misplays_hand, team, misplays),
        challenges=(*was.challenges, *found),
        points=None,
    )


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
        # a misplay of the round that brought a provisional result costs that round
        state = charged(state, game.round - won_before(game), team_of(event.charge))
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
