"""A wire between the referee and one mail server, plain TCP on both sides, that fails as a script says.

Reads the client's commands line by line, passes on the server's bytes, and knows nothing of their meaning but where the
answer to a command ends. SMTP commands that come together go on one by one, each once the last is answered, so that a
fault strikes in its order. One fault at a time; `fired` tells when it struck.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Self

GREETING = ""
TEXT = "."
"""SMTP: the step that the final dot ends."""
DRIP_SECONDS = 5.0


class Act(Enum):
    """The fate of an answer."""

    CUT = auto()
    """The connection is reset instead of an answer."""
    SILENCE = auto()
    """Nothing passes any more, in either direction."""
    HALF = auto()
    """Half of the answer, then silence."""
    DRIP = auto()
    """One byte of the answer every few seconds, and no end."""
    DEAF = auto()
    """The answer, but nothing after it."""
    SAY = auto()
    """Other words instead of the answer."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at a step, at its `skip`-th next time (from 0). `after`: once the real server has done its part.

    `step`: an SMTP verb or IMAP command (`UID FETCH`), "" for the greeting, "." for the end of a text; None: any.
    `about`: a part of the command's line. `says`: for SAY; TAG stands for the command's tag. `times`: how often.
    """

    act: Act
    step: str | None = None
    after: bool = False
    says: bytes = b""
    about: bytes = b""
    skip: int = 0
    times: int = 1


@dataclass(slots=True, eq=False)
class Wire:
    """One connection, as it stands."""

    number: int
    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    down: int = 0
    """Bytes passed on to the client."""
    deaf: bool = False
    answer: bytearray | None = None
    """An answer that is kept back until it is whole, for the fault in `fault`."""
    fault: Fault | None = None
    tag: bytes = b""
    in_text: bool = False
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """SMTP: set while no command waits for its answer."""

    def cut(self) -> None:
        self.deaf = True
        self.client.transport.abort()
        self.server.transport.abort()


@dataclass(slots=True)
class Heard:
    """A command: on which connection, which step, when."""

    connection: int
    step: str
    at: float
    line: bytes = field(repr=False)


class Proxy:
    """An async context manager on a free loopback port before the server at `port`. `imap`: else it is SMTP."""

    host = "127.0.0.1"

    def __init__(self, port: int, *, imap: bool, own_port: int = 0) -> None:
        """Set up what is between; `own_port`: where to listen, if not at any free port."""
        self.server_port, self.imap, self.port = port, imap, own_port
        self.fault: Fault | None = None
        self.cut_at: int | None = None
        """The number of bytes after which every connection is cut."""
        self.stall_at: int | None = None
        """The number of bytes after which every connection falls silent."""
        self.meanwhile: tuple[str, Callable[[], object]] | None = None
        """The act of somebody else, once, just before the command of that step reaches the server."""
        self.fired: list[float] = []
        self.opened: list[float] = []
        self.heard: list[Heard] = []
        self.down = 0
        self._skipped = 0
        self._wires: list[Wire] = []

    async def __aenter__(self) -> Self:
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = await asyncio.start_server(self._accept, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def script(self, fault: Fault | None) -> None:
        """Let this go wrong from now on, and nothing else; what was done to open connections stays."""
        self.fault, self._skipped = fault, 0
        self.fired = []

    def hang_up(self) -> None:
        """Cut every open connection."""
        for wire in list(self._wires):
            wire.cut()

    def steps(self) -> list[str]:
        """Return every step that was heard, once, in the order of first sight."""
        return list(dict.fromkeys(heard.step for heard in self.heard))

    def hang(self) -> float | None:
        """Return the seconds from the fault's first strike until the client tried anew; None while it did not."""
        return next((at - self.fired[0] for at in self.opened if self.fired and at > self.fired[0]), None)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.opened.append(time.monotonic())
        with contextlib.suppress(OSError, asyncio.CancelledError), contextlib.closing(writer):
            there, to_server = await asyncio.open_connection(self.host, self.server_port, limit=2**24)
            wire = Wire(len(self.opened), writer, to_server)
            self._wires.append(wire)
            try:
                await self._meet(wire, reader, there)
            finally:
                self._wires.remove(wire)
                to_server.transport.abort()

    async def _meet(self, wire: Wire, here: asyncio.StreamReader, there: asyncio.StreamReader) -> None:
        if (fault := self._due(GREETING, b"")) is not None:
            wire.fault, wire.answer = fault, bytearray()
        pumps = [asyncio.create_task(self._up(wire, here)), asyncio.create_task(self._down(wire, there))]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            if wire.deaf:
                await asyncio.wait(pumps[:1])
            else:
                await asyncio.sleep(0)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _up(self, wire: Wire, here: asyncio.StreamReader) -> None:
        while line := await here.readline():
            if not (self.imap or wire.in_text or wire.deaf):
                await wire.answered.wait()
            if wire.deaf:
                continue
            step = self._step(wire, line)
            if step is not None:
                self.heard.append(Heard(wire.number, step, time.monotonic(), line))
                await self._somebody_acts(step)
                if (fault := self._due(step, line)) is not None:
                    wire.fault = fault
                    if not fault.after:
                        await self._strike(wire, b"")
                        continue
                    wire.answer = bytearray()
                wire.answered.clear()
            wire.server.write(line)
            await wire.server.drain()

    async def _somebody_acts(self, step: str) -> None:
        if self.meanwhile is not None and self.meanwhile[0] == step:
            _, work = self.meanwhile
            self.meanwhile = None
            await asyncio.to_thread(work)
            self.fired.append(time.monotonic())

    def _step(self, wire: Wire, line: bytes) -> str | None:
        """Return the step that a line of the client begins (in an SMTP text: ends); None inside a text."""
        words = line.upper().split()
        if self.imap:
            if words and words[0] == b"DONE":
                return "DONE"
            wire.tag = line.split()[0]
            return b" ".join(words[1:3] if words[1:2] == [b"UID"] else words[1:2]).decode()
        if wire.in_text:
            wire.in_text = line != b".\r\n"
            return None if wire.in_text else TEXT
        return words[0].decode() if words else ""

    def _due(self, step: str, line: bytes) -> Fault | None:
        fault = self.fault
        if fault is None or fault.step not in (None, step) or fault.about not in line or len(self.fired) >= fault.times:
            return None
        if self._skipped < fault.skip:
            self._skipped += 1
            return None
        return fault

    async def _down(self, wire: Wire, there: asyncio.StreamReader) -> None:
        while data := await there.read(2**16):
            if wire.deaf:
                continue
            if wire.answer is not None:
                wire.answer += data
                if not self._whole(wire, bytes(wire.answer)):
                    continue
                data, wire.answer = bytes(wire.answer), None
                await self._strike(wire, data)
                continue
            if not self.imap and data.startswith(b"354"):
                wire.in_text = True
            await self._pass(wire, data)
            if not self.imap and self._whole(wire, data):
                wire.answered.set()

    def _whole(self, wire: Wire, answer: bytes) -> bool:
        """Tell if an answer has all come: to its tagged line, or its last SMTP line; IDLE's ends with the
        go-ahead."""
        lines = answer.split(b"\r\n")
        if lines[-1]:
            return False
        if self.imap:
            return wire.tag == b"" or any(line.startswith((wire.tag + b" ", b"+ ")) for line in lines)
        return len(lines) > 1 and lines[-2][3:4] == b" "

    async def _pass(self, wire: Wire, data: bytes) -> None:
        limit = self.cut_at if self.cut_at is not None else self.stall_at
        part = data if limit is None else data[: max(0, limit - wire.down)]
        wire.client.write(part)
        wire.down += len(part)
        self.down += len(part)
        with contextlib.suppress(ConnectionError):
            await wire.client.drain()
        if limit is not None and wire.down >= limit:
            self.fired.append(time.monotonic())
            if self.cut_at is not None:
                # let written bytes arrive before the end does
                await asyncio.sleep(0)
                wire.cut()
            wire.deaf = True

    async def _strike(self, wire: Wire, answer: bytes) -> None:
        """Let the fault happen: instead of an answer not asked for, or of the one that came."""
        fault = wire.fault
        assert fault is not None
        wire.fault = None
        wire.answered.set()
        self.fired.append(time.monotonic())
        match fault.act:
            case Act.SAY:
                wire.client.write(fault.says.replace(b"TAG", wire.tag))
                if fault.says.startswith((b"421", b"* BYE")):
                    await wire.client.drain()
                    wire.client.close()
                    wire.deaf = True
                return
            case Act.CUT:
                wire.cut()
                return
            case Act.HALF:
                wire.client.write(answer[: len(answer) // 2] or (b"* OK ha" if self.imap else b"2"))
            case Act.DRIP:
                task = asyncio.create_task(self._drip(wire, answer or b"* OK and so on and on" * 9))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case Act.DEAF:
                wire.client.write(answer)
            case Act.SILENCE:
                pass
        wire.deaf = True

    async def _drip(self, wire: Wire, answer: bytes) -> None:
        for byte in _single(answer.rstrip(b"\r\n")):
            if wire.client.is_closing():
                return
            wire.client.write(byte)
            await asyncio.sleep(DRIP_SECONDS)


def _single(data: bytes) -> Iterator[bytes]:
    return (data[i : i + 1] for i in range(len(data)))
