"""Child processes: the commands of the shell that the settings name. They get no secret of ours, and end in time. Logs
nothing."""

import os
import selectors
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

KEPT = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR", "REFEREE_CONFIG")
KEPT_KINDS = ("LC_", "XDG_")
"""Of our environment, a command gets these variables and those that begin so: any other may hold a password."""
LONGEST = 65536
"""Of what a command says, this many bytes are kept from the beginning, and as many from the end."""
LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a command: its exit status, None if we ended it; and what it said."""

    status: int | None
    said: bytes = field(repr=False)


def environment() -> dict[str, str]:
    """Return the environment of a command."""
    return {name: value for name, value in os.environ.items() if name in KEPT or name.startswith(KEPT_KINDS)}


def run_command(
    command: str,
    seconds: float,
    *,
    folder: Path | None = None,
    errors: bool = False,
    given_up: Callable[[], bool] = lambda: False,
) -> Ended:
    """Run a command of the shell in a folder. End it, with all that it started, after these seconds, or once it is
    `given_up`. `errors`: what it says on standard error counts, too.

    It ends when its shell does: nobody waits for what it leaves in the background.
    """
    end = monotonic() + seconds
    # a session of its own, so that whatever it starts can be ended with it
    with subprocess.Popen(
        command,
        shell=True,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if errors else subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            said = _listen(process, lambda: monotonic() > end or given_up())
        finally:
            if (status := process.poll()) is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
    return Ended(status, said)


def _listen(process: subprocess.Popen[bytes], over: Callable[[], bool]) -> bytes:
    """Read what a command says until it ends, or its time is over."""
    assert process.stdout is not None
    pipe, said, closed = process.stdout.fileno(), bytearray(), False
    os.set_blocking(pipe, False)
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while not over():
            ended = process.poll() is not None
            if closed and not ended:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(LOOK_SECONDS)
            elif closed or not selector.select(0 if ended else LOOK_SECONDS):
                if ended:
                    break
            else:
                closed = not (part := os.read(pipe, LONGEST))
                said += part
                del said[LONGEST:-LONGEST]
    return bytes(said)
