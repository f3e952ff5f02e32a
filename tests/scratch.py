"""Scratch databases for tests: migrated once in a run and copied, and never forced onto the disk.

With $REFEREE_TEST_ENGINE=postgresql they are on a server of the tests' own (postgresql.py). Not for tests of
opening, migrating or crashes: those open a database as the program does.
"""

import os
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, event

from referee.config import Settings
from referee.running.opening import database_of
from referee.store.backend import Database, SqliteFile, Store, url_of
from referee.store.migrate import open_store
from tests import postgresql

ON_SERVER = os.environ.get("REFEREE_TEST_ENGINE", "sqlite") == "postgresql"


def scratch_url(folder: Path) -> str:
    """Return the URL of the database of a folder."""
    file = folder / "referee.db"
    return postgresql.scratch_database(file) if ON_SERVER else url_of(file)


def scratch_store(settings: Settings) -> Store:
    """Return the database of these settings, new or as it was left."""
    database = database_of(settings)
    if isinstance(database, SqliteFile):
        if not database.exists():
            fresh_file(database.file)
    else:
        database.create()
    return hasty(Store(database))


def contents(store: Store) -> bytes:
    """Return all that a scratch database holds. Close its connections."""
    store.close()
    where = store.database
    return where.file.read_bytes() if isinstance(where, SqliteFile) else postgresql.contents(store)


def refill(store: Store, content: bytes) -> None:
    """Put that in place of what it holds. Closes its connections."""
    store.close()
    where = store.database
    if isinstance(where, SqliteFile):
        fill(where.file, content)
    else:
        postgresql.refill(store, content)


def fresh_file(file: Path) -> SqliteFile:
    """Return a database without a game, to be opened as the program opens one that is there."""
    fill(file, _empty())
    return SqliteFile(file)


def fill(file: Path, content: bytes) -> None:
    """Make a database file with this content, as the program makes one."""
    SqliteFile(file).create()
    file.write_bytes(content)


def hasty(store: Store) -> Store:
    """Return the same store, but its commits wait for no disk, and all such stores share their compiled statements."""
    first = _first(store, type(store.database))
    store.engine.dialect, store.engine._compiled_cache = first.dialect, first._compiled_cache

    @event.listens_for(store.engine, "connect")
    def _connected(raw: Any, record: Any) -> None:
        if isinstance(store.database, SqliteFile):
            raw.execute("PRAGMA synchronous=OFF")

    return store


_engines: dict[type[Database], Engine] = {}


def _first(store: Store, kind: type[Database]) -> Engine:
    """Return the first engine of its kind, which has been connected once and so knows its dialect."""
    if kind not in _engines:
        with store.reading():
            _engines[kind] = store.engine
        store.close()
    return _engines[kind]


@cache
def _empty() -> bytes:
    """Return a database without a game, at this program's version."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "referee.db"
        open_store(SqliteFile(file), datetime.now(UTC)).close()
        assert not file.with_name("referee.db-wal").exists(), "all of it is in the one file"
        return file.read_bytes()
