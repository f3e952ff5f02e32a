"""SIGKILL at the N-th system call of a run, from its first to its last, while games of spades and of dominoes are
played in turn: after each the referee is started again, sometimes killed once more, and goes on as if nothing had
happened."""

from collections import Counter
from itertools import cycle
from random import Random

from tests.faults.runs import Figures
from tests.faults.table import Table

ACTS = {True: 60, False: 12}
"""The acts between two full checks, and the other game; 60 are all bids and tricks of a round, its scoring, and the
next deal."""
STEP = {True: 11, False: 250}
"""The step between the calls at which a kill is tried."""
TERMS = ("last trick: by hand",), ("sheet: sigma-dominoes", "target: 500")
"""The terms of the games, in turn: each mail is one act, and none is over before it is given up."""
AGAIN = 2
"""The step between the points at which the referee is killed again while it recovers."""


def run(*, long: bool) -> Figures:
    """Kill a run at each point; return the points, the progress at each kill, and the losses and doubles, which must be
    none."""
    chance, reached = Random(109), Counter[str]()
    kinds: set[int] = set()
    again = ends = 0
    games = cycle(TERMS)
    with Table() as table:
        table.starts(*next(games))
        table.mail_move()
        whole = table.once(count=True).calls
        for point, number in enumerate(range(1, whole + 1, STEP[long])):
            if table.moves % ACTS[long] == ACTS[long] - 1:
                ends += _give_up(table, number)
                table.check()
                table.clear()
                table.starts(*next(games))
            before, turn = table.acts(), table.turn()
            table.mail_move()
            ended = table.once(kill_at=number)
            assert ended.code in (0, -9), f"killed at call {number}, it ended with {ended.code}"
            if ended.code:
                kinds.add(ended.kind)
            reached[_reached(table) if ended.code else "it was over already"] += 1
            if point % AGAIN == 0:
                again += table.once(kill_at=chance.randrange(1, whole)).code == -9
            table.settles()
            assert table.acts() == before + 1, f"killed at call {number}: turn {turn} was followed by {table.turn()}"
        ends += _give_up(table, whole // 2)
        table.check()
        table.clear()
        over = reached.pop("it was over already", 0)
        kills = sum(reached.values())
        assert over < kills / 10, "the kills came too late"
        return {
            "points": kills + again + ends,
            "calls of a run": whole,
            "kinds of calls": len(kinds),
            "killed again while it recovered": again,
            "killed where a game ended": ends,
            **{f"killed when {what}": count for what, count in sorted(reached.items())},
            "letters": table.letters,
            "lost": 0,
            "doubled": 0,
        }


def _give_up(table: Table, number: int) -> int:
    """End the game, and file its record, with the run killed at a call. Return whether it was killed."""
    table.mail_concessions()
    ended = table.once(kill_at=number)
    table.settles()
    over, filed, game = table.sql("SELECT ended_at, filed = head, game FROM games")[0]
    assert over and filed, f"killed at call {number}: the end of the game, or its record, was lost"
    records = [path.name for path in (table.data / "records").iterdir() if not path.name.startswith(".")]
    assert records == [f"{game}-1.jsonl"], f"killed at call {number}: the records are {records}"
    return int(ended.code == -9)


def _reached(table: Table) -> str:
    """Return the run's progress with the last mail."""
    ((count, state),) = table.peek("SELECT max(id), state FROM inbox")
    if count < table.mails:
        return "the mail was not kept yet"
    if state == "new":
        return "the mail was kept and not handled"
    if table.peek("SELECT count(*) FROM outbox WHERE state = 'waiting'")[0][0]:
        return "the mail was handled and letters waited"
    return "all letters were sent"
