"""The embedded mail system in a thread of its own, for tests of whole commands, which have an event loop of their
own."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

from referee.demo.servers import EmbeddedMail

T = TypeVar("T")

REFEREE, MASTER = "referee@club.test", "gm@club.test"
PLAYERS = tuple(f"{name}@club.test" for name in ("ann", "bob", "carol", "dave"))
PASSWORD = "pass-word-9"
STARTER = "start\nplayers: " + ", ".join(f"{a.partition('@')[0].title()} <{a}>" for a in PLAYERS)


class PostOffice:
    """A context manager. `do` runs something in its loop; `serving` is what else runs there."""

    def __init__(self, *serving: Any, **more: Any) -> None:
        users = dict.fromkeys([REFEREE, MASTER, *PLAYERS], PASSWORD)
        self.mail = EmbeddedMail(users, authserv="mx.club.test", **more)
        self._serving = (self.mail, *serving)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        for one in self._serving:
            self.do(one.__aenter__())
        return self

    def __exit__(self, *exc: object) -> None:
        for one in reversed(self._serving):
            self.do(one.__aexit__(*exc))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run in the servers' loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def brings(self, raw: bytes) -> None:
        """Put a mail into the referee's mailbox."""
        self.do(self.mail.deliver(REFEREE, raw))


def proven(sender: str, text: str, *, number: int = 1, to: str = REFEREE) -> bytes:
    """Return a mail as the referee's own server hands it on: it says who sent it."""
    domain = sender.partition("@")[2]
    return (
        f"Authentication-Results: mx.club.test; dkim=pass header.d={domain}; spf=pass smtp.mailfrom={sender}\r\n"
        f"Received: from out.{domain} by mx.club.test with ESMTPS id 1; Tue, 24 Nov 2026 12:00:00 +0000\r\n"
        f"From: {sender}\r\nTo: {to}\r\nSubject: a game\r\nMessage-ID: <{number}.{abs(hash(text))}@{domain}>\r\n"
        f"Date: Tue, 24 Nov 2026 12:00:00 +0000\r\n\r\n{text}\r\n"
    ).encode()


def config_text(imap_port: int = 1, smtp_port: int = 1, **more: str) -> str:
    """Return a configuration for servers on loopback; `more` adds lines to sections."""
    return f"""
[referee]
address = "{REFEREE}"
gamesmasters = ["{MASTER}"]
{more.get("referee", "")}
[imap]
host = "127.0.0.1"
port = {imap_port}
tls = "none"
username = "{REFEREE}"
password = "{PASSWORD}"
{more.get("imap", "")}
[smtp]
host = "127.0.0.1"
port = {smtp_port}
tls = "none"
{more.get("smtp", "")}
[auth]
trusted_authserv = ["mx.club.test"]
{more.get("other", "")}
"""


def write_config(folder: Path, office: PostOffice | None = None, **more: Any) -> Path:
    """Write `referee.toml` into `folder`, for the mail system of `office`, or for one that never answers."""
    ports = (office.mail.imap_port, office.mail.smtp_port) if office else (1, 1)
    path = folder / "referee.toml"
    path.write_text(config_text(*ports, **more), "utf-8")
    return path
