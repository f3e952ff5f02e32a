"""Random endings in which somebody may well claim: rounds played by the referee's own events from one integer seed, up
to the last tricks, with a hero who holds much and keeps the best of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import replay
from referee.spades.game import Game, speakers
from referee.spades.law.decide import begin
from referee.spades.law.moves import legal_cards, winner
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.view import SeatView, view
from referee.table.fairness import FRESH
from referee.table.seats import SEATS
from referee.table.terms import Terms

NAMES = ("Ann", "Bob", "Carol", "Dave")


def endings(seed: int, sheet: RuleSheet, most: int, least: int = 1) -> Iterator[SeatView]:
    """Yield one round's positions in which the hero is on turn with `most` to `least` cards, as they see them."""
    random = Random(seed)
    hero = random.choice(SEATS)
    game = dealt(random, sheet, hero)
    shy = random.random() < 0.3
    while (waiting := game.due) is not None:
        seat = waiting[0]
        if seat == hero and least <= len(game.hand(seat)) <= most:
            yield view(game, seat)
        card = _chosen(random, game, seat, hero=seat == hero, shy=shy)
        game = replay((ev.CardPlayed(game.turn, seat, card, "player"),), game)
        if len(game.trick) == len(SEATS):
            game = replay((ev.TrickTaken(winner(sheet, game.trick)),), game)


def dealt(random: Random, sheet: RuleSheet, hero: int) -> Game:
    """Return a deal with much for the hero, after its bids."""
    started = ev.Started(1, NAMES, sheet, 60, Terms())
    *before, deal = (step.event for step in begin(started, [random.randbytes(32).hex() for _ in range(FRESH)]))
    assert isinstance(deal, ev.Dealt)
    game = replay((*before, replace(deal, hands=_hands(random, sheet, hero))))
    bids = [ev.BidMade(game.turn + step, seat, 4, "player") for step, seat in enumerate(speakers(game))]
    return replay(bids, game)


def _hands(random: Random, sheet: RuleSheet, hero: int) -> ev.Hands:
    luck, spades = random.choice((0, 1, 2, 4)), random.choice((0, 0, 4, 9))
    worth = {
        card: luck * sheet.height(card) + spades * (card.suit == "S") + random.uniform(0, 14) for card in sheet.deck
    }
    best = sorted(sheet.deck, key=lambda card: -worth[card])
    rest = random.sample(best[TRICKS:], len(best) - TRICKS)
    hands = [tuple(rest[start : start + TRICKS]) for start in range(0, len(rest), TRICKS)]
    hands.insert(hero - 1, tuple(best[:TRICKS]))
    one, two, three, four = hands
    return one, two, three, four


def _chosen(random: Random, game: Game, seat: int, *, hero: bool, shy: bool) -> Card:
    """Choose a card: the hero plays low; where a renege stands anyone may renege; where all are shy, nobody plays a
    spade unasked."""
    legal = legal_cards(game, seat)
    if game.trick and game.sheet.misplay_act == "stand" and random.random() < 0.15:
        legal = tuple(sorted(game.hand(seat)))
    plain = [card for card in legal if card.suit != "S"]
    if hero and random.random() < 0.9:
        return min(plain or legal, key=lambda card: (game.sheet.height(card), card))
    return random.choice(plain if shy and plain else legal)
