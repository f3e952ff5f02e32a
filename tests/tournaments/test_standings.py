"""Standings worked by hand come true, a slow second reading of the rules agrees, and nothing else decides the order."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.tournaments.events import Outcome
from referee.tournaments.standings import Law, TableRow, standings, struck
from tests.tournaments.slow_standings import slow_standings

BOOK = Path(__file__).parent / "tie_breaks.txt"
BEATS = re.compile(r"(\d+) (\w+) beats (\w+) (-?\d+):(-?\d+)(?:, sets (\d+):(\d+))?(?:, (\w+))?")
NOBODY = re.compile(r"(\d+) (\w+), (\w+) withdrawn")
SEEDS = st.integers(0, 2**64 - 1)


@dataclass
class Case:
    """A case of tie_breaks.txt."""

    name: str
    law: Law = field(default_factory=lambda: Law(target=250))
    lots: dict[str, int] = field(default_factory=dict)
    teams: list[str] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    matches_of: dict[str, int] = field(default_factory=dict)
    """The matches of the withdrawn teams."""
    expected: list[str] = field(default_factory=list)


def law_of(words: str) -> Law:
    target, *others = words.split(", ")
    assert set(others) <= {"points first", "per game"}, others
    return Law(
        target=int(target.removeprefix("target ")),
        first="points" if "points first" in others else "match points",
        per_game="per game" in others,
    )


def outcome_of(number: int, line: str) -> Outcome:
    """Choose an outcome; every other match names the loser first, since the order of names decides nothing."""
    if found := NOBODY.fullmatch(line):
        return Outcome(match=number, round=int(found[1]), teams=(found[2], found[3]), winner=None, how="withdrawal")
    found = BEATS.fullmatch(line)
    assert found, f"what is {line!r}?"
    outcome = Outcome(
        match=number,
        round=int(found[1]),
        teams=(found[2], found[3]),
        winner=found[2],
        how=found[8] or "score",
        score=(int(found[4]), int(found[5])),
        sets=(int(found[6] or 0), int(found[7] or 0)),
    )
    return turned(outcome) if number % 2 else outcome


def turned(outcome: Outcome) -> Outcome:
    """Return the same result with its two teams named the other way round."""
    (one, other), (own, theirs), (first, second) = outcome.teams, outcome.score, outcome.sets
    return replace(outcome, teams=(other, one), score=(theirs, own), sets=(second, first))


def case_of(name: str, lines: list[str]) -> Case:
    case = Case(name)
    for line in lines:
        key, _, rest = line.partition(": ")
        match key:
            case "law":
                case.law = law_of(rest)
            case "lots":
                case.lots = {team: lot for lot, team in enumerate(rest.split(), start=1)}
            case "teams":
                case.teams = rest.split()
            case "withdrawn":
                team, _, matches = rest.partition(" of ")
                case.matches_of[team] = int(matches)
            case _ if line.startswith("= "):
                case.expected.append(line.removeprefix("= "))
            case _:
                case.outcomes.append(outcome_of(len(case.outcomes) + 1, line))
    return case


def cases() -> Iterator[Case]:
    text = "\n".join(line for line in BOOK.read_text("utf-8").splitlines() if not line.startswith("#"))
    for each in text.split("case: ")[1:]:
        name, *lines = each.split("\n")
        yield case_of(name, [line for line in lines if line])


def line_of(row: TableRow) -> str:
    """Return the row as tie_breaks.txt writes it."""
    difference = f"{row.difference:+}" if row.difference else "0"
    why = f"; {row.before.criterion} {row.before.figures[0]}:{row.before.figures[1]}" if row.before else ""
    return f"{row.team} {row.won}-{row.lost} {row.match_points} {difference} {row.made} {row.sets}{why}"


CASES = list(cases())


def test_there_are_enough_cases_and_each_criterion_decides_in_some() -> None:
    assert len(CASES) >= 25
    assert len({case.name for case in CASES}) == len(CASES)
    decided = {line.partition("; ")[2].rpartition(" ")[0] for case in CASES for line in case.expected}
    assert decided == {"", "match points", "among", "difference", "points", "sets", "lot"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_case_worked_by_hand(case: Case) -> None:
    out = struck(case.outcomes, case.matches_of.keys(), case.matches_of)
    outcomes = [one for one in case.outcomes if out.isdisjoint(one.teams)]
    rows = standings(case.teams or sorted(case.lots), outcomes, case.lots, case.law)
    assert [line_of(row) for row in rows] == case.expected
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))
    assert all(row.played == row.won + row.lost for row in rows)


def test_the_reason_names_all_that_were_level() -> None:
    """A reader of "B before A" must learn among which teams the criterion said nothing; it is applied once."""
    (case,) = (case for case in CASES if case.name == "the matches among those tied are asked once")
    rows = standings(case.lots, case.outcomes, case.lots, case.law)
    tied = [row.before.tied for row in rows if row.before]
    assert tied == [("B", "A"), ("B", "A", "D", "C"), ("D", "C"), tuple("BADCEF"), tuple("BADCEF")]


def test_a_stage_that_nobody_is_left_in_has_no_rows() -> None:
    assert standings((), (), {}, Law(target=250)) == ()


def some_stage(chance: Random) -> dict[str, Any]:
    """Draw matches among up to seven teams, with scores so alike that every criterion has to decide now and then."""
    teams = [f"team {number}" for number in range(1, chance.randint(2, 7) + 1)]
    pairs = [(one, other) for place, one in enumerate(teams) for other in teams[place + 1 :]] * chance.choice((1, 1, 2))
    chance.shuffle(pairs)
    share = chance.choice((1, 1, 2, 3))
    kinds = ["score"] * 6 + ["concession", "forfeit", "sets", "ruling", "silence", "withdrawal"]
    scores = chance.choice(([(250, 200)], [(250, 200), (260, 210), (200, 250)], [(600, -10), (90, 40), (30, 40)]))
    outcomes = []
    for number, pair in enumerate(pairs[: max(1, len(pairs) // share)], start=1):
        how = chance.choice(kinds)
        outcomes.append(
            Outcome(
                match=number,
                round=(number - 1) // max(1, len(teams) // 2) + 1,
                teams=pair,
                winner=None if how == "withdrawal" and chance.random() < 0.3 else chance.choice(pair),
                how=how,
                score=chance.choice(scores),
                sets=(chance.randint(0, 1), chance.randint(0, 1)),
            )
        )
    return {
        "teams": teams,
        "outcomes": outcomes,
        "lots": dict(zip(chance.sample(teams, len(teams)), range(1, 8), strict=False)),
        "law": Law(
            target=250,
            first=chance.choice(("match points", "points")),
            per_game=chance.random() < 0.5,
        ),
    }


@given(SEEDS)
@settings(max_examples=200, derandomize=True)
def test_a_slow_second_reading_of_the_rules_agrees(seed: int) -> None:
    stage = some_stage(Random(seed))
    found = [(row.team, row.before and (row.before.criterion, *row.before.figures)) for row in standings(**stage)]
    assert found == slow_standings(**stage)


@given(SEEDS)
@settings(max_examples=67, derandomize=True)
def test_no_order_in_which_things_are_named_decides(seed: int) -> None:
    chance = Random(seed)
    stage = some_stage(chance)
    rows = standings(**stage)
    assert sorted(row.team for row in rows) == sorted(stage["teams"])
    mixed = [turned(outcome) if chance.random() < 0.5 else outcome for outcome in stage["outcomes"]]
    for key, values in (("teams", stage["teams"]), ("outcomes", mixed)):
        stage[key] = chance.sample(values, len(values))
    assert standings(**stage) == rows


@given(SEEDS)
@settings(max_examples=67, derandomize=True)
def test_other_names_change_nothing_but_the_names(seed: int) -> None:
    chance = Random(seed)
    stage = some_stage(chance)
    others = dict(zip(stage["teams"], chance.sample(stage["teams"], len(stage["teams"])), strict=True))
    renamed = {
        "teams": [others[team] for team in stage["teams"]],
        "outcomes": [
            replace(
                outcome,
                teams=(others[outcome.teams[0]], others[outcome.teams[1]]),
                winner=outcome.winner and others[outcome.winner],
            )
            for outcome in stage["outcomes"]
        ],
        "lots": {others[team]: lot for team, lot in stage["lots"].items()},
        "law": stage["law"],
    }
    expected = [
        replace(
            row,
            team=others[row.team],
            before=row.before and replace(row.before, tied=tuple(others[team] for team in row.before.tied)),
        )
        for row in standings(**stage)
    ]
    assert list(standings(**renamed)) == expected


@given(SEEDS)
@settings(max_examples=34, derandomize=True)
def test_the_same_number_of_games_for_all_is_compared_by_the_game_as_by_the_sum(seed: int) -> None:
    stage = some_stage(Random(seed))
    assume(len({sum(team in outcome.teams for outcome in stage["outcomes"]) for team in stage["teams"]}) == 1)
    by_sum, by_game = (
        [row.team for row in standings(**{**stage, "law": replace(stage["law"], per_game=per_game)})]
        for per_game in (False, True)
    )
    assert by_sum == by_game
