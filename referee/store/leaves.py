"""The leaves of players, by game and person. Never asks how long they may be."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from referee.store import site_changes
from referee.store.tables import leaves, seats

# a statement of every mail: SQLAlchemy takes 60 to 90 µs to build it anew
_OF_GAME = (
    select(seats.c.seat, leaves.c.since, leaves.c.until)
    .join(leaves, (leaves.c.game == seats.c.game) & (leaves.c.person == seats.c.person))
    .where(seats.c.game == bindparam("game"))
    .order_by(seats.c.seat, leaves.c.since)
)


def of_person(tx: Connection, game: int, person: int) -> list[tuple[datetime, datetime]]:
    """List a person's leaves in a game, past and to come, as their first and last moments, in order and without
    overlaps."""
    own = (leaves.c.game == game, leaves.c.person == person)
    rows = tx.execute(select(leaves.c.since, leaves.c.until).where(*own).order_by(leaves.c.since))
    return [(row.since, row.until) for row in rows]


def of_game(tx: Connection, game: int) -> dict[int, list[tuple[datetime, datetime]]]:
    """List the leaves of everyone who sits in a game now, by seat; only seats with a leave."""
    found: dict[int, list[tuple[datetime, datetime]]] = {}
    for row in tx.execute(_OF_GAME, {"game": game}):
        found.setdefault(row.seat, []).append((row.since, row.until))
    return found


def replace(tx: Connection, game: int, person: int, times: Iterable[tuple[datetime, datetime]]) -> None:
    """Store when a person is away in a game, in place of what was stored."""
    tx.execute(delete(leaves).where(leaves.c.game == game, leaves.c.person == person))
    rows = [{"game": game, "person": person, "since": since, "until": until} for since, until in times]
    if rows:
        tx.execute(insert(leaves), rows)
    site_changes.note(tx, site_changes.GAME, game)
