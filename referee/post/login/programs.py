"""Secrets that a program prints, such as a password manager. Never repeats the command or its output in an error: both
may hold the secret."""

from referee.children import run_command

SECONDS = 10.0
"""The longest time that a program may take."""


class NoSecret(Exception):
    """The program gave no secret; the text says why, as the rest of a sentence."""


def printed(command: str) -> str:
    """Return the first line that a command of the shell prints, without its end. Raises NoSecret."""
    try:
        ended = run_command(command, SECONDS)
    except OSError as e:
        raise NoSecret(f"could not be run: {e.strerror}") from None
    if ended.status is None:
        raise NoSecret(f"did not end within {SECONDS:.0f} seconds")
    if ended.status != 0:
        raise NoSecret(f"failed (exit status {ended.status})")
    line = ended.said.partition(b"\n")[0].decode("utf-8", "replace").strip()
    if not line:
        raise NoSecret("printed nothing on its first line")
    return line
