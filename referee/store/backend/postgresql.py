"""PostgreSQL: a server, on which one program works and others store mail. Knows none of our tables.

READ COMMITTED: a transaction sees at each statement what others have committed by then; only the program with the lease
may change the rows that a transaction relies on. A read-only look sees one moment. A commit is on the server's disk,
and on the disk of its synchronous standby if it has one.
"""

import os
import re
import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, PendingRollbackError

from referee.store.backend.lease import ENDS_SECONDS, STANDING_BY, AskedLease, only_one
from referee.store.backend.promises import Busy, Changing, Database, Lease, Passing, SchemaCheck, StoreError

if TYPE_CHECKING:
    import psycopg

OLDEST = 15
"""The first major version that the program is tried with."""
DRIVER = "postgresql+psycopg"
LOCK_SECONDS = 30
"""The longest time that a statement waits for a lock."""
PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""The longest wait for a silent server, unless the URL says otherwise (libpq, 34.1.2)."""
SPOKEN = {"client_encoding": "UTF8"}
"""The encoding of a connection, so that we can say what is wrong with a database of another encoding."""
WRITABLE = {"target_session_attrs": "read-write"}
"""The host to choose of several: one that takes writes, whatever the URL says. A standby may lag behind, and does not
know who holds the database."""
HELD, WORKER = 0x5BADE5, 0x5BADE6
"""The first halves of two advisory locks: all programs that write share the one, and the worker has the other. Their
second half stands for the schema."""
SHARE = f"SELECT pg_try_advisory_lock_shared({HELD}, hashtext(current_schema()))"
SESSION = "SELECT pg_backend_pid()"
LEASE = f"SELECT pg_try_advisory_lock({WORKER}, hashtext(current_schema()))"

REFUSED = re.compile(
    r"authentication failed|no password supplied|does not exist|no pg_hba\.conf entry|not permitted to log in"
    r"|permission denied|invalid connection option|invalid integer value|root certificate|unsupported frontend",
    re.IGNORECASE,
)
"""The words of a server that will say the same again; of all others we think that they are away."""
CROWDED = ("40001", "40P01", "55P03", "57014")
"""The states of a conflict of two transactions, a deadlock, a lock that was not to be had, a statement that took too
long."""
FULL = ("53100", "53200", "53400")
READ_ONLY = "25006"
READ_ONLY_SESSION = "session is read-only"
"""The words of the driver about a server that it may not take, though it answers (libpq, target_session_attrs)."""
RIGHTS = "42501"
AWAY = re.compile(r"08...|57P0[1-5]|53300|25P0[34]")
"""The states in which a server ends connections, or takes none for now (Appendix A of its manual)."""
BROKEN = re.compile(r"58...|XX...|F0...")
"""The states of errors of its disk and of its files."""

SETTINGS = (
    f"SET lock_timeout = '{LOCK_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout = '{ENDS_SECONDS}s'",
    # a server may be set not to wait for a standby; it must always wait for the disk
    "SELECT set_config('synchronous_commit', 'local', false) WHERE current_setting('synchronous_commit') = 'off'",
    # a daemon may wait long for the next mail, or for a copy to end
    "SELECT set_config('idle_session_timeout', '0', false) WHERE current_setting('idle_session_timeout', true) <> '0'",
    # the server, too, must notice that a daemon's machine is gone: otherwise its hold would last for hours
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


class PostgresqlServer(Database):
    """A database on a server."""

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
        self.shared_as = self.url.render_as_string()

    def __str__(self) -> str:
        hosts = [self.url.host] if self.url.host else []
        named = self.url.query.get("host", ())
        hosts += [named] if isinstance(named, str) else [*named]
        return f"{self.url.database} on PostgreSQL" + (f" at {', '.join(hosts)}" if hosts else "")

    def exists(self) -> bool:
        """Tell if the database holds anything: its operator creates the database itself."""
        with self.look_into() as look:
            return bool(
                look.exec_driver_sql(
                    "SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema())"
                ).scalar()
            )

    def create(self) -> None:
        """Make the folder for files about the database. The database itself exists already; its encoding must hold
        text."""
        with self.look_into() as look:
            self._refuse_for(made_wrong(look))
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as e:
            raise StoreError(
                f"cannot make {self.file.parent}: {e.strerror}; check referee.data_dir and its owner"
            ) from None

    @contextmanager
    def look_into(self) -> Iterator[Connection]:
        """Open a read-only transaction."""
        with self._connected() as connection:
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")
            yield connection

    @contextmanager
    def only_one(self) -> Iterator[Callable[[], None]]:
        """Hold a lock on the server, which ends with its connection."""
        with self._connected() as connection:
            self._refuse_for(made_wrong(connection))
            take = f"SELECT pg_try_advisory_lock({HELD}, hashtext(current_schema()))"
            got = connection.exec_driver_sql(take).scalar()
            connection.rollback()
            if not got:
                raise Busy(f"another referee works on {self}: stop that one first")

            def lasts() -> None:
                # never take up a lost connection again: if it answers, it has had the lock all the time
                with self._troubles():
                    connection.exec_driver_sql("SELECT 1")
                    connection.rollback()

            yield lasts

    @contextmanager
    def lease(self, stand_by: Callable[[], object] | None = None) -> Iterator[Lease]:
        """Hold the folder of the database's own files, and a lock of the session. The server ends the session as soon
        as its program is silent: the lock of a stopped program would otherwise last as long as its kernel answers."""
        with self._own_folder() as said, self._connected() as connection:
            self._refuse_for(made_wrong(connection))
            connection.rollback()
            session: psycopg.Connection[Any] = connection.connection.driver_connection  # type: ignore[assignment]
            session.autocommit = True
            try:
                session.execute(f"SET idle_session_timeout = '{ENDS_SECONDS}s'")
                self._wait_for_lease(session, said, stand_by)
                lease = AskedLease(_name(), lambda: session.execute("SELECT 1"), self.errors)
                lease.start()
                try:
                    yield lease
                finally:
                    lease.stop()
            finally:
                # the server may have ended it: there is nothing to roll back
                connection.invalidate()

    def _wait_for_lease(
        self, session: "psycopg.Connection[Any]", said: Path, stand_by: Callable[[], object] | None
    ) -> None:
        taken = session.execute(LEASE).fetchone() == (True,)
        if not taken and stand_by is None:
            raise Busy(f"another referee works on {self}: stop that one first")
        if not taken:
            said.write_text(STANDING_BY, "ascii")
        while not taken:
            assert stand_by is not None, "else nobody waits"
            stand_by()
            taken = session.execute(LEASE).fetchone() == (True,)
        said.write_text("", "ascii")

    @contextmanager
    def _own_folder(self) -> Iterator[Path]:
        """Hold the folder of this program's files about a database that others work on, too. Raises Busy."""
        with ExitStack() as held:
            try:
                said = held.enter_context(only_one(self.file))
            except Busy:
                raise Busy(f"another daemon has {self.file.parent}: give each a referee.data_dir of its own") from None
            yield said

    def is_held(self) -> bool | None:
        """Ask the server who has that lock; on a standby nobody knows."""
        with suppress(Passing), self._connected() as look:
            return bool(
                look.exec_driver_sql(
                    "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted "
                    "AND mode = 'ExclusiveLock' "
                    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
                    f"AND classid = {WORKER} AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid)"
                ).scalar()
            )
        return None

    def put_by(self, version: str, now: datetime) -> None:
        """Do nothing: its operator has dumps, and a migration that fails changes nothing."""

    def engine(self, *, at_work: SchemaCheck | None = None) -> Engine:
        """Make connections. Raises StoreError if the URL holds options that the driver does not know. `at_work`: each
        connection shares the lock of the daemons for as long as it lasts, so that nothing can be written without it."""
        engine = _engine(self.url)
        if at_work is not None:
            event.listen(engine, "connect", lambda raw, _: self._share(raw, at_work))
        return engine

    def prove(self, tx: Connection) -> None:
        """Check the server's version, encoding and settings, and that a session stays one; it proves its own files when
        it starts."""
        self._refuse_for(faults(tx))
        if self._is_pooled():
            raise StoreError(
                f"the database {self} gives each transaction another session, as PgBouncer does in transaction mode: "
                "no lock lasts there, and two daemons could work at once; name the server itself, or pool sessions"
            )

    def _is_pooled(self) -> bool:
        """Tell if a pooler may give a connection's session to somebody else, so that it goes on in another session."""
        with self._connected() as one, self._connected() as other:
            first = one.exec_driver_sql(SESSION).scalar()
            one.rollback()
            other.exec_driver_sql(SESSION)
            return bool(one.exec_driver_sql(SESSION).scalar() != first)

    def trouble(self, error: Exception) -> StoreError | None:
        """Judge an error by its SQLSTATE, or by its words if the driver gives no SQLSTATE."""
        import psycopg  # noqa: PLC0415 - an extra

        if isinstance(error, PendingRollbackError):
            # the connection was lost: the transaction is undone, as it was to be
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

    def _share(self, raw: "psycopg.Connection[Any]", tables: SchemaCheck) -> None:
        """Share the lock of the daemons. Raises Changing if somebody has the whole lock, StoreError if they left other
        tables; closes the connection in both cases."""
        if raw.execute(SHARE).fetchone() != (True,):
            raw.close()
            raise Changing(
                f"the tables of {self} are being made or changed, or it is being copied: wait until that ends"
            )
        # now nobody can change these rows any more
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
        """Refuse: its operator makes copies."""
        raise StoreError(f"the database {self} is copied by PostgreSQL's own programs: use `pg_dump --format=custom`")

    def shrink(self) -> None:
        """Do nothing: the server gives room to new mail by itself."""

    def size(self, tx: Connection) -> int:
        """Count the bytes of all tables and indexes."""
        return int(tx.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    def _refuse_for(self, faults: Iterator[str]) -> None:
        if (fault := next(faults, None)) is not None:
            raise StoreError(f"the database {self} {fault}")

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Connect, with one connection of its own."""
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
    """Yield the faults for which a referee cannot use a server, a clause each, which begins with a verb and says what
    to do."""
    yield from made_wrong(tx)
    if not tx.exec_driver_sql("SELECT has_schema_privilege(current_schema(), 'CREATE')").scalar():
        yield "lets its user make no tables: let that user own the database, or its schema"
    if tx.exec_driver_sql("SHOW fsync").scalar_one() == "off":
        yield "has fsync = off, so a power cut may destroy it: set it to on in postgresql.conf"


def made_wrong(tx: Connection) -> Iterator[str]:
    """Yield the faults of a database that no setting can mend: the club needs another database."""
    version = int(tx.exec_driver_sql("SHOW server_version_num").scalar_one()) // 10_000
    if version < OLDEST:
        yield f"runs on PostgreSQL {version}: use {OLDEST} or later"
    if tx.exec_driver_sql("SELECT current_schema()").scalar() is None:
        yield "has no schema for its user: make one with `CREATE SCHEMA public`"
    encoding = tx.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding != "UTF8":
        yield f"has the encoding {encoding}: make it with `createdb --encoding=UTF8 --template=template0`"


def server_of(url: URL, folder: Path) -> PostgresqlServer:
    """Return the database of a URL. Raises StoreError if the URL names no database, or another driver."""
    if url.drivername != DRIVER or not url.database:
        raise StoreError(
            f"database.url must name a database on PostgreSQL: write it like {DRIVER}://referee@localhost/referee"
        )
    if "@" in (url.host or ""):
        raise StoreError("database.url has an @ too many: write the one within a name or password as %40")
    return PostgresqlServer(url, folder)


def _name() -> str:
    """Make a name for the holder of the lease: no other holder ever has it, here or on another machine."""
    return f"{socket.gethostname()[:60]} {os.getpid()} {secrets.token_hex(8)}"


def _first_line(error: Exception) -> str:
    """Return the message of the server or the driver, without the values of rows behind it."""
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

    @event.listens_for(engine, "do_executemany")
    def _one_by_one(cursor: Any, statement: str, rows: Sequence[Any], _: Any) -> bool:
        # the driver's own way ends with a Flush, after which the server stops counting how long a program is silent
        for row in rows:
            cursor.execute(statement, row)
        return True

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        reading = bool(connection.get_execution_options().get("reading"))
        # told with the BEGIN, which the driver sends before the first statement
        raw: Any = connection.connection.driver_connection
        raw.isolation_level = IsolationLevel.REPEATABLE_READ if reading else IsolationLevel.READ_COMMITTED
        raw.read_only = reading

    return engine
