"""The law of moves: what may be bid and played, what is wrong with a card, who takes a trick.

The only opinion on legality in the project: rulings, the clock, letters, robots and tests all ask here.
"""

from collections.abc import Iterable
from typing import NamedTuple

from referee.spades.cards import SPADES, Card
from referee.spades.game import Game, Trick, due
from referee.spades.sheets import RuleSheet, partner_of

LEAST_CLOCK_BID = 2


class Fault(NamedTuple):
    """Why a card may not be played: `kind` is revoke, not_held or unbroken; `trick` and `led` say where it shows."""

    kind: str
    trick: int
    led: str | None


def legal_bids(game: Game, seat: int) -> tuple[int, ...]:
    """The bids that `seat` may make now, rising; () where no bid of eirs is due (109, clause 2)."""
    if due(game) != (seat, "bid"):
        return ()
    partner = game.bid(partner_of(seat))
    return tuple(bid for bid in sorted(game.sheet.bid_values) if _fits_team(game.sheet, bid, partner))


def _fits_team(sheet: RuleSheet, bid: int, partner: int | None) -> bool:
    """Whether the partners' bids can still add up to what the sheet asks of a team."""
    least, most = sheet.team_bid
    if partner is not None:
        return least <= bid + partner <= most
    return any(least <= bid + other <= most for other in sheet.bid_values)


def clock_bid(bids: tuple[int, ...]) -> int:
    """What the clock bids out of the legal `bids`, rising: the least of 2 or more, else the highest (109, clause 7)."""
    return next((bid for bid in bids if bid >= LEAST_CLOCK_BID), bids[-1])


def legal_cards(game: Game, seat: int) -> tuple[Card, ...]:
    """The cards that `seat` may play now, in canonical order; () where no play of eirs is due (109, clause 3)."""
    if due(game) != (seat, "play"):
        return ()
    hand = game.hand(seat)
    return tuple(card for card in game.sheet.deck() if card in hand and fault(game, seat, card) is None)


def fault(game: Game, seat: int, card: Card) -> Fault | None:
    """What would be wrong with `seat` playing `card` to the trick on the table, whoever's turn it is."""
    hand, trick = game.hand(seat), len(game.tricks) + 1
    if card not in hand:
        return Fault("not_held", trick, None)
    if game.trick:
        led = game.trick[0].card.suit
        if card.suit != led and any(held.suit == led for held in hand):
            return Fault("revoke", trick, led)
    elif card.suit == SPADES and not may_lead_spades(game, seat):
        return Fault("unbroken", trick, None)
    return None


def may_lead_spades(game: Game, seat: int) -> bool:
    """Whether a spade may be led: always, or once one was played, or with nothing else in hand."""
    return (
        game.sheet.spade_lead == "any"
        or any(play.card.suit == SPADES for play in game.plays())
        or all(card.suit == SPADES for card in game.hand(seat))
    )


def winner(sheet: RuleSheet, trick: Trick) -> int:
    """The seat that takes a trick: the highest spade, else the highest card of the suit led (109, clause 3)."""
    trumps = [play for play in trick if play.card.suit == SPADES]
    rivals = trumps or [play for play in trick if play.card.suit == trick[0].card.suit]
    return max(rivals, key=lambda play: sheet.height(play.card)).seat


def in_order(sheet: RuleSheet, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as a hand is shown: spades, hearts, diamonds, clubs, each from the highest down."""
    return tuple(sorted(cards, key=lambda card: ("SHDC".index(card.suit), -sheet.height(card))))
