"""Whether a result costs more beside many tournaments that are over, and how long a large one takes to be drawn and to
begin all its matches at once: `python -m benchmarks.tournaments` with PAST, TEAMS and LARGE, if not 1,000, 8 and 64.

The ratio is near 1, and at most 1.1, if it does not. The samples of each pair are taken in turn, and count this
process's own time.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, insert

from benchmarks.growth import median_ms
from referee.store import matches, tournaments
from referee.store import tables as table
from tests.tournament_talk import Cup

PAST, TEAMS, LARGE = 1000, 8, 64
LEAGUE = ("stages: league", "teams: 2 to 16", "sheet: standard")
AT_ONCE = ("stages: round robin of 2 rounds, all at once", "teams: 2 to 64", "begins: 23 December")


def crowd(tx: Connection, copies: int, now: datetime) -> None:
    """Put `copies` of tournament 1, which is over by `now`, before the next one: its events, entries and games."""
    rows = {
        name: [dict(row._mapping) for row in tx.execute(each.select().where(column == 1))]
        for name, each, column in (
            ("events", table.tournament_events, table.tournament_events.c.tournament),
            ("entries", table.entries, table.entries.c.tournament),
            ("matches", table.matches, table.matches.c.tournament),
            ("games", table.games, table.games.c.id),
            ("results", table.results, table.results.c.game),
        )
    }
    own = dict(tx.execute(table.tournaments.select()).one()._mapping)
    for number in range(2, copies + 2):
        past = {"id": number, "source": f"past {number}", "name": f"Past {number}", "filed": own["head"]}
        tx.execute(insert(table.tournaments).values(**own | past))
        tx.execute(insert(table.tournament_events), [one | {"tournament": number} for one in rows["events"]])
        tx.execute(insert(table.entries), [_new(one) | {"tournament": number} for one in rows["entries"]])
        ended = now - timedelta(minutes=number)
        game = {"id": number, "source": f"past {number}", "notice": None, "ended_at": ended}
        tx.execute(insert(table.games), [one | game for one in rows["games"]])
        tx.execute(insert(table.results), [one | {"game": number} for one in rows["results"]])
        tx.execute(insert(table.matches), [one | {"tournament": number, "game": number} for one in rows["matches"]])


def _new(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "id"}


def after(past: int, teams: int, folder: Path) -> Cup:
    """A league of so many teams, all its matches begun, beside so many past tournaments."""
    cup = Cup(folder).drawn(2)
    cup.ended()
    with cup.store.transaction() as tx:
        tournaments.change(tx, 1, filed=cup.row().head)
        crowd(tx, past, cup.now)
    cup.announced(*LEAGUE, name="League", until="15 December").enter_teams(teams, cup="League")
    return cup.closes().draws_now().begins()


def one_result(cup: Cup) -> float:
    """Seconds of work from the ruling on a match to the end of the sweep after it."""
    match = cup.running()[0].match
    began = time.process_time()
    assert cup.rules(match) == "RuleMatch/accepted"
    cup.passes()
    with cup.store.reading() as tx:
        tournaments.unfiled(tx)
        matches.next_moment(tx, cup.now)
    return time.process_time() - began


def by_past(past: int, teams: int) -> float:
    """The cost of a result beside many past tournaments over that of one beside a single one."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        few, many = after(0, teams, Path(one)), after(past, teams, Path(other))
        pairs = [(one_result(few), one_result(many)) for _ in range(teams * (teams - 1) // 2 - 1)]
    a, b = median_ms([pair[0] for pair in pairs]), median_ms([pair[1] for pair in pairs])
    print(f"a result: {a:.1f} ms; beside {past} past tournaments: {b:.1f} ms; ratio {b / a:.2f}")
    return b / a


class Spent(NamedTuple):
    """Seconds that went by, and seconds of this process's own time."""

    seconds: float
    own: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s ({self.own:.1f} s of processor time)"


def spent(work: Callable[[], object]) -> Spent:
    """What some work takes."""
    seconds, own = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - seconds, time.process_time() - own)


def draw_of(teams: int) -> None:
    """What it takes to draw so many teams, and to begin two matches of each at once, with all letters."""
    with tempfile.TemporaryDirectory() as folder:
        cup = Cup(Path(folder)).announced(*AT_ONCE, until="20 December").enter_teams(teams).closes()
        drawn = spent(cup.draws_now)
        assert not cup.running(), "matches begin a day after the draw"
        begun = spent(cup.begins)
        count = len(cup.running())
    print(f"{teams} teams: drawn in {drawn}; {count} matches begun at once in {begun}")


def main() -> None:
    given = [int(word) for word in sys.argv[1:]]
    past, teams, large = (*given, *(PAST, TEAMS, LARGE)[len(given) :])
    by_past(past, teams)
    draw_of(large)


if __name__ == "__main__":
    main()
