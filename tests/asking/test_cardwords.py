"""Every card in every spelling that people use."""

import pytest

from referee.asking import commands as ask
from referee.asking.card_mentions import cards_named
from referee.asking.cards import names_half_a_joker, read_cards
from referee.asking.grammar import read_commands
from referee.spades import commands as game
from referee.spades.cards import Card, parse_card


def asked(text: str) -> list[ask.Command]:
    reading = read_commands(text)
    assert reading.unclear == ()
    return [each.command for each in reading.asked]


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


@pytest.mark.parametrize("card", [Card(rank, suit) for suit in "SHDC" for rank in "AKQJT98765432"], ids=str)
def test_every_card_in_every_spelling(card: Card) -> None:
    for form in spellings(card):
        for spelled in (form, form.lower(), form.upper()):
            assert asked(f"play {spelled}") == [game.PlayCard(card)], spelled
        assert asked(form) == [ask.BareCard(card)], form


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


def test_jokers_are_found_in_a_sentence() -> None:
    assert cards_named("I have the big joker and LJ, no other joker") == {parse_card("BJ"), parse_card("LJ")}


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("my 2-H is all", "2H"),
        ("2.H", "2H"),
        ("no 2Hs here", "2H"),
        ("a heart deuce", "2H"),
        ("the deuce in hearts", "2H"),
        ("deuce & king of hearts", "2H KH"),
        ("king, queen and 2 of the hearts", "2H KH QH"),
        ("spades: A, K", "AS KS"),
        ("AKQ of spades", "AS KS QS"),
        ("\u2660AKQ", "AS KS QS"),
        ("K/Q \u2665", "KH QH"),
        ("queen hearts", "QH"),
        ("hearts' ace", "AH"),
        ("10\u2013C", "TC"),
        ("deuce of hearts and spades", "2H 2S"),
        ("spades AKJ hearts none", "AS KS JS AH KH JH"),
        ("spades 98 clubs none", "9S 8S"),
        ("S: A K J", "AS KS JS"),
        ("J of H/S", "JH JS"),
        ("JK of hearts", "JH KH"),
        ("98S", "9S 8S"),
        ("J\U0001f5a4", "JH JS"),
        ("both black aces", "AS AC"),
        ("all four queens", "QS QH QD QC"),
        ("JS\u00b2", "JS"),
    ],
)
def test_cards_are_found_however_they_are_written(text: str, cards: str) -> None:
    assert cards_named(f"well, {text}, Bob") == {parse_card(code) for code in cards.split()}


@pytest.mark.parametrize(
    "text",
    [
        "I have four sure ones",
        "4 hearts, 2 clubs",
        "4 hearts 2 clubs",
        "Jack has heart",
        "as if",
        "king of the hill",
        "hearts seven to six",
        "a black heart",
        "H\u00e0",
    ],
)
def test_conversation_names_no_card(text: str) -> None:
    assert cards_named(text) == frozenset()
