"""The figures for Prometheus: its own parser reads them, and they are right."""

import asyncio
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from referee.running.metrics import BUCKETS, OUTCOMES, SECONDS, Durations, Outcomes, exposition, kind_of
from referee.running.pulse import Pulse
from referee.running.steps import Steps
from referee.running.watch import LAST_READ
from referee.store import marks
from tests.running.post_office import MASTER, PLAYERS, proven
from tests.running.referee import Referee, quick, referee

__all__ = ["quick", "referee"]


def read(text: str) -> dict[str, dict[str, float]]:
    """The samples of each metric, by name and labels."""
    found: dict[str, dict[str, float]] = {}
    for family in text_string_to_metric_families(text):
        assert family.documentation.endswith(".") and family.type in ("counter", "gauge", "histogram")
        for sample in family.samples:
            labels = ",".join(sample.labels.values())
            found.setdefault(sample.name, {})[labels] = sample.value
    return found


def figures(one: Referee, at: datetime) -> dict[str, dict[str, float]]:
    return read(exposition(one.store, Outcomes(), at, running=True, healthy=True))


def test_all_figures_of_a_game(referee: Referee) -> None:
    referee.starts_game()
    referee.receives(proven(PLAYERS[0], "bid 3"), timedelta(minutes=2))
    referee.sql("UPDATE outbox SET state = 'bounced' WHERE id = 2")
    referee.sql("UPDATE outbox SET state = 'failed', sent = NULL WHERE id = 3")
    with referee.store.transaction() as tx:
        now = datetime.now(UTC)
        marks.set_mark(tx, LAST_READ, now.isoformat())
        marks.set_mark(tx, SECONDS, Durations([1, 0, 2] + [0] * 7 + [1], 9.5).to_mark())
    found = figures(referee, now)
    letters = len(referee.letters())
    assert found["referee_mails_total"] == dict.fromkeys(OUTCOMES, 0) | {"accepted": 1}
    assert found["referee_letters_total"] == {"accepted": letters - 1, "bounced": 1, "failed": 1}
    assert found["referee_mails_waiting"] == {"": 1} and found["referee_letters_waiting"] == {"": 0}
    assert found["referee_oldest_mail_age_seconds"][""] == pytest.approx(120, abs=10)
    assert found["referee_oldest_letter_age_seconds"] == {"": 0}
    assert found["referee_games"] == {"running": 1, "still": 0, "over": 0}
    assert found["referee_tournaments"]["running"] == 0
    assert found["referee_mailbox_read_timestamp_seconds"][""] == pytest.approx(now.timestamp(), abs=0.001)
    assert found["referee_backup_timestamp_seconds"] == {"": 0}
    assert found["referee_disk_free_bytes"][""] > 0 and found["referee_database_bytes"][""] > 4096
    assert found["referee_up"] == found["referee_healthy"] == {"": 1}
    buckets = found["referee_mail_handling_seconds_bucket"]
    assert [buckets[str(bound)] for bound in BUCKETS] == [1, 1] + [3] * 8 and buckets["+Inf"] == 4
    assert found["referee_mail_handling_seconds_count"] == {"": 4}
    assert found["referee_mail_handling_seconds_sum"] == {"": 9.5}
    referee.sql("UPDATE games SET deadline = NULL")
    assert figures(referee, now)["referee_games"] == {"running": 0, "still": 1, "over": 0}


def test_each_mail_is_counted_once_when_it_is_done(referee: Referee) -> None:
    referee.starts_game()
    counted = Outcomes()
    for number in range(4):
        referee.receives(proven(PLAYERS[number], f"hello {number}"))

    def accepted() -> int:
        with referee.store.reading() as tx:
            return counted.count(tx)["accepted"]

    assert accepted() == 1
    done = "UPDATE inbox SET state = 'done', outcome = 'Hand/accepted' WHERE id = ?"
    referee.sql(done, 3)
    assert accepted() == 1, "it is behind one that waits"
    referee.sql(done, 2)
    assert accepted() == accepted() == 3
    referee.sql("UPDATE inbox SET state = 'shunted' WHERE id = 4")
    referee.sql(done, 5)
    assert accepted() == 4


def test_the_kinds_of_outcomes() -> None:
    kinds = {
        "PlayCard/accepted": "accepted",
        "no-command Yes/accepted": "accepted",
        "PlayCard/stale no-slot": "refused",
        "refused/unclear": "refused",
        "near-miss/not-your-turn": "refused",
        "MakeBid/unknown-sender": "refused",
        "Start/unproven": "unproven",
        "MakeBid/doubtful": "doubtful",
        "no-command": "no-command",
        "bounce": "bounce",
        "ignored/own-mail": "ignored",
    }
    assert {outcome: kind_of(outcome) for outcome in kinds} == kinds
    assert {*kinds.values()} == {*OUTCOMES}


def test_durations_fall_into_their_buckets_and_go_on_after_a_restart() -> None:
    taken = Durations()
    for seconds in (0.004, 0.005, 0.0051, 7.0):
        taken.add(seconds)
    assert taken.counts == [2, 1] + [0] * 8 + [1]
    again = Durations.from_mark(taken.to_mark())
    assert again.counts == taken.counts and again.total == pytest.approx(7.0141)
    for broken in (None, "", "[]", '{"counts": [1], "total": 1}', '{"counts": "x"}'):
        assert sum(Durations.from_mark(broken).counts) == 0


@pytest.fixture
def steps(referee: Referee) -> Iterator[Steps]:
    referee.starts_game()
    one = Steps(referee.store)
    yield one
    one.close()


def test_the_file_is_written_whole_for_others_to_read(
    referee: Referee, steps: Steps, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "collector"
    folder.mkdir()
    referee.more["other"] = f'[metrics]\nfile = "{folder / "referee.prom"}"'
    durations = Durations()
    pulse = Pulse(referee.desk(), steps, durations)

    async def report() -> None:
        await pulse.start()
        durations.add(0.2)
        await pulse.report_once()

    asyncio.run(report())
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    found = read(file.read_text("ascii"))
    assert found["referee_mail_handling_seconds_count"] == {"": 1} and found["referee_up"] == {"": 1}
    assert found["referee_healthy"] == {"": 0}, "the mailbox was never read"
    assert MASTER not in file.read_text("ascii")
    before = file.read_bytes()
    file.unlink()
    file.mkdir()
    asyncio.run(pulse.report_once())
    asyncio.run(pulse.report_once())
    err = capsys.readouterr().err
    assert err.count("event=figures") == 1 and "check metrics.file" in err and before
    assert [path.name for path in folder.iterdir()] == ["referee.prom"]
