"""The proposals that wait for the answers of players: a rematch of a game that is over, or a ruling to which one of
them must agree.

While one waits, the game's `proposal` is its number: so a `yes` is bound to the letter that asked. If a void lets the
game go on, a round is dealt or a seat has a new player, no proposal waits any more.
"""

from dataclasses import astuple, dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from referee.store.tables import games, proposals
from referee.table.commands import RuleVoid


@dataclass(frozen=True, slots=True)
class Successor:
    """The person who is to take over a seat."""

    seat: int
    name: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The proposal of `seat`, and who has agreed since: to a ruling, or without one to a rematch."""

    game: int
    number: int
    seat: int
    agreed: frozenset[int]
    ruling: RuleVoid | Successor | None = None


def ask(tx: Connection, game: int, seat: int, ruling: RuleVoid | Successor | None = None) -> Proposal:
    """Store a proposal of a seat, which from now on waits for answers."""
    most = tx.execute(select(func.count()).select_from(proposals).where(proposals.c.game == game)).scalar_one()
    kept = None if ruling is None else [type(ruling).__name__, *astuple(ruling)]
    number = most + 1
    tx.execute(insert(proposals).values(game=game, number=number, seat=seat, agreed=[], ruling=kept))
    tx.execute(update(games).where(games.c.id == game).values(proposal=number))
    return Proposal(game=game, number=number, seat=seat, agreed=frozenset(), ruling=ruling)


def waiting(tx: Connection, game: int) -> Proposal | None:
    """Return the proposal that waits for answers, if there is one."""
    is_open = (proposals.c.game == games.c.id) & (proposals.c.number == games.c.proposal)
    row = tx.execute(select(proposals).join(games, is_open).where(games.c.id == game)).one_or_none()
    return None if row is None else _proposal(row)


def asked_by(tx: Connection, game: int) -> list[int]:
    """Return the seats that have asked for a rematch of a game so far, in order."""
    query = select(proposals.c.seat).where(proposals.c.game == game, proposals.c.ruling.is_(None))
    return list(tx.execute(query.order_by(proposals.c.number)).scalars())


def agree(tx: Connection, proposal: Proposal, seat: int) -> Proposal:
    """Store that one more seat agrees."""
    agreed = proposal.agreed | {seat}
    place = (proposals.c.game == proposal.game, proposals.c.number == proposal.number)
    tx.execute(update(proposals).where(*place).values(agreed=sorted(agreed)))
    return replace(proposal, agreed=agreed)


def close(tx: Connection, game: int) -> None:
    """Close the proposal of the game: it no longer waits for answers."""
    tx.execute(update(games).where(games.c.id == game).values(proposal=None))


def _proposal(row: Row[Any]) -> Proposal:
    ruling: RuleVoid | Successor | None = None
    if row.ruling is not None:
        kind, *values = row.ruling
        ruling = RuleVoid(*values) if kind == RuleVoid.__name__ else Successor(*values)
    agreed = frozenset(row.agreed)
    return Proposal(game=row.game, number=row.number, seat=row.seat, agreed=agreed, ruling=ruling)
