"""When to try again to send a letter that no server accepted (RFC 5321, 4.5.4.1). Sends nothing."""

from datetime import timedelta
from itertools import accumulate

_MINUTES = (1, 2, 5, 15, 30, 60, 120, *[240] * 30)
PAUSES = tuple(
    timedelta(minutes=pause)
    for pause, total in zip(_MINUTES, accumulate(_MINUTES), strict=True)
    if total <= 5 * 24 * 60
)


def next_try(tries: int) -> timedelta | None:
    """How long to wait after try number `tries`, counted from 1; None after five days: give up."""
    if tries < 1:
        raise ValueError("attempts are counted from 1")
    return PAUSES[tries - 1] if tries <= len(PAUSES) else None


def put_off(tries: int) -> timedelta:
    """How long `tries` failed tries delay a letter in all."""
    return sum(PAUSES[:tries], timedelta(0))
