"""The referee's law of dominoes beside the second opinion, in random rounds: at every position the same ends, count,
points, legal moves and places to choose between.

`pytest -m long tests/dominoes/test_two_laws.py` plays 10,000 rounds, the suite 48.
"""

from collections.abc import Callable
from random import Random

import pytest

from referee.dominoes import line as law
from referee.dominoes.tiles import SET, parse_tile
from tests.dominoes import slow_line, slow_round
from tests.dominoes.slow_line import Laid

Chooser = Callable[[list[Laid], list[Laid], Random], Laid]


def anything(line: list[Laid], moves: list[Laid], random: Random) -> Laid:
    return random.choice(moves)


def fives(line: list[Laid], moves: list[Laid], random: Random) -> Laid:
    """Choose what scores most."""
    return max(moves, key=lambda move: slow_line.points(slow_line.count([*line, move])))


def spinner_first(line: list[Laid], moves: list[Laid], random: Random) -> Laid:
    """Choose doubles, then the ends of the spinner, as rarely happens by chance."""
    return max(moves, key=lambda move: (slow_line.double(move[0]), move[1] in ("up", "down"), random.random()))


CHOOSERS: tuple[Chooser, ...] = (anything, fives, spinner_first)


def told(moves: tuple[law.Move, ...]) -> list[Laid]:
    return [(str(move.tile), move.arm) for move in moves]


def compare(line: list[Laid], ours: law.Line, hands: list[list[str]]) -> None:
    ends = {arm: end.number for arm, end in slow_line.ends(line).items()}
    count = slow_line.count(line)
    assert law.ends(ours) == ends, line
    assert (law.count(ours), law.scores(count)) == (count, slow_line.points(count)), line
    for hand in hands:
        held = [parse_tile(tile) for tile in hand]
        moves = slow_line.moves(line, hand)
        assert told(law.moves(ours, held)) == moves, (line, hand)
        for tile in {tile for tile, _ in moves} if line else ():
            assert list(law.fitting(ours, parse_tile(tile))) == slow_line.fitting(line, tile), (line, tile)
            assert told(law.asked(ours, parse_tile(tile))) == slow_line.asked(line, tile), (line, tile)


def side_by_side(seed: int) -> list[Laid]:
    """Play one round in both; return its line."""
    random = Random(seed)
    choose = CHOOSERS[seed % len(CHOOSERS)]
    tiles = list(slow_line.SET)
    random.shuffle(tiles)
    hands = [tiles[7 * (seat - 1) : 7 * seat] for seat in slow_round.SEATS]
    line, ours, seat = list[Laid](), law.Line(), random.choice(slow_round.SEATS)
    compare(line, ours, hands)
    while all(hands) and not (line and slow_line.blocked(line, hands)):
        if moves := slow_line.moves(line, hands[seat - 1]):
            move = choose(line, moves, random)
            line.append(move)
            hands[seat - 1].remove(move[0])
            ours = law.lay(ours, next(one for one in law.moves(ours, [parse_tile(move[0])]) if one.arm == move[1]))
            compare(line, ours, hands)
        seat = slow_round.after(seat)
    return line


def test_the_sets_are_one() -> None:
    assert [str(tile) for tile in SET] == list(slow_line.SET)


@pytest.mark.parametrize("first", [0, *(pytest.param(hundred, marks=pytest.mark.long) for hundred in range(1, 101))])
def test_moves_counts_and_points_of_random_rounds(first: int) -> None:
    lines = [side_by_side(seed) for seed in range(100 * first, 100 * first + (100 if first else 48))]
    arms = {arm for line in lines for _, arm in line}
    assert arms == {"first", *slow_line.ARMS}, "rounds without the ends of a spinner show little"
