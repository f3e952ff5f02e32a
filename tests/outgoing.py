"""Letters of the outbox, sent or not, for tests that read what the referee wrote."""

from dataclasses import fields
from datetime import datetime

from sqlalchemy import Connection, select

from referee.store import outbox as post
from referee.store.outbox import Queued, Written
from referee.store.tables import outbox


def queue(tx: Connection, written: Written, now: datetime) -> int:
    """Store a letter for sending, and return its number."""
    post.queue(tx, [written], now)
    number: int = tx.execute(select(outbox.c.id).where(outbox.c.message_id == written.message_id)).scalar_one()
    return number


def letter(tx: Connection, number: int) -> Queued:
    """Return a letter by its number."""
    row = tx.execute(select(outbox).where(outbox.c.id == number)).one()
    return Queued(**{field.name: row._mapping[field.name] for field in fields(Queued)})


def letters(tx: Connection, first: int, last: int) -> list[Queued]:
    """Return the letters with these numbers and all between them."""
    return [letter(tx, number) for number in range(first, last + 1)]
