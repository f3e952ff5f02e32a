"""The database's shape over time: creates it, copies and migrates an older one, refuses a newer one. And the copy of a
whole database, row by row, into an empty one, perhaps of another engine: never changes the original.

We read each row again from the copy, and compare. The caller commits the whole copy, or nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, Table, bindparam, delete, func, insert, inspect, select, tuple_, update

from referee import migrations_folder
from referee.store.backend import Database, NotOurs, SchemaCheck, Store, StoreError, statements
from referee.store.tables import games, inbox, marks, metadata, outbox, people, tournaments

OURS = {"alembic_version", "games", "outbox"}
"""Tables that show a database to be a referee's."""
VERSION = "SELECT version_num FROM alembic_version"


def open_store(
    database: Database,
    now: datetime,
    *,
    create: bool = True,
    alone: Callable[[], None] | None = None,
    at_work: bool = False,
) -> Store:
    """Open the database, at this program's version. Raises StoreError with what to do.

    Creates a missing one if `create`; copies an older one, where the engine can, leaves the copy beside it, and
    migrates it. Does neither while a daemon works on it; `alone`: the caller holds `only_one`, which gave this;
    `at_work`: the caller will write into it, beside a daemon or as one.
    """
    there = database.exists()
    if not there and not create:
        raise StoreError(f"there is no database {database}: make it with `referee init` or `referee run`")
    if not there or version_of(database) != newest():
        database.create()
        with nullcontext(alone) if alone else database.only_one() as lasts:
            _bring_up(database, now, lasts)
    return Store(database, at_work=SchemaCheck(VERSION, newest()) if at_work else None)


def newest() -> str:
    """Return the schema version of this program."""
    return max(_versions())


def version_of(database: Database) -> str | None:
    """Return the schema version of a database; None for an empty one. Raises StoreError for a database that is not
    ours.

    Opens it only for reading, so that somebody else's database does not change.
    """
    with database.look_into() as look:
        names = set(inspect(look).get_table_names())
        if not names:
            return None
        if names >= OURS and (found := look.exec_driver_sql(VERSION).scalar()):
            return str(found)
    raise NotOurs(database)


def _bring_up(database: Database, now: datetime, lasts: Callable[[], None]) -> None:
    version = version_of(database)
    if version == newest():
        return
    if version is not None:
        check_known(database, version)
        database.put_by(version, now)
    store = Store(database)
    try:
        with store.transaction() as connection:
            _upgrade(connection)
            lasts()
    finally:
        store.close()


def check_known(database: Database, version: str) -> None:
    """Raise StoreError, with what to do, if a newer program made the database: its schema version is unknown here."""
    if version not in _versions():
        raise StoreError(
            f"{database} was written by a newer referee (schema {version}): install that version, "
            "or restore the copy made before its first start"
        )


def _versions() -> set[str]:
    """Return the schema versions that this program knows, by the names of their files."""
    return {file.name.partition("_")[0] for file in (migrations_folder() / "versions").glob("[0-9]*_*.py")}


def _upgrade(tx: Connection) -> None:
    # 6 MB of memory that a daemon needs only this once
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = tx
    command.upgrade(config, "head")


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
        statements.go_on_numbering(new, table)
    for table in (games, outbox):
        if (last := statements.last_number(old, table)) > statements.last_number(new, table):
            statements.pass_over(new, table, last)
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
