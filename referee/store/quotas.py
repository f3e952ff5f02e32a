"""Counts for each day, which limit the answers of the referee. desk/quotas.py has the limits."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import Connection, delete, select, update

from referee.store.backend.statements import insert_or_change
from referee.store.tables import slots


def used(tx: Connection, key: str, day: date) -> int:
    """Count how often `key` was taken on that day."""
    count = tx.execute(select(slots.c.count).where(slots.c.key == _key(key, day))).scalar()
    return count or 0


def take(tx: Connection, key: str, day: date, most: int) -> int | None:
    """Take one more of `key` if fewer than `most` are taken. Returns how many are now taken; None if all were taken
    before.

    One statement: however many transactions take at the same time, no more than `most` are ever taken.
    """
    if most < 1:
        return None
    one = {"key": _key(key, day), "count": 1, "day": day.isoformat()}
    more = {"count": slots.c.count + 1}
    row = insert_or_change(tx, slots, one, key="key", change=more, only_if=slots.c.count < most)
    return None if row is None else int(row._asdict()["count"])


def take_each(tx: Connection, bounds: Sequence[tuple[str, int]], day: date) -> int | None:
    """Take one more of each key, unless one of the keys is used up. Returns how many of the first key are now taken."""
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
