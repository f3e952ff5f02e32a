"""Signals: each that asks a process to stop ends the daemon cleanly."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.running.post_office import PostOffice, write_config


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_to_stop_ends_the_daemon_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    log = tmp_path / "log"
    with PostOffice() as office, log.open("w") as lines:
        path = write_config(tmp_path, office, imap="poll_seconds = 0.2")
        daemon = subprocess.Popen([sys.executable, "-m", "referee", "run", "--config", str(path)], stderr=lines)
        try:
            end = time.monotonic() + 60
            while "event=started" not in log.read_text():
                assert time.monotonic() < end, log.read_text()
                time.sleep(0.05)
            daemon.send_signal(number)
            assert daemon.wait(60) == 0
        finally:
            daemon.kill()
            daemon.wait()
    said = log.read_text()
    assert f"event=stopping signal={number.name}" in said and said.rstrip().endswith("event=stopped")
