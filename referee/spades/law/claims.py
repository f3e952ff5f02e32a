"""A proof that one seat wins all tricks that are left, from the cards that this seat sees alone.

Exact: there is a strategy that sees no more and takes every trick, whatever the others hold and play, partner too. The
others are known to lack a suit only if they showed it by not following. On a sheet where a renege stands, not following
shows nothing, and we take the others to follow suit from now on. Never sees another hand.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from referee.spades.cards import SPADES, SUITS, Card
from referee.spades.fairness import SALTS_CLOSE
from referee.spades.game import Played, Trick
from referee.spades.law.moves import winner
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.table.seats import SEATS, after

FIRST_CLAIM = SALTS_CLOSE
"""The tricks that must be over before anyone can claim: until then the next deal could depend on a salt to come."""
SUBSETS = tuple(frozenset(suits) for size in range(1, len(SUITS) + 1) for suits in combinations(SUITS, size))
"""Every choice of suits."""


class ClaimView(Protocol):
    """The part of a seat's view that a proof reads, while the seat is on turn to play."""

    @property
    def seat(self) -> int | None: ...
    @property
    def sheet(self) -> RuleSheet: ...
    @property
    def hand(self) -> tuple[Card, ...] | None: ...
    @property
    def legal_cards(self) -> tuple[Card, ...]: ...
    @property
    def table(self) -> Trick: ...
    @property
    def tricks(self) -> tuple[Trick, ...]: ...


def provable(view: ClaimView) -> bool:
    """Tell if the seat, on turn to play, can take all tricks that are left, whatever the others hold and play."""
    assert view.seat is not None and view.hand is not None, "whoever is on turn to play sees their hand"
    unseen = _unseen(view, view.seat, view.hand)
    broken = view.sheet.spade_lead == "any" or any(play.card.suit == SPADES for play in _plays(view))
    if not view.table:
        return _Leads(view.sheet, view.hand, unseen, broken).win()
    return any(_wins_with(Played(view.seat, card), view, unseen, broken=broken) for card in view.legal_cards)


def _wins_with(play: Played, view: ClaimView, unseen: "_Unseen", *, broken: bool) -> bool:
    """Tell if a card surely takes the trick on the table, and the rest of the hand all later tricks."""
    led, trick = view.table[0].card.suit, (*view.table, play)
    later = tuple(after(play.seat, step) for step in range(1, len(SEATS) + 1 - len(trick)))
    if winner(view.sheet, trick) != play.seat or any(_beaten(play.card, led, seat, view, unseen) for seat in later):
        return False
    rest = tuple(card for card in view.hand or () if card != play.card)
    return _Leads(view.sheet, rest, unseen, broken or play.card.suit == SPADES, led, later).win()


def _beaten(card: Card, led: str, seat: int, view: ClaimView, unseen: "_Unseen") -> bool:
    """Tell if `seat` may beat `card`, which is the best so far in a trick in which `led` was led."""
    higher = unseen.tops[card.suit] > view.sheet.height(card)
    if card.suit == led and higher and unseen.can(seat, {led: 1}):
        return True
    return led != SPADES and (card.suit == led or higher) and unseen.can(seat, {SPADES: 1}, bar=led)


@dataclass(frozen=True, slots=True)
class _Leads:
    """The cards that the seat will lead from now on: spades from the top, then each other suit from the top; these
    first while spades may not be led.

    While a trick is on the table, `later` are the seats that have yet to play to it, and `led` is the suit that they
    must follow.
    """

    sheet: RuleSheet
    cards: tuple[Card, ...]
    unseen: "_Unseen"
    broken: bool
    led: str = ""
    later: tuple[int, ...] = ()

    def win(self) -> bool:
        """Tell if these cards take every trick."""
        counts = Counter(card.suit for card in self.cards)
        doubtful = [(suit, place) for suit in counts if (place := self._doubtful(suit))]
        return not any(self._lose_to(seat, counts, doubtful) for seat in self.unseen.room)

    def _doubtful(self, suit: str) -> int:
        """Find the first card of a suit below an unseen one, counted from 1 at the top; 0 if there is no such card."""
        top = self.unseen.tops[suit]
        heights = sorted((self.sheet.height(card) for card in self.cards if card.suit == suit), reverse=True)
        return next((place for place, height in enumerate(heights, 1) if height < top), 0)

    def _lose_to(self, seat: int, counts: Mapping[str, int], doubtful: list[tuple[str, int]]) -> bool:
        """Tell if `seat` may hold a card that takes a trick: guarded, one spade too many, or one to be played while
        spades may not be led."""
        if any(self._can(seat, {suit: place}) for suit, place in doubtful):
            return True
        spades = counts[SPADES]
        if spades == len(self.cards):
            return False
        return self._can(seat, {SPADES: spades + 1}) or (not self.broken and self._can_ruff(seat, counts))

    def _can_ruff(self, seat: int, counts: Mapping[str, int]) -> bool:
        """Tell if `seat` may hold a spade and run out of another suit before the seat that leads it."""
        others = [(suit, fewer) for suit in counts if suit != SPADES for fewer in range(counts[suit])]
        return any(self._can(seat, {SPADES: 1, suit: fewer}, bar=suit) for suit, fewer in others)

    def _can(self, seat: int, need: Mapping[str, int], bar: str = "") -> bool:
        """Tell if `seat` can hold so many cards once it has played to the trick on the table."""
        follows = seat in self.later
        return self.unseen.can(
            seat, {suit: count + (follows and suit == self.led) for suit, count in need.items()}, bar
        )


@dataclass(frozen=True, slots=True)
class _Unseen:
    """The cards that the seat has not seen: how many there are of each suit, how high the highest of each stands, how
    many cards each other seat holds, and which suits it is known to lack."""

    counts: Mapping[str, int]
    tops: Mapping[str, int]
    room: Mapping[int, int]
    voids: Mapping[int, frozenset[str]]

    def can(self, seat: int, need: Mapping[str, int], bar: str = "") -> bool:
        """Tell if `seat` can hold at least `need` cards of each suit, no more in all than it has, and no further one of
        the suit `bar`.

        By Hall's condition: once these cards are set aside, the rest of any set of suits must fit into the room of the
        seats that may hold one of these suits.
        """
        left = {suit: count - need.get(suit, 0) for suit, count in self.counts.items()}
        room = {**self.room, seat: self.room[seat] - sum(need.values())}
        if min(left.values()) < 0 or any(need[suit] for suit in need if suit in self.voids[seat]):
            return False
        shut = {**self.voids, seat: self.voids[seat] | {bar}}
        return all(
            sum(left[suit] for suit in suits) <= sum(room[one] for one in room if not suits <= shut[one])
            for suits in SUBSETS
        )


def _unseen(view: ClaimView, own: int, hand: tuple[Card, ...]) -> _Unseen:
    plays = _plays(view)
    seen = {play.card for play in plays} | set(hand)
    unseen = [card for card in view.sheet.deck if card not in seen]
    counts = Counter(card.suit for card in unseen)
    tops = {suit: max((view.sheet.height(c) for c in unseen if c.suit == suit), default=0) for suit in SUITS}
    others = [seat for seat in SEATS if seat != own]
    room = {seat: TRICKS - sum(play.seat == seat for play in plays) for seat in others}
    return _Unseen({suit: counts[suit] for suit in SUITS}, tops, room, {seat: _shown(view, seat) for seat in others})


def _shown(view: ClaimView, seat: int) -> frozenset[str]:
    """Return the suits that `seat` is known to lack since it did not follow them."""
    if view.sheet.misplay_act == "stand":
        return frozenset()
    tricks = (trick for trick in (*view.tricks, view.table) if trick)
    led = ((trick[0].card.suit, play) for trick in tricks for play in trick if play.seat == seat)
    return frozenset(suit for suit, play in led if play.card.suit != suit)


def _plays(view: ClaimView) -> Trick:
    return tuple(play for trick in (*view.tricks, view.table) for play in trick)
