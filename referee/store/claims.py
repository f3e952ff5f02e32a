"""Who works on a mail or a letter: one worker at a time, and none for ever. Knows nothing of that work.

A worker claims a row with one update, on condition that nobody else holds it, and works on it only if that changed the
row. A claim ends when the work is done, or after a while if the worker died.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Table, bindparam, exists, not_, or_

from referee.store.tables import leases

DAEMON = "daemon"
"""The name as a worker of the only daemon on a database. Whatever it held when it was killed is the next one's at once.
Where there can be several, each has a name of its own, and a lease by that name while it is alive."""

FREE = MappingProxyType[str, Any]({"claimed_by": None, "claimed_until": None})
"""The columns of a row that nobody holds."""

HELD = MappingProxyType[str, Any]({"claimed_by": bindparam("worker"), "claimed_until": bindparam("until")})
"""The columns of a row that the worker of a claim holds."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a worker wants to hold from `now` on, for at most as long as `lasts`."""

    worker: str
    now: datetime
    lasts: timedelta

    @property
    def values(self) -> dict[str, Any]:
        """What a statement with HELD or `may_take` is executed with."""
        return {"worker": self.worker, "now": self.now, "until": self.now + self.lasts}


def may_take(table: Table) -> ColumnElement[bool]:
    """Which rows a claim may take: those that nobody holds, that its worker holds, those held for too long, and those
    held by a daemon whose lease ran out.

    Nobody may hold a row beyond `now + lasts`: an apparent longer claim was made before the clock was set back.
    """
    until = table.c.claimed_until
    held = until.between(bindparam("now"), bindparam("until"))
    gone = exists().where(leases.c.name == table.c.claimed_by, leases.c.until < bindparam("now"))
    return or_(until.is_(None), table.c.claimed_by == bindparam("worker"), not_(held), gone)
