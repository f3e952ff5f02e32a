"""One reader for each mailbox: a second referee on this machine that would take its mails is refused.

Linux only: the lock is a name in the kernel's table of sockets, which all users of a machine share, which leaves no
file, and which ends with the process. Other machines, and other containers, have tables of their own.
"""

import errno
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256

from referee.post.settings import ImapSettings


class MailboxTaken(Exception):
    """Another referee on this machine reads the mailbox; the text says what to do."""


@contextmanager
def only_reader(imap: ImapSettings) -> Iterator[None]:
    """Hold the folder that is read and the one for handled mail while the block runs. Raises MailboxTaken."""
    with ExitStack() as held:
        if sys.platform == "linux":
            for folder in dict.fromkeys((imap.folder, imap.processed_folder)):
                name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                held.enter_context(name)
                _take(name, imap, folder)
        yield


def _take(name: socket.socket, imap: ImapSettings, folder: str) -> None:
    of = "\n".join((imap.host.lower(), str(imap.port), imap.username, folder))
    try:
        name.bind(f"\0spades-referee-{sha256(of.encode()).hexdigest()}")
    except OSError as e:
        if e.errno != errno.EADDRINUSE:
            return  # a system that forbids such sockets
        where = f"folder {folder} of {imap.username} at {imap.host}"
        raise MailboxTaken(
            f"another referee on this machine uses {where}: give each its own mailbox, or imap.folder and "
            "imap.processed_folder"
        ) from None
