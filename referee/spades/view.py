"""The view of one seat, or of the public: all that it may know of a game, and what it would remember of the round.
Letters and robots see only this, never a Game or an Event."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.game import Bids, Game, Trick
from referee.spades.law.claims import FIRST_CLAIM, provable
from referee.spades.law.moves import in_order, legal_bids, legal_cards, may_bid_blind, may_change, may_misdeal
from referee.spades.plans import Plan
from referee.spades.rulesheet import HAND_ORDER, TRICKS, RuleSheet
from referee.table.plans import StandingPlan
from referee.table.seats import Four, Pair, in_turn, team_of
from referee.table.view import TableView, shown


@dataclass(frozen=True, kw_only=True)
class SeatView(TableView):
    """One position as `seat` sees it (None: as everyone does). Tuples of four go by seat, tuples of two by team."""

    nothing = MappingProxyType(
        {"may_bid_blind": False, "may_change": False, "may_misdeal": False, "legal_bids": (), "legal_cards": ()}
    )

    sheet: RuleSheet
    eldest: int
    bids: Bids
    """The bids by seat; a bid for a team stands at the seat whose clock runs."""
    blind: frozenset[int]
    """The seats whose nil was bid blind."""
    table: Trick
    """The cards of the trick that is being played."""
    tricks: tuple[Trick, ...]
    """The completed tricks of this round, oldest first."""
    books: Four
    """Tricks taken; once the round is `settled`, all thirteen."""
    settled: ev.Claimed | None
    """The claim that ended the round before its last card."""
    bags: Pair
    sets: Pair
    """Rounds set, over the game."""
    extra: bool
    """This round decides at any score."""
    off: Pair
    """Books that misplays take off each team's count of this round."""
    misplays_hand: Pair
    misplays_game: Pair
    hand: tuple[Card, ...] | None
    """The seat's own cards, spades first, high to low; None in a public view and while they are held back."""
    may_bid_blind: bool
    may_change: bool
    """The seat has a bid that may still be changed."""
    may_misdeal: bool
    """The seat may call this deal a misdeal."""
    legal_bids: tuple[int, ...]
    legal_cards: tuple[Card, ...]
    """The seat's legal bids and cards, empty unless it may bid or it is its turn to play; cards in the hand's order."""
    plans: tuple[StandingPlan[Plan], ...]
    since: Trick
    """Standing plays of this round since the seat's own last play; all of them in a public view."""

    @property
    def held_back(self) -> bool:
        """The seat's hand is held back until it asks for it, or bids blind."""
        return self.to_act is not None and self.seat is not None and self.hand is None

    @property
    def has_hand(self) -> bool:
        return super().has_hand or self.held_back

    @cached_property
    def bidders(self) -> tuple[int, ...]:
        """The seats at which bids stand, in bidding order: all four, or one seat of each team."""
        return in_turn(self.eldest, self.sheet.bid_turns)

    @property
    def bidding(self) -> bool:
        """A bid of this round is still missing."""
        return any(self.bids[seat - 1] is None for seat in self.bidders)

    @property
    def left(self) -> int:
        """The number of tricks of this round that nobody has taken, the one on the table among them."""
        return TRICKS - sum(self.books)

    @property
    def scored(self) -> bool:
        """No trick of this round is left."""
        return not self.left

    @property
    def claimable(self) -> bool:
        """The seat can claim all tricks that are left. The answer depends only on what the seat sees."""
        late = self.to_act == (self.seat, "play") and len(self.tricks) >= FIRST_CLAIM
        return late and provable(self)

    @property
    def thrown_in(self) -> bool:
        """This deal was thrown in, and the next one waits for the Gamesmaster."""
        return self.bidding and self.to_act is None and self.result is None

    def bid(self, seat: int) -> int | None:
        """Return the bid that `seat` plays for: its own or its team's."""
        at = seat if seat in self.bidders else next(s for s in self.bidders if team_of(s) == team_of(seat))
        return self.bids[at - 1]


def view(game: Game, seat: int | None = None) -> SeatView:
    """Show what `seat` may know at this position."""
    at = _played(game)
    return SeatView(
        **shown(game, at, seat),
        sheet=game.law,
        eldest=at.eldest,
        bids=at.bids,
        blind=at.blind,
        table=at.trick,
        tricks=at.tricks,
        books=at.books,
        settled=at.settled,
        bags=game.bags,
        sets=game.sets,
        extra=game.extra == at.round,
        off=at.off,
        misplays_hand=at.misplays_hand,
        misplays_game=game.misplays_game,
        hand=None if seat not in at.seen else in_order(game.sheet, at.hand(seat)),
        may_bid_blind=seat is not None and may_bid_blind(game, seat),
        may_change=seat is not None and game.leader is None and may_change(game, seat),
        may_misdeal=seat is not None and may_misdeal(game, seat),
        legal_bids=() if seat is None else legal_bids(game, seat),
        legal_cards=() if seat is None else in_order(game.sheet, legal_cards(game, seat)),
        since=_since(at, seat),
    )


def _played(game: Game) -> Game:
    """Return the round to show: the previous one if a challenge won it the game after the next was dealt, or if the
    game ended before the next round's first bid."""
    won = game.provisional is not None or (game.result is not None and not game.have_bid)
    return game.last if won and game.last is not None else game


def _since(game: Game, seat: int | None) -> Trick:
    plays = game.plays()
    own = [i for i, play in enumerate(plays) if play.seat == seat]
    return plays[own[-1] + 1 :] if own else plays


class VoidSuit(NamedTuple):
    """`seat` first played another suit when `suit` was led in trick `trick`.

    Everyone saw that. On a sheet where a renege stands it proves nothing, and it stays whatever the seat plays later:
    to drop it then would tell of the renege.
    """

    seat: int
    suit: str
    trick: int


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of somebody who watched the round. `gone`: the cards played, by suit, high to low; `out`: how many of
    each suit have not been played; `voids` in the order in which they were seen."""

    gone: Mapping[str, tuple[Card, ...]]
    out: Mapping[str, int]
    voids: tuple[VoidSuit, ...]


def memory(seen: SeatView) -> Memory:
    """Collect the memory of the running round: from the cards on the table alone, so it is the same for everyone and
    gives no secret away."""
    played = {play.card for trick in (*seen.tricks, seen.table) for play in trick}
    by_suit = _by_suit(seen.sheet.deck)
    gone = {suit: tuple(card for card in cards if card in played) for suit, cards in by_suit.items()}
    out = {suit: len(cards) - len(gone[suit]) for suit, cards in by_suit.items()}
    return Memory(gone=gone, out=out, voids=_voids(seen))


def _by_suit(deck: tuple[Card, ...]) -> Mapping[str, tuple[Card, ...]]:
    """Return a deck by suit, high to low."""
    return {suit: tuple(card for card in reversed(deck) if card.suit == suit) for suit in HAND_ORDER}


def _voids(seen: SeatView) -> tuple[VoidSuit, ...]:
    found: dict[tuple[int, str], VoidSuit] = {}
    for number, trick in enumerate((*seen.tricks, seen.table), 1):
        for play in trick[1:]:
            led = trick[0].card.suit
            if play.card.suit != led:
                found.setdefault((play.seat, led), VoidSuit(play.seat, led, number))
    return tuple(found.values())
