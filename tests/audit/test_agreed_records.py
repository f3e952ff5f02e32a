"""Records of games with claims, yields, acts taken back and last tricks that play by themselves: the verifier takes
them, and names the first line that could not have happened so. The page: test_agreed_page.py.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.spades.audit.lines import WrongLine, entries_of
from referee.spades.audit.walk import walk
from referee.spades.claims import FIRST_CLAIM
from referee.spades.game import Game, due
from referee.spades.rulesheet import partner_of
from referee.spades.sheets import SHEETS
from referee.spades.terms import Terms
from referee.spades.view import view
from tests.audit.records import Record, record_of, text_of
from tests.audit.tampering import written
from tests.spades import slow_deal

SEEDS = range(2)
MOST = 60
"""How many wrong records are tried on each sheet."""
Wrong = tuple[str, int]
"""A record's text, and the number of the line that must be named."""


@cache
def records(name: str) -> tuple[Record, ...]:
    return tuple(record_of(SHEETS[name], seed, terms=Terms()) for seed in SEEDS)


def named(text: str) -> int:
    """The line that the referee's own verifier names; 0 if all are right."""
    try:
        for _ in walk(entries_of(text)):
            pass
    except WrongLine as wrong:
        return wrong.number
    return 0


def kinds(record: Record) -> Counter[str]:
    lines = [json.loads(line) for line in record.lines]
    return Counter(
        "rule" if line.get("by") == "rule" else "agreed" if line.get("by") == "agreed" else line["e"] for line in lines
    )


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_takes_what_the_referee_writes(sheet: str) -> None:
    texts = [record.text for record in records(sheet)]
    assert [named(text) for text in texts] == [0] * len(texts)


@pytest.mark.every
@pytest.mark.parametrize("sheet", SHEETS)
def test_each_deal_is_tied_to_how_the_round_before_ended(sheet: str) -> None:
    for record in records(sheet):
        deals = {(deal.round, deal.attempt): deal.prev for deal in slow_deal.deals(record.lines)}
        dealt = {(state.round, state.deck.attempt): state.deck.prev for state in record.states if state.deck}
        assert {key: deals[key] for key in dealt} == dealt


def test_the_records_have_all_of_it() -> None:
    found = sum((kinds(record) for sheet in SHEETS for record in records(sheet)), Counter())
    assert all(found[kind] > 1 for kind in ("claim", "yield", "agreed", "rule"))


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_names_what_could_not_have_happened(sheet: str) -> None:
    wrong = some_wrong(sheet)
    assert [named(text) for text, _ in wrong] == [line for _, line in wrong]


def some_wrong(name: str) -> list[Wrong]:
    """A sample of the wrong records on a sheet."""
    wrong = [one for record in records(name) for one in tampered(record)]
    return Random(name).sample(wrong, min(MOST, len(wrong)))


def tampered(record: Record) -> Iterator[Wrong]:
    """Each change of one line, or the change to a version that knows no such line."""
    lines = [json.loads(line) for line in record.lines]
    new = [place for place, line in enumerate(lines) if _is_new(line)]
    if new:
        yield _put(record, 0, new[0] + 1, {**lines[0], "v": "spades-record-v1"})
    places = dict(zip(record.told, record.states, strict=True))
    for place, line in enumerate(lines):
        game = places.get(place)
        for change in _changes(line, game):
            yield _put(record, place, place + 1, change)


def _is_new(line: dict[str, Any]) -> bool:
    return line["e"] in ("claim", "yield") or line.get("by") in ("rule", "agreed")


def _changes(line: dict[str, Any], game: Game | None) -> Iterator[dict[str, Any]]:
    """What the line may not say in its place; `game` is the state before it, if no other act came with it."""
    match line["e"]:
        case "claim":
            yield {**line, "seat": line["seat"] % 4 + 1}
            yield {**line, "turn": line["turn"] + 1}
        case "yield":
            seat, books = line["seat"], line["books"]
            yield {**line, "books": [books[0] + 1, *books[1:]]}
            yield {**line, "books": [sum(books) if one == partner_of(seat) else 0 for one in (1, 2, 3, 4)]}
            yield {**line, "turn": line["turn"] + 1}
        case "void" if "by" in line:
            yield {**line, "points": -10}
            yield {**line, "charge": 1}
            yield {**line, "to": line["turn"] - 1}
            yield {**line, "turn": line["turn"] + 1}
        case "play" if game is not None and line["by"] != "rule":
            yield from _instead_of_a_card(line, game)


def _instead_of_a_card(line: dict[str, Any], game: Game) -> Iterator[dict[str, Any]]:
    waiting = due(game)
    assert waiting is not None
    if len(game.tricks) < 12:
        yield {**line, "by": "rule"}
    if len(game.tricks) < FIRST_CLAIM or not view(game, waiting[0]).claimable:
        yield {"e": "claim", "turn": game.turn, "seat": waiting[0]}
    nils = [seat for seat in (1, 2, 3, 4) if game.bids[seat - 1] == 0 and not game.books[seat - 1]]
    worth = [game.sheet.blind_nil if seat in game.blind else game.sheet.nil for seat in nils]
    if any(worth):
        yield {"e": "yield", "turn": game.turn, "seat": 1, "books": [game.left, 0, 0, 0]}


def _put(record: Record, place: int, wrong: int, fields: dict[str, Any]) -> Wrong:
    return text_of((*record.lines[:place], written(fields), *record.lines[place + 1 :])), wrong
