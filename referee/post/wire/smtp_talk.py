"""One open SMTP connection past its log-in: commands out, replies in, in step. Judges no reply but for its shape.

aiosmtplib connects and logs in; from then on its transport is ours, since it cannot tell the replies to several
commands apart. A server that offers PIPELINING (RFC 2920) gets MAIL, RCPT and DATA in one piece. The text of a letter
never goes out before the server has asked for it. Whoever gets an error must close the connection: nobody knows then
which reply belongs to what.
"""

import asyncio
import re
from collections import deque
from typing import NamedTuple, cast

import aiosmtplib

REPLY_BYTES = 32 * 1024
"""How much of a reply we read, or of those to several commands."""
MAIL_DONE, GO_ON = 250, 354
RECIPIENT_TAKEN = (250, 251)
NO_REPLY = -1
"""The code of what is no reply at all."""
LINE_END = re.compile(rb"\r\n|\n|\r")


class Reply(NamedTuple):
    """A server's code, and its words, joined by line feeds."""

    code: int
    text: str


class _Nonsense(Exception):
    """What came is no reply; `line` shows it."""

    def __init__(self, line: bytes) -> None:
        super().__init__(line)
        self.line = line


class SmtpTalk(asyncio.Protocol):
    """What is said on one connection, one letter at a time. Methods raise what aiosmtplib raises: SMTPException."""

    def __init__(self, client: aiosmtplib.SMTP, seconds: float) -> None:
        """Take over from a `client` that is logged in. `seconds`: how long to wait for a reply."""
        if client.transport is None:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        self._transport = cast(asyncio.Transport, client.transport)
        self._transport.set_protocol(self)
        self._seconds, self._pipelines = seconds, client.supports_extension("pipelining")
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray()
        self._expected = 0
        """How many commands wait for their replies."""
        self._replies: deque[Reply] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._trouble: Exception | None = None
        """What was wrong with the connection, after which it is of no more use."""

    @property
    def is_open(self) -> bool:
        """Whether there is a connection, as far as we know."""
        return self._trouble is None and not self._transport.is_closing()

    async def mail(self, sender: str, recipient: str) -> None:
        """Begin a letter, both addresses plain, `sender` "" for none. Raises SMTPSenderRefused."""
        lines = [f"MAIL FROM:<{sender}>\r\n".encode("ascii")]
        if self._pipelines:
            lines += [_to(recipient), b"DATA\r\n"]
        self._say(b"".join(lines), len(lines))
        said = await self._reply(self._seconds)
        if said.code != MAIL_DONE:
            raise aiosmtplib.SMTPSenderRefused(*said, sender)

    async def rcpt(self, recipient: str) -> None:
        """Name the recipient, the same as before. Raises SMTPRecipientRefused."""
        if not self._pipelines:
            self._say(_to(recipient))
        said = await self._reply(self._seconds)
        if said.code not in RECIPIENT_TAKEN:
            raise aiosmtplib.SMTPRecipientRefused(*said, recipient)

    async def data(self, raw: bytes, seconds: float) -> Reply:
        """Hand over the text, and wait at most `seconds` for each reply. Raises SMTPDataError."""
        if not self._pipelines:
            self._say(b"DATA\r\n")
        said = await self._reply(seconds)
        if said.code == GO_ON:
            self._say(dotted(raw))
            said = await self._reply(seconds)
            if said.code == MAIL_DONE:
                return said
        raise aiosmtplib.SMTPDataError(*said)

    async def ask(self, command: bytes, seconds: float) -> Reply:
        """The reply to a command without anybody's words in it."""
        self._say(command + b"\r\n")
        return await self._reply(seconds)

    def close(self) -> None:
        """End the connection."""
        self._transport.close()

    def _say(self, words: bytes, commands: int = 1) -> None:
        if not self.is_open:
            raise self._trouble or aiosmtplib.SMTPServerDisconnected("Connection lost")
        self._expected += commands
        self._transport.write(words)

    async def _reply(self, seconds: float) -> Reply:
        """The next reply."""
        if not self._replies and self._trouble is None:
            self._waiter = self._loop.create_future()
            limit = self._loop.call_later(seconds, self._fail, _silence())
            try:
                await self._waiter
            finally:
                limit.cancel()
                self._waiter = None
        if self._replies:
            return self._replies.popleft()
        assert self._trouble is not None, "there is a reply, or a reason for none"
        raise self._trouble

    def data_received(self, data: bytes) -> None:
        """asyncio's hook: the server said something. What nobody asked for answers no later command."""
        if self._trouble is not None:
            return
        self._buffer += data
        try:
            while self._expected and (reply := self._next_reply()) is not None:
                self._replies.append(reply)
                self._expected -= 1
        except _Nonsense as e:
            line = e.line.decode("utf-8", "ignore")
            self._fail(aiosmtplib.SMTPResponseException(NO_REPLY, f"Malformed SMTP response line: {line}"))
        if not self._expected:
            self._buffer.clear()
        if len(self._buffer) > REPLY_BYTES:
            self._fail(aiosmtplib.SMTPResponseException(NO_REPLY, "Response too long"))
        if self._replies:
            self._wake()

    def _next_reply(self) -> Reply | None:
        """The first complete reply so far; None if there is none yet. Its lines all have the same code (RFC 5321,
        4.2.1). Raises _Nonsense if what came is no reply."""
        words: list[bytes] = []
        begin = 0
        while (end := self._buffer.find(b"\n", begin)) >= 0:
            line = bytes(self._buffer[begin:end])
            # with another code, the rest of a reply was lost, and this is another command's
            if not line[:3].isdigit() or line[:3] != self._buffer[:3]:
                raise _Nonsense(line)
            code, begin = int(line[:3]), end + 1
            words.append(line[4:].strip())
            if line[3:4] != b"-":
                del self._buffer[:begin]
                return Reply(code, b"\n".join(words).decode("utf-8", "surrogateescape"))
        return None

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio's hook."""
        lost = aiosmtplib.SMTPServerDisconnected("Connection lost")
        lost.__cause__ = exc
        self._fail(lost)

    def _fail(self, trouble: Exception) -> None:
        """Have whoever waits hear of it; the first trouble stands."""
        self._trouble = self._trouble or trouble
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def dotted(raw: bytes) -> bytes:
    """A letter as it stands after DATA: lines end with CRLF, those that begin with a dot get one more, and a dot ends
    it (RFC 5321, 4.5.2)."""
    ends = raw.count(b"\r\n")
    if raw.count(b"\n") != ends or raw.count(b"\r") != ends:
        raw = LINE_END.sub(b"\r\n", raw)
    stuffed = (b"\r\n" + raw).replace(b"\r\n.", b"\r\n..")[2:]
    return stuffed + (b".\r\n" if stuffed.endswith(b"\r\n") else b"\r\n.\r\n")


def _to(recipient: str) -> bytes:
    return f"RCPT TO:<{recipient}>\r\n".encode("ascii")


def _silence() -> aiosmtplib.SMTPException:
    return aiosmtplib.SMTPReadTimeoutError("Timed out waiting for server response")
