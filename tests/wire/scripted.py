"""Servers that say what a test wants, right or wrong: no library, only lines over a socket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Self

Part = Callable[["Talk", str], Awaitable[None]]
"""The act of a server that has heard a line: it gets the connection and the IMAP tag ("" in SMTP)."""


class Talk:
    """One connection as the server sees it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def say(self, *lines: str | bytes) -> None:
        raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
        await self.send(b"".join(line + b"\r\n" for line in raw))

    async def send(self, raw: bytes) -> None:
        self._writer.write(raw)
        await self._writer.drain()

    async def hear(self) -> str:
        line = await self._reader.readline()
        if not line:
            raise ConnectionResetError
        return line.decode().rstrip("\r\n")

    def has_more(self) -> bool:
        """Tell if more has come than was heard."""
        return bool(self._reader._buffer)  # type: ignore[attr-defined]

    async def silence(self) -> None:
        """Say nothing until the other side gives up."""
        while await self._reader.read(4096):
            pass
        raise ConnectionResetError

    def cut(self) -> None:
        self._writer.transport.abort()
        raise ConnectionResetError


class Scripted:
    """An async context manager on a free loopback port. `heard` is every line of every connection, in order."""

    host = "127.0.0.1"

    def __init__(self) -> None:
        self.port = 0
        self.heard: list[str] = []
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = await asyncio.start_server(self._accept, self.host, 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            await self.serve(Talk(reader, writer))
        writer.close()

    async def serve(self, talk: Talk) -> None:
        raise AssertionError("a script says what to serve")


class FakeImap(Scripted):
    """A mailbox with two small mails, UIDs 7 and 9. `parts` replaces what it says to a command, "" to the greeting."""

    capabilities = "IMAP4rev1 IDLE MOVE UIDPLUS"

    def __init__(self, parts: Mapping[str, str | Part] | None = None, capabilities: str | None = None) -> None:
        super().__init__()
        self.parts = dict(parts or {})
        if capabilities is not None:
            self.capabilities = capabilities

    async def serve(self, talk: Talk) -> None:
        await self._do(talk, "", "", "* OK ready")
        while True:
            line = await talk.hear()
            self.heard.append(line.partition(" ")[2])
            tag, name, *rest = line.split(" ")
            name = f"UID {rest[0]}" if name == "UID" else name
            if name == "IDLE":
                await self._do(talk, tag, name, "+ idling\r\n* 3 EXISTS\r\n* 1 RECENT")
                self.heard.append(await talk.hear())
                name = "DONE"
            await self._do(talk, tag, name, f"{self._untagged(name, line)}{tag} OK done")
            if name == "LOGOUT":
                return

    async def _do(self, talk: Talk, tag: str, name: str, otherwise: str) -> None:
        part = self.parts.get(name, otherwise)
        if isinstance(part, str):
            await talk.say(part.replace("TAG", tag))
        else:
            await part(talk, tag)

    def _untagged(self, name: str, line: str) -> str:
        if name == "UID FETCH" and "BODY.PEEK" in line:
            return "".join(body(uid) for uid in (7, 9) if str(uid) in line)
        known = {
            "CAPABILITY": f"* CAPABILITY {self.capabilities}\r\n",
            "LIST": '* LIST (\\Noselect) "/" ""\r\n',
            "SELECT": "* 2 EXISTS\r\n* OK [UIDVALIDITY 77] UIDs valid\r\n",
            "UID SEARCH": "* SEARCH 7 9\r\n",
            "UID FETCH": "".join(about(uid) for uid in (7, 9) if str(uid) in line),
            "LOGOUT": "* BYE\r\n",
        }
        return known.get(name, "")


def about(uid: int, date: str = "17-Jul-1996 02:44:25 -0700", size: int = 20) -> str:
    return f'* {uid - 6} FETCH (UID {uid} RFC822.SIZE {size} INTERNALDATE "{date}")\r\n'


def body(uid: int, text: str = "Subject: hi\r\n\r\nyo\r\n") -> str:
    return f"* {uid - 6} FETCH (UID {uid} BODY[] {{{len(text)}}}\r\n{text})\r\n"


class FakeSmtp(Scripted):
    """A server that takes every letter, into `letters`. `parts` replaces what it says to a verb; "" the greeting, "."
    the text.

    It breaks off when a command comes before its reply to the last one has gone."""

    def __init__(self, parts: Mapping[str, str | Part] | None = None) -> None:
        super().__init__()
        self.parts = dict(parts or {})
        self.letters: list[str] = []

    async def serve(self, talk: Talk) -> None:
        await self._do(talk, "", "220 fake ESMTP")
        while True:
            line = await talk.hear()
            self.heard.append(line)
            verb = line.split(" ")[0].upper()
            if talk.has_more():
                talk.cut()
            usual = {
                "EHLO": "250-fake\r\n250-HELP\r\n250 AUTH PLAIN",
                "AUTH": "235 welcome",
                "DATA": "354 go on",
                "QUIT": "221 bye",
            }
            await self._do(talk, verb, usual.get(verb, "250 fine"))
            if verb == "DATA" and "DATA" not in self.parts:
                text: list[str] = []
                while (line := await talk.hear()) != ".":
                    text.append(line)
                self.letters.append("\n".join(text))
                await self._do(talk, ".", "250 taken")

    async def _do(self, talk: Talk, verb: str, otherwise: str) -> None:
        part = self.parts.get(verb, otherwise)
        if isinstance(part, str):
            await talk.say(part)
        else:
            await part(talk, "")


async def cut(talk: Talk, tag: str) -> None:
    talk.cut()


async def silence(talk: Talk, tag: str) -> None:
    await talk.silence()


async def half_a_line(talk: Talk, tag: str) -> None:
    await talk.send(b"* OK half a li")
    await talk.silence()


async def shut_politely(talk: Talk, tag: str) -> None:
    await talk.say("* BYE so long")
    raise ConnectionResetError


PATIENT, IMPATIENT = 3.0, 0.15
"""The seconds of silence to tolerate: if nothing is to be silent, and if something is."""


def patience(part: Part) -> float:
    return IMPATIENT if part in (silence, half_a_line) else PATIENT


@contextlib.asynccontextmanager
async def within(seconds: float) -> AsyncIterator[None]:
    """Fail, rather than hang, if what is inside takes longer."""
    async with asyncio.timeout(seconds):
        yield
