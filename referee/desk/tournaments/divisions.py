"""The division that a team may enter: the winner of a lower one moves up for six months (pride, "Divisions")."""

from collections.abc import Sequence

from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.store import tournaments
from referee.store.people import Person
from referee.telling.formats import listed
from referee.tournaments.divisions import Bound, Win, bound
from referee.tournaments.tournament import Tournament


def division_for(case: Case, t: Tournament, wanted: str, players: Sequence[Person]) -> str:
    """Return the division in which a team of these players enters; empty if the tournament has no divisions.

    Without a wish, this is the lowest division that all of them may enter. Raises Complaint.
    """
    names = t.format.divisions
    if not names:
        return ""
    bounds = [(person, found) for person in players if (found := _bound(case, t, person)) is not None]
    lowest = min((names.index(found.division) for _, found in bounds), default=len(names) - 1)
    if not wanted:
        return names[lowest]
    if names.index(wanted) > lowest:
        raise Complaint(Wrong.TOURNAMENT, sentence=_why(bounds, wanted))
    return wanted


def _bound(case: Case, t: Tournament, person: Person) -> Bound | None:
    names = t.format.divisions
    wins = [
        Win(person=str(person.id), division=names.index(division), day=won_at.date())
        for division, won_at in tournaments.divisions_won(case.tx, person.id, t.format.name)
        if division in names
    ]
    return bound(str(person.id), wins, names, case.now.date())


def _why(bounds: Sequence[tuple[Person, Bound]], wanted: str) -> str:
    who = listed([f"{person.name} plays in {found.division} until {found.until:%-d %B %Y}" for person, found in bounds])
    return (
        f"{who}, after winning the division below it, so your team cannot enter {wanted}; enter that division instead"
    )
