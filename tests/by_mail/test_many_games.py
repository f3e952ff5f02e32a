"""The mails of a Gamesmaster of many games: names alone, `limit`, `pause all`, `table`."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.desk.called import LATELY
from referee.spades import events as ev
from referee.store import event_log
from referee.store.backend import Store
from tests.talk import MASTER, NAMES, STARTER, Talk, address

NAMED = "start\nplayers: Ann, Bob, Carol, Dave"


def fresh(talk: Talk, line: str) -> str:
    """Write as the Gamesmaster about no game in particular; return the outcome."""
    return talk.master(line, subject="a mail")


def test_known_players_are_started_and_seated_by_name(table: Talk) -> None:
    assert fresh(table, f"{NAMED}\nteams Ann + Carol") == "Start/accepted"
    assert all(f"{name} <{address(name)}>" in table.last(MASTER).flat for name in NAMES), "and the answer shows whom"
    seats = [name.lower() for name in table.game(2).names]
    assert {seats.index("ann"), seats.index("carol")} in ({0, 2}, {1, 3})
    assert {letter.to for letter in table.letters if letter["Spades-Game"] == "2"} == {
        MASTER, *map(address, NAMES),
    }  # fmt: skip
    assert fresh(table, NAMED.replace("Dave", "Zoe")) == "Start/start-line"
    assert "nobody called Zoe" in table.last(MASTER).flat and "`Zoe <zoe@example.org>`" in table.last(MASTER).flat
    table.says("ann@else.test", "name Ann", proven=True, answers=None)
    assert fresh(table, NAMED) == "Start/start-line"
    for known in ("Ann <ann@club.test>", "Ann <ann@else.test>"):
        assert known in table.last(MASTER).flat
    assert fresh(table, NAMED.replace("Ann", "Ann <ann@club.test>")) == "Start/accepted"


def test_nobody_takes_a_seat_with_a_name_that_another_has_played_under(table: Talk) -> None:
    table.now += LATELY
    table.says("bob", "name Bobby", proven=True)
    assert fresh(table, NAMED) == "Start/accepted", "Bob is whom everybody knows as Bob"
    assert table.game(2).names.count("Bob") == 1 and table.to("bob")[-1]["Spades-Game"] == "2"
    table.says("eve@else.test", "name bob", proven=True)
    assert fresh(table, NAMED) == "Start/start-line"
    for known in ("Bobby <bob@club.test>", "bob <eve@else.test>"):
        assert known in table.last(MASTER).flat
    old = table.game().names[table.game().names.index("Bob") - 1]
    assert table.master(f"replace {old} with Bob") == "ReplacePlayer/bad-value"


def test_a_successor_is_found_by_name(table: Talk) -> None:
    old = table.game().names[0]
    assert table.master(f"replace {old} with Eve") == "ReplacePlayer/bad-value"
    assert f"replace {old} with Eve <eve@example.org>" in table.last(MASTER).flat
    table.says("eve@else.test", "name Eve", proven=True)
    assert table.master(f"replace {old} with eve") == "ReplacePlayer/bad-value", "anybody can take a free name"
    since = "ve took that name only on 24 Nov 2026: if you mean Eve <eve@else.test>"
    assert since in table.last(MASTER).flat
    table.now += LATELY
    table.says(MASTER, f"watch {table.game().number}", proven=True, answers=None)
    assert table.master(f"replace {old} with eve") == "ReplacePlayer/accepted"
    assert ", eve <eve@else.test> replaces" in table.last(MASTER).flat, "a name stays as it was written"
    assert table.last("eve@else.test")["Spades-Hand"] and table.game().names[0] == "eve"


def test_a_squatter_is_dealt_no_cards(table: Talk) -> None:
    """The Gamesmaster means a Zoe who has never written; Mallory takes that name."""
    line = NAMED.replace("Dave", "Zoe")
    table.says("mallory", "name Zoe", proven=True, answers=None)
    assert fresh(table, line) == "Start/start-line"
    assert "if you mean Zoe <mallory@club.test>, write that address, too" in table.last(MASTER).flat
    table.now += LATELY - timedelta(seconds=1)
    assert fresh(table, line) == "Start/start-line" and not any(one["Spades-Hand"] for one in table.to("mallory"))
    table.now += timedelta(seconds=1)
    assert fresh(table, line) == "Start/accepted"
    assert "Zoe <mallory@club.test>" in table.last(MASTER).flat and "replace NAME with" in table.last(MASTER).flat


def test_a_name_that_looks_like_another_is_asked_about(table: Talk) -> None:
    table.knows("Zoe")
    line = NAMED.replace("Dave", "Zoe")
    assert table.says("mallory", "name Z.oe", proven=True, answers=None) == "SetName/accepted", "Zoe plays nowhere"
    assert fresh(table, line) == "Start/start-line"
    assert "nother player's name looks like Zoe" in table.last(MASTER).flat
    assert "if you mean Zoe <zoe@club.test>" in table.last(MASTER).flat


def test_a_name_written_anew_is_no_new_name(table: Talk) -> None:
    table.knows("Zoe").says("zoe", "name ZOE", proven=True, answers=None)
    assert fresh(table, NAMED.replace("Dave", "Zoe")) == "Start/accepted"


def test_extend_says_until_when(table: Talk) -> None:
    table.master("extend 2 days")
    assert "has 2 days more, until Sun 29 Nov 12:00 UTC" in table.last(MASTER).flat


@pytest.mark.parametrize(
    ("passed", "line", "left"),
    [
        (24, "limit 5 days", 24 * 4),
        (24, "limit 12 hours", 12),
        (71, "limit 12 hours", 1),
        (24, "limit 50 hours", 48),
    ],
)
def test_a_new_limit_and_the_running_turn(table: Talk, passed: int, line: str, left: int) -> None:
    """A longer limit adds the difference; a shorter one leaves at most itself, and takes no time from a turn that had
    less."""
    table.passes(hours=passed)
    count = len(table.letters)
    assert table.master(line) == "LimitTo/accepted"
    assert table.kept().deadline == table.now + timedelta(hours=left)
    letters = table.letters[count:]
    assert {letter.to for letter in letters} == {MASTER, *map(address, NAMES)} and len(letters) == 5
    assert all(x.events[0] == "extend" and line[6:] in x.flat for x in letters if x.to != MASTER)
    asked = table.last(table.due())
    assert datetime.fromisoformat(asked["Spades-Deadline"]) == table.kept().deadline and "turn" in asked.events
    assert table.acts() == "MakeBid/accepted"
    assert table.kept().deadline == table.now + timedelta(seconds=table.game().limit)
    assert table.master(line) == "LimitTo/bad-value", "it is that already"


def test_a_new_limit_stands_in_the_next_round_and_after_a_void(table: Talk) -> None:
    table.bids()
    assert table.master("limit 36 hours") == "LimitTo/accepted"
    assert table.master("rule void to turn 2 because of it") == "VoidTo/accepted"
    assert table.game().limit == 36 * 3600
    while table.game().round == 1:
        assert "accepted" in table.acts()
    assert table.kept().dealt_seq > next(i for i, e in enumerate(table.trail(), 1) if isinstance(e, ev.Limited))
    with closing(Store(table.store.database)) as other, other.reading() as look:
        assert event_log.load(look, table.kept()).limit == 36 * 3600, "whoever reads the game from the last deal on"
    assert table.kept().deadline == table.now + timedelta(hours=36)


def test_a_new_limit_while_the_clock_is_stopped(table: Talk) -> None:
    table.passes(days=1)
    table.master("pause")
    assert table.master("limit 1 day") == "LimitTo/accepted" and table.kept().deadline is None
    table.passes(days=9)
    table.master("resume")
    assert table.kept().deadline == table.now + timedelta(days=1)


def test_all_games_are_paused_and_resumed_with_one_answer(table: Talk) -> None:
    fresh(table, STARTER)
    fresh(table, "pause all")
    count = len(table.to(MASTER))
    assert table.game(1).paused and table.game(2).paused
    assert "The clock of game 1 is stopped; the clock of game 2 is stopped" in table.last(MASTER).flat
    table.hears_each_play(*NAMES)
    table.master("resume", subject="[Spades 2]")
    letters = len(table.letters)
    assert fresh(table, "resume all") == "InAllGames/accepted"
    said = table.last(MASTER).flat
    assert "The clock of game 1 runs again, until Fri 27 Nov 12:00 UTC" in said
    assert "game 2 is unchanged: its clock is running already" in said
    assert len(table.to(MASTER)) == count + 2
    assert {letter.to for letter in table.letters[letters:]} == {MASTER, *map(address, NAMES)}
    assert table.says("ann", "pause all", proven=True, answers=None) == "InAllGames/not-gamesmaster"
    count = len(table.trail())
    assert table.says(MASTER, "pause all", answers=None) == "InAllGames/unproven" and len(table.trail()) == count
    assert "pause all" in table.last(MASTER).text and table.says(MASTER, "yes") == "InAllGames/accepted Yes/accepted"
    assert table.game(1).paused and table.game(2).paused


def test_a_gamesmaster_who_plays_pauses_the_others(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"address": "referee@club.test", "gamesmasters": [MASTER, "x@club.test"]})
    talk.starts(STARTER.replace("Ann <ann@", "Gus <gm@"))
    fresh(talk, STARTER)
    fresh(talk, "pause all")
    assert not talk.game(1).paused and talk.game(2).paused
    assert "Game 1 is unchanged: you play in it" in talk.last(MASTER).flat


def test_the_page_of_all_games(talk: Talk) -> None:
    assert fresh(talk, "table") == "Tables/accepted"
    assert "Nobody is on a waiting list" in talk.last(MASTER).flat
    talk.starts()
    talk.passes(hours=5)
    for name in (*NAMES, "Eve"):
        talk.says(name, "join", answers=None, proven=True)
    talk.passes(hours=1)
    fresh(talk, "table")
    page = talk.last(MASTER).flat
    assert (
        f"{talk.game().names[0]} is to bid by Fri 27 Nov 12:00 UTC. The game has waited for them since Tue 24 Nov 12:00"
        in page
    )
    assert "[Spades 2], sheet 109: Ann, Bob, Carol and Dave, full since Tue 24 Nov 17:00 UTC" in page
    assert "sheet 109: eve <eve@club.test>" in page
    assert not talk.last(MASTER).cards
    assert talk.says("ann", "table", answers=None, proven=True) == "Tables/not-gamesmaster"
    assert "eve" not in talk.last("ann").flat
    for name in ("Fay", "Gil", "Hal"):
        talk.says(name, "join", answers=None, proven=True)
    assert "Another full table waits for a start: 2." in talk.last(MASTER).flat
    assert fresh(talk, "start") == "Start/start-no-table", "there are two"
    assert talk.master("start", subject="[Spades 3]") == "Start/accepted" and talk.kept(3).id == 3
