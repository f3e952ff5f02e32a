"""The log: what it cannot write ends nothing."""

import subprocess
import sys

import pytest

LOGGING = """
import structlog
from referee.running import logs
logs.set_up()
structlog.get_logger().info("mail", uid=81)
print("it goes on")
"""


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a process write once more at its end what it could not write before."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def test_a_full_disk_under_the_log_ends_nothing() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", LOGGING], stderr=full, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 0 and done.stdout == b"it goes on\n"


def test_a_reader_of_the_log_that_is_gone_ends_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-c", LOGGING], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stderr is not None and process.stdout is not None
    process.stderr.close()
    assert process.stdout.read() == b"it goes on\n" and process.wait() == 0
    process.stdout.close()


def test_a_line_is_written_whole() -> None:
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, check=True)
    assert done.stderr.endswith(b"event=mail uid=81\n")
