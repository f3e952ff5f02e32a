"""From nothing to the first card: the welcome, the waiting list, full tables that start by themselves, and the
reminders of those that nobody starts."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.desk import quotas
from referee.running.guard import do_due
from referee.store import people, signups
from referee.timed import Reached
from tests.talk import LIST, MASTER, NAMES, REFEREE, Talk, address, timed_work

NEW = "eve@else.test"
FULL: dict[str, Any] = {"game": {"start_full_tables": True}}


def join(talk: Talk, *names: str, line: str = "join") -> None:
    """Sign people up by mails that their server vouches for."""
    for name in names:
        assert talk.says(name, line, answers=None, proven=True) == "Join/accepted"


def is_known(talk: Talk, who: str) -> bool:
    with talk.store.reading() as tx:
        return people.by_address(tx, address(who)) is not None


WHATEVER = (
    "hello there",
    "may I play?",
    "play QS",
    "start",
    "yes",
    "plan",
    "bid",
    "",
    "wat?",
    "join pride",
    "help",
    "watch 9",
)


@pytest.mark.parametrize("proven", [False, True])
def test_whatever_a_newcomer_writes_one_letter_welcomes_them(tmp_path: Path, proven: bool) -> None:
    talk = Talk(tmp_path)
    join(talk, "ann", "bob", "carol")
    for number, said in enumerate(WHATEVER):
        who = f"s{number}@host{number}.test"
        talk.says(who, said, proven=proven)
        (letter,) = talk.to(who)
        if proven and said in ("join pride", "help"):
            assert letter.events == ["reply"], f"{said!r} is done at once"
            continue
        asks = not proven and said in ("join pride", "help", "watch 9")
        faulty = said in ("play QS", "start", "yes", "plan", "bid") or (said == "watch 9" and proven)
        kind = "confirm,welcome" if asks else "error,welcome" if faulty else "welcome"
        assert letter["Spades-Event"] == kind, said
        assert "3 players wait for a game on sheet 109" in letter.flat, said
        assert "join" in letter.text and not is_known(talk, who), said
        assert not re.search(r"\b(ann|bob|carol)\b", f"{letter.text}{letter.html}", re.IGNORECASE), said


def test_the_way_to_a_seat_is_two_mails(tmp_path: Path) -> None:
    for number, first in enumerate(("join", "hello, how does this work?")):
        talk = Talk(tmp_path / str(number), **FULL)
        (tmp_path / str(number)).mkdir(exist_ok=True)
        join(talk, "ann", "bob", "carol")
        talk.says(NEW, first)
        talk.says(NEW, "yep" if first == "join" else "join")
        assert talk.last(NEW).events[:2] == ["start", "deal"], "their cards are there"
        while talk.due() != "eve":
            talk.acts()
        letter = talk.last(NEW)
        assert talk.says(NEW, f"bid {letter['Spades-Legal'].split()[3]}") == "MakeBid/accepted", "the third mail"


def test_a_welcome_stays_within_the_strangers_bound(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "UNPROVEN", 2)
    for number in range(4):
        talk.says(f"s{number}@host{number}.test", "hello")
        talk.says(f"s{number}@host{number}.test", "hello again", answers=None)
    assert [letter.to for letter in talk.letters] == ["s0@host0.test", "s1@host1.test"]


@pytest.mark.parametrize(
    "more",
    [
        {"headers": {"Auto-Submitted": "auto-replied"}},
        {"headers": {"Auto-Submitted": "auto-generated"}},
        {"headers": {"Precedence": "list", "List-Id": "<club.test>"}},
        {"to": LIST},
        {"to": "undisclosed@else.test"},
    ],
    ids=str,
)
def test_no_machine_and_no_list_is_welcomed(talk: Talk, more: dict[str, Any]) -> None:
    talk.says(NEW, "hello", **more)
    assert not talk.letters


def test_who_joins_hears_who_waits_and_those_who_wait_hear_of_them(talk: Talk) -> None:
    join(talk, "ann")
    assert "nobody else waits there yet, so 3 more players are missing" in talk.last("ann").flat
    join(talk, "bob")
    assert "besides you, ann waits there, and 2 more players are missing" in talk.last("bob").flat
    assert (
        "bob has joined the list for sheet 109. Besides you, bob waits there, and 2 more players"
        in talk.last("ann").flat
    )
    assert "besides you, ann waits" in talk.last("bob").flat and "join-already" in talk.says("bob", "join")
    assert "besides you, ann waits there, and 2 more players are missing" in talk.last("bob").flat
    join(talk, "carol", line="join with dave@club.test")
    assert "carol" not in talk.last("ann").flat, "who waits for somebody else cannot sit down yet"
    talk.says("bob", "leave")
    assert "bob has left the list for sheet 109. Nobody else waits there yet" in talk.last("ann").flat
    join(talk, "dave", line="join with carol@club.test")
    assert "dave <dave@club.test> and you are a pair now" in talk.last("carol").flat
    assert "1 more player is missing" in talk.last("carol").flat and "club.test>" not in talk.last("ann").flat
    count = len(talk.to("ann"))
    for _ in range(4):
        join(talk, "bob", line="join pride")
        talk.says("bob", "leave", answers=None, proven=True)
    assert len(talk.to("ann")) == count, "another list is none of theirs"
    assert count <= 1 + quotas.BY_OTHERS


def test_a_list_that_changes_all_day_is_told_of_a_few_times(talk: Talk) -> None:
    join(talk, "ann")
    for _ in range(5):
        join(talk, "bob")
        talk.says("bob", "leave", answers=None, proven=True)
    assert len(talk.to("ann")) == 1 + quotas.BY_OTHERS


def test_a_full_table_starts_by_itself_once(tmp_path: Path) -> None:
    talk = Talk(tmp_path, **FULL)
    join(talk, "ann", line="join with carol@club.test")
    join(talk, "bob", "dave")
    last = talk.mail("carol", "join with ann@club.test", proven=True)
    assert talk.deliver(last) == "Join/accepted"
    count = len(talk.letters)
    assert talk.deliver(last) == "ignored/seen-before" and len(talk.letters) == count
    assert talk.kept().gamesmaster == MASTER and talk.last(MASTER).events[0] == "start"
    seats = [name.lower() for name in talk.game().names]
    assert {seats.index("ann"), seats.index("carol")} in ({0, 2}, {1, 3}), "partners sit opposite"
    for name in NAMES:
        assert talk.last(name).events[:2] == ["start", "deal"]
        assert not any(letter.events == ["table"] for letter in talk.to(name)), "one letter tells it"
    with talk.store.reading() as tx:
        assert not signups.open_lineups(tx) and not signups.counts(tx)
    join(talk, *NAMES)
    assert talk.kept(2).gamesmaster == MASTER, "the next four begin the next game"


def test_a_gamesmaster_who_plays_leaves_the_game_to_another(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"address": REFEREE, "gamesmasters": ["ann@club.test", MASTER]}, **FULL)
    join(talk, *NAMES)
    assert talk.kept().gamesmaster == MASTER


def test_where_no_more_games_may_begin_today_the_table_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "STEERING", 0)
    talk = Talk(tmp_path, **FULL)
    join(talk, *NAMES)
    assert talk.last(MASTER).events == ["table"] and talk.last("dave").events == ["table"]


OTHER = "second@club.test"


def joined(talk: Talk, *names: str) -> Talk:
    for name in names or NAMES:
        talk.says(name, f"join\nname {name}", answers=None, proven=True)
    return talk


def reminded(talk: Talk, **later: int) -> list[str]:
    """Find who is reminded some time later."""
    talk.now += timedelta(**later)
    before = len(talk.letters)
    done = talk.does("full tables")
    talk.collect()
    new = talk.letters[before:]
    assert done is bool(new)
    return sorted(letter.to for letter in new)


def test_each_gamesmaster_is_reminded_once_a_week_until_the_table_has_started(tmp_path: Path) -> None:
    talk = joined(Talk(tmp_path, referee={"address": "referee@club.test", "gamesmasters": [MASTER, OTHER]}))
    assert reminded(talk, days=6, hours=23) == []
    assert reminded(talk, hours=1) == [MASTER, OTHER]
    page = talk.last("gm").flat
    assert "Table 1 (sheet 109: Ann, Bob, Carol and Dave) has been full since Tue 24 Nov 12:00 UTC" in page
    joined(talk, "Eve", "Finn", "Gus", "Hal")
    assert reminded(talk, days=6) == []
    assert reminded(talk, days=1) == [MASTER, OTHER], "one letter about both"
    assert talk.last("gm").text.count("has been full since") == 2
    for number in (1, 2):
        assert talk.master("start", subject=f"[Spades {number}]") == "Start/accepted"
    assert reminded(talk, days=30) == []


def test_the_letter_about_one_table_is_answered_with_its_start(tmp_path: Path) -> None:
    talk = joined(Talk(tmp_path))
    assert reminded(talk, days=7) == [MASTER]
    assert talk.says("gm", "start") == "Start/accepted" and talk.game().round == 1


def test_nobody_is_reminded_where_full_tables_start_by_themselves_or_none_is_full(tmp_path: Path) -> None:
    waits = joined(Talk(tmp_path), *NAMES[:3])
    assert reminded(waits, days=30) == []
    joined(waits, NAMES[3])
    waits.desk = Talk(tmp_path, game={"start_full_tables": True}).desk
    assert reminded(waits, days=30) == []


def test_whoever_has_waited_for_a_month_is_asked_and_after_a_week_taken_off(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    join(talk, "ann", "bob")
    join(talk, "carol", line="join pride")
    talk.passes(days=29, hours=23)
    assert not asked_if_they_wait(talk)
    talk.passes(hours=1)
    assert asked_if_they_wait(talk) == ["ann", "bob", "carol"]
    assert "You have waited for 30 days" in talk.last("carol").flat and "sheet pride" in talk.last("carol").flat
    talk.passes(days=6)
    assert len(asked_if_they_wait(talk)) == 3, "once"
    assert talk.says("ann", "yes") == "Join/accepted Yes/accepted"
    assert "You stay on the list for" in talk.last("ann").flat
    assert talk.says("carol", "leave") == "Leave/accepted"
    talk.passes(days=1)
    assert "You are off the list" in talk.last("bob").text and "join 109" in talk.last("bob").flat
    assert "bob has left the list" in talk.last("ann").flat, "who waits on hears of it"
    count = len(talk.letters)
    talk.passes(days=22)
    assert len(talk.letters) == count, "Ann said yes 23 days ago"
    talk.passes(days=7)
    assert asked_if_they_wait(talk) == ["ann", "ann", "bob", "carol"]
    join(talk, "bob", line="join 109")
    with talk.store.reading() as tx:
        assert len(signups.waiting_for(tx, "109")) == 2, "Bob is back"


@pytest.mark.parametrize("asked", [False, True])
def test_whom_the_referee_could_not_ask_waits_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: bool) -> None:
    talk, work = Talk(tmp_path), timed_work("waiting list")
    join(talk, "ann")
    talk.passes(days=30) if asked else None
    talk.now += timedelta(days=7 if asked else 30)
    reached = Reached(talk.now, talk.now)
    with talk.store.reading() as tx:
        (ann,) = work.due(tx, talk.desk.settings, reached)
    with monkeypatch.context() as broken:
        broken.setattr("referee.desk.people.waiting_list.send_answer", None)
        assert do_due(talk.desk, talk.store, work, ann, reached) == "failed"
    talk.collect()
    assert "they wait as before" in talk.last(MASTER).flat
    count = len(talk.to("ann"))
    talk.passes(days=29)
    assert len(talk.to("ann")) == count, "neither asked nor taken off"
    talk.passes(days=1)
    assert "You have waited for 30 days" in talk.last("ann").flat and len(talk.to("ann")) == count + 1


def test_whoever_gets_a_seat_leaves_the_list_of_its_sheet(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    join(talk, "ann", "ivan")
    join(talk, "eve", "bob", line="join pride")
    talk.starts()
    assert waiting(talk) == ["bob", "eve", "ivan"], "Ann plays; Bob waits for another sheet"
    assert talk.master("replace Carol with Ivan <ivan@club.test>") == "ReplacePlayer/accepted"
    assert talk.master("replace Dave with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert waiting(talk) == ["bob", "eve"]
    join(talk, "ivan")
    talk.passes(minutes=1)
    assert waiting(talk) == ["bob", "eve", "ivan"], "whoever plays may wait for another table"


def waiting(talk: Talk) -> list[str]:
    with talk.store.reading() as tx:
        return sorted(people.by_id(tx, one).address.partition("@")[0] for one in signups.everyone_waiting(tx))


@pytest.mark.parametrize("words", ["no", "No, thanks!", "Sorry, no", "no thanks, too busy", "leave"])
def test_a_no_to_that_letter_takes_its_reader_off_the_list(talk: Talk, words: str) -> None:
    talk.starts()
    for who in ("ann", "bob"):
        join(talk, who, line="join 109")
    talk.passes(days=30)
    asked = [x for x in talk.to("ann") if x["Subject"] == "[Spades] Do you still want a game?"][-1]
    assert talk.says("ann", words, answers=asked) == "Leave/accepted"
    assert "You are off the list" in talk.last("ann").flat and "Ann has left the list" in talk.last("bob").flat
    assert not [x for x in talk.letters if "to stop" in x["Subject"]], "the game in which she plays is another matter"
    assert talk.says("ann", "no", answers=asked) == "Leave/not-waiting"


def asked_if_they_wait(talk: Talk) -> list[str]:
    asked = [letter.to for letter in talk.letters if letter["Subject"] == "[Spades] Do you still want a game?"]
    return sorted(to.partition("@")[0] for to in asked)
