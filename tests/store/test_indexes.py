"""What tournaments ask of the database reads only the rows that it is about, however many were held before."""

import inspect
import re
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import IntegrityError, NoResultFound

from referee.store import clocks, division_wins, entries, matches, tournaments
from referee.store.backend import Store
from referee.store.migrate import open_store
from tests.scratch import fresh_file

NOW = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
GIVEN = {
    "number": 7,
    "tournament": 7,
    "person": 7,
    "game": 7,
    "name": "Aces",
    "source": "mail 7",
    "format": "pride",
    "count": 5,
    "now": NOW,
    "after": NOW,
}
"""What every question gets, by the names of its parameters."""
WHOLE = {"every"}
"""Questions about all that was ever held, which only programs ask, or the demo of the one that it holds."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(fresh_file(tmp_path / "referee.db"), NOW)) as opened:
        yield opened


def questions(module: ModuleType) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """The public functions of a module that can be asked with GIVEN; those that write a row need more."""
    for name, ask in vars(module).items():
        if not inspect.isfunction(ask) or ask.__module__ != module.__name__ or name.startswith("_"):
            continue
        wanted = {one.name for one in list(inspect.signature(ask).parameters.values())[1:] if one.default is one.empty}
        if wanted <= GIVEN.keys() and name not in WHOLE:
            yield name, ask, {one: GIVEN[one] for one in wanted}


def plans(tx: Connection, ask: Any, given: dict[str, Any]) -> list[str]:
    """How SQLite goes about each statement of a question."""
    asked: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *more: object) -> None:
        asked.append((statement, parameters))

    event.listen(tx, "before_cursor_execute", note)
    with suppress(NoResultFound, IntegrityError, AssertionError):  # there is no tournament 7
        ask(tx, **given)
    event.remove(tx, "before_cursor_execute", note)
    found = []
    for statement, parameters in asked:
        if re.match("SELECT|UPDATE|DELETE", statement):
            steps = tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            found.append("; ".join(step[3] for step in steps))
    return found


@pytest.mark.parametrize("module", [tournaments, entries, matches, division_wins])
def test_no_question_reads_a_whole_table(store: Store, module: ModuleType) -> None:
    asked = 0
    with store.transaction() as tx:
        for name, ask, given in questions(module):
            for plan in plans(tx, ask, given):
                asked += 1
                # the latest ones are read from the last number backwards, and no more of them than are wanted
                if name == "latest_over":
                    assert plan == "SCAN tournaments", f"{name}: {plan}"
                else:
                    assert not re.search(r"\bSCAN (?!\(|CONSTANT)", plan), f"{name}: {plan}"
    assert asked, f"nothing of {module.__name__} can be asked"


def test_no_look_at_the_clocks_reads_all_games(store: Store) -> None:
    with store.transaction() as tx:
        for name, ask, given in questions(clocks):
            for plan in plans(tx, ask, given):
                assert "SCAN games" not in plan, f"{name}: {plan}"
