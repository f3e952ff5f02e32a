"""Only its owner can read what the program writes, even if the system would let everybody; and a copy made while the
daemon writes is whole, and its game can be played on."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from referee.commands.app import main
from tests.running.post_office import MASTER, PLAYERS, REFEREE, STARTER, PostOffice, proven, write_config

INIT = (
    "--address",
    REFEREE,
    "--gamesmaster",
    MASTER,
    "--imap-host",
    "x.test",
    "--imap-password",
    "p",
    "--smtp-host",
    "x",
)


def referee(*words: str | Path) -> None:
    """Run one command in this process, under a umask that hides nothing."""
    hidden = os.umask(0)
    try:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as end:
            patch.setattr(sys, "argv", ["referee", *map(str, words)])
            main()
    finally:
        os.umask(hidden)
    assert end.value.code == 0, words


def open_to_others(folder: Path) -> dict[str, str]:
    """Return everything below a folder that is not 0600, or 0700 for a folder."""
    return {
        str(path.relative_to(folder)): oct(mode)
        for path in folder.rglob("*")
        if (mode := stat.S_IMODE(path.lstat().st_mode)) != (0o700 if path.is_dir() else 0o600)
    }


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[PostOffice, Path, subprocess.Popen[bytes]]]:
    """Yield a daemon at work, its configuration, and the mail system."""
    with PostOffice() as office:
        config = write_config(tmp_path, office, imap="poll_seconds = 0.1")
        config.chmod(0o600)
        command = [sys.executable, "-m", "referee", "run", "--config", str(config)]
        with (tmp_path / "log").open("wb") as log, subprocess.Popen(command, stderr=log, umask=0) as process:
            (tmp_path / "log").chmod(0o600)
            try:
                yield office, config, process
            finally:
                process.kill()


def handled(file: Path) -> int:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return int(database.execute("SELECT count(*) FROM inbox WHERE state = 'done'").fetchone()[0])


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        # the file may not exist yet
        with suppress(sqlite3.OperationalError):
            if holds():
                return
        time.sleep(0.05)
    raise AssertionError("it did not come about in time")


def read(file: Path) -> bool:
    """Tell if the daemon noted that it read its mailbox."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT 1 FROM marks WHERE name = 'mailbox-read'").fetchone() is not None


def until_done(file: Path, count: int) -> None:
    until(lambda: handled(file) >= count)


def test_what_init_and_a_migration_write(tmp_path: Path) -> None:
    config = tmp_path / "new" / "folder" / "referee.toml"
    referee("init", "--config", config, *INIT)
    file = config.parent / "data" / "referee.db"
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (0,)
    assert open_to_others(tmp_path) == {}


def test_what_the_daemon_and_a_backup_write(running: tuple[PostOffice, Path, subprocess.Popen[bytes]]) -> None:
    office, config, process = running
    file = config.parent / "data" / "referee.db"
    office.brings(proven(MASTER, STARTER))
    office.brings(proven(MASTER, "forfeit team 1", number=2).replace(b"Subject: a game", b"Subject: [Spades 1]"))
    until_done(file, 2)
    referee("backup", config.parent / "copy.db", "--config", config)
    assert {"referee.db-wal", "referee.db-shm", "referee.db.lock"} <= {path.name for path in file.parent.iterdir()}
    until(lambda: list(file.parent.glob("records/*")))
    assert open_to_others(config.parent) == {}
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0


def test_a_copy_made_while_the_daemon_writes_is_whole_and_plays_on(
    running: tuple[PostOffice, Path, subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    office, config, process = running
    file = config.parent / "data" / "referee.db"
    office.brings(proven(MASTER, STARTER))
    until_done(file, 1)
    copies = []
    for number in range(5):
        for question in range(10):
            office.brings(proven(PLAYERS[question % 4], "status", number=100 * number + question))
        copies.append(config.parent / f"{number}.db")
        referee("backup", copies[-1], "--config", config)
    until_done(file, 51)
    copies.append(config.parent / "last.db")
    referee("backup", copies[-1], "--config", config)
    process.send_signal(signal.SIGTERM)
    assert process.wait(20) == 0
    for copy in copies:
        with closing(sqlite3.connect(copy)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
            assert database.execute("SELECT count(*) FROM games").fetchone() == (1,)
    assert handled(copies[0]) <= handled(copies[-1]) <= 51
    # as docs/operations.md says, beside a new folder that knows nothing of what came after the copy
    elsewhere = tmp_path / "restored"
    (elsewhere / "data").mkdir(parents=True)
    os.replace(copies[-1], elsewhere / "data" / "referee.db")
    again = write_config(elsewhere, office)
    office.brings(proven(MASTER, "pause", number=9).replace(b"Subject: a game", b"Subject: [Spades 1]"))
    referee("run", "--once", "--config", again)
    with closing(sqlite3.connect(elsewhere / "data" / "referee.db")) as database:
        outcomes = database.execute("SELECT outcome FROM inbox ORDER BY id DESC LIMIT 1").fetchone()
    assert outcomes[0].split()[0] == "Pause/accepted"


def test_a_monitor_is_told_that_all_is_well_while_a_daemon_runs(
    running: tuple[PostOffice, Path, subprocess.Popen[bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    office, config, process = running
    office.brings(proven(MASTER, STARTER))
    file = config.parent / "data" / "referee.db"
    until_done(file, 1)
    until(lambda: read(file))
    referee("status", "--check", "--config", config)
    assert capsys.readouterr().out == "all is well\n"
    process.kill()
    process.wait()
    with pytest.raises(AssertionError):
        referee("status", "--check", "--config", config)
    assert capsys.readouterr().out == "no daemon runs: start `referee run`\n"


@pytest.mark.long
def test_what_the_demo_keeps(tmp_path: Path) -> None:
    referee("demo", "--keep", tmp_path / "kept")
    assert len(list(tmp_path.rglob("*.eml"))) > 100
    pages = {name: mode for name, mode in open_to_others(tmp_path).items() if name.startswith("kept/site")}
    assert open_to_others(tmp_path) == pages, "only what is public is for others to read"
    assert set(pages.values()) == {"0o755", "0o644"}
