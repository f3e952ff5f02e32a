"""Which mails may be handled at the same time: of different games and senders, and never one before an earlier."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.store import inbox, lanes, leases, marks
from referee.store.backend import Store
from referee.store.lanes import Waits, ready
from referee.store.migrate import open_store
from tests.scratch import fresh_file

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
ANN, BOB, CAT, DAN = "ann@club.test", "bob@club.test", "cat@club.test", "dan@club.test"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(fresh_file(tmp_path / "referee.db"), NOW)) as opened:
        yield opened


def mail(number: int, sender: str | None, game: int | None = None, *, wide: bool = False) -> Waits:
    return Waits(number, sender, game, wide)


def numbers(found: tuple[Waits, ...]) -> list[int]:
    return [one.id for one in found]


@pytest.mark.parametrize(
    ("waiting", "first"),
    [
        ([mail(1, ANN, 7), mail(2, BOB, 8), mail(3, CAT, 9)], [1, 2, 3]),
        ([mail(1, ANN, 7), mail(2, BOB, 7), mail(3, CAT, 8)], [1, 3]),
        ([mail(1, ANN, 7), mail(2, ANN, 8), mail(3, BOB, 8)], [1]),
        ([mail(1, ANN), mail(2, BOB), mail(3, CAT, 7)], [1, 3]),
        ([mail(1, ANN), mail(2, ANN, 7)], [1]),
        ([mail(1, ANN, 7, wide=True), mail(2, BOB, 7), mail(3, CAT, 8)], [1, 3]),
        ([mail(1, ANN, 7), mail(2, BOB, 7, wide=True), mail(3, CAT)], [1]),
        ([mail(1, ANN, 7), mail(2, None), mail(3, BOB, 8)], [1]),
        ([mail(1, None), mail(2, BOB, 8)], []),
    ],
    ids=["games", "one-game", "one-sender", "club", "club-first", "wide-first", "game-first", "unfiled", "none-filed"],
)
def test_the_next_mail_of_each_lane(waiting: list[Waits], first: list[int]) -> None:
    assert numbers(ready(waiting)) == first


@pytest.mark.parametrize(
    ("held", "waiting", "mine"),
    [
        ({7}, [mail(1, ANN, 7), mail(2, BOB, 7), mail(3, CAT, 8)], [1, 2]),
        ({7}, [mail(1, ANN, 8), mail(2, ANN, 7), mail(3, BOB, 7)], []),
        ({7}, [mail(1, ANN, 8), mail(2, BOB, 7), mail(3, ANN, 7)], [2]),
        ({7, 8}, [mail(1, ANN, 8), mail(2, ANN, 7), mail(3, BOB, 7)], [1, 2, 3]),
        ({7}, [mail(1, ANN, 7, wide=True), mail(2, BOB, 7)], []),
        ({None}, [mail(1, ANN, 7), mail(2, BOB), mail(3, CAT, 7, wide=True)], [2]),
        ({None}, [mail(1, ANN), mail(2, BOB, 7, wide=True), mail(3, CAT)], [1, 2, 3]),
        ({None}, [mail(1, ANN, 7), mail(2, BOB, 7, wide=True), mail(3, CAT)], []),
    ],
    ids=["own", "sender-elsewhere", "past-it", "both", "wide", "club", "all-of-club", "club-in-order"],
)
def test_what_the_holder_of_lanes_may_take(held: set[int | None], waiting: list[Waits], mine: list[int]) -> None:
    assert numbers(ready(waiting, held)) == mine


def received(store: Store, count: int = 1, arrived: datetime = NOW) -> list[int]:
    with store.transaction() as tx:
        return [inbox.receive(tx, b"a mail", f"digest {each}", arrived) for each in range(count)]


def waits(store: Store, game: int, moment: datetime = NOW) -> bool:
    with store.reading() as look:
        return lanes.waits_before(look, game, moment)


def test_a_clock_waits_for_mails_of_its_game_and_of_no_known_game(store: Store) -> None:
    (number,) = received(store)
    assert waits(store, 7) and waits(store, 8), "nobody knows yet which game it means"
    with store.transaction() as tx:
        lanes.file(tx, Waits(number, ANN, 7))
    assert waits(store, 7) and not waits(store, 8)
    assert not waits(store, 7, NOW - timedelta(seconds=1)), "it came after the limit"
    with store.transaction() as tx:
        lanes.refile(tx, number, 7)
    assert waits(store, 8), "it is about more than its game"
    with store.transaction() as tx:
        inbox.finish(tx, number, "PlayCard/accepted")
    assert not waits(store, 7) and not waits(store, 8)


def test_mails_of_one_sender_without_a_game_are_taken_in_order(store: Store) -> None:
    first, second, third = received(store, 3)
    with store.transaction() as tx:
        assert lanes.take(tx, 20).mails == (), "not before they have their lanes"
        assert list(lanes.unfiled(tx)) == [first, second, third]
        for number in (first, second, third):
            lanes.file(tx, Waits(number, ANN, None))
        taken = lanes.take(tx, 2)
        assert numbers(taken.mails) == [first, second] and taken.held.club and taken.held.games == set()
        assert lanes.take_one(tx, second).mails == (), "the first comes before it"
        assert numbers(lanes.take_one(tx, first).mails) == [first]


def test_a_mail_that_was_put_aside_can_be_taken_by_its_number(store: Store) -> None:
    first, second = received(store, 2)
    with store.transaction() as tx:
        lanes.file(tx, Waits(second, ANN, None))
        inbox.shunt(tx, second, "trouble", "shunted")
        taken = lanes.take_one(tx, second)
        assert numbers(taken.mails) == [second] and taken.held.club
        assert lanes.take_one(tx, first).mails == (), "it has no lane yet"


def test_a_lease_is_one_daemons_until_it_runs_out(store: Store) -> None:
    with store.transaction() as tx:
        assert leases.take(tx, "mailbox", "one") and leases.take(tx, "mailbox", "one")
        assert not leases.take(tx, "mailbox", "other")
        assert leases.take(tx, "mailbox", "one", timedelta(seconds=-1)), "it may be given back early"
        assert leases.take(tx, "mailbox", "other") and not leases.take(tx, "mailbox", "one")
        leases.give_up(tx, "other")
        assert leases.take(tx, "mailbox", "one")


def test_daemons_that_are_alive_are_counted(store: Store) -> None:
    with store.transaction() as tx:
        for name in ("one", "two"):
            leases.take(tx, name, name)
        leases.take(tx, "mailbox", "one")
        leases.take(tx, "dead", "dead", timedelta(seconds=-1))
        assert leases.alive(tx) == 2
        leases.forget(tx)
        assert leases.alive(tx) == 2


def test_the_mark_of_the_last_reading_only_grows(store: Store) -> None:
    with store.transaction() as tx:
        for moment in ("2026-11-24T12:00", "2026-11-24T11:59", "2026-11-24T12:01", "2026-11-24T11:00"):
            marks.grow_mark(tx, "mailbox-read", moment)
        assert marks.get_mark(tx, "mailbox-read") == "2026-11-24T12:01"
