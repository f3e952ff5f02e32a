"""Deals and random moves from a seed, to the byte: the vectors of dominoes-deal-v1."""

from collections import Counter

from referee.dominoes.fairness import deal, deal_key, draw
from referee.dominoes.line import Move
from referee.dominoes.tiles import SET, parse_tile
from referee.table.fairness import Deck, commit, tied

SEED = bytes(range(32)).hex()
DECK = Deck(12, 2, 1, SEED, "ab" * 32, ("correct-horse", "", "7", ""))
OPTIONS = (
    Move(parse_tile("6-4"), "left"),
    Move(parse_tile("6-4"), "right"),
    Move(parse_tile("4-4"), "right"),
)


def test_the_commitment() -> None:
    assert commit("dominoes", DECK) == "4b373772b65eaefd0be3ad86d36d787c7694a4e381fc849ca0acbf3b297b1988"


def test_the_key_of_a_deal() -> None:
    assert deal_key(DECK).hex() == "a8d4a8cd5b0b2c2a895a3c9787732fd431f8d9f8043aa1c89faad844de31fdee"


def test_the_hands_of_a_deal() -> None:
    assert [" ".join(map(str, hand)) for hand in deal(deal_key(DECK))] == [
        "6-6 1-0 2-0 2-1 1-1 5-0 6-0",
        "2-2 6-3 6-4 6-1 4-0 4-1 6-2",
        "5-2 5-1 3-1 0-0 5-3 6-5 4-2",
        "5-5 4-4 5-4 4-3 3-2 3-0 3-3",
    ]


def test_the_move_that_the_clock_draws() -> None:
    assert str(draw(deal_key(DECK), DECK, 5, 3, OPTIONS)) == "6-4 left"


def test_what_ties_a_deal_to_the_round_before() -> None:
    acts = ("play:2:6-6:first", "play:3:6-3:right", "knock:4", "play:1:6-1:left")
    assert tied("dominoes", acts) == "69c7a94debe2a9452d4b48275d1571d5c50c999ba8a2db6193ce0736b0dd1f82"


def test_every_deal_is_the_whole_set_and_no_place_favours_a_tile() -> None:
    held: Counter[tuple[int, str]] = Counter()
    for number in range(400):
        hands = deal(deal_key(Deck(number, 1, 1, SEED)))
        assert sorted(tile for hand in hands for tile in hand) == list(SET)
        held.update((seat, str(tile)) for seat, hand in enumerate(hands, 1) for tile in hand)
    assert len(held) == 4 * 28
    assert all(60 < times < 145 for times in held.values())  # 100 each: five times the deviation of 8.7


def test_the_clock_draws_every_move_alike() -> None:
    drawn = Counter(str(draw(deal_key(DECK), DECK, acts, 3, OPTIONS)) for acts in range(900))
    assert all(abs(times - 300) < 80 for times in drawn.values())
    assert len(drawn) == 3
