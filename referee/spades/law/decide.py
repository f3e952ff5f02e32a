"""Rulings: (game, seat, command) -> events, or Refusal. Time and chance come in as values; remembers nothing.

turns.py rules on a player's acts on their turn and on plans.
"""

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.fairness import deal_key, draw
from referee.spades.fold import FOLD, evolve
from referee.spades.game import Game
from referee.spades.law import turns
from referee.spades.law.consequences import ending, in_round, new_deal
from referee.spades.law.moves import clock_bid, last_card, legal_cards, open_bids, reneged
from referee.table.refusal import Reason, Refusal
from referee.table.rulings import Law, check_clock, check_running, of_seat, of_table, void
from referee.table.seats import team_of

NEEDS_ROUND = cmd.Move | cmd.Claim | cmd.Planning | cmd.Misdeal | cmd.Concede | cmd.Withdraw
"""The commands that must wait for the next round, if there is one, once a result is provisional."""

NEEDS_DEAL = cmd.Move | cmd.Claim | cmd.Planning | cmd.Show | cmd.Misdeal | cmd.Challenge | cmd.RuleVoid
"""The commands that must wait for the Gamesmaster, and for the deal that follows, after a restore."""


def ruling(game: Game, seat: int | None, command: cmd.Command, answers: int) -> tuple[Event, ...]:
    """Return the events of `command` itself, without their consequences. Raises Refusal."""
    check_running(game, command, NEEDS_ROUND, NEEDS_DEAL)
    if isinstance(command, cmd.OfSeat):
        assert seat is not None, "a seat's command names the seat"
        return _by_seat(game, seat, command, answers)
    match command:
        case cmd.TimeUp(turn):
            return _time_up(game, turn)
        case cmd.LastCard():
            return (_last_card(game, command),)
        case cmd.RuleVoid():
            return _void(game, command)
        case _:
            return of_table(game, command)


def _by_seat(game: Game, seat: int, command: cmd.OfSeat, answers: int) -> tuple[Event, ...]:
    match command:
        case cmd.MakeBid() | cmd.PlayCard() | cmd.Claim():
            return (turns.move(game, seat, command, answers),)
        case cmd.Show():
            return (turns.show(game, seat, answers),)
        case cmd.Misdeal():
            return turns.misdeal(game, seat, answers)
        case cmd.Challenge():
            return (_challenge(game, seat, command, answers),)
        case cmd.MakePlan(plan):
            return (turns.make_plan(game, seat, plan, answers),)
        case _:
            return (of_seat(game, seat, command, answers),)


def _challenge(game: Game, seat: int, claim: cmd.Challenge, answers: int) -> Event:
    if game.sheet.misplay_act != "stand":
        raise Refusal(Reason.NOT_OFFERED, what="a challenge")
    before = None if claim.late or team_of(seat) in game.have_bid else game.last
    was = before or game
    # a challenge without a round means the round of the mail's position, which may be closed; before the first card it
    # can only be the previous round
    passed = before is None and (game.last is not None or answers < game.opening)
    default = game.round - 1 if passed else was.round
    number = default if claim.round is None else claim.round
    if number != was.round:
        was = game
    if was is game and game.opening <= answers < game.unvoided:
        raise Refusal(Reason.VOIDED)
    if number != was.round:
        # a round dealt after the game was won never begins
        won = game.provisional is not None and before is not game.last
        raise Refusal(Reason.CHALLENGE_LATE, round=number, open=None if won else (before or game).round)
    if team_of(claim.accused) == team_of(seat):
        raise Refusal(Reason.OWN_TEAM)
    tricks = (*was.tricks, was.trick)
    if not 1 <= claim.book <= len(tricks) or claim.accused not in {play.seat for play in tricks[claim.book - 1]}:
        raise Refusal(Reason.NO_SUCH_BOOK, book=claim.book, round=number, played=len(was.tricks))
    if any((c.book, c.accused) == (claim.book, claim.accused) for c in was.challenges):
        raise Refusal(Reason.CHALLENGED_BEFORE, book=claim.book)
    proven = reneged(was, claim.book, claim.accused)
    return ev.Challenged(seat, number, claim.book, claim.accused, proven, game.sheet.misplay_cost.books)


def _last_card(game: Game, command: cmd.LastCard) -> Event:
    waiting = game.due
    if waiting is None or command != last_card(game):
        raise Refusal(Reason.CLOCK_STALE)
    (card,) = game.hand(waiting[0])
    return ev.CardPlayed(command.turn, waiting[0], card, "rule")


def _time_up(game: Game, turn: int) -> tuple[Event, ...]:
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


def _void(game: Game, command: cmd.RuleVoid) -> tuple[Event, ...]:
    free = not any(game.sheet.misplay_cost) and game.sheet.misplay_forfeit is None
    return void(game, command, evolve, ending, points=game.sheet.misplay_cost.points, free=free)


LAW: Law[Event, Game] = Law(FOLD, ruling, in_round, ending, new_deal)
begin, rule = LAW.begin, LAW.rule
