"""The end of a command whose standard output or standard error cannot be written."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from referee import __version__

SAYS = f"referee {__version__}\n".encode()
"""The output of `--version`."""
FULL = b"referee: standard output: No space left on device\n"
WRONG = b"referee: No such command 'ply'; `referee --help` lists the commands\n"


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a process write once more at its end what it could not write before."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def full(number: int) -> None:
    """Put a full disk behind a stream."""
    os.dup2(os.open("/dev/full", os.O_WRONLY), number)


def gone(number: int) -> None:
    """Put a reader behind a stream who is gone."""
    reader, writer = os.pipe()
    os.dup2(writer, number)
    os.close(reader)


def ended(word: str, number: int, breaks: Callable[[int], None]) -> tuple[int, bytes, bytes]:
    """Return the end of `referee WORD` with one broken stream: its status, and its output."""
    command = [sys.executable, "-m", "referee", word]
    done = subprocess.run(command, capture_output=True, check=False, preexec_fn=lambda: breaks(number))
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("breaks", [full, gone, os.close])
def test_what_went_well_went_well_though_standard_error_cannot_be_written(breaks: Callable[[int], None]) -> None:
    assert ended("--version", 2, breaks) == (0, SAYS, b"")


@pytest.mark.parametrize("breaks", [full, gone, os.close])
def test_what_was_typed_wrong_stays_wrong_though_nobody_can_be_told(breaks: Callable[[int], None]) -> None:
    assert ended("ply", 2, breaks) == (2, b"", b"")


def test_what_was_asked_for_and_cannot_be_written_is_a_failure() -> None:
    assert ended("--version", 1, full) == (1, b"", FULL)


def test_a_reader_who_is_gone_ends_it_as_a_signal_would() -> None:
    assert ended("--version", 1, gone) == (141, b"", b"")


def test_a_closed_standard_output_wants_nothing() -> None:
    assert ended("--version", 1, os.close) == (0, b"", b"")
    assert ended("ply", 1, os.close) == (2, b"", WRONG)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_no_file_of_ours_gets_the_number_of_a_closed_stream(number: int) -> None:
    opens = "from referee import streams; import os; streams.open_closed(); os._exit(os.open('/', os.O_RDONLY))"
    done = subprocess.run([sys.executable, "-c", opens], check=False, preexec_fn=lambda: os.close(number))
    assert done.returncode > 2
