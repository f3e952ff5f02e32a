"""A token service for tests: gives tokens to a command, and says which of its tokens are good."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit


class TokenService:
    """A context manager on a free loopback port. `command` is for the referee, `introspection_url` for the mail
    server. What it does is set on the object, and may change while it runs."""

    def __init__(self, user: str) -> None:
        self.user = user
        self.given: list[str] = []
        self.dead: set[str] = set()
        """Tokens that are no longer good."""
        self.status = 200
        """The status of all answers to the command."""
        self._server: ThreadingHTTPServer | None = None
        self.port = 0

    def __enter__(self) -> Self:
        self.starts()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stops()

    def starts(self) -> None:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self._say(*service.grants())

            def do_GET(self) -> None:
                token = self.headers.get("Authorization", "").removeprefix("Bearer ")
                token = token or parse_qs(urlsplit(self.path).query).get("access_token", [""])[0]
                self._say(*service.judges(token))

            def _say(self, status: int, raw: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stops(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    @property
    def command(self) -> str:
        """A command that prints a token, or fails."""
        ask = f"urllib.request.urlopen('http://127.0.0.1:{self.port}/token', b'').read().decode()"
        return f'{sys.executable} -ISc "import urllib.request; print({ask})"'

    @property
    def introspection_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/who"

    @property
    def keys(self) -> str:
        """Lines of a configuration."""
        return f'auth = "xoauth2"\ntoken_command = {json.dumps(self.command)}\n'

    def grants(self) -> tuple[int, bytes]:
        if self.status != 200:
            return self.status, b""
        token = f"ya29.token-{len(self.given) + 1}-{self.port}"
        self.given.append(token)
        return 200, token.encode()

    def judges(self, token: str) -> tuple[int, bytes]:
        if token in self.given and token not in self.dead:
            return 200, json.dumps({"email": self.user, "active": True}).encode()
        return 401, b'{"error": "invalid_token"}'
