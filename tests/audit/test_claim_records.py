"""Records of games with claims and last tricks that play by themselves: the verifier takes them, and names the first
line that could not have happened so.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.records.lines import WrongLine
from referee.spades.audit import Walk
from referee.spades.game import Game
from referee.spades.law.claims import FIRST_CLAIM
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.terms import Terms
from tests.audit.records import Record, record_of, text_of
from tests.audit.tampering import written
from tests.spades import slow_deal

SEEDS = range(2)
MOST = 25
"""The number of wrong records that are tried on each sheet."""
Wrong = tuple[str, int]
"""A record's text, and the number of the line that must be named."""


@cache
def records(name: str) -> tuple[Record, ...]:
    return tuple(record_of(SHEETS[name], seed, terms=Terms()) for seed in SEEDS)


def named(text: str) -> int:
    """Return the line that the referee's own verifier names; 0 if all are right."""
    try:
        for _ in Walk.of(text).passed():
            pass
    except WrongLine as wrong:
        return wrong.number
    return 0


def kinds(record: Record) -> Counter[str]:
    lines = [json.loads(line) for line in record.lines]
    return Counter("rule" if line.get("by") == "rule" else line["e"] for line in lines)


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_takes_what_the_referee_writes(sheet: str) -> None:
    texts = [record.text for record in records(sheet)]
    assert [named(text) for text in texts] == [0] * len(texts)


@pytest.mark.parametrize("sheet", SHEETS)
def test_each_deal_is_tied_to_how_the_round_before_ended(sheet: str) -> None:
    for record in records(sheet):
        deals = {(deal.round, deal.attempt): deal.prev for deal in slow_deal.deals(record.lines)}
        dealt = {(state.round, state.deck.attempt): state.deck.prev for state in record.states if state.deck}
        assert {key: deals[key] for key in dealt} == dealt


def test_the_records_have_all_of_it() -> None:
    found = sum((kinds(record) for sheet in SHEETS for record in records(sheet)), Counter())
    assert all(found[kind] > 1 for kind in ("claim", "rule"))


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_names_what_could_not_have_happened(sheet: str) -> None:
    wrong = some_wrong(sheet)
    assert [named(text) for text, _ in wrong] == [line for _, line in wrong]


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_earlier_trick_plays_by_itself_while_the_hands_are_not_known(sheet: str) -> None:
    """The record of a running game ends with a card, which nobody can hold to the law before the round is revealed."""
    record = records(sheet)[0]
    place, line = next((at, line) for at, line in enumerate(map(json.loads, record.lines)) if line["e"] == "play")
    ends_with = {by: text_of((*record.lines[:place], written({**line, "by": by}))) for by in (line["by"], "rule")}
    assert [named(text) for text in ends_with.values()] == [0, place + 1]


def some_wrong(name: str) -> list[Wrong]:
    """Return a sample of the wrong records on a sheet."""
    wrong = [one for record in records(name) for one in tampered(record)]
    return Random(name).sample(wrong, min(MOST, len(wrong)))


def tampered(record: Record) -> Iterator[Wrong]:
    """Yield each change of one line."""
    places = dict(zip(record.told, record.states, strict=True))
    for place, line in enumerate(map(json.loads, record.lines)):
        for change in _changes(line, places.get(place)):
            yield _put(record, place, place + 1, change)


def _changes(line: dict[str, Any], game: Game | None) -> Iterator[dict[str, Any]]:
    """Yield lines that would be wrong in the place of this one; `game` is the state before it, if no other act came
    with it."""
    match line["e"]:
        case "claim":
            yield {**line, "seat": line["seat"] % 4 + 1}
            yield {**line, "turn": line["turn"] + 1}
        case "play" if game is not None and line["by"] != "rule":
            yield from _instead_of_a_card(line, game)


def _instead_of_a_card(line: dict[str, Any], game: Game) -> Iterator[dict[str, Any]]:
    waiting = game.due
    assert waiting is not None
    if len(game.tricks) < 12:
        yield {**line, "by": "rule"}
    if len(game.tricks) < FIRST_CLAIM or not view(game, waiting[0]).claimable:
        yield {"e": "claim", "turn": game.turn, "seat": waiting[0]}


def _put(record: Record, place: int, wrong: int, fields: dict[str, Any]) -> Wrong:
    return text_of((*record.lines[:place], written(fields), *record.lines[place + 1 :])), wrong
