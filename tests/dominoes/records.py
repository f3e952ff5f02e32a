"""Whole games of dominoes from one integer seed, as their public records, and lies in these. Knows nothing of
verifying."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from referee.dominoes import events as ev
from referee.dominoes.fold import evolve, line, replay
from referee.dominoes.game import Game
from referee.dominoes.sheets import DominoSheet
from tests.audit.records import Record, text_of
from tests.audit.tampering import written
from tests.dominoes.random_games import SHEETS, opening, played

Entry = dict[str, Any]
LOST = {
    "seat": (1, 2, 3, 4),
    "opener": (1, 2, 3, 4),
    "arm": ("first", "left", "right", "up", "down"),
    "result": ("team 1", "team 2", "-"),
    "tile": ("6-6", "5-0", "3-1", "4-4", "2-0", "6-3"),
}
"""Other values that may stand at a key."""


@cache
def record_of(sheet: DominoSheet, seed: int, *, wild: float = 0.2) -> Record:
    """Return the record of a game to its end, with the state after each act; a share `wild` of the acts is anything."""
    first = opening(Random(seed), sheet)
    lines, states = list(_lines(None, first)), [replay(first)]
    told = [len(lines)]
    for step in played(seed, wild=wild, sheet=sheet):
        lines.extend(_lines(step.before, step.events))
        states.append(step.after)
        told.append(len(lines))
    return Record(tuple(lines), tuple(states), tuple(told))


def _lines(game: Game | None, events: tuple[ev.Event, ...]) -> Iterator[str]:
    for event in events:
        if (public := line(game, event)) is not None:
            yield public
        game = evolve(game, event)


def unrestored(sheet: DominoSheet, seed: int) -> Record:
    """Return the record of a game which no older copy of the database took back."""
    seeds = range(seed, seed + 10_000, 1000)
    return next(one for one in (record_of(sheet, seed) for seed in seeds) if '"e":"restore"' not in one.text)


def lies(seed: int) -> Iterator[str]:
    """Yield records of games without rulings in which one fact is changed, left out, told twice or told too early."""
    random = Random(seed)
    games = [
        [json.loads(one) for one in record_of(SHEETS[number % len(SHEETS)], number, wild=0.0).lines]
        for number in range(20)
    ]
    while True:
        entries = random.choice(games)
        last = max(place for place, one in enumerate(entries) if one["e"] == "deal")
        lie = _lied(random, entries, last + 1)
        # what is never revealed cannot be checked: seeds and salts of a round that was not dealt
        told = [one for one in lie if one not in entries] + [one for one in entries if one not in lie]
        unknown = [one for one in told if one["e"] in ("commit", "salts") and one["round"] >= entries[last]["round"]]
        if lie != entries and not unknown:
            yield text_of([*map(written, lie)])


def _lied(random: Random, entries: list[Entry], last: int) -> list[Entry]:
    """Return the record with one lie before line `last`."""
    place = random.randrange(1, last)
    entry = entries[place]
    match random.randrange(5):
        case 0:
            return [*entries[:place], *entries[place + 1 :]]
        case 1:
            return [*entries[:place], entry, *entries[place:]]
        case 2:
            return [*entries[:place], entries[place + 1], entry, *entries[place + 2 :]]
    key = random.choice([key for key in entry if key not in ("e", "by")])
    return [*entries[:place], {**entry, key: _other(random, key, entry[key])}, *entries[place + 1 :]]


def _other(random: Random, key: str, value: Any) -> Any:
    """Return another value that could stand there."""
    match value:
        case int() if key not in LOST:
            return max(0, value + random.choice((-5, -1, 1, 5)))
        case list():
            at = random.randrange(len(value))
            return [*value[:at], _other(random, key, value[at]), *value[at + 1 :]]
        case str() if len(value) == 64:
            at = random.randrange(64)
            return value[:at] + random.choice("0123456789abcdef") + value[at + 1 :]
    return random.choice(LOST.get(key, (value, "tea", "clock", "player", "rule", "out", "blocked", "")))
