"""The offers that an answer makes for a `yes`: to play now the card of a plan, to plan a move that came out of turn, or
to do what a badly typed line may have meant. Carries no offer out; yes.py does, at the turn of the offer or never."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.asking.commands import BareCard, BareNumber, MakePlan, PlayTile
from referee.asking.grammar import moves_of
from referee.desk.request import Accepted, Mail, Meant, Outcome, Refused
from referee.dominoes.commands import PlayTile as TileCommand
from referee.dominoes.line import ARMS, Move
from referee.dominoes.plans import Plan as TilePlan
from referee.dominoes.plans import Wish
from referee.games import choose, rules_of, ruling
from referee.spades.commands import MakeBid, PlayCard
from referee.spades.plans import NO_HABITS, Plan, When
from referee.table.commands import MakePlan as Plans
from referee.table.refusal import Reason, Refusal

OUT_OF_TURN = (Reason.NOT_YOUR_TURN, Reason.BIDDING_NOW)


@dataclass(frozen=True, slots=True)
class Offer:
    """The act that a `yes` does: the command in its standard spelling, and the card, bid or plan in it."""

    words: str
    move: Any = None
    plan: Any = None
    line: str = ""
    """The badly typed line that the command may be the meaning of."""


NONE = Offer("")


def move_now(mail: Mail, outcomes: Iterable[Outcome]) -> Offer:
    """Offer the card or bid that a plan in this mail would have made on the turn that is running. A mail with a move of
    its own needs no offer."""
    own = mail.meant.own
    if own is None or not own.mine or moves_of(each.asked for each in outcomes):
        return NONE
    made = {plan for each in outcomes if isinstance(each, Accepted) and (plan := _plan_made(each)) is not None}
    chosen = choose(own, own.acting(overdue=True), NO_HABITS)
    if chosen.plan not in made:
        return NONE
    match chosen.command:
        case PlayCard(card):
            return Offer(f"play {card}", move=card)
        case MakeBid(value, blind=False):
            return Offer(f"bid {value}", move=value)
        case TileCommand(tile, arm) if arm is not None:
            return Offer(f"play {tile}" if arm == "first" else f"play {tile} {arm}", move=Move(tile, arm))
    return NONE


def plan_later(mail: Mail, outcomes: Iterable[Outcome]) -> Offer:
    """Offer a plan for a move that came out of turn, if the law takes that plan now."""
    moves = (each for each in outcomes if isinstance(each, Refused) and each.reason in OUT_OF_TURN)
    plan: Any = next(filter(None, map(_as_plan, moves)), None)
    if plan is None or not isinstance(mail.meant, Meant) or mail.meant.seat is None:
        return NONE
    game, seat = mail.meant.game, mail.meant.seat
    if not isinstance(plan, rules_of(game).plan) or not {*map(_held, plan.entries)} <= game.hand(seat):
        return NONE
    try:
        ruling(game, seat, Plans(plan), game.turn)
    except Refusal:
        return NONE
    return Offer(f"plan {plan}", plan=plan)


def instead(outcomes: Iterable[Outcome]) -> Offer:
    """Offer what the refusal of a command says would work."""
    for each in outcomes:
        if isinstance(each, Refused) and each.facts.get("offer"):
            return Offer(str(each.facts["offer"]), line=each.asked.line)
        if isinstance(each, Refused) and each.reason == Reason.WHICH_END:
            # the answer asks where the tile is to lie, so the place alone will do
            return Offer(f"play {each.facts['tile']}")
    return NONE


def _plan_made(outcome: Outcome) -> Plan | None:
    return outcome.asked.command.plan if isinstance(outcome.asked.command, MakePlan) else None


def _held(entry: Any) -> Any:
    """Return what an entry of a plan takes out of the hand: the tile without its place."""
    return entry.tile if isinstance(entry, Wish) else entry


def _as_plan(outcome: Outcome) -> Plan | TilePlan | None:
    match outcome.asked.command:
        case PlayTile(tile, place):
            return TilePlan((Wish(tile, next((arm for arm in ARMS if arm == place), None)),))
        case BareCard(card) | PlayCard(card):
            return Plan(When.NEXT, (card,))
        case BareNumber(value):
            return Plan(When.BID, bid=value)
        case MakeBid(value, blind):
            return Plan(When.BID, bid=value, blind=blind)
    return None
