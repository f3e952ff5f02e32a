"""How log lines look: key=value on standard error, one line each. Never a secret: nothing is logged that holds one."""

import logging
import sys

import structlog


def set_up(*, quiet: bool = False) -> None:
    """Log to standard error, in logfmt; `quiet` leaves out all but warnings."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], drop_missing=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if quiet else logging.INFO),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # a library's DEBUG lines hold passwords and mails
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    for name in ("aioimaplib", "aiosmtplib", "apscheduler", "mail.log", "pymap", "sqlalchemy", "alembic", "asyncio"):
        logging.getLogger(name).setLevel(logging.ERROR)
