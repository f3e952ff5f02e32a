"""Names that look like a name in use. Equal names do not count: a table numbers them."""

from collections.abc import Iterator

from referee.desk.case import Case
from referee.names import look_alike, same_name
from referee.store import games, people, signups

OFFICES = ("Gamesmaster", "The Gamesmaster", "Referee", "The Referee", "Team 1", "Team 2")


def lookalike(case: Case, name: str, person: int | None) -> str | None:
    """Find a name that looks like `name` without being the same. Letters call players by their names, so it may be the
    name of anyone but `person` who waits or plays, the referee's own, or an office."""
    offices = (*OFFICES, case.desk.settings.referee.name)
    if office := next((other for other in offices if look_alike(name, other)), None):
        return office
    used = (other for number, other in _names_in_use(case) if number != person)
    return next((other for other in used if look_alike(name, other) and not same_name(name, other)), None)


def _names_in_use(case: Case) -> Iterator[tuple[int, str]]:
    """Yield the number and names of everyone who waits or plays: what they are called now, and in their games."""
    tables = [(table, table.names) for table in signups.open_lineups(case.tx)]
    seated = [pair for table, names in tables for pair in zip(table.people, names, strict=True)]
    playing = games.names_in_play(case.tx)
    yield from seated
    yield from playing
    numbers = {*signups.everyone_waiting(case.tx), *(number for number, _ in (*seated, *playing))}
    yield from people.names_of(case.tx, numbers).items()
