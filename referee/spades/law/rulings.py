"""Rulings on time-outs and voids, and on the last trick, which plays by itself. Changes nothing."""

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fairness import deal_key, draw
from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.law.consequences import ending
from referee.spades.law.moves import clock_bid, last_card, legal_cards, open_bids
from referee.table import rulings
from referee.table.refusal import Reason, Refusal
from referee.table.rulings import check_clock


def last(game: Game, command: cmd.LastCard) -> Event:
    waiting = game.due
    if waiting is None or command != last_card(game):
        raise Refusal(Reason.CLOCK_STALE)
    (card,) = game.hand(waiting[0])
    return ev.CardPlayed(command.turn, waiting[0], card, "rule")


def time_up(game: Game, turn: int) -> tuple[Event, ...]:
    check_clock(game, turn)
    if game.provisional is not None:
        return (ev.Ended(game.provisional.team, game.provisional.by),)
    waiting = game.due
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
    free = not any(game.sheet.misplay_cost) and game.sheet.misplay_forfeit is None
    return rulings.void(game, command, evolve, ending, points=game.sheet.misplay_cost.points, free=free)
