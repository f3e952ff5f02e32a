"""The move that a letter gives as its example: a likely move of its reader, chosen from their own view."""

from referee.spades.cards import SPADES, Card
from referee.spades.commands import PlayCard
from referee.spades.plan_choice import choose, lowest
from referee.spades.plans import NO_HABITS, Pick, Plan, When
from referee.spades.view import SeatView
from referee.telling.formats import bid_text, card_code

LOWEST = Pick("lowest")
TAKING = (Plan(When.PARTNER, (LOWEST,)), Plan(When.REST, (Pick("win"), LOWEST)))
DUCKING = (Plan(When.REST, (Pick("duck"), LOWEST)),)
LONG_SPADES = 3
"""The number of spades beyond which each counts as a trick."""
PARTNERS_SHARE = 3
"""The tricks that one bid for a team allows for the cards of the partner."""


def example(view: SeatView) -> str | None:
    """Choose an example: `play 4C`, `bid 3`; None unless the seat is to bid or play, and sees its hand."""
    if not view.mine or view.hand is None:
        return None
    if view.legal_bids:
        return f"bid {bid_text(view.sheet, _bid(view))}"
    return f"play {card_code(_card(view))}" if view.legal_cards else None


def _bid(view: SeatView) -> int:
    """Choose the legal bid nearest to the tricks that the hand may take, no nil."""
    values = [bid for bid in view.legal_bids if bid] or list(view.legal_bids)
    worth = _tricks(view) + (PARTNERS_SHARE if view.sheet.bids_by_team else 0)
    return min(values, key=lambda bid: (abs(bid - worth), bid))


def _tricks(view: SeatView) -> int:
    """Count the two highest cards of each suit, the second only if it is guarded, and the length in spades."""
    worth = 0
    for suit in view.sheet.suits:
        held = [card for card in view.hand or () if card.suit == suit]
        ranks = view.sheet.suits[suit]
        worth += sum(card.rank == ranks[0] or (card.rank == ranks[1] and len(held) > 1) for card in held)
        worth += max(0, len(held) - LONG_SPADES) if suit == SPADES else 0
    return worth


def _card(view: SeatView) -> Card:
    nil = view.seat is not None and view.bid(view.seat) == 0
    found = choose(view, DUCKING if nil else TAKING, NO_HABITS).command
    if isinstance(found, PlayCard):
        return found.card
    return lowest(view.sheet, view.legal_cards) if nil else _lead(view)


def _lead(view: SeatView) -> Card:
    """Choose the highest card of a side suit if nobody can beat it, else the lowest one of the longest suit."""
    gone = {play.card for trick in view.tricks for play in trick}
    side = [card for card in view.legal_cards if card.suit != SPADES] or list(view.legal_cards)
    for card in side:
        higher = view.sheet.suits[card.suit][: view.sheet.suits[card.suit].index(card.rank)]
        if all(Card(rank, card.suit) in gone for rank in higher):
            return card
    longest = max(side, key=lambda card: sum(other.suit == card.suit for other in side)).suit
    return lowest(view.sheet, [card for card in side if card.suit == longest])
