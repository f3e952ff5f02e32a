"""`referee handle`: mail from files and pipes; stores all of it, and handles it unless a daemon does."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated, BinaryIO

import structlog
import typer

from referee.clock import system_clock
from referee.commands.app import ConfigOption
from referee.commands.errors import TRY_AGAIN, fail, say, sentence, wrong_use
from referee.config import ConfigError, Settings, load_settings
from referee.desk.case import Desk
from referee.post.wire.imap_fetch import MESSAGE_BYTES
from referee.running import logs
from referee.running.guard import (
    compare_with_witness,
    file_records,
    gather_evidence,
)
from referee.running.opening import open_database, open_desk, working
from referee.running.reading import receive
from referee.running.together import handle_some
from referee.store import inbox
from referee.store.backend import Busy, Store, StoreError

CHUNK = 1024 * 1024

log = structlog.get_logger()


def handle(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="A message, or several in order; `-` is standard input.")
    ] = None,
    config: ConfigOption = None,
    shunted: Annotated[bool, typer.Option("--shunted", help="Try again what could not be handled.")] = False,
) -> None:
    """Exit 0 once the mail is stored, whatever comes of it; 75 if it could not be stored and should be tried again."""
    logs.set_up()
    if bool(files) == shunted:
        wrong_use("name the message files to handle, `-` for standard input, or --shunted alone", "referee handle")
    if shunted:
        raise typer.Exit(0 if _handle_shunted(config) else 1)
    try:
        settings = load_settings(config, mail=False)
        with closing(open_database(settings, at_work=True)) as store:
            store_mails(settings, store, [_read(name) for name in files or []])
    except Exception as e:  # whatever went wrong, the mail is not stored: the mail system must keep it
        fail(sentence(e), TRY_AGAIN)
    try:
        handle_waiting(open_desk(settings))
    except (ConfigError, StoreError) as e:
        say(f"stored, and left to the daemon: {e}")


def _handle_shunted(config: Path | None) -> bool:
    """Try the mails once more that were put aside. Returns True if all of them could be handled, or wait for the
    daemon."""
    settings = load_settings(config, mail=False)
    with closing(open_database(settings, create=False, at_work=True)) as store:
        with store.transaction() as tx:
            numbers = inbox.put_back(tx)
        handle_waiting(open_desk(settings))
        with store.reading() as look:
            return inbox.in_state(look, "shunted").isdisjoint(numbers)


def handle_waiting(desk: Desk) -> None:
    """Handle all mail that waits, unless somebody works on the database: they look for it. Raises StoreError."""
    with closing(open_database(desk.settings, create=False, at_work=True)) as look:
        while _waits(look):
            try:
                with working(desk.settings, patient=False) as store:
                    handle_stored(desk, store)
            except Busy:
                return
            # another process that stores a mail meanwhile leaves it to us


def _waits(store: Store) -> bool:
    with store.reading() as look:
        return inbox.last_waiting(look) is not None


def store_mails(settings: Settings, store: Store, raws: list[bytes]) -> list[int]:
    """Store mails in the order given, all or none. Returns their numbers. Raises StoreError."""
    came = [(raw, system_clock()) for raw in raws]
    mails = [(raw, at, None) for raw, at in came]
    return receive(store, mails, gather_evidence(settings.auth, came))


def handle_stored(desk: Desk, store: Store) -> None:
    """Handle all mail that waits, in order, each as often as the daemon would try."""
    compare_with_witness(desk, store)
    while handled := handle_some(desk, store):
        for number, one in handled:
            log.info("mail", id=number, outcome=one.words)
    file_records(desk, store)


def _read(name: str) -> bytes:
    """Read a message file as a mailbox would give it: cut at 2 MiB. `-` is standard input. Raises OSError."""
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
