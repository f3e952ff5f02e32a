"""Secrets that a program prints, such as a password manager. Never repeats the command or its output in an error: both
may hold the secret."""

import os
import selectors
import signal
import subprocess
from contextlib import suppress
from time import monotonic
from typing import IO

SECONDS = 10.0
"""The longest time that a program may take."""
LONGEST = 65536
"""A secret has at most this many bytes."""


class NoSecret(Exception):
    """The program gave no secret; the text says why, as the rest of a sentence."""


def printed(command: str) -> str:
    """Return the first line that a command of the shell prints, without its end. Raises NoSecret."""
    end = monotonic() + SECONDS
    # a session of its own, so that whatever it starts can be ended with it
    with subprocess.Popen(
        command,
        shell=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            said = _read(process.stdout, end)
            status = process.wait(max(end - monotonic(), 0.1))
        except (TimeoutError, subprocess.TimeoutExpired):
            raise NoSecret(f"did not end within {SECONDS:.0f} seconds") from None
        finally:
            if process.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
    if status != 0:
        raise NoSecret(f"failed (exit status {status})")
    line = said.partition(b"\n")[0].decode("utf-8", "replace").strip()
    if not line:
        raise NoSecret("printed nothing on its first line")
    return line


def _read(pipe: IO[bytes], end: float) -> bytes:
    """Read from a pipe until it is closed, or until we have enough. Raises TimeoutError."""
    said = b""
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while (left := end - monotonic()) > 0 and selector.select(left):
            part = os.read(pipe.fileno(), LONGEST)
            if not part:
                return said
            said = (said + part)[:LONGEST]
    raise TimeoutError
