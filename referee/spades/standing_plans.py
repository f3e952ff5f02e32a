"""The plans that still stand after a new plan, an act, a void or a successor. Checks nothing and refuses nothing:
law/turns.py does."""

from collections.abc import Callable
from dataclasses import replace

from referee.spades import events as ev
from referee.spades.game import NO_PLANS, Game, Plans, speaker
from referee.spades.plans import StandingPlan, When, plan_from
from referee.table.seats import SEATS, put

ORDER = tuple(When)


def planned(game: Game, event: ev.Planned) -> Game:
    """Return the game with one more plan, in its place among the seat's own."""
    plan = plan_from(event.plan)
    others = (one for one in game.plans[event.seat - 1] if one.plan.when != plan.when)
    own = sorted((*others, StandingPlan(plan, event.turn)), key=lambda one: ORDER.index(one.plan.when))
    return replace(game, plans=put(game.plans, event.seat, tuple(own)))


def unplanned(game: Game, event: ev.Unplanned) -> Game:
    """Return the game without the plans that a seat dropped."""
    return replace(
        game, plans=_only(game, lambda seat, one: seat != event.seat or event.when not in (None, one.plan.when))
    )


def after_bid(game: Game, seat: int, *, changed: bool) -> Plans:
    """Return the plans that stand once `seat` has bid, or has changed its bid while another is still to bid: it, or its
    team, has no more bid to make in this round."""
    place = speaker(game, seat)
    plans = _only(game, lambda other, one: one.plan.when != When.BID or speaker(game, other) != place)
    return due_again(plans, game.turn, game.turn + 1) if changed else plans


def after_show(game: Game, seat: int) -> Plans:
    """Return the plans that stand once `seat` has seen its hand: it bids blind no more."""
    return _only(game, lambda other, one: other != seat or not one.plan.blind)


def after_play(game: Game, event: ev.CardPlayed) -> Plans:
    """Return the plans that stand once a card was played: a list for the next turn ends with that turn.

    One made on the turn itself is for the turn after, unless plans have played, as they may before the clock does.
    """

    def stays(seat: int, one: StandingPlan) -> bool:
        return seat != event.seat or one.plan.when != When.NEXT or (one.turn >= event.turn and not event.planned)

    return _only(game, stays)


def after_void(game: Game, to: int, turn: int) -> Plans:
    """Return the plans that stand after a void of all acts since position `to`, which is due again as `turn`: the plans
    made by then. A dropped, replaced or used plan does not come back."""
    return due_again(_only(game, lambda _, one: one.turn <= to), to, turn)


def due_again(plans: Plans, was: int, turn: int) -> Plans:
    """Return the plans where position `was` is due again as position `turn`: one made there does not act there either
    way."""
    if plans == NO_PLANS:
        return NO_PLANS
    one, two, three, four = (tuple(one._replace(turn=turn) if one.turn == was else one for one in own) for own in plans)
    return one, two, three, four


def _only(game: Game, stays: Callable[[int, StandingPlan], bool]) -> Plans:
    if game.plans == NO_PLANS:
        return NO_PLANS
    one, two, three, four = (
        tuple(standing for standing in game.plans[seat - 1] if stays(seat, standing)) for seat in SEATS
    )
    return one, two, three, four
