"""Postfix hands mail straight in: whole games, with kills on the way; what it keeps when we do not take it."""

import asyncio
import grp
import os
import re
import smtplib
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.post.wire import postfix
from referee.running import reading
from referee.running.daemon import Daemon
from referee.store.backend import StoreError
from tests.running.handing import Handed
from tests.running.post_office import MASTER as CLUB_MASTER
from tests.running.post_office import PASSWORD, PLAYERS, STARTER, proven
from tests.running.post_office import REFEREE as CLUB_REFEREE
from tests.running.referee import USERS, quick, until
from tests.servers.real_table import QUEUE_SECONDS, REFEREE, Referee, letters_go_out, mail_system, status, write_config
from tests.servers.servers import MailStack, free_port, missing
from tests.servers.test_real_game import KILLS, assert_story, first_game, second_game

__all__ = ["quick"]

pytestmark = pytest.mark.servers


@contextmanager
def place(kind: str) -> Iterator[tuple[MailStack, str]]:
    """A mail system, and where its Postfix hands in the referee's mail."""
    stack = mail_system()
    with stack:
        where = f"127.0.0.1:{free_port()}"
        way = f"inet:{where}"
        if kind == "unix":
            folder = stack.base / "door"
            folder.mkdir()
            os.chown(folder, 0, grp.getgrnam("postfix").gr_gid)
            folder.chmod(0o2750)
            where = str(folder / "lmtp")
            way = f"unix:{where}"
        stack.transports[REFEREE] = f"lmtp:{way}"
        stack.stop_smtp()
        stack.start_smtp()
        yield stack, where


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("kind", "mode"), [("unix", "external"), pytest.param("tcp", "builtin", marks=pytest.mark.long)]
)
def test_a_game_to_the_end_with_ten_kills(tmp_path: Path, kind: str, mode: str) -> None:
    with place(kind) as (stack, where):
        config = write_config(stack, tmp_path, mode, listen=where)
        referee = Referee(config)
        referee.start()
        try:
            assert asyncio.run(first_game(stack, referee)) == KILLS
            asyncio.run(second_game(stack))
            letters_go_out(config)
        finally:
            code = referee.stop()
        assert code == 0, "SIGTERM ends the daemon cleanly"
        assert_story(stack, config, mode)


@pytest.fixture
def handed(tmp_path: Path) -> Iterator[tuple[Handed, MailStack]]:
    """A referee in this process, and the Postfix that hands mail in to it."""
    if why := missing():
        pytest.fail(why)
    referee = Handed(tmp_path, queue_seconds=3600, server="localhost")
    way = f"lmtp:inet:127.0.0.1:{referee.port}"
    with MailStack(dict.fromkeys(USERS, PASSWORD), transports={CLUB_REFEREE: way}) as stack:
        referee.smtp_port = stack.smtp_port
        yield referee, stack
    if hasattr(referee, "store"):
        referee.store.close()


def sends(stack: MailStack, raw: bytes, sender: str = CLUB_MASTER) -> None:
    with smtplib.SMTP("127.0.0.1", stack.smtp_port) as smtp:
        smtp.sendmail(sender, [CLUB_REFEREE], raw)


async def started(daemon: Daemon) -> "asyncio.Task[None]":
    task = asyncio.create_task(daemon.run())
    await until(daemon._intake.all_read.is_set)
    return task


def test_what_was_not_stored_comes_again(handed: tuple[Handed, MailStack], monkeypatch: pytest.MonkeyPatch) -> None:
    """The database fails once: Postfix keeps the mail, and the next daemon gets it, with its true arrival."""
    referee, stack = handed

    def fails(*args: Any) -> Any:
        raise StoreError("the disk is full")

    async def test() -> None:
        task = await started(Daemon(referee.desk(), referee.store))
        with monkeypatch.context() as broken:
            broken.setattr(reading, "receive", fails)
            sends(stack, proven(CLUB_MASTER, STARTER))
            sent = datetime.now(UTC)
            with pytest.raises(StoreError):
                await asyncio.wait_for(task, 15)
        assert referee.outcomes() == []
        await asyncio.sleep(2.5)
        daemon = Daemon(referee.desk(), referee.store)
        task = await started(daemon)
        await until(lambda: [state for state, _ in referee.outcomes()] == ["done"], 15)
        daemon.stop()
        await asyncio.wait_for(task, 10)
        ((arrived,),) = referee.sql("SELECT arrived FROM inbox")
        late = datetime.fromisoformat(arrived).replace(tzinfo=UTC) - sent
        assert abs(late) < timedelta(seconds=2), "as Postfix says, not as we got it"

    asyncio.run(test())


def test_a_locked_database_loses_nothing(handed: tuple[Handed, MailStack], tmp_path: Path) -> None:
    referee, stack = handed

    async def test() -> None:
        daemon = Daemon(referee.desk(), referee.store)
        task = await started(daemon)
        with closing(sqlite3.connect(tmp_path / "data" / "referee.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for number in range(30):
                sends(stack, proven(f"p{number}@club.test", "help", number=number), f"p{number}@club.test")
            await asyncio.sleep(1)
            assert referee.outcomes() == []
            other.execute("ROLLBACK")
        await until(lambda: [state for state, _ in referee.outcomes()] == ["done"] * 30, 20)
        daemon.stop()
        await asyncio.wait_for(task, 10)

    asyncio.run(test())


def test_what_lies_in_the_queue_holds_the_clocks_until_it_is_flushed(
    handed: tuple[Handed, MailStack], tmp_path: Path
) -> None:
    """`referee flushed` asks Postfix itself."""
    referee, stack = handed
    referee.desk()
    config = str(tmp_path / "referee.toml")
    here = {**os.environ, "MAIL_CONFIG": str(stack.base / "etc")}

    def flushed() -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "referee", "flushed", "--wait", "0", "--config", config]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=here)

    assert "no daemon runs" in flushed().stderr
    one = Referee(Path(config))
    one.start()
    try:
        end = time.monotonic() + 20
        while not (wait := status(Path(config))["clocks_wait"]):
            assert time.monotonic() < end
            time.sleep(0.1)
        assert wait["why"] == "nobody listened for mail before"
        said = flushed()
        assert said.returncode == 0, said.stderr
        while status(Path(config))["clocks_wait"]:
            assert time.monotonic() < end
            time.sleep(0.1)
    finally:
        one.stop()


def test_mail_in_the_queue_is_counted(handed: tuple[Handed, MailStack], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens: what is for us lies there, and what is for others does not count."""
    referee, stack = handed
    monkeypatch.setenv("MAIL_CONFIG", str(stack.base / "etc"))
    sends(stack, proven(PLAYERS[0], "bid 3"))
    end = time.monotonic() + 10
    while not postfix.queued(lambda to: to == CLUB_REFEREE):
        assert time.monotonic() < end
        time.sleep(0.1)
    assert postfix.queued(lambda to: to == PLAYERS[0]) == 0
    assert postfix.longest_in_queue() == 3 <= QUEUE_SECONDS
    assert postfix.route(CLUB_REFEREE) == f"lmtp:inet:127.0.0.1:{referee.port}"
    assert postfix.route(PLAYERS[0]).startswith("lmtp:inet:127.0.0.1:")


LINES = (
    *("configuration", "templates", "database", "files", "modes", "time zones", "proofs", "queue", "route", "LMTP"),
    *("sending", "From", "own address", "subaddress", "results", "Received", "clock", "forged results"),
)
"""What `check` tries where there is no mailbox."""


def checks(config: Path, stack: MailStack, wait: int = 20) -> dict[str, tuple[str, str]]:
    """Each line by its name: its mark, and what it says."""
    command = [sys.executable, "-m", "referee", "check", "--wait", str(wait), "--config", str(config)]
    here = {**os.environ, "MAIL_CONFIG": str(stack.base / "etc")}
    said = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200, env=here)
    lines = (re.fullmatch(r"(ok|note|FAIL|-) +([A-Za-z ]+): (.*)", line) for line in said.stdout.splitlines())
    return {line[2]: (line[1], line[3]) for line in lines if line is not None}


def test_check_tries_all_of_it(handed: tuple[Handed, MailStack], tmp_path: Path) -> None:
    referee, stack = handed
    referee.more = {}
    referee.desk()
    path = tmp_path / "referee.toml"
    path.chmod(0o600)
    found = checks(path, stack)
    assert tuple(found) == LINES, found
    assert {name: mark for name, (mark, _) in found.items() if mark != "ok"} == dict.fromkeys(
        ("LMTP", "forged results"), "note"
    ), found
    assert "a unix socket is for one group alone" in found["LMTP"][1]
    assert "it is not believed below your server's own Received line" in found["forged results"][1]
    assert referee.outcomes() == [], "probes are not stored"


def test_check_says_what_does_not_fit(handed: tuple[Handed, MailStack], tmp_path: Path) -> None:
    referee, stack = handed
    referee.lmtp |= {"queue_seconds": 2, "server": "mx.other.test"}
    referee.desk()
    path = tmp_path / "referee.toml"
    found = checks(path, stack)
    assert found["queue"][0] == "FAIL" and "set lmtp.queue_seconds = 3" in found["queue"][1]
    assert found["Received"][0] == "FAIL" and "as localhost: set lmtp.server" in found["Received"][1]
    with socket.create_server(("127.0.0.1", referee.port)):
        found = checks(path, stack, 1)
    assert found["LMTP"][0] == "FAIL" and "set lmtp.listen to another place" in found["LMTP"][1]
    assert {found[name][0] for name in ("own address", "subaddress", "Received", "clock")} == {"-"}
    referee.lmtp["listen"] = f"127.0.0.1:{free_port()}"
    referee.desk()
    found = checks(path, stack, 3)
    assert found["route"][0] == "note" and f"to lmtp:inet:127.0.0.1:{referee.port}" in found["route"][1]
    assert found["own address"][0] == "FAIL"
