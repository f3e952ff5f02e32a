"""A second reading of how standings are ordered, slow and plain: team against team, straight from the rules.

Imports nothing from the program but the shape of a result.
"""

from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, pairwise
from typing import Any

from referee.tournaments.events import Outcome

Decided = tuple[str, Fraction, Fraction]


def slow_standings(
    teams: list[str], outcomes: list[Outcome], lots: dict[str, int], law: Any
) -> list[tuple[str, Decided | None]]:
    """Return the teams, best first, each with the criterion that put it before the next and both figures."""
    stage = Stage(teams, outcomes, lots, law)
    order = sorted(teams, key=cmp_to_key(stage.compare))
    decided = [stage.decided(one, other) for one, other in pairwise(order)]
    return list(zip(order, [*decided, None], strict=True))


class Stage:
    def __init__(self, teams: list[str], outcomes: list[Outcome], lots: dict[str, int], law: Any) -> None:
        self.teams, self.outcomes, self.lots, self.law = teams, outcomes, lots, law

    def names(self) -> list[str]:
        if self.law.first == "points":
            return ["points", "match points", "among", "difference", "sets", "lot"]
        return ["match points", "among", "difference", "points", "sets", "lot"]

    def compare(self, one: str, other: str) -> int:
        name, own, theirs = self.decided(one, other)
        if name in ("sets", "lot"):
            return -1 if own < theirs else 1
        return -1 if own > theirs else 1

    def decided(self, one: str, other: str) -> Decided:
        level = list(self.teams)
        for name in self.names():
            figures = {team: self.figure(name, team, level) for team in level}
            if figures[one] != figures[other]:
                return name, figures[one], figures[other]
            level = [team for team in level if figures[team] == figures[one]]
        raise AssertionError("two teams hold one lot")

    def figure(self, name: str, team: str, level: list[str]) -> Fraction:
        if name == "lot":
            return Fraction(self.lots[team])
        if name == "among":
            return Fraction(self.among(team, level))
        total = {
            "match points": self.match_points,
            "difference": self.difference,
            "points": self.points,
            "sets": self.sets,
        }[name](team)
        games = len(self.matches(team))
        return Fraction(total, games) if self.law.per_game and games else Fraction(total)

    def matches(self, team: str) -> list[Outcome]:
        return [outcome for outcome in self.outcomes if team in outcome.teams]

    def at_the_table(self, team: str) -> list[Outcome]:
        """Return its matches without those that ended by silence or withdrawal."""
        return [outcome for outcome in self.matches(team) if outcome.how not in ("silence", "withdrawal")]

    def match_points(self, team: str) -> int:
        total = 0
        for outcome in self.matches(team):
            if outcome.winner == team:
                total += 2
        return total

    def difference(self, team: str) -> int:
        total = 0
        for outcome in self.at_the_table(team):
            one, other = outcome.score
            ahead = one - other if outcome.teams[0] == outcome.winner else other - one
            ahead = sorted((0, ahead, self.law.target))[1]
            total = total + ahead if outcome.winner == team else total - ahead
        return total

    def points(self, team: str) -> int:
        return sum(outcome.score[0 if outcome.teams[0] == team else 1] for outcome in self.at_the_table(team))

    def sets(self, team: str) -> int:
        return sum(outcome.sets[0 if outcome.teams[0] == team else 1] for outcome in self.at_the_table(team))

    def among(self, team: str, level: list[str]) -> int:
        for one, other in combinations(level, 2):
            if not any(set(outcome.teams) == {one, other} for outcome in self.outcomes):
                return 0
        inside = [outcome for outcome in self.matches(team) if set(outcome.teams) <= set(level)]
        return 2 * len([outcome for outcome in inside if outcome.winner == team])
