"""Mails the operator when something needs a person, at most once a day for each cause. Never looks for trouble itself.

An alarm is a letter like any other: while the mail server is away, it waits with them.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from referee.desk.case import Case
from referee.desk.outgoing import send_answer
from referee.store import marks, people
from referee.telling.notices import Alarm

MARK = "alarm "
"""The prefix of the marks that hold the moment and the words of the last report of each cause."""
AGAIN = timedelta(days=1)


class Cause(StrEnum):
    """The cause of an alarm. The same trouble again within a day shows only in `referee status`."""

    MAIL = "mail"
    """A bug of ours kept a mail from being handled."""
    CLOCK = "clock"
    """A clock that could not act."""
    REMINDER = "reminder"
    LETTER = "letter"
    """A letter was accepted or refused, but the work after that failed."""
    REFUSED = "refused"
    """A letter was given up; its game's Gamesmaster gets a letter about each one."""
    RECORD = "record"
    """The record of a finished game could not be written to its file."""
    MAILBOX = "mailbox"
    """The mailbox could not be read for a long time."""
    SENDING = "sending"
    """Letters could not be sent for a long time."""
    DISK = "disk"
    """Disk space is running out."""
    DATABASE = "database"
    """The last run ended because the database failed."""
    RESTORED = "restored"
    """The database is an older copy of the former one."""
    WITNESS = "witness"
    """The file beside the database, which says how far the database has got, cannot be written."""
    BACKUP = "backup"
    """A copy of the database could not be made."""
    SITE = "site"
    """The site could not be written, or the command after it failed."""


def alarm(case: Case, cause: Cause, sentences: tuple[str, ...]) -> bool:
    """Write to the operator, unless they had a letter about `cause` within a day. Returns whether to log it as news:
    it is also news when the last report of this cause said something else."""
    last = marks.get_mark(case.tx, f"{MARK}{cause}")
    reported, said = read_mark(last) if last else (None, "")
    # a clock that was set back must not silence an alarm
    due = reported is None or not timedelta(0) <= case.now - reported < AGAIN
    news = due or said != sentences[0]
    if due:
        _write(case, sentences)
    if news:
        moment = case.now if due or reported is None else reported
        marks.set_mark(case.tx, f"{MARK}{cause}", f"{moment.isoformat()} {sentences[0]}")
    return news


def read_mark(value: str) -> tuple[datetime, str]:
    """Read from a mark the moment and the words of the last report of a cause."""
    reported, _, said = value.partition(" ")
    return datetime.fromisoformat(reported), said


def _write(case: Case, sentences: tuple[str, ...]) -> None:
    for address in case.desk.settings.referee.operators:
        operator = people.welcome(case.tx, address)
        send_answer(case, operator, Alarm(sentences))
