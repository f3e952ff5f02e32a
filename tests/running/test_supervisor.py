"""The words that systemd hears over its socket: that the daemon is ready once it has read the mailbox, that it is alive
while its loops are, and that it stops. And one machine has one reader for each mailbox."""

import asyncio
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.demo.servers import EmbeddedMail
from referee.post.settings import ImapSettings
from referee.running import supervisor
from referee.running.one_reader import MailboxTaken, only_reader
from referee.running.steps import LOOP, Steps
from referee.running.supervisor import Pulse
from tests.running.referee import USERS, Referee, play, quick, referee, until

__all__ = ["quick", "referee"]


class Systemd:
    """Systemd's end of the socket."""

    def __init__(self, address: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self.line.setblocking(False)
        self.words: list[str] = []

    def heard(self) -> list[str]:
        while True:
            try:
                self.words.append(self.line.recv(100).decode())
            except BlockingIOError:
                return self.words


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    address = str(tmp_path / "notify") if request.param == "path" else f"@referee-test-{os.getpid()}"
    one = Systemd(address)
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    yield one
    one.line.close()


def test_ready_alive_stopping(systemd: Systemd, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "300000")

    async def test() -> None:
        async with EmbeddedMail(USERS) as mail:
            async with referee.sends(mail).running():
                await until(lambda: systemd.heard().count("WATCHDOG=1") >= 2)
                assert "READY=1" not in systemd.heard(), "no mailbox can be read"
            systemd.heard().clear()
            async with referee.reads(mail).running():
                await until(lambda: "READY=1" in systemd.heard())
                assert "STOPPING=1" not in systemd.heard()
            assert systemd.heard()[-1] == "STOPPING=1" and systemd.words.count("READY=1") == 1

    play(test())


def test_a_loop_that_hangs_is_not_alive(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "SILENT_SECONDS", 0.0)
    desk = referee.desk()
    steps = Steps(referee.store)

    async def test() -> None:
        async def works() -> None:
            LOOP.set("reading")
            while True:
                # a task of a loop is a part of it
                await asyncio.create_task(steps.work(lambda: None))
                await asyncio.sleep(0.02)

        async def hangs() -> None:
            LOOP.set("sending")
            await steps.work(lambda: None)
            await asyncio.sleep(9)

        loops = {"reading": asyncio.create_task(works()), "sending": asyncio.create_task(hangs())}
        watched = Pulse(desk, steps)
        await asyncio.sleep(0.05)
        assert watched.hanging(loops) is None
        await asyncio.sleep(0.3)
        assert watched.hanging(loops) == "sending"
        loops["reading"].cancel()
        await asyncio.gather(loops["reading"], return_exceptions=True)
        assert watched.hanging(loops) == "reading"
        loops["sending"].cancel()

    play(test())
    steps.close()


def test_nobody_listens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for address in ("", "nonsense", str(tmp_path / "gone"), "@gone"):
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        supervisor.say(supervisor.READY)
    for given, pid, seconds in (("", "", None), ("x", "", None), ("0", "", None), ("90000000", "", 90.0)):
        monkeypatch.setenv("WATCHDOG_USEC", given)
        assert supervisor.patience() == seconds, pid
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert supervisor.patience() is None


def imap(**more: Any) -> ImapSettings:
    return ImapSettings(**{"host": "imap.club.test", "username": f"me-{os.getpid()}", **more})


def test_a_mailbox_has_one_reader() -> None:
    with only_reader(imap()):
        for same in (imap(), imap(host="IMAP.club.test"), imap(folder="Else"), imap(processed_folder="Else")):
            with pytest.raises(MailboxTaken, match="another referee on this machine uses folder"), only_reader(same):
                pass
        others = (imap(username="you"), imap(folder="Else", processed_folder="Done"), imap(port=143))
        for other in others:
            with only_reader(other):
                pass
    with only_reader(imap()):
        pass


def test_the_second_reader_is_refused_however_often_it_tries() -> None:
    with only_reader(imap()):
        for _ in range(300):
            with pytest.raises(MailboxTaken), only_reader(imap()):
                pass


def test_daemons_of_one_database_share_a_mailbox_and_refuse_others() -> None:
    north, south = (f"postgresql+psycopg://referee@{host}.club.test/referee" for host in ("north", "south"))
    with only_reader(imap(), north), only_reader(imap(), north):
        for other in (None, south):
            with pytest.raises(MailboxTaken, match="on this machine uses folder"), only_reader(imap(), other):
                pass
        with only_reader(imap(username="you")):
            pass
    with only_reader(imap()), pytest.raises(MailboxTaken), only_reader(imap(), north):
        pass
    with only_reader(imap(), south):
        pass
