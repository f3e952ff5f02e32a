"""Whole games of dominoes by the referee's law, each from one integer seed, judged by the second reader of their public
records: deals, clock, tiles, knocks, counts, blocks, openers, score and end. It finds no lie in any.

`pytest -m long tests/dominoes/test_two_games.py` plays some 10,000 rounds, the suite some 50.
"""

import json
from collections import Counter
from itertools import islice
from random import Random

import pytest

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.fold import line
from referee.dominoes.game import Game
from referee.dominoes.law import begin, rule
from referee.dominoes.line import moves
from referee.dominoes.sheets import SIGMA_DOMINOES, WORDS, DominoSheet
from referee.table.commands import Abort, Concede, Forfeit, LastRound, RuleVoid, Salt, TimeUp, Withdraw
from referee.table.fold import Step
from referee.table.refusal import Refusal
from referee.table.terms import Terms
from tests.chance import fresh
from tests.dominoes.random_games import SHEETS
from tests.dominoes.records import lies, record_of
from tests.dominoes.slow_record import faults_of

NAMES = ("Ann", "Bob", "Carol", "Dave")


class Played:
    """One random game, and its record so far."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.game: Game | None = None
        started = ev.Started(seed, NAMES, sheet(self.random), 60, Terms())
        self.put(begin(started, self.fresh(), ("", "tea", "", "7")))
        self.ruled = seed % 2 == 0
        while self.at.result is None and not self.at.provisional:
            self.act()

    @property
    def at(self) -> Game:
        assert self.game is not None
        return self.game

    def fresh(self) -> tuple[str, ...]:
        return fresh(self.random.randbytes(32).hex())

    def put(self, steps: tuple[Step[ev.Event, Game], ...]) -> None:
        for step in steps:
            text = line(self.game, step.event)
            self.lines += [] if text is None else [text]
            self.game = step.game

    def rule(self, seat: int | None, command: cmd.Command) -> bool:
        try:
            self.put(rule(self.at, seat, command, answers=self.at.turn, seeds=self.fresh()))
        except Refusal:
            return False
        return True

    def act(self) -> None:
        game, random = self.at, self.random
        on_turn = game.due
        assert on_turn is not None, "somebody is on turn until the game is over"
        seat, _ = on_turn
        if self.ruled and random.random() < 0.1:
            self.rule(*self.ruling())
        elif random.random() < 0.2:
            assert self.rule(None, TimeUp(game.turn))
        else:
            options = moves(game.line, game.hands[seat - 1])
            move = random.choice(options)
            self.rule(seat, cmd.PlayTile(move.tile, move.arm))

    def ruling(self) -> tuple[int | None, cmd.Command]:
        """Return what somebody asks besides tiles, possible or not."""
        random, turn = self.random, self.at.turn
        seat = random.randint(1, 4)
        asked: list[tuple[int | None, cmd.Command]] = [
            (seat, Salt(f"tea{turn}")),
            (seat, Concede()),
            (seat, Withdraw()),
            *[(None, RuleVoid(turn - random.randint(0, 9), "a slip"))] * 5,
        ]
        if random.random() < 0.1:
            asked += [(None, Forfeit(seat % 2 + 1)), (None, Abort()), (None, LastRound(60))]
        return random.choice(asked)


def sheet(random: Random) -> DominoSheet:
    """Return a sheet with some words and a target of its own."""
    words = {name: random.choice(values) for name, values in WORDS.items()}
    return DominoSheet.from_table("own", {**words, "target": random.choice([50, 150])}, SIGMA_DOMINOES)


@pytest.mark.parametrize("first", [1, *(pytest.param(50 * n, marks=pytest.mark.long) for n in range(1, 91))])
def test_records_of_random_games_hold_no_lie(first: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(first, first + (50 if first > 1 else 20)):
        played = Played(seed)
        assert faults_of(played.lines) == [], seed
        kinds.update(json.loads(text)["e"] for text in played.lines)
    assert all(kinds[kind] for kind in ("knock", "round", "void", "concession", "end")), kinds


def test_the_double_blank_is_a_tile() -> None:
    played = Played(17)
    rounds = [entry for entry in map(json.loads, played.lines) if entry["e"] == "round"]
    assert any(0 in entry["pips"] and entry["by"] == "blocked" for entry in rounds)
    assert faults_of(played.lines) == []


def test_the_second_reader_believes_no_lie() -> None:
    """Only where a line was merely moved may a record still be right."""
    true = {tuple(sorted(record_of(SHEETS[number % len(SHEETS)], number, wild=0.0).lines)) for number in range(20)}
    told = [text.splitlines() for text in islice(lies(8), 120)]
    lied = [lines for lines in told if tuple(sorted(lines)) not in true]
    assert len(lied) > 80 and all(faults_of(lines) for lines in lied)
