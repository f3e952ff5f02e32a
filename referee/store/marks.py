"""Single values under names, such as when the mailbox was last read. Knows none of their meanings."""

from sqlalchemy import Connection, select

from referee.store.backend import insert_or_update
from referee.store.tables import marks


def set_mark(tx: Connection, name: str, value: str) -> None:
    """Keep a single value, such as when the mailbox was last read."""
    insert_or_update(tx, marks, {"name": name, "value": value}, key="name", change={"value": value})


def marks_like(tx: Connection, prefix: str) -> dict[str, str]:
    """All values kept under names that begin so, by the rest of the name."""
    query = select(marks.c.name, marks.c.value).where(marks.c.name.startswith(prefix)).order_by(marks.c.name)
    return {row.name.removeprefix(prefix): row.value for row in tx.execute(query)}


def get_mark(tx: Connection, name: str) -> str | None:
    """A value kept by `set_mark`."""
    return tx.execute(select(marks.c.value).where(marks.c.name == name)).scalar()
