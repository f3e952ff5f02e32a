"""Single values under names, such as when the mailbox was last read. Knows the meaning of none."""

from sqlalchemy import Connection, bindparam, select

from referee.store.backend import insert_or_update, inserting_or_updating
from referee.store.statement import Statement
from referee.store.tables import marks

_MARK = Statement(select(marks.c.value).where(marks.c.name == bindparam("mark")))


def set_mark(tx: Connection, name: str, value: str) -> None:
    """Store a value under a name, replacing an older one."""
    insert_or_update(tx, marks, {"name": name, "value": value}, key="name", change={"value": value})


def grow_mark(tx: Connection, name: str, value: str) -> None:
    """Store a value under a name unless the one there is higher, as text."""
    higher = marks.c.value < value
    new = {"name": name, "value": value}
    tx.execute(inserting_or_updating(marks, new, key="name", change={"value": value}, only_if=higher).on(tx))


def marks_like(tx: Connection, prefix: str) -> dict[str, str]:
    """All values under names that begin with `prefix`, by the rest of the name."""
    query = select(marks.c.name, marks.c.value).where(marks.c.name.startswith(prefix)).order_by(marks.c.name)
    return {row.name.removeprefix(prefix): row.value for row in tx.execute(query)}


def get_mark(tx: Connection, name: str) -> str | None:
    """The value under a name."""
    value: str | None = _MARK.scalar(tx, {"mark": name})
    return value
