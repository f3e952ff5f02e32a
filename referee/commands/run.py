"""`referee run`: the daemon, or one round of its work for cron. running/ does the work."""

import asyncio
import faulthandler
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.commands.app import ConfigOption

if TYPE_CHECKING:
    from referee.desk.case import Desk
    from referee.running.daemon import Daemon
    from referee.running.steps import Outages

OTHERS = {
    # nobody can catch them, or by default they end no process
    *("SIGKILL", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGCONT", "SIGCHLD", "SIGURG", "SIGWINCH", "SIGINFO"),
    # they tell of a fault of the process, which cannot go on, and of a failed write, which raises an error
    *("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGPIPE", "SIGXFSZ"),
    "SIGHUP",
}
TOLD: list[int] = []
"""The signals to stop that came: what they raise is lost where Python is just clearing away what is no longer used."""
CHANGED: list[int] = []
"""The signals to read the configuration again that came while no daemon was at work."""
AT_WORK: list[tuple[asyncio.AbstractEventLoop, "Daemon"]] = []
"""The daemon that hears of signals, with its loop."""
AWAY_SECONDS = 2.0
"""The time to wait before the database is tried again."""


def run(
    config: ConfigOption = None,
    once: Annotated[bool, typer.Option("--once", help="Do what is there and due, then stop (for cron).")] = False,
) -> None:
    """Work until a signal to stop, or once; with --once, exit 1 if the mailbox could not be read."""
    heed_signals()
    # not at the top: they take most of a second, and a signal may come meanwhile
    import structlog  # noqa: PLC0415

    from referee.config import find_config, load_settings  # noqa: PLC0415
    from referee.running import logs, opening, supervisor  # noqa: PLC0415
    from referee.running.steps import Outages  # noqa: PLC0415
    from referee.store.backend import Passing  # noqa: PLC0415

    logs.set_up()
    outages = Outages()
    try:
        path = find_config(config).absolute()
        desk = opening.open_desk(load_settings(path))
        logs.set_up(desk.settings.referee.log_level)
        while not TOLD:
            try:
                done = _run(path, desk, outages, once=once)
            except Passing as e:
                if once:
                    raise
                outages.away(str(e))
                supervisor.say(supervisor.ALIVE)
                AT_WORK.clear()
                time.sleep(AWAY_SECONDS)
            else:
                raise typer.Exit(0 if done else 1)
    except SystemExit:
        # a signal to stop came while no daemon was at work
        structlog.get_logger().info("stopped", **({"signal": _name(TOLD[0])} if TOLD else {}))
        raise


def _run(path: Path, desk: "Desk", outages: "Outages", *, once: bool) -> bool:
    """Stand by while another daemon works, then work until told to stop. Returns False if that was not done as it
    should be. Raises StoreError, and Passing if the next one may do better."""
    from referee.config import load_settings  # noqa: PLC0415
    from referee.running import daemon, one_reader, opening, supervisor  # noqa: PLC0415
    from referee.store.backend import Passing, StoreError  # noqa: PLC0415
    from referee.store.progress import leave_word  # noqa: PLC0415

    settings = desk.settings
    stand_by = None if once else supervisor.StandBy()
    with ExitStack() as held:
        store = held.enter_context(opening.working(settings, stand_by, patient=True))
        if settings.imap is not None:
            held.enter_context(one_reader.only_reader(settings.imap, store.database.shared_as))
        one = daemon.Daemon(desk, store, outages, lambda: load_settings(path))
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
    AT_WORK[:] = [(asyncio.get_running_loop(), daemon)]
    if TOLD:
        daemon.stop(_name(TOLD[0]))
    if CHANGED:
        CHANGED.clear()
        daemon.reread()
    if once:
        return await daemon.once()
    await daemon.run()
    return True


def heed_signals() -> None:
    """Have every signal that would end the process end it cleanly, and SIGHUP read the configuration again. A fault of
    the process itself ends it at once, and says where it was."""
    faulthandler.enable(2)
    for number in signal.valid_signals():
        if number == signal.SIGHUP:
            signal.signal(number, _reread)
        elif _name(number) not in OTHERS:
            signal.signal(number, _leave)


def _name(number: int) -> str:
    return signal.Signals(number).name if number in {*signal.Signals} else f"SIG{number}"


def _leave(number: int, _: object) -> None:
    """End at a signal to stop: the daemon that is at work ends by itself; before, there is nothing to finish."""
    TOLD.append(number)
    if not AT_WORK:
        raise SystemExit(0)
    _tell(lambda daemon: daemon.stop(_name(number)))


def _reread(number: int, _: object) -> None:
    """Have the daemon at work read the configuration again; one that stands by does so when it takes over."""
    if not AT_WORK:
        CHANGED.append(number)
    _tell(lambda daemon: daemon.reread())


def _tell(what: Callable[["Daemon"], object]) -> None:
    for loop, daemon in AT_WORK:
        # the loop may be closed by now
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(what, daemon)
