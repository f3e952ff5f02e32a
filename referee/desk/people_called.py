"""The people whom a name may mean, and the doubts about it: anyone can take a name that nobody else has. The partner
whom a player means by `join with` or `enter`: the holder of an address, or the only person whom a name surely means.

The callers show an address only to its owner, to Gamesmasters, and to the people whom its owner has named.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from referee.desk.case import Case, Complaint, Wrong
from referee.names import same_name
from referee.store import games, people
from referee.store.people import Person
from referee.telling.formats import MONTHS

LATELY = timedelta(days=30)
"""The time for which somebody must have had a name before it leads to them without a question."""


class Called(NamedTuple):
    """Somebody whom a name may mean. `since`: the moment from which they have the name; None if a Gamesmaster gave it
    to them."""

    person: Person
    since: datetime | None

    @property
    def known_since(self) -> str:
        """The words that tell others how long the person has had the name: `, known by that name since 3 Mar 2026`;
        empty if a Gamesmaster gave it."""
        return "" if self.since is None else f", known by that name since {_day(self.since)}"


def called(case: Case, name: str, asker: int | None = None) -> list[Called]:
    """List everyone but `asker` who has that name, or has played under it: else anyone could take their name, and with
    the name their next seat."""
    played = games.players_named(case.tx, name)
    now = {person.id: person for person in people.named(case.tx, name)}
    numbers = sorted({*played, *now} - {asker})
    return [_called(now.get(number) or people.by_id(case.tx, number), name, played.get(number)) for number in numbers]


def _called(person: Person, name: str, played: datetime | None) -> Called:
    taken = person.named_at if same_name(person.name, name) else played
    return Called(person, min(taken, played) if taken and played else taken)


def doubt(case: Case, name: str, found: Called, asker: int | None = None) -> str:
    """Say why a name may not mean the only person who has it; empty if there is no doubt."""
    if found.since is not None and case.arrived - found.since < LATELY:
        return f"{name} took that name only on {_day(found.since)}"
    like = people.any_like(case.tx, name, {found.person.id, asker})
    return f"another player's name looks like {name}" if like else ""


class Partner(NamedTuple):
    """The partner whom a wish names."""

    person: Person | None
    """Somebody whom the referee knows, and whom the wish surely means."""
    named: str
    """Their address or name, as written."""
    found: str = ""
    """The words that tell who is meant; empty if the wish gives an address."""
    doubt: str = ""
    """The reason why a name may not mean whoever has it."""


def partner_named(case: Case, person: Person, written: str) -> Partner:
    """Find the partner whom `person` names, by address or name. Raises Complaint if it is themselves, or the
    name of several."""
    if "@" in written:
        if written == person.address:
            raise Complaint(Wrong.WHICH_PARTNER, sentence="that is your own address; write that of your partner")
        return Partner(people.by_address(case.tx, written), written)
    fitting = called(case, written, person.id)
    if not fitting and same_name(written, person.name):
        sentence = "that is your own name; write your partner's, or their address if they are called as you are"
        raise Complaint(Wrong.WHICH_PARTNER, sentence=sentence)
    if len(fitting) > 1:
        sentence = f"more than one player is or was called {written}: write their address"
        raise Complaint(Wrong.WHICH_PARTNER, sentence=sentence)
    why = doubt(case, written, fitting[0], person.id) if fitting else f"the referee knows nobody called {written}"
    if why:
        return Partner(None, written, doubt=why)
    return Partner(fitting[0].person, written, f"the only {written}{fitting[0].known_since}")


def introduced(person: Person) -> str:
    """Introduce a person by `Bob <bob@club.test>`, to those who may know their address."""
    return f"{person.name} <{person.address}>"


def _day(when: datetime) -> str:
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"
