"""A bug of ours in one step of the daemon ends that step alone; a disk that fails ends the daemon."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from referee.desk.case import Desk
from referee.desk.people import unstarted_tables
from referee.post.wire.smtp import Fate
from referee.running import guard
from referee.store import clocks, marks, outbox
from referee.store.backend import Store, StoreError
from tests.running.post_office import MASTER
from tests.running.referee import Referee, quick, referee

__all__ = ["quick", "referee"]

Step = Callable[[Desk, Store], object]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
STEPS: dict[str, Step] = {
    "handle_overdue": lambda desk, store: guard.act_if_overdue(desk, store, 1, NOON),
    "handle_tournament": lambda desk, store: guard.wake_tournament(desk, store, 1, NOON),
    "handle_reminder": lambda desk, store: guard.remind(desk, store, 1),
    "handle_unstarted_tables": guard.remind_of_tables,
    "handle_planned_bid": lambda desk, store: guard.bid_as_planned(desk, store, 1),
    "handle_held_up": lambda desk, store: guard.start_without_notice(desk, store, 1),
}


def fails(error: Exception) -> Callable[..., None]:
    def step(*_: Any, **__: Any) -> None:
        raise error

    return step


@pytest.mark.parametrize("name", STEPS)
def test_a_bug_ends_one_step(name: str, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    referee.starts_game()
    letters = len(referee.letters())
    monkeypatch.setattr(guard, name, fails(ZeroDivisionError("a bug")))
    assert STEPS[name](referee.desk(), referee.store) == "failed"
    told = referee.letters("recipient")[letters:]
    assert told == [(MASTER,)], "the Gamesmaster hears of it, nobody else"


@pytest.mark.parametrize("name", STEPS)
def test_a_disk_that_fails_is_nobodys_bug(name: str, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    referee.starts_game()
    letters = referee.letters()
    monkeypatch.setattr(guard, name, fails(StoreError("the disk is full")))
    with pytest.raises(StoreError):
        STEPS[name](referee.desk(), referee.store)
    assert referee.letters() == letters


def test_what_failed_does_not_come_up_again_at_once(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    referee.starts_game()
    desk, store = referee.desk(), referee.store
    early = datetime(2000, 1, 1, tzinfo=UTC).isoformat(timespec="microseconds")
    referee.sql("UPDATE games SET remind_at = ?, bid_at = ?", early, early)
    for name in ("handle_reminder", "handle_planned_bid", "handle_unstarted_tables"):
        monkeypatch.setattr(guard, name, fails(ZeroDivisionError("a bug")))
        STEPS[name](desk, store)
    with store.reading() as tx:
        assert (clocks.to_remind(tx, NOON), clocks.bids_due(tx, NOON)) == ([], [])
        assert marks.get_mark(tx, unstarted_tables.MARK) is not None


@pytest.mark.parametrize("fate", [Fate.ACCEPTED, Fate.REFUSED, Fate.DEFERRED])
def test_a_letter_whose_fate_cannot_be_noted_whole_is_not_sent_twice(
    fate: Fate, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing follows from it, but its state does: sent, given up, or tried again later."""
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
