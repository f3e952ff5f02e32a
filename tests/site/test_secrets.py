"""Nothing that is not public is in any byte of a game's files, whatever happened in it: cards that were not played,
seeds before their time, salts before they close, hands while a renege in them may be challenged.

The games are those of the records: all sheets, with time-outs, claims, misdeals, voids, reneges, hands held back.
"""

import json
import re
from html import unescape

import pytest

from referee.site import links
from referee.site.pages import game_pages
from referee.spades.game import Game
from referee.spades.sheets import SHEETS
from referee.table.seats import SEATS
from referee.table.terms import Terms
from tests.audit.records import Record, record_of
from tests.rulings import PLAIN
from tests.site.samples import CLUB, told
from tests.spades.hidden import secret_words
from tests.talk import cards_in

CASES = [(name, seed, claims) for name in SHEETS for seed, claims in ((1, False), (2, True))]
ORDER = re.compile(r'"order":(\[[^]]*\])')
LOOKS = 5
"""The number of acts of each game, about, after which we look."""


def game_of(name: str, seed: int, claims: bool) -> Record:
    return record_of(SHEETS[name], seed, rounds=2, terms=Terms() if claims else PLAIN)


def looks(record: Record, seed: int) -> list[int]:
    """Return some of its acts, early, late and between."""
    step = max(len(record.states) // LOOKS, 1)
    return sorted({*range(seed % step, len(record.states), step), len(record.states) - 1})


def held(game: Game) -> set[str]:
    """Return the cards that somebody holds, while that is a secret."""
    if game.attempt in game.revealed:
        return set()
    return {str(card) for seat in SEATS for card in game.hand(seat)}


def named(record: Record, act: int) -> set[str]:
    """Return the cards that misplays named: a ruling shows them."""
    lines = map(json.loads, record.lines[: record.told[act]])
    return {line["card"] for line in lines if line["e"] == "misplay"}


def without_deck(text: str, record: Record) -> str:
    """Return a page without the list of all cards of the deck in their order, which says nothing of anybody's."""
    if (found := ORDER.search(text)) is not None:
        deck = record.states[0].sheet.deck
        assert json.loads(found[1]) == [str(card) for suit in "SHDC" for card in reversed(deck) if card.suit == suit]
    return without_deck_of(text)


def without_deck_of(text: str) -> str:
    """Return a page without such a list, whatever its deck."""
    return ORDER.sub("", text)


def public_salts(record: Record, act: int) -> set[str]:
    """Return the salts that were closed by then."""
    lines = map(json.loads, record.lines[: record.told[act]])
    return {salt for line in lines if line["e"] == "salts" for salt in line["salts"]}


@pytest.mark.parametrize(("name", "seed", "claims"), CASES)
def test_no_file_names_a_card_not_played_in_the_running_round_nor_a_seed_or_salt_before_its_time(
    name: str, seed: int, claims: bool
) -> None:
    record = game_of(name, seed, claims)
    for act in looks(record, seed):
        story, view = told(record, act)
        cards = held(record.states[act]) - named(record, act)
        # a short salt may occur by chance
        secret = {word for word in secret_words(record.states[act]) if len(word) > 8} - public_salts(record, act)
        assert secret, "the seeds of the next round are fixed and secret"
        found = {page.path: page.text for page in game_pages(CLUB, story, view)}
        for path in (links.game(story.game), links.round_of(story.game, len(story.rounds))):
            assert not cards_in(unescape(without_deck(found[path], record))) & cards, (path, act)
        for path, text in found.items():
            assert not any(word in text for word in secret), (path, act)


@pytest.mark.parametrize("seed", range(3))
def test_hands_stay_hidden_while_a_renege_in_them_may_be_challenged(seed: int) -> None:
    record = record_of(SHEETS["fsu"], seed, rounds=3)
    seen = 0
    for act, game in enumerate(record.states):
        if game.result is None and game.last is not None:
            story, _ = told(record, act)
            (before,) = (one for one in story.rounds if one.number == game.last.round)
            assert before.dealt is None
            seen += 1
    assert seen, "the game has such a time"
