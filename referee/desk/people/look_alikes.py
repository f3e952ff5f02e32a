"""Names that look like a name in use. Equal names do not count, since a table numbers them; but a Gamesmaster's is
theirs alone."""

from collections.abc import Iterator

from referee.desk.case import Case
from referee.desk.masters import name_of_master
from referee.names import look_alike, same_name
from referee.store import games, people, signups

OFFICES = ("Gamesmaster", "The Gamesmaster", "Referee", "The Referee", "Team 1", "Team 2")


def lookalike(case: Case, name: str, person: int | None) -> str | None:
    """Find a name that looks like `name` without being the same. Letters call players by their names, so it may be the
    name of anyone but `person` who waits or plays, the referee's own, or an office. A Gamesmaster's may not even be the
    same."""
    offices = (*OFFICES, case.desk.settings.referee.name)
    if office := next((other for other in offices if look_alike(name, other)), None):
        return office
    own = None if person is None else people.by_id(case.tx, person).address
    others = (address for address in case.desk.settings.referee.gamesmasters if address != own)
    known = (called for address in others if (called := name_of_master(case, address)))
    if master := next((called for called in known if look_alike(name, called)), None):
        return f"{master}, the Gamesmaster"
    used = (other for number, other in _names_in_use(case) if number != person)
    return next((other for other in used if look_alike(name, other) and not same_name(name, other)), None)


def _names_in_use(case: Case) -> Iterator[tuple[int, str]]:
    """Yield the number and names of everyone who waits or plays: their present name, and their names in games."""
    tables = [(table, table.names) for table in signups.open_lineups(case.tx)]
    seated = [pair for table, names in tables for pair in zip(table.people, names, strict=True)]
    playing = games.names_in_play(case.tx)
    yield from seated
    yield from playing
    numbers = {*signups.everyone_waiting(case.tx), *(number for number, _ in (*seated, *playing))}
    yield from people.names_of(case.tx, numbers).items()
