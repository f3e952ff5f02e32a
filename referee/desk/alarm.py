"""Tells the operator by mail that something needs a person: of one cause at most once a day. Never finds it out.

An alarm is a letter like any other: while the mail server is away it waits with them.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from referee.desk.case import Case
from referee.desk.send import send_answer
from referee.store import marks, people
from referee.telling.answers import Alarm

MARK = "alarm "
"""How the name of a mark begins that says when a cause was last told, and what was said last."""
AGAIN = timedelta(days=1)


class Cause(StrEnum):
    """What may need a person. A second trouble of one cause within a day stands in `referee status` alone."""

    MAIL = "mail"
    """Mail that our own fault kept from being handled."""
    CLOCK = "clock"
    """A clock that could not act."""
    REMINDER = "reminder"
    LETTER = "letter"
    """What follows from a letter's fate could not be done."""
    REFUSED = "refused"
    """A letter was given up; the Gamesmaster of its game is told of each by emself."""
    RECORD = "record"
    """The record of a game that is over could not be put into its file."""
    MAILBOX = "mailbox"
    """The mailbox could not be read for long."""
    SENDING = "sending"
    """No letter could be sent for long."""
    DISK = "disk"
    """Space is running out."""
    TIME = "time"
    """The machine's clock was moved."""
    DATABASE = "database"
    """The last run ended because the database failed."""
    RESTORED = "restored"
    """The database is an older copy of the one that was in its place."""
    WITNESS = "witness"
    """How far the database has gone cannot be put down beside it."""
    REHEARSAL = "rehearsal"


def alarm(case: Case, cause: Cause, sentences: tuple[str, ...]) -> bool:
    """Tell the operator of `cause`, unless e was told within a day. Whether it is news, and is to be logged: also
    where another thing of the same cause was said last."""
    last = marks.get_mark(case.tx, f"{MARK}{cause}")
    told, said = read_mark(last) if last else (None, "")
    # a clock that was moved back must not silence it
    due = told is None or not timedelta(0) <= case.now - told < AGAIN
    news = due or said != sentences[0]
    if due:
        _write(case, sentences)
    if news:
        moment = case.now if due or told is None else told
        marks.set_mark(case.tx, f"{MARK}{cause}", f"{moment.isoformat()} {sentences[0]}")
    return news


def read_mark(value: str) -> tuple[datetime, str]:
    """When a cause was last told, and what was said of it last."""
    told, _, said = value.partition(" ")
    return datetime.fromisoformat(told), said


def _write(case: Case, sentences: tuple[str, ...]) -> None:
    for address in case.desk.settings.referee.operators:
        operator = people.welcome(case.tx, address, address.partition("@")[0])
        send_answer(case, operator, Alarm(sentences))
