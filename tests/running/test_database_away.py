"""The daemon on PostgreSQL, whose server goes away and comes back: it goes on trying, and nothing is lost."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.store.backend import Busy, database_at
from tests.postgresql import Server, programs
from tests.running.post_office import MASTER, STARTER, PostOffice, proven, write_config


@pytest.fixture
def own() -> Iterator[Server]:
    server = Server(programs())
    yield server
    server.end()


def until(met: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_a_server_that_comes_and_goes(own: Server, tmp_path: Path) -> None:
    """Under a supervisor that asks often, and with a site: neither makes more or less of it."""
    url = own.make("referee")
    own.stop()
    more = f'[database]\nurl = "{url}"\n[site]\nfolder = "pages"'
    watched = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "WATCHDOG_USEC": "300000"}
    with PostOffice() as office, (tmp_path / "log").open("w+") as log:
        path = write_config(tmp_path, office, other=more, imap="poll_seconds = 0.2")
        command = [sys.executable, "-m", "referee", "run", "--config", str(path)]
        daemon = subprocess.Popen(command, stderr=log, env=watched)
        try:
            away = "outcome=away"
            until(lambda: away in (tmp_path / "log").read_text())
            own.start()
            office.brings(proven(MASTER, STARTER))
            until(lambda: bool(own.tells("SELECT to_regclass('games') IS NOT NULL", "referee")[0][0]))
            until(lambda: own.tells("SELECT count(*) FROM outbox WHERE state = 'sent'", "referee")[0][0] >= 4)
            before = (tmp_path / "log").read_text().count(away)
            own.stop("immediate")
            until(lambda: (tmp_path / "log").read_text().count(away) > before)
            time.sleep(2)
            office.brings(proven(MASTER, STARTER, number=2))
            own.start()
            until(lambda: own.tells("SELECT count(*) FROM games", "referee") == [(2,)])
            until(lambda: own.tells("SELECT count(*) FROM outbox WHERE state = 'waiting'", "referee") == [(0,)])
            with pytest.raises(Busy), database_at(url).only_one():
                pass
            daemon.send_signal(signal.SIGTERM)
            assert daemon.wait(20) == 0
        finally:
            daemon.kill()
            daemon.wait()
        said = (tmp_path / "log").read_text()
        assert "Traceback" not in said and said.count("event=started") == 2, said
        first, second, rest = said.split("outcome=back")
        for outage in (first, second):
            reasons = re.findall(r'outcome=away why="(.*)"', outage)
            assert reasons and len(set(reasons)) == len(reasons), said
        assert away not in rest
        assert own.tells("SELECT state, count(*) FROM inbox GROUP BY state", "referee") == [("done", 2)]


def test_a_stop_while_the_server_is_away(own: Server, tmp_path: Path) -> None:
    url = own.make("referee")
    with PostOffice() as office, (tmp_path / "log").open("w+") as log:
        path = write_config(tmp_path, office, other=f'[database]\nurl = "{url}"', imap="poll_seconds = 0.2")
        daemon = subprocess.Popen([sys.executable, "-m", "referee", "run", "--config", str(path)], stderr=log)
        try:
            until(lambda: "event=started" in (tmp_path / "log").read_text())
            own.stop()
            until(lambda: "outcome=away" in (tmp_path / "log").read_text())
            time.sleep(0.5)
            daemon.send_signal(signal.SIGTERM)
            assert daemon.wait(20) == 0
        finally:
            daemon.kill()
            daemon.wait()
        said = (tmp_path / "log").read_text()
        assert "never retrieved" not in said and "event=stopped" in said, said


def test_one_round_of_work_does_not_wait(own: Server, tmp_path: Path) -> None:
    url = own.make("referee")
    own.stop()
    path = write_config(tmp_path, other=f'[database]\nurl = "{url}"')
    command = [sys.executable, "-m", "referee", "run", "--once", "--config", str(path)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert done.returncode == 1 and b"check that its server runs" in done.stderr
