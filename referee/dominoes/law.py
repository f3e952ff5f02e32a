"""The law of dominoes: what a command brings about, or why it is refused; the events that must follow, which nobody
asks for and which are never refused; a round's points. Time and chance come in as values; remembers nothing."""

from typing import NamedTuple

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.events import Event, RoundEnd
from referee.dominoes.fairness import SALTS_CLOSE, TILES, deal, deal_key, draw
from referee.dominoes.fold import FOLD, evolve
from referee.dominoes.game import Game, laid, legal_moves, opens_with_double_six
from referee.dominoes.line import FIVE, Knock, Move, asked
from referee.dominoes.plans import Plan, plan_from
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.tiles import DOUBLE_SIX
from referee.table import rulings
from referee.table.dealing import conceding, deck_of, inherited
from referee.table.events import By
from referee.table.refusal import Reason, Refusal
from referee.table.rulings import Law
from referee.table.seats import SEATS, TEAMS, Four, Pair, after, partner_of, put, team_of

NEEDS_DEAL = cmd.Move | cmd.Planning | cmd.RuleVoid
"""The commands that must wait for the Gamesmaster, and for the deal that follows, after a restore."""

FIVE_DOUBLES = 5
"""The doubles of a hand that is dealt again, on a sheet that says so."""


class Outcome(NamedTuple):
    """The end of a round: its points by team, and the seat that opens the next one (None: the holder of 6-6)."""

    by: RoundEnd
    points: Pair
    opener: int | None


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
            return _play(game, seat, command, answers)
        case cmd.Knock():
            raise _needless(game, seat)
        case cmd.MakePlan(plan):
            return _make_plan(game, seat, plan, answers)
    return rulings.of_seat(game, seat, command, answers)


def _time_up(game: Game, turn: int) -> Event:
    """Make a random legal move for the seat on turn."""
    rulings.check_clock(game, turn)
    waiting = game.due
    if waiting is None:
        raise Refusal(Reason.CLOCK_STALE)
    move = draw(deal_key(game.deck), game.deck, len(game.acts), waiting[0], legal_moves(game, waiting[0]))
    return tile_played(game, waiting[0], move, "clock")


def _play(game: Game, seat: int, play: cmd.PlayTile, answers: int) -> Event:
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


def _needless(game: Game, seat: int) -> Refusal:
    """Return the refusal of a knock: its player can play, or has knocked already, or is not on turn."""
    if game.due == (seat, "play"):
        return Refusal(Reason.CAN_PLAY)
    own = [act for act in game.course if act.seat == seat]
    return Refusal(Reason.KNOCKED if own and isinstance(own[-1], Knock) else Reason.NOT_YOUR_TURN)


def _make_plan(game: Game, seat: int, plan: Plan, answers: int) -> Event:
    """Make a plan of `seat` in a mail that answers position `answers`. Raises Refusal.

    It is for the round that the mail answers, and comes too late once its turn is over.
    """
    rulings.check_round(game, answers)
    if any(act.seat == seat for act in game.course):
        rulings.check_fresh(game, seat, answers)
    rulings.check_plan_stands(game, answers, once=True)
    assert plan_from(str(plan)) == plan, "a plan is stored in its words"
    return ev.Planned(game.turn, seat, str(plan))


def _in_round(game: Game) -> Event | None:
    """Return what must follow while a deal stands that is not scored."""
    if game.points is not None or not any(game.hands):
        return None
    if (end := ending(game)) is not None:
        return end
    if (seat := _misdealt(game)) is not None:
        return ev.Misdealt(game.turn, seat)
    if len(game.laid) >= SALTS_CLOSE and not game.closed:
        return ev.SaltsClosed(game.round + 1, game.salts)
    if game.over:
        by, (one, two), _ = _outcome(game)
        return ev.RoundScored(game.round, by, game.pips, (one, two), (game.score[0] + one, game.score[1] + two))
    waiting = game.due
    return None if waiting is None or legal_moves(game, waiting[0]) else ev.Knocked(game.turn, waiting[0])


def _misdealt(game: Game) -> int | None:
    """Return the seat whose hand is dealt again. An audit lets every seat hold all tiles of a deal that is not public:
    that deal stands."""
    if game.sheet.redeal is None or game.course:
        return None
    dealt = [seat for seat in SEATS if len(game.hand(seat)) == TILES]
    return next((seat for seat in dealt if sum(tile.double for tile in game.hand(seat)) >= FIVE_DOUBLES), None)


def ending(game: Game) -> Event | None:
    """End the game, if its end has come: by concession, at the target, or after the last round."""
    if (loser := conceding(game)) is not None:
        return ev.Ended(3 - loser, "concession")
    scored = game.points is not None
    if not scored and game.sheet.end != "at_once":
        return None
    team = _winner(game.score, game.sheet.target, last=scored and 0 < game.last_round <= game.round)
    by = "score" if max(game.score) >= game.sheet.target else "hands"
    return None if team is None else ev.Ended(team, by)


def _outcome(game: Game) -> Outcome:
    """Score a round by the pips left in each hand. Whoever laid the last tile is out if they hold no other, not even
    0-0."""
    last = game.laid[-1].seat
    return _blocked(game.sheet, game.pips, last) if game.hand(last) else _out(game.sheet, game.pips, last)


def _deal(game: Game, number: int, attempt: int) -> Event:
    deck = deck_of(game, number, attempt, game.acts)
    hands = deal(deal_key(deck))
    opener = _opener(game)
    return ev.Dealt(
        **inherited(game, deck),
        opener=opener or next(seat for seat, hand in enumerate(hands, 1) if DOUBLE_SIX in hand),
        double_six=opener is None,
        hands=hands,  # type: ignore[arg-type]
    )


def _opener(game: Game) -> int | None:
    """Return the seat that opens the next deal; None for the holder of 6-6: in the first round, and after a block that
    nobody won."""
    if game.points is not None:
        return _outcome(game).opener
    return None if game.round == 0 or game.double_six else game.opener


def _out(sheet: DominoSheet, pips: Four, seat: int) -> Outcome:
    counted = sum(pips) - (pips[partner_of(seat) - 1] if sheet.hand_count == "opponents" else 0)
    return Outcome("out", put((0, 0), team_of(seat), rounded(counted)), seat)


def _blocked(sheet: DominoSheet, pips: Four, last: int) -> Outcome:
    held = {team: sum(pips[seat - 1] for seat in SEATS if team_of(seat) == team) for team in TEAMS}
    if held[1] == held[2]:
        return Outcome("blocked", (0, 0), None)
    team, other = sorted(TEAMS, key=held.__getitem__)
    counted = {"opponents": held[other], "difference": held[other] - held[team], "nothing": 0}[sheet.blocked]
    in_turn = [seat for steps in SEATS if team_of(seat := after(last, steps)) == team]
    return Outcome("blocked", put((0, 0), team, rounded(counted)), min(in_turn, key=lambda seat: pips[seat - 1]))


def rounded(pips: int) -> int:
    """Return the multiple of five that is nearest to the pips of the hands, added."""
    return (pips + FIVE // 2) // FIVE * FIVE


def _winner(score: Pair, target: int, *, last: bool) -> int | None:
    """Return the team that has won: ahead at the target, or after the last round (`last`); None for nobody yet."""
    if score[0] == score[1] or not (last or max(score) >= target):
        return None
    return 1 if score[0] > score[1] else 2


LAW: Law[Event, Game] = Law(FOLD, ruling, _in_round, ending, _deal)
begin, rule = LAW.begin, LAW.rule
