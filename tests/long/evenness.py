"""Figures of how even deals and draws are.

Each is a chi-square against the exact chances, with its degrees of freedom and its z (the cube root of chi-square over
its degrees is nearly normal: Wilson and Hilferty).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from math import comb, exp, factorial, sqrt
from typing import NamedTuple, TypeVar

from referee.spades.cards import SPADES, SUITS, Card
from referee.spades.fairness import deal, deal_key, draw
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.table.fairness import Deck
from referee.table.seats import SEATS

ROUNDS = 20_000
FEWEST = 10
"""The least expected count: rarer outcomes are counted together."""

T = TypeVar("T")
Hands = tuple[tuple[Card, ...], ...]
Dealer = Callable[[bytes, RuleSheet], Hands]


class Figure(NamedTuple):
    """One chi-square and its degrees of freedom."""

    name: str
    square: float
    degrees: int

    @property
    def z(self) -> float:
        """Return the standard deviations above (or, too even, below) the middle."""
        spread = 2 / (9 * self.degrees)
        return float(((self.square / self.degrees) ** (1 / 3) - 1 + spread) / sqrt(spread))


def figures(sheet: RuleSheet, seeds: Iterable[str], dealer: Dealer = deal) -> list[Figure]:
    """Return all figures of one deal for each of `seeds` (64 hex digits each); `dealer` makes hands of a key."""
    keys = [deal_key(Deck(1, 1, 1, seed), sheet) for seed in seeds]
    deals = [dealer(key, sheet) for key in keys]
    return [
        *places(sheet, deals),
        *suits(sheet, deals),
        *shapes(sheet, deals),
        *pairs(sheet, deals),
        *draws(sheet, keys),
    ]


def places(sheet: RuleSheet, deals: list[Hands]) -> Iterator[Figure]:
    """Count where each card lies: by seat, by place of the deal, and where it lay in the deal before.

    Each row and each column of a shuffle's cells has one card: (n-1)/n of the usual sum is a chi-square of (n-1)²
    degrees, and of (n-1)(4-1) by seat.
    """
    size = len(sheet.deck)
    orders = [[card for hand in hands for card in hand] for hands in deals]
    count = Counter((card, place) for order in orders for place, card in enumerate(order))
    for name, width in (("seat of each card", TRICKS), ("place of each card", 1)):
        cells = Counter[tuple[Card, int]]()
        for (card, place), times in count.items():
            cells[card, place // width] += times
        blocks = size // width
        even = len(deals) / blocks
        off = sum((cells[card, block] - even) ** 2 for card in sheet.deck for block in range(blocks))
        yield Figure(name, off * (size - 1) / (width * len(deals)), (size - 1) * (blocks - 1))
    stayed = Counter(sum(a == b for a, b in zip(one, other, strict=True)) for one, other in pairwise(orders))
    yield against("cards left in place", stayed, {k: exp(-1) / factorial(k) for k in range(12)})


def suits(sheet: RuleSheet, deals: list[Hands]) -> Iterator[Figure]:
    """Count the cards of each suit that each seat has, and of spades each team."""
    size = len(sheet.deck)
    for suit, seat in product(SUITS, SEATS):
        held = Counter(sum(card.suit == suit for card in hands[seat - 1]) for hands in deals)
        yield against(f"{suit} in hand {seat}", held, drawn_of(size, len(sheet.suits[suit]), TRICKS))
    held = Counter(sum(card.suit == SPADES for card in (*hands[0], *hands[2])) for hands in deals)
    yield against("spades of a team", held, drawn_of(size, len(sheet.suits[SPADES]), 2 * TRICKS))


def shapes(sheet: RuleSheet, deals: list[Hands]) -> Iterator[Figure]:
    """Count the shapes of hands: the lengths of their suits, the longest first."""
    sizes = [len(sheet.suits[suit]) for suit in SUITS]
    chances: dict[str, float] = {}
    for lengths in product(*(range(TRICKS + 1) for _ in SUITS)):
        if sum(lengths) == TRICKS:
            ways = 1
            for length, of_suit in zip(lengths, sizes, strict=True):
                ways *= comb(of_suit, length)
            chances[shape(lengths)] = chances.get(shape(lengths), 0) + ways / comb(sum(sizes), TRICKS)
    for seat in SEATS:
        found = Counter(
            shape([sum(card.suit == suit for card in hands[seat - 1]) for suit in SUITS]) for hands in deals
        )
        yield against(f"shape of hand {seat}", found, chances)


def shape(lengths: Iterable[int]) -> str:
    """Return the shape of a hand, such as `4-3-3-3`."""
    return "-".join(map(str, sorted(lengths, reverse=True)))


def pairs(sheet: RuleSheet, deals: list[Hands]) -> Iterator[Figure]:
    """Count how often the two highest cards lie in one hand, with partners, or with opponents."""
    high, low = sheet.deck[-1], sheet.deck[-2]
    found = Counter[str]()
    for hands in deals:
        one, other = (next(seat for seat in range(4) if card in hands[seat]) for card in (high, low))
        found["hand" if one == other else "team" if one % 2 == other % 2 else "table"] += 1
    rest = len(sheet.deck) - 1
    yield against(f"{high} and {low}", found, {"hand": 12 / rest, "team": 13 / rest, "table": 26 / rest})


def draws(sheet: RuleSheet, keys: list[bytes]) -> Iterator[Figure]:
    """Count the cards that the clock plays out of 2 to 13."""
    deck = Deck(1, 1, 1, "")
    for many in range(2, TRICKS + 1):
        options = sheet.deck[:many]
        found = Counter(draw(key, deck, 4 + many, 1 + many % 4, options) for key in keys)
        yield against(f"drawn of {many}", found, dict.fromkeys(options, 1 / many))


def drawn_of(size: int, marked: int, taken: int) -> dict[int, float]:
    """Return the chance of each count of marked cards among those taken."""
    return {
        k: comb(marked, k) * comb(size - marked, taken - k) / comb(size, taken) for k in range(min(marked, taken) + 1)
    }


def against(name: str, found: Mapping[T, int], chances: Mapping[T, float]) -> Figure:
    """Compare what was found with what is to be expected; rare outcomes count as one."""
    total = sum(found.values())
    common = [outcome for outcome, chance in chances.items() if chance * total >= FEWEST]
    rare = total - sum(found.get(outcome, 0) for outcome in common)
    rarely = total * (1 - sum(chances[outcome] for outcome in common))
    square = sum((found.get(one, 0) - total * chances[one]) ** 2 / (total * chances[one]) for one in common)
    if rarely < FEWEST / 2:
        return Figure(name, square, len(common) - 1)
    return Figure(name, square + (rare - rarely) ** 2 / rarely, len(common))
