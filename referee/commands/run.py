"""`referee run`: the daemon, or one round of its work for cron. running/ does the work."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from referee.commands.options import ConfigOption

if TYPE_CHECKING:
    from referee.running.daemon import Daemon

STOP = (signal.SIGTERM, signal.SIGINT)


def run(
    config: ConfigOption = None,
    once: Annotated[bool, typer.Option(help="Handle what is there and what is due, then stop (for cron).")] = False,
) -> None:
    """Work until a signal to stop, or once; with --once, exit 1 if the mailbox could not be read."""
    for name in STOP:
        signal.signal(name, _leave)
    # structlog would load it to colour what a person reads in a terminal: 5 MB that the daemon never uses
    with _missing("rich"):
        import structlog  # noqa: F401, PLC0415
    # not at the top: they take most of a second, and a signal may come meanwhile
    from referee.config import load_settings  # noqa: PLC0415
    from referee.running import daemon, guard, logs, one_reader, opening  # noqa: PLC0415
    from referee.store.backend import StoreError  # noqa: PLC0415
    from referee.store.trouble import leave_word  # noqa: PLC0415

    logs.set_up()
    settings = load_settings(config)
    desk = opening.open_desk(settings)
    with ExitStack() as held:
        store = held.enter_context(opening.daemon_database(settings))
        if store.one_writer:
            # daemons that share a database take turns at the mailbox
            held.enter_context(one_reader.only_reader(settings.imap))
        try:
            done = asyncio.run(_work(daemon.Daemon(desk, store), once=once))
        except StoreError as e:
            leave_word(store.file, str(e), guard.now())
            raise
    raise typer.Exit(0 if done else 1)


@contextmanager
def _missing(name: str) -> Iterator[None]:
    """Have a library that others use where it is installed look as if it was not."""
    if name in sys.modules:
        yield
        return
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]


async def _work(daemon: "Daemon", *, once: bool) -> bool:
    for name in STOP:
        asyncio.get_running_loop().add_signal_handler(name, daemon.stop)
    if once:
        return await daemon.once()
    await daemon.run()
    return True


def _leave(*_: object) -> NoReturn:
    """A signal to stop, before there is anything to finish."""
    raise SystemExit(0)
