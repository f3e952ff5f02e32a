"""The Gamesmasters who may rule on a tournament: those who do not play in it. Rules on nothing."""

from referee.desk.case import Case
from referee.store import entries, people


def masters_of(case: Case, tournament: int) -> tuple[str, ...]:
    """Return the addresses of the Gamesmasters who may rule on it; where all of them play in it, all of them."""
    every = case.desk.settings.referee.gamesmasters
    return tuple(one for one in every if not _plays(case, one, tournament)) or tuple(every)


def _plays(case: Case, address: str, tournament: int) -> bool:
    person = people.by_address(case.tx, address)
    return person is not None and tournament in entries.tournaments_of(case.tx, person.id)
