"""Scratch databases for tests: migrated once in a run and copied, and never forced onto the disk.

Not for tests of opening, migrating or crashes: those open a database as the program does.
"""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, event

from referee.config import Settings
from referee.store.backend import Store, create_file, database_file
from referee.store.migrate import open_store


def scratch_store(settings: Settings) -> Store:
    """The database of these settings, new or as it was left."""
    file = database_file(settings.database.url)
    if not file.exists():
        fill(file, _empty())
    return hasty(Store(settings.database.url))


def fill(file: Path, content: bytes) -> None:
    """A database file with this content, as the program makes one."""
    create_file(file)
    file.write_bytes(content)


def hasty(store: Store) -> Store:
    """The same store, but its commits wait for no disk, and all such stores share their compiled statements."""
    first = _first(store)
    store.engine.dialect, store.engine._compiled_cache = first.dialect, first._compiled_cache

    @event.listens_for(store.engine, "connect")
    def _connected(raw: Any, record: Any) -> None:
        raw.execute("PRAGMA synchronous=OFF")

    return store


_engines: list[Engine] = []


def _first(store: Store) -> Engine:
    """The first engine, which has been connected once and so knows its dialect."""
    if not _engines:
        with store.reading():
            _engines.append(store.engine)
        store.close()
    return _engines[0]


@cache
def _empty() -> bytes:
    """A database without a game, at this program's version."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "referee.db"
        open_store(f"sqlite:///{file}", datetime.now(UTC)).close()
        assert not file.with_name("referee.db-wal").exists(), "all of it is in the one file"
        return file.read_bytes()
