"""Single values under names, such as when the mailbox was last read. Knows the meaning of no value."""

from sqlalchemy import Connection, bindparam, select

from referee.store.backend import insert_or_update
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
