"""The troubles of the referee and around it: servers away for long, a full disk, work that waits. Says them to a
monitor, and tells the operator; stops nothing, repairs nothing and migrates nothing."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.config import Settings
from referee.desk.alarm import MARK, Cause, read_mark
from referee.desk.case import Desk
from referee.running.guard import tell
from referee.running.opening import database_of
from referee.running.upkeep import BACKUP_TROUBLE, LAST_BACKUP, moment_in
from referee.store import clocks, event_log, games, inbox, marks, outbox, site_changes
from referee.store.backend import STANDING_BY, Store, StoreError, said_by_holder
from referee.store.migrate import check_known, newest, version_of
from referee.store.progress import RESTORED, forget_word, word_left
from referee.table.game import stands_still

LAST_READ = "mailbox-read"
"""The mark with the moment up to which all mail was read."""
MAILBOX_TROUBLE, MAIL_TROUBLE = "mailbox-trouble", "mail-trouble"
"""The marks with the moment and cause of the last trouble with reading, and with sending."""
AWAY = timedelta(minutes=30)
"""The time that a server may be away before the operator hears of it: most come back by themselves."""
LOW_BYTES = 200_000_000
"""A game takes 30 MB, and a migration or a backup as much as the whole database."""
PATIENCE = timedelta(minutes=10)
"""The longest time that anything may wait: most troubles go by themselves sooner."""
POLLS = 2
"""The mailbox may be unread for this many times `imap.poll_seconds`, if that is longer."""
LATELY = timedelta(hours=1)
"""The time for which an alarm counts if its trouble goes away by itself."""
PASSING = (Cause.CLOCK, Cause.REMINDER, Cause.LETTER, Cause.WITNESS)
"""The alarms that leave no other trace."""


def stands_by(settings: Settings) -> bool:
    """Tell if a daemon with these settings waits for another one to end."""
    try:
        return said_by_holder(database_of(settings).file) == STANDING_BY
    except StoreError:
        return False


def ailments(settings: Settings, now: datetime) -> list[str]:
    """Say what is wrong, a clause each and the worst first; empty if all is well."""
    try:
        database = database_of(settings)
        if not database.exists():
            return [f"there is no database {database}: start `referee run`"]
        if (version := version_of(database)) != newest():
            if version is not None:
                check_known(database, version)
            other = f"schema {version} and not {newest()}" if version else "no tables"
            return [f"the database has {other}: start the daemon of this version, which brings it up to date"]
        with closing(Store(database)) as store, store.reading() as tx:
            idle = unread(tx, settings, now, database.is_held())
            found = [*_clocks(tx), *_mail(tx, now), *_rest(tx, settings, store, now)]
            return [idle, *found] if idle else found
    except StoreError as e:
        return [str(e)]


def standing_still(tx: Connection) -> list[int]:
    """List the games that wait for their Gamesmasters after a restore."""
    return [row.id for row in games.running(tx) if stands_still(event_log.load(tx, row))]


def unread(tx: Connection, settings: Settings, now: datetime, running: bool | None) -> str | None:
    """Say why no mail is read, a clause; None if it is. `running`: a daemon works, None if nobody knows."""
    if running is False:
        return "no daemon runs: start `referee run`"
    read = marks.get_mark(tx, LAST_READ)
    if read is None:
        return "the mailbox was never read" + _why(tx, MAILBOX_TROUBLE)
    age = now - datetime.fromisoformat(read)
    if abs(age) <= max(PATIENCE, POLLS * timedelta(seconds=settings.poll_seconds)):
        return None
    when = f"{_minutes(age)} ago" if age > timedelta(0) else f"{_minutes(-age)} from now: look at the clock"
    return f"the mailbox was last read {when}" + _why(tx, MAILBOX_TROUBLE, datetime.fromisoformat(read))


def _clocks(tx: Connection) -> Iterator[str]:
    read = marks.get_mark(tx, LAST_READ)
    if read and (late := clocks.overdue(tx, datetime.fromisoformat(read) - PATIENCE)):
        yield f"the clock of game {_listed(late)} ran out and did not act"


def _mail(tx: Connection, now: datetime) -> Iterator[str]:
    if shunted := inbox.counts(tx).get("shunted", 0):
        yield f"{shunted} mail{'s' if shunted > 1 else ''} could not be handled: `referee status` shows why"
    due = outbox.next_letter(tx)
    if due is None or now - due <= PATIENCE:
        return
    sent = outbox.last_sent(tx)
    away = _why(tx, MAIL_TROUBLE, sent)
    what = "no letter can be sent" if away else "a letter is held, and not sent"
    yield f"{what}, since {_minutes(now - due)}{away}"


def _rest(tx: Connection, settings: Settings, store: Store, now: datetime) -> Iterator[str]:
    if shutil.disk_usage(store.file.parent).free < LOW_BYTES:
        yield f"less than {LOW_BYTES // 10**6} MB are left on the disk of {store.file.parent}"
    if marks.get_mark(tx, RESTORED) is not None and (waiting := standing_still(tx)):
        named = f"game{'s' if len(waiting) > 1 else ''} {_listed(waiting)}"
        yield f"the database is an older copy: the Gamesmaster's `resume` or `abort` is due in {named}"
    if unfiled := games.unfiled(tx, now - PATIENCE):
        yield f"the record of game {_listed(unfiled)} is not in its file"
    yield from _backup(tx, settings, now)
    if settings.site.folder is not None:
        yield from filter(None, site_changes.troubles(tx).values())
    for cause, value in marks.marks_like(tx, MARK).items():
        told, what = read_mark(value)
        if cause in PASSING and timedelta(0) <= now - told < LATELY:
            yield what


def _backup(tx: Connection, settings: Settings, now: datetime) -> Iterator[str]:
    if settings.backup.folder is None:
        return
    last, trouble = marks.get_mark(tx, LAST_BACKUP), marks.get_mark(tx, BACKUP_TROUBLE)
    if trouble is not None and (last is None or moment_in(trouble) > moment_in(last)):
        yield f"the last backup failed: {trouble.partition(' ')[2]}"
    elif last is not None and now - moment_in(last) > 2 * settings.backup.every + PATIENCE:
        yield f"the last backup was made {_minutes(now - moment_in(last))} ago"


def _why(tx: Connection, mark: str, after: datetime | None = None) -> str:
    """Return the words in the mark of a trouble, if the mark is younger than a moment."""
    moment, _, why = (marks.get_mark(tx, mark) or "").partition(" ")
    recent = bool(moment) and (after is None or datetime.fromisoformat(moment) > after)
    return f": {why}" if recent else ""


def _minutes(span: timedelta) -> str:
    return f"{span // timedelta(minutes=1)} minutes"


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:5])) + (" …" if len(numbers) > 5 else "")


def check_last_run(desk: Desk, store: Store) -> None:
    """Report the trouble that the last run could not: a failed database."""
    if (word := word_left(store.file)) is not None:
        what = f"the database failed, and the referee ended: {word or 'the disk was full'}"
        remedy = "check the disk, its space and the database; docs/operations.md tells how, and how to restore a copy"
        tell(desk, store, Cause.DATABASE, what, remedy)
        forget_word(store.file)


def check_disk(desk: Desk, store: Store) -> None:
    """Tell the operator when the disk is nearly full."""
    free = shutil.disk_usage(store.file.parent).free
    if free < LOW_BYTES:
        what = f"the disk of {store.file.parent} is nearly full"
        tell(desk, store, Cause.DISK, what, "make room: with a full disk the referee ends, and receives no more moves")


def report_mailbox_away(desk: Desk, store: Store, since: datetime, why: str) -> None:
    """Report that the mailbox cannot be read: tell the operator after a while. `since`: when this run began, in
    case the mailbox was never read."""
    with store.reading() as look:
        read = marks.get_mark(look, LAST_READ)
    last = datetime.fromisoformat(read) if read else since
    if desk.clock() - last >= AWAY:
        what = f"the mailbox has not been readable since {_moment(last)}: {why}"
        tell(desk, store, Cause.MAILBOX, what, "no clock runs out meanwhile; `referee check` tries everything")


def report_sending_away(desk: Desk, store: Store, why: str) -> None:
    """Report that no letter can be sent: tell the operator once one has waited for long. The alarm waits too; `status`
    shows it."""
    with store.reading() as look:
        oldest = outbox.oldest_waiting(look)
    if oldest is not None and desk.clock() - oldest >= AWAY:
        what = f"letters have been waiting since {_moment(oldest)}: {why}"
        tell(desk, store, Cause.SENDING, what, "they are kept and tried again; `referee check` tries everything")


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
