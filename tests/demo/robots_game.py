"""A whole game that robots play, from its seed."""

from collections.abc import Iterator
from functools import cache
from random import Random

from referee.demo.robots import answer, read_turn
from referee.spades import commands as cmd
from referee.spades.cards import parse_card
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.telling.letter_headers import Position, spades_headers
from tests.chance import fresh
from tests.rulings import decide, start

NAMES = ("Ann", "Bob", "Carol", "Zoë")

MANY_ROUNDS = 40


def headers(game: Game, *events: str, seat: int | None = None) -> dict[str, str]:
    """Return the headers of the turn letter to whoever is to act, or to `seat`."""
    waiting = game.due
    assert waiting is not None
    own = view(game, seat or waiting[0])
    return dict(spades_headers((*events, "turn"), game=1, position=Position(own, hand=True, turn=True)))


def read(line: str) -> cmd.Command:
    """Say what a robot's line asks."""
    match line.split():
        case ["show"]:
            return cmd.Show()
        case ["bid", number]:
            return cmd.MakeBid(int(number))
        case ["play", card]:
            return cmd.PlayCard(parse_card(card))
    raise AssertionError(line)


def robots_play(sheet: RuleSheet, seed: int) -> Iterator[Game]:
    """Play a game of four robots to its end, position by position. Raises Refusal if one of them breaks a rule."""
    chance = Random(seed)
    game = replay(start(1, NAMES, sheet, 60, fresh(chance.randbytes(32).hex())))
    while game.result is None and game.round < MANY_ROUNDS:
        yield game
        seat: int | None = None
        command: cmd.Command | None = cmd.TimeUp(game.turn) if game.provisional else None
        for one in game.called:
            turn = read_turn(headers(game, seat=one), NAMES[one - 1])
            if turn is not None:
                assert command is None, "one answers, though two were asked"
                seat, command = one, read(answer(turn))
        assert command is not None
        game = replay(decide(game, seat, command, answers=game.turn, seeds=fresh(chance.randbytes(32).hex())), game)
    yield game


@cache
def robots_game(name: str, seed: int) -> tuple[Game, ...]:
    return tuple(robots_play(SHEETS[name], seed))
