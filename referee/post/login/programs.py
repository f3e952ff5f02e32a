"""Secrets that a program prints, such as a password manager. The program gets no secret of ours, and ends in time. An
error never repeats the command or its output: both may hold the secret."""

import os
import signal
import subprocess
from contextlib import suppress
from threading import Timer

SECONDS = 10.0
"""The longest time that a program may take."""
LONGEST = 65536
"""The most bytes of a line that are read."""
KEPT = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "REFEREE_CONFIG")
KEPT_KINDS = ("LC_", "XDG_")
"""Of our environment, a program gets these variables and those that begin so: any other may hold a password."""


class NoSecret(Exception):
    """The program gave no secret; the text says why, as the rest of a sentence."""


def printed(command: str) -> str:
    """Return the first line that a command of the shell prints, without its end. Raises NoSecret."""
    try:
        line, status = _run(command)
    except OSError as e:
        raise NoSecret(f"could not be run: {e.strerror}") from None
    if status == -signal.SIGKILL:
        raise NoSecret(f"did not end within {SECONDS:.0f} seconds")
    if status != 0:
        raise NoSecret(f"failed (exit status {status})")
    if not line:
        raise NoSecret("printed nothing on its first line")
    return line


def _run(command: str) -> tuple[str, int]:
    """Run a command of the shell. Returns its first line, and its exit status; after SECONDS it is killed, with all
    that it started."""
    environment = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith(KEPT_KINDS)}
    # a session of its own, so that whatever it starts can be killed with it
    with subprocess.Popen(
        command,
        shell=True,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        end = Timer(SECONDS, _kill, (process.pid,))
        end.start()
        try:
            line = process.stdout.readline(LONGEST)
            while process.stdout.read(LONGEST):
                pass
            return line.decode("utf-8", "replace").strip(), process.wait()
        finally:
            end.cancel()


def _kill(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
