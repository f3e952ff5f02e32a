"""The database's shape over time: creates it, migrates an older one after a copy, refuses a newer one."""

import sqlite3
from contextlib import closing, nullcontext
from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from referee.resources import migrations_folder
from referee.store.backend import Store, StoreError, copy_database, create_file, database_file, only_one


def open_store(url: str, now: datetime, *, create: bool = True, alone: bool = False) -> Store:
    """The database, at this program's version. Raises StoreError with what to do.

    A missing one is made where `create` says so; an older one is copied beside itself, then migrated. Neither happens
    beside a running daemon; `alone`: it is that daemon itself, holding `only_one`.
    """
    file = database_file(url)
    if not file.exists() and not create:
        raise StoreError(f"there is no database {file}: make it with `referee init` or `referee run`")
    if not file.exists() or version_of(file) != newest():
        create_file(file)
        with nullcontext() if alone else only_one(file):
            _bring_up(url, file, now)
    return Store(url)


def newest() -> str | None:
    """The schema version of this program."""
    return _script().get_current_head()


def version_of(file: Path) -> str | None:
    """The schema version of a database; None for an empty one. Raises StoreError for one that is not ours.

    Opened for reading only: nothing of somebody else's file is changed.
    """
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            if not names:
                return None
            if {"alembic_version", "games", "outbox"} <= names:
                found: tuple[str] | None = database.execute("SELECT version_num FROM alembic_version").fetchone()
                if found is not None:
                    return found[0]
    except sqlite3.OperationalError as e:
        raise StoreError(f"cannot open the database {file}: {e}; check database.url and the file's owner") from None
    except sqlite3.DatabaseError:
        pass
    raise StoreError(f"{file} is not a referee's database: name another in database.url")


def _bring_up(url: str, file: Path, now: datetime) -> None:
    version = version_of(file)
    if version == newest():
        return
    if version is not None:
        if version not in {revision.revision for revision in _script().walk_revisions()}:
            raise StoreError(
                f"{file} was written by a newer referee (schema {version}): install that version, "
                "or restore the copy made before its first start"
            )
        copy_database(file, file.with_name(f"{file.name}.{version}.{now:%Y%m%dT%H%M%S}"))
    store = Store(url)
    try:
        with store.transaction() as connection:
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    finally:
        store.close()


def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    return config
