"""The turn letter: what stands first, what each team needs, the example, the price of an illegal card, and its size."""

from dataclasses import replace

import pytest

from referee.post.compose import to_bytes
from referee.spades.game import Game, due
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import SeatView, view
from referee.telling.examples import example
from referee.telling.formats import bid_text, card_code
from referee.telling.needs import needs
from referee.telling.turn_sentences import final
from tests.telling.letter_samples import opening, samples, settings, step_on
from tests.telling.plan_samples import plan_samples
from tests.telling.sheet_samples import sheet_samples

SAMPLES = samples() | sheet_samples() | plan_samples()
AUTHOR = settings().referee
MOST_TURN, MOST_ANNOUNCED = 30_000, 15_000
"""The most bytes of a whole letter as it is sent."""
MARGIN = 1_000
"""The characters that longer names, addresses and ids may add to those of the samples."""


def events(name: str) -> set[str]:
    return set(dict(SAMPLES[name].headers).get("Spades-Event", "").split(","))


def test_a_letter_stays_small() -> None:
    sizes = {name: len(to_bytes(letter, AUTHOR)) for name, letter in SAMPLES.items()}
    turns = {name: size for name, size in sizes.items() if {"turn", "reminder"} & events(name)}
    lists = {name: size for name, size in sizes.items() if name.endswith(("-list", "-announcement"))}
    assert len(turns) > 20 and len(lists) > 20
    assert {name: size for name, size in turns.items() if size > MOST_TURN - MARGIN} == {}
    assert {name: size for name, size in lists.items() if size > MOST_ANNOUNCED - MARGIN} == {}


def playing(sheet: RuleSheet, bids: tuple[int, int, int, int], books: tuple[int, int, int, int]) -> SeatView:
    """Return seat 1's view of a round in play, with these bids and tricks."""
    game, _ = opening(sheet=sheet)
    while due(game) != (1, "play"):
        game, _ = step_on(game)
    return replace(view(game, 1), bids=bids, books=books, blind=frozenset())


@pytest.mark.parametrize(
    ("sheet", "bids", "books", "said"),
    [
        ("109", (3, 2, 2, 4), (2, 3, 1, 1), (
            "You and Carol need 2 more of the 6 tricks left (bid 5, took 3).",
            "Bob + Dave need 2 more of the 6 tricks left (bid 6, took 4).",
        )),
        ("109", (0, 6, 4, 4), (0, 2, 4, 1), (
            "You and Carol have made your bid (bid 4, took 4; each further trick is a sandbag). "
            "Your nil stands so far.",
            "Bob + Dave can no longer make their bid (bid 10, took 3).",
        )),
        ("109", (4, 0, 4, 3), (4, 1, 3, 2), (
            "You and Carol need 1 more of the 3 tricks left (bid 8, took 7).",
            "Bob + Dave have made their bid (bid 3, took 3; each further trick is a sandbag). "
            "Bob's nil has failed (1 trick).",
        )),
    ],
)  # fmt: skip
def test_what_each_team_still_needs(
    sheet: str, bids: tuple[int, int, int, int], books: tuple[int, int, int, int], said: tuple[str, ...]
) -> None:
    own = playing(SHEETS[sheet], bids, books)
    assert needs(own) == said
    assert needs(replace(own, seat=None))[1] == said[1], "the public has the same figures"
    stray = replace(SHEETS[sheet], nil_tricks="bags")
    if bids[1] == 0:
        assert "need 1 more" in needs(replace(own, sheet=stray))[1], "a failed nil's tricks do not help the partner"


def test_tricks_that_misplays_took_off_do_not_count() -> None:
    own = replace(playing(SHEETS["fsu"], (6, 6, 0, 0), (3, 2, 2, 0)), off=(3, 0))
    assert needs(own)[0] == "You and Carol need 4 more of the 6 tricks left (bid 6, took 5, of which 3 do not count)."


def turns(game: Game) -> list[Game]:
    """Return every position of one round, from the first bid to the last card."""
    found, number = [], game.round
    while game.round == number and due(game) is not None and len(game.tricks) < TRICKS:
        found.append(game)
        game, _ = step_on(game)
    return found


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_example_is_a_legal_move_and_not_always_the_same(sheet: str) -> None:
    given = []
    for game in turns(opening(sheet=SHEETS[sheet])[0]):
        seat, what = due(game) or (0, "")
        own = view(game, seat)
        assert example(view(game)) is None, "there is none for the public"
        if own.hand is None:
            assert example(own) is None
            continue
        bids = {f"bid {bid_text(game.sheet, bid)}" for bid in legal_bids(game, seat)}
        assert example(own) in (bids if what == "bid" else {f"play {card_code(c)}" for c in legal_cards(game, seat)})
        given.append(example(own))
    assert len(set(given)) > 15


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("109", "A card that you do not hold or may not play now costs your team 100 points."),
        ("standard", ""),
        ("fsu", ""),
    ],
)
def test_a_turn_to_play_says_what_an_illegal_card_costs(sheet: str, said: str) -> None:
    own = playing(SHEETS[sheet], (3, 3, 3, 3), (0, 0, 0, 0))
    assert final(own).endswith(said) and ("costs" in final(own)) == bool(said)
    game, _ = opening(sheet=SHEETS[sheet])
    assert "costs" not in final(view(game, 1)), "not while bidding"
