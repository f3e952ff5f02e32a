"""SIGKILL at the N-th system call of a run in which one card lets three plans follow: after each the referee is started
again, and the whole chain stands once, or the card is still to be handled and the chain follows then."""

from collections import Counter

from tests.faults.runs import Figures
from tests.faults.table import Table

STEP = {True: 5, False: 700}
"""A kill is tried at one call in so many."""
LINES = "plan\r\n" + "".join(f"{when}: lowest\r\n" for when in ("spades", "hearts", "diamonds", "clubs", "void"))
"""A plan for every turn but the lead."""
SEATS = 4
TRICKS = 13


def run(*, long: bool) -> Figures:
    """Returns figures: points, how many plans they hit, and what was lost or doubled, which must be nothing."""
    found = Counter[str]()
    with Table() as table:
        _deals(table)
        whole = _chain(table, None, found)
        for number in range(1, whole + 1, STEP[long]):
            # the last trick would follow by itself
            if _tricks(table) >= TRICKS - 2:
                table.check()
                table.clear()
                _deals(table)
            _chain(table, number, found)
        table.check()
        figures = {"points": found["killed"], "calls of a run": whole, "plans that played": found["plans"]}
        return {**figures, "lost": 0, "doubled": 0, "fired twice": 0}


def _deals(table: Table) -> None:
    """A game begins, all bid, and all plan."""
    table.starts()
    for _ in range(SEATS):
        table.mail_move()
        table.settles()
    for seat in range(1, SEATS + 1):
        table.mail_of(seat, LINES)
    table.settles()
    assert _count(table, "Planned") == 5 * SEATS, "a plan was lost before the first kill"


def _chain(table: Table, number: int | None, found: Counter[str]) -> int:
    """The next lead, with the run killed at a call. Returns how many calls a run makes."""
    turn, played, planned = table.turn(), _count(table, "CardPlayed"), _by_plan(table)
    table.mail_move()
    ended = table.once(count=True) if number is None else table.once(kill_at=number)
    assert ended.code in (0, -9), f"killed at call {number}, it ended with {ended.code}"
    found["killed"] += ended.code == -9
    table.settles()
    what = f"killed at call {number}: turn {turn} was followed by {table.turn()}"
    assert table.turn() == turn + SEATS, what
    assert _count(table, "CardPlayed") == played + SEATS, what
    assert _by_plan(table) == planned + SEATS - 1, what
    doubled = "SELECT json_extract(data, '$.turn') AS turn FROM events WHERE kind = 'CardPlayed' AND game = ?"
    assert not table.sql(f"{doubled} GROUP BY turn HAVING count(*) > 1", table.game()), "a plan fired twice"
    found["plans"] += SEATS - 1
    return ended.calls


def _count(table: Table, kind: str) -> int:
    return int(table.sql("SELECT count(*) FROM events WHERE game = ? AND kind = ?", table.game(), kind)[0][0])


def _by_plan(table: Table) -> int:
    query = "SELECT count(*) FROM events WHERE game = ? AND kind = 'CardPlayed' AND json_extract(data, '$.planned')"
    return int(table.sql(query, table.game())[0][0])


def _tricks(table: Table) -> int:
    return _count(table, "TrickTaken")
