"""The look of log lines: key=value, on standard error. They hold no secret, since we never log one."""

import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog

from referee import streams


class Unfailing:
    """Standard error as a text stream. A line for which a full disk has no room is lost, without an error."""

    def write(self, text: str) -> int:
        """Write as much as the stream takes."""
        with suppress(OSError):
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush as much as the stream takes."""
        with suppress(OSError):
            sys.stderr.flush()


def set_up(level: str = "info") -> None:
    """Log to standard error, in logfmt, all that is at this level or above it."""
    streams.lose_at_exit()
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="%Y-%m-%dT%H:%M:%SZ", utc=True),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], drop_missing=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(cast(TextIO, Unfailing())),
        cache_logger_on_first_use=False,
    )
    # a library's DEBUG lines hold passwords and mails
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    for name in (
        "aioimaplib",
        "aiosmtplib",
        "apscheduler",
        "mail.log",
        "pymap",
        "psycopg",
        "sqlalchemy",
        "alembic",
        "asyncio",
    ):
        logging.getLogger(name).setLevel(logging.ERROR)
