"""Mails that wait are handled together, each in a savepoint of one transaction: what holds of one holds of each."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event

from referee.desk.case import Desk
from referee.handle import handle_mail
from referee.running import together as module
from referee.running.together import ENDINGS, handle_together
from referee.store import inbox
from referee.store.backend import Store, StoreError
from tests.running.post_office import MASTER, PLAYERS, STARTER, proven
from tests.running.referee import Referee
from tests.running.test_daemon import referee

__all__ = ["referee"]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep mails together, however slow the machine is."""
    monkeypatch.setattr(module, "TOGETHER_SECONDS", 60)


@pytest.fixture
def five(referee: Referee) -> Referee:
    """Begin a game; five mails wait, of which the second is the bid that is due."""
    referee.starts_game()
    for number, who in enumerate(PLAYERS):
        referee.receives(proven(who, "status", number=number))
        if number == 0:
            referee.receives(proven(referee.first_bidder(), "bid 3"))
    return referee


WAITING = [2, 3, 4, 5, 6]


def together(referee: Referee, numbers: list[int] = WAITING) -> list[str]:
    return [one.words for one in handle_together(referee.desk(), referee.store, numbers)]


def begun(referee: Referee) -> list[tuple[str, int]]:
    return referee.sql("SELECT state, begun FROM inbox WHERE id > 1 ORDER BY id")


@pytest.fixture
def commits(five: Referee) -> Iterator[list[str]]:
    """Yield the commits from now on, a word for each."""
    seen: list[str] = []

    def note(connection: object) -> None:
        seen.append("commit")

    event.listen(five.store.engine, "commit", note)
    yield seen
    event.remove(five.store.engine, "commit", note)


def at(monkeypatch: pytest.MonkeyPatch, number: int, error: Exception) -> None:
    """Let the handling of a mail do all it does, and then fail."""

    def fails(desk: Desk, store: Store, which: int, **more: Any) -> str:
        if which != number:
            return handle_mail(desk, store, which, **more)
        with store.transaction():
            handle_mail(desk, store, which, **more)
            raise error

    monkeypatch.setattr(module, "handle_mail", fails)


def test_mails_that_wait_take_two_commits(five: Referee, commits: list[str]) -> None:
    words = together(five)
    assert words == ["Status/accepted", "MakeBid/accepted", *["Status/accepted"] * 3]
    assert commits == ["commit"] * 2, "that they were begun, and all that came of them"
    assert begun(five) == [("done", 0)] * 5 and len(five.letters()) > 5


def test_a_bug_undoes_one_of_them_alone(five: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, 3, ZeroDivisionError("a bug"))
    before = len(five.trail())
    assert together(five) == ["Status/accepted", "failed", *["Status/accepted"] * 3]
    assert begun(five) == [("done", 0), ("new", 0), *[("done", 0)] * 3]
    assert len(five.trail()) == before
    monkeypatch.setattr(module, "handle_mail", handle_mail)
    assert together(five, [3]) == ["MakeBid/accepted"] and len(five.trail()) == before + 1


def test_a_bug_that_stays_puts_one_of_them_aside(five: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, 3, ZeroDivisionError("a bug"))
    assert "failed" in together(five)
    assert together(five, [3]) == ["failed"] and together(five, [3]) == ["shunted"]
    told = [raw for to, kind, raw in five.letters("recipient, event, raw") if (to, kind) == (MASTER, "reply")]
    assert sum(b"mail 3 could not be handled" in raw for raw in told) == 1


def test_a_disk_that_fails_undoes_all_of_them(five: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = len(five.letters())
    at(monkeypatch, 4, StoreError("the disk is full"))
    with pytest.raises(StoreError):
        together(five)
    assert begun(five) == [("new", 0)] * 5 and len(five.letters()) == letters
    monkeypatch.setattr(module, "handle_mail", handle_mail)
    assert len(together(five)) == 5


def test_after_an_end_they_are_handled_one_by_one(five: Referee, commits: list[str]) -> None:
    with five.store.transaction() as tx:
        inbox.begin(tx, WAITING[:3])
    commits.clear()
    for number in WAITING[:3]:
        left = [each for each in WAITING if each >= number]
        assert len(together(five, left)) == 1
    assert len(commits) == 6
    assert len(together(five, WAITING[3:])) == 2


def test_none_is_put_aside_for_an_end_with_another(five: Referee) -> None:
    """One that was begun with others, and then ended the process again and again, is put aside; the others are not."""
    with five.store.transaction() as tx:
        inbox.begin(tx, WAITING)
    five.sql("UPDATE inbox SET begun = ? WHERE id = 3", ENDINGS)
    outcomes = {number: together(five, [number])[0] for number in WAITING}
    assert outcomes == {
        2: "Status/accepted",
        3: "shunted",
        4: "Status/accepted",
        5: "Status/accepted",
        6: "Status/accepted",
    }


def test_they_take_little_time_together(five: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOGETHER_SECONDS", 0)
    assert together(five) == ["Status/accepted"]
    assert begun(five) == [("done", 0), *[("new", 0)] * 4], "what was not handled was not begun"


def test_many_are_handled_some_at_a_time(five: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TOGETHER", 3)
    assert len(together(five)) == 3 and len(together(five, WAITING[3:])) == 2


def test_a_start_and_the_bid_after_it(referee: Referee) -> None:
    numbers = [referee.receives(proven(MASTER, STARTER))]
    numbers += [referee.receives(proven(who, "bid 3", number=n)) for n, who in enumerate(PLAYERS)]
    words = together(referee, numbers)
    assert words[0] == "Start/accepted" and "MakeBid/accepted" in words
