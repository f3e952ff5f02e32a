"""`referee copy-database`: carries a club from one database to another, such as between engines. Changes
nothing in the first, and writes only into an empty one.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Connection

from referee.clock import system_clock
from referee.config import load_settings
from referee.desk.table.records import record
from referee.records.lines import heads
from referee.running import logs
from referee.running.opening import database_of
from referee.store import games
from referee.store.backend import Database, Store, StoreError, database_at, url_of
from referee.store.migrate import copy_rows, has_rows, open_store

PLACE = "A configuration (*.toml), a database file, or a URL."


def copy_database(
    source: Annotated[str, typer.Argument(help=PLACE, metavar="FROM")],
    target: Annotated[str, typer.Argument(help=PLACE, metavar="TO")],
) -> None:
    """Copy all of it while no daemon works on either; check every row, and every game's record."""
    logs.set_up("warning")
    old, new = _database(source), _database(target)
    if _place(old) == _place(new):
        raise StoreError(f"both are {old}: name a new database for the copy")
    if not old.exists():
        raise StoreError(f"there is no database {old}: name the one to copy first")
    with old.only_one() as check_old, closing(open_store(old, system_clock(), alone=check_old)) as source_store:
        new.create()
        with new.only_one() as check_new, closing(open_store(new, system_clock(), alone=check_new)) as target_store:
            copied, records = _copy_all(source_store, target_store, (check_old, check_new))
    print(f"copied {copied} rows of {old} to {new}, and read each again: all are equal")
    print(f"the records of {records} games lead to the same heads; set database.url to the new one")


def _database(named: str) -> Database:
    if named.endswith(".toml"):
        return database_of(load_settings(Path(named), mail=False))
    return database_at(named if "://" in named else url_of(Path(named).absolute()), Path())


def _place(database: Database) -> object:
    """Return a place that is the same for two databases of one place."""
    return database.shared_as or database.file.resolve()


def _copy_all(source: Store, target: Store, checks: Sequence[Callable[[], None]]) -> tuple[int, int]:
    """Copy all of it, and count the rows and the games. Raises StoreError, and leaves the new database empty, unless
    all of it is there and nobody else worked on either meanwhile. Until the copy ends, mail that is handed in waits."""
    # leave the old database first: its server ends an idle transaction while the new one commits
    with target.transaction() as new, source.transaction() as old:
        if has_rows(new):
            raise StoreError(f"{target.database} is not empty: name a new database")
        rows, records = copy_rows(old, new), _check_records(old, new)
        for still_alone in checks:
            still_alone()
    return rows, records


def _check_records(old: Connection, new: Connection) -> int:
    """Count the games. Raises StoreError unless the record of each leads to the same head in both, the one that the
    game's row names."""
    rows = games.every(old)
    for row in rows:
        made = heads(record(new, row.id))[-1]
        if made != row.head or made != heads(record(old, row.id))[-1]:
            raise StoreError(
                f"the record of game {row.id} differs in the copy: nothing was copied; report this as a bug"
            )
    return len(rows)
