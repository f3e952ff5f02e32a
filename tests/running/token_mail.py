"""The embedded mail system as a provider runs it that takes no passwords: both servers ask a token service."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from aiosmtpd.smtp import AuthResult
from pymap.backend.dict import Config, Identity, Login
from pymap.exceptions import InvalidAuth
from pysasl import SASLAuth
from pysasl.creds.external import ExternalCredentials
from pysasl.mechanism.oauth import OAuth2Mechanism

from referee.demo.servers import EmbeddedMail
from tests.running.token_service import TokenService

CHALLENGE = b64encode(json.dumps({"status": "401", "schemes": "bearer"}).encode()).decode()


class OnlyTokens(Config):  # type: ignore[misc]
    @property
    def initial_auth(self) -> Any:
        return self.tls_auth

    @property
    def tls_auth(self) -> Any:
        return SASLAuth([OAuth2Mechanism()])


class TokenLogin(Login):  # type: ignore[misc]
    def __init__(self, config: Any, service: TokenService) -> None:
        super().__init__(config)
        self._service = service
        self.tried: list[str] = []

    async def authenticate(self, credentials: Any) -> Any:
        if not isinstance(credentials, ExternalCredentials):
            raise InvalidAuth
        self.tried.append(credentials._token)
        if self._service.judges(credentials._token)[0] != 200 or credentials.authzid != self._service.user:
            raise InvalidAuth
        return Identity(credentials.authzid, self, None, frozenset())


class TokenMail(EmbeddedMail):
    """A mail system that asks for tokens. `imap_tried`, `smtp_tried`: the tokens shown to each server, in order."""

    def __init__(self, users: Mapping[str, str], service: TokenService, **more: Any) -> None:
        super().__init__(users, log_in=True, **more)
        self._config.__class__ = OnlyTokens
        self._login = TokenLogin(self._config, service)
        self._service = service
        self.smtp_tried: list[str] = []

    @property
    def imap_tried(self) -> list[str]:
        return list(self._login.tried)

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> Any:
        """Answer aiosmtpd's hook. A challenge first explains a refused token, as with the large providers."""
        user, _, rest = b64decode(args[1]).decode().removeprefix("user=").partition("\x01")
        token = rest.removeprefix("auth=Bearer ").rstrip("\x01")
        self.smtp_tried.append(token)
        if self._service.judges(token)[0] == 200 and user == self._service.user:
            return AuthResult(success=True, handled=False, auth_data=user)
        await server.push(f"334 {CHALLENGE}")
        answer = await server._reader.readline()
        words = "535 5.7.8 Username and Password not accepted" if answer == b"\r\n" else "501 5.5.4 cancel it first"
        return AuthResult(success=False, handled=False, message=words)
