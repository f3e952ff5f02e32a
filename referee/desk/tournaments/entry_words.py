"""The words of an entry: the entry that it answers, the division, and the class of its writer. Changes nothing.

The winner of a lower division moves up for six months (pride, "Divisions").
"""

from collections.abc import Iterable, Sequence
from zoneinfo import ZoneInfo

from referee.asking.tournaments.commands import Enter
from referee.desk.case import Case, Complaint, Wrong
from referee.names import same_name
from referee.store import people, tournaments
from referee.store.people import Person
from referee.store.tournaments import Cup, Entry
from referee.telling.formats import listed
from referee.tournaments.divisions import Bound, Win, bound
from referee.tournaments.tournament import Tournament


def entries_waiting(case: Case, tournament: int, person: Person) -> list[Entry]:
    """Return the entries of others that wait for their partner."""
    every = tournaments.entries_in(case.tx, tournament)
    return [one for one in every if one.state == "asked" and one.captain != person.id]


def entries_naming(found: Iterable[Entry], person: Person) -> list[Entry]:
    """Return the entries that name exactly this person: by their address, or as the only known person of that name."""
    return [one for one in found if is_named(one, person.address, person)]


def is_named(entry: Entry, address: str, person: Person | None) -> bool:
    """Tell if an entry names the holder of this very address, whom the referee may not know yet."""
    return entry.named == address or (person is not None and entry.partner == person.id)


def entry_answered(case: Case, found: Iterable[Entry], person: Person, wish: Enter) -> Entry | None:
    """Return the entry that names exactly this person, and whose captain or team their wish names."""
    return next((one for one in entries_naming(found, person) if _means(case, one, person, wish)), None)


def _means(case: Case, entry: Entry, person: Person, wish: Enter) -> bool:
    """Tell if a wish names the captain of an entry, or, without an address, its team."""
    if wish.address is not None:
        return people.by_id(case.tx, entry.captain).address == wish.address
    if wish.team is not None and same_name(wish.team, entry.team):
        return True
    return [one.id for one in people.named(case.tx, wish.partner or "") if one.id != person.id] == [entry.captain]


def entry_classes(meant: Cup, words: tuple[str, ...]) -> tuple[str, str]:
    """Return the division and the class among the words of an entry. Here and below: raises Complaint."""
    format, division, given = meant.state.format, "", ""
    for word in words:
        if found := next((one for one in format.divisions if same_name(one, _bare(word))), None):
            division = found
        elif found := next((one for one in format.classes if same_name(one, word)), None):
            given = found
        else:
            known = [f"`{one}`" for one in (*format.divisions, *format.classes)]
            mend = f"it has {', '.join(known)}" if known else "leave it out"
            sentence = f"{meant.row.name} knows no `{word}`; {mend}. A comma ends the name of a team"
            raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    return division, given


def _bare(word: str) -> str:
    return word[9:] if word.casefold().startswith("division ") else word


def check_class_said(meant: Cup, given: str, partner: str) -> None:
    """Check that a captain says their class, where a tournament has classes. Raises Complaint."""
    both = meant.state.format.classes
    if both and not given:
        lines = f"`enter {meant.row.name} with {partner}, {both[0]}`, or the same with `{both[1]}`"
        raise Complaint(
            Wrong.TOURNAMENT, sentence=f"a team here has one {both[0]} and one {both[1]}; say which you are: {lines}"
        )


def classes_of(meant: Cup, captain: str, partner: str) -> tuple[str, str]:
    """Return the classes of both players, one of each. Raises Complaint if both say the same."""
    both = meant.state.format.classes
    if not both:
        return "", ""
    if captain == partner:
        sentence = f"a team here has one {both[0]} and one {both[1]}, and you would both be {captain}"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    return captain, both[1 - both.index(captain)]


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
    zone = ZoneInfo(t.format.zone)
    wins = [
        Win(division=division, day=won_at.astimezone(zone).date())
        for division, won_at in tournaments.divisions_won(case.tx, person.id)
    ]
    return bound(wins, names, case.arrived.astimezone(zone).date())


def _why(bounds: Sequence[tuple[Person, Bound]], wanted: str) -> str:
    who = listed([f"{person.name} plays in {found.division} until {found.until:%-d %B %Y}" for person, found in bounds])
    return (
        f"{who}, after winning the division below it, so your team cannot enter {wanted}; enter that division instead"
    )
