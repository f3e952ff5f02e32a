"""LMTP (RFC 2033): one conversation with a mail server that hands mail in. Stores nothing; says yes to a mail only once
somebody else has stored it.

Nobody logs in: who reaches us may hand in mail. So a mail is worth what is said in it, and no more.
"""

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from typing import Any, Protocol

from aiosmtpd.lmtp import LMTP

from referee.post.wire.imap_fetch import MESSAGE_BYTES

OUR_NAME = "spades-referee"
"""Not the machine's: a server that is greeted with its own name suspects a loop."""
LINE_BYTES = 64 * 1024
"""The longest line. Mail servers break lines after 998 bytes (RFC 5322, 2.1.1)."""
ENDLESS_BYTES = 2 * MESSAGE_BYTES
"""A line that is longer than this does not even get an answer."""
SILENT_SECONDS = 60.0
"""How long the other side may take for a command, and for the text of a mail."""
ANSWER_SECONDS = 120.0
"""How long it has to wait for our yes, at most. Its own patience is ten minutes (RFC 5321, 4.5.3.2)."""

BARE_LF = re.compile(rb"(?<!\r)\n")
PATH = re.compile(r'\s*<((?:"(?:[^"\\]|\\.)*")?[^<>"\s]*)>(?:\s+(.*))?$', re.ASCII)
"""A path in a command (RFC 5321, 4.1.2), as any server writes it, and what follows it."""
NOBODY = "<>"
"""The sender of bounces, for aiosmtpd."""

TOO_LARGE = f"552 5.3.4 The referee takes mail of up to {MESSAGE_BYTES // 2**20} MB: leave out what is attached"
TOO_LONG = "554 5.6.0 A line of this mail is too long"
NOT_OURS = "550 5.1.1 This is not the referee's address"
BARE = "554 5.6.0 A line of this mail ends with LF alone (RFC 5321, 2.3.8)"
LATER = "451 4.3.0 The mail could not be stored: please try again later"
FULL = b"421 4.3.2 Too many connections: please try again later\r\n"
UNREAD = "500 5.5.2 This command cannot be read"
TOO_SOON = "503 5.5.0 Wait for the answer to DATA"
WORDS = {"552": TOO_LARGE, "500 Line too long": TOO_LONG}
"""What aiosmtpd says in other words, by its beginning."""


class Door(Protocol):
    """Who stands behind the conversations."""

    def enters(self, one: "Conversation") -> bool:
        """Whether one more may begin."""

    def leaves(self, one: "Conversation", why: str | None) -> None:
        """One has ended; `why`: what was wrong with that, None if the other side said goodbye or never spoke."""

    def takes(self, address: str) -> bool:
        """Whether an address is the referee's."""

    async def store(self, raws: Sequence[bytes]) -> bool:
        """Have mails stored, all or none, and wait for it. Returns whether they are."""

    def turned_away(self, why: str) -> None:
        """A mail was not taken, and will come again."""


class Conversation(LMTP):  # type: ignore[misc]
    """One connection: as many mails as the other side likes, one after the other, each answered once for each of its
    recipients (RFC 2033, 4.2)."""

    line_length_limit = LINE_BYTES

    def __init__(self, door: Door, peers: Sequence[str] | None) -> None:
        """`peers`: the networks whose machines may speak; None: whoever comes."""
        self._door, self._peers = door, peers
        self._entered = self._unfinished = False
        self._owed, self._line_so_far = 1, 0
        self.busy_since: datetime | None = None
        """When the mail in hand began; None between two. Whoever breaks off with one in hand, or before the first, has
        one left that they could not hand in (`_unfinished`)."""
        super().__init__(
            _Hooks(door),
            data_size_limit=MESSAGE_BYTES,
            hostname=OUR_NAME,
            ident="LMTP",
            timeout=SILENT_SECONDS,
            loop=asyncio.get_running_loop(),
        )

    def connection_made(self, transport: Any) -> None:
        """asyncio's hook: somebody connected."""
        if not may_speak(transport.get_extra_info("peername"), self._peers):
            transport.abort()
            return
        self._entered = self._door.enters(self)
        if not self._entered:
            transport.write(FULL)
            transport.close()
            return
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """asyncio's hook: it is over."""
        if not self._entered:
            return
        self._door.leaves(self, "a mail server's connection broke off" if self._unfinished else None)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        """asyncio's hook: bytes came. aiosmtpd keeps a line until it ends, however long it gets."""
        end = data.rfind(b"\r\n")
        self._line_so_far = self._line_so_far + len(data) if end < 0 else len(data) - end
        if self._line_so_far > ENDLESS_BYTES:
            self.cut()
        elif self._entered:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        """asyncio's hook: the other side says no more."""
        return bool(super().eof_received()) if self._entered else False

    def cut(self) -> None:
        """End it at once."""
        if self.transport is not None:
            self.transport.abort()

    def wait_longer(self) -> None:
        """The mail is here whole: from now on the other side waits for us."""
        self._reset_timeout(ANSWER_SECONDS + SILENT_SECONDS)

    async def push(self, status: Any) -> None:
        """aiosmtpd's hook: send a reply; the one after the text of a mail once for each recipient."""
        said = status.decode("ascii") if isinstance(status, bytes) else str(status)
        said = next((words for begin, words in WORDS.items() if said.startswith(begin)), said)
        if said.startswith("354"):
            self._owed = len(self.envelope.rcpt_tos)
        else:
            said, self._owed = "\r\n".join([said] * self._owed), 1
        await super().push(said)

    async def smtp_LHLO(self, arg: str) -> None:
        """aiosmtpd's hook: the greeting."""
        await super().smtp_LHLO(arg)
        self._unfinished = True

    async def smtp_MAIL(self, arg: str | None) -> None:
        """aiosmtpd's hook: a mail begins."""
        await super().smtp_MAIL(arg)
        if self.envelope.mail_from:
            self.busy_since, self._unfinished = self.busy_since or datetime.now(UTC), True

    async def smtp_DATA(self, arg: str) -> None:
        """aiosmtpd's hook: the text comes. We never offered PIPELINING (RFC 2920): what is here already was not
        written by somebody who knows our answer, and must not be read as commands if that is a no."""
        if self._reader._buffer:
            await self.push(TOO_SOON)
            self.transport.close()
            return
        await super().smtp_DATA(arg)

    async def smtp_QUIT(self, arg: str) -> None:
        """aiosmtpd's hook: goodbye."""
        self._unfinished = False
        await super().smtp_QUIT(arg)

    def _set_post_data_state(self) -> None:
        super()._set_post_data_state()
        self.busy_since, self._unfinished = None, False

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        """The path in a command: aiosmtpd would take it apart, and refuse addresses that exist."""
        match = PATH.match(arg or "")
        return (None, None) if match is None else (match[1] or NOBODY, match[2] or "")


def may_speak(peer: Any, peers: Sequence[str] | None) -> bool:
    """Whether somebody at `peer`, an address and more as a socket tells it, may hand in mail; `peers`: the networks
    whose machines may, besides this one. None, or a unix socket: whoever comes."""
    if peers is None or not isinstance(peer, tuple):
        return True
    here = ip_address(peer[0])
    here = getattr(here, "ipv4_mapped", None) or here
    return here.is_loopback or any(here in ip_network(network) for network in peers)


class _Hooks:
    """What aiosmtpd asks about a mail."""

    def __init__(self, door: Door) -> None:
        self._door = door

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """aiosmtpd's hook: whether a recipient is ours."""
        if not self._door.takes(address):
            return NOT_OURS
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Conversation, session: Any, envelope: Any) -> str:
        """aiosmtpd's hook: the text of a mail, which ended with CRLF, dot, CRLF and nothing else."""
        content = bytes(envelope.original_content)
        if BARE_LF.search(content):
            return BARE
        server.wait_longer()
        raws = [_delivered(envelope.mail_from, to) + content for to in envelope.rcpt_tos]
        return "250 2.0.0 Stored" if await self._door.store(raws) else LATER

    async def handle_exception(self, error: Exception) -> str:
        """aiosmtpd's hook: a command that it cannot read. Not "try again": the same command would come again."""
        return UNREAD


def _delivered(sender: str, recipient: str) -> bytes:
    """The lines that a final delivery adds on top (RFC 5321, 4.4). Nothing in them differs if the mail comes again."""
    bare = "" if sender == NOBODY else sender
    return f"Return-Path: <{bare}>\r\nDelivered-To: {recipient}\r\n".encode("ascii")
