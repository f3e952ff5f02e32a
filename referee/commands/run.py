"""`referee run`: the daemon, or one round of its work for cron. running/ does the work."""

import asyncio
import gc
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from referee.commands.errors import wrong_use
from referee.commands.options import ConfigOption

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.desk.case import Desk
    from referee.running.daemon import Daemon
    from referee.running.outages import Outages

STOP = (signal.SIGTERM, signal.SIGINT)
TOLD: list[int] = []
"""Such signals that came: what they raise is lost where Python is just clearing away what is no longer used."""
AWAY_SECONDS = 2.0
"""How long to wait before the database is tried again."""


def run(
    config: ConfigOption = None,
    once: Annotated[bool, typer.Option(help="Handle what is there and what is due, then stop (for cron).")] = False,
) -> None:
    """Work until a signal to stop, or once; with --once, exit 1 if the mailbox could not be read."""
    _heed_signals()
    # structlog would load it to colour what a person reads in a terminal: 5 MB that the daemon never uses
    with _missing("rich"):
        import structlog  # noqa: F401, PLC0415
    # not at the top: they take most of a second, and a signal may come meanwhile
    from referee.config import load_settings  # noqa: PLC0415
    from referee.running import logs, opening, supervisor  # noqa: PLC0415
    from referee.running.outages import Outages  # noqa: PLC0415
    from referee.store.backend import Passing  # noqa: PLC0415

    logs.set_up()
    settings = load_settings(config)
    desk = opening.open_desk(settings)
    if once and settings.lmtp.listens:
        wrong_use("run --once cannot wait for mail that is handed in: run the daemon, or take lmtp.listen out")
    outages = Outages()
    while not TOLD:
        try:
            done = _run(settings, desk, outages, once=once)
        except Passing as e:
            if once:
                raise
            outages.away(str(e))
            supervisor.say(supervisor.ALIVE)
            _heed_signals()
            time.sleep(AWAY_SECONDS)
        else:
            raise typer.Exit(0 if done else 1)


def _run(settings: "Settings", desk: "Desk", outages: "Outages", *, once: bool) -> bool:
    """One daemon's life. Returns whether it did what it should. Raises StoreError, and Passing if the next one may do
    better."""
    from referee.running import daemon, guard, one_reader, opening  # noqa: PLC0415
    from referee.store.backend import Passing, StoreError  # noqa: PLC0415
    from referee.store.trouble import leave_word  # noqa: PLC0415

    with ExitStack() as held:
        store = held.enter_context(opening.daemon_database(settings))
        if settings.imap is not None:
            # daemons that share a database take turns at the mailbox
            shared = None if store.one_writer else store.engine.url.render_as_string()
            held.enter_context(one_reader.only_reader(settings.imap, shared))
        one = daemon.Daemon(desk, store, outages)
        # what was loaded stays for good: to look it through for garbage would take a tenth of a second, again and again
        gc.collect()
        gc.freeze()
        try:
            return asyncio.run(_work(one, once=once))
        except Passing:
            if not one.told_to_stop:
                raise
            return True
        except StoreError as e:
            leave_word(store.file, str(e), guard.now())
            raise


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
    if TOLD:
        daemon.stop()
    if once:
        return await daemon.once()
    await daemon.run()
    return True


def _heed_signals() -> None:
    for name in STOP:
        signal.signal(name, _leave)


def _leave(number: int, _: object) -> NoReturn:
    """A signal to stop, before there is anything to finish."""
    TOLD.append(number)
    raise SystemExit(0)
