"""`referee run`: the daemon, or one round of its work for cron. running/ does the work."""

import asyncio
import signal
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from referee.commands.app import ConfigOption

if TYPE_CHECKING:
    from referee.config import Settings
    from referee.desk.case import Desk
    from referee.running.daemon import Daemon
    from referee.running.steps import Outages

STOP = (signal.SIGTERM, signal.SIGINT)
TOLD: list[int] = []
"""The signals to stop that came: what they raise is lost where Python is just clearing away what is no longer used."""
AWAY_SECONDS = 2.0
"""The time to wait before the database is tried again."""


def run(
    config: ConfigOption = None,
    once: Annotated[bool, typer.Option(help="Handle what is there and what is due, then stop (for cron).")] = False,
) -> None:
    """Work until a signal to stop, or once; with --once, exit 1 if the mailbox could not be read."""
    _heed_signals()
    # not at the top: they take most of a second, and a signal may come meanwhile
    import structlog  # noqa: PLC0415

    from referee.config import load_settings  # noqa: PLC0415
    from referee.running import logs, opening, supervisor  # noqa: PLC0415
    from referee.running.steps import Outages  # noqa: PLC0415
    from referee.store.backend import Passing  # noqa: PLC0415

    logs.set_up()
    settings = load_settings(config)
    desk = opening.open_desk(settings)
    outages = Outages()
    try:
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
    except SystemExit:
        # a signal to stop came while no daemon was at work
        structlog.get_logger().info("stopped")
        raise


def _run(settings: "Settings", desk: "Desk", outages: "Outages", *, once: bool) -> bool:
    """Stand by while another daemon works, then work until told to stop. Returns False if that was not done as it
    should be. Raises StoreError, and Passing if the next one may do better."""
    from referee.running import daemon, one_reader, opening, supervisor  # noqa: PLC0415
    from referee.store.backend import Passing, StoreError  # noqa: PLC0415
    from referee.store.progress import leave_word  # noqa: PLC0415

    stand_by = None if once else supervisor.StandBy()
    with ExitStack() as held:
        store = held.enter_context(opening.working(settings, stand_by, patient=True))
        if settings.imap is not None:
            held.enter_context(one_reader.only_reader(settings.imap, store.database.shared_as))
        one = daemon.Daemon(desk, store, outages)
        try:
            return asyncio.run(_work(one, once=once))
        except Passing:
            if not one.told_to_stop:
                raise
            return True
        except StoreError as e:
            leave_word(store.file, str(e), desk.clock())
            raise


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
    """End at a signal to stop, before there is anything to finish."""
    TOLD.append(number)
    raise SystemExit(0)
