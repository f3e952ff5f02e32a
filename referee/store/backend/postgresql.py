"""PostgreSQL: a server, and as many writers as there are. Knows none of our tables.

READ COMMITTED: a transaction sees at each statement what others have committed by then, so whoever relies on a row
locks it. A look that only reads sees one moment. What is committed is on the server's disk, and on its
synchronous standby's if it has one.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from referee.store.backend.errors import Busy, Changing, Passing, StoreError
from referee.store.backend.promises import Database, Tables
from referee.store.memory import memory_of

if TYPE_CHECKING:
    import psycopg

OLDEST = 15
"""The first major version that the program is tried with."""
DRIVER = "postgresql+psycopg"
LOCK_SECONDS = 30
"""How long a statement waits for a lock."""
IDLE_SECONDS = 10
"""After how long the server ends a transaction whose program does nothing, so that one that is stopped holds up nobody.
No pause within a daemon's transaction takes a tenth of that."""
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How long to wait for a server that says nothing any more, unless the URL says otherwise (libpq, 34.1.2)."""
SPOKEN = {"client_encoding": "UTF8"}
"""So that a database of another encoding can be told what is wrong with it."""
WRITABLE = {"target_session_attrs": "read-write"}
"""Of several hosts the one that can be written, whatever the URL says: a standby may lag behind, and knows nothing of
who holds the database."""
HELD = 0x5BADE5
"""The first half of the advisory lock that all daemons share; the second stands for the schema."""
SHARE = f"SELECT pg_try_advisory_lock_shared({HELD}, hashtext(current_schema()))"

REFUSED = re.compile(
    r"authentication failed|no password supplied|does not exist|no pg_hba\.conf entry|not permitted to log in"
    r"|permission denied|invalid connection option|invalid integer value|root certificate|unsupported frontend",
    re.IGNORECASE,
)
"""What a server says that will say so again; of all others we think that they are away."""
CROWDED = ("40001", "40P01", "55P03", "57014")
"""A conflict of two transactions, a deadlock, a lock that was not to be had, a statement that took too long."""
FULL = ("53100", "53200", "53400")
READ_ONLY = "25006"
READ_ONLY_SESSION = "session is read-only"
"""What the driver says of a server that it may not take, though it answers (libpq, target_session_attrs)."""
RIGHTS = "42501"
AWAY = re.compile(r"08...|57P0[1-5]|53300|25P0[34]")
"""The states in which a server ends connections, or takes none for now (Appendix A of its manual)."""
BROKEN = re.compile(r"58...|XX...|F0...")
"""Errors of its disk and of its files."""

SETTINGS = (
    f"SET lock_timeout = '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'",
    # who wants no waiting for a standby sets that on the server; nobody may want no waiting for the disk
    "SELECT set_config('synchronous_commit', 'local', false) WHERE current_setting('synchronous_commit') = 'off'",
    # whoever waits for the next mail, or for a copy to end, is there still
    "SELECT set_config('idle_session_timeout', '0', false) WHERE current_setting('idle_session_timeout', true) <> '0'",
    # so that the server, too, notices when a daemon's machine is gone: else its hold would last for hours
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


class PostgresqlServer(Database):
    """A database on a server."""

    one_writer = False

    def __init__(self, url: URL, folder: Path) -> None:
        if find_spec("psycopg") is None:
            raise StoreError(
                "database.url names PostgreSQL, whose driver is missing: in the project's top folder, "
                "`pip install -c requirements.lock '.[postgresql]'`"
            )
        import psycopg  # noqa: PLC0415 - an extra

        self.url = url.update_query_dict(WRITABLE)
        self.errors = (DBAPIError, psycopg.Error, PendingRollbackError)
        self.file = folder / f"{url.database}.postgresql"

    def __str__(self) -> str:
        hosts = [self.url.host] if self.url.host else []
        named = self.url.query.get("host", ())
        hosts += [named] if isinstance(named, str) else [*named]
        return f"{self.url.database} on PostgreSQL" + (f" at {', '.join(hosts)}" if hosts else "")

    def exists(self) -> bool:
        """Whether anything is in it: making the database itself is its operator's task."""
        with self._look() as look:
            return bool(
                look.exec_driver_sql(
                    "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())"
                ).scalar()
            )

    def create(self) -> None:
        """Makes the folder for files about it. The database itself is there already, and has to be one of text."""
        with self._look() as look:
            self._refuse_for(made_wrong(look))
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as e:
            raise StoreError(
                f"cannot make {self.file.parent}: {e.strerror}; check referee.data_dir and its owner"
            ) from None

    @contextmanager
    def look_into(self) -> Iterator[Connection]:
        """In a transaction that may write nothing."""
        with self._look() as look:
            yield look

    @contextmanager
    def only_one(self) -> Iterator[Callable[[], None]]:
        """Has a lock on the server, which ends with its connection."""
        with self._connected() as connection:
            self._refuse_for(made_wrong(connection))
            take = f"SELECT pg_try_advisory_lock({HELD}, hashtext(current_schema()))"
            got = connection.exec_driver_sql(take).scalar()
            connection.rollback()
            if not got:
                raise Busy(f"another referee works on {self}: stop that one first")

            def lasts() -> None:
                # a connection that was lost is never taken up again: if it answers, it has had the lock all the time
                with self._troubles():
                    connection.exec_driver_sql("SELECT 1")
                    connection.rollback()

            yield lasts

    def is_held(self) -> bool | None:
        """Asks the server who shares that lock; on a standby nobody knows."""
        with suppress(Passing), self._connected() as look:
            return bool(
                look.exec_driver_sql(
                    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted "
                    "AND mode = 'ShareLock' "
                    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
                    f"AND classid = {HELD} AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid)"
                ).scalar()
            )
        return None

    def put_by(self, version: str, now: datetime) -> None:
        """Nothing: its operator has dumps, and a migration that fails changes nothing."""

    def engine(self, *, at_work: Tables | None = None) -> Engine:
        """Raises StoreError if the URL holds what the driver does not know. `at_work`: each connection shares the lock
        of the daemons for as long as it lasts, so that nothing can be written without it."""
        engine = _engine(self.url)
        if at_work is not None:
            event.listen(engine, "connect", lambda raw, _: self._share(raw, at_work))
        return engine

    def prove(self, tx: Connection) -> None:
        """The server's version, encoding and settings; it proves its own files when it starts."""
        self._refuse_for(faults(tx))

    def trouble(self, error: Exception) -> StoreError | None:
        """By its SQLSTATE, and where the driver has none by its words."""
        import psycopg  # noqa: PLC0415 - an extra

        if isinstance(error, PendingRollbackError):
            # the connection was lost, and what is undone by that was to be undone
            return self._unreachable("the connection was lost")
        cause = error.orig if isinstance(error, DBAPIError) else error
        if not isinstance(cause, psycopg.Error):
            return None
        why, state = _first_line(cause), cause.sqlstate or ""
        if state == READ_ONLY or (READ_ONLY_SESSION in why and not REFUSED.search(why)):
            remedy = "name the primary in database.url, or all hosts, and see that one of them is the primary"
            return Passing(f"the database {self} cannot be written ({why}), as on a standby: {remedy}")
        if not state:
            lost = isinstance(cause, psycopg.OperationalError | psycopg.InterfaceError)
            return self._unreachable(why) if lost or REFUSED.search(why) else None
        if AWAY.fullmatch(state):
            return self._unreachable(why)
        if state in CROWDED:
            return Passing(f"the database {self} was held up ({why}): what others do there has to end first")
        if state in FULL:
            return Passing(f"the database {self} is out of room ({why}): make room on its server")
        if state == RIGHTS:
            return StoreError(f"the database {self} forbids it ({why}): let its user own the database, or its schema")
        if BROKEN.fullmatch(state):
            return StoreError(f"the database {self} failed ({why}): look into the server's log")
        return None

    def _share(self, raw: "psycopg.Connection[Any]", tables: Tables) -> None:
        """Raises Changing if somebody has the whole lock, StoreError if whoever had it left other tables; and leaves
        the server."""
        if raw.execute(SHARE).fetchone() != (True,):
            raw.close()
            raise Changing(
                f"the tables of {self} are being made or changed, or it is being copied: wait until that ends"
            )
        # only now can nobody change them any more
        found = raw.execute(tables.question).fetchone()
        raw.commit()
        if found != (tables.answer,):
            raw.close()
            raise StoreError(
                f"the tables of {self} are those of another version by now: start the referee of that version"
            )

    def _unreachable(self, why: str) -> StoreError:
        if REFUSED.search(why):
            remedy = "check the names and the password in database.url, and that the database was made"
            return StoreError(f"cannot open the database {self} ({why}): {remedy}")
        return Passing(f"cannot reach the database {self} ({why}): check that its server runs, and database.url")

    def backup(self, target: Path) -> None:
        """Not by us."""
        raise StoreError(f"the database {self} is copied by PostgreSQL's own programs: use `pg_dump --format=custom`")

    def shrink(self) -> None:
        """Nothing: the server gives room to new mail by itself."""

    def size(self, tx: Connection) -> int:
        """All tables and indexes."""
        return int(tx.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    @property
    def how_to_examine(self) -> str:
        """By PostgreSQL's own program."""
        return f"`pg_amcheck {self.url.database}`"

    @contextmanager
    def _look(self) -> Iterator[Connection]:
        with self._connected() as connection:
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")
            yield connection

    def _refuse_for(self, faults: Iterator[str]) -> None:
        if (fault := next(faults, None)) is not None:
            raise StoreError(f"the database {self} {fault}")

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """One connection of its own."""
        engine = self.engine()
        try:
            with self._troubles(), engine.connect() as connection:
                yield connection
        finally:
            engine.dispose()

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except self.errors as e:
            trouble = self.trouble(e)
            if trouble is None:
                raise
            raise trouble from e


def faults(tx: Connection) -> Iterator[str]:
    """What keeps a server from being a referee's, a clause each: begins with a verb, says what to do."""
    yield from made_wrong(tx)
    if not tx.exec_driver_sql("SELECT has_schema_privilege(current_schema(), 'CREATE')").scalar():
        yield "lets its user make no tables: let that user own the database, or its schema"
    if tx.exec_driver_sql("SHOW fsync").scalar_one() == "off":
        yield "has fsync = off, so a power cut may destroy it: set it to on in postgresql.conf"


def made_wrong(tx: Connection) -> Iterator[str]:
    """Those of its `faults` that no setting can mend: only another database does."""
    version = int(tx.exec_driver_sql("SHOW server_version_num").scalar_one()) // 10_000
    if version < OLDEST:
        yield f"runs on PostgreSQL {version}: use {OLDEST} or later"
    if tx.exec_driver_sql("SELECT current_schema()").scalar() is None:
        yield "has no schema for its user: make one with `CREATE SCHEMA public`"
    encoding = tx.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        yield f"has the encoding {encoding}: make it with `createdb --encoding=UTF8 --template=template0`"


def server_of(url: URL, folder: Path) -> PostgresqlServer:
    """The database of a URL. Raises StoreError if it names none, or another driver."""
    if url.drivername != DRIVER or not url.database:
        raise StoreError(
            f"database.url must name a database on PostgreSQL: write it like {DRIVER}://referee@localhost/referee"
        )
    if "@" in (url.host or ""):
        raise StoreError("database.url has an @ too many: write the one within a name or password as %40")
    return PostgresqlServer(url, folder)


def _first_line(error: Exception) -> str:
    """What the server or the driver said, without the values of rows that follow."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    tried = [line.removeprefix("- ") for line in lines if "failed:" in line]
    return "; ".join(tried[:3]) or (lines[0] if lines else type(error).__name__)


def _engine(url: URL) -> Engine:
    from psycopg import IsolationLevel  # noqa: PLC0415 - an extra
    from psycopg.types.string import StrDumper  # noqa: PLC0415 - an extra

    class WithoutZero(StrDumper):
        """Text as PostgreSQL can store it: a mail may hold the character zero."""

        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd") if "\0" in obj else obj)

    # the text of an error must not show parameters: they are mails, tokens and hands
    engine = create_engine(
        url,
        connect_args={key: value for key, value in (PATIENCE | SPOKEN).items() if key not in url.query},
        hide_parameters=True,
        isolation_level="READ COMMITTED",
    )

    @event.listens_for(engine, "connect")
    def _connected(raw: "psycopg.Connection[Any]", record: Any) -> None:
        raw.adapters.register_dumper(str, WithoutZero)
        raw.autocommit = True
        for setting in SETTINGS:
            raw.execute(setting)
        raw.autocommit = False

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = bool(connection.get_execution_options().get("reading"))
        # told with the BEGIN, which the driver sends before the first statement
        raw: Any = connection.connection.driver_connection
        raw.isolation_level = IsolationLevel.REPEATABLE_READ if reading else IsolationLevel.READ_COMMITTED
        raw.read_only = reading
        memory_of(connection).begin(None)

    @event.listens_for(engine, "rollback_savepoint")
    def _undone(connection: Connection, name: str, context: None) -> None:
        memory_of(connection).savepoint_undone()

    return engine
