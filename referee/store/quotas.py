"""Counts for each day that bound what the referee answers. The bounds themselves are in desk/quotas.py."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, bindparam, delete, select, update

from referee.store.backend import inserting_or_updating
from referee.store.tables import slots

# built once: building it takes longer than its execution
_TAKE = inserting_or_updating(
    slots,
    {"key": bindparam("slot"), "count": 1, "day": bindparam("on")},
    key="key",
    change={"count": slots.c.count + 1},
    only_if=slots.c.count < bindparam("most"),
)


def used(tx: Connection, key: str, day: date) -> int:
    """How often `key` was taken on that day."""
    count = tx.execute(select(slots.c.count).where(slots.c.key == _key(key, day))).scalar()
    return count or 0


def take(tx: Connection, key: str, day: date, most: int) -> int | None:
    """Take one more of `key` if fewer than `most` are taken. Returns how many are taken then, None if it was refused.

    One statement: however many transactions take at the same time, no more than `most` are ever taken.
    """
    if most < 1:
        return None
    row = _TAKE.first(tx, {"slot": _key(key, day), "on": day.isoformat(), "most": most})
    return None if row is None else int(row._asdict()["count"])


def take_each(tx: Connection, bounds: Sequence[tuple[str, int]], day: date) -> int | None:
    """Take one more of each key, or of none if one has none left. Returns how many of the first are taken then."""
    first = None
    for place, (key, most) in enumerate(bounds):
        count = take(tx, key, day, most)
        if count is None:
            for taken, _ in bounds[:place]:
                _give_back(tx, taken, day)
            return None
        first = first or count
    return first


def forget(tx: Connection, before: date) -> None:
    """Delete the counts of past days."""
    tx.execute(delete(slots).where(slots.c.day < before.isoformat()))


def _give_back(tx: Connection, key: str, day: date) -> None:
    tx.execute(update(slots).where(slots.c.key == _key(key, day)).values(count=slots.c.count - 1))


def _key(key: str, day: date) -> str:
    return f"{day.isoformat()} {key}"
