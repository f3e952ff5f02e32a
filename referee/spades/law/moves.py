"""The law of moves: the legal bids and cards, the faults of a card, the winner of a trick.

The only opinion on legality in the project: rulings, the clock, letters, robots and tests all ask here.
"""

from collections.abc import Iterable
from typing import NamedTuple

from referee.spades import commands as cmd
from referee.spades.cards import SPADES, Card
from referee.spades.game import Game, Trick, speaker, speakers
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.table.seats import partner_of, team_of

LEAST_CLOCK_BID = 2
BID_CHANGES = 3
"""The most changes of the bid at one seat in a round."""
FACES = "AKQJ"


class Fault(NamedTuple):
    """The reason why a card may not be played: `kind` is revoke, not_held or unbroken; `trick` and `led` say where it
    shows."""

    kind: str
    trick: int
    led: str | None


def legal_bids(game: Game, seat: int) -> tuple[int, ...]:
    """Return the bids that `seat` may make now, rising (109, clause 2); () if it may not bid or has not seen its
    hand."""
    return open_bids(game, seat) if seat in game.seen else ()


def open_bids(game: Game, seat: int) -> tuple[int, ...]:
    """List the bids that `legal_bids` would give if the hand were seen. Changing a bid is making another one."""
    waiting = game.due
    standing = game.bid(speaker(game, seat))
    if waiting is None or waiting[1] != "bid" or not (may_change(game, seat) or speaker(game, seat) == waiting[0]):
        return ()
    return tuple(bid for bid in sorted(game.sheet.bid_values) if bid != standing and fits_team(game, seat, bid))


def may_change(game: Game, seat: int) -> bool:
    """Tell if `seat` has a bid that may still be changed: until the other team bids, at most three times."""
    return changes_left(game, seat) > 0


def changes_left(game: Game, seat: int) -> int:
    """Count the changes that the bid of `seat` may still have; 0 if there is no bid, or it may not be changed."""
    return BID_CHANGES - game.changes[speaker(game, seat) - 1] if _is_open(game, seat) else 0


def changed_enough(game: Game, seat: int) -> bool:
    """Tell if `seat` may not change its bid only because it has used up its changes."""
    return _is_open(game, seat) and not may_change(game, seat)


def _is_open(game: Game, seat: int) -> bool:
    """Tell if `seat` has bid, and the other team has not.

    A blind bid is never open: its player has seen the hand by now, and the look would have been free.
    """
    bidders = {team_of(one) for one in speakers(game) if game.bid(one) is not None}
    stands = game.bid(speaker(game, seat)) is None or seat in game.blind
    return game.sheet.bid_change and not stands and bidders == {team_of(seat)}


def may_bid_blind(game: Game, seat: int) -> bool:
    """Tell if `seat` may bid a blind nil now: on turn, before it has seen its hand."""
    return bool(game.sheet.blind_nil) and seat not in game.seen and 0 in open_bids(game, seat)


def fits_team(game: Game, seat: int, bid: int) -> bool:
    """Tell if the partners' bids can still add up to what the sheet allows a team."""
    least, most = game.sheet.team_bid
    if game.sheet.bids_by_team:
        return least <= bid <= most
    partner = game.bid(partner_of(seat))
    others = game.sheet.bid_values if partner is None else (partner,)
    return any(least <= bid + other <= most for other in others)


def clock_bid(bids: tuple[int, ...]) -> int:
    """Choose the clock's bid from the legal `bids`, rising: the smallest of 2 or more, else the highest (109, clause
    7)."""
    return next((bid for bid in bids if bid >= LEAST_CLOCK_BID), bids[-1])


def may_misdeal(game: Game, seat: int) -> bool:
    """Tell if `seat` may call this deal a misdeal: before its own bid, having seen the hand that the sheet describes:
    no ace, king, queen or jack of any suit, and no spade."""
    if game.sheet.redeal is None or seat not in game.seen or game.bid(speaker(game, seat)) is not None:
        return False
    waiting = game.due
    bidding = waiting is not None and waiting[1] == "bid"
    return bidding and not any(card.suit == SPADES or card.rank in FACES for card in game.hand(seat))


def reneged(game: Game, book: int, seat: int) -> bool:
    """Tell if `seat` could have followed suit in book `book` but did not: it holds the suit or played it later."""
    tricks = (*game.tricks, game.trick)
    led = tricks[book - 1][0].card.suit
    later = {play.card for trick in tricks[book:] for play in trick if play.seat == seat} | game.hand(seat)
    own = next(play.card for play in tricks[book - 1] if play.seat == seat)
    return own.suit != led and any(card.suit == led for card in later)


def legal_cards(game: Game, seat: int) -> tuple[Card, ...]:
    """Return the cards that `seat` may play now, in canonical order; () if it is not its turn to play (109, clause
    3)."""
    if game.due != (seat, "play"):
        return ()
    hand = game.hand(seat)
    return tuple(card for card in game.sheet.deck if card in hand and fault(game, seat, card) is None)


def fault(game: Game, seat: int, card: Card) -> Fault | None:
    """Find the fault if `seat` played `card` to the trick on the table, on turn or not."""
    hand, trick = game.hand(seat), len(game.tricks) + 1
    if card not in hand:
        return Fault("not_held", trick, None)
    if game.trick:
        led = game.trick[0].card.suit
        if card.suit != led and led in {held.suit for held in hand}:
            return Fault("revoke", trick, led)
    elif card.suit == SPADES and not may_lead_spades(game, seat):
        return Fault("unbroken", trick, None)
    return None


def may_lead_spades(game: Game, seat: int) -> bool:
    """Tell if a spade may be led: always, or once a spade has been played, or from a hand of spades alone."""
    return (
        game.sheet.spade_lead == "any"
        or any(play.card.suit == SPADES for play in game.plays())
        or all(card.suit == SPADES for card in game.hand(seat))
    )


def winner(sheet: RuleSheet, trick: Trick) -> int:
    """Return the seat that takes a trick: the highest spade, else the highest card of the suit led (109, clause 3)."""
    trumps = [play for play in trick if play.card.suit == SPADES]
    rivals = trumps or [play for play in trick if play.card.suit == trick[0].card.suit]
    return max(rivals, key=lambda play: sheet.height(play.card)).seat


def in_order(sheet: RuleSheet, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Put cards of the deck in the order of a hand: spades, hearts, diamonds, clubs, each from the highest down."""
    return tuple(sorted(cards, key=sheet.places.__getitem__))


def last_card(game: Game) -> cmd.LastCard | None:
    """Return the command that plays the next card of the last trick, where the game's terms let it play by itself."""
    plays = game.due is not None and game.leader is not None and len(game.tricks) == TRICKS - 1
    return cmd.LastCard(game.turn) if plays and game.terms.last_trick == "by itself" else None
