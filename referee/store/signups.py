"""The people who wait for a table, and full tables. Never chooses who sits with whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from referee.store.backend.statements import insert_or_update
from referee.store.tables import lineups, waiting


@dataclass(frozen=True, slots=True)
class Waiting:
    """One person on the list: for which sheet, and with which partner, if they named one.

    `partner` is an address, or a name as written if it surely means nobody yet; a name makes no pair.
    """

    person: int
    sheet: str
    partner: str | None

    @property
    def unsettled(self) -> bool:
        """The partner is still only a name."""
        return self.partner is not None and "@" not in self.partner


@dataclass(frozen=True, slots=True)
class Lineup:
    """A full table: four people, and pairs of them where partners chose each other. `game` once it has begun."""

    id: int
    sheet: str
    people: tuple[int, ...]
    teams: tuple[tuple[int, int], ...]
    number: int
    """The number that its game will have."""
    seeds: tuple[str, ...]
    """One for each attempt at round 1; the referee has committed itself to them."""
    salts: tuple[str, ...]
    """The salts of the four for round 1, in their order; empty for a player who gave none."""
    game: int | None
    names: tuple[str, ...]
    """The name of each of the four at this table and in its game, even if they have changed it since."""


def enlist(tx: Connection, entry: Waiting, now: datetime) -> None:
    """Put a person at the end of the list; one who waits already keeps their place, with the new entry."""
    wish = {"person": entry.person, "sheet": entry.sheet, "partner": entry.partner, "since": now, "asked": None}
    insert_or_update(tx, waiting, wish, key="person")


def entry_of(tx: Connection, person: int) -> Waiting | None:
    """Return a person's place on the list."""
    row = tx.execute(select(waiting).where(waiting.c.person == person)).one_or_none()
    return None if row is None else Waiting(row.person, row.sheet, row.partner)


def waiting_long(tx: Connection, since: datetime, asked: datetime) -> list[int]:
    """List who has waited since a moment and was not asked if they still do, and who was asked by another."""
    unasked = waiting.c.asked.is_(None) & (waiting.c.since <= since)
    query = select(waiting.c.person).where(unasked | (waiting.c.asked <= asked)).order_by(waiting.c.id)
    return list(tx.execute(query).scalars())


def note_asked(tx: Connection, person: int, now: datetime) -> bool:
    """Note that a person was asked if they still wait; False if they were before."""
    unasked = (waiting.c.person == person, waiting.c.asked.is_(None))
    return tx.execute(update(waiting).where(*unasked).values(asked=now)).rowcount > 0


def stay(tx: Connection, person: int, now: datetime) -> bool:
    """Note that a person who was asked still waits; False if nobody asked."""
    was_asked = (waiting.c.person == person, waiting.c.asked.is_not(None))
    return tx.execute(update(waiting).where(*was_asked).values(since=now, asked=None)).rowcount > 0


def wait_anew(tx: Connection, person: int, now: datetime) -> None:
    """Count a person's time on the list from now on, and forget that they were asked."""
    tx.execute(update(waiting).where(waiting.c.person == person).values(since=now, asked=None))


def strike(tx: Connection, person: int) -> bool:
    """Take a person off the list; False if they were not on it."""
    return tx.execute(delete(waiting).where(waiting.c.person == person)).rowcount > 0


def strike_seated(tx: Connection, sheet: str, people: Sequence[int]) -> None:
    """Take people off the list for a sheet: they have a seat in a game by it."""
    tx.execute(delete(waiting).where(waiting.c.sheet == sheet.removesuffix("*"), waiting.c.person.in_(people)))


def everyone_waiting(tx: Connection) -> list[int]:
    """List who waits for any sheet."""
    return list(tx.execute(select(waiting.c.person).order_by(waiting.c.id)).scalars())


def counts(tx: Connection) -> tuple[tuple[str, int], ...]:
    """Return the sheets for which somebody waits, each with the number of people."""
    query = select(waiting.c.sheet, func.count()).group_by(waiting.c.sheet).order_by(waiting.c.sheet)
    return tuple((sheet, number) for sheet, number in tx.execute(query))


def move_partner(tx: Connection, old: str, new: str) -> None:
    """Put the new address in place of the `old` one for all who named this partner."""
    tx.execute(update(waiting).where(waiting.c.partner == old).values(partner=new))


def waiting_for(tx: Connection, sheet: str) -> list[Waiting]:
    """List who waits for a sheet, first come first."""
    query = select(waiting).where(waiting.c.sheet == sheet).order_by(waiting.c.id)
    return [Waiting(row.person, row.sheet, row.partner) for row in tx.execute(query)]


def seat_table(
    tx: Connection,
    sheet: str,
    names: Mapping[int, str],
    teams: Sequence[tuple[int, int]],
    *,
    number: int,
    seeds: tuple[str, ...],
) -> Lineup:
    """Store a full table for game `number`, and take its people off the list.

    `names`: the four by id, in the order of the table, each with their name in the game.
    """
    people = list(names)
    for person in people:
        strike(tx, person)
    values = {"sheet": sheet, "people": people, "names": [*names.values()], "teams": [list(pair) for pair in teams]}
    chance = {"number": number, "seeds": list(seeds), "salts": [""] * len(people)}
    added = tx.execute(insert(lineups).values(**values, **chance))
    return lineup(tx, int(added.inserted_primary_key[0]))  # type: ignore[index]


def lineup(tx: Connection, lineup_id: int) -> Lineup:
    """Return a full table by its id."""
    return _lineup(tx.execute(select(lineups).where(lineups.c.id == lineup_id)).one())


def open_lineups(tx: Connection) -> list[Lineup]:
    """List the full tables whose game has not begun."""
    query = select(lineups).where(lineups.c.game.is_(None)).order_by(lineups.c.id)
    return [_lineup(row) for row in tx.execute(query)]


def tables_of(tx: Connection, person: int) -> list[Lineup]:
    """Return the full tables at which a person sits and whose game has not begun."""
    return [lineup for lineup in open_lineups(tx) if person in lineup.people]


def keep_salt(tx: Connection, table: Lineup, person: int, salt: str) -> None:
    """Store the latest salt from a person at a table."""
    salts = [salt if one == person else earlier for one, earlier in zip(table.people, table.salts, strict=True)]
    tx.execute(update(lineups).where(lineups.c.id == table.id).values(salts=salts))


def renew(tx: Connection, table: Lineup, number: int, seeds: tuple[str, ...]) -> Lineup:
    """Give a table another number and new seeds, for which nobody has given a salt yet."""
    values = {"number": number, "seeds": list(seeds), "salts": [""] * len(table.people)}
    tx.execute(update(lineups).where(lineups.c.id == table.id).values(**values))
    return lineup(tx, table.id)


def note_begun(tx: Connection, lineup_id: int, game: int) -> None:
    """Note that a table's game began."""
    tx.execute(update(lineups).where(lineups.c.id == lineup_id).values(game=game))


def _lineup(row: Row[Any]) -> Lineup:
    lists: dict[str, Any] = {name: tuple(getattr(row, name)) for name in ("people", "seeds", "salts", "names")}
    return Lineup(**{**row._mapping, **lists, "teams": tuple((one, other) for one, other in row.teams)})
