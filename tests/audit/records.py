"""Whole games from one integer seed, as their public records: every sheet, with salts, time-outs, misdeals, voids,
challenges, misplays, concessions, forfeits, replacements, and ends that were undone. Knows nothing of verifying.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from referee.spades import events as ev
from referee.spades.fold import evolve, line, replay
from referee.spades.game import Game
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import RULE_109, SHEETS
from referee.table import commands as cmd
from referee.table.fairness import FRESH
from referee.table.refusal import Refusal
from referee.table.seats import SEATS
from referee.table.terms import Terms
from tests.chance import fresh
from tests.rulings import PLAIN, decide, start
from tests.spades.random_games import Asked, anything, sensible

LIMIT = 259_200
NAMES = ("Ann", "Bob", "Carol", "Dave", "Zoë", "Ω Nine", "Jörg ☂", "Q\\uote", '"F"', "Max Mustermann", "𝔘do")
PHRASES = ("correct-horse", "7", "a b c", '"\\', "~" * 70, "salt and pepper", "{}")
POOR_GAME = 12
POOR = (
    "9662765322ee5353b852c29334ef16bd83e7535499d0108150bc712834f3bc03",
    "6a51085c67db480ccac6546ae2363e0a0e62d02a6d2ede78a10118d36c72bef6",
    "f6fa3f9f74a764dfd5506765f038e8b2bdb68730a4ca8aa28d66430a3aa9ef06",
    "7e988df505640bc97298cfb16b82f234974bc4c00ab3ae557993c66bcfc82e9c",
    "377229f6f92886f94e0012c98c3748289a3faea0ebc353e072c59cba92f33f49",
    "b4ea73c8a3c063612c80398a8393f610202eab70e805948cd7cc18a2ff6ef5a5",
    "6a224c7131c5c469758cbc8fa58e349d2ccdc29cf2c689e82b678cc10cbe1b69",
)
"""Seeds of the attempts 1, 2, ... at round 1 of game 12, without salts, on a deck without jokers: in each deal somebody
holds no face and no spade, which chance alone brings about once in thousands of rounds."""


REMEMBERED = 80
"""The number of records kept for the next test that asks for them."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game and its record. `states` and `told` have one entry for each act, the start first; `told` counts the lines
    by then."""

    lines: tuple[str, ...]
    states: tuple[Any, ...]
    told: tuple[int, ...]

    @property
    def text(self) -> str:
        """Return the file: every line ends with LF."""
        return text_of(self.lines)

    @property
    def heads(self) -> tuple[str, ...]:
        """Return the heads that the announcements show, oldest first: 64 digits each."""
        return tuple(state.head for state in self.states)


_played: dict[Hashable, Record] = {}


def text_of(lines: tuple[str, ...] | list[str]) -> str:
    """Return the file of these lines."""
    return "".join(f"{one}\n" for one in lines)


def record_text(sheet: RuleSheet, seed: int, *, rounds: int = 2) -> str:
    """Return the record of one game on `sheet`, which breaks off or ends in some way after `rounds` rounds at the
    latest."""
    return record_of(sheet, seed, rounds=rounds).text


def many(count: int) -> Iterator[tuple[RuleSheet, int]]:
    """Yield sheets and seeds for `count` records, sheet by sheet."""
    sheets = tuple(SHEETS.values())
    yield from ((sheets[number % len(sheets)], number) for number in range(count))


def record_of(sheet: RuleSheet, seed: int, *, rounds: int = 2, restores: float = 0.0, terms: Terms = PLAIN) -> Record:
    """Return the same record with the state after each act; before a share `restores` of the acts the game goes back to
    an older state."""
    game = (repr(sheet), seed, rounds, restores, terms)
    if game not in _played:
        for oldest in list(_played)[: len(_played) + 1 - REMEMBERED]:
            del _played[oldest]
        _played[game] = _record(sheet, seed, rounds, restores, terms)
    return _played[game]


def _record(sheet: RuleSheet, seed: int, rounds: int, restores: float, terms: Terms) -> Record:
    random, fate = Random(f"{sheet.name} {seed}"), Random(f"restores {sheet.name} {seed}")
    sheet = _changed(random, sheet) if random.random() < 0.3 else sheet
    poor = _poor(random, sheet)
    first = _start(random, sheet, poor, terms)
    lines, states, told = list(_lines(None, first)), [replay(first)], [0]
    told[0] = len(lines)
    wild, undone = random.choice((0.02, 0.1, 0.3)), 0
    while (asked := _asked(random, states[-1], wild, rounds, undone)) is not None:
        game, (seat, command, answers) = states[-1], asked
        if restores and fate.random() < restores:
            seat, command = None, cmd.Restore(game.turn + fate.randint(1, 99), "noon")
        seeds = _seeds(random, game, poor)
        try:
            events = decide(game, seat, command, answers=answers, seeds=seeds)
        except Refusal:
            if game.result is not None:
                break
            continue
        undone += game.result is not None
        lines.extend(_lines(game, events))
        states.append(replay(events, game))
        told.append(len(lines))
    return Record(tuple(lines), tuple(states), tuple(told))


def _changed(random: Random, sheet: RuleSheet) -> RuleSheet:
    """Return the same sheet with parameters changed for a short game."""
    changes = random.choice(({"target": 60}, {"target": 1}, {"hand_limit": 2}, {"set_limit": 1}, {"bag_penalty": None}))
    return replace(sheet, name=f"{sheet.name}*", **changes)


def _poor(random: Random, sheet: RuleSheet) -> tuple[str, ...]:
    able = sheet.redeal is not None and sheet.deck == RULE_109.deck
    return POOR[: random.randint(1, len(POOR))] if able and random.random() < 0.5 else ()


def _start(random: Random, sheet: RuleSheet, poor: tuple[str, ...], terms: Terms) -> tuple[ev.Event, ...]:
    one, two, three, four = random.sample(NAMES, 4)
    number = POOR_GAME if poor else random.randint(1, 999)
    salts = ("", "", "", "")
    if not poor and random.random() < 0.5:
        salts = ("correct-horse", random.choice(("", "x")), "", random.choice(("", "!~")))
    others = fresh(random.randbytes(32).hex())
    seeds = (*poor, *others)[:3] + others[3:]
    return start(number, (one, two, three, four), sheet, LIMIT, seeds, salts, terms=terms)


def _seeds(random: Random, game: Game, poor: tuple[str, ...]) -> tuple[str, ...]:
    others = fresh(random.randbytes(32).hex())
    known = poor[len(game.seeds[1]) :] if game.round == 1 and game.leader is None else ()
    return (*known, *others)[:FRESH]


def _lines(game: Game | None, events: tuple[ev.Event, ...]) -> Iterator[str]:
    for event in events:
        told = line(game, event)
        if told is not None:
            yield told
        game = evolve(game, event)


def _asked(random: Random, game: Game, wild: float, rounds: int, undone: int) -> Asked | None:
    """Choose what happens next; None where the record breaks off."""
    if game.result is not None:
        again = game.result.by in ("forfeit", "concession") and undone < 2 and random.random() < 0.6
        return (None, cmd.RuleVoid(random.randint(game.opening, game.turn), "so ruled"), 0) if again else None
    if game.round > rounds and random.random() < 0.06:
        return _last(random, game)
    if random.random() < wild:
        return anything(random, game)
    if random.random() < 0.04:
        return random.choice(SEATS), cmd.Salt(random.choice(PHRASES)), game.turn
    if game.due is not None and random.random() < 0.08:
        return None, cmd.TimeUp(game.turn), 0
    return sensible(random, game)


def _last(random: Random, game: Game) -> Asked | None:
    """Choose how a game ends that does not end by itself; None: it still runs when the record stops."""
    ways: tuple[Asked | None, ...] = (
        None,
        (None, cmd.Abort(), 0),
        (None, cmd.Forfeit(random.choice((1, 2))), 0),
        (random.choice(SEATS), cmd.Concede(), game.turn),
    )
    return random.choice(ways)
