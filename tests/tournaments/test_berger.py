"""Berger's tables: the printed ones, and what any such table must be."""

import re
from itertools import combinations
from pathlib import Path

from referee.tournaments.matches import Round, berger

PRINTED = (Path(__file__).parent / "berger_tables.txt").read_text("utf-8")
SIZES = range(2, 65)


def printed(players: int) -> tuple[Round, ...]:
    block = re.search(rf"^{players - 1} or {players} players:\n((?:Rd .+\n?)+)", PRINTED, re.MULTILINE)
    assert block
    lines = (line.partition(":")[2] for line in block[1].splitlines())
    return tuple(tuple((int(a), int(b)) for a, b in re.findall(r"(\d+)-(\d+)", line)) for line in lines)


def test_the_printed_tables() -> None:
    for players in range(4, 17, 2):
        assert berger(players) == printed(players)
        assert berger(players - 1) == tuple(
            tuple(pair for pair in pairs if players not in pair) for pairs in printed(players)
        )


def test_everyone_meets_everyone_once_and_nobody_twice_in_a_round() -> None:
    for teams in SIZES:
        table = berger(teams)
        assert len(table) == teams - 1 + teams % 2
        assert sorted(tuple(sorted(pair)) for pairs in table for pair in pairs) == list(
            combinations(range(1, teams + 1), 2)
        )
        for pairs in table:
            playing = [place for pair in pairs for place in pair]
            assert len(set(playing)) == len(playing) == teams - teams % 2
        if teams % 2:
            byes = [set(range(1, teams + 1)) - {place for pair in pairs for place in pair} for pairs in table]
            assert set.union(*byes) == set(range(1, teams + 1)), "each team has one bye"


def test_nobody_stands_first_much_more_often_than_second() -> None:
    for teams in SIZES:
        table = berger(teams)
        for place in range(1, teams + 1):
            sides = [pair.index(place) for pairs in table for pair in pairs if place in pair]
            assert abs(len(sides) - 2 * sum(sides)) <= 1


def test_a_second_meeting_swaps_sides() -> None:
    assert berger(3) == (((2, 3),), ((1, 2),), ((3, 1),))
    assert berger(3, 2) == (((2, 3),), ((1, 2),), ((3, 1),), ((3, 2),), ((2, 1),), ((1, 3),))
    assert berger(3, 3)[6:] == berger(3)
    assert berger(2, 2) == (((1, 2),), ((2, 1),))


def test_a_round_robin_has_the_first_rounds_of_the_table() -> None:
    assert berger(6)[:3] == printed(6)[:3]
    assert berger(4)[:3] == berger(4)[:9] == printed(4)
    assert berger(2)[:3] == (((1, 2),),)


def test_three_rounds_connect_all() -> None:
    for teams in range(4, 17):
        connected = {1}
        for _ in range(teams):
            met = (pair for pairs in berger(teams)[:3] for pair in pairs if not connected.isdisjoint(pair))
            connected.update(*met)
        assert connected == set(range(1, teams + 1))
