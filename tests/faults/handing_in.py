"""Mail handed in by Postfix over a wire that fails: every step of LMTP is cut, stalled, or answered with something
else, before or after the referee did its part; and the referee is killed between its commit and its yes.

What holds: every mail is stored, acts once, and is in nobody's queue in the end; a mail that was not taken, or may not
have been, stops the clocks.
"""

import asyncio
import os
import signal
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from referee.post.wire import postfix
from referee.post.wire.handed_in import HandedIn
from referee.running.daemon import Daemon
from tests.faults.club import chance, short
from tests.faults.proxy import GREETING, TEXT, Act, Fault, Proxy
from tests.faults.runs import Figures
from tests.running.handing import Handed
from tests.running.post_office import PASSWORD, REFEREE
from tests.running.referee import USERS
from tests.servers.servers import MailStack, free_port, missing

STEPS = (GREETING, "LHLO", "MAIL", "RCPT", "DATA", TEXT)
WORDS = (b"451 4.3.0 not now\r\n", b"421 4.3.2 closing\r\n")
KILLER = """
import os, signal
from referee.post.wire.handed_in import HandedIn
def stored(self, mails):
    os.kill(os.getpid(), signal.SIGKILL)
HandedIn.stored = stored
import sys
sys.argv = ["referee", "run", "--config", {config!r}]
from referee.commands.app import main
main()
"""


class Way:
    """Postfix, a wire, and the referee behind it."""

    def __init__(self, folder: Path) -> None:
        self.referee = Handed(folder, queue_seconds=3600, server="localhost")
        self.wire = Proxy(self.referee.port, imap=False, own_port=free_port())
        self.stack = MailStack(
            dict.fromkeys(USERS, PASSWORD), transports={REFEREE: f"lmtp:inet:127.0.0.1:{self.wire.port}"}
        )
        self.sent = 0

    def sends(self) -> str:
        """A stranger's mail, and its Message-ID."""
        self.sent += 1
        who, name = f"p{self.sent}@club.test", f"<{self.sent}@club.test>"
        raw = f"From: {who}\r\nTo: {REFEREE}\r\nSubject: x\r\nMessage-ID: {name}\r\n\r\nhelp\r\n"
        with smtplib.SMTP("127.0.0.1", self.stack.smtp_port) as smtp:
            smtp.sendmail(who, [REFEREE], raw)
        return name

    def copies(self, name: str) -> int:
        """How many copies of a mail are stored."""
        return int(self.referee.sql("SELECT count(*) FROM inbox WHERE instr(raw, ?)", name.encode())[0][0])

    def acted(self) -> int:
        """How many mails brought about anything; a second copy does not."""
        return int(self.referee.sql("SELECT count(*) FROM inbox WHERE outcome NOT LIKE 'ignored/%'")[0][0])

    def queued(self) -> int:
        return postfix.queued(lambda to: to == REFEREE)


async def empty(way: Way, name: str, copies: int, what: str) -> None:
    """Wait until so many copies of a mail are stored, and nobody has it else. Postfix puts a mail off for minutes if it
    took it up again while a delivery was still ending: so it is asked to try."""
    end = time.monotonic() + 60
    while way.copies(name) < copies or (await asyncio.to_thread(way.queued)) > 0:
        assert time.monotonic() < end, f"it did not come about: {what}"
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postfix.try_again)


async def until(holds: Callable[[], object], what: str, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not await asyncio.to_thread(holds):
        assert time.monotonic() < end, f"it did not come about: {what}"
        await asyncio.sleep(0.05)


def run(*, long: bool) -> Figures:
    why = missing()
    assert why is None, why
    with short(), tempfile.TemporaryDirectory() as folder:
        way = Way(Path(folder))
        with way.stack:
            before = os.environ.get("MAIL_CONFIG")
            os.environ["MAIL_CONFIG"] = str(way.stack.base / "etc")
            try:
                return asyncio.run(_all(way, long))
            finally:
                if before is None:
                    del os.environ["MAIL_CONFIG"]
                else:
                    os.environ["MAIL_CONFIG"] = before


async def _all(way: Way, long: bool) -> Figures:
    way.referee.smtp_port = way.stack.smtp_port
    async with way.wire:
        figures = await _replaced(way, long)
        killed = await _killed(way, 5 if long else 1)
    assert way.acted() == way.sent, f"{way.sent} mails were sent, and {way.acted()} acted"
    way.referee.store.close()
    return {**figures, **killed, "mails": way.sent, "lost": 0, "acted twice": 0}


def _faults() -> list[Fault]:
    times = [(step, after) for step in STEPS for after in ((False, True) if step else (True,))]
    faults = [Fault(act, step, after=after) for step, after in times for act in (Act.CUT, Act.HALF)]
    # a no to a text whose end never reached the referee leaves both sides waiting for each other
    times.remove((TEXT, False))
    return faults + [Fault(Act.SAY, step, after=after, says=words) for step, after in times for words in WORDS]


async def _replaced(way: Way, long: bool) -> Figures:
    """Each reply goes wrong once; a wire that is silent after half of one is cut by us."""
    faults = _faults() if long else chance().sample(_faults(), 8)
    daemon = Daemon(way.referee.desk(), way.referee.store)
    door = daemon._intake.handed_in
    assert door is not None
    task = asyncio.create_task(daemon.run())
    await until(daemon._intake.all_read.is_set, "it listens")
    second = waited = 0
    for fault in faults:
        door.flushed(door.since)
        assert door.waits_until is None
        way.wire.script(fault)
        name = await asyncio.to_thread(way.sends)
        await until(lambda: way.wire.fired, str(fault))
        if fault.act is Act.HALF:
            await asyncio.sleep(0.1)
            way.wire.hang_up()
        await empty(way, name, 1, f"{fault}: it is stored, and nobody has it else")
        copies = way.copies(name)
        assert copies == 1 or (fault.step == TEXT and fault.after), f"{fault}: {copies} copies"
        second, waited = second + copies - 1, waited + _holds(door, fault)
    way.wire.script(None)
    await until(lambda: way.acted() == way.sent, "all of it is handled")
    daemon.stop()
    await asyncio.wait_for(task, 10)
    return {"steps gone wrong": len(faults), "second copies, known": second, "that stopped the clocks": waited}


def _holds(door: HandedIn, fault: Fault) -> bool:
    """Whether the clocks wait, as they must where a mail that had begun was left with the server by a cut."""
    waits = door.waits_until is not None
    begun = fault.step in ("MAIL", "RCPT", "DATA") and fault.after
    assert waits or not begun or fault.act is Act.SAY, f"{fault}: clocks went on while the mail lay in the queue"
    return waits


async def _killed(way: Way, times: int) -> Figures:
    """The process ends by itself at the moment between commit and yes, with a signal that nothing can catch."""
    config = way.referee.folder / "referee.toml"
    for _ in range(times):
        doomed = await asyncio.create_subprocess_exec(
            sys.executable, "-c", KILLER.format(config=str(config)), stderr=subprocess.DEVNULL
        )
        name = await asyncio.to_thread(way.sends)
        ends = asyncio.create_task(doomed.wait())
        while not ends.done():
            await asyncio.to_thread(postfix.try_again)
            await asyncio.wait({ends}, timeout=1)
        assert ends.result() == -signal.SIGKILL
        assert way.copies(name) == 1, "it was committed"
        daemon = Daemon(way.referee.desk(), way.referee.store)
        task = asyncio.create_task(daemon.run())
        await empty(way, name, 2, "Postfix hands it in again")
        await until(lambda: way.acted() == way.sent, "it acted once")
        daemon.stop()
        await asyncio.wait_for(task, 10)
    return {"killed between commit and yes": times}
