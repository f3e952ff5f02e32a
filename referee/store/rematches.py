"""Rematches that players asked for, by the game that is over. Never begins a game.

While one waits for answers, the game's `proposal` is its number, below zero where other proposals have the number of an
event: so a `yes` is bound to the letter that asked. If a ruling lets the game go on, nothing waits any more.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, insert, select, update

from referee.store.games import PROPOSALS
from referee.store.memory import forget
from referee.store.tables import games, rematches


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematch:
    """What `seat` asked for, and who has agreed since."""

    game: int
    number: int
    seat: int
    agreed: frozenset[int]


def ask(tx: Connection, game: int, seat: int) -> Rematch:
    """Store that a seat asks for a rematch, which from now on waits for answers."""
    number = -len(asked_by(tx, game)) - 1
    tx.execute(insert(rematches).values(game=game, number=number, seat=seat, agreed=[]))
    tx.execute(update(games).where(games.c.id == game).values(proposal=number))
    forget(tx, PROPOSALS)
    return Rematch(game=game, number=number, seat=seat, agreed=frozenset())


def waiting(tx: Connection, game: int) -> Rematch | None:
    """The one that waits for answers, if any."""
    is_open = (rematches.c.game == games.c.id) & (rematches.c.number == games.c.proposal)
    row = tx.execute(select(rematches).join(games, is_open).where(games.c.id == game)).one_or_none()
    return None if row is None else _rematch(row)


def asked_by(tx: Connection, game: int) -> list[int]:
    """The seats that have asked for a rematch of a game so far, in order."""
    query = select(rematches.c.seat).where(rematches.c.game == game).order_by(rematches.c.number.desc())
    return list(tx.execute(query).scalars())


def agree(tx: Connection, rematch: Rematch, seat: int) -> Rematch:
    """Store that one more seat agrees."""
    agreed = rematch.agreed | {seat}
    place = (rematches.c.game == rematch.game, rematches.c.number == rematch.number)
    tx.execute(update(rematches).where(*place).values(agreed=sorted(agreed)))
    return Rematch(game=rematch.game, number=rematch.number, seat=rematch.seat, agreed=agreed)


def close(tx: Connection, game: int) -> None:
    """No rematch of the game waits for answers any more."""
    tx.execute(update(games).where(games.c.id == game).values(proposal=None))
    forget(tx, PROPOSALS)


def _rematch(row: Row[tuple[int, int, int, list[int]]]) -> Rematch:
    return Rematch(game=row.game, number=row.number, seat=row.seat, agreed=frozenset(row.agreed))
