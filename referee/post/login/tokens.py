"""Access tokens of OAuth 2, each asked for once and shared by all connections that log in with it. Logs none."""

import asyncio
import math
import os
import re
import tempfile
from functools import cache
from pathlib import Path
from time import monotonic

import structlog

from referee.post.login.programs import NoSecret, printed
from referee.post.login.token_service import Granted, TokenAway, TokenRefused, grant
from referee.post.settings import TokenSource

__all__ = ["TokenAway", "TokenRefused", "Tokens", "tokens_of"]

UNSAID_SECONDS = 300.0
"""The time for which to use a token without a stated end."""
EARLY_SECONDS, EARLY_PART = 60.0, 0.2
"""The time before its end when we no longer log in with a token: a minute, or a fifth of a short one's life."""
LONGEST_WAIT = 25.0
PLAIN = re.compile(r"[!-~]+")

log = structlog.get_logger()


class Tokens:
    """The access tokens of one source, for one event loop."""

    def __init__(self, source: TokenSource) -> None:
        self._source = source
        self._one_at_a_time = asyncio.Lock()
        self._token, self._until = "", 0.0
        self._read, self._refresh = "", ""
        """The refresh token as the file had it last, and the one to use."""

    async def token(self) -> str:
        """Return a token that is good for now. Raises TokenAway or TokenRefused."""
        async with self._one_at_a_time:
            if monotonic() >= self._until:
                await self._renew()
            return self._token

    async def instead_of(self, refused: str) -> str:
        """Get another token after a server refused this one. Raises TokenAway or TokenRefused."""
        async with self._one_at_a_time:
            if self._token == refused:
                await self._renew()
            return self._token

    async def _renew(self) -> None:
        self._until = 0.0
        try:
            # once begun, let it end even if nobody waits any more: a refresh token may be good only once
            granted = await asyncio.wait_for(asyncio.to_thread(self._ask), LONGEST_WAIT)
        except TimeoutError:
            raise TokenAway("the token service does not answer") from None
        if not PLAIN.fullmatch(granted.access):
            raise TokenRefused("what was given for a token is none: it has spaces or letters outside ASCII")
        life = UNSAID_SECONDS if granted.seconds is None else granted.seconds
        if not 0 < life < math.inf:
            raise TokenAway(f"the token service gave a token that is over: its expires_in is {life:g}")
        self._token, self._until = granted.access, monotonic() + life - min(EARLY_SECONDS, EARLY_PART * life)

    def _ask(self) -> Granted:
        source = self._source
        if source.command is not None:
            try:
                return Granted(printed(source.command), None, None)
            except NoSecret as e:
                # the service behind the command may be away for a while
                raise TokenAway(f"token_command {e}: run it by hand as the referee's user to see why") from None
        assert source.url is not None and source.client_id is not None and source.refresh_file is not None
        self._read_refresh_token(source.refresh_file)
        form = {"refresh_token": self._refresh, "client_id": source.client_id}
        if source.secret_file is not None:
            form["client_secret"] = _text_of(source.secret_file, "client_secret_file")
        granted = grant(source.url, form)
        if granted.refresh is not None and granted.refresh != self._refresh:
            self._keep(source.refresh_file, granted.refresh)
        return granted

    def _read_refresh_token(self, file: Path) -> None:
        """Take the file's token, unless we know a newer one that could not be written there."""
        found = _text_of(file, "refresh_token_file")
        if found != self._read:
            self._read = self._refresh = found

    def _keep(self, file: Path, refresh: str) -> None:
        """Use a new refresh token from now on, also after a restart."""
        self._refresh = refresh
        try:
            _replace(file, refresh)
        except OSError as e:
            why = f"the service gave a new one, and {file} cannot be written: {e.strerror}; let the referee write there"
            log.warning("refresh token", outcome="not kept", why=why)
        else:
            self._read = refresh


@cache
def tokens_of(source: TokenSource) -> Tokens:
    """Return the one store of tokens for a source: reading and sending share a token if they share a source."""
    return Tokens(source)


def _text_of(file: Path, key: str) -> str:
    """Read a file that holds one secret. Raises TokenRefused."""
    try:
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as e:
        why = e.strerror if isinstance(e, OSError) else "it is not plain text"
        raise TokenRefused(f"cannot read {key} {file}: {why}; put it there, for the referee's user to read") from None
    if not text:
        raise TokenRefused(f"{key} {file} is empty")
    return text


def _replace(file: Path, text: str) -> None:
    """Write a file whole or not at all, for its owner only."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as new:
            new.write(f"{text}\n")
            new.flush()
            os.fsync(new.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
