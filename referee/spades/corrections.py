"""The effects of challenges, misplays, voids and a restore on a game. Checks nothing and refuses nothing:
law/decide.py does."""

from dataclasses import replace
from functools import reduce
from typing import Any

from referee.spades import events as ev
from referee.spades.game import NO_BIDS, Game
from referee.table import fold
from referee.table.fold import seen_by_all, thrown_in
from referee.table.game import opening, position, throughout, won_before
from referee.table.seats import NOBODY, add, team_of


def throw_in(game: Game, turn: int, reason: str) -> Game:
    """Return the game without its deal."""
    nothing: dict[str, Any] = {
        "bids": NO_BIDS,
        "blind": frozenset(),
        "changes": NOBODY,
        "leader": None,
        "trick": (),
        "tricks": (),
        "books": NOBODY,
    }
    return thrown_in(game, turn, reason, **nothing)


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


def voided(game: Game, event: ev.Voided) -> Game:
    """Return the game after a void. Findings of challenges stay, and a misplay is paid for."""
    past = position(game, event.to)
    assert past is not None, "a void goes back to a standing position"
    state = fold.voided(game, event, seen=game.seen, have_bid=game.have_bid)
    state = reduce(challenged, _kept_challenges(game, past), state)
    if event.charge is not None:
        # a misplay of the round that brought a provisional result costs that round
        state = charged(state, game.round - won_before(game), team_of(event.charge))
    return seen_by_all(game, past, state, throw_in)


def _kept_challenges(game: Game, past: Game) -> list[ev.Challenged]:
    """Return the challenges since `past` to books that still stand: their findings stay true."""
    return [c for c in game.challenges if c not in past.challenges and c.book <= len(past.tricks)]
