"""Statements handed to the driver say and give what SQLAlchemy's Core does, for every table, and undo as much."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Column, Table, bindparam, delete, event, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, MultipleResultsFound, NoResultFound
from sqlalchemy.types import JSON, Boolean, Integer, LargeBinary, String

import referee
from referee.store.backend import SqliteFile, Store
from referee.store.statement import LENGTHS, Statement, savepoint
from referee.store.tables import Moment, inbox, marks, metadata

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
ZONES = st.integers(-14, 14).map(lambda hours: timezone(timedelta(hours=hours)))
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=ZONES)
JSONS = st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | TEXTS, lambda inner: st.lists(inner, max_size=3))
VALUES: tuple[tuple[type, st.SearchStrategy[Any]], ...] = (
    (Moment, MOMENTS),
    (Boolean, st.booleans()),
    (JSON, JSONS | st.dictionaries(TEXTS, JSONS, max_size=3)),
    (LargeBinary, st.binary(max_size=9)),
    (Integer, st.integers(-(2**31), 2**31 - 1)),
    (String, TEXTS),
)
"""What may stand in a column, by its type."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """The tables alone: rows that nothing goes with may be changed, and refer to nothing."""
    with closing(Store(SqliteFile(tmp_path / "referee.db"))) as opened:
        event.listen(opened.engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys=OFF"))
        metadata.create_all(opened.engine)
        yield opened


def value_of(column: Column[Any]) -> st.SearchStrategy[Any]:
    found = next(values for kind, values in VALUES if isinstance(column.type, kind))
    return st.none() | found if column.nullable else found


def row_of(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """A row, in which what a default fills may be missing."""
    optional = {column.name for column in table.c if column.default is not None or column.server_default is not None}
    every = {column.name: value_of(column) for column in table.c}
    return st.fixed_dictionaries(
        {name: values for name, values in every.items() if name not in optional},
        optional={name: values for name, values in every.items() if name in optional},
    )


def exactly(rows: Any) -> list[tuple[Any, ...]]:
    """Values with their types: True is not 1 here."""
    return [tuple((type(value), value) for value in row) for row in rows]


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: str(table.name))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_table_is_written_and_read_as_core_does_it(store: Store, table: Table, data: st.DataObject) -> None:
    row = data.draw(row_of(table))
    change = data.draw(row_of(table))
    change = {name: change[name] for name in change if not table.c[name].primary_key and not table.c[name].unique}
    key = {f"old_{column.name}": row[column.name] for column in table.primary_key}
    same = [column == bindparam(f"old_{column.name}") for column in table.primary_key]
    seen: list[list[Any]] = []
    for fast in (True, False):
        with store.transaction() as tx:
            tx.execute(delete(table))
            if fast:
                Statement(insert(table)).run(tx, row)
                seen.append(exactly(tx.execute(select(table))))
                Statement(update(table).where(*same)).run(tx, {**change, **key}) if change else None
            else:
                tx.execute(insert(table), row)
                seen.append(exactly(tx.execute(select(table))))
                tx.execute(update(table).where(*same), {**change, **key}) if change else None
            seen.append(exactly(tx.execute(select(table))))
            seen.append(exactly(Statement(select(table)).all(tx)))
            seen.append(exactly(Statement(select(table).where(*same)).all(tx, key)))
    assert seen[:4] == seen[4:]
    assert seen[1] == seen[2] == seen[3] != []


def test_rows_bear_the_names_of_their_columns(store: Store) -> None:
    with store.transaction() as tx:
        Statement(insert(marks)).run_all(tx, [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}])
        (first, second) = Statement(select(marks).order_by(marks.c.name)).all(tx)
        assert (first.name, first.value, second._asdict()) == ("a", "1", {"name": "b", "value": "2"})
        assert Statement(select(func.count()).select_from(marks)).scalar(tx) == 2
        added = insert(inbox).returning(inbox.c.id, inbox.c.state, inbox.c.arrived)
        mail = Statement(added).one(tx, {"digest": "d", "arrived": NOW, "raw": b""})
        assert (mail.id, mail.state, mail.arrived) == (1, "new", NOW)
        assert Statement(update(inbox)).run(tx, {"state": "done"}) == 1


def test_none_or_more_than_one(store: Store) -> None:
    by_name = Statement(select(marks).where(marks.c.value == bindparam("wanted")))
    with store.transaction() as tx:
        Statement(insert(marks)).run_all(tx, [{"name": name, "value": "same"} for name in "ab"])
        Statement(insert(marks)).run_all(tx, [])
        assert by_name.first(tx, {"wanted": "other"}) is None
        assert by_name.scalar(tx, {"wanted": "other"}) is None
        assert by_name.scalars(tx, {"wanted": "same"}) == ["a", "b"]
        with pytest.raises(NoResultFound):
            by_name.one(tx, {"wanted": "other"})
        with pytest.raises(MultipleResultsFound):
            by_name.one(tx, {"wanted": "same"})


def test_a_list_may_have_any_length(store: Store) -> None:
    named = Statement(
        select(marks.c.name)
        .where(marks.c.name.in_(bindparam("names", expanding=True)), marks.c.value.in_(("1", "2")))
        .order_by(marks.c.name)
    )
    arrived = Statement(select(inbox.c.id).where(inbox.c.arrived.in_(bindparam("moments", expanding=True))))
    every = [f"{number:03}" for number in range(LENGTHS + 5)]
    with store.transaction() as tx:
        Statement(insert(marks)).run_all(tx, [{"name": name, "value": name[-1]} for name in every])
        for length in (*range(LENGTHS + 5), 0, 1, 3):
            found = named.scalars(tx, {"names": every[:length]})
            assert found == [name for name in every[:length] if name[-1] in "12"], length
        Statement(insert(inbox)).run(tx, {"digest": "d", "arrived": NOW, "raw": b""})
        assert arrived.scalars(tx, {"moments": (NOW, NOW + timedelta(1))}) == [1]


def test_what_the_database_refuses_is_raised_as_core_raises_it(store: Store) -> None:
    def twice(fast: bool) -> DBAPIError:
        with pytest.raises(IntegrityError) as raised, store.transaction() as tx:
            for _ in range(2):
                values = {"name": "secret word", "value": "1"}
                Statement(insert(marks)).run(tx, values) if fast else tx.execute(insert(marks), values)
        return raised.value

    ours, cores = twice(True), twice(False)
    assert type(ours) is type(cores)
    assert type(ours.orig) is type(cores.orig) is sqlite3.IntegrityError
    assert "secret word" not in str(ours), "an error shows no values"


def test_whoever_listens_to_statements_hears_of_these(store: Store) -> None:
    heard: list[str] = []
    with store.transaction() as tx:
        event.listen(tx, "before_cursor_execute", lambda *told: heard.append(told[2]))
        with savepoint(tx):
            Statement(select(marks.c.name)).all(tx)
    assert [words.split()[0] for words in heard] == ["SAVEPOINT", "SELECT", "RELEASE"]


def names(store: Store) -> list[str]:
    with store.reading() as tx:
        return Statement(select(marks.c.name).order_by(marks.c.name)).scalars(tx)


def test_a_savepoint_undoes_what_is_inside_it_and_nothing_else(store: Store) -> None:
    add = Statement(insert(marks))
    with store.transaction() as tx:
        add.run(tx, {"name": "before", "value": ""})
        with savepoint(tx):
            add.run(tx, {"name": "outer", "value": ""})
            with pytest.raises(KeyError), savepoint(tx):
                add.run(tx, {"name": "inner", "value": ""})
                with savepoint(tx):
                    add.run(tx, {"name": "innermost", "value": ""})
                raise KeyError
            with savepoint(tx):
                add.run(tx, {"name": "second", "value": ""})
        with pytest.raises(KeyError), savepoint(tx):
            add.run(tx, {"name": "lost", "value": ""})
            with pytest.raises(KeyError), savepoint(tx):
                raise KeyError
            raise KeyError
        add.run(tx, {"name": "after", "value": ""})
    assert names(store) == ["after", "before", "outer", "second"]


def test_every_savepoint_is_one_of_ours() -> None:
    """Only that one also undoes what the transaction was about to remember."""
    files = Path(referee.__file__).parent.rglob("*.py")
    assert not [file.name for file in files if "begin_nested" in file.read_text("utf-8")]
