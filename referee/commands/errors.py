"""How a command ends that cannot do what it should: one line on standard error that says what to do.

Never a traceback, nor the text of an unforeseen error: it may quote a mail or a card.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer
from typer.exceptions import TyperException

FAILED, WRONG_USE = 1, 2
TRY_AGAIN = 75
"""EX_TEMPFAIL of sysexits(3): the mail system keeps the mail and tries again."""
DEBUG = "REFEREE_DEBUG"
"""An environment variable: with it, a bug in the program shows its whole trace."""


class UnknownGame(Exception):
    """There is no game of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number}: `referee status` lists the games")


class UnknownTournament(Exception):
    """No tournament goes by that name, or several do; the text says what to type instead."""


@contextmanager
def ends() -> Iterator[None]:
    """Whatever a command raises ends the process here: only SystemExit passes through, or anything with
    $REFEREE_DEBUG."""
    try:
        yield
    except (typer.Abort, KeyboardInterrupt):
        fail("stopped", FAILED)
    except TyperException as e:
        wrong_use(e.format_message())
    except BrokenPipeError:
        unread()
    except Exception as e:
        if os.environ.get(DEBUG):
            raise
        fail(sentence(e), FAILED)


def sentence(error: Exception) -> str:
    """What an error says to a person; a bug of ours says where to look for more."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, (OSError, UnknownGame, UnknownTournament, *_for_people())):
        return str(error)
    return f"a fault of the program itself ({type(error).__name__}); with {DEBUG}=1 it shows where"


def _for_people() -> tuple[type[Exception], ...]:
    """The errors of other rooms whose text says what to do."""
    # most commands never get here, and --help would wait for these
    from referee.config import ConfigError  # noqa: PLC0415
    from referee.running.one_reader import MailboxTaken  # noqa: PLC0415
    from referee.store.backend import StoreError  # noqa: PLC0415

    return ConfigError, MailboxTaken, StoreError


def say(text: str) -> None:
    """One line on standard error."""
    print(f"referee: {' '.join(text.split())}", file=sys.stderr)


def fail(text: str, code: int) -> NoReturn:
    """Say why, and end."""
    say(text)
    raise SystemExit(code)


def wrong_use(text: str) -> NoReturn:
    """Say what was typed wrong, and end."""
    fail(f"{text.rstrip('.')}; `referee --help` lists the commands", WRONG_USE)


def unread() -> NoReturn:
    """Nobody reads our output any more: end as silently as a program that SIGPIPE stops."""
    # otherwise Python would complain once more when it flushes
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise SystemExit(128 + signal.SIGPIPE)
