"""A club on this machine, for the demos: embedded mail servers, the daemon that `run` starts, and members who only ever
read and send mail. Knows no game.
"""

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any, Self

from rich.console import Console

from referee.commands.errors import PROGRAM
from referee.config import DATABASE, ConfigError, Settings, load_settings
from referee.demo.mail_player import MailPlayer, Reader
from referee.demo.servers import EmbeddedMail
from referee.post.settings import SmtpSettings
from referee.post.wire.sockets import cancel_all
from referee.running.daemon import Daemon
from referee.running.opening import open_desk, working
from referee.store import outbox
from referee.store.backend import url_of

REFEREE, MASTER = "referee@demo.test", "gm@demo.test"
PASSWORD = "demo"
LOOK_SECONDS = 0.2
POLL_SECONDS = 60
SITE, CONFIG = "site", "referee.toml"
CHALLENGE_TIME = "1 s"
"""The robots challenge nothing, so the result need not wait a day for challenges."""


def fresh_folder(keep: Path | None) -> Path:
    """Choose the folder for settings, database and mails. Raises ConfigError if it holds those of another club."""
    if keep is None:
        return Path(tempfile.mkdtemp(prefix="referee-demo-"))
    if any((keep / name).exists() for name in (CONFIG, DATABASE, "mails")):
        raise ConfigError(f"{keep} holds an earlier demo, or a club: name a new folder with --keep")
    keep.mkdir(parents=True, exist_ok=True)
    return keep


def club_settings(folder: Path, mail: EmbeddedMail, **sections: dict[str, Any]) -> Settings:
    """Write the settings of the club's referee into the folder, where other commands find them, and read them;
    `sections` take the place of those of every demo, and `game` is added to its own. Raises ConfigError."""
    raw: dict[str, Any] = {
        "referee": {"address": REFEREE, "gamesmasters": [MASTER], "data_dir": "."},
        "imap": {**_log_in(mail.host, mail.imap_port, REFEREE), "poll_seconds": POLL_SECONDS},
        "smtp": _log_in(mail.host, mail.smtp_port, REFEREE),
        "database": {"url": url_of(Path(DATABASE))},
        "site": {"folder": SITE},
        **sections,
        "game": {"reminder_before": "none", "challenge_time": CHALLENGE_TIME, **sections.get("game", {})},
    }
    # what JSON writes of text, numbers and lists is TOML
    lines = {name: [f"{key} = {json.dumps(value)}\n" for key, value in keys.items()] for name, keys in raw.items()}
    text = "\n".join(f"[{name}]\n{''.join(keys)}" for name, keys in lines.items())
    (folder / CONFIG).write_text(text, encoding="utf-8")
    return load_settings(folder / CONFIG)


def member(mail: EmbeddedMail, address: str, part: Reader, name: str | None = None) -> MailPlayer:
    """Make a member who reads and answers the mail of `address`; `name` is their name at a table."""
    return MailPlayer(
        address, SmtpSettings(**_log_in(mail.host, mail.smtp_port, address)), part, name, mail.hand_over(address)
    )


def _log_in(host: str, port: int, address: str) -> dict[str, Any]:
    return {"host": host, "port": port, "tls": "none", "username": address, "password": PASSWORD}


def program() -> str:
    """Say how to call the program from any folder: by its name, if that leads to what runs now."""
    called = Path(sys.argv[0]).absolute()
    if called.name != PROGRAM:
        return f"{sys.executable} -m {PROGRAM}"
    return PROGRAM if shutil.which(PROGRAM) == str(called) else str(called)


class Club:
    """The referee and the members at work, as an async context manager. `members`: by address."""

    def __init__(
        self,
        folder: Path,
        mail: EmbeddedMail,
        settings: Settings,
        members: Mapping[str, MailPlayer],
        stop: asyncio.Event,
    ) -> None:
        self.folder, self.mail, self.members, self.stop = folder, mail, members, stop
        desk = open_desk(settings)
        self._held = ExitStack()
        self.store = self._held.enter_context(working(settings, patient=False))
        self._daemon, self._began = Daemon(desk, self.store), monotonic()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._referee = asyncio.create_task(self._daemon.run())
        self._tasks = [asyncio.create_task(one.run()) for one in self.members.values()]
        return self

    async def __aexit__(self, *exc: object) -> None:
        self._daemon.stop()
        await asyncio.gather(self._referee, return_exceptions=True)
        await cancel_all(*self._tasks)
        # several members may have failed at once, of whom one was told
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for one in self.members.values():
            await one.close()
        self._held.close()

    async def wait_for_stop(self) -> bool:
        """Wait for LOOK_SECONDS, or until we should stop. Returns True if we should. Raises the error that ended the
        referee or a member."""
        asked = asyncio.create_task(self.stop.wait())
        try:
            ended, _ = await asyncio.wait(
                {self._referee, *self._tasks, asked}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            asked.cancel()
        for task in ended - {asked}:
            task.result()
        return self.stop.is_set()

    def all_sent(self) -> bool:
        """Tell if no letter is waiting."""
        with self.store.reading() as tx:
            return outbox.next_letter(tx) is None

    def print_places(self, console: Console, to_verify: str | None) -> None:
        """Print how much mail there was, where everything is kept, and how to check the records of this name."""
        sent, got = self.mail.sent[REFEREE], self.mail.delivered[REFEREE]
        seconds, records, called = monotonic() - self._began, self.folder / "records", program()
        console.print(f"The referee read {got} mails and sent {sent} in {seconds:.0f} seconds.", soft_wrap=True)
        console.print(f"Look:     cd {self.folder} && {called} status", soft_wrap=True, highlight=False)
        console.print(f"Mails:    {self.folder / 'mails'}", soft_wrap=True)
        console.print(
            f"Site:     {(self.folder / SITE / 'index.html').absolute().as_uri()}", soft_wrap=True, highlight=False
        )
        if records.exists():  # the first record is filed when its game ends
            console.print(f"Records:  {records}", soft_wrap=True)
        if to_verify is not None:
            console.print(f"Check it: {called} verify {records / to_verify}", soft_wrap=True, highlight=False)
