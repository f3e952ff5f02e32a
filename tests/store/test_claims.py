"""One worker at a time handles a mail or sends a letter; what a dead worker held is free again after a while."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from referee.store import inbox, leases, outbox
from referee.store.backend import Store
from referee.store.claims import DAEMON
from referee.store.migrate import open_store
from referee.store.tables import inbox as mails
from referee.store.tables import outbox as letters
from tests import outgoing
from tests.scratch import fresh_file

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
A_WHILE = timedelta(seconds=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(fresh_file(tmp_path / "referee.db"), NOW)) as opened:
        yield opened


def received(store: Store) -> int:
    with store.transaction() as tx:
        return inbox.receive(tx, b"a mail", "its digest", NOW)


def begun(store: Store, number: int, worker: str, now: datetime = NOW) -> int | None:
    with store.transaction() as tx:
        return inbox.begin(tx, [number], worker, now).get(number)


def written(store: Store, count: int, *, bulk: bool = False) -> list[int]:
    """Writes that many letters to be sent; returns their numbers."""
    with store.transaction() as tx:
        first = len(tx.execute(select(letters.c.id)).all())
        return [outgoing.queue(tx, letter(number, bulk=bulk), NOW) for number in range(first, first + count)]


def letter(number: int, *, bulk: bool) -> outbox.Written:
    return outbox.Written(
        game=None,
        turn=None,
        lineup=None,
        recipient=f"player{number}@club.test",
        event="bid",
        message_id=f"{number}@club.test",
        secret=f"secret {number}",
        raw=b"a letter",
        bulk=bulk,
    )


def claimed(store: Store, worker: str, now: datetime = NOW, limit: int = 100) -> list[int]:
    with store.transaction() as tx:
        return [one.id for one in outbox.claim_due(tx, worker, now, limit)]


def holders(store: Store) -> list[str | None]:
    """Who holds each letter."""
    with store.reading() as tx:
        return list(tx.execute(select(letters.c.claimed_by).order_by(letters.c.id)).scalars())


def test_a_mail_that_one_handles_no_other_begins(store: Store) -> None:
    mail = received(store)
    assert begun(store, mail, DAEMON) == 1
    assert begun(store, mail, "handle") is None
    with store.reading() as tx:
        assert tx.execute(select(mails.c.begun)).scalar() == 1, "what was not begun does not count"


@pytest.mark.parametrize("state", ["new", "shunted"])
def test_a_mail_that_could_not_be_handled_is_free(store: Store, state: str) -> None:
    mail = received(store)
    assert begun(store, mail, DAEMON) == 1
    with store.transaction() as tx:
        inbox.shunt(tx, mail, "trouble", state)
    assert begun(store, mail, "handle") == 1


def test_a_mail_that_was_let_go_is_free(store: Store) -> None:
    mail = received(store)
    assert begun(store, mail, DAEMON) == 1
    with store.transaction() as tx:
        inbox.let_go(tx, [mail])
    assert begun(store, mail, "handle") == 1


def test_a_mail_that_is_done_nobody_begins(store: Store) -> None:
    mail = received(store)
    assert begun(store, mail, DAEMON) == 1
    with store.transaction() as tx:
        inbox.finish(tx, mail, "Start/accepted")
    assert begun(store, mail, DAEMON) is begun(store, mail, "handle") is None
    with store.reading() as tx:
        assert tx.execute(select(mails.c.claimed_by, mails.c.claimed_until)).one() == (None, None)


def test_what_a_dead_worker_held_is_free_after_a_while_and_counts_as_begun(store: Store) -> None:
    mail = received(store)
    assert begun(store, mail, "handle") == 1
    assert begun(store, mail, DAEMON, NOW + inbox.HOLD) is None
    assert begun(store, mail, DAEMON, NOW + inbox.HOLD + A_WHILE) == 2


def test_a_daemon_has_at_once_what_the_last_one_held(store: Store) -> None:
    mail = received(store)
    assert [begun(store, mail, DAEMON) for _ in range(3)] == [1, 2, 3]
    (number,) = written(store, 1)
    assert claimed(store, DAEMON) == claimed(store, DAEMON) == [number]


def test_a_clock_that_was_set_back_holds_nothing_for_ever(store: Store) -> None:
    mail = received(store)
    assert begun(store, mail, "handle", NOW + timedelta(days=1)) == 1
    assert begun(store, mail, DAEMON) == 2


def test_letters_that_one_sends_no_other_gets(store: Store) -> None:
    first, second, third = written(store, 3)
    assert claimed(store, "one", limit=2) == [first, second]
    assert claimed(store, "other") == [third]
    assert claimed(store, "one", limit=1) == [first], "its own it may have again"
    assert holders(store) == ["one", "one", "other"]


def test_letters_are_claimed_in_the_order_in_which_they_are_due(store: Store) -> None:
    bulk, others = written(store, 2, bulk=True), written(store, 3)
    with store.transaction() as tx:
        found = outbox.claim_due(tx, DAEMON, NOW, held=[others[0]])
    assert [one.id for one in found] == [*others[1:], others[0], *bulk]


def test_letters_given_back_or_marked_are_held_by_nobody(store: Store) -> None:
    accepted, tried, refused, left, untouched = written(store, 5)
    assert len(claimed(store, DAEMON)) == 5
    with store.transaction() as tx:
        outbox.mark_sent(tx, {accepted: "250 ok"}, NOW)
        outbox.mark_tried(tx, tried, NOW + A_WHILE, "450 later")
        outbox.mark_tried(tx, refused, None, "550 no")
        outbox.give_back(tx, "other", [left])
    assert holders(store) == [None, None, None, DAEMON, DAEMON]
    with store.transaction() as tx:
        outbox.give_back(tx, DAEMON, [left, untouched])
    assert holders(store) == [None] * 5
    assert claimed(store, "other", NOW + A_WHILE) == [tried, left, untouched]


def test_letters_of_a_dead_worker_go_out_after_a_while(store: Store) -> None:
    (number,) = written(store, 1)
    assert claimed(store, "one") == [number]
    assert claimed(store, "other", NOW + outbox.HOLD) == []
    assert claimed(store, "other", NOW + outbox.HOLD + A_WHILE) == [number]


def test_many_workers_at_once_share_the_letters_out(store: Store) -> None:
    numbers = written(store, 20)

    def some(worker: int) -> list[int]:
        return [number for _ in range(4) for number in sent(store, claimed(store, f"worker {worker}", limit=2))]

    with ThreadPoolExecutor(4) as many:
        shares = list(many.map(some, range(4)))
    assert sorted(number for share in shares for number in share) == numbers


def sent(store: Store, numbers: list[int]) -> list[int]:
    with store.transaction() as tx:
        for number in numbers:
            outbox.mark_sent(tx, {number: "250 ok"}, NOW)
    return numbers


@pytest.mark.parametrize("state", ["new", "shunted"])
def test_a_late_worker_that_fails_leaves_done_what_another_did(store: Store, state: str) -> None:
    number = received(store)
    assert begun(store, number, "one") == 1
    assert begun(store, number, "two", NOW + inbox.HOLD + A_WHILE) == 2
    with store.transaction() as tx:
        inbox.finish(tx, number, "PlayCard/accepted")
    with store.transaction() as tx:
        inbox.shunt(tx, number, "out of memory", state)
        inbox.let_go(tx, [number])
        assert inbox.state_of(tx, number) == "done" and not inbox.troubles(tx)


def test_a_letter_waits_for_an_earlier_one_that_another_worker_sends_to_the_same_person(store: Store) -> None:
    with store.transaction() as tx:
        ours = [outgoing.queue(tx, replace(letter(n, bulk=False), recipient=to), NOW) for n, to in enumerate("abab")]
    assert claimed(store, "one", limit=1) == ours[:1]
    assert claimed(store, "other") == [ours[1], ours[3]]
    sent(store, ours[:1])
    assert claimed(store, "other") == ours[1:]


def test_a_letter_waits_for_one_of_its_game_that_another_worker_sends(store: Store) -> None:
    def of_game(number: int, at: datetime) -> int:
        return outgoing.queue(tx, replace(letter(number, bulk=False), game=7), at)

    with store.transaction() as tx:
        tx.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        first, same_act, next_act = of_game(1, NOW), of_game(2, NOW), of_game(3, NOW - A_WHILE)
        found = [one.id for one in outbox.claim_due(tx, "one", NOW, limit=1)]
        assert found == [first] and next_act > same_act
        assert [one.id for one in outbox.claim_due(tx, "other", NOW)] == [same_act], "the clocks may differ"
        tx.execute(letters.delete())


def test_letters_of_a_daemon_whose_lease_ran_out_are_free_at_once(store: Store) -> None:
    moment = datetime.now(UTC)
    with store.transaction() as tx:
        number = outgoing.queue(tx, letter(1, bulk=False), moment)
        leases.take(tx, "one", "one")
    assert claimed(store, "one", moment) == [number]
    assert claimed(store, "other", moment) == []
    with store.transaction() as tx:
        leases.take(tx, "one", "one", -A_WHILE)
    assert claimed(store, "other", datetime.now(UTC)) == [number]
