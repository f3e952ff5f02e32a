"""`referee status`: when it says that all is well, and `--check` in each state in which something is wrong: exit code
1, and one line that says why."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
import typer

from referee.commands.status import WELL, status
from referee.desk.alarm import MARK, Cause
from referee.running import health
from referee.running.guard import compare_with_mailbox
from referee.running.health import LAST_READ, MAIL_TROUBLE, MAILBOX_TROUBLE
from referee.running.upkeep import BACKUP_TROUBLE, LAST_BACKUP
from referee.store import marks
from referee.store.backend import only_one
from tests.running.post_office import write_config
from tests.running.referee import Referee, quick, referee

__all__ = ["quick", "referee"]

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
SOON, LATE = timedelta(minutes=9), timedelta(minutes=11)
DAYS = timedelta(days=3)


class Club:
    """A referee with a game, for which all is well at NOW, and its daemon's hold on the database."""

    def __init__(self, one: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
        self.referee, self.patch = one.starts_game(), monkeypatch
        self.config, self.file = one.folder / "referee.toml", one.store.file
        self.hold = ExitStack()
        self.hold.enter_context(only_one(self.file))
        self.mark(LAST_READ, timedelta(seconds=20))
        self.sql("UPDATE games SET deadline = ?", self.moment(-DAYS))

    def moment(self, ago: timedelta) -> str:
        return (NOW - ago).isoformat(timespec="microseconds")

    def mark(self, name: str, ago: timedelta, words: str = "") -> None:
        self.set(name, f"{self.moment(ago)} {words}".strip())

    def set(self, name: str, value: str) -> None:
        with self.referee.store.transaction() as tx:
            marks.set_mark(tx, name, value)

    def sql(self, query: str, *values: object) -> None:
        self.referee.sql(query, *values)

    def letter_due(self, ago: timedelta) -> None:
        self.sql("UPDATE outbox SET state = 'waiting', sent = NULL, due = ? WHERE id = 1", self.moment(ago))

    def configure(self, lines: str) -> None:
        self.config.write_text(f"{self.config.read_text('utf-8')}\n{lines}\n", "utf-8")


@pytest.fixture
def club(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    one = Club(referee, monkeypatch)
    yield one
    one.hold.close()


def said(club: Club, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Return the exit code, and the lines that were printed."""
    club.patch.setattr("referee.commands.status.system_clock", lambda: NOW)
    capsys.readouterr()
    with pytest.raises(typer.Exit) as end:
        status(config=club.config, check=True)
    return end.value.exit_code, capsys.readouterr().out.splitlines()


def unread(club: Club) -> None:
    club.mark(LAST_READ, LATE)
    club.mark(MAILBOX_TROUBLE, timedelta(), "no token to log in with")


def cannot_send(club: Club) -> None:
    club.letter_due(LATE)
    club.sql("UPDATE outbox SET sent = NULL")
    club.mark(MAIL_TROUBLE, timedelta(), "554 go away")


def backups(club: Club, *made: tuple[str, timedelta, str]) -> None:
    club.configure('[backup]\nfolder = "backups"')
    for name, ago, words in made:
        club.mark(name, ago, words)


def damage(club: Club) -> None:
    club.referee.damages_a_page()


def set_back(club: Club) -> None:
    handled = {sha256(b"a mail that it does not know").hexdigest(): datetime.now(UTC)}
    compare_with_mailbox(club.referee.desk(), club.referee.store, handled, noticed=False)
    club.sql("UPDATE outbox SET state = 'sent', sent = ?", club.moment(timedelta()))


def database(url: str) -> Callable[[Club], None]:
    return lambda club: club.configure(f'[database]\nurl = "{url}"')


def diary(club: Club) -> None:
    (club.config.parent / "diary.db").write_bytes(b"a diary" * 1000)
    database("sqlite:///diary.db")(club)


BROKEN: dict[str, tuple[Callable[[Club], None], str]] = {
    "no daemon": (lambda club: club.hold.close(), "no daemon runs: start `referee run`"),
    "mailbox unread": (unread, "the mailbox was last read 11 minutes ago: no token to log in with"),
    "mailbox never read": (
        lambda club: club.sql("DELETE FROM marks WHERE name = ?", LAST_READ),
        "the mailbox was never read",
    ),
    "a clock failed": (
        lambda club: club.mark(f"{MARK}{Cause.CLOCK}", SOON, "the clock of game 1 could not act"),
        "the clock of game 1 could not act",
    ),
    "a clock did not act": (
        lambda club: club.sql("UPDATE games SET deadline = ?, notice = NULL", club.moment(timedelta(minutes=12))),
        "the clock of game 1 ran out and did not act",
    ),
    "a mail put aside": (
        lambda club: club.sql("UPDATE inbox SET state = 'shunted'"),
        "1 mail could not be handled: `referee status` shows why",
    ),
    "a letter held": (lambda club: club.letter_due(LATE), "a letter is held, and not sent, since 11 minutes"),
    "no letter goes": (cannot_send, "no letter can be sent, since 11 minutes: 554 go away"),
    "the disk full": (
        lambda club: club.patch.setattr(health, "LOW_BYTES", 10**18),
        "MB are left on the disk of",
    ),
    "a record not filed": (
        lambda club: club.sql("UPDATE games SET ended_at = ?, deadline = NULL", club.moment(LATE)),
        "the record of game 1 is not in its file",
    ),
    "the backup failed": (
        lambda club: backups(club, (LAST_BACKUP, DAYS, "a.db"), (BACKUP_TROUBLE, SOON, "no room")),
        "the last backup failed: no room",
    ),
    "the backup too old": (
        lambda club: backups(club, (LAST_BACKUP, DAYS, "a.db")),
        "the last backup was made 4320 minutes ago",
    ),
    "an older copy": (
        set_back,
        "the database is an older copy: the Gamesmaster's `resume` or `abort` is due in game 1",
    ),
    "an older schema": (
        lambda club: club.patch.setattr("referee.running.health.newest", lambda: "0002"),
        "the database has schema 0001 and not 0002: start the daemon of this version",
    ),
    "a newer schema": (
        lambda club: club.sql("UPDATE alembic_version SET version_num = '9000'"),
        "was written by a newer referee (schema 9000): install that version",
    ),
    "no database": (database("sqlite:///none.db"), "there is no database "),
    "somebody else's": (diary, "is not a referee's database"),
    "damaged": (damage, "failed (database disk image is malformed): check the disk"),
    "the server away": (
        database("postgresql+psycopg://referee:a-word@127.0.0.1:1/referee"),
        "cannot reach the database referee on PostgreSQL at 127.0.0.1",
    ),
}


@pytest.mark.parametrize("state", BROKEN)
def test_it_says_in_one_line_what_is_wrong(state: str, club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    breaks, words = BROKEN[state]
    breaks(club)
    code, lines = said(club, capsys)
    (line,) = lines
    assert code == 1 and words in line, line
    assert "a-word" not in line, "no password"
    assert ";" not in line, f"only that is wrong: {line}"


def test_all_is_well_with_what_passes_by_itself(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    club.letter_due(SOON)
    club.mark(LAST_READ, SOON)
    club.mark(MAILBOX_TROUBLE, timedelta(hours=1), "the server was away for a moment")
    backups(club, (LAST_BACKUP, timedelta(hours=30), "a.db"), (BACKUP_TROUBLE, DAYS, "no room"))
    assert said(club, capsys) == (0, [WELL])


def test_several_things_are_one_line_the_worst_first(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    club.hold.close()
    club.letter_due(LATE)
    code, (line,) = said(club, capsys)
    daemon, letter = line.split("; ")
    assert code == 1 and daemon.startswith("no daemon runs") and letter.startswith("a letter is held")


def test_it_makes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = write_config(tmp_path)
    with pytest.raises(typer.Exit) as end:
        status(config=config, check=True)
    assert end.value.exit_code == 1 and not (tmp_path / "data").exists()
    assert len(capsys.readouterr().out.splitlines()) == 1
