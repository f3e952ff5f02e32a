"""The secrets that a program prints: passwords, and access tokens of OAuth 2, each asked for once and shared by all
connections that log in with it. Never logs or repeats the command or its output: both may hold the secret."""

import asyncio
import re
from functools import cache
from time import monotonic

from referee.children import run_command

SECONDS = 10.0
"""The longest time that a program may take."""


class NoSecret(Exception):
    """The program gave no secret; the text says why, as the rest of a sentence."""


def printed(command: str) -> str:
    """Return the first line that a command of the shell prints, without its end. Raises NoSecret."""
    try:
        ended = run_command(command, SECONDS)
    except OSError as e:
        raise NoSecret(f"could not be run: {e.strerror}") from None
    if ended.status is None:
        raise NoSecret(f"did not end within {SECONDS:.0f} seconds")
    if ended.status != 0:
        raise NoSecret(f"failed (exit status {ended.status})")
    line = ended.said.partition(b"\n")[0].decode("utf-8", "replace").strip()
    if not line:
        raise NoSecret("printed nothing on its first line")
    return line


FRESH_SECONDS = 240.0
"""The time for which to use a token before the command is asked again, which knows when it ends."""
PLAIN = re.compile(r"[!-~]+")


class TokenAway(ConnectionError):
    """Raised if there is no token now: the command failed, as it does while its provider is away. Try again later."""


class TokenRefused(Exception):
    """Raised if what the command printed, or a server refused, needs a person; the text says what to do."""


class Tokens:
    """The access tokens that one command prints, for one event loop."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._one_at_a_time = asyncio.Lock()
        self._token, self._until = "", 0.0

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
            token = await asyncio.to_thread(printed, self._command)
        except NoSecret as e:
            # the service behind the command may be away for a while
            raise TokenAway(f"token_command {e}: run it by hand as the referee's user to see why") from None
        if not PLAIN.fullmatch(token):
            raise TokenRefused("token_command printed what is no token: it has spaces or letters outside ASCII")
        self._token, self._until = token, monotonic() + FRESH_SECONDS


@cache
def tokens_of(command: str) -> Tokens:
    """Return the one store of tokens for a command: reading and sending share a token if they share it."""
    return Tokens(command)
