"""A mail server inside the process, for `referee demo` and for tests: SMTP in, mailboxes in memory, IMAP out.

Works with any mail client. Listens on loopback without TLS, forgets everything when it stops, and never relays: a
recipient is a user (`gm+turn42@…` is a subaddress of `gm@…`).
"""

import asyncio
import contextlib
import logging
import os
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path
from typing import Any, Self
from weakref import WeakSet

from aiosmtpd.smtp import SMTP, AuthResult
from proxyprotocol.noop import ProxyProtocolNoop
from proxyprotocol.sock import SocketInfo
from pymap.backend.dict import Config, Identity, Login
from pymap.concurrent import Subsystem
from pymap.context import connection_exit
from pymap.imap import IMAPConnection
from pymap.imap.state import ConnectionState
from pymap.parsing.message import AppendMessage
from pymap.user import UserMetadata
from pysasl.hashing import Cleartext

from referee.clock import system_clock
from referee.post.wire.sockets import cancel_all, printable

# aiosmtpd warns about an attribute of its own at every log-in
logging.getLogger("mail.log").setLevel(logging.ERROR)

MESSAGE_BYTES = 20_000_000
HOST, NAME = "127.0.0.1", "localhost"
NOBODY = "<>"
"""The sender of bounces, as aiosmtpd hands it on."""


class Watchful(ConnectionState):  # type: ignore[misc]
    """pymap's side of one connection, whose IDLE also reports mail that came between the command before it and
    itself."""

    @property
    def owner(self) -> str | None:
        """The user whose mailbox it is; None before the log-in."""
        return None if self._session is None else str(self._session.owner)

    async def receive_updates(self, cmd: Any, done: Any) -> Any:
        """Wait for something new, or until `done` is set: pymap's hook."""
        self._selected, missed = (await self.session.check_mailbox(self.selected)).fork(cmd)
        if (untagged := list(missed)) or done.is_set():
            return untagged
        return await super().receive_updates(cmd, done)


class EmbeddedMail:
    """Both servers, as an async context manager. `users`: address to password; a port 0: any free one.

    `log_in`: only users who logged in may send, and must use their own address or a subaddress of it as the envelope
    sender; `authserv` is the name under which the server confirms that to the recipient (RFC 8601, as spf). `keep`: a
    folder that gets a copy of every mail delivered, `00001-ann@demo.test.eml` and so on.
    """

    def __init__(
        self,
        users: Mapping[str, str],
        *,
        smtp_port: int = 0,
        imap_port: int = 0,
        log_in: bool = False,
        authserv: str | None = None,
        keep: Path | None = None,
    ) -> None:
        self.host = HOST
        self.smtp_port, self.imap_port = smtp_port, imap_port
        """The real ports once the servers are up."""
        self.accepted = 0
        """Mails accepted by SMTP; one to several recipients counts once."""
        self.sent: Counter[str] = Counter()
        """The mails accepted by SMTP, by sender, without subaddress."""
        self.delivered: Counter[str] = Counter()
        """Mails put into each mailbox or handed over, however they came."""
        self._users = {address.lower(): password for address, password in users.items()}
        self._handed: dict[str, asyncio.Queue[bytes]] = {}
        self._log_in, self._authserv, self._keep = log_in, authserv, keep
        self._config = _imap_config(imap_port)
        self._login = Login(self._config)
        self._servers: list[asyncio.Server] = []
        self._imap_clients: set[asyncio.Task[None]] = set()
        self._connections: set[Watchful] = set()
        self._smtp_clients: WeakSet[Any] = WeakSet()

    async def __aenter__(self) -> Self:
        self._config.apply_context()
        if self._keep is not None:
            self._keep.mkdir(parents=True, exist_ok=True)
        for user, password in self._users.items():
            await self._identity(user).set(UserMetadata(self._config, user, password=password))
        loop = asyncio.get_running_loop()
        imap = await asyncio.start_server(self._serve_imap, self.host, self.imap_port)
        smtp = await loop.create_server(self._serve_smtp, self.host, self.smtp_port)
        self._servers = [imap, smtp]
        self.imap_port, self.smtp_port = (server.sockets[0].getsockname()[1] for server in self._servers)
        return self

    async def __aexit__(self, *exc: object) -> None:
        for server in self._servers:
            server.close()
        for client in self._smtp_clients:
            if client.transport is not None:
                client.transport.close()
        await cancel_all(*self._imap_clients)

    async def deliver(self, address: str, raw: bytes, arrived: datetime | None = None) -> None:
        """Put a mail, byte for byte, into the mailbox of an address. `arrived`: now, if not given."""
        await self._store(mailbox_of(address), raw, arrived or system_clock())

    def hand_over(self, user: str) -> asyncio.Queue[bytes]:
        """Return a queue that gets this user's mail from now on, instead of their mailbox: one who lives in this
        process reads it for a fraction of the work that IMAP makes."""
        return self._handed.setdefault(user.lower(), asyncio.Queue())

    def is_open(self, user: str) -> bool:
        """Tell if anyone is logged in to this user's mailbox."""
        return any(connection.owner == user for connection in self._connections)

    async def _store(self, mailbox: str, raw: bytes, arrived: datetime) -> None:
        if (handed := self._handed.get(mailbox)) is not None:
            handed.put_nowait(raw)
        else:
            self._config.apply_context()
            async with self._identity(mailbox).new_session() as session:
                await session.append_messages("INBOX", [AppendMessage(raw, arrived, frozenset())])
        self.delivered[mailbox] += 1
        if self._keep is not None:
            (self._keep / f"{self.delivered.total():05}-{mailbox}.eml").write_bytes(raw)

    def _identity(self, user: str) -> Any:
        return Identity(user, self._login, None, frozenset())

    async def _serve_imap(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._imap_clients.add(task)
        try:
            with contextlib.suppress(ConnectionError, asyncio.CancelledError):
                async with contextlib.AsyncExitStack() as stack:
                    connection_exit.set(stack)
                    about = SocketInfo.get(writer, None)
                    client = IMAPConnection(self._config.commands, self._config, reader, writer, about)
                    stack.enter_context(contextlib.closing(client))
                    connection = Watchful(self._login, self._config)
                    stack.callback(self._connections.discard, connection)
                    self._connections.add(connection)
                    await client.run(connection)
        finally:
            self._imap_clients.discard(task)

    def _serve_smtp(self) -> Any:
        client = SMTP(
            self,
            hostname=NAME,
            ident="ESMTP",
            data_size_limit=MESSAGE_BYTES,
            authenticator=self._check_password,
            auth_require_tls=False,
            loop=asyncio.get_running_loop(),
        )
        self._smtp_clients.add(client)
        return client

    def _check_password(self, server: Any, session: Any, envelope: Any, mechanism: str, given: Any) -> Any:
        user = given.login.decode("utf-8", "replace").lower()
        right = self._users.get(user) == given.password.decode("utf-8", "replace")
        return AuthResult(success=right, handled=False, auth_data=user)

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, sender: str, options: list[str]) -> str:
        """Answer aiosmtpd's hook: may this sender send?"""
        if self._log_in and not session.authenticated:
            return "530 5.7.0 Log in first"
        if session.authenticated and sender != NOBODY and mailbox_of(sender) != session.auth_data:
            return f"553 5.7.1 This sender is not {session.auth_data}"
        envelope.mail_from = sender
        return "250 2.1.0 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Answer aiosmtpd's hook: does somebody have this address?"""
        if mailbox_of(address) not in self._users:
            return "550 5.1.1 Nobody has this address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Take from aiosmtpd's hook the mail itself, and add the lines that a server adds on top (RFC 5321, 4.4)."""
        now = system_clock()
        sender = "" if envelope.mail_from == NOBODY else envelope.mail_from
        self.accepted += 1
        self.sent[mailbox_of(sender)] += 1
        trace = [f"Received: from {printable(session.host_name)}", f"\tby {NAME} with ESMTP id {self.accepted};"]
        trace += [f"\t{format_datetime(now)}"]
        if session.authenticated and self._authserv is not None and sender:
            trace = [f"Authentication-Results: {self._authserv}; spf=pass smtp.mailfrom={sender}", *trace]
        for to in envelope.rcpt_tos:
            top = [f"Return-Path: <{sender}>", f"Delivered-To: {to}", f"X-Original-To: {to}", *trace]
            raw = "".join(f"{line}\r\n" for line in top).encode("ascii") + envelope.original_content
            await self._store(mailbox_of(to), raw, now)
        return f"250 2.0.0 Taken as {self.accepted}"


def _imap_config(port: int) -> Any:
    # otherwise pymap asks the name service for our name at every connection
    os.environ.setdefault("FQDN", NAME)
    return Config(
        Namespace(passlib_cfg=None, proxy_protocol=None, inherited_sockets=None),
        host=HOST,
        port=port,
        tls_enabled=False,
        invalid_user_sleep=0.0,
        demo_data=False,
        demo_user="",
        demo_password="",
        hash_context=Cleartext(),
        cpu_subsystem=Subsystem.for_asyncio(),
        proxy_protocol=ProxyProtocolNoop(),
    )


def mailbox_of(address: str) -> str:
    """Return the user that an address belongs to: `gm@…` for `gm+turn42@…`."""
    local, at, domain = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}{at}{domain}"
