"""A referee to whom mail is handed in by LMTP, and whoever hands it in: a plain client that says what it is told."""

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

from referee.config import load_settings
from referee.desk.case import Desk
from referee.running.opening import open_desk
from tests.running.post_office import REFEREE, config_text, proven
from tests.running.referee import Referee
from tests.scratch import scratch_store
from tests.servers.servers import free_port

SERVER = "mx.club.test"


class Handed(Referee):
    """One referee without a mailbox."""

    def __init__(self, folder: Any, **lmtp: Any) -> None:
        super().__init__(folder)
        self.port = free_port()
        self.lmtp: dict[str, Any] = {
            "listen": f"127.0.0.1:{self.port}",
            "server": SERVER,
            "queue_seconds": 0.05,
            **lmtp,
        }

    def desk(self) -> Desk:
        lines = "\n".join(f"{key} = {value!r}" for key, value in self.lmtp.items()).replace("'", '"')
        head, _, rest = config_text(1, self.smtp_port, **self.more).partition("[imap]")
        path = self.folder / "referee.toml"
        path.write_text(f"{head}[lmtp]\n{lines}\n[smtp]{rest.partition('[smtp]')[2]}", "utf-8")
        settings = load_settings(path)
        if not hasattr(self, "store"):
            self.store = scratch_store(settings)
        return open_desk(settings)


class Client:
    """A mail server's side of one connection, word for word."""

    def __init__(self, where: Any, seconds: float = 10) -> None:
        self.socket = socket.socket(socket.AF_UNIX if isinstance(where, str) else socket.AF_INET)
        self.socket.settimeout(seconds)
        self.socket.connect(where)
        self.lines = self.socket.makefile("rb")

    def reply(self) -> str:
        """One reply, its lines joined; "" once the connection is closed."""
        said = []
        while line := self.lines.readline().decode():
            said.append(line.strip())
            if line[3:4] == " ":
                break
        return "\n".join(said)

    def says(self, line: str | bytes) -> str:
        self.socket.sendall((line.encode() if isinstance(line, str) else line) + b"\r\n")
        return self.reply()

    def begins(self, *to: str, sender: str = "ann@club.test") -> list[str]:
        """The replies up to that to DATA."""
        return [self.says(f"MAIL FROM:<{sender}>"), *(self.says(f"RCPT TO:<{one}>") for one in to), self.says("DATA")]

    def text(self, raw: bytes) -> str:
        """The text of a mail, with its dots doubled, and the first reply to it."""
        lines = raw.replace(b"\r\n.", b"\r\n..").removesuffix(b"\r\n")
        return self.says((b"." if raw.startswith(b".") else b"") + lines + b"\r\n.")

    def hands_in(self, raw: bytes, *to: str, **more: str) -> list[str]:
        """One reply for each recipient."""
        *_, data = self.begins(*(to or (REFEREE,)), **more)
        if not data.startswith("354"):
            return [data]
        first = self.text(raw)
        return [first, *(self.reply() for _ in to[1:])]

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@contextmanager
def client(where: Any, *, polite: bool = True) -> Iterator[Client]:
    """A connection after the greeting; `polite`: it says goodbye."""
    one = Client(where)
    try:
        assert one.reply().startswith("220")
        assert "250" in one.says("LHLO mx.club.test")
        yield one
        if polite:
            assert one.says("QUIT").startswith("221")
    finally:
        one.close()


def hand_in(where: Any, raw: bytes, *to: str, **more: str) -> list[str]:
    """Hand in one mail, as a mail server would: every line ends with CRLF. Returns the replies to its text."""
    with client(where) as one:
        return one.hands_in(re.sub(rb"(?<!\r)\n", b"\r\n", raw), *to, **more)


def came(raw: bytes, ago: timedelta) -> bytes:
    """The same mail, which the trusted server received then."""
    at = format_datetime(datetime.now(UTC) - ago).encode()
    return raw.replace(b"Tue, 24 Nov 2026 12:00:00 +0000\r\nFrom", at + b"\r\nFrom", 1)


__all__ = ["SERVER", "Client", "Handed", "came", "client", "hand_in", "proven"]
