"""The end of a command that cannot do what it should: one line on standard error that says what to do.

Never a traceback, nor the text of an unforeseen error: it may quote a mail or a card.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

import typer
from typer.exceptions import TyperException

PROGRAM = "referee"
FAILED, WRONG_USE = 1, 2
TRY_AGAIN = 75
"""EX_TEMPFAIL of sysexits(3): the mail system keeps the mail and tries again."""
DEBUG = "REFEREE_DEBUG"
"""An environment variable: with it, an error shows its whole trace."""


ASKED = {"Missing argument 'NAME'.": "which tournament? `referee status` lists them"}
"""Our sentences in place of texts of typer's."""


class UnknownGame(Exception):
    """Raised if there is no game of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"there is no game {number}: `referee status` lists the games")


class UnknownTournament(Exception):
    """Raised if no tournament goes by that name, or several do; the text says what to type instead."""


@contextmanager
def ends() -> Iterator[None]:
    """Print any error of a command in one line and end the process. SystemExit passes through; with $REFEREE_DEBUG so
    does any error but wrong use, Ctrl-C and a broken pipe."""
    try:
        yield
    except (typer.Abort, KeyboardInterrupt):
        fail("stopped", FAILED)
    except TyperException as e:
        wrong_use(ASKED.get(e.format_message(), e.format_message()), _command_of(e))
    except BrokenPipeError:
        end_unread()
    except Exception as e:
        if os.environ.get(DEBUG):
            raise
        fail(sentence(e), FAILED)


def sentence(error: Exception) -> str:
    """Say what an error means to a person; a bug of ours says where to look for more."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, (OSError, UnknownGame, UnknownTournament, *_for_people())):
        return str(error)
    return f"a fault of the program itself ({type(error).__name__}); with {DEBUG}=1 it shows where"


def _for_people() -> tuple[type[Exception], ...]:
    """Return the errors of other rooms whose text says what to do."""
    # most commands never get here, and --help would wait for these
    from referee.config import ConfigError  # noqa: PLC0415
    from referee.running.one_reader import MailboxTaken  # noqa: PLC0415
    from referee.store.backend import StoreError  # noqa: PLC0415

    return ConfigError, MailboxTaken, StoreError


def say(text: str) -> None:
    """Write one line to standard error; if that fails, the line is lost."""
    with suppress(OSError):
        print(f"referee: {' '.join(text.split())}", file=sys.stderr)


def fail(text: str, code: int) -> NoReturn:
    """Say why, and end."""
    say(text)
    raise SystemExit(code)


def wrong_use(text: str, command: str) -> NoReturn:
    """Say what was typed wrong, and whose help says more; end. `command`: `referee verify`, or `referee` alone."""
    lists = "the commands" if command == PROGRAM else "its options"
    fail(f"{text.rstrip('.')}{'' if text.endswith('?') else ';'} `{command} --help` lists {lists}", WRONG_USE)


def _command_of(error: TyperException) -> str:
    """Return the command that was typed wrong, as it is typed."""
    context = getattr(error, "ctx", None)
    return PROGRAM if context is None else str(context.command_path)


def end_unread() -> NoReturn:
    """End as silently as a program that SIGPIPE stops: nobody reads our output any more."""
    raise SystemExit(128 + signal.SIGPIPE)
