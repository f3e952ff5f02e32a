"""`referee prune`: what it says, what it does, and that it makes the database smaller only where nobody is at work."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from referee.store.backend import only_one
from tests.commands.test_cli import Shell, played, shell

__all__ = ["played", "shell"]


@pytest.fixture
def old(played: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Return a referee whose mail is all a year old, and whose letters were sent."""
    with closing(sqlite3.connect(played.folder / "data" / "referee.db")) as database, database:
        database.execute("UPDATE outbox SET state = 'sent', sent = written, raw = zeroblob(200000)")
    late = datetime(2100, 1, 1, tzinfo=UTC)
    monkeypatch.setattr("referee.commands.prune.system_clock", lambda: late)
    return played


def left(old: Shell) -> tuple[int, int]:
    """Count the bodies of letters and of mails."""
    with closing(sqlite3.connect(old.folder / "data" / "referee.db")) as database:
        counts = [
            database.execute(f"SELECT sum(length(raw) > 0) FROM {name}").fetchone() for name in ("outbox", "inbox")
        ]
    return counts[0][0], counts[1][0]


def test_it_tells_then_prunes_and_the_file_shrinks(old: Shell) -> None:
    database, before = old.folder / "data" / "referee.db", left(old)
    told = old("prune", "--dry-run")
    assert told.code == 0
    assert (
        told.out
        == f"the bodies of {before[0]} letters and 1 mails older than 90 days would go: {0.2 * before[0]:.1f} MB\n"
    )
    assert left(old) == before
    size = database.stat().st_size
    done = old("prune")
    assert done.code == 0 and "are gone" in done.out and "it took" in done.out
    assert left(old) == (0, 0) and database.stat().st_size < size - 190_000 * before[0]
    assert old("status").code == 1 and old("log", "1").code == 0
    assert "the bodies of 0 letters and 0 mails" in old("prune").out


def test_beside_a_daemon_the_file_stays_as_large(old: Shell) -> None:
    database = old.folder / "data" / "referee.db"
    with only_one(database):
        done = old("prune")
        assert done.code == 0 and "stop the daemon and prune again" in done.out
    assert left(old) == (0, 0)


def test_nothing_goes_if_all_is_to_be_kept(old: Shell) -> None:
    path = old.folder / "referee.toml"
    path.write_text(path.read_text("utf-8") + '[database]\nkeep_mail = "none"\n', "utf-8")
    before, done = left(old), old("prune")
    assert done.code == 1 and "database.keep_mail" in done.err and left(old) == before
