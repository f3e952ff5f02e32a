"""What one of several daemons does for all of them, for a while at a time; and which daemons are alive.

Whoever takes a lease has it until it runs out, by the database's clock, and may take it again before that. A daemon
that is killed or freezes loses its leases by itself. A lease says who should do something; whoever thaws believes to
have it still, so what is done under one must do no harm when two do it.
"""

from datetime import timedelta

from sqlalchemy import Connection, bindparam, delete, func, or_, select

from referee.store.backend import inserting_or_updating, moment
from referee.store.tables import leases

MAILBOX = "mailbox"
"""Reading the mailbox, and what one daemon does for all: backups, records in files, what is done by the day."""
LASTS = timedelta(seconds=10)
KEPT = timedelta(days=1)
"""How long it is known that a daemon is gone: longer than anything that it held is held."""

# built once: building it takes longer than its execution
_TAKE = inserting_or_updating(
    leases,
    {"name": bindparam("wanted"), "holder": bindparam("by"), "until": bindparam("end")},
    key="name",
    change={"holder": bindparam("by"), "until": bindparam("end")},
    only_if=or_(leases.c.holder == bindparam("by"), leases.c.until < bindparam("now")),
)


def take(tx: Connection, name: str, holder: str, lasts: timedelta = LASTS) -> bool:
    """Take a lease, or take it again. Returns False if somebody else has it."""
    now = moment(tx)
    return _TAKE.first(tx, {"wanted": name, "by": holder, "end": now + lasts, "now": now}) is not None


def give_up(tx: Connection, holder: str) -> None:
    """Give up all leases of a holder."""
    tx.execute(delete(leases).where(leases.c.holder == holder))


def forget(tx: Connection) -> None:
    """Delete those that ran out long ago."""
    tx.execute(delete(leases).where(leases.c.until < moment(tx) - KEPT))


def alive(tx: Connection) -> int:
    """How many daemons are alive: each has a lease under its own name."""
    own = (leases.c.name == leases.c.holder, leases.c.until >= moment(tx))
    return int(tx.execute(select(func.count()).where(*own)).scalar_one())
