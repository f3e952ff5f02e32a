"""One reader for each mailbox: a second referee on this machine that would take its mails is refused. Daemons that
stand by for each other on one database do not refuse each other: a frozen daemon may still be there.

Which daemon works on a database: store/backend/lease.py has the lock of one machine, and the lease of a server; with
supervisor.py a daemon stands by for another.

Linux only: the lock is a name in the kernel's table of sockets, which all users of a machine share, which leaves no
file, and which ends with the process. Other machines, and other containers, have tables of their own.
"""

import errno
import secrets
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path

from referee.post.settings import ImapSettings

NAMES = Path("/proc/self/net/unix")
"""The kernel's table: the last column is a name, with `@` for its first byte, which is zero (proc(5))."""


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
    alone = f"spades-referee-{sha256(of.encode()).hexdigest()}"
    ours = alone if shared is None else f"{alone}-{sha256(shared.encode()).hexdigest()[:12]}-"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as name:
        try:
            name.bind(f"\0{ours}" if shared is None else f"\0{ours}{secrets.token_hex(4)}")
            taken = False
        except OSError as e:
            taken = e.errno == errno.EADDRINUSE
        if taken or any(each != ours if shared is None else not each.startswith(ours) for each in _names(alone)):
            raise MailboxTaken(
                f"another referee on this machine uses folder {folder} of {imap.username} at {imap.host}: stop it, or "
                "give each its own mailbox, or imap.folder and imap.processed_folder; daemons that stand by for each "
                "other name the same database.url"
            )
        yield


def _names(alone: str) -> list[str]:
    """List the names under which programs on this machine hold the folder; empty if the kernel does not say."""
    try:
        lines = NAMES.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    last = (line.rpartition(" ")[2].removeprefix("@") for line in lines)
    return [each for each in dict.fromkeys(last) if each.startswith(alone)]
