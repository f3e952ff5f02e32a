"""Full tables that wait for the Gamesmaster's `start`: a letter about them, at most once a week. Starts nothing."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.desk.case import Case
from referee.desk.outgoing import NOTHING, About, send_answer
from referee.store import marks, outbox, people, signups
from referee.store.signups import Lineup
from referee.telling.formats import listed, moment
from referee.telling.notices import Alarm

MARK = "unstarted tables"
"""The mark that holds when the Gamesmasters were last reminded of them."""

AGAIN = timedelta(days=7)
"""The time that a table waits before we remind the Gamesmasters, and the time between reminders."""


def waiting_longest(tx: Connection, now: datetime) -> list[int]:
    """Return the table that has waited longest, if the Gamesmasters are to be reminded now; one letter names all."""
    last = marks.get_mark(tx, MARK)
    due = last is None or now - datetime.fromisoformat(last) >= AGAIN
    return [table.id for table, _ in _waiting(tx, now)[:1]] if due else []


def reminded(tx: Connection, now: datetime) -> None:
    """Note that they were reminded, or that it failed: either way, not again for a week."""
    marks.set_mark(tx, MARK, now.isoformat())


def remind(case: Case, _: int) -> bool:
    """Write to the Gamesmasters about all tables that wait."""
    reminded(case.tx, case.now)
    waiting = _waiting(case.tx, case.now)
    page = Alarm(tuple(_sentence(case, table, since) for table, since in waiting))
    about = About(table=waiting[0][0]) if len(waiting) == 1 else NOTHING
    for address in case.desk.settings.referee.gamesmasters:
        master = people.welcome(case.tx, address)
        send_answer(case, master, page, about)
    return True


def _waiting(tx: Connection, now: datetime) -> list[tuple[Lineup, datetime]]:
    """Return the tables that have waited for long, and since when."""
    full = ((table, outbox.first_of_table(tx, table.id)) for table in signups.open_lineups(tx))
    return [(table, since) for table, since in full if since is not None and now - since >= AGAIN]


def _sentence(case: Case, table: Lineup, since: datetime) -> str:
    names = listed(table.names)
    start = f"To start it, write start in a mail with the subject [Spades {table.number}]."
    return f"Table {table.number} (sheet {table.sheet}: {names}) has been full since {moment(since)}. {start}"
