"""The examples of docs/fairness.md and docs/checking.md: games of known seeds, with their records.

Use such seeds for examples only: whoever knows them knows the hands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.games import evolve, line
from referee.spades import commands as cmd
from referee.spades.cards import parse_card
from referee.spades.game import Game
from referee.spades.law.moves import legal_cards
from referee.spades.sheets import RULE_109
from referee.table.fairness import FRESH
from tests.rulings import decide, start

SEEDS = tuple(bytes(range(32 * n, 32 * (n + 1))).hex() for n in range(FRESH))
"""000102…1f for the first attempt at round 1, 202122…3f for the second, and so on."""
SALTS = ("correct-horse", "", "7", "")
ACTS: tuple[tuple[int | None, cmd.Command], ...] = (
    (1, cmd.MakeBid(2)),
    (2, cmd.MakeBid(3)),
    (3, cmd.MakeBid(4)),
    (None, cmd.TimeUp(4)),
    (3, cmd.PlayCard(parse_card("AC"))),
    (None, cmd.TimeUp(6)),
    (1, cmd.PlayCard(parse_card("JS"))),
    (1, cmd.PlayCard(parse_card("2C"))),
    (2, cmd.Concede()),
    (4, cmd.Concede()),
)


@dataclass(frozen=True, slots=True)
class Whole:
    """The game at its first position (at its last, while it runs), and every line of its record."""

    dealt: Game
    lines: tuple[str, ...]


def example() -> Whole:
    """Return the whole game: one team concedes in the first trick."""
    game, lines = told(None, start(12, ("Ann", "Bob", "Carol", "Dave"), RULE_109, 259_200, SEEDS, SALTS))
    dealt = game
    for seat, command in ACTS:
        game, more = told(game, decide(game, seat, command, answers=game.turn, seeds=SEEDS))
        lines += more
    return Whole(dealt, lines)


def told(game: Any, events: Sequence[Any]) -> tuple[Any, tuple[str, ...]]:
    """Return the state of a game, whichever it is, after `events`, and the lines that they add."""
    lines: list[str] = []
    for event in events:
        public = line(game, event)
        lines += [] if public is None else [public]
        game = evolve(game, event)
    assert game is not None
    return game, tuple(lines)


def running_game() -> Whole:
    """Return a game in its second round, which is not revealed yet: everyone bids 3 and plays a legal card, or is
    silent."""
    game, lines = told(None, start(12, ("Ann", "Bob", "Carol", "Dave"), RULE_109, 259_200, SEEDS, SALTS))
    while game.turn < 75:
        game, more = told(game, decide(game, *_next(game), answers=game.turn, seeds=SEEDS))
        lines += more
    return Whole(game, lines)


def _next(game: Game) -> tuple[int | None, cmd.Command]:
    waiting = game.due
    assert waiting is not None
    seat, what = waiting
    if game.turn in (9, 30):
        return None, cmd.TimeUp(game.turn)
    return seat, cmd.MakeBid(3) if what == "bid" else cmd.PlayCard(legal_cards(game, seat)[-1])
