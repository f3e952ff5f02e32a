"""Counts per day that bound what the referee answers. The bounds themselves are quotas.py's."""

from datetime import date

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from referee.store.tables import slots


def used(tx: Connection, key: str, day: date) -> int:
    """How often `key` was taken on that day."""
    count = tx.execute(select(slots.c.count).where(slots.c.key == _key(key, day))).scalar()
    return count or 0


def take(tx: Connection, key: str, day: date) -> None:
    """Count one more."""
    put = insert(slots).values(key=_key(key, day), count=1, day=day.isoformat())
    tx.execute(put.on_conflict_do_update(index_elements=["key"], set_={"count": slots.c.count + 1}))


def forget(tx: Connection, before: date) -> None:
    """Drop the counts of past days."""
    tx.execute(delete(slots).where(slots.c.day < before.isoformat()))


def _key(key: str, day: date) -> str:
    return f"{day.isoformat()} {key}"
