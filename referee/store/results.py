"""The results of games: who won, how, and when the result becomes final. Never judges what makes a result final.

A row exists as long as its result does, even a provisional one; a ruling that lets the game go on deletes it. It is
written in the transaction of the act that causes it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, delete, func, insert, select, update

from referee.spades.events import Pair
from referee.store.tables import games, results, seats


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResult:
    """The result of one game. Times are UTC."""

    game: int
    winner: int | None
    """The team, 1 or 2; None if nobody won."""
    how: str
    """`score`, `concession`, `forfeit`, `sets`, `hands` or `abort`, as in the game's last event."""
    score: Pair
    decided_at: datetime
    final_at: datetime | None
    """The moment when the result becomes final, perhaps still to come; None while the result is provisional."""


class Tally(NamedTuple):
    """A person's games under their name that are over and had a winner: how many, how many of them they won, and the
    number of the latest."""

    person: int
    games: int
    won: int
    latest: int


_DECIDED = (games.c.ended_at.is_not(None), results.c.winner.is_not(None), seats.c.hidden.is_(False))
_ITS_TEAM_WON = case((results.c.winner == 2 - seats.c.seat % 2, 1), else_=0)
_SEATS = seats.join(games, games.c.id == seats.c.game).join(results, results.c.game == seats.c.game)


def put(tx: Connection, result: StoredResult) -> None:
    """Store a game's result in place of an earlier one."""
    drop(tx, result.game)
    tx.execute(insert(results).values(**asdict(result)))


def make_final(tx: Connection, game: int, now: datetime) -> None:
    """Note that a game's provisional result is final."""
    tx.execute(update(results).where(results.c.game == game).values(final_at=now))


def drop(tx: Connection, game: int) -> None:
    """Delete a game's result: the game goes on."""
    tx.execute(delete(results).where(results.c.game == game))


def result_of(tx: Connection, game: int) -> StoredResult | None:
    """Return a game's result, if it has one."""
    row = tx.execute(select(results).where(results.c.game == game)).one_or_none()
    return None if row is None else stored(dict(row._mapping))


def of_games(tx: Connection, numbers: Sequence[int]) -> dict[int, StoredResult]:
    """Return the results of these games, by game; games without a result are left out."""
    rows = tx.execute(select(results).where(results.c.game.in_(numbers)))
    return {row.game: stored(dict(row._mapping)) for row in rows}


def stored(row: Mapping[str, Any]) -> StoredResult:
    """Read the result that a row of the table holds."""
    return StoredResult(**{**row, "score": tuple(row["score"])})


def tallies(tx: Connection, first: int, last: int) -> list[Tally]:
    """Return the tallies of the people with these numbers, by number; people without one are left out."""
    query = select(
        seats.c.person, func.count().label("games"), func.sum(_ITS_TEAM_WON).label("won"), func.max(seats.c.game)
    )
    query = query.select_from(_SEATS).where(seats.c.person.between(first, last), *_DECIDED)
    rows = tx.execute(query.group_by(seats.c.person).order_by(seats.c.person))
    return [Tally(*map(int, row)) for row in rows]
