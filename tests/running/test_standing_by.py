"""One daemon works on a PostgreSQL server, and others stand by: never two that write, and the next begins soon."""

import asyncio
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.commands.app import app
from referee.config import load_settings
from referee.demo.servers import EmbeddedMail
from referee.running.daemon import Daemon
from referee.running.opening import open_desk, working
from referee.store import inbox, marks
from referee.store.backend import Busy, Changing, SchemaCheck, Store, StoreError, Superseded, database_at
from referee.store.backend import lease as leases
from referee.store.backend.lease import AskedLease
from referee.store.migrate import newest, version_of
from tests.postgresql import scratch_database, server
from tests.running.post_office import MASTER, STARTER, PostOffice, proven, write_config
from tests.running.referee import USERS, Referee, play, quick, until
from tests.wire.scripted import within

__all__ = ["quick"]

SOON = 10.0
"""The seconds within which the next daemon works, whatever happened to the last."""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return scratch_database(tmp_path / "referee.db")


def configured(folder: Path, url: str, **more: Any) -> Path:
    folder.mkdir(exist_ok=True)
    return write_config(folder, other=f'[database]\nurl = "{url}"', **more)


@contextmanager
def leased(url: str, folder: Path) -> Iterator[Store]:
    """Yield the database, for the one who works on it."""
    with working(load_settings(configured(folder, url)), patient=False) as store:
        yield store


def writes(store: Store, value: str = "x") -> None:
    with store.transaction() as tx:
        marks.set_mark(tx, "written", value)


class Other:
    """A program of its own that takes the lease on a database and does what it is told."""

    TEXT = (
        "import sys; from pathlib import Path; from referee.config import load_settings\n"
        "from referee.running.opening import working\n"
        "from referee.store.marks import set_mark\n"
        "from time import sleep\n"
        "waits = lambda: sleep(0.05) if sys.argv[2] == 'waits' else None\n"
        "with working(load_settings(Path(sys.argv[1])), waits, patient=True) as store:\n"
        "    print('works', flush=True)\n"
        "    for line in sys.stdin:\n"
        "        if line == 'begin\\n':\n"
        "            with store.transaction() as tx:\n"
        "                set_mark(tx, 'written', 'within')\n"
        "                print('begun', flush=True)\n"
        "                sys.stdin.readline()\n"
        "        else:\n"
        "            with store.transaction() as tx: set_mark(tx, 'written', line.strip())\n"
        "        print('done', flush=True)\n"
    )

    def __init__(self, config: Path) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", self.TEXT, str(config), "waits"]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def says(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def hears(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def gets(self, how: signal.Signals) -> None:
        self.process.send_signal(how)

    def ends(self) -> str:
        """Return its last words."""
        return self.process.communicate(timeout=60)[1]


@pytest.fixture
def others() -> Iterator[list[Other]]:
    started: list[Other] = []
    yield started
    for one in started:
        one.process.kill()
        one.process.communicate()


def seconds_until_works(url: str, folder: Path) -> float:
    """Measure how long a program that stands by waits for the lease, and for the fence."""
    began = time.monotonic()

    def waits() -> None:
        assert time.monotonic() - began < 3 * SOON, "nobody lets go"
        time.sleep(0.05)

    with working(load_settings(configured(folder, url)), waits, patient=True) as store:
        writes(store, "next")
        return time.monotonic() - began


def written(url: str) -> str:
    name = url.partition("@/")[2].partition("?")[0]
    return str(server().tells("SELECT value FROM marks WHERE name = 'written'", name)[0][0])


def test_only_one_works(url: str, tmp_path: Path) -> None:
    with leased(url, tmp_path / "one") as store:
        writes(store)
        assert store.lease.is_sure() and not store.lease.is_lost()
        assert store.database.is_held()
        with pytest.raises(Busy, match="stop that one first"), leased(url, tmp_path / "other"):
            pass
    assert store.database.is_held() is False
    with leased(url, tmp_path / "other") as store:
        writes(store)


def test_who_stands_by_works_once_the_other_ends(url: str, tmp_path: Path) -> None:
    waited: list[int] = []
    with leased(url, tmp_path / "one") as first:
        writes(first, "first")
        gone = threading.Event()

        def waits() -> None:
            waited.append(1)
            time.sleep(0.02)
            if len(waited) == 3:
                assert database_at(url, tmp_path).is_held()
                gone.set()

        def other() -> None:
            with working(load_settings(configured(tmp_path / "other", url)), waits, patient=False) as second:
                writes(second, "second")

        standing_by = threading.Thread(target=other)
        standing_by.start()
        assert gone.wait(10)
    standing_by.join(10)
    assert len(waited) >= 3 and written(url) == "second"


def test_whoever_was_killed_is_followed_at_once(url: str, tmp_path: Path, others: list[Other]) -> None:
    others.append(Other(configured(tmp_path / "one", url)))
    assert others[0].says() == "works"
    others[0].gets(signal.SIGKILL)
    assert seconds_until_works(url, tmp_path / "other") < SOON


def test_whoever_froze_is_followed_soon_and_cannot_write_when_it_thaws(
    url: str, tmp_path: Path, others: list[Other]
) -> None:
    others.append(Other(configured(tmp_path / "one", url)))
    assert others[0].says() == "works"
    others[0].gets(signal.SIGSTOP)
    seconds = seconds_until_works(url, tmp_path / "other")
    assert 2 < seconds < SOON
    others[0].hears("late")
    others[0].gets(signal.SIGCONT)
    assert "Superseded" in others[0].ends() and written(url) == "next"


def test_whoever_froze_in_the_middle_of_a_transaction_holds_up_nobody(
    url: str, tmp_path: Path, others: list[Other]
) -> None:
    others.append(Other(configured(tmp_path / "one", url)))
    others[0].hears("begin")
    assert [others[0].says(), others[0].says()] == ["works", "begun"]
    others[0].gets(signal.SIGSTOP)
    assert seconds_until_works(url, tmp_path / "other") < SOON
    others[0].hears("commit")
    others[0].gets(signal.SIGCONT)
    assert others[0].ends() and written(url) == "next"


def test_a_lease_that_the_server_ends_is_lost(url: str, tmp_path: Path) -> None:
    with leased(url, tmp_path / "one") as store:
        ended = server().tells(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            url.partition("@/")[2].partition("?")[0],
        )
        assert ended == [(True,)]
        end = time.monotonic() + 5
        while not store.lease.is_lost():
            assert time.monotonic() < end
            time.sleep(0.05)
        assert not store.lease.is_sure()
        with leased(url, tmp_path / "other") as other:
            with pytest.raises(Superseded):
                writes(store)
            writes(other)


def test_a_transaction_under_way_is_waited_for(url: str, tmp_path: Path) -> None:
    """A new holder never writes beside an older one, not even beside one that has begun before."""
    with leased(url, tmp_path / "one") as store:
        began, commits, entered = threading.Event(), threading.Event(), threading.Event()

        def slow() -> None:
            with store.transaction() as tx:
                marks.set_mark(tx, "written", "slow")
                began.set()
                commits.wait(5)

        def enters() -> None:
            with closing(Store(database_at(url, tmp_path))) as new:
                marks.enter(new, AskedLease("another", lambda: None))
                entered.set()

        threads = [threading.Thread(target=work) for work in (slow, enters)]
        threads[0].start()
        assert began.wait(5)
        threads[1].start()
        assert not entered.wait(0.5)
        commits.set()
        assert entered.wait(5)
        for thread in threads:
            thread.join()
        assert written(url) == "slow"
        with pytest.raises(Superseded), store.batch():
            pass
        with store.reading() as look:
            assert marks.get_mark(look, marks.WORKER) == "another"


def test_a_lease_is_sure_for_less_long_than_the_server_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2 * leases.ASK_SECONDS < leases.SURE_SECONDS < leases.ENDS_SECONDS < leases.GONE_SECONDS
    moment = 100.0
    monkeypatch.setattr(leases, "_seconds", lambda: moment)
    silent = AskedLease("one", lambda: None)
    assert silent.is_sure() and not silent.is_lost()
    moment += leases.SURE_SECONDS
    assert not silent.is_sure() and not silent.is_lost()
    moment += leases.GONE_SECONDS
    assert silent.is_lost()


def test_a_lease_is_as_old_as_the_question_that_was_answered_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer may have been under way for long."""
    monkeypatch.setattr(leases, "ASK_SECONDS", 0.01)
    moment, asked = 100.0, threading.Event()
    monkeypatch.setattr(leases, "_seconds", lambda: moment)

    def slow() -> None:
        nonlocal moment
        moment += leases.SURE_SECONDS
        asked.set()

    lease = AskedLease("one", slow)
    lease.start()
    assert asked.wait(5)
    assert not lease.is_sure()
    lease.stop()


def test_daemons_that_start_together_on_an_empty_database(tmp_path: Path, others: list[Other]) -> None:
    """One makes the tables and works; the others wait for it, and none of them fails."""
    name = "m" + tmp_path.name.replace("-", "_").lower()[:30] + str(os.getpid())
    empty = server().make(name)
    try:
        others += [Other(configured(tmp_path / str(number), empty)) for number in range(3)]
        for _ in others:
            working_now = next_to_work(others)
            working_now.hears("written")
            assert working_now.says() == "done"
            assert version_of(database_at(empty, tmp_path)) == newest()
            others.remove(working_now)
            assert working_now.process.communicate(timeout=30)[1] == ""
    finally:
        for one in others:
            one.process.kill()
            one.process.wait()
        server().drop(name)


def next_to_work(others: list[Other]) -> Other:
    """Return the program that says that it works; the others say nothing."""
    pipes = [one.process.stdout for one in others if one.process.stdout is not None]
    ready, _, _ = select.select(pipes, [], [], 30)
    (found,) = [one for one in others if one.process.stdout in ready]
    assert found.says() == "works"
    return found


def test_a_program_at_work_on_older_tables_is_named_in_the_end(tmp_path: Path) -> None:
    name = "w" + tmp_path.name.replace("-", "_").lower()[:30] + str(os.getpid())
    empty = server().make(name)
    try:
        with closing(Store(database_at(empty, tmp_path), at_work=SchemaCheck("SELECT 'older'", "older"))) as older:
            with older.reading() as look:
                look.exec_driver_sql("SELECT 1")
            with pytest.raises(Busy, match="stop that one first"), leased(empty, tmp_path / "one"):
                pass
        with leased(empty, tmp_path / "one"):
            pass
        with (
            database_at(empty, tmp_path).only_one(),
            pytest.raises(Changing, match="wait until that ends"),
            leased(empty, tmp_path / "one"),
        ):
            pass
    finally:
        server().drop(name)


def test_a_folder_belongs_to_one_daemon(url: str, tmp_path: Path) -> None:
    with leased(url, tmp_path / "one"):
        taken = r"another daemon has .*one/data: give each a referee\.data_dir of its own"
        with pytest.raises(Busy, match=taken), leased(url, tmp_path / "one"):
            pass


def test_no_letter_goes_while_the_lease_is_not_sure(url: str, tmp_path: Path) -> None:
    one = Referee(tmp_path)
    one.more["other"] = f'[database]\nurl = "{url}"'

    class Doubtful(AskedLease):
        sure = False

        def is_sure(self) -> bool:
            return self.sure

        def is_lost(self) -> bool:
            return False

    async def test() -> None:
        with leased(url, tmp_path) as store:
            one.store = store
            store.lease = doubtful = Doubtful(store.lease.holder, lambda: None)
            async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, within(30), one.uses(mail).running():
                one.receives(proven(MASTER, STARTER))
                await until(lambda: one_row(store, "SELECT count(*) FROM outbox"))
                await asyncio.sleep(0.7)
                assert one_row(store, "SELECT count(*) FROM outbox WHERE state <> 'waiting'") == 0
                assert not mail.delivered[MASTER]
                doubtful.sure = True
                await until(lambda: mail.delivered[MASTER])

    play(test())


def one_row(store: Store, query: str) -> Any:
    with store.reading() as look:
        return look.exec_driver_sql(query).scalar()


def test_a_daemon_whose_lease_is_lost_ends(url: str, tmp_path: Path) -> None:
    one = Referee(tmp_path)
    one.more["other"] = f'[database]\nurl = "{url}"'

    async def test() -> None:
        with leased(url, tmp_path) as store:
            async with EmbeddedMail(USERS) as mail, within(20):
                one.uses(mail)
                daemon = Daemon(open_desk(load_settings(tmp_path / "referee.toml")), store)
                store.lease._failed = True  # type: ignore[attr-defined]
                with pytest.raises(Superseded):
                    await daemon.run()

    configured(tmp_path, url)
    play(test())


def handled(config: Path, *words: str) -> int:
    return CliRunner().invoke(app, ["handle", *words, "--config", str(config)]).exit_code


@pytest.mark.parametrize("on_server", [True, False], ids=["postgresql", "sqlite"])
def test_handle_stores_beside_a_daemon_and_handles_without_one(url: str, tmp_path: Path, on_server: bool) -> None:
    place = url if on_server else f"sqlite:///{tmp_path}/referee.db"
    config = configured(tmp_path / "one", place)
    file = tmp_path / "mail.eml"
    file.write_bytes(proven(MASTER, STARTER))
    with leased(place, tmp_path / "one") as store:
        assert handled(config, str(file)) == 0
        assert one_row(store, "SELECT state FROM inbox") == "new"
        with store.transaction() as tx:
            inbox.shunt(tx, 1, "a bug", "shunted")
        assert handled(config, "--shunted") == 0
        assert one_row(store, "SELECT state FROM inbox") == "new"
    file.write_bytes(proven(MASTER, "pause", number=2))
    assert handled(config, str(file)) == 0
    with leased(place, tmp_path / "one") as store:
        assert one_row(store, "SELECT count(*) FROM inbox WHERE state = 'done'") == 2


def log_of(config: Path) -> str:
    return config.with_name("log").read_text()


def soon(holds: Callable[[], object], seconds: float = 40) -> float:
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < seconds, "it did not come about"
        time.sleep(0.05)
    return time.monotonic() - began


def test_a_standby_is_ready_and_well_and_works_when_the_other_is_killed(url: str, tmp_path: Path) -> None:
    """Only then does it take the mailbox and write the site."""
    started: list[subprocess.Popen[bytes]] = []

    def start(config: Path) -> subprocess.Popen[bytes]:
        with config.with_name("log").open("ab") as log:
            command = [sys.executable, "-m", "referee", "run", "--config", str(config)]
            started.append(subprocess.Popen(command, stderr=log, stdin=subprocess.DEVNULL))
        return started[-1]

    def says(config: Path) -> tuple[int, str]:
        ran = CliRunner().invoke(app, ["status", "--check", "--config", str(config)])
        return ran.exit_code, ran.output.strip()

    try:
        with PostOffice() as office:
            site = f'[site]\nfolder = "pages"\n[database]\nurl = "{url}"'
            one, other = tmp_path / "one", tmp_path / "other"
            for folder in (one, other):
                folder.mkdir()
            first, second = (
                write_config(folder, office, other=site, imap="poll_seconds = 0.2") for folder in (one, other)
            )
            start(first)
            soon(lambda: "event=started" in log_of(first))
            start(second)
            soon(lambda: 'event="standing by"' in log_of(second))
            soon(lambda: says(first) == (0, "all is well"))
            assert says(second) == (0, "standing by")
            assert (one / "pages").exists() and not (other / "pages").exists()
            started[0].kill()
            assert soon(lambda: "event=started" in log_of(second)) < SOON
            soon((other / "pages" / "index.html").exists)
            soon(lambda: says(second) == (0, "all is well"))
            office.brings(proven(MASTER, STARTER))
            soon(lambda: "Start/accepted" in log_of(second))
            started[1].send_signal(signal.SIGTERM)
            assert started[1].wait(20) == 0
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_one_round_of_work_does_not_wait_for_a_daemon(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.running.opening.PATIENCE_SECONDS", 0.3)
    config = configured(tmp_path / "two", url)
    with leased(url, tmp_path / "one"):
        ran = CliRunner().invoke(app, ["run", "--once", "--config", str(config)])
    assert isinstance(ran.exception, StoreError | SystemExit) and ran.exit_code != 0
