"""SMTP: one letter to one address at a time, over connections that stay open while all goes well.

Reports the fate of a letter; never changes a letter, stores it or gives it up. The caller sends exactly the same bytes,
Message-ID included, at every try: a connection may break after the server accepted the letter, and a second copy is the
price of losing none.
"""

import asyncio
import ssl
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic

import aiosmtplib

from referee.post.login import TokenRefused, tokens_of
from referee.post.settings import SmtpSettings, fold_address
from referee.post.wire.refusals import refuses_us
from referee.post.wire.sockets import printable, tls_context, tls_trouble

DATA_PATIENCE = 2
"""The number of time-outs to wait after DATA: servers scan a letter before they accept it, and giving up too early
sends it twice (RFC 5321, 4.5.3.2.6)."""
FAREWELL_SECONDS = 1.0
CLOSING = 421
NO_LOG_IN = 535
NO_XOAUTH2 = 'it does not offer XOAUTH2: set smtp.auth = "password"'
LOG_IN_FIRST = frozenset({530, 534, 535, 538})
TROUBLE = (aiosmtplib.SMTPException, OSError)


class Fate(StrEnum):
    """The fate of a letter."""

    ACCEPTED = "accepted"
    """The server has it."""
    DEFERRED = "deferred"
    """Not now (4xx), or nobody knows: try this letter again later, and others now."""
    REFUSED = "refused"
    """Never (5xx): the address or the letter is bad."""
    UNREACHABLE = "unreachable"
    """We can send no letter now: try again later, and tell the operator if it lasts."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """The outcome of one try."""

    fate: Fate
    code: int | None
    """The server's reply code, if it gave one."""
    text: str
    """The server's words or ours: one line of printable ASCII, at most 300 characters, no secret."""
    greeted: bool = False
    """The server accepted the letter's sender, so what went wrong later may concern only this letter."""


class Outbox:
    """The server of `[smtp]`. Tasks may share it: their letters wait for each other."""

    def __init__(self, settings: SmtpSettings, hostname: str) -> None:
        """Open nothing yet. `hostname`: our name in EHLO, a domain name or an address literal."""
        self._settings, self._hostname = settings, hostname
        self._client: aiosmtplib.SMTP | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """A connection is open, as far as we know."""
        return self._client is not None and self._client.is_connected

    async def send(self, envelope_from: str, recipient: str, raw: bytes) -> Delivery:
        """Try once to hand over a letter, in 7-bit bytes. `envelope_from`: a plain address, or "" for none.

        Only a 5xx reply to RCPT TO or to DATA refuses the letter. A reply about the server, the log-in, our address,
        host or rate says nothing about the letter: `unreachable`, 4xx or 5xx, and so is 421 at any point. A connection
        that ends before DATA is `unreachable`, one that ends later `deferred`, since the letter may have arrived.
        Anything but `accepted` ends the connection, and so does cancelling: we must never take the reply to this letter
        for the next one's. Raises ValueError for an `envelope_from` that is not a plain address.
        """
        if envelope_from:
            fold_address(envelope_from)
        try:
            fold_address(recipient)
        except ValueError as e:
            return Delivery(Fate.REFUSED, None, printable(str(e)))
        return await self._alone(self._hand_over(envelope_from, recipient, raw))

    async def check_login(self) -> Delivery:
        """Connect again and log in, as for the next letter: `accepted` or `unreachable`."""
        await self.close()
        return await self._alone(self._greet())

    async def close(self) -> None:
        """Say goodbye, if that goes quickly. Never raises."""
        async with self._one_at_a_time:
            if self._client is not None and self._client.is_connected:
                with suppress(*TROUBLE):
                    await self._client.quit(timeout=FAREWELL_SECONDS)
            self._drop()

    async def _alone(self, attempt: Coroutine[None, None, Delivery]) -> Delivery:
        async with self._one_at_a_time:
            outcome = None
            try:
                outcome = await attempt
            finally:
                if outcome is None or outcome.fate is not Fate.ACCEPTED:
                    self._drop()
            return outcome

    async def _greet(self) -> Delivery:
        try:
            self._client = await self._connect()
            said = await self._client.noop()
        except TROUBLE as e:
            return self._failed(Fate.UNREACHABLE, e)
        return Delivery(Fate.ACCEPTED, said.code, self._printable(said.message))

    async def _hand_over(self, sender: str, recipient: str, raw: bytes) -> Delivery:
        try:
            client = await self._begin(sender)
        except TROUBLE as e:
            return self._failed(Fate.UNREACHABLE, e)
        return await self._hand_on(client, recipient, raw)

    async def _hand_on(self, client: aiosmtplib.SMTP, recipient: str, raw: bytes) -> Delivery:
        try:
            await client.rcpt(recipient)
        except aiosmtplib.SMTPRecipientRefused as e:
            return self._failed(fate_of(e.code, e.message), e, greeted=True)
        except TROUBLE as e:
            return self._failed(Fate.UNREACHABLE, e, greeted=True)
        try:
            said = await client.data(raw, timeout=DATA_PATIENCE * self._settings.timeout_seconds)
        except aiosmtplib.SMTPDataError as e:
            return self._failed(fate_of(e.code, e.message), e, greeted=True)
        except TROUBLE as e:
            return self._failed(Fate.DEFERRED, e, greeted=True)
        return Delivery(Fate.ACCEPTED, said.code, self._printable(said.message), greeted=True)

    async def _begin(self, sender: str) -> aiosmtplib.SMTP:
        """Get past MAIL FROM, on the open connection or, if the server has closed that, on a new one."""
        if self._client is not None and self._client.is_connected:
            with suppress(*TROUBLE):
                await self._client.mail(sender)
                return self._client
        self._drop()
        self._client = await self._connect()
        await self._client.mail(sender)
        return self._client

    async def _connect(self) -> aiosmtplib.SMTP:
        """Connect and log in. If the server refuses a token, try once more with another."""
        if self._settings.auth == "password":
            return await self._log_in(None)
        tokens = tokens_of(self._settings.tokens)
        try:
            token = await tokens.token()
            try:
                return await self._log_in(token)
            except aiosmtplib.SMTPAuthenticationError as e:
                if (other := await tokens.instead_of(token)) == token:
                    raise e from None
                return await self._log_in(other)
        except TokenRefused as e:
            raise aiosmtplib.SMTPAuthenticationError(NO_LOG_IN, str(e)) from None

    async def _log_in(self, token: str | None) -> aiosmtplib.SMTP:
        """Open a new connection, and log in with our password or else with `token`."""
        s = self._settings

        async def given() -> str:
            return token or ""

        client = aiosmtplib.SMTP(
            hostname=s.host,
            port=s.port,
            username=s.username,
            password=s.password if token is None else None,
            oauth_token_generator=None if token is None else given,
            local_hostname=self._hostname,
            timeout=s.timeout_seconds,
            use_tls=s.tls == "implicit",
            start_tls=s.tls == "starttls",
            tls_context=None if s.tls == "none" else tls_context(s.ca_file, "smtp"),
        )
        try:
            await client.connect()
        except aiosmtplib.SMTPAuthenticationError as e:
            if token is not None:
                e.message = printable(e.message, token)
            raise
        except aiosmtplib.SMTPException as e:
            if token is not None and "not support XOAUTH2" in e.message:
                raise aiosmtplib.SMTPException(NO_XOAUTH2) from None
            raise
        return client

    def _drop(self) -> None:
        if self._client is not None:
            self._client.close()
        self._client = None

    def _failed(self, fate: Fate, error: Exception, *, greeted: bool = False) -> Delivery:
        code = error.code if isinstance(error, aiosmtplib.SMTPResponseException) and error.code > 0 else None
        said = error.message if isinstance(error, aiosmtplib.SMTPException) else str(error)
        tls = error if isinstance(error, ssl.SSLError) else error.__cause__
        if isinstance(tls, ssl.SSLError):
            said = f"no TLS with it: {tls_trouble(tls, 'smtp')}"
        elif isinstance(error, aiosmtplib.SMTPAuthenticationError) and error.code >= 500:
            what = "smtp.password" if self._settings.auth == "password" else "where its token comes from"
            said = f"log-in refused, check smtp.username and {what}: {said}"
        if fate is Fate.UNREACHABLE:
            said = f"SMTP server {self._settings.host}:{self._settings.port}: {said}"
        return Delivery(fate, code, self._printable(said), greeted)

    def _printable(self, said: str) -> str:
        return printable(said, self._settings.password)


def fate_of(code: int, said: str) -> Fate:
    """Decide what a refusing reply to RCPT TO or DATA means for the letter; `said` may begin with an RFC 3463 code."""
    if code == CLOSING or code in LOG_IN_FIRST or refuses_us(code, said):
        return Fate.UNREACHABLE
    return Fate.REFUSED if code // 100 == 5 else Fate.DEFERRED


CONTENT_SECONDS = 600.0
"""The time to be content with the connections that the server takes."""


class Connections:
    """At most `smtp.connections` connections to the server of `[smtp]`, each for one letter at a time."""

    def __init__(self, settings: SmtpSettings, hostname: str) -> None:
        """Open nothing yet. `hostname`: our name in EHLO, a domain name or an address literal."""
        self._all = [Outbox(settings, hostname) for _ in range(settings.connections)]
        self._idle = list(self._all)
        self._opening: Outbox | None = None
        self._most, self._content_until = len(self._all), 0.0

    def take(self) -> Outbox | None:
        """Take a connection for one letter: an idle one, or else a new one. Returns None while the server takes no
        more, or while a connection is being opened."""
        open_one = next((each for each in reversed(self._idle) if each.is_open), None)
        if open_one is not None:
            self._idle.remove(open_one)
            return open_one
        if monotonic() >= self._content_until:
            self._most = len(self._all)
        if self._opening is not None or len(self._all) - len(self._idle) >= self._most:
            return None
        self._opening = self._idle.pop()
        return self._opening

    def put_back(self, one: Outbox, outcome: Delivery | None) -> bool:
        """Take back a connection that is idle again. `outcome`: the fate of its letter; None if nobody knows. Returns
        True if the only trouble is that the server takes no more connections than the others that are open."""
        self._idle.append(one)
        if self._opening is one:
            self._opening = None
        if outcome is None or outcome.fate is not Fate.UNREACHABLE or outcome.greeted:
            return False
        others = sum(each.is_open for each in self._all)
        self._most = others or len(self._all)
        self._content_until = monotonic() + CONTENT_SECONDS
        return others > 0

    async def close(self) -> None:
        """Say goodbye on all of them, if that goes quickly. Never raises."""
        await asyncio.gather(*(each.close() for each in self._all))
