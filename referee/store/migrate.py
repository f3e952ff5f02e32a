"""The database's shape over time: creates it, copies and migrates an older one, refuses a newer one."""

from contextlib import nullcontext
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from referee.resources import migrations_folder
from referee.store.backend import (
    NotOurs,
    Store,
    StoreError,
    copy_database,
    create_file,
    database_file,
    look_into,
    only_one,
)

OURS = {"alembic_version", "games", "outbox"}
"""Tables that show a database to be a referee's."""


def open_store(url: str, now: datetime, *, create: bool = True, alone: bool = False) -> Store:
    """The database, at this program's version. Raises StoreError with what to do.

    Creates a missing one if `create`; copies an older one, leaves the copy beside it, and migrates it. Does neither
    while a daemon works on it; `alone`: the caller is that daemon, and holds `only_one`.
    """
    file = database_file(url)
    if not file.exists() and not create:
        raise StoreError(f"there is no database {file}: make it with `referee init` or `referee run`")
    if not file.exists() or version_of(file) != newest():
        create_file(file)
        with nullcontext() if alone else only_one(file):
            _bring_up(url, file, now)
    return Store(url)


def newest() -> str:
    """The schema version of this program."""
    return max(_versions())


def version_of(file: Path) -> str | None:
    """The schema version of a database; None for an empty one. Raises StoreError for one that is not ours.

    Opens it only for reading, so that somebody else's file does not change.
    """
    with look_into(file) as database:
        names = set(inspect(database).get_table_names())
        if not names:
            return None
        if names >= OURS and (found := database.execute(text("SELECT version_num FROM alembic_version")).scalar()):
            return str(found)
    raise NotOurs(file)


def _bring_up(url: str, file: Path, now: datetime) -> None:
    version = version_of(file)
    if version == newest():
        return
    if version is not None:
        if version not in _versions():
            raise StoreError(
                f"{file} was written by a newer referee (schema {version}): install that version, "
                "or restore the copy made before its first start"
            )
        copy_database(file, file.with_name(f"{file.name}.{version}.{now:%Y%m%dT%H%M%S}"))
    store = Store(url)
    try:
        with store.transaction() as connection:
            _upgrade(connection)
    finally:
        store.close()


def _versions() -> set[str]:
    """The schema versions that this program knows, by the names of their files."""
    return {file.name.partition("_")[0] for file in (migrations_folder() / "versions").glob("[0-9]*_*.py")}


def _upgrade(tx: Connection) -> None:
    # 6 MB of memory that a daemon needs only this once
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = tx
    command.upgrade(config, "head")
