"""The words of `status --check` in each state in which something is wrong; otherwise it says nothing."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.config import Settings, load_settings
from referee.desk.alarm import MARK, Cause
from referee.running.backups import BACKUP_TROUBLE, LAST_BACKUP
from referee.running.health import ailments
from referee.running.watch import LAST_READ, MAIL_TROUBLE, MAILBOX_TROUBLE
from referee.store import marks
from referee.store.backend import only_one
from tests.running.post_office import write_config
from tests.running.referee import Referee, quick, referee

__all__ = ["quick", "referee"]

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
SOON, LATE = timedelta(minutes=9), timedelta(minutes=11)


class Healthy:
    """A referee with a game, for which all is well at NOW; then something goes wrong."""

    def __init__(self, one: Referee) -> None:
        self.referee = one.starts_game()
        self.settings: Settings = load_settings(one.folder / "referee.toml")
        self.file = one.store.file
        self.mark(LAST_READ, NOW - timedelta(seconds=20))
        later = (NOW + timedelta(days=1)).isoformat(timespec="microseconds")
        self.referee.sql("UPDATE games SET deadline = ?", later)

    def mark(self, name: str, moment: datetime, words: str = "") -> None:
        with self.referee.store.transaction() as tx:
            marks.set_mark(tx, name, f"{moment.isoformat()} {words}".strip())

    def letter_due(self, ago: timedelta) -> None:
        due = (NOW - ago).isoformat(timespec="microseconds")
        self.referee.sql("UPDATE outbox SET state = 'waiting', sent = NULL, due = ? WHERE id = 1", due)

    def wrong(self, at: datetime = NOW) -> list[str]:
        return ailments(self.settings, at)

    def only(self, words: str) -> None:
        (said,) = self.wrong()
        assert words in said


@pytest.fixture
def well(referee: Referee) -> Iterator[Healthy]:
    one = Healthy(referee)
    with ExitStack() as held:
        held.enter_context(only_one(one.file))
        yield one


def test_all_is_well(well: Healthy) -> None:
    assert well.wrong() == []
    well.letter_due(SOON)
    well.mark(MAILBOX_TROUBLE, NOW - timedelta(hours=1), "the server was away for a moment")
    assert well.wrong() == []


def test_the_mailbox_was_not_read(well: Healthy) -> None:
    assert well.wrong(NOW + SOON) == []
    assert well.wrong(NOW + LATE) == ["the mailbox was last read 11 minutes ago"]
    well.mark(MAILBOX_TROUBLE, NOW, "no token to log in with")
    assert well.wrong(NOW + LATE) == ["the mailbox was last read 11 minutes ago: no token to log in with"]
    imap = well.settings.mailbox.model_copy(update={"poll_seconds": 1200.0})
    well.settings = well.settings.model_copy(update={"imap": imap})
    assert well.wrong(NOW + timedelta(minutes=35)) == []
    assert well.wrong(NOW + timedelta(minutes=45)) != []
    well.referee.sql("DELETE FROM marks WHERE name = ?", LAST_READ)
    well.only("was never read: no token")


def test_a_mailbox_that_was_read_in_the_future_is_not_well(well: Healthy) -> None:
    assert well.wrong(NOW - SOON) == [], "the clock was set back a little"
    (said,) = well.wrong(NOW - 2 * LATE)
    assert said.endswith("minutes from now: look at the clock")


def test_an_alarm_that_leaves_no_other_trace_counts_for_an_hour(well: Healthy) -> None:
    well.mark(f"{MARK}{Cause.CLOCK}", NOW - timedelta(minutes=30), "the clock of game 1 could not act")
    well.only("the clock of game 1 could not act")
    well.mark(f"{MARK}{Cause.CLOCK}", NOW - timedelta(hours=2), "the clock of game 1 could not act")
    assert well.wrong() == []


def test_letters_are_held_or_sending_is_away(well: Healthy) -> None:
    well.letter_due(LATE)
    well.only("a letter is held, and not sent, since 11 minutes")
    sent = datetime.fromisoformat(well.referee.status()["mail_sent"])
    well.mark(MAIL_TROUBLE, sent + timedelta(minutes=1), "cannot reach it")
    well.only("no letter can be sent, since 11 minutes: cannot reach it")


def test_a_record_is_not_filed(well: Healthy) -> None:
    ended = "UPDATE games SET ended_at = ?, deadline = NULL"
    well.referee.sql(ended, (NOW - SOON).isoformat(timespec="microseconds"))
    assert well.wrong() == []
    well.referee.sql(ended, (NOW - LATE).isoformat(timespec="microseconds"))
    well.only("the record of game 1 is not in its file")


def test_a_clock_did_not_act(well: Healthy) -> None:
    ran_out = (NOW - timedelta(minutes=12)).isoformat(timespec="microseconds")
    well.referee.sql("UPDATE games SET deadline = ?, notice = NULL", ran_out)
    well.only("the clock of game 1 ran out and did not act")


def test_a_backup_failed_or_is_missing(well: Healthy) -> None:
    well.mark(LAST_BACKUP, NOW - timedelta(hours=30), "a.db")
    assert well.wrong() == [], "none is configured"
    backup = well.settings.backup.model_copy(update={"folder": Path("backups")})
    well.settings = well.settings.model_copy(update={"backup": backup})
    assert well.wrong() == []
    well.mark(BACKUP_TROUBLE, NOW - timedelta(hours=40), "no room")
    assert well.wrong() == [], "one was made since"
    well.mark(BACKUP_TROUBLE, NOW, "no room")
    well.only("the last backup failed: no room")
    well.mark(LAST_BACKUP, NOW - timedelta(days=3), "a.db")
    well.mark(BACKUP_TROUBLE, NOW - timedelta(days=4), "no room")
    well.only("the last backup was made 4320 minutes ago")


def test_the_database_cannot_be_read(tmp_path: Path) -> None:
    settings = load_settings(write_config(tmp_path))
    file = tmp_path / "data" / "referee.db"
    assert ailments(settings, NOW) == [f"there is no database {file}: start `referee run`"]
    file.parent.mkdir()
    file.write_bytes(b"a diary" * 1000)
    assert "is not a referee's database" in ailments(settings, NOW)[0]
    assert file.read_bytes() == b"a diary" * 1000


def test_migrations_are_missing(well: Healthy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.running.health.newest", lambda: "0002")
    well.only("the database has schema 0001 and not 0002: start the daemon of this version")
    assert schema_of(well) == "0001", "it only looks"


def test_a_newer_referee_wrote_the_database(well: Healthy) -> None:
    well.referee.sql("UPDATE alembic_version SET version_num = '9000'")
    well.only(f"{well.file} was written by a newer referee (schema 9000): install that version")
    assert schema_of(well) == "9000", "it only looks"


def schema_of(well: Healthy) -> str:
    with sqlite3.connect(well.file) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])
