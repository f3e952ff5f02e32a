"""The memory of a round: only what was on the table, the same whatever the unseen cards are."""

from dataclasses import replace
from random import Random

import pytest

from referee.spades import commands as cmd
from referee.spades.cards import Card, parse_card
from referee.spades.fold import replay
from referee.spades.game import Game, Played
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.sheets import SHEETS
from referee.spades.view import VoidSuit, memory, view
from referee.table.seats import SEATS, after
from tests.chance import fresh
from tests.rulings import decide, start


def some_moves(sheet: str, seed: int, count: int) -> Game:
    """Return a game after the bids and so many cards, any that its sheet takes: on `fsu` they need not follow suit."""
    dice = Random(seed)
    game = replay(start(12, ("Ann", "Bob", "Carol", "Dave"), SHEETS[sheet], 60, fresh(f"{seed:064x}")))
    while len(game.plays()) < count:
        seat, what = game.due or (0, "")
        if seat not in game.seen:
            game = replay(decide(game, seat, cmd.Show(), answers=game.turn, seeds=()), game)
        reneges = SHEETS[sheet].misplay_act == "stand" and game.trick
        takes = game.hand(seat) if reneges else legal_cards(game, seat)
        bids = [bid for bid in legal_bids(game, seat) if bid] or legal_bids(game, seat)
        act = cmd.MakeBid(dice.choice(bids)) if what == "bid" else cmd.PlayCard(dice.choice(sorted(takes)))
        game = replay(decide(game, seat, act, answers=game.turn, seeds=fresh(f"{seed:064x}")), game)
    return game


def twin(game: Game, seed: int) -> Game:
    """Return the same play with the cards that nobody has seen dealt anew."""
    dice, hands = Random(seed), [sorted(game.hand(seat)) for seat in SEATS]
    unseen = [card for hand in hands for card in hand]
    dice.shuffle(unseen)
    dealt = tuple(frozenset(unseen.pop() for _ in hand) for hand in hands)
    return replace(game, hands=dealt)  # type: ignore[arg-type]


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_is_the_same_whatever_the_unseen_cards_are(sheet: str) -> None:
    for seed, count in enumerate((1, 14, 30, 45)):
        game = some_moves(sheet, seed, count)
        known = memory(view(game))
        played = {play.card for play in game.plays()}
        assert {card for cards in known.gone.values() for card in cards} == played
        assert sum(known.out.values()) == 52 - count
        for number in range(3):
            other = twin(game, number)
            assert other.hands != game.hands
            assert all(memory(view(other, seat)) == known for seat in (None, *SEATS))


def trick(text: str, leader: int = 1) -> tuple[Played, ...]:
    cards: list[Card] = [parse_card(code) for code in text.split()]
    return tuple(Played(after(leader, place), card) for place, card in enumerate(cards))


def test_a_void_is_what_everyone_saw_and_stays_whatever_comes_later() -> None:
    """Seat 2 threw a club on hearts and plays a heart later: where reneges stand, nothing may point at that."""
    game = some_moves("fsu", 1, 1)
    shown = replace(
        view(game), tricks=(trick("AH 2C 3H 4S"), trick("AD KD 2S 5D", 4), trick("KH 9H JC 5H")), table=trick("2D 3C")
    )
    assert memory(shown).voids == (
        VoidSuit(2, "H", 1),
        VoidSuit(4, "H", 1),
        VoidSuit(2, "D", 2),
        VoidSuit(3, "H", 3),
    )
    assert memory(shown).out["S"] == 11
    assert [str(card) for card in memory(shown).gone["H"]] == ["AH", "KH", "9H", "5H", "3H"]
