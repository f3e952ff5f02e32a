"""The copies that the daemon makes by itself: whole, as many as wanted, at the right time, and a failure stops
nothing."""

import asyncio
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.config import BackupSettings
from referee.demo.servers import EmbeddedMail
from referee.running.daemon import Daemon
from referee.running.upkeep import LAST_BACKUP, back_up
from referee.store.backend import SqliteFile, StoreError
from tests.running.post_office import MASTER, REFEREE, proven
from tests.running.referee import USERS, Referee, play, quick, referee, until

__all__ = ["quick", "referee"]

FIRST = datetime(2026, 11, 24, 3, 0, tzinfo=UTC)


def names(folder: Path) -> list[str]:
    return sorted(path.name.rpartition("-")[2] for path in folder.iterdir())


def test_each_is_whole_and_only_as_many_stay(referee: Referee, tmp_path: Path) -> None:
    referee.starts_game()
    folder = tmp_path / "deep" / "backups"
    settings = BackupSettings(folder=folder, keep=3)
    made = [back_up(referee.store, settings, FIRST + timedelta(days=n)) for n in range(5)]
    assert names(folder) == ["20261126T030000.db", "20261127T030000.db", "20261128T030000.db"]
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    # restored as docs/operations.md says
    elsewhere = Referee(tmp_path / "elsewhere")
    (elsewhere.folder / "data").mkdir(parents=True)
    shutil.copy(made[-1], elsewhere.folder / "data" / "referee.db")
    elsewhere.desk()
    assert elsewhere.trail() == referee.trail() and len(elsewhere.letters()) == len(referee.letters())
    elsewhere.store.close()


def test_a_file_of_somebody_else_stays(referee: Referee, tmp_path: Path) -> None:
    referee.starts_game()
    settings = BackupSettings(folder=tmp_path / "b", keep=1)
    back_up(referee.store, settings, FIRST)
    for name in ("referee-otherone-20261101T030000.db", "notes.db", "referee.db"):
        (tmp_path / "b" / name).write_text("mine")
    (first,) = (path for path in (tmp_path / "b").glob("referee-*T030000.db") if "otherone" not in path.name)
    left = first.with_name(f"{first.name}.part")
    left.write_text("of a copy that was broken off")
    back_up(referee.store, settings, FIRST + timedelta(days=1))
    assert len(list((tmp_path / "b").iterdir())) == 4 and not left.exists() and not first.exists()


def test_older_ones_stay_until_a_new_one_is_good(
    referee: Referee, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee.starts_game()
    settings = BackupSettings(folder=tmp_path / "b", keep=1)
    back_up(referee.store, settings, FIRST)

    def broken(database: SqliteFile, target: Path) -> None:
        target.write_bytes(database.file.read_bytes()[:8192] + b"\xff" * 8192)

    monkeypatch.setattr(SqliteFile, "backup", broken)
    with pytest.raises(StoreError):
        back_up(referee.store, settings, FIRST + timedelta(days=1))
    assert names(tmp_path / "b") == ["20261124T030000.db"]


def test_once_makes_one_when_it_is_due(referee: Referee, tmp_path: Path) -> None:
    referee.more["other"] = '[backup]\nfolder = "copies"\nevery = "1 day"\nkeep = 2'

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail:
            for count in (1, 1):
                assert await Daemon(referee.uses(mail).desk(), referee.store).once()
                assert len(names(tmp_path / "copies")) == count, "a day has not passed"
            day = (datetime.now(UTC) - timedelta(days=1)).isoformat()
            referee.sql("UPDATE marks SET value = ? WHERE name = ?", f"{day} somewhere", LAST_BACKUP)
            await asyncio.sleep(1.1)  # files are called by the second
            assert await Daemon(referee.desk(), referee.store).once()
            assert len(names(tmp_path / "copies")) == 2

    play(test())


def test_the_daemon_makes_one_when_it_is_due(referee: Referee, tmp_path: Path) -> None:
    referee.more["other"] = '[backup]\nfolder = "copies"\nevery = "1 s"\nkeep = 2'
    folder = tmp_path / "copies"

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, referee.uses(mail).running():
            await until(lambda: folder.is_dir() and len(names(folder)) == 2)
            first = names(folder)[0]
            await until(lambda: first not in names(folder))
        referee.more["other"] = '[backup]\nfolder = "copies"\nkeep = 2'
        before = names(folder)
        async with referee.uses(mail).running():
            await until(lambda: referee.status()["mailbox_trouble"])
        assert names(folder) == before, "the next one is due in a day"

    play(test())


def test_a_folder_that_cannot_be_written_is_told_and_stops_nothing(
    referee: Referee, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "copies").write_text("a file")
    referee.more["other"] = '[backup]\nfolder = "copies"'

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, referee.uses(mail).running():
            await until(lambda: [one["cause"] for one in referee.status()["alarms"]] == ["backup"])
            await mail.deliver(REFEREE, proven(MASTER, "games"))
            await until(lambda: referee.outcomes() and referee.outcomes()[0][0] == "done")
            await until(lambda: mail.delivered[MASTER] == 2)

    play(test())
    err = capsys.readouterr().err
    assert "cause=backup" in err and "no copy of the database could be made" in err
    assert "Errno" not in err, "the system's words are enough"
    assert referee.sql("SELECT count(*) FROM marks WHERE name = ?", LAST_BACKUP) == [(0,)]
