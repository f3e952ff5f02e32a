"""Statements that each engine writes in its own way. Decides nothing."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, Integer, Row, Table, func, select, text
from sqlalchemy.dialects import postgresql, sqlite

SQLITE, POSTGRESQL = "sqlite", "postgresql"

NUMBERED_ONCE: Mapping[str, Any] = MappingProxyType({"sqlite_autoincrement": True})
"""Options of a table that never gives the same number twice, not even one that was skipped, or whose row was
deleted."""
KEY_ONLY: Mapping[str, Any] = MappingProxyType({"sqlite_with_rowid": False})
"""Options of a table of short rows that are looked up by their key: it needs no index besides."""
UNSIGNED = BigInteger().with_variant(Integer(), SQLITE)
"""The type of a number of 32 bits without a sign."""


def only_where(condition: ColumnElement[bool]) -> Mapping[str, Any]:
    """Make the options of an index that holds only the rows for which a condition is true."""
    return {f"{engine}_where": condition for engine in (SQLITE, POSTGRESQL)}


def _insert(tx: Connection, table: Table) -> Any:
    """Begin an INSERT that may say what to do if the row exists already."""
    return {SQLITE: sqlite.insert, POSTGRESQL: postgresql.insert}[tx.dialect.name](table)


def insert_missing(tx: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> int:
    """Add rows; a row whose key or unique value exists already changes nothing. Returns how many were added.

    Waits for another transaction that adds the same row: once that commits, the row exists.
    """
    if not rows:
        return 0
    adding = _insert(tx, table).on_conflict_do_nothing()
    return tx.execute(adding, rows, execution_options={"preserve_rowcount": True}).rowcount


def insert_returning(tx: Connection, table: Table, values: Mapping[str, Any], wanted: ColumnElement[Any]) -> Any:
    """Add a row, and return one of its columns. If its key or unique value exists already, change nothing and return
    None."""
    return tx.execute(_insert(tx, table).values(**values).on_conflict_do_nothing().returning(wanted)).scalar()


def insert_or_update(tx: Connection, table: Table, values: Mapping[str, Any], *, key: str) -> None:
    """Add a row, or overwrite the row with the same `key`, in one statement."""
    insert_or_change(tx, table, values, key=key, change={name: values[name] for name in values if name != key})


def insert_or_change(
    tx: Connection,
    table: Table,
    values: Mapping[str, Any],
    *,
    key: str,
    change: Mapping[str, Any],
    only_if: ColumnElement[bool] | None = None,
) -> Row[Any] | None:
    """Add a row, or make `change` to the row with the same `key`. Returns the new or changed row.

    If there is such a row and `only_if` is false for it, changes nothing and returns None.
    """
    adding = _insert(tx, table).values(**values)
    changing = adding.on_conflict_do_update(index_elements=[key], set_=dict(change), where=only_if)
    return tx.execute(changing.returning(*table.c)).first()


_LAST = {
    SQLITE: text("SELECT seq FROM sqlite_sequence WHERE name = :name"),
    POSTGRESQL: text("SELECT last FROM numbers WHERE name = :name"),
}
_SKIP = {
    SQLITE: (
        text("DELETE FROM sqlite_sequence WHERE name = :name"),
        text("INSERT INTO sqlite_sequence VALUES (:name, :last)"),
    ),
    POSTGRESQL: (
        text("INSERT INTO numbers VALUES (:name, :last) ON CONFLICT (name) DO UPDATE SET last = :last"),
        text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"),
    ),
}


def last_number(tx: Connection, table: Table) -> int:
    """Return the highest number that a table NUMBERED_ONCE has skipped; on SQLite, numbers that it gave count too. 0 if
    there is none."""
    return int(tx.execute(_LAST[tx.dialect.name], {"name": table.name}).scalar() or 0)


def pass_over(tx: Connection, table: Table, last: int) -> None:
    """Make a table NUMBERED_ONCE skip all numbers up to `last`, which is above all that it gave."""
    for statement in _SKIP[tx.dialect.name]:
        tx.execute(statement, {"name": table.name, "last": last})


def go_on_numbering(tx: Connection, table: Table) -> None:
    """Have a table whose rows were added with their numbers give the next ones after them."""
    numbered = table.autoincrement_column
    if tx.dialect.name == POSTGRESQL and numbered is not None:
        last = tx.execute(select(func.max(numbered))).scalar()
        sequence = func.pg_get_serial_sequence(table.name, numbered.name)
        tx.execute(select(func.setval(sequence, func.coalesce(last, 1), last is not None)))
