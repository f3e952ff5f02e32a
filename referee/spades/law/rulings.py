"""Rulings of the clock and of the Gamesmaster: time-outs, voids, a restore, the clock itself; and the last trick, which
plays by itself. Changes nothing.
"""

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fairness import deal_key, draw
from referee.spades.fold import evolve
from referee.spades.game import Game, due
from referee.spades.law.consequences import ending
from referee.spades.law.moves import clock_bid, last_card, legal_cards, open_bids
from referee.table.fairness import ATTEMPTS
from referee.table.game import position
from referee.table.refusal import Reason, Refusal

UNDOABLE = ("forfeit", "concession")
"""The results that a ruling may undo (109, clause 6); the law knows no time and does not say for how long."""


def unasked(game: Game, command: cmd.TimeUp | cmd.LastCard | cmd.LastRound | cmd.Hurry) -> tuple[Event, ...]:
    """Return the events of a command that nobody gives."""
    match command:
        case cmd.TimeUp(turn):
            return time_up(game, turn)
        case cmd.LastCard():
            return (last(game, command),)
        case cmd.LastRound(seconds):
            return last_round(game), ev.Hurried(seconds)
        case cmd.Hurry(seconds):
            return (ev.Hurried(seconds),)


def last_round(game: Game) -> Event:
    """Make the running round the last. Refuses if a last round was set before."""
    if game.last_round:
        raise Refusal(Reason.CLOCK_STALE)
    return ev.LastRoundSet(game.round)


def last(game: Game, command: cmd.LastCard) -> Event:
    waiting = due(game)
    if waiting is None or command != last_card(game):
        raise Refusal(Reason.CLOCK_STALE)
    (card,) = game.hand(waiting[0])
    return ev.CardPlayed(command.turn, waiting[0], card, "rule")


def time_up(game: Game, turn: int) -> tuple[Event, ...]:
    if turn != game.turn or game.paused:
        raise Refusal(Reason.CLOCK_STALE)
    if game.provisional is not None:
        return (ev.Ended(game.provisional.team, game.provisional.by),)
    waiting = due(game)
    if waiting is None:
        raise Refusal(Reason.CLOCK_STALE)
    seat, what = waiting
    if what == "bid":
        bid = ev.BidMade(turn, seat, clock_bid(open_bids(game, seat)), "clock")
        return (bid,) if seat in game.seen else (ev.Shown(seat), bid)
    key, options = deal_key(game.deck, game.sheet), legal_cards(game, seat)
    card = draw(key, game.deck, len(game.acts), seat, options)
    return (ev.CardPlayed(turn, seat, card, "clock"),)


def void(game: Game, command: cmd.RuleVoid) -> tuple[Event, ...]:
    _check_undoable(game)
    if not game.opening <= command.to <= game.turn:
        raise Refusal(Reason.NO_SUCH_TURN, turn=command.to, first=game.opening, last=game.turn)
    if position(game, command.to) is None:
        raise Refusal(Reason.TURN_VOIDED, turn=command.to)
    points = 0 if command.charge is None else game.sheet.misplay_cost.points
    event = ev.Voided(game.turn + 1, command.to, command.reason, command.charge, points)
    if command.charge is None and ending(evolve(game, event)) is not None:
        raise Refusal(Reason.RESULT_STANDS)
    free = not any(game.sheet.misplay_cost) and game.sheet.misplay_forfeit is None
    undoes = command.to < game.turn or game.result is not None
    if not undoes and (free or command.charge is None):
        raise Refusal(Reason.VOIDS_NOTHING, turn=game.turn, free=free)
    return (event, *clock_stop(game)) if evolve(game, event).thrown_in else (event,)


def clock_stop(game: Game) -> tuple[Event, ...]:
    """Stop the clock once the last attempt at a round is thrown in, for the Gamesmaster to look."""
    return (ev.Paused(),) if game.attempt % ATTEMPTS == 0 and not game.paused else ()


def restored(game: Game, turn: int, since: str) -> Event:
    """Restore a game. Refuses if its result is final: then no deal is left."""
    _check_undoable(game)
    if turn <= game.turn:
        raise Refusal(Reason.STALE)
    return ev.Restored(turn, since)


def clock(game: Game, command: cmd.Pause | cmd.Resume | cmd.Extend | cmd.Limit) -> Event:
    if isinstance(command, cmd.Limit):
        return ev.Limited(command.seconds)
    if isinstance(command, cmd.Resume):
        if not game.paused:
            raise Refusal(Reason.NOT_PAUSED)
        return ev.Resumed()
    if game.paused:
        raise Refusal(Reason.ALREADY_PAUSED)
    return ev.Paused(command.protest, command.words) if isinstance(command, cmd.Pause) else ev.Extended(command.seconds)


def _check_undoable(game: Game) -> None:
    """Refuse to change a final result."""
    if game.result is not None and game.result.by not in UNDOABLE:
        raise Refusal(Reason.RESULT_STANDS)
