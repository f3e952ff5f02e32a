"""The waiting list of a sheet: who can sit down together, who else waits, and what everyone on it hears; who has waited
for long and no longer does; and the weekly letter to the Gamesmasters about full tables that wait for `start`.

Never seats anybody, and starts nothing; sign_up.py and table/start.py do.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from referee.desk.case import Case
from referee.desk.outgoing import NOTHING, About, send_answer
from referee.desk.people_called import introduced
from referee.desk.quotas import spend_letter
from referee.store import marks, outbox, people, signups
from referee.store.people import Person
from referee.store.signups import Lineup, Waiting
from referee.telling.formats import capital, count, listed, moment
from referee.telling.notices import Alarm, Decided, ListNews, StillWaiting

SEATS = 4
JOINED, LEFT, PAIRED = "joined", "left", "paired"
"""The acts of people who are or were on a list, in words."""


class Seating(NamedTuple):
    """The people on a list who can sit down together, first come first, and the pairs among them; pairs stay pairs."""

    people: tuple[Person, ...]
    teams: tuple[tuple[int, int], ...]

    @property
    def missing(self) -> int:
        """The number of players who are missing for a table."""
        return SEATS - len(self.people)


def seating(case: Case, sheet: str) -> Seating:
    """Choose who would sit down now, if there are enough of them."""
    list_ = signups.waiting_for(case.tx, sheet)
    known = {entry.person: people.by_id(case.tx, entry.person) for entry in list_}
    chosen: list[int] = []
    teams: list[tuple[int, int]] = []
    for entry in list_:
        mate = _mate(entry, list_, known)
        if {entry.person, mate} & {*chosen} or (entry.partner is not None and mate is None):
            continue
        unit = (entry.person,) if mate is None else (entry.person, mate)
        if len(chosen) + len(unit) <= SEATS:
            chosen.extend(unit)
            teams.extend([unit] if len(unit) == 2 else [])
    return Seating(tuple(known[number] for number in chosen), tuple(teams))


def are_pair(one: Waiting, other: Waiting, known: dict[int, Person]) -> bool:
    """Tell if two people on a sheet's list have each named the other's address."""
    named = one.partner == known[other.person].address and other.partner == known[one.person].address
    return named and one.sheet == other.sheet


def _mate(entry: Waiting, list_: list[Waiting], known: dict[int, Person]) -> int | None:
    """Return the partner of `entry`: each has named the other's address."""
    return next((other.person for other in list_ if other is not entry and are_pair(entry, other, known)), None)


def who_waits(case: Case, person: Person, sheet: str) -> str:
    """Say who else can sit down with a person on a list, and how many players are missing: `besides you, Bob and Carol
    wait there, and 1 more player is missing`."""
    return _waits(seating(case, sheet), person)


def _waits(found: Seating, person: Person) -> str:
    names = [other.name for other in found.people if other.id != person.id]
    lacking = f"{count(found.missing, 'more player')} {'is' if found.missing == 1 else 'are'} missing"
    if not names:
        return f"nobody else waits there yet, so {lacking}"
    return f"besides you, {listed(names)} {'waits' if len(names) == 1 else 'wait'} there, and {lacking}"


def tell_list(case: Case, sheet: str, mover: Person, did: str) -> None:
    """Tell those first in line for a sheet what `mover` `did`, who can sit down with them or could until now. They hear
    of joining and leaving a few times a day; the partner in a new pair always hears of the pair."""
    found = seating(case, sheet)
    if did != LEFT and mover not in found.people:
        return
    others = [person for person in found.people if person.id != mover.id]
    for person in others:
        if did != LEFT and {person.id, mover.id} in map(set, found.teams):
            what = f"{introduced(mover)} and you are a pair now, on the list for sheet {sheet}."
        elif did != PAIRED and spend_letter(case, person.address, "list"):
            what = f"{mover.name} has {did} the list for sheet {sheet}."
        else:
            continue
        send_answer(case, person, ListNews(what, f"{capital(_waits(found, person))}."))


def strike(case: Case, person: Person, sheet: str) -> None:
    """Take a person off the list for a sheet, and tell those who could sit down with them."""
    could_sit = person in seating(case, sheet).people
    signups.strike(case.tx, person.id)
    if could_sit:
        tell_list(case, sheet, person, LEFT)


MONTH = timedelta(days=30)
"""The time after which we ask a person if they still wait."""
WEEK = timedelta(days=7)
"""The time that they have to say so."""


def ask_who_waits(case: Case, number: int) -> None:
    """Ask a person if they still wait for a table; if they were asked before, take them off the list."""
    entry, person = signups.entry_of(case.tx, number), people.by_id(case.tx, number)
    assert entry is not None, "they wait"
    if signups.note_asked(case.tx, number, case.now):
        send_answer(case, person, StillWaiting(entry.sheet), About(offer=f"join {entry.sheet}"))
    else:
        strike(case, person, entry.sheet)
        gone = f"you are off the list for sheet {entry.sheet}: a week ago the referee asked if you still want a game"
        back = f"to sign up again, write `join {entry.sheet}`"
        send_answer(case, person, Decided("You wait for a game no longer", f"{gone}, and has heard nothing; {back}"))


TABLES_MARK = "unstarted tables"
"""The mark that holds when the Gamesmasters were last reminded of them."""

AGAIN = timedelta(days=7)
"""The time that a table waits before we remind the Gamesmasters, and the time between reminders."""


def table_waiting_longest(tx: Connection, now: datetime) -> list[int]:
    """Return the table that has waited longest, if the Gamesmasters are to be reminded now; one letter names all."""
    last = marks.get_mark(tx, TABLES_MARK)
    due = last is None or now - datetime.fromisoformat(last) >= AGAIN
    return [table.id for table, _ in _tables_waiting(tx, now)[:1]] if due else []


def note_reminder_of_tables(tx: Connection, now: datetime) -> None:
    """Note that they were reminded, or that it failed: either way, not again for a week."""
    marks.set_mark(tx, TABLES_MARK, now.isoformat())


def remind_of_tables(case: Case, _: int) -> None:
    """Write to the Gamesmasters about all tables that wait."""
    note_reminder_of_tables(case.tx, case.now)
    waiting = _tables_waiting(case.tx, case.now)
    page = Alarm(tuple(_table_sentence(table, since) for table, since in waiting))
    about = About(table=waiting[0][0]) if len(waiting) == 1 else NOTHING
    for address in case.desk.settings.referee.gamesmasters:
        master = people.welcome(case.tx, address)
        send_answer(case, master, page, about)


def _tables_waiting(tx: Connection, now: datetime) -> list[tuple[Lineup, datetime]]:
    """Return the tables that have waited for long, and since when."""
    full = ((table, outbox.first_of_table(tx, table.id)) for table in signups.open_lineups(tx))
    return [(table, since) for table, since in full if since is not None and now - since >= AGAIN]


def _table_sentence(table: Lineup, since: datetime) -> str:
    names = listed(table.names)
    start = f"To start it, write start in a mail with the subject [Spades {table.number}]."
    return f"Table {table.number} (sheet {table.sheet}: {names}) has been full since {moment(since)}. {start}"
