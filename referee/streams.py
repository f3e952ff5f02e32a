"""Standard output and standard error as the caller of the program left them: closed, on a full disk, or with a reader
who is gone. Python would end the process with 120 if one of them failed at the very end.
"""

import atexit
import os
import sys
from functools import cache


def open_closed() -> None:
    """Open each closed standard stream on the null device, so that no file of ours gets its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdin = sys.stdin or os.fdopen(0)
    sys.stdout = sys.stdout or os.fdopen(1, "w")
    sys.stderr = sys.stderr or os.fdopen(2, "w")


def write_out() -> None:
    """Write all that waits for standard output. Raise OSError if that fails."""
    try:
        sys.stdout.flush()
    except OSError as e:
        raise OSError(e.errno, e.strerror, "standard output") from None


@cache
def lose_at_exit() -> None:
    """Drop unwritten output when the process ends. Call this as often as you like."""
    atexit.register(_lose)


def _lose() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            # the stream keeps this descriptor, and Python flushes it once more
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
