"""Small endings searched through: `win`, `duck` and the habit `equals` do what they say, whatever the others hold and
play.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest

from referee.spades import events as ev
from referee.spades.cards import Card, parse_card
from referee.spades.commands import PlayCard
from referee.spades.fold import replay
from referee.spades.game import Game, Hands, Played, Trick
from referee.spades.plan_choice import choose, touching
from referee.spades.plans import Habits, Pick, Plan, Way, When
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.seats import SEATS, after
from tests.chance import fresh
from tests.rulings import start
from tests.spades import slow_law
from tests.spades.slow_scorer import Table

POOL = tuple(map(parse_card, ["KS", "QS", "9S", "AH", "JH", "7H", "KD", "8D"]))
ENDINGS = 500
PLAYED_ON = ("109", "standard", "usag", "fsu")
Held = tuple[frozenset[Card], frozenset[Card], frozenset[Card], frozenset[Card]]


@cache
def bidden(name: str) -> Game:
    """Return a game on that sheet whose bidding is over."""
    game = replay(start(1, ("Ann", "Bob", "Carol", "Dave"), SHEETS[name], 60, fresh("0" * 64)))
    while (waiting := game.due) is not None and waiting[1] == "bid":
        game = replay((ev.BidMade(game.turn, waiting[0], 4, "player"),), game)
    return game


def tables() -> Iterator[tuple[Trick, frozenset[Card]]]:
    """Yield every trick of one to three cards that lies there, of few cards, and every hand of three to follow it
    with."""
    for count in (1, 2, 3):
        for cards in permutations(POOL, count):
            trick = tuple(Played(after(1, place), card) for place, card in enumerate(cards))
            for hand in combinations([card for card in POOL if card not in cards], 3):
                yield trick, frozenset(hand)


@pytest.mark.parametrize("way", ["win", "duck"])
def test_win_and_duck_over_every_small_trick(way: Way) -> None:
    base, plan = bidden("109"), (Plan(When.REST, (Pick(way),)),)
    table, heights = base.sheet.parameters(), {card: place for place, card in enumerate(rising())}
    for trick, hand in tables():
        seat = after(1, len(trick))
        hands: Hands = tuple(hand if one == seat else frozenset() for one in SEATS)  # type: ignore[assignment]
        game = replace(base, leader=1, trick=trick, hands=hands)
        legal = slow_law.may_play(table, game, seat)
        best = {card for card in legal if slow_law.takes(table, (*trick, (seat, card))) == seat}
        spared = slow_law.takes(table, trick) == slow_law.partner(seat)
        found = choose(view(game, seat), plan, Habits()).command
        card = found.card if isinstance(found, PlayCard) else None
        if way == "win":
            assert card == (min(best, key=heights.__getitem__) if best and not spared else None)
        else:
            assert card == max(legal - best, key=heights.__getitem__, default=None)


def rising() -> list[Card]:
    """Return all cards from the lowest to the highest, as `lowest` and `highest` count them on a sheet without
    jokers."""
    return [Card(rank, suit) for suits in ("CDH", "S") for rank in "23456789TJQKA" for suit in suits]


def ending(random: Random, name: str, cards: int) -> Game:
    """Return a position in which each has `cards` cards, many of them next to each other, and the others have gone."""
    base = bidden(name)
    suits = base.sheet.suits
    line = [Card(rank, suit) for suit in random.sample("SHDC", 4) for rank in suits[suit]]
    first = random.randrange(len(line) - 5 * cards)
    held = random.sample(line[first : first + 5 * cards], 4 * cards)
    if random.random() < 0.7:
        held.sort(key=line.index)
        held[cards:] = random.sample(held[cards:], 3 * cards)
        held = held if random.random() < 0.7 else held[1:] + held[:1]
    gone = random.sample([card for card in line if card not in held], len(line) - len(held))
    tricks = tuple(
        tuple(Played(seat, card) for seat, card in zip(SEATS, gone[place : place + 4], strict=True))
        for place in range(0, len(gone), 4)
    )
    hands: Hands = tuple(frozenset(held[place : place + cards]) for place in range(0, len(held), cards))  # type: ignore[assignment]
    game = replace(base, tricks=tricks, hands=hands, leader=random.choice((1, 1, 2, 3, 4)), trick=())
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        seat, _ = game.due or (0, "")
        card = random.choice(sorted(slow_law.may_play(game.sheet.parameters(), game, seat)))
        game = replay((ev.CardPlayed(game.turn, seat, card, "player"),), game)
    return game


def other_deals(random: Random, game: Game, seat: int, most: int) -> Iterator[Held]:
    """Yield how the cards that `seat` does not see may lie: in every way, or in some."""
    hidden = sorted(card for one in SEATS if one != seat for card in game.hand(one))
    sizes = [0 if one == seat else len(game.hand(one)) for one in SEATS]
    for _ in range(most):
        random.shuffle(hidden)
        rest = iter(hidden)
        hands = [frozenset(next(rest) for _ in range(size)) for size in sizes]
        hands[seat - 1] = game.hand(seat)
        yield hands[0], hands[1], hands[2], hands[3]


class Twins:
    """Two games from one position that differ in which of two cards a seat plays first."""

    def __init__(self, table: Table, seat: int, one: Card, two: Card) -> None:
        self.table, self.seat = table, seat
        self.swapped = {one: two, two: one}

    def same(self, hands: Held, trick: slow_law.Trick, leader: int, broken: bool) -> bool:
        """Tell if both games have the same choices and the same takers, whatever anybody plays from here on.

        The state is that of one game; the other's has the two cards swapped, and nothing else.
        """
        if len(trick) == len(SEATS):
            taker = slow_law.takes(self.table, trick)
            if taker != slow_law.takes(self.table, tuple((seat, self.swap(card)) for seat, card in trick)):
                return False
            return not any(hands) or self.same(hands, (), taker, broken)
        seat = after(leader, len(trick))
        mine = {self.swap(card) for card in hands[seat - 1]}
        moves = self.moves(hands[seat - 1], trick, broken)
        if {self.swap(card) for card in moves} != self.moves(mine, tuple((s, self.swap(c)) for s, c in trick), broken):
            return False
        for card in moves:
            left = tuple(hand - {card} for hand in hands)
            spades = broken or card.suit == "S"
            if not self.same(left, (*trick, (seat, card)), leader, spades):  # type: ignore[arg-type]
                return False
        return True

    def swap(self, card: Card) -> Card:
        return self.swapped.get(card, card)

    def moves(self, hand: frozenset[Card] | set[Card], trick: slow_law.Trick, broken: bool) -> set[Card]:
        """Return the legal cards, and where a renege stands all."""
        if not trick:
            free = broken or self.table["spade_lead"] == "any" or all(card.suit == "S" for card in hand)
            return {card for card in hand if free or card.suit != "S"}
        follows = {card for card in hand if card.suit == trick[0][1].suit}
        return follows if follows and self.table["misplay_act"] != "stand" else set(hand)


@pytest.mark.parametrize("name", PLAYED_ON)
def test_cards_that_touch_take_the_same_tricks(name: str) -> None:
    """The choice among such cards changes neither what anybody may play then nor who takes any trick."""
    assert searched(name, ENDINGS) > 100


def searched(name: str, endings: int) -> int:
    """Search that many endings through; return how many of them had cards that touch."""
    random, found = Random(name), 0
    for number in range(endings):
        cards = 2 if number % 5 else 3
        game = ending(random, name, cards)
        seat, _ = game.due or (0, "")
        seen = view(game, seat)
        if not touching(seen):
            continue
        found += 1
        choice = choose(seen, (), Habits(equals=True))
        assert isinstance(choice.command, PlayCard) and choice.plan == "equals"
        low, *others = sorted(seen.legal_cards, key=game.sheet.height)
        assert choice.command.card == low
        broken = any(play.card.suit == "S" for play in game.plays())
        for other in others:
            twins = Twins(game.sheet.parameters(), seat, low, other)
            for hands in other_deals(random, game, seat, 8 if cards == 2 else 1):
                assert twins.same(hands, game.trick, game.leader or 0, broken)
    return found


def test_cards_that_do_not_touch_may_take_other_tricks() -> None:
    """The search says no where a card of another lies between, or the one that is winning does."""
    twins = Twins(SHEETS["109"].parameters(), 1, *map(parse_card, ("TH", "QH")))
    hands = ("TH QH", "JH 2C", "3C 4C", "5C 6C")
    held: Held = tuple(frozenset(map(parse_card, hand.split())) for hand in hands)  # type: ignore[assignment]
    assert not twins.same(held, (), 1, True)
    assert not twins.same(held, ((4, parse_card("JH")),), 4, True)
