"""A token service for tests: gives tokens for a refresh token, and says which of its tokens are good."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

REFRESH, CLIENT = "refresh-token-1", "client-7"


class TokenService:
    """A context manager on a free loopback port. `token_url` is for the referee, `introspection_url` for the mail
    server. What it does is set on the object, and may change while it runs."""

    def __init__(self, user: str) -> None:
        self.user = user
        self.seconds: float | None = 3600
        self.given: list[str] = []
        self.dead: set[str] = set()
        """Tokens that are no longer good."""
        self.asked: list[dict[str, str]] = []
        self.refresh = REFRESH
        self.rotates = False
        self.status = 200
        """The status of all answers to the referee."""
        self.answer: bytes | None = None
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
                length = int(self.headers.get("Content-Length", 0))
                form = {key: values[0] for key, values in parse_qs(self.rfile.read(length).decode()).items()}
                self._say(*service.grants(form))

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
    def token_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/token"

    @property
    def introspection_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/who"

    def keys(self, folder: Any) -> str:
        """Return lines of a configuration."""
        file = folder / "refresh"
        file.write_text(f"{self.refresh}\n")
        file.chmod(0o600)
        return (
            f'auth = "xoauth2"\ntoken_url = "{self.token_url}"\nclient_id = "{CLIENT}"\nrefresh_token_file = "{file}"\n'
        )

    def grants(self, form: dict[str, str]) -> tuple[int, bytes]:
        self.asked.append(form)
        if self.status != 200 or self.answer is not None:
            return self.status, self.answer or b"{}"
        if form.get("refresh_token") != self.refresh or form.get("client_id") != CLIENT:
            return 400, json.dumps({"error": "invalid_grant", "error_description": f"bad {form}"}).encode()
        token = f"ya29.token-{len(self.given) + 1}-{self.port}"
        self.given.append(token)
        found: dict[str, Any] = {"access_token": token, "token_type": "Bearer"}
        if self.seconds is not None:
            found["expires_in"] = self.seconds
        if self.rotates:
            self.refresh = f"refresh-token-{len(self.given) + 1}"
            found["refresh_token"] = self.refresh
        return 200, json.dumps(found).encode()

    def judges(self, token: str) -> tuple[int, bytes]:
        if token in self.given and token not in self.dead:
            return 200, json.dumps({"email": self.user, "active": True}).encode()
        return 401, b'{"error": "invalid_token"}'
