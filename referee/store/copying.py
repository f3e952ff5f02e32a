"""The copy of a whole database, row by row, into an empty one, perhaps of another engine. Never changes the original.

We read each row again from the copy, and compare. The caller commits the whole copy, or nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, bindparam, delete, func, insert, select, tuple_, update

from referee.store import backend
from referee.store.backend import StoreError
from referee.store.tables import games, inbox, marks, metadata, outbox, people, tournaments

AT_ONCE = 50
"""The number of rows in memory at a time: rows of mails are large."""
LATER = (games.c.notice,)
"""Columns that point to a table filled later."""
_NOTICE = update(games).where(games.c.id == bindparam("number")).values(notice=bindparam("letter"))


class Unequal(StoreError):
    """The copy differs from the original."""

    def __init__(self, table: Table, key: Sequence[Any]) -> None:
        which = ", ".join(map(str, key))
        super().__init__(f"the copy differs in {table.name} {which}: nothing was copied; report this as a bug")


def copy_rows(old: Connection, new: Connection) -> int:
    """Copy all rows of one database to another of the same version that no club has used. Returns how many there are.

    Raises Unequal if a row of the copy differs from the original.
    """
    for table in reversed(metadata.sorted_tables):
        new.execute(delete(table))
    copied = sum(_copy(old, new, table) for table in metadata.sorted_tables)
    for row in old.execute(select(games.c.id, games.c.notice).where(games.c.notice.is_not(None))):
        new.execute(_NOTICE, {"number": row.id, "letter": row.notice})
    for table in metadata.sorted_tables:
        backend.go_on_numbering(new, table)
    for table in (games, outbox):
        if (last := backend.last_number(old, table)) > backend.last_number(new, table):
            backend.pass_over(new, table, last)
    for table in metadata.sorted_tables:
        _compare(old, new, table)
    return copied


def has_rows(tx: Connection) -> bool:
    """Tell if a club has used a database: its tables may be made with rows of their own."""
    return any(_rows(tx, table) for table in (people, inbox, outbox, games, tournaments, marks))


def _copy(old: Connection, new: Connection, table: Table) -> int:
    count = 0
    for rows in _portions(old, table):
        new.execute(insert(table), [_values(table, row) for row in rows])
        count += len(rows)
    return count


def _compare(old: Connection, new: Connection, table: Table) -> None:
    """Check that the copy of a table equals the original. Raises Unequal."""
    key = list(table.primary_key.columns)
    for rows in _portions(old, table):
        wanted = {tuple(row._mapping[column.name] for column in key): row for row in rows}
        found = new.execute(select(table).where(tuple_(*key).in_([tuple(_bare(v) for v in k) for k in wanted])))
        there = {tuple(row._mapping[column.name] for column in key): tuple(row) for row in found}
        for one, row in wanted.items():
            if there.get(tuple(_bare(v) for v in one)) != tuple(_bare(value) for value in row):
                raise Unequal(table, one)
    if _rows(old, table) != _rows(new, table):
        raise Unequal(table, ["(the number of rows)"])


def _portions(old: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    query: Select[Any] = select(table).order_by(*table.primary_key.columns)
    return old.execute(query, execution_options={"yield_per": AT_ONCE}).partitions()


def _values(table: Table, row: Row[Any]) -> dict[str, Any]:
    """Return the values to insert for a row."""
    later = {column.name for column in LATER if column.table is table}
    return {name: None if name in later else _bare(value) for name, value in row._mapping.items()}


def _bare(value: Any) -> Any:
    """Return a value as each engine can store it: one of them has no text with the character zero."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _rows(tx: Connection, table: Table) -> int:
    return int(tx.execute(select(func.count()).select_from(table)).scalar_one())
