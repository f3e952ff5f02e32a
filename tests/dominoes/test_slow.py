"""The second opinion itself: it agrees with every worked example of the rules, and with the vectors of the deal."""

from pathlib import Path

import pytest

from tests.dominoes import slow_deal
from tests.dominoes.slow_line import Laid, asked, count, ends, moves, points
from tests.dominoes.slow_round import Sheet, dealt_anew, holder, rounded, was_blocked, went_out, winner

EXAMPLES = """
6-6 12 0, 6-3 right 15 15, 6-2 left 5 5, 6-5 up 10 10, 6-0 down 10 10
6-6 12 0, 6-3 right 15 15, 6-4 left 7 0, 4-4 left 11 0, 3-3 right 14 0
5-5 10 10, 5-0 right 10 10, 0-0 right 10 10
5-5 10 10, 5-0 right 10 10, 5-4 left 4 0, 4-4 left 8 0
5-0 5 5
6-4 10 10
4-1 5 5, 6-4 left 7 0, 6-6 left 13 0
3-2 5 5, 6-2 right 9 0, 6-6 right 15 15, 6-4 right 7 0
0-0 0 0, 5-0 right 5 5
0-0 0 0, 4-0 right 4 0, 6-0 left 10 10
2-1 3 0, 1-1 right 4 0, 4-1 right 6 0, 3-1 up 9 0, 5-1 down 14 0
2-1 3 0, 1-1 right 4 0, 2-2 left 6 0
6-6 12 0, 6-4 right 16 0, 4-4 right 20 20, 6-1 left 9 0, 1-1 left 10 10, 6-5 up 15 15, 5-5 up 20 20, \
6-2 down 22 0, 2-2 down 24 0
3-3 6 0, 4-3 left 10 10, 4-4 left 14 0, 6-3 right 14 0, 6-6 right 20 20, 5-3 up 25 25, 5-5 up 30 30, \
3-0 down 30 30, 0-0 down 30 30
"""
"""Lines of play, a tile after another: where it is laid, the count that it makes, and its points."""

SEED = bytes(range(32)).hex()
SALTS = ("correct-horse", "", "7", "")
ACTS = ("play:2:6-6:first", "play:3:6-3:right", "knock:4", "play:1:6-1:left")
HANDS = (
    "6-6 1-0 2-0 2-1 1-1 5-0 6-0",
    "2-2 6-3 6-4 6-1 4-0 4-1 6-2",
    "5-2 5-1 3-1 0-0 5-3 6-5 4-2",
    "5-5 4-4 5-4 4-3 3-2 3-0 3-3",
)


def test_it_knows_nothing_of_the_referee() -> None:
    for file in Path(__file__).parent.glob("slow_*.py"):
        assert "from referee" not in file.read_text() and "import referee" not in file.read_text()


@pytest.mark.parametrize("example", EXAMPLES.strip().splitlines())
def test_counts_and_points_of_the_examples(example: str) -> None:
    line: list[Laid] = []
    for step in example.split(", "):
        tile, *arm, made, brings = step.split()
        laid = (tile, arm[0] if arm else "first")
        assert laid in moves(line, [tile])
        line.append(laid)
        assert (count(line), points(count(line))) == (int(made), int(brings)), step


def test_up_and_down_open_once_both_sides_of_the_spinner_are_covered() -> None:
    line = [("2-1", "first"), ("1-1", "right"), ("2-2", "left")]
    assert list(ends(line)) == ["left", "right"]
    assert list(ends([*line, ("5-1", "right")])) == ["left", "right", "up", "down"]


def test_places_that_lead_to_the_same_ends_are_one() -> None:
    opened = [("6-6", "first")]
    assert asked(opened, "6-4") == [("6-4", "left")]
    covered = [*opened, ("6-4", "right"), ("6-2", "left")]
    assert asked(covered, "6-5") == [("6-5", "up")]
    assert asked(covered, "4-2") == [("4-2", "left"), ("4-2", "right")]


def test_the_one_who_goes_out_gets_the_opponents_tiles() -> None:
    held = [0, 7, 11, 6]
    assert went_out(Sheet(), held, 1)[1:] == (0, 15, 1)
    assert went_out(Sheet(hand_count="others"), held, 1)[1:] == (0, 25, 1)
    assert went_out(Sheet(), [42, 0, 0, 9], 2)[1:] == (1, 40, 2)


@pytest.mark.parametrize(("kind", "brings"), [("opponents", 15), ("difference", 5), ("nothing", 0)])
def test_a_block_goes_to_the_team_with_fewer_pips(kind: str, brings: int) -> None:
    assert was_blocked(Sheet(blocked=kind), [4, 6, 9, 1], 1) == ("blocked", 1, brings, 4)
    assert was_blocked(Sheet(blocked=kind), [4, 6, 8, 6], 1) == ("blocked", None, 0, None)


@pytest.mark.parametrize(("last", "opener"), [(1, 3), (2, 3), (3, 1), (4, 1)])
def test_after_a_block_of_equals_the_next_in_turn_opens(last: int, opener: int) -> None:
    assert was_blocked(Sheet(), [3, 9, 3, 9], last).opener == opener


def test_the_game_ends_at_once_or_after_the_hand() -> None:
    assert winner(Sheet(), (145, 140), mid_round=True) is None
    assert winner(Sheet(), (145, 150), mid_round=True) == 1
    late = Sheet(end="after the hand")
    assert winner(late, (145, 150), mid_round=True) is None
    assert winner(late, (145, 150), mid_round=False) == 1
    assert winner(late, (160, 160), mid_round=False) is None
    assert winner(Sheet(), (60, 40), mid_round=False) is None
    assert winner(Sheet(), (60, 40), mid_round=False, last=True) == 0
    assert winner(Sheet(), (60, 40), mid_round=True, last=True) is None
    assert winner(Sheet(), (60, 60), mid_round=False, last=True) is None


def test_rounding() -> None:
    told = "0->0 1->0 2->0 3->5 7->5 8->10 12->10 13->15 41->40 42->40 43->45"
    for pair in told.split():
        number, to = pair.split("->")
        assert rounded(int(number)) == int(to)


def test_five_doubles_are_dealt_anew() -> None:
    poor = ["0-0", "1-1", "2-2", "3-3", "4-4", "5-0", "6-0"]
    assert dealt_anew(Sheet(redeal="five doubles"), [poor]) and not dealt_anew(Sheet(), [poor])
    assert not dealt_anew(Sheet(redeal="five doubles"), [[*poor[1:], "6-5"]])


def test_the_vectors_of_the_deal() -> None:
    commit = slow_deal.commitment("12", 2, 1, SEED)
    assert commit == "4b373772b65eaefd0be3ad86d36d787c7694a4e381fc849ca0acbf3b297b1988"
    key = slow_deal.key_of("12", 2, 1, "ab" * 32, SALTS, SEED)
    assert key.hex() == "a8d4a8cd5b0b2c2a895a3c9787732fd431f8d9f8043aa1c89faad844de31fdee"
    hands = slow_deal.dealt(key)
    assert [" ".join(hand) for hand in hands] == list(HANDS)
    assert holder(hands) == 1
    options = [("6-4", "left"), ("6-4", "right"), ("4-4", "right")]
    assert slow_deal.drawn(key, 2, 1, 5, 3, options) == ("6-4", "left")
    assert slow_deal.prev_of(ACTS) == "69c7a94debe2a9452d4b48275d1571d5c50c999ba8a2db6193ce0736b0dd1f82"
