"""The common tools of IMAP and SMTP: TLS, making a server's words printable, giving up a wait; and when to try again a
server that failed, or a letter that no server accepted (RFC 5321, 4.5.4.1). Opens no connection, and sends nothing."""

import asyncio
import re
import ssl
from datetime import timedelta
from pathlib import Path
from typing import Any

LONGEST = 300


def tls_context(ca_file: Path | None, section: str) -> ssl.SSLContext:
    """Make a context that checks certificates against the system's authorities, or only against `ca_file` if that is
    given.

    Raises OSError with a text that says what to change in `[section]`.
    """
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as e:
        why = "it holds no certificate" if isinstance(e, ssl.SSLError) else e.strerror
        raise OSError(f"cannot use {section}.ca_file {ca_file} ({why}): name a readable PEM file") from None


def printable(said: str | bytes, secret: str | None = None) -> str:
    """Make a server's words one line of printable ASCII, at most 300 characters, without `secret`.

    They go into logs and into mail to the operator, so nothing in them may begin a line or an encoded word.
    """
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    if secret:
        text = text.replace(secret, "***")
    plain = re.sub(r"[^!-~]+", " ", text).replace("=?", "= ?").strip()
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 3] + "..."


def tls_trouble(error: ssl.SSLError, section: str) -> str:
    """Say what a failed TLS handshake means and what to change in `[section]` of the configuration."""
    if isinstance(error, ssl.SSLCertVerificationError):
        why = printable(error.verify_message)
        return (
            f"its certificate is not trusted ({why}): "
            f"set {section}.host to the name in it, or {section}.ca_file to its authority"
        )
    return f"it does not speak TLS there: set {section}.tls and {section}.port as your provider says"


async def cancel_all(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks until they end: before Python 3.12 `wait_for` loses a cancellation that comes with its result."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=0.2)


PAUSES = tuple(timedelta(minutes=pause) for pause in (0.5, 1, 2, 5, 15, 30, 60, 120, *[240] * 29))
"""The pauses after each try: five days in all."""

FIRST_PAUSE, LONGEST_PAUSE, LONGEST_AFTER_NO = 1.0, 30.0, 300.0
"""Seconds before trying a server again: it may be back soon, but a refusal lasts until a person changes something."""


def next_try(tries: int) -> timedelta | None:
    """Tell how long to wait after try number `tries`, counted from 1; None after five days: give up."""
    if tries < 1:
        raise ValueError("attempts are counted from 1")
    return PAUSES[tries - 1] if tries <= len(PAUSES) else None


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
