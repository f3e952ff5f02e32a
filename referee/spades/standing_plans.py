"""The plans that still stand after a bid, a look at the hand or a card. Checks nothing and refuses nothing:
law/turns.py does."""

from referee.spades import events as ev
from referee.spades.game import Game, speaker
from referee.spades.plans import Plan, When
from referee.table.plans import Plans, StandingPlan, due_again, only


def after_bid(game: Game, seat: int, *, changed: bool) -> Plans:
    """Return the plans that stand once `seat` has bid, or has changed its bid while another is still to bid: it, or its
    team, has no more bid to make in this round."""
    place = speaker(game, seat)
    plans = only(game.plans, lambda other, one: one.plan.when != When.BID or speaker(game, other) != place)
    return due_again(plans, game.turn, game.turn + 1) if changed else plans


def after_show(game: Game, seat: int) -> Plans:
    """Return the plans that stand once `seat` has seen its hand: it bids blind no more."""
    return only(game.plans, lambda other, one: other != seat or not one.plan.blind)


def after_play(game: Game, event: ev.CardPlayed) -> Plans:
    """Return the plans that stand once a card was played: a list for the next turn ends with that turn.

    One made on the turn itself is for the turn after, unless plans have played, as they may before the clock does.
    """

    def stays(seat: int, one: StandingPlan[Plan]) -> bool:
        return seat != event.seat or one.plan.when != When.NEXT or (one.turn >= event.turn and not event.planned)

    return only(game.plans, stays)
