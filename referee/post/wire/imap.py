"""One guarded IMAP connection: one command at a time, every wait bounded, a lost connection raises at once.

aioimaplib parses. This module owns the socket, because the parser alone wakes nobody when a connection is lost,
recurses once per line of an answer, and is out of step after any time-out or cancellation. So whatever goes
wrong ends the connection: make a new one. Nothing that a server said ever goes into a command.
"""

import asyncio
import logging
import re
import ssl
from collections.abc import Awaitable
from typing import Any, Self, TypeVar, cast

import aioimaplib

from referee.post.wire.folders import Hierarchy
from referee.post.wire.sockets import printable, tls_trouble

# its debug lines hold all mail, and a password with a quote in it
logging.getLogger("aioimaplib.aioimaplib").setLevel(logging.WARNING)

T = TypeVar("T")
Line = bytes | bytearray
"""bytes: a line without its `* ` and its end; bytearray: a literal."""

FEW_LINES = re.compile(rb"(?:[^\n]*\n){1,100}|[^\n]+")
EXISTS = re.compile(rb"^\* \d+ EXISTS", re.MULTILINE | re.IGNORECASE)
UIDVALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.IGNORECASE)
NAMESPACE = re.compile(rb'\(\("([^"]*)" (?:"\\?([!-~])"|NIL)')
LISTED = re.compile(rb'\([^)]*\) (?:"\\?([!-~])"|NIL)')
PASSING = re.compile(rb"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|OVERQUOTA)\b", re.IGNORECASE)
"""Response codes of a refusal that time may heal (RFC 5530)."""

GREETING_BYTES = 4096
ANSWER_BYTES = 64 * 1024 * 1024
PATIENCE = 2
"""An answer may take this many time-outs in all, as long as the server is never silent for one of them."""
SLOWEST = 4096
"""Bytes a second: an answer that comes faster than this is never given up, however long it is."""


class MailboxLost(ConnectionError):
    """The mailbox cannot be reached now, or the connection has ended: open it anew, later."""


class MailboxRefused(Exception):
    """The server says no, and will until a person changes something; the text says what."""


class Wire(asyncio.Protocol):
    """Between the socket and the parser: hands on few lines at a time, and tells when the connection ends."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.greeting: asyncio.Future[bytes] = loop.create_future()
        self.lost: asyncio.Future[str] = loop.create_future()
        self.news = asyncio.Event()
        self.heard_at = loop.time()
        self.heard_bytes = 0
        self.transport: asyncio.Transport
        self.parser: Any
        self._first = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.attach(cast(asyncio.Transport, transport))

    def attach(self, transport: asyncio.Transport) -> None:
        """Talk over this transport, with a parser that remembers nothing (RFC 3501, 6.2.1)."""
        self.transport = transport
        self.parser = aioimaplib.IMAP4ClientProtocol(asyncio.get_running_loop())
        self.parser.connection_made(transport)
        self.parser.state = aioimaplib.NONAUTH

    def data_received(self, data: bytes) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        self.heard_bytes += len(data)
        if self.heard_bytes > ANSWER_BYTES:
            self.end("the server sent far more than was asked for")
            return
        if not self.greeting.done():
            data = self._greet(data)
        if EXISTS.search(data):
            self.news.set()
        try:
            for part in FEW_LINES.findall(data):
                self.parser.data_received(part)
        except (aioimaplib.AioImapException, ValueError, LookupError) as e:
            self.end(f"the server's answer makes no sense ({printable(str(e))})")

    def _greet(self, data: bytes) -> bytes:
        self._first, end, rest = (self._first + data).partition(b"\n")
        if end or len(self._first) > GREETING_BYTES:
            self.greeting.set_result(self._first)
        return rest

    def connection_lost(self, exc: Exception | None) -> None:
        self.end(f"the connection broke ({printable(str(exc))})" if exc else "the server closed the connection")

    def end(self, why: str) -> None:
        """Over and out, and everyone who waits is told; the first reason stands."""
        if not self.lost.done():
            self.lost.set_result(why)
        self.transport.abort()


class ImapConnection:
    """One connection, greeting to end. Each method may raise MailboxLost, and then nothing but `abort` is left."""

    def __init__(self, wire: Wire, where: str, timeout: float) -> None:
        self._wire, self._where, self._timeout = wire, where, timeout
        self._one_at_a_time = asyncio.Lock()
        self._secret: str | None = None
        self.capabilities: frozenset[str] = frozenset()

    @classmethod
    async def open(
        cls, host: str, port: int, timeout: float, *, tls: ssl.SSLContext | None, starttls: bool = False
    ) -> Self:
        """Connected, greeted and under TLS, unless `tls` is None. `timeout`: seconds of silence in each step.

        Raises MailboxRefused for what only another configuration can mend.
        """
        where = f"the IMAP server {host}:{port}"
        try:
            _, wire = await asyncio.wait_for(
                asyncio.get_running_loop().create_connection(
                    Wire, host, port, ssl=None if starttls else tls, happy_eyeballs_delay=0.25
                ),
                timeout,
            )
        except ssl.SSLError as e:
            raise MailboxRefused(f"no TLS with {where}: {tls_trouble(e, 'imap')}") from None
        except TimeoutError:
            raise MailboxLost(f"{where} does not answer") from None
        except OSError as e:
            raise MailboxLost(f"cannot reach {where}: {printable(e.strerror or str(e))}") from None
        connection = cls(wire, where, timeout)
        try:
            await connection._welcome()
            if tls is not None and starttls:
                await connection._start_tls(host, tls)
            await connection._ask_capabilities()
        except BaseException:
            connection.abort()
            raise
        return connection

    async def _welcome(self) -> None:
        greeting = (await self._bounded(self._wire.greeting)).upper()
        if greeting.startswith(b"* BYE"):
            raise MailboxLost(f"{self._where} takes nobody now: {printable(greeting[5:])}")
        if not greeting.startswith(b"* OK"):
            raise MailboxRefused(
                f"{self._where} does not speak as one that takes a log-in ({printable(greeting)}): "
                "set imap.host, imap.port and imap.tls as your provider says"
            )

    async def _start_tls(self, host: str, context: ssl.SSLContext) -> None:
        try:
            await self.command("STARTTLS")
        except MailboxRefused as e:
            raise MailboxRefused(f"{e}; set imap.tls and imap.port as your provider says") from None
        upgrade = asyncio.get_running_loop().start_tls(self._wire.transport, self._wire, context, server_hostname=host)
        try:
            transport = await self._bounded(upgrade)
        except ssl.SSLError as e:
            raise MailboxRefused(f"no TLS with {self._where}: {tls_trouble(e, 'imap')}") from None
        except OSError as e:
            raise MailboxLost(f"{self._where} broke off the start of TLS: {printable(str(e))}") from None
        if transport is None:
            raise MailboxLost(f"{self._where} broke off the start of TLS")
        self._wire.attach(transport)

    async def _ask_capabilities(self) -> None:
        lines = await self.command("CAPABILITY")
        self.capabilities = frozenset(b" ".join(lines[:-1]).decode("ascii", "replace").upper().split())

    async def login(self, user: str, password: str) -> None:
        """Raises MailboxRefused if the name or the password is wrong."""
        if "LOGINDISABLED" in self.capabilities:
            raise MailboxRefused(f"{self._where} takes no password in the clear: set imap.tls to starttls or implicit")
        self._secret = password
        try:
            await self.command("LOGIN", quoted(user), quoted(password))
        except MailboxRefused as e:
            raise MailboxRefused(f"{e}; check imap.username and imap.password") from None
        self._wire.parser.state = aioimaplib.AUTH
        await self._ask_capabilities()

    async def hierarchy(self) -> Hierarchy:
        """How this server nests the user's own folders (RFC 2342, or a LIST of nothing: RFC 3501, 6.3.8)."""
        if "NAMESPACE" in self.capabilities:
            lines = await self.command("NAMESPACE")
            if found := NAMESPACE.match(lines[0]):
                return Hierarchy(_text(found[2]), found[1].upper() == b"INBOX" + (found[2] or b""))
        lines = await self.command("LIST", '""', '""')
        listed = LISTED.match(lines[0])
        return Hierarchy(_text(listed and listed[1]), below_inbox=False)

    async def select(self, folder: str) -> int:
        """Select a folder, named as on the wire, for reading and moving. Returns its UIDVALIDITY."""
        lines = await self.command("SELECT", quoted(folder))
        self._wire.parser.state = aioimaplib.SELECTED
        said = b"\n".join(lines)
        validity = UIDVALIDITY.search(said)
        if validity is None:
            raise MailboxRefused(f"{self._where} gives mails no lasting numbers (UIDVALIDITY): use another server")
        if b"[READ-ONLY]" in said.upper():
            raise MailboxRefused(f"{self._where} lets this user read the folder but not move mail: allow it")
        return int(validity[1])

    async def command(self, name: str, *args: str, uid: bool = False) -> list[Line]:
        """The answer's lines, the last one the text after OK; `args` as they go over the wire.

        Raises MailboxRefused with the server's words for NO and BAD, MailboxLost where they say that it will pass.
        """
        prefix, answers_as = "UID" if uid else "", "FETCH" if name == "STORE" else name
        async with self._one_at_a_time:
            parser = self._wire.parser
            if name == "FETCH":
                order = aioimaplib.FetchCommand(parser.new_tag(), *args, prefix=prefix)
            else:
                order = aioimaplib.Command(name, parser.new_tag(), *args, prefix=prefix, untagged_resp_name=answers_as)
            response = await self._bounded(parser.execute(order))
        lines: list[Line] = list(response.lines)
        if response.result == "OK":
            return lines
        said = f"{self._where} refused {name}: {printable(bytes(lines[-1]), self._secret)}"
        raise MailboxLost(said) if PASSING.search(lines[-1]) else MailboxRefused(said)

    @property
    def news(self) -> asyncio.Event:
        """Set whenever the server counts the folder's messages anew: a hint that some came. Clear it, then search."""
        return self._wire.news

    async def wait_for_news(self, seconds: float) -> None:
        """Until `news` is set or the time is over."""
        news = asyncio.ensure_future(self.news.wait())
        either: set[asyncio.Future[Any]] = {news, self._wire.lost}
        try:
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        self._still_there()

    async def idle(self, seconds: float) -> None:
        """`wait_for_news` while the server tells of them by itself (RFC 2177). Raises MailboxRefused if it won't."""
        async with self._one_at_a_time:
            parser = self._wire.parser
            order = aioimaplib.IdleCommand(parser.new_tag(), asyncio.Queue())
            idling = asyncio.ensure_future(parser.execute(order))
            try:
                await self._bounded(_acknowledged(parser, idling))
                if not idling.done():
                    await self.wait_for_news(seconds)
                    parser.idle_done()
                response = await self._bounded(idling)
            except BaseException:
                idling.cancel()
                self.abort()
                raise
        if response.result != "OK":
            raise MailboxRefused(f"{self._where} refused IDLE: {printable(bytes(response.lines[-1]))}")

    def abort(self) -> None:
        """End the connection at once; whoever still waits for it gets MailboxLost."""
        self._wire.end("it was closed from here")

    def _still_there(self) -> None:
        if self._wire.lost.done():
            raise MailboxLost(f"{self._where} is gone: {self._wire.lost.result()}")

    async def _bounded(self, work: Awaitable[T]) -> T:
        """The result, unless the connection ends or the server falls silent first."""
        loop, wire = asyncio.get_running_loop(), self._wire
        task = asyncio.ensure_future(work)
        either: set[asyncio.Future[Any]] = {task, wire.lost}
        wire.heard_at, wire.heard_bytes = loop.time(), 0
        end = loop.time() + PATIENCE * self._timeout
        try:
            while not task.done():
                self._still_there()
                left = min(wire.heard_at + self._timeout, end + wire.heard_bytes / SLOWEST) - loop.time()
                if left <= 0:
                    raise MailboxLost(f"{self._where} does not answer")
                await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            return task.result()
        except BaseException:
            task.cancel()
            self.abort()
            raise


async def _acknowledged(parser: Any, idling: asyncio.Future[Any]) -> None:
    ready = asyncio.ensure_future(parser.wait_for_idle_response())
    try:
        await asyncio.wait({idling, ready}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()


def quoted(text: str) -> str:
    """A string as it stands in a command (RFC 3501, 4.3). Raises MailboxRefused for what cannot."""
    if re.search(r"[\0\r\n]", text):
        raise MailboxRefused("a user name, a password and a folder's name have no line ends: mend them in [imap]")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _text(found: bytes | None) -> str:
    return "" if found is None else found.decode("ascii")
