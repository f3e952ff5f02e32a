"""Letters that are written together: stored at the end and at once, as if each had been stored as it was written."""

from collections.abc import Sequence

import pytest
from sqlalchemy import Connection, select

from referee.desk.case import Case, Draws
from referee.desk.outgoing import About, send_answer, stored_together
from referee.store import people
from referee.store.tables import outbox, tokens
from referee.telling.letter_kinds import Done
from tests.talk import NAMES, Talk, address

LETTERS = select(outbox.c.id, outbox.c.recipient, outbox.c.message_id, outbox.c.secret, outbox.c.raw)
TOKENS = select(tokens.c.token, tokens.c.address).order_by(tokens.c.token)


def case_of(table: Talk, tx: Connection) -> Case:
    draws = Draws(iter(()), b"the same for all")
    return Case(desk=table.desk, tx=tx, now=table.now, draws=draws)


def write(case: Case, names: Sequence[str] = NAMES) -> None:
    """Write one letter to each of them."""
    for name in names:
        person = people.by_address(case.tx, address(name))
        assert person is not None, "they play"
        send_answer(case, person, Done((f"done for {name}",)), About(game=1))


def stored(tx: Connection) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Return all letters in the order of their numbers, and all tokens."""
    letters = tx.execute(LETTERS.order_by(outbox.c.id)).all()
    return [tuple(row) for row in letters], [tuple(row) for row in tx.execute(TOKENS)]


def test_letters_written_together_are_those_that_are_written_one_by_one(table: Talk) -> None:
    with table.store.transaction() as tx:
        before = stored(tx)
        with pytest.raises(ZeroDivisionError), tx.begin_nested():
            write(case_of(table, tx))
            one_by_one = stored(tx)
            raise ZeroDivisionError
        assert stored(tx) == before
        with stored_together(case_of(table, tx)) as case:
            write(case)
            assert stored(tx) == before, "none before the end"
        letters, issued = stored(tx)
        assert [row[1:] for row in letters] == [row[1:] for row in one_by_one[0]], "in the same order"
        assert issued == one_by_one[1] and len(issued) == len(before[1]) + len(NAMES)


def test_what_fails_half_way_stores_none_of_its_letters(table: Talk) -> None:
    with table.store.transaction() as tx:
        before = stored(tx)
        with pytest.raises(ZeroDivisionError), stored_together(case_of(table, tx)) as case:
            write(case)
            raise ZeroDivisionError
        assert stored(tx) == before
