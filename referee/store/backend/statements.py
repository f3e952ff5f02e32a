"""Statements that each engine writes in its own way. Decides nothing."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, Integer, Table, func, select, text
from sqlalchemy.dialects import postgresql, sqlite

from referee.store.statement import Statement

SQLITE, POSTGRESQL = "sqlite", "postgresql"

NUMBERED_ONCE: Mapping[str, Any] = MappingProxyType({"sqlite_autoincrement": True})
"""Options of a table that never gives the same number twice, not even that of a row deleted or skipped."""
KEY_ONLY: Mapping[str, Any] = MappingProxyType({"sqlite_with_rowid": False})
"""Options of a table of short rows that are looked up by their key: it needs no index besides."""
UNSIGNED = BigInteger().with_variant(Integer(), SQLITE)
"""The type of a number of 32 bits without a sign."""


def only_where(condition: ColumnElement[bool]) -> Mapping[str, Any]:
    """Options of an index that holds only the rows for which a condition is true."""
    return {f"{engine}_where": condition for engine in (SQLITE, POSTGRESQL)}


def _insert(engine: str, table: Table) -> Any:
    """An INSERT that may say what to do about a row that is there already, in the words of an engine."""
    return {SQLITE: sqlite.insert, POSTGRESQL: postgresql.insert}[engine](table)


def insert_or_nothing(tx: Connection, table: Table, rows: Collection[Mapping[str, Any]]) -> int:
    """Add rows; a row whose key or unique value exists already changes nothing. Returns how many were added.

    Waits for another transaction that adds the same row: once it commits, that one is there.
    """
    if not rows:
        return 0
    return _adding(table).run_all(tx, list(rows))


@cache
def _adding(table: Table) -> Statement:
    """The statement for that."""
    return Statement(lambda engine: _insert(engine, table).on_conflict_do_nothing())


def inserting_or_nothing(table: Table, wanted: ColumnElement[Any]) -> Statement:
    """A statement that adds a row and returns one of its columns: None if its key or unique value exists already."""
    return Statement(lambda engine: _insert(engine, table).on_conflict_do_nothing().returning(wanted))


def insert_or_update(tx: Connection, table: Table, values: Mapping[str, Any], *, key: str) -> None:
    """Add a row, or write these values over those of the one that has the same `key`, in one statement."""
    _overwriting(table, key, frozenset(values) - {key}).run(tx, values)


@cache
def _overwriting(table: Table, key: str, others: frozenset[str]) -> Statement:
    """The statement for that."""

    def overwriting(engine: str) -> Any:
        adding = _insert(engine, table)
        change = {name: adding.excluded[name] for name in others}
        return adding.on_conflict_do_update(index_elements=[key], set_=change)

    return Statement(overwriting)


def inserting_or_updating(
    table: Table,
    values: Mapping[str, Any],
    *,
    key: str,
    change: Mapping[str, Any],
    only_if: ColumnElement[bool] | None = None,
) -> Statement:
    """A statement that adds a row, or makes `change` to the one that has the same `key`, and returns the row as it is
    then.

    None, and no change, if there is such a row and `only_if` is false for it.
    """

    def adding_or_updating(engine: str) -> Any:
        adding = _insert(engine, table).values(**values)
        return adding.on_conflict_do_update(index_elements=[key], set_=dict(change), where=only_if).returning(*table.c)

    return Statement(adding_or_updating)


_MOMENT = text("SELECT clock_timestamp()")
_LAST = {
    SQLITE: text("SELECT seq FROM sqlite_sequence WHERE name = :name"),
    # nobody else takes a number before this transaction ends
    POSTGRESQL: text("SELECT last FROM numbers WHERE name = :name"),
}
_PACKED = "EXISTS (SELECT 1 FROM packs WHERE packs.game = OLD.game AND length(packs.events) > 0)"
_GUARD = {
    SQLITE: (
        text("DROP TRIGGER events_no_delete"),
        text(
            f"CREATE TRIGGER events_no_delete BEFORE DELETE ON events WHEN NOT {_PACKED} "
            "BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END"
        ),
    ),
    POSTGRESQL: (
        text(
            "CREATE OR REPLACE FUNCTION events_only_added() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN "
            f"IF TG_OP = 'DELETE' AND {_PACKED} THEN RETURN OLD; END IF; "
            "RAISE EXCEPTION 'events are only ever added'; END$$"
        ),
    ),
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


def moment(tx: Connection) -> datetime:
    """The time by the database's clock, in UTC: one clock for all who use it."""
    if tx.dialect.name == SQLITE:
        return datetime.now(UTC)
    now: datetime = tx.execute(_MOMENT).scalar_one()
    return now.astimezone(UTC)


def last_number(tx: Connection, table: Table) -> int:
    """The highest number that a table NUMBERED_ONCE skipped, or, where the engine notes that, gave; 0 for none."""
    return int(tx.execute(_LAST[tx.dialect.name], {"name": table.name}).scalar() or 0)


def pass_over(tx: Connection, table: Table, last: int) -> None:
    """Make a table NUMBERED_ONCE skip all numbers up to `last`, which is above all that it gave."""
    for statement in _SKIP[tx.dialect.name]:
        tx.execute(statement, {"name": table.name, "last": last})


def guard_events(tx: Connection) -> None:
    """Have the database refuse to take away an event, unless its game has a pack, which then holds it."""
    for statement in _GUARD[tx.dialect.name]:
        tx.execute(statement)


def hold_numbers(tx: Connection, table: Table) -> None:
    """Let nobody else ask for the next number of a table before this transaction ends, where others may write."""
    if tx.dialect.name == POSTGRESQL:
        tx.execute(text("SELECT last FROM numbers WHERE name = :name FOR UPDATE"), {"name": table.name}).one()


def go_on_numbering(tx: Connection, table: Table) -> None:
    """Have a table whose rows were added with their numbers give the next ones after them."""
    numbered = table.autoincrement_column
    if tx.dialect.name == POSTGRESQL and numbered is not None:
        last = tx.execute(select(func.max(numbered))).scalar()
        sequence = func.pg_get_serial_sequence(table.name, numbered.name)
        tx.execute(select(func.setval(sequence, func.coalesce(last, 1), last is not None)))
