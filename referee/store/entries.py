"""The entries of a tournament: teams with a place, teams that wait for one, and teams that wait for the yes of a
partner or the Gamesmaster. Decides nothing."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, func, insert, select, update

from referee.store.tables import entries

State = Literal["asked", "held", "in", "waiting", "out"]
"""`asked`: the partner has not agreed; `held`: the Gamesmaster has not; `in`: it has a place; `waiting`: for a place;
`out`: it left, or was refused."""
OPEN = ("asked", "held", "in", "waiting")
AGREED = ("held", "in", "waiting")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One team's entry, by the people's numbers."""

    id: int
    tournament: int
    team: str
    division: str
    captain: int
    partner: int | None
    """The partner; None until the referee knows who they are."""
    named: str
    """The partner as the captain wrote them: an address or a name."""
    classes: tuple[str, str]
    """The captain's and the partner's; empty texts if they are not known."""
    salts: tuple[str, str]
    """The captain's and the partner's salts for the draw; empty texts for a player who gave none."""
    state: State
    place: int | None
    """The place in the order in which entries began to count; None before it does."""

    @property
    def people(self) -> tuple[int, ...]:
        """The captain and, if known, the partner."""
        return (self.captain,) if self.partner is None else (self.captain, self.partner)

    @property
    def agreed(self) -> tuple[int, ...]:
        """The people of the team who want it: a partner who was only named may know nothing of it."""
        return (self.captain,) if self.state == "asked" else self.people


def add(tx: Connection, **values: Any) -> Entry:
    """Store a new entry."""
    lists: dict[str, Any] = {name: list(values[name]) for name in ("classes", "salts")}
    added = tx.execute(insert(entries).values(**{**values, **lists}))
    return entry(tx, int(added.inserted_primary_key[0]))  # type: ignore[index]


def entry(tx: Connection, number: int) -> Entry:
    """Return an entry by its number."""
    return _entry(tx.execute(select(entries).where(entries.c.id == number)).one())


def change(tx: Connection, number: int, **values: Any) -> Entry:
    """Change an entry. Returns the changed entry."""
    lists: dict[str, Any] = {name: list(values[name]) for name in ("classes", "salts") if name in values}
    tx.execute(update(entries).where(entries.c.id == number).values(**{**values, **lists}))
    return entry(tx, number)


def of_tournament(tx: Connection, tournament: int) -> list[Entry]:
    """Return all entries that are not out: first the entries that count, by their places."""
    query = select(entries).where(entries.c.tournament == tournament, entries.c.state.in_(OPEN))
    return [_entry(row) for row in tx.execute(query.order_by(entries.c.place.is_(None), entries.c.place, entries.c.id))]


def of_person(tx: Connection, tournament: int, person: int) -> list[Entry]:
    """Return a person's open entries in a tournament, first the entries that count."""
    return [one for one in of_tournament(tx, tournament) if person in one.people]


def team(tx: Connection, tournament: int, name: str) -> Entry:
    """Return the entry with a place under that name."""
    query = select(entries).where(entries.c.tournament == tournament, entries.c.team == name, entries.c.state == "in")
    return _entry(tx.execute(query).one())


def tournaments_of(tx: Connection, person: int) -> list[int]:
    """Return the tournaments in which a person has an open entry that they want: to be named in one is not enough."""
    own = select(entries.c.tournament).where(entries.c.captain == person, entries.c.state.in_(OPEN))
    joined = select(entries.c.tournament).where(entries.c.partner == person, entries.c.state.in_(AGREED))
    return sorted(tx.execute(own.union(joined)).scalars())


def next_place(tx: Connection, tournament: int) -> int:
    """Return the next place in the order in which entries begin to count."""
    query = select(func.max(entries.c.place)).where(entries.c.tournament == tournament)
    return (tx.execute(query).scalar() or 0) + 1


def _entry(row: Row[Any]) -> Entry:
    return Entry(**{**row._mapping, "classes": tuple(row.classes), "salts": tuple(row.salts)})
