"""The operator hears of what needs a person: by mail once a day for each cause, and in the log each time something new
happens."""

import asyncio
import resource
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from referee.desk.alarm import Cause
from referee.handle import tell_operator
from referee.post.wire.smtp import Fate
from referee.running import health
from referee.running.daemon import Daemon
from referee.running.guard import file_records, note_outcomes, tell
from referee.running.health import (
    AWAY,
    LAST_READ,
    check_disk,
    check_last_run,
    report_mailbox_away,
    report_sending_away,
)
from referee.store import inbox, marks, outbox
from referee.store.backend import StoreError
from referee.store.progress import leave_word, word_left
from tests.running.post_office import PostOffice, proven, write_config
from tests.running.referee import handle_or_shunt
from tests.talk import MASTER, STARTER, Letter, Talk

OPERATOR = "root@club.test"


def alarms(talk: Talk, to: str = MASTER) -> list[Letter]:
    """Return the alarms that someone got."""
    talk.collect()
    return [letter for letter in talk.to(to) if "needs a person" in letter.flat]


def tells(talk: Talk, what: str, cause: Cause = Cause.MAIL) -> bool:
    news = tell_operator(talk.desk, talk.store, cause, (what, "mend it"), now=talk.now, draws=talk.draws())
    talk.collect()
    return news


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Talk]:
    """Yield a referee whose operator takes no part in the game."""
    talk = Talk(tmp_path, referee={"operator": OPERATOR})
    yield talk
    talk.store.close()


def test_one_cause_brings_one_letter_a_day_whatever_its_words(talk: Talk) -> None:
    for number in range(5):
        assert tells(talk, f"mail {number} could not be handled"), "what is new is logged"
    assert not tells(talk, "mail 4 could not be handled"), "and once"
    assert len(alarms(talk)) == 1 and "mail 0" in alarms(talk)[0].text
    talk.now += timedelta(hours=22)
    tells(talk, "mail 9 could not be handled")
    assert len(alarms(talk)) == 1
    talk.now += timedelta(hours=3)
    assert tells(talk, "mail 9 could not be handled"), "a day later it is news again"
    assert len(alarms(talk)) == 2


def test_midnight_begins_no_new_day(talk: Talk) -> None:
    talk.now = talk.now.replace(hour=23, minute=59)
    tells(talk, "one")
    talk.now += timedelta(minutes=2)
    tells(talk, "two")
    assert len(alarms(talk)) == 1


def test_each_cause_has_a_letter_of_its_own(talk: Talk) -> None:
    for cause in Cause:
        tells(talk, "it failed", cause)
    assert len(alarms(talk)) == len(Cause)


def test_a_clock_that_was_set_back_does_not_silence_it(talk: Talk) -> None:
    tells(talk, "one")
    talk.now -= timedelta(days=400)
    tells(talk, "two")
    assert len(alarms(talk)) == 2


def test_only_the_operator_gets_the_letter(apart: Talk) -> None:
    tells(apart, "it failed")
    assert len(alarms(apart, OPERATOR)) == 1 and alarms(apart) == []


def test_every_gamesmaster_gets_the_letter_if_no_operator_is_named(tmp_path: Path) -> None:
    talk = Talk(tmp_path, referee={"gamesmasters": [MASTER, "second@club.test"]})
    tells(talk, "it failed")
    assert len(alarms(talk)) == len(alarms(talk, "second@club.test")) == 1


def broken(talk: Talk, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Bring mails that a bug of ours keeps from being handled."""

    def fails(*_: object, **__: object) -> str:
        raise ZeroDivisionError("the queen of spades")

    monkeypatch.setattr("referee.running.together.handle_mail", fails)
    for number in range(count):
        with talk.store.transaction() as tx:
            inbox.receive(tx, b"x", str(number), talk.now)
    # the referee handles the mails of one lane one after the other
    for _ in range(3 * count):
        with talk.store.reading() as tx:
            waiting = inbox.next_ones(tx, 200)
        for number in waiting:
            handle_or_shunt(talk.desk, talk.store, number)


def test_many_shunted_mails_bring_one_letter(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    with capture_logs() as lines:
        broken(talk, monkeypatch, 4)
    assert len(alarms(talk)) == 1
    faults = [line["what"] for line in lines if line["event"] == "fault"]
    assert len(faults) == len(set(faults)) == 4, "each stands in the log, once"
    assert "queen" not in str(lines) + alarms(talk)[0].text


def test_a_records_folder_that_fails_is_logged_once(table: Talk) -> None:
    assert table.bids().master("forfeit team 1") == "Forfeit/accepted"
    folder = table.settings.referee.data_dir
    folder.mkdir(exist_ok=True)
    (folder / "records").write_text("a file, where a folder should be")
    with capture_logs() as lines:
        for _ in range(20):
            file_records(table.desk, table.store)
    assert [line["event"] for line in lines] == ["fault"]
    assert len(alarms(table)) == 1 and "check the space and the owner" in alarms(table)[0].flat


def test_the_mailbox_is_missed_after_a_while(talk: Talk) -> None:
    began = talk.now
    report_mailbox_away(talk.desk, talk.store, began, "it says no")
    assert alarms(talk) == []
    with talk.store.transaction() as tx:
        marks.set_mark(tx, LAST_READ, (talk.now - AWAY - timedelta(seconds=1)).isoformat())
    for _ in range(10):
        report_mailbox_away(talk.desk, talk.store, began, "it says no")
    assert len(alarms(talk)) == 1 and "it says no" in alarms(talk)[0].text


def test_a_mailbox_that_never_was_read_is_missed_too(talk: Talk) -> None:
    report_mailbox_away(talk.desk, talk.store, talk.now - AWAY, "it says no")
    assert len(alarms(talk)) == 1


def test_sending_is_missed_after_a_while_and_the_alarm_waits_with_the_letters(talk: Talk) -> None:
    talk.hold = True
    talk.says("eve", "help", proven=True)
    talk.now += timedelta(minutes=29)
    report_sending_away(talk.desk, talk.store, "nobody answers")
    assert alarms(talk) == []
    with talk.store.reading() as tx:
        assert outbox.oldest_waiting(tx) is not None
    talk.now += timedelta(minutes=2)
    for _ in range(3):
        report_sending_away(talk.desk, talk.store, "nobody answers")
    assert len(alarms(talk)) == 1
    with talk.store.reading() as tx:
        waiting = [letter.recipient for letter in outbox.due_letters(tx, talk.now)]
    assert MASTER in waiting, "it is sent once letters can be"


def test_an_operator_who_is_no_gamesmaster_hears_of_a_letter_given_up(apart: Talk) -> None:
    apart.hold = True
    apart.starts()
    with apart.store.reading() as tx:
        letters = outbox.due_letters(tx, apart.now)
    for letter in letters[:3]:
        note_outcomes(apart.desk, apart.store, [(letter, Fate.REFUSED, "550 no")])
    assert len(alarms(apart, OPERATOR)) == 1 and "550 no" in alarms(apart, OPERATOR)[0].text


def test_a_disk_that_fills_up(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    check_disk(talk.desk, talk.store)
    assert alarms(talk) == []
    monkeypatch.setattr(health, "LOW_BYTES", 1 << 62)
    for _ in range(2):
        check_disk(talk.desk, talk.store)
    assert len(alarms(talk)) == 1 and "nearly full" in alarms(talk)[0].flat


def test_the_next_start_reports_a_database_that_failed(talk: Talk) -> None:
    check_last_run(talk.desk, talk.store)
    assert alarms(talk) == []
    leave_word(talk.store.file, "the database failed (disk I/O error)", talk.now)
    file = talk.store.file.with_name(f"{talk.store.file.name}.trouble")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for _ in range(2):
        check_last_run(talk.desk, talk.store)
    assert len(alarms(talk)) == 1 and "disk I/O error" in alarms(talk)[0].flat
    assert word_left(talk.store.file) is None and not file.exists()


def test_the_next_run_reports_one_that_the_disk_ended(tmp_path: Path) -> None:
    def no_room() -> None:
        # existing files stay readable and writable, but none grows beyond this
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

    with PostOffice() as office:
        config = write_config(tmp_path, office)
        command = [sys.executable, "-m", "referee", "run", "--once", "--config", str(config)]
        office.brings(proven(MASTER, STARTER))
        for number in range(8):
            office.brings(proven("eve@else.test", "x" * 90_000, number=number))
        cut = subprocess.run(command, capture_output=True, check=False, timeout=60, preexec_fn=no_room)
        assert cut.returncode == 1 and b"check the disk" in cut.stderr
        assert (tmp_path / "data" / "referee.db.trouble").exists()
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        assert done.stderr.count(b"cause=database") == 1 and not (tmp_path / "data" / "referee.db.trouble").exists()


def test_a_fault_of_the_disk_is_never_told_by_the_way(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> Any:
        raise StoreError("disk I/O error")

    monkeypatch.setattr("referee.running.guard.tell_operator", fails)
    with pytest.raises(StoreError):
        tell(talk.desk, talk.store, Cause.DISK, "x", "y")


def test_the_daemon_watches(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mailbox that is refused for long, in the daemon itself."""
    with talk.store.transaction() as tx:
        marks.set_mark(tx, LAST_READ, (talk.now - 2 * AWAY).isoformat())

    async def once() -> bool:
        return await Daemon(talk.desk, talk.store).once()

    monkeypatch.setattr(health, "LOW_BYTES", 1 << 62)
    assert asyncio.run(once()) is False, "nothing listens there"
    assert len(alarms(talk)) == 1 and "has not been readable since" in alarms(talk)[0].flat


def test_nothing_is_left_in_the_way(talk: Talk) -> None:
    """If the daemon cannot even note the trouble, nothing else goes wrong."""
    missing = talk.store.file.parent / "no folder" / "referee.db"
    leave_word(missing, "x", talk.now)
    assert word_left(missing) is None and not missing.parent.exists()
