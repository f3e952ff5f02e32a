"""Opens what a command needs: the database, and the desk with its sheets and letters. Reads no configuration file."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from time import monotonic, sleep

from referee.asking.own_sheets import own_sheets
from referee.asking.tournaments.own_formats import own_formats
from referee.config import ConfigError, Settings
from referee.desk.case import Desk
from referee.spades.rulesheet import RuleSheet
from referee.spades.sheets import SHEETS
from referee.store.backend import Busy, Changing, Database, Store, database_at, only_one
from referee.store.migrate import open_store
from referee.telling.letters import Letters
from referee.tournaments.formats import Format
from referee.tournaments.presets import PRESETS

MIGRATION_SECONDS = 60.0
"""How long a daemon that starts beside others waits until the tables are made or changed."""
LOOK_SECONDS = 0.5


def sheets_of(settings: Settings) -> Mapping[str, RuleSheet]:
    """All sheets that a table may name. Raises ConfigError if one cannot be played, or the default is not among
    them."""
    sheets = {**SHEETS, **own_sheets(settings.sheets)}
    if settings.game.sheet not in sheets:
        raise ConfigError(f"game.sheet: there is no sheet {settings.game.sheet}; use one of {', '.join(sheets)}")
    return sheets


def formats_of(settings: Settings) -> Mapping[str, Format]:
    """All formats that an announcement of a tournament may name. Raises ConfigError if one contradicts itself."""
    return {**PRESETS, **own_formats(settings.tournaments, sheets_of(settings))}


def open_desk(settings: Settings) -> Desk:
    """The desk of a referee with these settings. Raises ConfigError."""
    return Desk(settings, sheets_of(settings), Letters(settings), formats_of(settings))


def database_of(settings: Settings) -> Database:
    """The database that the settings name, whether it is there or not. Raises StoreError."""
    return database_at(settings.database.url, settings.referee.data_dir)


def open_database(settings: Settings, *, create: bool = True, at_work: bool = False) -> Store:
    """The database, migrated if it is older and no daemon works on it; `at_work`: to work on it beside daemons. Raises
    StoreError."""
    return open_store(database_of(settings), datetime.now(UTC), create=create, at_work=at_work)


@contextmanager
def daemon_database(settings: Settings) -> Iterator[Store]:
    """The database, created or migrated if necessary, for a daemon that works on it. Raises StoreError; Busy if another
    one does where there can be only one, or works on older tables; Changing if they are being changed."""
    database = database_of(settings)
    database.create()
    if database.one_writer:
        with database.only_one() as lasts, closing(open_store(database, datetime.now(UTC), alone=lasts)) as store:
            yield store
    else:
        with _own_folder(database), closing(_one_of_several(database)) as store:
            yield store


@contextmanager
def _own_folder(database: Database) -> Iterator[None]:
    """Hold the folder of this daemon's files about a database that others work on, too. Raises Busy."""
    with ExitStack() as held:
        try:
            held.enter_context(only_one(database.file))
        except Busy:
            raise Busy(f"another daemon has {database.file.parent}: give each a referee.data_dir of its own") from None
        yield


def _one_of_several(database: Database) -> Store:
    """The database, once another daemon that makes or changes its tables is done with that."""
    end = monotonic() + MIGRATION_SECONDS
    while True:
        try:
            return _shared(database)
        except (Busy, Changing):
            if monotonic() >= end:
                raise
            sleep(LOOK_SECONDS)


def _shared(database: Database) -> Store:
    """The database, connected to: from then on nobody can change its tables."""
    with ExitStack() as opened:
        store = opened.enter_context(closing(open_store(database, datetime.now(UTC), at_work=True)))
        with store.reading():
            opened.pop_all()
        return store
