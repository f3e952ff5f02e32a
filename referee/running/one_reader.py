"""One reader for each mailbox: a second referee on this machine that would take its mails is refused.

Linux only: the lock is a name in the kernel's table of sockets, which all users of a machine share, which leaves no
file, and which ends with the process. Other machines, and other containers, have tables of their own. Any user can take
such a name, so it counts only as held by ourselves or by root; the kernel says who holds it (unix(7), SO_PEERCRED).
"""

import errno
import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from time import sleep

import structlog

from referee.post.settings import ImapSettings

PEER = "3i"
"""What the kernel says of a peer: process, user, group."""

log = structlog.get_logger()


class MailboxTaken(Exception):
    """Another referee on this machine reads the mailbox; the text says what to do."""


@contextmanager
def only_reader(imap: ImapSettings) -> Iterator[None]:
    """Hold the folder that is read and the one for handled mail while the block runs. Raises MailboxTaken."""
    with ExitStack() as held:
        if sys.platform == "linux":
            for folder in dict.fromkeys((imap.folder, imap.processed_folder)):
                name = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                held.enter_context(name)
                _take(name, imap, folder)
        yield


def _take(name: socket.socket, imap: ImapSettings, folder: str) -> None:
    of = "\n".join((imap.host.lower(), str(imap.port), imap.username, folder))
    address = f"\0spades-referee-{sha256(of.encode()).hexdigest()}"
    where = f"folder {folder} of {imap.username} at {imap.host}"
    try:
        name.bind(address)
        name.listen()
    except OSError as e:
        if e.errno != errno.EADDRINUSE:
            return  # a system that forbids such sockets
        if not _is_ours(address):
            log.warning("mailbox", outcome="unguarded", why=f"a program of another user holds the lock of {where}")
            return
        raise MailboxTaken(
            f"another referee on this machine uses {where}: give each its own mailbox, or imap.folder and "
            "imap.processed_folder"
        ) from None


def _is_ours(address: str) -> bool:
    """Whether our own user or root holds a name; to root everybody's counts, since a referee has a user of its own."""
    # a referee that begins with us may hold its name and not listen yet
    holder = next((uid for pause in (0, 0.1) if (uid := _holder(address, pause)) is not None), None)
    return holder is not None and (os.geteuid() == 0 or holder in (0, os.geteuid()))


def _holder(address: str, pause: float) -> int | None:
    """The user whose program listens under a name, asked after so many seconds; None if none does."""
    sleep(pause)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as to:
        to.setblocking(False)
        try:
            to.connect(address)
            found = to.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize(PEER))
        except OSError:
            return None
    return int(struct.unpack(PEER, found)[1])
