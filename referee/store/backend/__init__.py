"""The database engine: the only folder that knows which one it is. Knows none of our tables and decides nothing.

SQLite is the default, in one file; `database.url` may name a PostgreSQL server instead. Both keep the same promises
behind the same functions (promises.py, store.py, statements.py).
"""

from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from referee.store.backend.lease import STANDING_BY, is_held, only_one, said_by_holder
from referee.store.backend.postgresql import server_of
from referee.store.backend.promises import (
    Busy,
    Changing,
    Database,
    Lease,
    NotOurs,
    Passing,
    SchemaCheck,
    StoreError,
    Superseded,
)
from referee.store.backend.sqlite import SqliteFile, examine, url_of
from referee.store.backend.store import Store

HERE = Path()


def database_at(url: str, folder: Path = HERE) -> Database:
    """Return the database that a URL names; `folder` is for files about one on a server. Raises StoreError."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise StoreError(
            "cannot read database.url: write it like sqlite:///data/referee.db, or like "
            "postgresql+psycopg://referee@localhost/referee; several hosts like ?host=a:5432&host=b:5432 at its end"
        ) from None
    if parsed.get_backend_name() == "postgresql":
        return server_of(parsed, folder)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise StoreError(
            "database.url must name an SQLite file: write it like sqlite:///data/referee.db; "
            "or a PostgreSQL server: like postgresql+psycopg://referee@localhost/referee"
        )
    return SqliteFile(Path(parsed.database))


__all__ = [
    "STANDING_BY",
    "Busy",
    "Changing",
    "Database",
    "Lease",
    "NotOurs",
    "Passing",
    "SchemaCheck",
    "SqliteFile",
    "Store",
    "StoreError",
    "Superseded",
    "database_at",
    "examine",
    "is_held",
    "only_one",
    "said_by_holder",
    "url_of",
]
