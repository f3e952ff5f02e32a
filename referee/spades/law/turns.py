"""Rulings on a player's acts on their turn (bid, see their hand, call a misdeal, play, claim) and on plans: which plans
a seat may make or drop now. Changes nothing, and never says what a plan plays: plan_choice.py does.

A move is judged by the position that its mail answers (`answers`): accepted if it is legal now, with neither a void nor
an act of the sender in between; a misplay only if it was already wrong then, for the same reason. A bid that may be
changed is no such act: the letter that offers the change answers for it as often as the rule allows.
"""

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.events import Event
from referee.spades.game import Game, speaker
from referee.spades.law.claims import FIRST_CLAIM, provable
from referee.spades.law.moves import Fault, changed_enough, fault, fits_team, may_change, may_misdeal, open_bids
from referee.spades.plans import Plan, When, plan_from
from referee.spades.view import view
from referee.table.game import position
from referee.table.refusal import Reason, Refusal
from referee.table.rulings import check_fresh, check_plan_stands, check_round, check_stands, clock_stop


def move(game: Game, seat: int, command: cmd.MakeBid | cmd.PlayCard | cmd.Claim, answers: int) -> Event:
    match command:
        case cmd.MakeBid():
            return bid(game, seat, command, answers)
        case cmd.PlayCard():
            return play(game, seat, command, answers)
        case cmd.Claim():
            return claim(game, seat, answers)


def bid(game: Game, seat: int, bid: cmd.MakeBid, answers: int) -> Event:
    _check_bidding(game, seat, answers)
    if (standing := game.bid(speaker(game, seat))) is not None and not may_change(game, seat):
        raise Refusal(Reason.CHANGE_ENOUGH if changed_enough(game, seat) else Reason.BID_STANDS, bid=standing)
    check_stands(game, answers)
    if standing is None and game.due != (speaker(game, seat), "bid"):
        raise Refusal(Reason.NOT_YOUR_TURN)
    _check_seen(game, seat, bid.blind)
    if bid.value == standing:
        raise Refusal(Reason.BID_STANDS, bid=standing)
    if bid.blind and bid.value:
        raise Refusal(Reason.NOT_A_BID, bid=bid.value)
    if bid.value not in open_bids(game, seat):
        raise Refusal(Reason.TEAM_BID if bid.value in game.sheet.bid_values else Reason.NOT_A_BID, bid=bid.value)
    return ev.BidMade(game.turn, seat, bid.value, "player", bid.blind, bid.planned)


def show(game: Game, seat: int, answers: int) -> Event:
    if seat in game.seen:
        raise Refusal(Reason.ALREADY_SHOWN)
    # the hand they asked for may be gone, and they may still bid blind on the new one
    check_round(game, answers)
    return ev.Shown(seat)


def misdeal(game: Game, seat: int, answers: int) -> tuple[Event, ...]:
    if game.sheet.redeal is None:
        raise Refusal(Reason.NOT_OFFERED, what="a misdeal")
    _check_bidding(game, seat, answers)
    if (standing := game.bid(speaker(game, seat))) is not None:
        raise Refusal(Reason.BID_STANDS, bid=standing)
    check_fresh(game, seat, answers)
    if game.thrown_in:
        raise Refusal(Reason.STALE)
    _check_seen(game, seat, blind=False)
    if not may_misdeal(game, seat):
        raise Refusal(Reason.NO_MISDEAL)
    return (ev.Misdealt(game.turn, seat), *clock_stop(game))


def play(game: Game, seat: int, play: cmd.PlayCard, answers: int) -> Event:
    _check_playing(game, seat, answers)
    card = play.card
    wrong = fault(game, seat, card)
    if wrong is None:
        return ev.CardPlayed(game.turn, seat, card, "player", play.planned)
    if not _wrong_then(game, seat, card, wrong, answers):
        raise Refusal(Reason.STALE)
    if wrong.kind not in game.sheet.misplay_faults:
        raise Refusal(Reason.ILLEGAL_CARD, card=card, fault=wrong.kind)
    if game.sheet.misplay_act == "stand":
        return ev.CardPlayed(game.turn, seat, card, "player")
    return ev.Misplayed(game.turn, seat, card, wrong.kind, game.sheet.misplay_cost.points)


def claim(game: Game, seat: int, answers: int) -> Event:
    """Claim the rest. Refuses in the same words whatever the others hold: a claim is judged by the claimer's view
    alone."""
    _check_playing(game, seat, answers)
    if len(game.tricks) < FIRST_CLAIM:
        raise Refusal(Reason.CLAIM_EARLY)
    if not provable(view(game, seat)):
        raise Refusal(Reason.NOT_PROVABLE)
    return ev.Claimed(game.turn, seat)


def _check_playing(game: Game, seat: int, answers: int) -> None:
    """Refuse a command that belongs to a seat's own turn to play. One that comes out of turn is early, whichever letter
    of the round it answers."""
    check_stands(game, answers)
    if game.leader is None:
        raise Refusal(Reason.BIDDING_NOW)
    if game.due != (seat, "play"):
        raise Refusal(Reason.NOT_YOUR_TURN)
    check_fresh(game, seat, answers)


def _check_bidding(game: Game, seat: int, answers: int) -> None:
    """Refuse a command that belongs to the bidding once play has begun; a mail from before is merely late."""
    if game.leader is not None:
        raise Refusal(Reason.STALE if answers < game.opening or game.acted[seat - 1] >= answers else Reason.PLAYING_NOW)


def _check_seen(game: Game, seat: int, blind: bool) -> None:
    """Refuse a blind bid on a seen hand, and any other bid on a hand that is still held back."""
    if blind and not game.sheet.blind_nil:
        raise Refusal(Reason.NOT_OFFERED, what="a blind bid")
    if blind and seat in game.seen:
        raise Refusal(Reason.ALREADY_SHOWN)
    if not blind and seat not in game.seen:
        raise Refusal(Reason.NOT_SHOWN)


def _wrong_then(game: Game, seat: int, card: Card, wrong: Fault, answers: int) -> bool:
    """Tell if the card was wrong for the same reason at the position that the mail answers."""
    then = position(game, min(answers, game.turn))
    assert then is not None, "a position with nothing voided since still stands"
    was = fault(then, seat, card)
    return was == wrong or (was is not None and was.kind == wrong.kind == "not_held")


def make_plan(game: Game, seat: int, plan: Plan, answers: int) -> Event:
    """Make a plan of `seat` in a mail that answers position `answers`. Raises Refusal.

    It is for the round that the mail answers; one for a single turn comes too late once that turn is over.
    """
    check_round(game, answers)
    if plan.when == When.BID:
        _check_bid(game, seat, plan, answers)
    else:
        _check_seen(game, seat, blind=False)
    if plan.when == When.NEXT and _has_played(game, seat):
        check_fresh(game, seat, answers)
    check_plan_stands(game, answers, once=plan.when == When.NEXT)
    assert plan_from(str(plan)) == plan, "a plan is stored in its words"
    return ev.Planned(game.turn, seat, str(plan))


def _has_played(game: Game, seat: int) -> bool:
    """Tell if `seat` has played in this round, so that its last act was a card."""
    return any(play.seat == seat for play in game.plays())


def _check_bid(game: Game, seat: int, plan: Plan, answers: int) -> None:
    """Refuse a bid that could not be legal when it is due."""
    assert plan.bid is not None, "a plan for the bid names it"
    _check_bidding(game, seat, answers)
    if (standing := game.bid(speaker(game, seat))) is not None:
        raise Refusal(Reason.PLAN_AFTER_BID if game.sheet.bid_change else Reason.BID_STANDS, bid=standing)
    check_fresh(game, seat, answers)
    _check_seen(game, seat, plan.blind)
    if plan.bid not in game.sheet.bid_values or (plan.blind and plan.bid):
        raise Refusal(Reason.NOT_A_BID, bid=plan.bid)
    if not fits_team(game, seat, plan.bid):
        raise Refusal(Reason.TEAM_BID, bid=plan.bid)
