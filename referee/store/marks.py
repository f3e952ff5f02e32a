"""Single values under names, such as when the mailbox was last read; and the fence around a database on a server.

The mark WORKER names the holder of the newest lease: once another program has the lease, nobody writes under an older
one. Each transaction of a holder that writes reads the mark under a shared lock, which lasts as long as the
transaction: a new holder, who changes the mark, waits for open transactions, and later transactions of the old holder
are refused. With leases that are never lost we skip the question. Knows the meaning of no other value.
"""

from sqlalchemy import Connection, bindparam, delete, select

from referee.store.backend import Lease, Store, Superseded
from referee.store.backend.statements import insert_or_update
from referee.store.tables import marks

# a statement of every mail: SQLAlchemy takes 60 to 90 µs to build it anew
_MARK = select(marks.c.value).where(marks.c.name == bindparam("mark"))


def set_mark(tx: Connection, name: str, value: str) -> None:
    """Store a value under a name, replacing an older one."""
    insert_or_update(tx, marks, {"name": name, "value": value}, key="name")


def marks_like(tx: Connection, prefix: str) -> dict[str, str]:
    """Return all values under names that begin with `prefix`, by the rest of the name."""
    query = select(marks.c.name, marks.c.value).where(marks.c.name.startswith(prefix)).order_by(marks.c.name)
    return {row.name.removeprefix(prefix): row.value for row in tx.execute(query)}


def get_mark(tx: Connection, name: str) -> str | None:
    """Return the value under a name."""
    value: str | None = tx.execute(_MARK, {"mark": name}).scalar()
    return value


def drop_marks(tx: Connection, *names: str) -> None:
    """Forget the values under these names."""
    tx.execute(delete(marks).where(marks.c.name.in_(names)))


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
