"""Counts for a monitor. Only looks, and reads no mail."""

from collections import Counter
from datetime import datetime

from sqlalchemy import Connection, and_, case, func, select

from referee.store.tables import games, inbox, tournaments


def outcomes(tx: Connection, after: int = 0) -> tuple[int, Counter[str]]:
    """How many mails came to which outcome, of those with a number above `after`, and the number up to which they were
    counted: mails behind one that waits are left for the next time."""
    waiting = tx.execute(select(func.min(inbox.c.id)).where(inbox.c.state == "new")).scalar()
    last = tx.execute(select(func.max(inbox.c.id))).scalar() or 0
    last = last if waiting is None else waiting - 1
    handled = (inbox.c.id > after, inbox.c.id <= last, inbox.c.outcome.is_not(None), inbox.c.state == "done")
    rows = tx.execute(select(inbox.c.outcome, func.count()).where(*handled).group_by(inbox.c.outcome))
    return max(after, last), Counter({str(outcome): int(count) for outcome, count in rows})


def games_by_state(tx: Connection) -> dict[str, int]:
    """How many games are `running`, `still` (no clock runs: paused, or waiting for a person) and `over`."""
    state = case(
        (games.c.ended_at.is_not(None), "over"),
        (games.c.deadline.is_(None), "still"),
        else_="running",
    )
    rows = tx.execute(select(state, func.count()).group_by(state))
    return {"running": 0, "still": 0, "over": 0} | {str(name): int(count) for name, count in rows}


def tournaments_by_phase(tx: Connection) -> dict[str, int]:
    """How many tournaments are in each phase that some tournament is in."""
    rows = tx.execute(select(tournaments.c.phase, func.count()).group_by(tournaments.c.phase))
    return {str(phase): int(count) for phase, count in rows}


def unfiled_since(tx: Connection, moment: datetime) -> list[int]:
    """Games that were over at `moment`, and whose current record is not on file."""
    missing = and_(games.c.ended_at <= moment, games.c.filed.is_distinct_from(games.c.head))
    return list(tx.execute(select(games.c.id).where(missing).order_by(games.c.id)).scalars())
