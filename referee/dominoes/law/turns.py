"""Rulings on a player's acts on their turn and on plans. Changes nothing, and never says what a plan plays:
plan_choice.py does. rulings.py of the table says which mail comes too late."""

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.events import Event
from referee.dominoes.game import Game
from referee.dominoes.law.moves import laid, opens_with_double_six
from referee.dominoes.line import Knock, Move, asked
from referee.dominoes.plans import Plan, plan_from
from referee.dominoes.tiles import DOUBLE_SIX
from referee.table import rulings
from referee.table.events import By
from referee.table.refusal import Reason, Refusal


def play(game: Game, seat: int, play: cmd.PlayTile, answers: int) -> Event:
    rulings.check_stands(game, answers)
    if game.due != (seat, "play"):
        raise Refusal(Reason.NOT_YOUR_TURN)
    rulings.check_fresh(game, seat, answers)
    return tile_played(game, seat, _meant(game, seat, play), "player", planned=play.planned)


def tile_played(game: Game, seat: int, move: Move, by: By, *, planned: bool = False) -> Event:
    """Return the event of a legal move: with what the open ends count then, and the points for that."""
    made = laid(game, seat, move)
    return ev.TilePlayed(game.turn, seat, made.tile, made.arm, made.count, made.points, by, planned)


def _meant(game: Game, seat: int, play: cmd.PlayTile) -> Move:
    """Return the one move that a player means. Refuses a tile that they may not lay there, or that has two places."""
    tile, meant = play.tile, asked(game.line, play.tile, play.arm)
    fault = "not_held" if tile not in game.hand(seat) else "" if meant else "unfit"
    if not fault and opens_with_double_six(game) and tile != DOUBLE_SIX:
        fault = "double_six"
    if fault:
        raise Refusal(Reason.ILLEGAL_TILE, tile=tile, arm=play.arm, fault=fault)
    if len(meant) > 1:
        raise Refusal(Reason.WHICH_END, tile=tile, moves=tuple(laid(game, seat, move) for move in meant))
    return meant[0]


def needless(game: Game, seat: int) -> Refusal:
    """Return the refusal of a knock: its player can play, or has knocked already, or is not on turn."""
    if game.due == (seat, "play"):
        return Refusal(Reason.CAN_PLAY)
    own = [act for act in game.course if act.seat == seat]
    return Refusal(Reason.KNOCKED if own and isinstance(own[-1], Knock) else Reason.NOT_YOUR_TURN)


def make_plan(game: Game, seat: int, plan: Plan, answers: int) -> Event:
    """Make a plan of `seat` in a mail that answers position `answers`. Raises Refusal.

    It is for the round that the mail answers, and comes too late once its turn is over.
    """
    rulings.check_round(game, answers)
    if any(act.seat == seat for act in game.course):
        rulings.check_fresh(game, seat, answers)
    rulings.check_plan_stands(game, answers, once=True)
    assert plan_from(str(plan)) == plan, "a plan is stored in its words"
    return ev.Planned(game.turn, seat, str(plan))
