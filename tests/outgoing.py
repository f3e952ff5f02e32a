"""Letters of the outbox, sent or not, for tests that read what the referee wrote."""

from dataclasses import fields

from sqlalchemy import Connection, select

from referee.store.outbox import Queued
from referee.store.tables import outbox


def letter(tx: Connection, number: int) -> Queued:
    """A letter by its number."""
    row = tx.execute(select(outbox).where(outbox.c.id == number)).one()
    return Queued(**{field.name: row._mapping[field.name] for field in fields(Queued)})


def letters(tx: Connection, first: int, last: int) -> list[Queued]:
    """The letters with these numbers and all between them."""
    return [letter(tx, number) for number in range(first, last + 1)]
