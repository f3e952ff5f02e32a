"""The link between the socket of an IMAP connection and aioimaplib's parser: bounds the incoming data and notices the
end.

Reads no answer itself and sends nothing.
"""

import asyncio
import logging
import re
from typing import Any, cast

import aioimaplib

from referee.post.wire.sockets import printable

# its debug lines hold all mail, and a password with a quote in it
logging.getLogger("aioimaplib.aioimaplib").setLevel(logging.WARNING)

GREETING_BYTES = 4096
ANSWER_BYTES = 64 * 1024 * 1024
FEW_LINES = re.compile(rb"(?:[^\n]*\n){1,100}|[^\n]+")
"""The lines that the parser gets at once: it recurses once for each."""
EXISTS = re.compile(rb"^\* \d+ EXISTS", re.MULTILINE | re.IGNORECASE)


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
