"""The partner whom an entry means, and the waiting entry that it answers. Changes nothing.

An address surely names somebody, and so does a name without doubt when the entry was made. Any other name only may mean
the person who has it: then we ask the captain.
"""

from collections.abc import Iterable
from typing import NamedTuple

from referee.asking.tournaments.commands import Enter
from referee.desk.called import called, doubt
from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.names import same_name
from referee.store import entries, people
from referee.store.entries import Entry
from referee.store.people import Person


class Partner(NamedTuple):
    """The partner whom a wish names."""

    person: Person | None
    """Somebody whom the referee knows, and whom the wish surely means."""
    named: str
    """Their address or name, as written."""
    found: str = ""
    """The words that tell the captain who is meant, or why that is in doubt; empty if they wrote an address."""


def partner(case: Case, person: Person, wish: Enter) -> Partner:
    """Find the partner. Raises Complaint."""
    if wish.address is not None:
        if wish.address == person.address:
            raise Complaint(Wrong.TOURNAMENT, sentence="that is your own address; write that of your partner")
        return Partner(people.by_address(case.tx, wish.address), wish.address)
    name = wish.partner
    assert name is not None, "an entry names its partner"
    fitting = called(case, name, person.id)
    if not fitting and same_name(name, person.name):
        sentence = "that is your own name; write your partner's, or their address if they are called as you are"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)
    if len(fitting) > 1:
        raise Complaint(Wrong.WHICH_PARTNER, name=name, asked=False)
    if not fitting:
        return Partner(None, name, f"the referee knows nobody called {name}")
    if why := doubt(case, name, fitting[0], person.id):
        return Partner(None, name, why)
    return Partner(fitting[0].person, name, f"the only {name}{fitting[0].known_since}")


def waiting(case: Case, tournament: int, person: Person) -> list[Entry]:
    """Return the entries of others that wait for their partner."""
    every = entries.of_tournament(case.tx, tournament)
    return [one for one in every if one.state == "asked" and one.captain != person.id]


def naming(found: Iterable[Entry], person: Person) -> list[Entry]:
    """Return the entries that name exactly this person: by their address, or as the only known person of that name."""
    return [one for one in found if names(one, person.address, person)]


def names(entry: Entry, address: str, person: Person | None) -> bool:
    """Tell if an entry names the holder of this very address, whom the referee may not know yet."""
    return entry.named == address or (person is not None and entry.partner == person.id)


def answered(case: Case, found: Iterable[Entry], person: Person, wish: Enter) -> Entry | None:
    """Return the entry that names exactly this person, and whose captain or team their wish names."""
    return next((one for one in naming(found, person) if _means(case, one, person, wish)), None)


def unread(case: Case, found: Iterable[Entry], person: Person, wish: Enter) -> Entry | None:
    """Return the only entry that names exactly this person, if their wish names an unknown partner."""
    own = naming(found, person)
    return own[0] if len(own) == 1 and wish.address is None and not _called(case, person, wish) else None


def hoped(case: Case, found: Iterable[Entry], person: Person, wish: Enter) -> Entry | None:
    """Return the entry that may mean this person by the name of its partner: its captain has to say so."""
    unknown = wish.address is None and not _called(case, person, wish)
    for entry in found:
        if entry.partner is not None or "@" in entry.named:
            continue
        means, named = _means(case, entry, person, wish), same_name(entry.named, person.name)
        own_team = wish.team is not None and not same_name(wish.team, entry.team)
        if (means and not own_team) or (named and (means or unknown)):
            return entry
    return None


def _means(case: Case, entry: Entry, person: Person, wish: Enter) -> bool:
    """Tell if a wish names the captain of an entry, or, without an address, its team."""
    if wish.address is not None:
        return people.by_id(case.tx, entry.captain).address == wish.address
    if wish.team is not None and same_name(wish.team, entry.team):
        return True
    return [one.id for one in _called(case, person, wish)] == [entry.captain]


def _called(case: Case, person: Person, wish: Enter) -> list[Person]:
    """Return everyone else with the name that a wish gives its partner."""
    return [one for one in people.named(case.tx, wish.partner or "") if one.id != person.id]
