"""The troubles around the referee: servers away for long, a full disk. Tells the operator; stops nothing and repairs
nothing."""

import shutil
from datetime import datetime, timedelta

from referee.desk.alarm import Cause
from referee.desk.case import Desk
from referee.running.guard import tell
from referee.store import marks, outbox
from referee.store.backend import Store
from referee.store.progress import forget_word, word_left

LAST_READ = "mailbox-read"
"""The mark with the moment up to which all mail was read."""
MAILBOX_TROUBLE, MAIL_TROUBLE = "mailbox-trouble", "mail-trouble"
"""The marks with the moment and cause of the last trouble with reading, and with sending."""
PATIENCE = timedelta(minutes=30)
"""The time that a server may be away before the operator hears of it: most come back by themselves."""
LOW_BYTES = 200_000_000
"""A game takes 30 MB, and a migration or a backup as much as the whole database."""


def check_last_run(desk: Desk, store: Store) -> None:
    """Report the trouble that the last run could not: a failed database."""
    if (word := word_left(store.file)) is not None:
        what = f"the database failed, and the referee ended: {word or 'the disk was full'}"
        remedy = f"check the disk and the space left, and {store.how_to_examine}"
        tell(desk, store, Cause.DATABASE, what, f"{remedy}; docs/operations.md tells how to restore a copy")
        forget_word(store.file)


def check_disk(desk: Desk, store: Store) -> None:
    """Tell the operator when the disk is nearly full."""
    free = shutil.disk_usage(store.file.parent).free
    if free < LOW_BYTES:
        what = f"the disk of {store.file.parent} is nearly full"
        tell(desk, store, Cause.DISK, what, "make room: with a full disk the referee ends, and receives no more moves")


def report_mailbox_away(desk: Desk, store: Store, since: datetime, why: str) -> None:
    """Report that the mailbox cannot be read: tell the operator once that has lasted. `since`: when this run began, in
    case the mailbox was never read."""
    with store.reading() as look:
        read = marks.get_mark(look, LAST_READ)
    last = datetime.fromisoformat(read) if read else since
    if desk.clock() - last >= PATIENCE:
        what = f"the mailbox has not been readable since {_moment(last)}: {why}"
        tell(desk, store, Cause.MAILBOX, what, "no clock runs out meanwhile; `referee check` tries everything")


def report_sending_away(desk: Desk, store: Store, why: str) -> None:
    """Report that no letter can be sent: tell the operator once one has waited for long. The alarm waits too; `status`
    shows it."""
    with store.reading() as look:
        oldest = outbox.oldest_waiting(look)
    if oldest is not None and desk.clock() - oldest >= PATIENCE:
        what = f"letters have been waiting since {_moment(oldest)}: {why}"
        tell(desk, store, Cause.SENDING, what, "they are kept and tried again; `referee check` tries everything")


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
