"""The choice of a bid or card by a player's plans and habits on their turn: always a legal one. Sees nothing but that
player's view, and changes nothing."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from referee.spades.cards import RANKS, SPADES, SUITS, Card
from referee.spades.commands import DropPlans, MakeBid, PlayCard
from referee.spades.game import Played
from referee.spades.law.moves import winner
from referee.spades.plans import SUIT_OF, Habits, Pick, Plan, PlanEntry, When
from referee.spades.rulesheet import RuleSheet
from referee.spades.view import SeatView
from referee.table import plans
from referee.table.seats import partner_of

THIRD = 2
"""The number of cards that lie on the table when the third hand plays."""
ORDER = (When.NEXT, When.PARTNER, When.VOID, *SUIT_OF, When.LEAD, When.REST)
"""The order in which the plans for a turn to play are tried."""


class PlanFault(StrEnum):
    """The reason why an entry of a plan for this turn could not be played."""

    NOT_HELD = "not-held"
    """The card, or a card of the suit, is not in the hand."""
    NOT_LEGAL = "not-legal"
    """The card is held, and may not be played now."""
    ALL_LOSE = "all-lose"
    """`win`, and no legal card beats the trick on the table."""
    ALL_WIN = "all-win"
    """`duck`, and every legal card beats it."""
    PARTNER_WINS = "partner-wins"
    """`win`, and the partner's card is winning, whose bid is no nil."""
    LEADING = "leading"
    """`win` or `duck`, and there is no card to beat yet."""


Choice = plans.Choice[MakeBid | DropPlans | PlayCard, Plan, PlanFault]
Unfit = plans.Unfit[Plan, PlanFault]


def choose(view: SeatView, plans: tuple[Plan, ...], habits: Habits) -> Choice:
    """Choose by `plans` and then by `habits` for the view's seat. The choice is empty unless the seat must act.

    The first plan that gives a legal card plays it, in this order: the list for the next turn; partner; void, suit or
    lead; rest. A plan for a bid makes that bid if it is legal, else it is dropped.
    """
    if not view.mine or view.to_act is None:
        return Choice(None, None)
    return _bid(view, plans) if view.to_act[1] == "bid" else _card(view, plans, habits)


def _bid(view: SeatView, plans: Iterable[Plan]) -> Choice:
    plan = next((plan for plan in plans if plan.when == When.BID), None)
    if plan is None or plan.bid is None:
        return Choice(None, None)
    if view.may_bid_blind and plan.bid == 0 if plan.blind else plan.bid in view.legal_bids:
        return Choice(MakeBid(plan.bid, plan.blind, planned=True), plan)
    return Choice(DropPlans(When.BID), plan)


def _card(view: SeatView, plans: Iterable[Plan], habits: Habits) -> Choice:
    unfit: tuple[Unfit, ...] = ()
    for plan in sorted((plan for plan in plans if _is_for(view, plan.when)), key=lambda plan: ORDER.index(plan.when)):
        why: tuple[PlanFault, ...] = ()
        for entry in plan.entries:
            found = _played(view, plan.when, entry)
            if isinstance(found, Card):
                return Choice(PlayCard(found, planned=True), plan, unfit)
            why += (found,)
        unfit += (Unfit(plan, why),)
    if habits.forced and len(view.legal_cards) == 1:
        return Choice(PlayCard(view.legal_cards[0], planned=True), "forced", unfit)
    if habits.equals and touching(view):
        return Choice(PlayCard(lowest(view.sheet, view.legal_cards), planned=True), "equals", unfit)
    return Choice(None, None, unfit)


def _is_for(view: SeatView, when: When) -> bool:
    """Tell if a plan for the turns `when` is for this turn to play."""
    led = view.table[0].card.suit if view.table else None
    match when:
        case When.NEXT:
            return True
        case When.PARTNER:
            return len(view.table) >= THIRD and _partner_wins(view)
        case When.VOID:
            return led is not None and all(card.suit != led for card in view.hand or ())
        case When.LEAD:
            return led is None
        case When.REST:
            return led is not None
    return led is not None and SUIT_OF.get(when) == led


def _played(view: SeatView, when: When, entry: PlanEntry) -> Card | PlanFault:
    """Return the card that an entry of a plan for the turns `when` gives, or why it gives none."""
    if isinstance(entry, Card):
        if entry in view.legal_cards:
            return entry
        return PlanFault.NOT_LEGAL if entry in (view.hand or ()) else PlanFault.NOT_HELD
    if entry.way in ("win", "duck") and not view.table:
        return PlanFault.LEADING
    # if the entry names a suit, or its plan is for one, only that suit is meant: never pick a discard or a ruff
    suit = entry.suit or SUIT_OF.get(when)
    cards = [card for card in view.legal_cards if suit in (None, card.suit)]
    if not cards:
        return PlanFault.NOT_LEGAL if any(card.suit == suit for card in view.hand or ()) else PlanFault.NOT_HELD
    return _picked(view, entry, cards)


def _picked(view: SeatView, pick: Pick, cards: list[Card]) -> Card | PlanFault:
    """Return the card that `pick` means among the legal `cards`."""
    match pick.way:
        case "lowest":
            return lowest(view.sheet, cards)
        case "highest":
            return highest(view.sheet, cards)
        case "win":
            if _partner_wins(view) and not _partner_bid_nil(view):
                return PlanFault.PARTNER_WINS
            beating = [card for card in cards if _beats(view, card)]
            return lowest(view.sheet, beating) if beating else PlanFault.ALL_LOSE
        case "duck":
            losing = [card for card in cards if not _beats(view, card)]
            return highest(view.sheet, losing) if losing else PlanFault.ALL_WIN


def lowest(sheet: RuleSheet, cards: Iterable[Card]) -> Card:
    """Return the lowest card by rank, spades last, of equal ranks clubs before diamonds before hearts; within a suit by
    the sheet's order."""
    return min(_ends(sheet, cards, min), key=_rank)


def highest(sheet: RuleSheet, cards: Iterable[Card]) -> Card:
    """Return the reverse of `lowest`: the highest spade if there is one, and of equal ranks the heart."""
    return max(_ends(sheet, cards, max), key=_rank)


def _ends(sheet: RuleSheet, cards: Iterable[Card], end: Callable[..., Card]) -> list[Card]:
    """Return the lowest, or the highest, card of each suit, as the sheet ranks it."""
    held = tuple(cards)
    return [end((card for card in held if card.suit == suit), key=sheet.height) for suit in {c.suit for c in held}]


def _rank(card: Card) -> tuple[bool, int, int]:
    return card.suit == SPADES, -RANKS.index(card.rank), SUITS.index(card.suit)


def touching(view: SeatView) -> bool:
    """Tell if all legal cards, two or more, touch: nobody can hold a card between them, so whichever is played, the
    same seats take the same tricks.

    A played card no longer lies between, unless it is winning the trick on the table.
    """
    cards = view.legal_cards
    if len(cards) < 2 or len({card.suit for card in cards}) > 1:
        return False
    heights = [view.sheet.height(card) for card in cards]
    gone = {play.card for trick in (*view.tricks, view.table) for play in trick} - _winning(view)
    between = (
        card
        for card in view.sheet.deck
        if card.suit == cards[0].suit and min(heights) < view.sheet.height(card) < max(heights)
    )
    return all(card in gone or card in cards for card in between)


def _winning(view: SeatView) -> set[Card]:
    """Return the card that is winning the trick on the table, if there is one."""
    return {play.card for play in view.table if play.seat == winner(view.sheet, view.table)}


def _beats(view: SeatView, card: Card) -> bool:
    """Tell if the seat's `card` would be winning the trick on the table."""
    assert view.seat is not None, "only a seat plays"
    return winner(view.sheet, (*view.table, Played(view.seat, card))) == view.seat


def _partner_wins(view: SeatView) -> bool:
    """Tell if the card of the seat's partner is winning the trick on the table."""
    return bool(view.table) and view.seat is not None and winner(view.sheet, view.table) == partner_of(view.seat)


def _partner_bid_nil(view: SeatView) -> bool:
    """Tell if the seat's partner bid 0 and wins points by taking no trick."""
    assert view.seat is not None, "only a seat has a partner"
    partner = partner_of(view.seat)
    return view.bid(partner) == 0 and bool(view.sheet.blind_nil if partner in view.blind else view.sheet.nil)
