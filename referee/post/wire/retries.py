"""The next moment to try a letter that no server accepted (RFC 5321, 4.5.4.1), or a server that failed. Sends
nothing."""

from datetime import timedelta
from itertools import accumulate

_MINUTES = (1, 2, 5, 15, 30, 60, 120, *[240] * 30)
PAUSES = tuple(
    timedelta(minutes=pause)
    for pause, total in zip(_MINUTES, accumulate(_MINUTES), strict=True)
    if total <= 5 * 24 * 60
)

FIRST_PAUSE, LONGEST_PAUSE, LONGEST_AFTER_NO = 1.0, 30.0, 300.0
"""Seconds before trying a server again: it may be back soon, but a refusal lasts until a person changes something."""


def next_try(tries: int) -> timedelta | None:
    """Tell how long to wait after try number `tries`, counted from 1; None after five days: give up."""
    if tries < 1:
        raise ValueError("attempts are counted from 1")
    return PAUSES[tries - 1] if tries <= len(PAUSES) else None


def delay_after(tries: int) -> timedelta:
    """Sum up how long `tries` failed tries delay a letter in all."""
    return sum(PAUSES[:tries], timedelta(0))


class Pauses:
    """The pauses before trying a server again, in seconds: twice as long each time, up to a limit."""

    def __init__(self) -> None:
        self._next = FIRST_PAUSE

    def after_failure(self, *, refused: bool) -> float:
        """Return the pause after one more failure, and double the next; `refused`: the server answered with a
        refusal."""
        longest = LONGEST_AFTER_NO if refused else LONGEST_PAUSE
        pause = min(self._next, longest)
        self._next = min(2 * pause, longest)
        return pause

    def after_success(self) -> None:
        """Let the next failure count as the first again."""
        self._next = FIRST_PAUSE
