"""Statements on an SQLite file undo as much as they should, and their errors show no values."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from referee.store import marks
from referee.store.backend import SqliteFile, Store
from referee.store.tables import marks as table
from referee.store.tables import metadata


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Yield the tables alone."""
    with closing(Store(SqliteFile(tmp_path / "referee.db"))) as opened:
        metadata.create_all(opened.engine)
        yield opened


def test_what_the_database_refuses_shows_no_values(store: Store) -> None:
    with pytest.raises(IntegrityError) as raised, store.transaction() as tx:
        for _ in range(2):
            tx.execute(insert(table), {"name": "secret word", "value": "1"})
    assert type(raised.value.orig) is sqlite3.IntegrityError
    assert "secret word" not in str(raised.value)


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return list(tx.execute(select(table.c.name).order_by(table.c.name)).scalars())


def test_a_savepoint_undoes_what_is_inside_it_and_nothing_else(store: Store) -> None:
    with store.transaction() as tx:
        marks.set_mark(tx, "before", "")
        with tx.begin_nested():
            marks.set_mark(tx, "outer", "")
            with pytest.raises(KeyError), tx.begin_nested():
                marks.set_mark(tx, "inner", "")
                with tx.begin_nested():
                    marks.set_mark(tx, "innermost", "")
                raise KeyError
            with tx.begin_nested():
                marks.set_mark(tx, "second", "")
        with pytest.raises(KeyError), tx.begin_nested():
            marks.set_mark(tx, "lost", "")
            with pytest.raises(KeyError), tx.begin_nested():
                raise KeyError
            raise KeyError
        marks.set_mark(tx, "after", "")
    assert names(store) == ["after", "before", "outer", "second"]
