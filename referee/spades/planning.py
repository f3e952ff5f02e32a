"""Rulings on plans: which plans a seat may make or drop now. Never says what a plan plays: plan_choice.py does."""

from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.game import Game, due, position, speaker
from referee.spades.moves import fits_team
from referee.spades.plans import Plan, When, plan_from
from referee.spades.refusal import Reason, Refusal
from referee.spades.turns import check_bidding, check_fresh, check_seen


def make_plan(game: Game, seat: int, plan: Plan, answers: int) -> Event:
    """Make a plan of `seat` in a mail that answers position `answers`. Raises Refusal.

    It is for the round that the mail answers; one for a single turn comes too late once that turn is over.
    """
    _check_round(game, answers)
    if plan.when == When.BID:
        _check_bid(game, seat, plan, answers)
    else:
        check_seen(game, seat, blind=False)
    if plan.when == When.NEXT and _has_played(game, seat):
        check_fresh(game, seat, answers)
    # a void ends the plans made since the position that it goes back to, and this one would be one of them
    if position(game, min(answers, game.turn)) is None or (plan.when == When.NEXT and answers < game.unvoided):
        raise Refusal(Reason.VOIDED)
    assert plan_from(str(plan)) == plan, "a plan is stored in its words"
    return ev.Planned(game.turn, seat, str(plan))


def drop_plans(game: Game, seat: int, when: When | None, answers: int) -> Event:
    """Drop one of a seat's plans, that for the turns `when`, or all of them. Raises Refusal."""
    _check_round(game, answers)
    if not any(when in (None, standing.plan.when) for standing in game.plans[seat - 1]):
        raise Refusal(Reason.NO_PLAN)
    return ev.Unplanned(seat, when)


def _check_round(game: Game, answers: int) -> None:
    """Refuse a plan for an older round, or for a deal that was thrown in."""
    if answers < game.opening or due(game) is None:
        raise Refusal(Reason.STALE)


def _has_played(game: Game, seat: int) -> bool:
    """Tell if `seat` has played in this round, so that its last act was a card."""
    return any(play.seat == seat for play in game.plays())


def _check_bid(game: Game, seat: int, plan: Plan, answers: int) -> None:
    """Refuse a bid that could not be legal when it is due."""
    assert plan.bid is not None, "a plan for the bid names it"
    check_bidding(game, seat, answers)
    if (standing := game.bid(speaker(game, seat))) is not None:
        raise Refusal(Reason.PLAN_AFTER_BID if game.sheet.bid_change else Reason.BID_STANDS, bid=standing)
    check_fresh(game, seat, answers)
    check_seen(game, seat, plan.blind)
    if plan.bid not in game.sheet.bid_values or (plan.blind and plan.bid):
        raise Refusal(Reason.NOT_A_BID, bid=plan.bid)
    if not fits_team(game, seat, plan.bid):
        raise Refusal(Reason.TEAM_BID, bid=plan.bid)
