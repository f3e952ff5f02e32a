"""SIGKILL at the N-th system call of a run in which a result ends a stage of a tournament, and of one in which that
result is taken back: after each the referee is started again, and no match has begun twice or was forgotten."""

import time
from collections import Counter

from tests.faults.runs import Figures
from tests.faults.table import Table
from tests.running.post_office import MASTER, PLAYERS, proven

STEP = {True: 9, False: 900}
"""The step between the calls at which a kill is tried."""
ANNOUNCED = """tournament Cup
format: fsu
round every: none
rating: none
sheet: 109
teams: 2 to 2
sign-up until: 31 December"""
LONG_AGO = "2020-01-01T00:00:00.000000+00:00"
INSTANTS = ("sign_up_until", "closes_at", "draw_at", "begins_at", "wakes_at")
RESETS = 150
"""The rulings of a Gamesmaster's day, with some to spare."""


def run(*, long: bool) -> Figures:
    """Return figures: points, and the matches that were forgotten or begun twice, which must be none."""
    found = Counter[str]()
    with Table() as table:
        _draws(table)
        whole = max(_result(table, None, found), _taken_back(table, None, found))
        for number in range(1, whole + 1, STEP[long]):
            if found["taken back"] % RESETS == RESETS - 1:
                table.check()
                table.clear()
                _draws(table)
            _result(table, number, found)
            _taken_back(table, number, found)
        table.check()
        killed = {f"killed while a result {what}": found[what] for what in ("ended a stage", "was taken back")}
        return {**killed, "calls of a run": whole, "forgotten": 0, "begun twice": 0}


def _draws(table: Table) -> None:
    """Announce and draw a tournament of two teams, and begin its first match."""
    ann, bob, carol, dave = PLAYERS
    table.mail(proven(MASTER, ANNOUNCED))
    table.settles()
    for captain, partner, team in ((ann, bob, "Aces"), (carol, dave, "Clubs")):
        table.mail(proven(captain, f"enter Cup with {partner} as {team}"))
        table.settles()
        table.mail(proven(partner, f"enter Cup with {captain}"))
        table.settles()
    table.mail(proven(MASTER, "close sign-up"))
    table.settles()
    # all of it is due, though mail of the last second never counts as read
    table.sql("UPDATE tournaments SET " + ", ".join(f"{instant} = '{LONG_AGO}'" for instant in INSTANTS))
    table.settles()
    assert _running(table) == [1], "the first match has begun"


def _result(table: Table, number: int | None, found: Counter[str]) -> int:
    """Concede match 1, and make its result final in a run that is killed at a call. Return its number of calls."""
    table.mail_concessions()
    table.settles()
    assert _running(table) == [1], "a concession counts a day later"
    table.sql("UPDATE results SET final_at = decided_at")
    # mail of the last second does not count as read
    time.sleep(1)
    ended = table.once(count=True) if number is None else table.once(kill_at=number)
    assert ended.code in (0, -9), f"killed at call {number}, it ended with {ended.code}"
    found["ended a stage"] += ended.code == -9
    table.settles()
    assert _running(table) == [2], f"killed at call {number}: {_running(table)} are played"
    _check(table)
    return ended.calls


def _taken_back(table: Table, number: int | None, found: Counter[str]) -> int:
    """Have match 1 played again. Return how many calls the run has."""
    found["taken back"] += 1
    table.mail(proven(MASTER, "replay match 1", number=found["taken back"]))
    ended = table.once(count=True) if number is None else table.once(kill_at=number)
    assert ended.code in (0, -9), f"killed at call {number}, it ended with {ended.code}"
    found["was taken back"] += ended.code == -9
    table.settles()
    assert _running(table) == [1], f"killed at call {number}: {_running(table)} are played"
    _check(table)
    return ended.calls


def _running(table: Table) -> list[int]:
    """Return the matches whose games have no result that counts."""
    return [int(match) for (match,) in table.sql("SELECT match FROM matches WHERE state = 'running' ORDER BY match")]


def _check(table: Table) -> None:
    """Check that no game of a match began twice or without its row, and no game's result counted twice."""
    begun = "SELECT json_extract(data, '$.game') AS g FROM tournament_events WHERE kind = '{}' GROUP BY g {}"
    for kind in ("MatchBegun", "Resulted"):
        assert not table.sql(begun.format(kind, "HAVING count(*) > 1")), f"{kind} twice"
    games = {int(game) for (game,) in table.sql("SELECT game FROM matches")}
    assert {int(game) for (game,) in table.sql(begun.format("MatchBegun", ""))} == games
    assert {int(game) for (game,) in table.sql("SELECT id FROM games")} == games, "a game that no match has"
