"""A second opinion on claims: an exhaustive search of an ending. Every deal of the unseen cards that fits what the
claimer sees, every play of the others against it, and one strategy of the claimer, who must choose the same card
wherever they see the same. Reads a view's plain facts; asks nothing of the referee's own law.

Only what matters of a card is kept: whose it may be, and how many of its suit are above it. So a suit is a text from
its highest card to its lowest, `c` for one of the claimer's and `u` for one unseen, and endings that differ in nothing
else are searched once. `by_deals` searches the cards themselves, deal by deal, for endings short enough.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from referee.spades.cards import Card
from referee.spades.view import SeatView

SUITS = "CDHS"
Suits = tuple[str, str, str, str]
Counts = tuple[int, int, int]
Voids = tuple[frozenset[int], frozenset[int], frozenset[int]]
Deal = tuple[frozenset[Card], frozenset[Card], frozenset[Card]]
CLAIMER = 0


class Best(NamedTuple):
    """The card that is winning the trick: its suit, the number of higher cards left in that suit, and a flag if it is
    the claimer's."""

    suit: int
    above: int
    own: bool


class Spot(NamedTuple):
    """A point of the search. The claimer is 0, the others 1 to 3 in the order of play after them."""

    suits: Suits
    sizes: Counts
    voids: Voids
    broken: bool
    turn: int
    played: int
    """The number of cards that lie on the table."""
    led: int
    best: Best | None


class Seen(NamedTuple):
    """The claimer's view, as plain facts."""

    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    sizes: Counts
    voids: Voids
    table: tuple[tuple[int, Card], ...]
    broken: bool
    order: dict[str, str]
    """The ranks of each suit, high to low."""


def claimable(view: SeatView) -> bool:
    """Tell if the seat on turn takes every trick that is left."""
    return wins(spot(seen_by(view)))


def seen_by(view: SeatView) -> Seen:
    """Return the facts of a view, in which its seat is on turn to play."""
    assert view.seat is not None and view.hand is not None
    tricks = [list(trick) for trick in (*view.tricks, view.table) if trick]
    plays = [play for trick in tricks for play in trick]
    order = dict(view.sheet.parameters()["suits"])
    deck = [Card(rank, suit) for suit, ranks in order.items() for rank in ranks]
    gone = {card for _, card in plays} | set(view.hand)
    sizes, voids = [], []
    for step in (1, 2, 3):
        seat = (view.seat - 1 + step) % 4 + 1
        sizes.append(13 - len([one for one, _ in plays if one == seat]))
        failed = {trick[0][1].suit for trick in tricks for one, card in trick if one == seat} & {
            trick[0][1].suit for trick in tricks for one, card in trick if one == seat and card.suit != trick[0][1].suit
        }
        shows = view.sheet.parameters()["misplay_act"] != "stand"
        voids.append(frozenset(SUITS.index(suit) for suit in failed) if shows else frozenset())
    table = tuple(((seat - view.seat) % 4, card) for seat, card in view.table)
    free = view.sheet.parameters()["spade_lead"] == "any"
    broken = free or any(card.suit == "S" for _, card in plays)
    unseen = tuple(card for card in deck if card not in gone)
    return Seen(view.hand, unseen, tuple(sizes), tuple(voids), table, broken, order)  # type: ignore[arg-type]


def spot(seen: Seen) -> Spot:
    """Return the first point of the search."""
    suits = []
    for suit in SUITS:
        left = {card.rank: "c" for card in seen.hand if card.suit == suit}
        left |= {card.rank: "u" for card in seen.unseen if card.suit == suit}
        suits.append("".join(left[rank] for rank in seen.order[suit] if rank in left))
    best, led = None, 0
    if seen.table:
        led = SUITS.index(seen.table[0][1].suit)
        high = _highest(seen.order, [card for _, card in seen.table])
        ranks = seen.order[high.suit]
        left_cards = [card for card in (*seen.hand, *seen.unseen) if card.suit == high.suit]
        above = sum(ranks.index(card.rank) < ranks.index(high.rank) for card in left_cards)
        best = Best(SUITS.index(high.suit), above, own=False)
    return Spot(tuple(suits), seen.sizes, seen.voids, seen.broken, CLAIMER, len(seen.table), led, best)  # type: ignore[arg-type]


def _highest(order: dict[str, str], cards: list[Card]) -> Card:
    """Return the card that takes a trick so far."""
    spades = [card for card in cards if card.suit == "S"]
    rivals = spades or [card for card in cards if card.suit == cards[0].suit]
    return min(rivals, key=lambda card: order[card.suit].index(card.rank))


@cache
def wins(at: Spot) -> bool:
    """Tell if the claimer can take every trick from here on, and the one on the table."""
    if at.played == 4:
        assert at.best is not None
        return at.best.own and (
            not any("c" in suit for suit in at.suits) or wins(at._replace(turn=CLAIMER, played=0, led=0, best=None))
        )
    if at.turn == CLAIMER:
        return any(wins(after) for after in _own_plays(at))
    return all(after is not None and wins(after) for after in _others_plays(at))


def _own_plays(at: Spot) -> Iterator[Spot]:
    """Yield what follows on each card that the claimer may play and that beats the table."""
    held = [number for number in range(4) if "c" in at.suits[number]]
    if at.played:
        may = [at.led] if at.led in held else held
    else:
        may = held if at.broken or held == [3] else [number for number in held if number != 3]
    for suit in may:
        for place, owner in enumerate(at.suits[suit]):
            if owner == "c" and (after := _play(at, suit, place, own=True)) is not None:
                yield after


def _others_plays(at: Spot) -> Iterator[Spot | None]:
    """Yield what follows on each card that the seat on turn may hold and play; None where that takes the trick."""
    other = at.turn - 1
    led_in_hand = [matrix for matrix in matrices(at) if matrix[other][at.led]]
    without = [matrix for matrix in matrices(at) if not matrix[other][at.led]]
    for suit in range(4):
        if any(matrix[other][suit] for matrix in (led_in_hand if suit == at.led else without)):
            for place, owner in enumerate(at.suits[suit]):
                # it does not matter which of unseen neighbours is played
                if owner == "u" and (place == 0 or at.suits[suit][place - 1] != "u"):
                    yield _play(at, suit, place, own=False)


def _play(at: Spot, suit: int, place: int, *, own: bool) -> Spot | None:
    """Return the point after a card; None if the trick is no longer the claimer's to take."""
    led = suit if not at.played else at.led
    best = at.best
    beats = best is None or (place < best.above if suit == best.suit else suit == 3)
    if beats != own:
        return None
    if beats:
        best = Best(suit, place, own)
    else:
        assert best is not None
        best = best._replace(above=best.above - (suit == best.suit and place < best.above))
    texts = list(at.suits)
    texts[suit] = texts[suit][:place] + texts[suit][place + 1 :]
    sizes, voids = list(at.sizes), list(at.voids)
    if not own:
        sizes[at.turn - 1] -= 1
        if suit != led:
            voids[at.turn - 1] |= {led}
    turn = (at.turn + 1) % 4
    broken = at.broken or suit == 3
    return Spot(tuple(texts), tuple(sizes), tuple(voids), broken, turn, at.played + 1, led, best)  # type: ignore[arg-type]


def matrices(at: Spot) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return every way in which the unseen cards may be dealt, as numbers of each suit in each hand."""
    return _matrices(tuple(suit.count("u") for suit in at.suits), at.sizes, at.voids)


@cache
def _matrices(counts: tuple[int, ...], sizes: Counts, voids: Voids) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rows = [
        [row for row in _rows(counts, size) if not any(row[s] for s in void)]
        for size, void in zip(sizes, voids, strict=True)
    ]
    found = []
    for one in rows[0]:
        for two in rows[1]:
            three = tuple(count - a - b for count, a, b in zip(counts, one, two, strict=True))
            if three in rows[2]:
                found.append((one, two, three))
    return tuple(found)


@cache
def _rows(counts: tuple[int, ...], size: int) -> tuple[tuple[int, ...], ...]:
    """Return hands of `size` cards as numbers of each suit, none above `counts`."""
    if not counts:
        return ((),) if size == 0 else ()
    return tuple((n, *rest) for n in range(min(counts[0], size) + 1) for rest in _rows(counts[1:], size - n))


def by_deals(seen: Seen) -> bool:
    """Judge the claim again, card by card and deal by deal."""
    deals = [deal for deal in _deals(seen.unseen, seen.sizes) if _fits(deal, seen.voids)]
    return _deal_search(seen, seen.hand, frozenset(deals), seen.table, broken=seen.broken)


def _deals(cards: tuple[Card, ...], sizes: Counts) -> Iterator[Deal]:
    for one in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in one]
        for two in combinations(rest, sizes[1]):
            yield frozenset(one), frozenset(two), frozenset(rest) - frozenset(two)


def _fits(deal: Deal, voids: Voids) -> bool:
    return not any(SUITS.index(card.suit) in void for hand, void in zip(deal, voids, strict=True) for card in hand)


def _deal_search(
    seen: Seen, hand: tuple[Card, ...], deals: frozenset[Deal], table: tuple[tuple[int, Card], ...], *, broken: bool
) -> bool:
    if len(table) == 4:
        taker = next(seat for seat, card in table if card == _highest(seen.order, [c for _, c in table]))
        return taker == CLAIMER and (not hand or _deal_search(seen, hand, deals, (), broken=broken))
    turn = (table[-1][0] + 1) % 4 if table else CLAIMER
    if turn == CLAIMER:
        return any(
            _deal_search(
                seen, tuple(c for c in hand if c != card), deals, (*table, (0, card)), broken=broken or card.suit == "S"
            )
            for card in _may(hand, table, broken=broken)
        )
    said: dict[Card, set[Deal]] = {}
    for deal in deals:
        for card in _may(tuple(deal[turn - 1]), table, broken=True):
            after = tuple(held - {card} if step == turn - 1 else held for step, held in enumerate(deal))
            said.setdefault(card, set()).add(after)  # type: ignore[arg-type]
    return all(
        _deal_search(seen, hand, frozenset(left), (*table, (turn, card)), broken=broken or card.suit == "S")
        for card, left in said.items()
    )


def _may(hand: tuple[Card, ...], table: tuple[tuple[int, Card], ...], *, broken: bool) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played."""
    if table:
        return tuple(card for card in hand if card.suit == table[0][1].suit) or hand
    return hand if broken else tuple(card for card in hand if card.suit != "S") or hand
