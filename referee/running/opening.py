"""The means of a command: opens the database, and the desk with its sheets and letters. Reads no configuration file."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from time import monotonic, sleep
from typing import Any, TypeVar

from referee.asking.own_sheets import own_sheets
from referee.clock import Clock, system_clock
from referee.config import ConfigError, Settings
from referee.desk.case import Desk
from referee.games import ALL_SHEETS
from referee.store import marks
from referee.store.backend import Busy, Changing, Database, Lease, Store, database_at
from referee.store.migrate import open_store
from referee.telling.letters import Letters

T = TypeVar("T")

PATIENCE_SECONDS = 10.0
"""The time that a daemon that starts waits for a program that handles a mail, or copies the database."""
LOOK_SECONDS = 0.2


def sheets_of(settings: Settings) -> Mapping[str, Any]:
    """Return all sheets that a table may name. Raises ConfigError if one cannot be played, or the default is not among
    them."""
    sheets = {**ALL_SHEETS, **own_sheets(settings.sheets)}
    if settings.game.sheet not in sheets:
        raise ConfigError(f"game.sheet: there is no sheet {settings.game.sheet}; use one of {', '.join(sheets)}")
    return sheets


def open_desk(settings: Settings, clock: Clock = system_clock) -> Desk:
    """Return the desk of a referee with these settings. Raise ConfigError."""
    return Desk(settings, sheets_of(settings), Letters(settings), clock)


def database_of(settings: Settings) -> Database:
    """Return the database that the settings name, whether it is there or not. Raises StoreError."""
    return database_at(settings.database.url, settings.referee.data_dir)


def open_database(settings: Settings, *, create: bool = True, at_work: bool = False) -> Store:
    """Open the database, migrated if it is older and no daemon works on it; `at_work`: to work on it beside daemons.
    Raises StoreError."""
    return open_store(database_of(settings), system_clock(), create=create, at_work=at_work)


@contextmanager
def working(settings: Settings, stand_by: Callable[[], object] | None = None, *, patient: bool) -> Iterator[Store]:
    """Open the database, created or migrated if necessary, for the program that works on it. Raises StoreError; Busy if
    another one works on it, `patient`: still after some seconds.

    `stand_by`: called again and again while that lasts, where programs on several machines wait for each other.
    """
    database = database_of(settings)
    database.create()
    end = monotonic() + (PATIENCE_SECONDS if patient else 0)
    with ExitStack() as opened:
        lease = _soon(lambda: opened.enter_context(database.lease(stand_by)), end)
        store = opened.enter_context(closing(_soon(lambda: _opened(database, lease), end)))
        marks.enter(store, lease)
        yield store


def _soon(take: Callable[[], T], end: float) -> T:
    """Return the value of `take`, tried again for some time: a program that handles a mail or looks at the tables is
    soon done. Raises Busy or Changing."""
    while True:
        try:
            return take()
        except (Busy, Changing):
            if monotonic() >= end:
                raise
            sleep(LOOK_SECONDS)


def _opened(database: Database, lease: Lease) -> Store:
    """Open the database, connected to: from then on nobody can change its tables."""
    with ExitStack() as opened:
        alone = (lambda: None) if lease.is_alone else None
        store = opened.enter_context(closing(open_store(database, system_clock(), alone=alone, at_work=True)))
        with store.reading():
            opened.pop_all()
        return store
