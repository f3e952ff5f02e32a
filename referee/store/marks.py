"""Single values under names, such as when the mailbox was last read. Knows the meaning of none."""

from sqlalchemy import Connection, bindparam, select

from referee.store.backend import insert_or_update, inserting_or_updating
from referee.store.statement import Statement
from referee.store.tables import marks

_MARK = Statement(select(marks.c.value).where(marks.c.name == bindparam("mark")))

_GROW = inserting_or_updating(
    marks,
    {"name": bindparam("mark"), "value": bindparam("new")},
    key="name",
    change={"value": bindparam("new")},
    only_if=marks.c.value < bindparam("new"),
)


def set_mark(tx: Connection, name: str, value: str) -> None:
    """Store a value under a name, replacing an older one."""
    insert_or_update(tx, marks, {"name": name, "value": value}, key="name")


def grow_mark(tx: Connection, name: str, value: str) -> None:
    """Store a value under a name unless the one there is higher, as text."""
    _GROW.first(tx, {"mark": name, "new": value})


def marks_like(tx: Connection, prefix: str) -> dict[str, str]:
    """All values under names that begin with `prefix`, by the rest of the name."""
    query = select(marks.c.name, marks.c.value).where(marks.c.name.startswith(prefix)).order_by(marks.c.name)
    return {row.name.removeprefix(prefix): row.value for row in tx.execute(query)}


def get_mark(tx: Connection, name: str) -> str | None:
    """The value under a name."""
    value: str | None = _MARK.scalar(tx, {"mark": name})
    return value
