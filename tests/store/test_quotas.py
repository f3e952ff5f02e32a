"""Slots of a day: never more than the limit, even if several take them at once; of several slots, all or none."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from referee.store import quotas
from referee.store.backend import Store
from referee.store.migrate import open_store
from tests.scratch import fresh_file

TODAY = date(2026, 11, 24)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    now = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
    with closing(open_store(fresh_file(tmp_path / "referee.db"), now)) as opened:
        yield opened


def test_so_many_are_taken_and_no_more(store: Store) -> None:
    with store.transaction() as tx:
        assert [quotas.take(tx, "one", TODAY, 3) for _ in range(5)] == [1, 2, 3, None, None]
        assert quotas.used(tx, "one", TODAY) == 3
        assert quotas.take(tx, "one", TODAY, 4) == 4, "another bound on the same key"


def test_each_day_and_each_key_has_its_own(store: Store) -> None:
    with store.transaction() as tx:
        assert quotas.take(tx, "one", TODAY, 1) == 1
        assert quotas.take(tx, "other", TODAY, 1) == 1
        assert quotas.take(tx, "one", TODAY + timedelta(days=1), 1) == 1
        quotas.forget(tx, TODAY + timedelta(days=1))
        assert quotas.used(tx, "one", TODAY) == 0
        assert quotas.used(tx, "one", TODAY + timedelta(days=1)) == 1


def test_of_several_all_are_taken_or_none(store: Store) -> None:
    with store.transaction() as tx:
        bounds = [("own", 5), ("domain", 2), ("pool", 9)]
        assert [quotas.take_each(tx, bounds, TODAY) for _ in range(3)] == [1, 2, None]
        assert [quotas.used(tx, key, TODAY) for key, _ in bounds] == [2, 2, 2]
        assert quotas.take_each(tx, [("own", 5), ("pool", 9)], TODAY) == 3


def test_none_is_taken_by_a_transaction_that_fails(store: Store) -> None:
    def fails() -> None:
        with store.transaction() as tx:
            quotas.take(tx, "one", TODAY, 3)
            raise KeyError("in the middle")

    with pytest.raises(KeyError):
        fails()
    with store.reading() as tx:
        assert quotas.used(tx, "one", TODAY) == 0


def test_many_who_take_at_once(store: Store) -> None:
    def take(_: int) -> int | None:
        with store.transaction() as tx:
            return quotas.take(tx, "one", TODAY, 10)

    with ThreadPoolExecutor(4) as many:
        taken = [count for count in many.map(take, range(24)) if count is not None]
    assert sorted(taken) == list(range(1, 11))
