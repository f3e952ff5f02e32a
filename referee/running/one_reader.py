"""One reader for each mailbox: a second referee on this machine that would take its mails is refused. Daemons that
stand by for each other on one database do not refuse each other: a frozen daemon may still be there.

Which daemon works on a database: store/backend/lease.py has the lock of one machine, and the lease of a server; with
supervisor.py a daemon stands by for another.

Linux only: the lock is a name in the kernel's table of sockets, which all users of a machine share, which leaves no
file, and which ends with the process. Other machines, and other containers, have tables of their own. Any user can take
such a name, so it counts only as held by ourselves or by root; the kernel says who holds it (unix(7), SO_PEERCRED).
"""

import errno
import os
import secrets
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import Thread
from time import sleep

import structlog

from referee.post.settings import ImapSettings

PEER = "3i"
"""The answer of the kernel about a peer: process, user, group."""
NAMES = Path("/proc/self/net/unix")
"""The kernel's table: the last column is a name, with `@` for its first byte, which is zero (proc(5))."""

log = structlog.get_logger()


class MailboxTaken(Exception):
    """Another referee on this machine reads the mailbox; the text says what to do."""


@contextmanager
def only_reader(imap: ImapSettings, shared: str | None = None) -> Iterator[None]:
    """Hold the folder that is read and the one for handled mail while the block runs. Raises MailboxTaken.

    `shared`: the database of daemons that stand by for each other, by its URL without a password; None: nobody does.
    """
    with ExitStack() as held:
        if sys.platform == "linux":
            for folder in dict.fromkeys((imap.folder, imap.processed_folder)):
                held.enter_context(_hold(imap, folder, shared))
        yield


@contextmanager
def _hold(imap: ImapSettings, folder: str, shared: str | None) -> Iterator[None]:
    of = "\n".join((imap.host.lower(), str(imap.port), imap.username, folder))
    alone = f"\0spades-referee-{sha256(of.encode()).hexdigest()}"
    ours = alone if shared is None else f"{alone}-{sha256(shared.encode()).hexdigest()[:12]}-"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as name:
        answering = Thread(target=_answer, args=(name,), daemon=True)
        try:
            name.bind(ours if shared is None else f"{ours}{secrets.token_hex(4)}")
            name.listen()
        except OSError as e:
            if e.errno == errno.EADDRINUSE:
                _refuse(alone, imap, folder)
        else:
            answering.start()
        try:
            for other in _names(alone):
                if (other != alone) if shared is None else not other.startswith(ours):
                    _refuse(other, imap, folder)
            yield
        finally:
            if answering.is_alive():
                # the kernel holds the name until the waiting call has ended
                name.shutdown(socket.SHUT_RDWR)
                answering.join()


def _answer(name: socket.socket) -> None:
    """Take every call and end it: a full queue would not tell callers who holds the name."""
    with suppress(OSError):
        while True:
            name.accept()[0].close()


def _names(alone: str) -> list[str]:
    """List the names under which programs on this machine hold the folder; empty if the kernel does not say."""
    begins = f"@{alone[1:]}"
    try:
        lines = NAMES.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    last = (line.rpartition(" ")[2] for line in lines)
    return [f"\0{each[1:]}" for each in dict.fromkeys(last) if each.startswith(begins)]


def _refuse(address: str, imap: ImapSettings, folder: str) -> None:
    """Refuse to share this name with another referee of ours. Raises MailboxTaken."""
    where = f"folder {folder} of {imap.username} at {imap.host}"
    if not _is_ours(address):
        log.warning("mailbox", outcome="unguarded", why=f"a program of another user holds the lock of {where}")
        return
    raise MailboxTaken(
        f"another referee on this machine uses {where}: stop it, or give each its own mailbox, or imap.folder and "
        "imap.processed_folder; daemons that stand by for each other name the same database.url"
    )


def _is_ours(address: str) -> bool:
    """Tell if our own user or root holds a name. For root the names of all users count, since a referee has a user of
    its own."""
    # a referee that starts beside us may hold its name before it listens
    holder = next((uid for pause in (0, 0.1) if (uid := _holder(address, pause)) is not None), None)
    return holder is not None and (os.geteuid() == 0 or holder in (0, os.geteuid()))


def _holder(address: str, pause: float) -> int | None:
    """Find the user whose program listens under a name, after a `pause` in seconds; None if no program does."""
    sleep(pause)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as to:
        to.setblocking(False)
        try:
            to.connect(address)
            found = to.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize(PEER))
        except OSError:
            return None
    return int(struct.unpack(PEER, found)[1])
