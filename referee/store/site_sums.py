"""What players and the club add up to over the games that are over: sums, so that no page reads all games. Knows no
name of a sum: whoever counts a game gives them.
"""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from referee.store.backend import insert_or_update
from referee.store.tables import site_counted, site_sums

CLUB = 0
"""The owner of the club's sums; any other owner is the number of a person."""
Sums = dict[str, Any]

_OF = select(site_sums).where(site_sums.c.owner == bindparam("whose"))
_COUNTED = select(site_counted.c.counted).where(site_counted.c.game == bindparam("number"))


@dataclass(slots=True)
class Owned:
    """The sums of a person, or of the club."""

    owner: int
    games: int = 0
    won: int = 0
    sums: Sums = field(default_factory=dict)


def of(tx: Connection, owner: int) -> Owned:
    """Someone's sums; all 0 if there are none."""
    row = tx.execute(_OF, {"whose": owner}).one_or_none()
    return Owned(owner) if row is None else Owned(row.owner, row.games, row.won, dict(row.sums))


def put(tx: Connection, owned: Owned) -> None:
    """Store someone's sums."""
    values = {"owner": owned.owner, "games": owned.games, "won": owned.won, "sums": owned.sums}
    insert_or_update(tx, site_sums, values, key="owner")


def best(tx: Connection, most: int) -> list[Owned]:
    """Those who won most games, best first; of equals whoever needed fewer."""
    query = select(site_sums).where(site_sums.c.owner != CLUB)
    query = query.order_by(site_sums.c.won.desc(), site_sums.c.games, site_sums.c.owner).limit(most)
    return [Owned(row.owner, row.games, row.won, dict(row.sums)) for row in tx.execute(query)]


def block(tx: Connection, first: int, last: int) -> list[Owned]:
    """The sums of all people with these numbers, by number."""
    query = select(site_sums).where(site_sums.c.owner.between(max(first, CLUB + 1), last)).order_by(site_sums.c.owner)
    return [Owned(row.owner, row.games, row.won, dict(row.sums)) for row in tx.execute(query)]


def last_owner(tx: Connection) -> int:
    """The highest number of a person who has sums, 0 if nobody has."""
    return tx.execute(select(func.max(site_sums.c.owner))).scalar() or 0


def counted(tx: Connection, game: int) -> Any:
    """What was counted of a game, None if it was not."""
    return tx.execute(_COUNTED, {"number": game}).scalar()


def set_counted(tx: Connection, game: int, what: Any) -> None:
    """Note what was counted of a game; None: nothing is any more."""
    tx.execute(delete(site_counted).where(site_counted.c.game == game))
    if what is not None:
        tx.execute(insert(site_counted).values(game=game, counted=what))
