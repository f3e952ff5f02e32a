"""The common tools of IMAP and SMTP: TLS, making a server's words printable, giving up a wait. Opens no connection."""

import asyncio
import re
import ssl
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
