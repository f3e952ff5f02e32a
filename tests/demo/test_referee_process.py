"""The demo's referee as a process: how it ends, whatever ends it."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from referee.config import Settings
from referee.demo.club import club_settings
from referee.demo.referee_process import RefereeProcess
from referee.demo.servers import EmbeddedMail
from referee.running.daemon import Daemon
from referee.store.backend import StoreError


def settings(folder: Path) -> Settings:
    """Return the settings of a referee whose mail servers are away."""
    mail = EmbeddedMail({})
    mail.smtp_port = mail.imap_port = 1
    return club_settings(folder, mail)


def outcome(folder: Path, then: Callable[[RefereeProcess], Awaitable[object]]) -> float | None:
    async def run() -> float | None:
        referee = RefereeProcess(settings(folder))
        await asyncio.wait_for(then(referee), 20)
        return await asyncio.wait_for(referee.stop(), 20)

    return asyncio.run(run())


def test_it_ends_when_it_is_stopped_and_says_what_it_took(tmp_path: Path) -> None:
    spent = outcome(tmp_path, lambda referee: asyncio.sleep(0))
    assert spent is not None and 0 < spent < 20


def test_what_ended_it_is_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def disk(daemon: Daemon) -> None:
        raise StoreError("the disk is full")

    async def bug(daemon: Daemon) -> None:
        raise ZeroDivisionError

    async def disk_fails(referee: RefereeProcess) -> None:
        with pytest.raises(StoreError, match="the disk is full"):
            await referee.ended

    async def fails(referee: RefereeProcess) -> None:
        with pytest.raises(RuntimeError, match="the referee's process failed"):
            await referee.ended

    for run, raised in ((disk, disk_fails), (bug, fails)):
        monkeypatch.setattr(Daemon, "run", run)
        assert outcome(tmp_path, raised) is None


def starter(folder: Path, line: Connection) -> None:
    async def run() -> None:
        line.send(RefereeProcess(settings(folder))._process.pid)
        await asyncio.sleep(60)

    asyncio.run(run())


def test_it_does_not_outlive_the_process_that_began_it(tmp_path: Path) -> None:
    line, theirs = multiprocessing.Pipe()
    began = multiprocessing.Process(target=starter, args=(tmp_path, theirs))
    began.start()
    referee = int(line.recv())
    os.kill(began.pid or 0, signal.SIGKILL)
    began.join()
    end = time.monotonic() + 20
    try:
        while is_at_work(referee):
            assert time.monotonic() < end, "it is still at work"
            time.sleep(0.05)
    finally:
        with suppress(ProcessLookupError):
            os.kill(referee, signal.SIGKILL)


def is_at_work(process: int) -> bool:
    """Tell if a process is at work; its parent may be gone."""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
