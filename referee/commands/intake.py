"""Mail from files and pipes: all of it stored first, handled second. Runs beside the daemon."""

import secrets
import sys
from hashlib import sha256
from pathlib import Path
from time import sleep
from typing import BinaryIO

import structlog

from referee.desk.case import Desk
from referee.post.settings import AuthSettings
from referee.post.wire.fetching import MESSAGE_BYTES
from referee.running.guard import FAILED, IN_HAND, file_records, gather_evidence, handle_or_shunt, look_back, now
from referee.store import inbox
from referee.store.backend import Store

CHUNK = 1024 * 1024
IN_HAND_SECONDS = 0.1
"""How often to look whether the daemon is done with a mail that it handles."""

log = structlog.get_logger()


def read_files(names: list[str]) -> list[bytes]:
    """Message files as a mailbox would hand them out: cut at 2 MiB. `-` is standard input. Raises OSError."""
    return [_read(name) for name in names]


def store_mails(auth: AuthSettings, store: Store, raws: list[bytes]) -> list[int]:
    """Keep mails in the order given, all or none; their numbers. Raises StoreError."""
    came = [(raw, now()) for raw in raws]
    mails = zip(came, gather_evidence(auth, came), strict=True)
    with store.transaction() as tx:
        return [inbox.receive(tx, raw, sha256(raw).hexdigest(), at, evidence=found) for (raw, at), found in mails]


def handle_stored(desk: Desk, store: Store, numbers: list[int]) -> bool:
    """Handle stored mails in order, each as often as the daemon would; whether our own program could do it."""
    look_back(desk, store)
    worker = f"handle {secrets.token_hex(8)}"
    good = True
    for number in numbers:
        while (outcome := handle_or_shunt(desk, store, number, worker)) in (FAILED, IN_HAND):
            if outcome == IN_HAND:
                sleep(IN_HAND_SECONDS)
            else:
                log.info("mail", id=number, outcome=outcome)
        log.info("mail", id=number, outcome=outcome)
        good = good and outcome != "shunted"
        file_records(desk, store)
    return good


def handle_again(desk: Desk, store: Store) -> bool:
    """Try once more what was put aside; whether all of it could be handled now."""
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
    # whoever pipes a mail in must get rid of all of it
    while file.read(CHUNK):
        pass
    return raw
