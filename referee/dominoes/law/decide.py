"""Rulings: (game, seat, command) -> events, or Refusal. Time and chance come in as values; remembers nothing.

turns.py rules on a player's acts on their turn and on plans.
"""

from referee.dominoes import commands as cmd
from referee.dominoes.events import Event
from referee.dominoes.fairness import deal_key, draw
from referee.dominoes.fold import FOLD, evolve
from referee.dominoes.game import Game
from referee.dominoes.law import turns
from referee.dominoes.law.consequences import consequence, ending
from referee.dominoes.law.moves import legal_moves
from referee.table import rulings
from referee.table.refusal import Reason, Refusal
from referee.table.rulings import Law

NEEDS_DEAL = cmd.Move | cmd.Planning | cmd.RuleVoid
"""The commands that must wait for the Gamesmaster, and for the deal that follows, after a restore."""


def ruling(game: Game, seat: int | None, command: cmd.Command, answers: int) -> tuple[Event, ...]:
    """Return the events of `command` itself, without their consequences. Raises Refusal."""
    rulings.check_running(game, command, NEEDS_DEAL, NEEDS_DEAL)
    if isinstance(command, cmd.OfSeat):
        assert seat is not None, "a seat's command names the seat"
        return (_by_seat(game, seat, command, answers),)
    match command:
        case cmd.TimeUp(turn):
            return (_time_up(game, turn),)
        case cmd.RuleVoid(charge=int()):
            raise Refusal(Reason.NO_CHARGE)
        case cmd.RuleVoid():
            return rulings.void(game, command, evolve, ending)
    return rulings.of_table(game, command)


def _by_seat(game: Game, seat: int, command: cmd.OfSeat, answers: int) -> Event:
    match command:
        case cmd.PlayTile():
            return turns.play(game, seat, command, answers)
        case cmd.Knock():
            raise turns.needless(game, seat)
        case cmd.MakePlan(plan):
            return turns.make_plan(game, seat, plan, answers)
        case cmd.DropPlans(when):
            return rulings.drop_plans(game, seat, when, answers)
    return rulings.of_seat(game, seat, command)


def _time_up(game: Game, turn: int) -> Event:
    """Make a random legal move for the seat on turn."""
    rulings.check_clock(game, turn)
    waiting = game.due
    if waiting is None:
        raise Refusal(Reason.CLOCK_STALE)
    move = draw(deal_key(game.deck), game.deck, len(game.acts), waiting[0], legal_moves(game, waiting[0]))
    return turns.tile_played(game, waiting[0], move, "clock")


LAW: Law[Event, Game] = Law(FOLD, ruling, consequence)
begin, rule = LAW.begin, LAW.rule
