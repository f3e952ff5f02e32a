"""The letters that each level of `notify` brings to players and watchers, and those that begin a game, end a round and
end a game, as players, lists, watchers and Gamesmasters get them."""

from collections.abc import Callable
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from referee.desk.table.records import record
from referee.spades.cards import parse_card
from referee.spades.view import view
from referee.table import events as ev
from referee.table.seats import SEATS
from referee.telling import news as n
from referee.telling.kinds import KINDS, LEVELS, concerns, wanted
from tests.by_mail.sheet_tables import table
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address

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


@pytest.mark.parametrize(("thrown_in", "hear"), [(False, {"play", "trick", "turn"}), (True, set(LEVELS[1:]))])
def test_whoever_heard_of_a_result_hears_that_it_is_undone(thrown_in: bool, hear: set[str]) -> None:
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
    assert hear(table, table.acts) == {rounds, result, plays}, "the beginner who acted, the next on turn, each play"
    while len(table.game().tricks) < 11 or len(table.game().trick) < 3:
        table.acts()
    assert hear(table, table.acts) == {*players, EVE}, "the round ends, and cards are dealt"
    due = address(table.due())
    heard = hear(table, table.master, f"replace {four} with Nell <{NEW}>")
    assert heard == {rounds, turns, plays, NEW, EVE, due}
    assert hear(table, table.master, "abort") == {rounds, result, turns, NEW, EVE, ZOE}


HOUR = timedelta(hours=1)
EVERYONE = [name.lower() for name in NAMES]
WITH_LIST: dict[str, object] = {"list": LIST, "list_mode": "external"}


def played_out(talk: Talk) -> Talk:
    """Play a game of one round, an act an hour; the clock makes the first bid."""
    talk.starts(f"{STARTER}\nsheet: standard\nhand limit: 1")
    talk.passes(days=4)

    def play() -> None:
        while talk.game().result is None:
            talk.now += HOUR
            assert talk.acts().endswith("/accepted")

    return talk.once("to the end", play)


def text(letter: Letter) -> str:
    return letter.text.replace("\r\n", "\n")


def files(letter: Letter) -> list[str]:
    return [str(part.get_content()).replace("\r\n", "\n") for part in letter.message.iter_attachments()]


def whole_record(talk: Talk) -> str:
    with talk.store.reading() as tx:
        return "".join(f"{line}\n" for line in record(tx, 1))


def test_the_start_says_teams_once_and_of_salts_no_more_than_where_to_ask(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    one = talk.game().names[0] + " + " + talk.game().names[2]
    for name in EVERYONE:
        letter = talk.to(name)[0]
        assert letter.flat.count(one) == 1 and letter.text.lower().count("salt") <= 2, name
        assert letter.text.index("Your hand") < letter.text.index("This game") < letter.text.index("109")
    assert "rematch" not in talk.to("ann")[0].text


def test_players_get_the_end_with_plot_score_sheet_record_and_a_way_to_a_rematch(tmp_path: Path) -> None:
    talk = played_out(Talk(tmp_path))
    public = whole_record(talk)
    for name in EVERYONE:
        letter = talk.last(name)
        assert "end" in letter.events and files(letter) == [public], name
        assert "\n    rematch\n" in text(letter) and "body=rematch" in letter.html
        assert "by round" in letter.text and "Points" in letter.text
        assert "What it takes to win" not in letter.text
    (result,) = [letter for letter in talk.to(MASTER) if "result" in letter.events]
    assert files(result) == [public]
    assert talk.says("ann", "rematch") == "Rematch/accepted", "the letter's token proves it"


def test_a_list_gets_no_file_that_it_may_hold_back_for_its_size(tmp_path: Path) -> None:
    talk = played_out(Talk(tmp_path, referee=WITH_LIST))
    letter = talk.last(LIST)
    assert "end" in letter.events and files(letter) == []
    assert "To check them, send a line that says: record 1" in letter.flat and "rematch asks the others" in letter.flat
    assert "by round" in letter.text


@pytest.mark.parametrize("mode", ["builtin", "external"])
def test_a_round_that_ends_is_told_in_one_table(tmp_path: Path, mode: str) -> None:
    talk = table(tmp_path, "standard", referee=WITH_LIST if mode == "external" else {}).plays_round()
    letters = [talk.last(LIST)] if mode == "external" else [talk.last(name) for name in EVERYONE]
    for letter in letters:
        score = talk.game().score
        news, _, below = text(letter).partition("\nRound 1\n")
        told = below.partition("What it takes to win")[0]
        assert all(name in told for name in NAMES) and "Points" in told
        assert str(score[0]) not in news.partition("\n\n- ")[2], "the news do not repeat the table"
        assert "\n- Round 1 is over" not in text(letter), "wherever they stand"
        assert letter.flat.count("short of 500") == 2
