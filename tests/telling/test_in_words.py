"""A position in sentences: the bids, the trick, a hand and what may be played."""

from dataclasses import replace

import pytest

from referee.spades import commands as cmd
from referee.spades.cards import Card, parse_card
from referee.spades.game import Played
from referee.spades.sheets import SHEETS
from referee.spades.view import SeatView, view
from referee.telling.sentences import in_words
from tests.telling.letter_samples import opening, step


def bidding(*bids: int, sheet: str = "109") -> SeatView:
    """Return the view of whoever is on turn after these bids."""
    game = opening(sheet=SHEETS[sheet])[0]
    for bid in bids:
        game, _ = step(game, due_seat(view(game)), cmd.MakeBid(bid))
    return view(game, due_seat(view(game)))


def due_seat(seen: SeatView) -> int:
    """Return the seat on turn."""
    assert seen.to_act is not None
    return seen.to_act[0]


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ((), None),
        ((4,), "Bids: Ann 4; 4 of 13 so far."),
        ((0, 5), "Bids: Ann nil, Bob 5; 5 of 13 so far. Your team: Ann's nil and yours."),
        ((4, 2, 3), "Bids: Ann 4, Bob 2, Carol 3; 9 of 13 so far. Your team: Bob's 2 and yours."),
    ],
)
def test_bids_are_summed_and_the_partners_stands_with_ones_own(bids: tuple[int, ...], said: str | None) -> None:
    assert in_words.table(bidding(*bids)) == said


def test_once_both_partners_have_bid_their_sum_is_told() -> None:
    game = opening()[0]
    for seat, bid in enumerate((4, 2, 3), 1):
        game, _ = step(game, seat, cmd.MakeBid(bid))
    assert (in_words.table(view(game, 1)) or "").endswith("9 of 13 so far. Your team: 7.")
    assert (in_words.table(view(game)) or "").endswith("9 of 13 so far."), "nobody's team to the public"


def trick(seat: int, *cards: str, hand: str = "3H 4C", before: int = 0) -> SeatView:
    """Return a view of a trick that Bob leads, after so many that he took."""
    table = tuple(Played(place, parse_card(card)) for place, card in zip((2, 3, 4, 1), cards, strict=False))
    tricks = (
        (Played(2, Card("A", "C")), Played(3, Card("2", "C")), Played(4, Card("3", "C")), Played(1, Card("5", "C"))),
    )
    held = tuple(map(parse_card, hand.split()))
    done = replace(bidding(), bids=(3, 3, 3, 3), table=table, tricks=tricks * before, seat=seat, hand=held)
    return replace(done, legal_bids=(), legal_cards=held)


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (trick(3, "QH"), "Bob leads the queen of hearts."),
        (trick(4, "QH", "KH"), "Bob leads the queen of hearts, Carol the king of hearts; Carol is winning."),
        (trick(4, "QH", "2H"), "Bob leads the queen of hearts, Carol the 2 of hearts; your partner Bob is winning."),
        (trick(2, "QH", "2H"), "You lead the queen of hearts, Carol the 2 of hearts; you are winning."),
        (trick(3, "TD", before=2), "Bob took trick 2 and leads the 10 of diamonds."),
        (trick(2, before=1), "You took trick 1 with the ace of clubs."),
        (trick(1, before=1), "Bob took trick 1 with the ace of clubs."),
        (trick(1), None),
    ],
)
def test_a_trick_is_told_in_the_order_of_play(seen: SeatView, said: str | None) -> None:
    assert in_words.table(seen) == said


def test_a_hand_is_told_by_suit_with_its_length() -> None:
    held = tuple(map(parse_card, ("BJ", "AS", "TS", "3H", "KC", "JC")))
    assert in_words.hand(held) == "3 spades: big joker, ace, 10; 1 heart: 3; 2 clubs: king, jack"


@pytest.mark.parametrize(
    ("hand", "legal", "said"),
    [
        ("AS 7S 9H", "AS 7S 9H", "any card"),
        ("AS 7S 9H", "AS 7S", "the ace or 7 of spades"),
        ("AS 7S 9H", "9H", "the 9 of hearts"),
        ("AS 9H 2H 4C", "9H 2H 4C", "any heart or club"),
        ("BJ AS 9H", "BJ AS", "the big joker or ace of spades"),
        ("AS 9H 2H 4C", "9H 4C", "the 9 of hearts or 4 of clubs"),
        ("9H", "9H", "the 9 of hearts"),
    ],
)
def test_it_says_what_may_be_played(hand: str, legal: str, said: str) -> None:
    seen = replace(trick(1, hand=hand), legal_cards=tuple(map(parse_card, legal.split())))
    assert in_words.may(seen) == f"You may play {said}."


@pytest.mark.parametrize(
    ("legal", "said"),
    [
        ((0, 2, 3, 4, 5), "nil or 2 to 5"),
        (tuple(range(14)), "nil or 1 to 13"),
        ((1, 2, 4), "1, 2 or 4"),
        ((0,), "nil"),
    ],
)
def test_it_says_what_may_be_bid(legal: tuple[int, ...], said: str) -> None:
    assert in_words.may(replace(bidding(), legal_bids=legal)) == f"You may bid {said}."
