"""A bug of ours in one step of the daemon ends that step alone; a disk that fails ends the daemon."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from referee.desk.people import waiting_list
from referee.post.wire.smtp import Fate
from referee.running import guard
from referee.store import clocks, marks, outbox
from referee.store.backend import StoreError
from referee.timed import TIMED, Reached, Timed
from tests.running.post_office import MASTER
from tests.running.referee import Referee, quick, referee
from tests.talk import timed_work

__all__ = ["quick", "referee"]

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
REACHED = Reached(NOON, NOON)
each_work = pytest.mark.parametrize("work", TIMED, ids=lambda work: work.name)


def fails(error: Exception) -> Callable[..., None]:
    def step(*_: Any, **__: Any) -> None:
        raise error

    return step


@each_work
def test_a_bug_ends_one_step(work: Timed, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    referee.starts_game()
    letters = len(referee.letters())
    monkeypatch.setattr(guard, "handle_due", fails(ZeroDivisionError("a bug")))
    assert guard.do_due(referee.desk(), referee.store, work, 1, REACHED) == "failed"
    told = referee.letters("recipient")[letters:]
    assert told == [(MASTER,)], "the Gamesmaster hears of it, nobody else"


@each_work
def test_a_disk_that_fails_is_nobodys_bug(work: Timed, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    referee.starts_game()
    letters = referee.letters()
    monkeypatch.setattr(guard, "handle_due", fails(StoreError("the disk is full")))
    with pytest.raises(StoreError):
        guard.do_due(referee.desk(), referee.store, work, 1, REACHED)
    assert referee.letters() == letters


def test_what_failed_does_not_come_up_again_at_once(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    referee.starts_game()
    desk, store = referee.desk(), referee.store
    early = datetime(2000, 1, 1, tzinfo=UTC).isoformat(timespec="microseconds")
    referee.sql("UPDATE games SET remind_at = ?", early)
    monkeypatch.setattr(guard, "handle_due", fails(ZeroDivisionError("a bug")))
    for name in ("reminder", "full tables"):
        guard.do_due(desk, store, timed_work(name), 1, REACHED)
    with store.reading() as tx:
        assert clocks.to_remind(tx, NOON) == []
        assert marks.get_mark(tx, waiting_list.TABLES_MARK) is not None


@pytest.mark.parametrize("fate", [Fate.ACCEPTED, Fate.REFUSED, Fate.DEFERRED])
def test_a_letter_whose_fate_cannot_be_noted_whole_is_not_sent_twice(
    fate: Fate, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The letter's own state is noted (sent, given up, or to be tried again), but nothing that follows from it."""
    referee.starts_game()
    referee.sql("UPDATE outbox SET state = 'waiting', sent = NULL WHERE id = 1")
    with referee.store.reading() as tx:
        (letter,) = outbox.due_letters(tx, datetime.now(UTC))
    for name in ("handle_sent", "handle_given_up", "handle_put_back"):
        monkeypatch.setattr(guard, name, fails(ZeroDivisionError("a bug")))
    guard.note_outcomes(referee.desk(), referee.store, [(letter, fate, "said the server")])
    with referee.store.reading() as tx:
        assert letter.id not in [one.id for one in outbox.due_letters(tx, datetime.now(UTC))]
    state = {Fate.ACCEPTED: "sent", Fate.REFUSED: "failed", Fate.DEFERRED: "waiting"}[fate]
    assert referee.sql("SELECT state FROM outbox WHERE id = 1") == [(state,)]
