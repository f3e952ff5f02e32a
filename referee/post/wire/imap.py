"""One guarded IMAP connection: one command at a time, every wait bounded; a lost connection raises at once.

aioimaplib parses, and is out of step after any time-out or cancellation. So any error ends the connection: open a new
one. No words of a server ever go into a command.
"""

import asyncio
import logging
import re
import ssl
from base64 import b64encode
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any, Self, TypeVar, cast

import aioimaplib

from referee.post.login import Tokens
from referee.post.wire.sockets import printable, tls_trouble

# its debug lines hold all mail, and a password with a quote in it
logging.getLogger("aioimaplib.aioimaplib").setLevel(logging.WARNING)

UNPRINTABLE = re.compile(r"[^ -~]+")
GREETING_BYTES = 4096
ANSWER_BYTES = 64 * 1024 * 1024
FEW_LINES = re.compile(rb"(?:[^\n]*\n){1,100}|[^\n]+")
"""The lines that the parser gets at once: it recurses once for each."""
EXISTS = re.compile(rb"^\* \d+ EXISTS", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The way in which a server nests folders: its delimiter, "" for none; `below_inbox`: all folders are below
    INBOX."""

    delimiter: str
    below_inbox: bool

    def wire_name(self, name: str) -> str:
        """Write `Referee/Handled` as this server wants it, say `INBOX.Referee.Handled`; `/` in `name` nests."""
        nested = name.replace("/", self.delimiter) if self.delimiter else name
        top = nested.partition(self.delimiter)[0] if self.delimiter else nested
        if top.upper() == "INBOX":
            nested = "INBOX" + nested[5:]
        elif self.below_inbox:
            nested = f"INBOX{self.delimiter}{nested}"
        return modified_utf7(nested)


def modified_utf7(name: str) -> str:
    """Write a folder's name in printable ASCII (RFC 3501, 5.1.3)."""
    return UNPRINTABLE.sub(_shifted, name.replace("&", "&-"))


def _shifted(run: re.Match[str]) -> str:
    encoded = b64encode(run[0].encode("utf-16-be")).decode("ascii")
    return "&" + encoded.rstrip("=").replace("/", ",") + "-"


def initial_response(user: str, token: str) -> bytes:
    """Return the proof of who we are, in base64: XOAUTH2 is one line."""
    return b64encode(f"user={user}\x01auth=Bearer {token}\x01\x01".encode())


class ImapStream(asyncio.Protocol):
    """The bytes of one connection. The parser by itself wakes nobody when the connection is lost."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.greeting: asyncio.Future[bytes] = loop.create_future()
        self.lost: asyncio.Future[str] = loop.create_future()
        """The reason why the connection ended, once it has."""
        self.news = asyncio.Event()
        """An event, set when the server announces a new number of messages."""
        self.heard_at = loop.time()
        self.heard_bytes = 0
        self.transport: asyncio.Transport
        self.parser: Any
        self._first = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.attach(cast(asyncio.Transport, transport))

    def attach(self, transport: asyncio.Transport) -> None:
        """Talk over this transport, with a fresh parser: forget all data from before TLS (RFC 3501, 6.2.1)."""
        self.transport = transport
        self.parser = aioimaplib.IMAP4ClientProtocol(asyncio.get_running_loop())
        self.parser.connection_made(transport)
        self.parser.state = aioimaplib.NONAUTH

    def data_received(self, data: bytes) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        self.heard_bytes += len(data)
        if self.heard_bytes > ANSWER_BYTES:
            self.end("the server sent far more than we asked for")
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
        """End the connection and wake everyone who waits for it; the first of several reasons stands."""
        if not self.lost.done():
            self.lost.set_result(why)
        self.transport.abort()


class XOAuth2(aioimaplib.Command):  # type: ignore[misc]
    """`AUTHENTICATE XOAUTH2`, and the answers to the server's challenges."""

    def __init__(self, tag: str, transport: asyncio.Transport, response: bytes) -> None:
        super().__init__("AUTHENTICATE", tag, "XOAUTH2")
        self._transport, self._response = transport, response

    def append_to_resp(self, line: bytes, result: str = "Pending") -> None:
        """Take a line of the answer: aioimaplib's hook."""
        if result == "Pending" and line.startswith(b"+"):
            self._transport.write(self._response + b"\r\n")
            self._response = b""
            return
        super().append_to_resp(line, result=result)


T = TypeVar("T")
ResponseLine = bytes | bytearray
"""bytes: a line without its `* ` and its end; bytearray: a literal."""

UIDVALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.IGNORECASE)
NAMESPACE = re.compile(rb'\(\("([^"]*)" (?:"\\?([!-~])"|NIL)')
LISTED = re.compile(rb'\([^)]*\) (?:"\\?([!-~])"|NIL)')
TEMPORARY = re.compile(rb"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|OVERQUOTA)\b", re.IGNORECASE)
"""Response codes of a temporary refusal (RFC 5530)."""

PATIENCE = 2
"""The number of time-outs that an answer may take in all, if the server is never silent for a whole one."""
SLOWEST = 4096
"""Bytes a second: an answer that comes faster than this may take as long as it needs."""


class MailboxLost(ConnectionError):
    """We cannot reach the mailbox now, or the connection has ended: open it again later."""


class MailboxRefused(Exception):
    """The server refuses, and will keep refusing until a person changes something; the text says what."""


class ImapConnection:
    """One connection, greeting to end. Any method may raise MailboxLost; after that only `abort` is of use."""

    def __init__(self, stream: ImapStream, where: str, timeout: float) -> None:
        self._stream, self._where, self._timeout = stream, where, timeout
        self._one_at_a_time = asyncio.Lock()
        self._secret: str | None = None
        self.capabilities: frozenset[str] = frozenset()

    @classmethod
    async def open(
        cls, host: str, port: int, timeout: float, *, tls: ssl.SSLContext | None, starttls: bool = False
    ) -> Self:
        """Connect, read the greeting and start TLS, unless `tls` is None. `timeout`: how many seconds the server may be
        silent at each step.

        Raises MailboxRefused if only another configuration can help.
        """
        where = f"the IMAP server {host}:{port}"
        try:
            _, stream = await asyncio.wait_for(
                asyncio.get_running_loop().create_connection(
                    ImapStream, host, port, ssl=None if starttls else tls, happy_eyeballs_delay=0.25
                ),
                timeout,
            )
        except ssl.SSLError as e:
            raise MailboxRefused(f"no TLS with {where}: {tls_trouble(e, 'imap')}") from None
        except TimeoutError:
            raise MailboxLost(f"{where} does not answer") from None
        except OSError as e:
            raise MailboxLost(f"cannot reach {where}: {printable(e.strerror or str(e))}") from None
        connection = cls(stream, where, timeout)
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
        greeting = (await self._bounded(self._stream.greeting)).upper()
        if greeting.startswith(b"* BYE"):
            raise MailboxLost(f"{self._where} accepts nobody now: {printable(greeting[5:])}")
        if not greeting.startswith(b"* OK"):
            raise MailboxRefused(
                f"{self._where} does not greet like a server that takes a log-in ({printable(greeting)}): "
                "set imap.host, imap.port and imap.tls as your provider says"
            )

    async def _start_tls(self, host: str, context: ssl.SSLContext) -> None:
        try:
            await self.command("STARTTLS")
        except MailboxRefused as e:
            raise MailboxRefused(f"{e}; set imap.tls and imap.port as your provider says") from None
        loop, stream = asyncio.get_running_loop(), self._stream
        upgrade = loop.start_tls(stream.transport, stream, context, server_hostname=host)
        try:
            transport = await self._bounded(upgrade)
        except ssl.SSLError as e:
            raise MailboxRefused(f"no TLS with {self._where}: {tls_trouble(e, 'imap')}") from None
        except OSError as e:
            raise MailboxLost(f"{self._where} broke off the start of TLS: {printable(str(e))}") from None
        if transport is None:
            raise MailboxLost(f"{self._where} broke off the start of TLS")
        stream.attach(transport)

    async def _ask_capabilities(self) -> None:
        lines = await self.command("CAPABILITY")
        self.capabilities = frozenset(b" ".join(lines[:-1]).decode("ascii", "replace").upper().split())

    async def login(self, user: str, password: str) -> None:
        """Log in with a password. Raises MailboxRefused if the name or the password is wrong."""
        if "LOGINDISABLED" in self.capabilities:
            raise MailboxRefused(f"{self._where} takes no password in the clear: set imap.tls to starttls or implicit")
        self._secret = password
        try:
            await self.command("LOGIN", imap_string(user), imap_string(password))
        except MailboxRefused as e:
            raise MailboxRefused(f"{e}; check imap.username and imap.password") from None
        self._stream.parser.state = aioimaplib.AUTH
        await self._ask_capabilities()

    async def login_with_token(self, user: str, tokens: Tokens) -> None:
        """Log in with an access token (XOAUTH2), and with a second token if the server refuses the first, which may
        have ended early. Raises MailboxRefused if the server takes neither, TokenAway or TokenRefused if we get no
        token.
        """
        if "AUTH=XOAUTH2" not in self.capabilities:
            raise MailboxRefused(f'{self._where} does not offer XOAUTH2: set imap.auth = "password"')
        token = await tokens.token()
        refusal = await self._refusal_of(user, token)
        if refusal is not None and (other := await tokens.instead_of(token)) != token:
            refusal = await self._refusal_of(user, other)
        if refusal is not None:
            raise refusal
        self._stream.parser.state = aioimaplib.AUTH
        await self._ask_capabilities()

    async def _refusal_of(self, user: str, token: str) -> MailboxLost | MailboxRefused | None:
        """Try a token. Returns why the server does not take it; None if it does."""
        self._secret = token
        async with self._one_at_a_time:
            parser, transport = self._stream.parser, self._stream.transport
            order = XOAuth2(parser.new_tag(), transport, initial_response(user, token))
            response = await self._bounded(parser.execute(order))
        if response.result == "OK":
            return None
        last = bytes(response.lines[-1])
        said = f"{self._where} refused the access token: {printable(last, self._secret)}"
        # some servers refuse a token only because they cannot confirm it now, and say so
        if TEMPORARY.search(last):
            return MailboxLost(said)
        return MailboxRefused(f"{said}; check imap.username and where its token comes from")

    async def hierarchy(self) -> Hierarchy:
        """Ask how this server nests the user's own folders (RFC 2342, or else an empty LIST: RFC 3501, 6.3.8)."""
        if "NAMESPACE" in self.capabilities:
            lines = await self.command("NAMESPACE")
            if found := NAMESPACE.match(lines[0]):
                return Hierarchy(_text(found[2]), found[1].upper() == b"INBOX" + (found[2] or b""))
        lines = await self.command("LIST", '""', '""')
        listed = LISTED.match(lines[0])
        return Hierarchy(_text(listed and listed[1]), below_inbox=False)

    async def select(self, folder: str) -> int:
        """Select a folder, named as on the wire, for reading and moving. Returns its UIDVALIDITY."""
        lines = await self.command("SELECT", imap_string(folder))
        self._stream.parser.state = aioimaplib.SELECTED
        said = b"\n".join(lines)
        validity = UIDVALIDITY.search(said)
        if validity is None:
            raise MailboxRefused(f"{self._where} gives mails no lasting numbers (UIDVALIDITY): use another server")
        if b"[READ-ONLY]" in said.upper():
            raise MailboxRefused(f"{self._where} lets this user read the folder but not move mail: allow it")
        return int(validity[1])

    async def command(self, name: str, *args: str, uid: bool = False) -> list[ResponseLine]:
        """Send a command, with `args` as they go over the wire. Returns the lines of the answer, the text after OK
        last.

        For NO and BAD raises MailboxRefused with the server's words, or MailboxLost if they say that it is temporary.
        """
        prefix, answers_as = "UID" if uid else "", "FETCH" if name == "STORE" else name
        async with self._one_at_a_time:
            parser = self._stream.parser
            if name == "FETCH":
                order = aioimaplib.FetchCommand(parser.new_tag(), *args, prefix=prefix)
            else:
                order = aioimaplib.Command(name, parser.new_tag(), *args, prefix=prefix, untagged_resp_name=answers_as)
            response = await self._bounded(parser.execute(order))
        lines: list[ResponseLine] = list(response.lines)
        if response.result == "OK":
            return lines
        said = f"{self._where} refused {name}: {printable(bytes(lines[-1]), self._secret)}"
        raise MailboxLost(said) if TEMPORARY.search(lines[-1]) else MailboxRefused(said)

    @property
    def news(self) -> asyncio.Event:
        """An event, set when the server announces a new number of messages: a hint that mail came. Clear it, then
        search."""
        return self._stream.news

    async def wait_for_news(self, seconds: float) -> None:
        """Wait until `news` is set or the time is over."""
        news = asyncio.ensure_future(self.news.wait())
        either: set[asyncio.Future[Any]] = {news, self._stream.lost}
        try:
            await asyncio.wait(either, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        self._still_there()

    async def idle(self, seconds: float) -> None:
        """Wait for news in IDLE (RFC 2177), so that the server announces them unasked. Raises MailboxRefused if it
        refuses to idle."""
        async with self._one_at_a_time:
            parser = self._stream.parser
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
        """End the connection at once; anyone still waiting for it gets MailboxLost."""
        self._stream.end("we closed it")

    def _still_there(self) -> None:
        if self._stream.lost.done():
            raise MailboxLost(f"{self._where} is gone: {self._stream.lost.result()}")

    async def _bounded(self, work: Awaitable[T]) -> T:
        """Wait for the result of `work`. Raises MailboxLost if the connection ends or the server falls silent first."""
        loop, stream = asyncio.get_running_loop(), self._stream
        task = asyncio.ensure_future(work)
        either: set[asyncio.Future[Any]] = {task, stream.lost}
        stream.heard_at, stream.heard_bytes = loop.time(), 0
        end = loop.time() + PATIENCE * self._timeout
        try:
            while not task.done():
                self._still_there()
                left = min(stream.heard_at + self._timeout, end + stream.heard_bytes / SLOWEST) - loop.time()
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


def imap_string(text: str) -> str:
    """Quote a string for a command (RFC 3501, 4.3). Raises MailboxRefused for a string that a command cannot
    contain."""
    if re.search(r"[\0\r\n]", text):
        raise MailboxRefused("user names, passwords and names of folders cannot hold line ends: mend them in [imap]")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _text(found: bytes | None) -> str:
    return "" if found is None else found.decode("ascii")
