"""Secrets that a program prints, such as a password manager. It gets no secret of ours, and ends in time. Never repeats
the command or its output in an error: both may hold the secret."""

import os
import signal
import subprocess
from contextlib import suppress

SECONDS = 10.0
"""The longest time that a program may take."""
LONGEST = 65536
KEPT = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "REFEREE_CONFIG")
KEPT_KINDS = ("LC_", "XDG_")
"""Of our environment, a command gets these variables and those that begin so: any other may hold a password."""


class NoSecret(Exception):
    """The program gave no secret; the text says why, as the rest of a sentence."""


def printed(command: str) -> str:
    """Return the first line that a command of the shell prints, without its end. Raises NoSecret."""
    try:
        said = _run(command)
    except OSError as e:
        raise NoSecret(f"could not be run: {e.strerror}") from None
    line = said.partition(b"\n")[0].decode("utf-8", "replace").strip()
    if not line:
        raise NoSecret("printed nothing on its first line")
    return line


def _run(command: str) -> bytes:
    """Return what a command says by the end of its shell: nobody waits for what it leaves in the background. Raises
    NoSecret, or OSError."""
    kept = {name: value for name, value in os.environ.items() if name in KEPT or name.startswith(KEPT_KINDS)}
    nothing, pipe = subprocess.DEVNULL, subprocess.PIPE
    # a session of its own, so that whatever it starts can be ended with it
    with subprocess.Popen(
        command, shell=True, env=kept, stdin=nothing, stdout=pipe, stderr=nothing, start_new_session=True
    ) as process:
        try:
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise NoSecret(f"did not end within {SECONDS:.0f} seconds") from None
        finally:
            if process.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        if status != 0:
            raise NoSecret(f"failed (exit status {status})")
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        with suppress(BlockingIOError):
            return os.read(process.stdout.fileno(), LONGEST)
        return b""
