"""`table`: one page for a Gamesmaster of all games, full tables, waiting lists and tournaments. Changes nothing."""

from referee.asking.commands import Tables
from referee.desk.case import Case
from referee.desk.request import Request
from referee.desk.tournaments.games import running
from referee.desk.tournaments.meant import times_of
from referee.desk.which_game import lines_of
from referee.store import event_log, games, outbox, people, signups, tournaments
from referee.store.signups import Lineup
from referee.telling.letter_kinds import FullTable, TablesPage, WaitingPerson
from referee.telling.tournaments.overviews import overview as progress


def overview(case: Case, _: Request[Tables]) -> TablesPage:
    """Show how all of it stands now."""
    rows = games.running(case.tx)
    since = tuple(event_log.turn_began(case.tx, row) for row in rows)
    full = tuple(_full(case, table) for table in signups.open_lineups(case.tx))
    return TablesPage(case.now, lines_of(case, rows), since, full, _waiting(case), _tournaments(case))


def _tournaments(case: Case) -> tuple[str, ...]:
    """Say how far each open tournament is."""
    found = ((row, tournaments.load(case.tx, row.id)) for row in tournaments.open_ones(case.tx))
    return tuple(f"{row.name}: {progress(t, times_of(row), running(case, t), case.now)}" for row, t in found)


def _full(case: Case, table: Lineup) -> FullTable:
    return FullTable(table.number, table.sheet, table.names, outbox.first_of_table(case.tx, table.id))


def _waiting(case: Case) -> tuple[WaitingPerson, ...]:
    """Return everyone on a list, by sheets, with the partner whom they named."""
    found: list[WaitingPerson] = []
    for sheet, _ in signups.counts(case.tx):
        for entry in signups.waiting_for(case.tx, sheet):
            person = people.by_id(case.tx, entry.person)
            found.append(WaitingPerson(sheet, person.name, person.address, entry.partner))
    return tuple(found)
