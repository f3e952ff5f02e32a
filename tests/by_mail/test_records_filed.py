"""The record of a game that is over, as a file: whole, readable by its owner alone, never forgotten, never in the way
of play."""

import errno
import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from referee import handle
from referee.commands.handle import handle_stored
from referee.demo.servers import EmbeddedMail
from referee.desk.table.records import record
from referee.running.daemon import Daemon
from referee.running.guard import file_records
from referee.store import games, inbox
from referee.telling.record_file import record_text
from tests.running.post_office import REFEREE, proven
from tests.running.referee import USERS, Referee, handle_or_shunt, play, quick, referee, until
from tests.talk import MASTER, STARTER, Talk

__all__ = ["quick", "referee"]

TROUBLE = "could not be put into its file"


def files(talk: Talk) -> list[str]:
    """Return all that lies in the folder, hidden files too."""
    folder = talk.settings.referee.data_dir / "records"
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def path_of(talk: Talk, game: int = 1) -> Path:
    return talk.settings.referee.data_dir / "records" / f"spades-{game}.jsonl"


def text_of(talk: Talk, game: int = 1) -> str:
    with talk.store.reading() as tx:
        return record_text(record(tx, game))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def files_now(talk: Talk) -> None:
    """Do what the daemon does after each mail."""
    file_records(talk.desk, talk.store)
    talk.collect()


def told(talk: Talk) -> int:
    """Count how often the Gamesmaster was told that a file could not be written."""
    return sum(TROUBLE in letter.flat for letter in talk.to(MASTER))


@pytest.fixture
def over(table: Talk) -> Talk:
    assert table.bids().master("forfeit team 1") == "Forfeit/accepted"
    return table


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no byte reach the disk."""

    def fails(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fails)


def test_a_running_game_has_no_file(table: Talk) -> None:
    files_now(table)
    assert files(table) == [] and table.kept().filed is None


def test_a_game_that_is_over_is_filed_whole(over: Talk) -> None:
    assert files(over) == [], "nothing is written within the transaction"
    files_now(over)
    assert files(over) == ["spades-1.jsonl"]
    assert path_of(over).read_bytes() == text_of(over).encode("ascii")
    assert (mode(path_of(over)), mode(path_of(over).parent)) == (0o600, 0o700)
    assert over.kept().filed == over.kept().head


def test_it_is_written_once(over: Talk) -> None:
    files_now(over)
    path_of(over).write_text("somebody else's now")
    files_now(over)
    assert path_of(over).read_text() == "somebody else's now"


def test_a_game_that_goes_on_is_filed_anew_when_it_ends(over: Talk) -> None:
    files_now(over)
    first = path_of(over).read_text()
    over.master(f"rule void to turn {over.game().turn} because it was a mistake")
    files_now(over)
    assert path_of(over).read_text() == first, "the game runs again, and its file waits"
    over.master("abort")
    files_now(over)
    second = path_of(over).read_text()
    assert second == text_of(over) and second.startswith(first) and '"e":"void"' in second
    assert mode(path_of(over)) == 0o600


@pytest.mark.parametrize("old", [False, True])
def test_a_full_disk_leaves_the_old_file_or_none(over: Talk, monkeypatch: pytest.MonkeyPatch, old: bool) -> None:
    if old:
        files_now(over)
        over.master(f"rule void to turn {over.game().turn} because it was a mistake")
        over.master("abort")
    before = files(over), path_of(over).read_text() if old else None
    with monkeypatch.context() as disk:
        full(disk)
        for _ in range(3):
            files_now(over)
        assert (files(over), path_of(over).read_text() if old else None) == before, "nor is half a file left behind"
        assert told(over) == 1, "once a day"
        assert "No space left on device" in over.last(MASTER).flat
        over.now += timedelta(days=1)
        assert over.master(STARTER, subject="play goes on") == "Start/accepted"
    files_now(over)
    assert path_of(over).read_text() == text_of(over) and over.kept().filed == over.kept().head


def test_a_folder_that_cannot_be_made_is_reported_and_tried_again(over: Talk) -> None:
    folder = path_of(over).parent
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file in its place")
    files_now(over)
    assert told(over) == 1 and str(folder) in over.last(MASTER).text and over.kept().filed is None
    folder.unlink()
    files_now(over)
    assert files(over) == ["spades-1.jsonl"]


def test_a_record_that_cannot_be_written_keeps_no_other_from_its_file(
    over: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    over.master(STARTER, subject="another")
    over.master("abort", subject="[Spades 2]")

    def fails(tx: object, number: int) -> tuple[str, ...]:
        if number == 1:
            raise ArithmeticError
        return record(tx, number)  # type: ignore[arg-type]

    with monkeypatch.context() as fault:
        fault.setattr(handle, "record", fails)
        files_now(over)
    assert files(over) == ["spades-2.jsonl"]
    assert "the record of game 1 could not be made" in over.last(MASTER).flat
    files_now(over)
    assert files(over) == ["spades-1.jsonl", "spades-2.jsonl"]


def test_a_crash_before_it_is_noted_files_it_again(over: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as crash:
        crash.setattr(games, "set_filed", dies)
        with pytest.raises(KeyboardInterrupt):
            file_records(over.desk, over.store)
    assert over.kept().filed is None and files(over) == ["spades-1.jsonl"]
    files_now(over)
    assert over.kept().filed == over.kept().head


def test_what_is_handled_by_hand_is_filed_too(table: Talk) -> None:
    with table.store.transaction() as tx:
        raw = table.mail(MASTER, "abort", subject="[Spades 1]", proven=True)
        inbox.receive(tx, raw, "digest", table.now)
    handle_stored(table.desk, table.store)
    assert path_of(table).read_text() == text_of(table)


@pytest.mark.parametrize("once", [True, False])
def test_the_daemon_files_what_ended_before_it_started(referee: Referee, once: bool) -> None:
    referee.starts_game()
    ended = handle_or_shunt(referee.desk(), referee.store, referee.receives(proven(MASTER, "abort", number=2)))
    file = referee.folder / "data" / "records" / "spades-1.jsonl"
    assert ended.words == "Abort/accepted" and not file.exists()

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail:
            if once:
                assert await Daemon(referee.uses(mail).desk(), referee.store).once()
            else:
                async with referee.uses(mail).running():
                    await until(file.exists)

    play(test())
    with referee.store.reading() as tx:
        assert file.read_text() == record_text(record(tx, 1)) and games.unfiled(tx) == []


def test_the_daemon_files_while_its_mailbox_is_away(referee: Referee) -> None:
    referee.starts_game()
    handle_or_shunt(referee.desk(), referee.store, referee.receives(proven(MASTER, "abort", number=2)))

    async def test() -> None:
        assert not await Daemon(referee.desk(), referee.store).once()

    play(test())
    assert (referee.folder / "data" / "records" / "spades-1.jsonl").exists()


def test_the_daemon_files_a_game_when_it_ends(referee: Referee) -> None:
    file = referee.folder / "data" / "records" / "spades-1.jsonl"

    async def test() -> None:
        async with EmbeddedMail(USERS, authserv="mx.club.test") as mail, referee.uses(mail).running():
            await mail.deliver(REFEREE, proven(MASTER, STARTER))
            await mail.deliver(REFEREE, proven(MASTER, "abort", number=2))
            await until(file.exists)

    play(test())
