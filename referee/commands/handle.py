"""`referee handle`: mail from files and pipes; stores all of it first, then handles it. Runs beside the daemon."""

import secrets
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import Annotated, BinaryIO

import structlog
import typer

from referee.commands.errors import TRY_AGAIN, fail, say, sentence, wrong_use
from referee.commands.options import ConfigOption
from referee.config import ConfigError, load_settings
from referee.desk.case import Desk
from referee.post.settings import AuthSettings
from referee.post.wire.imap_fetch import MESSAGE_BYTES
from referee.running import logs
from referee.running.guard import (
    compare_with_witness,
    file_records,
    gather_evidence,
    now,
)
from referee.running.opening import open_database, open_desk
from referee.running.together import Handling, handle_or_shunt
from referee.store import inbox
from referee.store.backend import Store, StoreError

CHUNK = 1024 * 1024
IN_HAND_SECONDS = 0.1
"""How often to check whether the daemon is done with a mail that it is handling."""

log = structlog.get_logger()


def handle(
    files: Annotated[list[str] | None, typer.Argument(help="Message files in order; `-` is standard input.")] = None,
    config: ConfigOption = None,
    shunted: Annotated[bool, typer.Option("--shunted", help="Try again what could not be handled.")] = False,
) -> None:
    """Exit 0 once the mail is stored, whatever comes of it; 75 if it could not be stored and should be tried again."""
    logs.set_up()
    if bool(files) == shunted:
        wrong_use("name the message files to handle, `-` for standard input, or --shunted alone")
    if shunted:
        raise typer.Exit(0 if _handle_shunted(config) else 1)
    try:
        settings = load_settings(config, mail=False)
        with closing(open_database(settings, at_work=True)) as store:
            numbers = store_mails(settings.auth, store, read_files(files or []))
    except Exception as e:  # whatever went wrong, the mail is not stored, and the mail system must keep it
        fail(sentence(e), TRY_AGAIN)
    try:
        with closing(open_database(settings, at_work=True)) as store:
            handle_stored(open_desk(settings), store, numbers)
    except (ConfigError, StoreError) as e:
        say(f"stored, and left to the daemon: {e}")


def _handle_shunted(config: Path | None) -> bool:
    settings = load_settings(config, mail=False)
    with closing(open_database(settings, create=False, at_work=True)) as store:
        return handle_again(open_desk(settings), store)


def read_files(names: list[str]) -> list[bytes]:
    """Message files as a mailbox would give them: cut at 2 MiB. `-` is standard input. Raises OSError."""
    return [_read(name) for name in names]


def store_mails(auth: AuthSettings, store: Store, raws: list[bytes]) -> list[int]:
    """Store mails in the order given, all or none. Returns their numbers. Raises StoreError."""
    came = [(raw, now()) for raw in raws]
    mails = zip(came, gather_evidence(auth, came), strict=True)
    with store.transaction() as tx:
        return [inbox.receive(tx, raw, sha256(raw).hexdigest(), at, evidence=found) for (raw, at), found in mails]


def handle_stored(desk: Desk, store: Store, numbers: list[int]) -> bool:
    """Handle stored mails in order, each as often as the daemon would try. Returns whether none was shunted."""
    compare_with_witness(desk, store)
    worker = f"handle {secrets.token_hex(8)}"
    good = True
    for number in numbers:
        while (outcome := handle_or_shunt(desk, store, number, worker)).how in (Handling.AGAIN, Handling.IN_HAND):
            if outcome.how is Handling.IN_HAND:
                sleep(IN_HAND_SECONDS)
            else:
                log.info("mail", id=number, outcome=outcome.words)
        log.info("mail", id=number, outcome=outcome.words)
        good = good and outcome.how is not Handling.SHUNTED
        file_records(desk, store)
    return good


def handle_again(desk: Desk, store: Store) -> bool:
    """Try the shunted mails once more. Returns whether all of them could be handled."""
    with store.reading() as tx:
        numbers = inbox.unhandled(tx, state="shunted")
    return handle_stored(desk, store, numbers)


def _read(name: str) -> bytes:
    if name == "-":
        return _first_part(sys.stdin.buffer)
    with Path(name).open("rb") as file:
        return _first_part(file)


def _first_part(file: BinaryIO) -> bytes:
    raw = file.read(MESSAGE_BYTES)
    # closing a pipe early would tell the mail system that this failed
    while file.read(CHUNK):
        pass
    return raw
