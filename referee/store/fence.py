"""The fence around a database on a server: once another program has the lease, nobody writes under an older lease.

The mark names the holder of the newest lease. Each transaction of a holder that writes reads it under a shared lock,
which lasts as long as the transaction: a new holder, who changes the mark, waits for open transactions, and later
transactions of the old holder are refused. With leases that are never lost we skip the question.
"""

from sqlalchemy import Connection, select

from referee.store.backend import Lease, Store, Superseded
from referee.store.marks import set_mark
from referee.store.tables import marks

WORKER = "worker"
"""The mark with the name of the newest holder."""


def enter(store: Store, lease: Lease) -> None:
    """Let nobody but the holder of this lease write as a holder from now on; wait for the open transactions of an older
    holder. Raises StoreError."""
    if lease.holder:
        with store.transaction() as tx:
            set_mark(tx, WORKER, lease.holder)
        store.fence = lambda tx: _refuse_others(tx, lease.holder)
    store.lease = lease


def _refuse_others(tx: Connection, holder: str) -> None:
    query = select(marks.c.value).where(marks.c.name == WORKER).with_for_update(read=True)
    if tx.execute(query).scalar() != holder:
        raise Superseded("another daemon works on the database by now")
