"""Every card in every spelling that people use."""

import pytest

from referee.asking import commands as ask
from referee.asking.cards import names_half_a_joker, read_cards, words_of_cards
from referee.spades import commands as game
from referee.spades.cards import Card, parse_card
from tests.asking.reading import asked

WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "5": "five", "2": "two"}
SUITS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}


def spellings(card: Card) -> list[str]:
    rank, (symbol, suit) = card.rank, SUITS[card.suit]
    ranks = [rank, "10"] if rank == "T" else [rank]
    short = [form for r in ranks for form in (f"{r}{card.suit}", f"{card.suit}{r}", f"{r} {card.suit}")]
    signs = [
        form for r in ranks for form in (f"{symbol}{r}", f"{r}{symbol}", f"{symbol}\ufe0f{r}", f"{r} {symbol}\ufe0f")
    ]
    long = [f"{r} of {suit}" for r in [*ranks, WORDS.get(rank, rank)]]
    return [*short, *signs, *long, f"the {WORDS.get(rank, rank)} of {suit}", f"{WORDS.get(rank, rank)} of {suit[:-1]}"]


@pytest.mark.parametrize("suit", "SHDC")
def test_every_card_in_every_spelling(suit: str) -> None:
    cards = [Card(rank, suit) for rank in "AKQJT98765432"]
    for card, form in ((one, form) for one in cards for form in spellings(one)):
        for spelled in (form, form.lower(), form.upper()):
            assert asked(f"play {spelled}") == [game.PlayCard(card)], spelled
        assert asked(form) == [ask.BareCard(card)], form
        assert words_of_cards(f"I hold {form.upper()}, Bob", whole=True), form


@pytest.mark.parametrize(("suit", "row"), [("S", 0), ("H", 1), ("D", 2), ("C", 3)])
def test_every_card_as_it_is_drawn(suit: str, row: int) -> None:
    for rank, column in zip("A23456789TJQK", (*range(1, 12), 13, 14), strict=True):
        drawn, card = chr(0x1F0A0 + 16 * row + column), Card(rank, suit)
        assert asked(f"play {drawn}") == [game.PlayCard(card)]
        assert asked(drawn) == [ask.BareCard(card)]
        assert asked(f" {drawn} ") == [ask.BareCard(card)]


@pytest.mark.parametrize(
    "text",
    ["big joker", "Big Joker", "BJ", "bj", "red joker", "the high joker", "full-color joker", "full colour joker"],
)
def test_big_joker(text: str) -> None:
    assert asked(f"play {text}") == [game.PlayCard(parse_card("BJ"))]
    assert asked(text) == [ask.BareCard(parse_card("BJ"))]


@pytest.mark.parametrize(
    "text", ["little joker", "small joker", "LJ", "black joker", "the low joker", "one-color joker", "one colour joker"]
)
def test_little_joker(text: str) -> None:
    assert asked(f"play {text}") == [game.PlayCard(parse_card("LJ"))]
    assert asked(text) == [ask.BareCard(parse_card("LJ"))]


def test_every_code_in_a_line_is_a_card_or_none_is() -> None:
    assert read_cards("10H 4S") == (parse_card("TH"), parse_card("4S"))
    assert read_cards("QS KHx") == ()
    assert read_cards("") == ()


def test_a_joker_alone_is_either_of_two() -> None:
    for text in ("joker", "a joker", "The Joker", "joker of spades"):
        assert names_half_a_joker(text) and read_cards(text) == ()
    assert not names_half_a_joker("the queen")
    assert not names_half_a_joker("joker in the pack")


def test_a_move_may_be_drawn_as_a_card() -> None:
    assert read_cards("🂫") == (parse_card("JS"),)
    assert read_cards("🃏") == read_cards("🂬") == read_cards("🂠") == ()


@pytest.mark.parametrize(
    ("text", "cards", "others"),
    [
        ("my QS, the 10♥ and a jack of hearts", ["QS", "10♥", "jack of hearts"], []),
        ("qs or 4 h", ["qs", "4 h"], []),
        ("🂫, 🃞!", ["JS", "KC"], []),
        ("the big joker", ["big joker"], []),
        ("a Queen, Clubs and ♠♠", [], ["Queen", "Clubs", "♠", "♠"]),
        ("void in trump", [], ["void", "trump"]),
        ("tens, sixes, K", [], ["tens", "sixes", "K"]),
        ("AS I said: HA", ["AS", "HA"], []),
        ("as ever, ah, ha ha, it's a 2d room", ["2d"], []),
        ("Ann's 4 and I'd a ten, 5 tricks in 24h; a s", [], []),
        ("heartless, avoid, trumpet, spaded, Kate, Queens4all", [], []),
    ],
)
def test_words_of_cards(text: str, cards: list[str], others: list[str]) -> None:
    assert list(words_of_cards(text, whole=True)) == cards
    assert sorted(words_of_cards(text, whole=False)) == sorted([*cards, *others])
