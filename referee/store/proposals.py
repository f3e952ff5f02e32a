"""The proposals that wait for the answers of players: a rematch of a game that is over, a ruling to which one of them
must agree, or a time to meet.

While one of the first two waits, the game's `proposal` is its number: so a `yes` is bound to the letter that asked. If
a void lets the game go on, a round is dealt or a seat has a new player, none of them waits any more. Of the times
to meet the last one counts.
"""

from dataclasses import astuple, dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from referee.spades.commands import RuleVoid
from referee.store.tables import games, proposals


@dataclass(frozen=True, slots=True)
class Successor:
    """The person who is to take over a seat."""

    seat: int
    name: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """The proposal of `seat`, and who has agreed since: to a ruling, to `meet` at a moment, or without either to a
    rematch."""

    game: int
    number: int
    seat: int
    agreed: frozenset[int]
    ruling: RuleVoid | Successor | None = None
    meet: datetime | None = None


def ask(
    tx: Connection,
    game: int,
    seat: int,
    ruling: RuleVoid | Successor | None = None,
    meet: datetime | None = None,
) -> Proposal:
    """Store a proposal of a seat, which from now on waits for answers."""
    most = tx.execute(select(func.count()).select_from(proposals).where(proposals.c.game == game)).scalar_one()
    kept = None if ruling is None else [type(ruling).__name__, *astuple(ruling)]
    number, agreed = most + 1, [] if meet is None else [seat]
    tx.execute(insert(proposals).values(game=game, number=number, seat=seat, agreed=agreed, ruling=kept, meet=meet))
    if meet is None:
        tx.execute(update(games).where(games.c.id == game).values(proposal=number))
    return Proposal(game=game, number=number, seat=seat, agreed=frozenset(agreed), ruling=ruling, meet=meet)


def waiting(tx: Connection, game: int) -> Proposal | None:
    """Return the proposal that waits for answers, if there is one."""
    is_open = (proposals.c.game == games.c.id) & (proposals.c.number == games.c.proposal)
    row = tx.execute(select(proposals).join(games, is_open).where(games.c.id == game)).one_or_none()
    return None if row is None else _proposal(row)


def times_to_meet(tx: Connection, game: int) -> list[Proposal]:
    """Return the proposals to meet that were made in a game, the last one first."""
    query = select(proposals).where(proposals.c.game == game, proposals.c.meet.is_not(None))
    return [_proposal(row) for row in tx.execute(query.order_by(proposals.c.number.desc()))]


def asked_by(tx: Connection, game: int) -> list[int]:
    """Return the seats that have asked for a rematch of a game so far, in order."""
    of_rematch = (proposals.c.ruling.is_(None), proposals.c.meet.is_(None))
    query = select(proposals.c.seat).where(proposals.c.game == game, *of_rematch)
    return list(tx.execute(query.order_by(proposals.c.number)).scalars())


def agree(tx: Connection, proposal: Proposal, seat: int, *, agrees: bool = True) -> Proposal:
    """Store that one more seat agrees, or that it does not any more."""
    agreed = proposal.agreed | {seat} if agrees else proposal.agreed - {seat}
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
    return Proposal(game=row.game, number=row.number, seat=row.seat, agreed=agreed, ruling=ruling, meet=row.meet)
