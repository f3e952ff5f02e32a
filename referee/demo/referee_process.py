"""The demo's referee in a process of its own: it shares no processor time with mail servers and robots, and nothing
but the mail. Never outlives the process that began it.
"""

import asyncio
import multiprocessing
import signal
from contextlib import closing
from multiprocessing.connection import Connection
from time import process_time

from referee.config import Settings
from referee.running import logs
from referee.running.daemon import Daemon
from referee.running.opening import open_database, open_desk
from referee.store.backend import StoreError


class RefereeProcess:
    """One daemon, from its creation until `stop`. Nothing of its database may be open when it is created."""

    def __init__(self, settings: Settings) -> None:
        # a spawned process would load the program first, and meanwhile end by a Ctrl-C that is meant for us
        forked = multiprocessing.get_context("fork")
        self._line, theirs = forked.Pipe()
        self._process = forked.Process(target=work, args=(settings, theirs))
        self._process.start()
        theirs.close()
        self.ended = asyncio.create_task(self._end())
        """A future that ends with the daemon and gives its seconds of processor time; raises the error of a daemon that
        failed."""

    async def stop(self) -> float | None:
        """Let it finish the mail in hand. Return the seconds of processor time that it took; None if it failed."""
        if not self.ended.done():
            self._line.send("stop")
        await asyncio.wait({self.ended})
        return None if self.ended.cancelled() or self.ended.exception() else self.ended.result()

    async def _end(self) -> float:
        """Wait for the daemon's end. Raises StoreError if the disk fails, RuntimeError if the daemon fails
        otherwise."""
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._line.fileno(), done.set)
        try:
            await done.wait()
        finally:
            loop.remove_reader(self._line.fileno())
        try:
            outcome: float | StoreError = self._line.recv()
        except EOFError:
            raise RuntimeError("the referee's process failed") from None
        finally:
            self._process.join()
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome


def work(settings: Settings, line: Connection) -> None:
    """Run the daemon, in that process, until there is a word on the line, or nobody is left to say one; then say how
    many seconds of processor time it took, or how the disk failed."""
    # Ctrl-C reaches both processes, but is meant for the other one, which then stops this one
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    logs.set_up("warning")
    try:
        with closing(open_database(settings)) as store:
            asyncio.run(_run(Daemon(open_desk(settings), store), line))
    except StoreError as e:
        line.send(e)
    else:
        line.send(process_time())


async def _run(daemon: Daemon, line: Connection) -> None:
    loop, starter = asyncio.get_running_loop(), multiprocessing.parent_process()
    assert starter is not None, "this process was begun by another one"
    for sign in (line.fileno(), starter.sentinel):
        loop.add_reader(sign, daemon.stop)
    await daemon.run()
