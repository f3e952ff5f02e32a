"""The letters that each level of `notify` brings, to players and to watchers; what is theirs to do always comes."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from referee.spades import events as ev
from referee.spades.cards import parse_card
from referee.spades.rulesheet import SEATS
from referee.spades.view import view
from referee.telling import news as n
from referee.telling.kinds import KINDS, LEVELS, concerns, wanted
from tests.talk import MASTER, Talk, address

EVE, ZOE, NEW = "eve@else.test", "zoe@else.test", "new@club.test"
SIX = parse_card("6S")
CONCERNED: list[tuple[n.News, set[int]]] = [
    (ev.Paused(), {1}),
    (ev.Extended(60), {1}),
    (n.Misplay(2, SIX, "not_held", -100, 1, 1), {2, 4}),
    (n.Challenge(1, 2, 1, 3, proven=True, books=3, points=0), {1, 2, 4}),
    (n.Challenge(1, 2, 1, 3, proven=False, books=3, points=0), {1, 2, 3}),
    (n.Void(4, "a card was shown", None, 0), {1, 2, 3, 4}),
    (ev.Conceded(3), {1, 3}),
    (ev.ConcessionWithdrawn(3), {1, 3}),
    (n.ClockRanOut(2), {2}),
    (n.LateNotice(2, 60), {2}),
    (n.LateNotice(None, 60), {1, 2, 3, 4}),
    (ev.SaltsClosed(2, ("", "", "x", "")), {3}),
    (n.Said(4, "well played"), {4}),
    (n.Bid(2, 3), set()),
    (n.Play(2, SIX), set()),
    (n.GameOver(1, "score", (500, 20)), set()),
]
"""News while seat 1 is to bid, and the seats that it concerns."""


def test_whom_news_concerns_at_every_level(table: Talk) -> None:
    now = view(table.game())
    found = [(item, {seat for seat in SEATS if concerns(item, seat, now)}) for item, _ in CONCERNED]
    assert found == CONCERNED


def test_each_level_leaves_out_more_than_the_one_before() -> None:
    levels = ("play", "trick", "turn", "round", "result")
    assert ("never", *levels) == LEVELS
    kinds = set(KINDS) - {n.Void}
    brings = [{kind for kind in kinds if wanted(level, [object.__new__(kind)])} for level in levels]
    assert all(less < more for more, less in pairwise(brings))
    assert brings[-1] == {n.GameStarted, n.Restored, n.Provisional, n.GameOver}


@pytest.mark.parametrize(("thrown_in", "hear"), [(0, {"play", "trick", "turn"}), (2, set(LEVELS[1:]))])
def test_whoever_heard_of_a_result_hears_that_it_is_undone(thrown_in: int, hear: set[str]) -> None:
    void = n.Void(4, "a mistake", None, 0, thrown_in)
    assert {level for level in LEVELS[1:] if wanted(level, [void])} == hear


@pytest.fixture
def seated(table: Talk) -> tuple[Talk, list[str]]:
    """Return a table whose players, by seat, asked for `rounds`, `result only`, nothing and `each play`; Eve watches
    its rounds, and Zoe only wants its result. Whoever asks for nothing hears of their turns."""
    names = [name.lower() for name in table.game().names]
    for name, level in zip(names, ("rounds", "result only", None, "each play"), strict=True):
        assert level is None or table.says(name, f"notify {level}") == "SetNotify/accepted"
    table.says(EVE, "watch 1\nnotify rounds", answers=None, proven=True)
    table.says(ZOE, "watch 1\nnotify result only", answers=None, proven=True)
    return table, names


def hear(table: Talk, act: Callable[..., str], *words: str) -> set[str]:
    """Find who gets a letter about an act, but for the Gamesmaster."""
    count = len(table.letters)
    act(*words)
    return {letter.to for letter in table.letters[count:]} - {MASTER}


def test_who_hears_of_what_at_which_level(seated: tuple[Talk, list[str]]) -> None:
    table, names = seated
    rounds, result, turns, plays = players = [address(name) for name in names]
    one, two, _, four = names
    assert hear(table, table.says, four, "say good luck") == {turns, plays}
    assert table.due() == one
    assert hear(table, table.master, "pause") == {rounds, turns, plays}
    assert hear(table, table.master, "resume") == {rounds, turns, plays}
    assert hear(table, table.says, one, "concede") == {rounds, turns, plays}
    assert hear(table, table.says, two, "concede") == {result, turns, plays}
    assert hear(table, table.acts) == {result, plays}, "the next on turn, and who hears of each play"
    while len(table.game().tricks) < 11 or len(table.game().trick) < 3:
        table.acts()
    assert hear(table, table.acts) == {*players, EVE}, "the round ends, and cards are dealt"
    due = address(table.due())
    heard = hear(table, table.master, f"replace {four} with Nell <{NEW}>")
    assert heard == {rounds, turns, plays, NEW, EVE, due}
    assert hear(table, table.master, "abort") == {rounds, result, turns, NEW, EVE, ZOE}
