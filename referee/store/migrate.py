"""The database's shape over time: creates it, copies and migrates an older one, refuses a newer one."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime

from sqlalchemy import Connection, inspect

from referee.resources import migrations_folder
from referee.store.backend import Database, NotOurs, Store, StoreError, Tables

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
    return Store(database, at_work=Tables(VERSION, newest()) if at_work else None)


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
