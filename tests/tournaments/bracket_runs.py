"""A bracket played to its end by chance or by rank, matches in any order and withdrawals at any moment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from referee.tournaments.brackets import BYE, Known, Node, places, sides
from referee.tournaments.outcomes import Outcome

Pick = Callable[[str, str], str]


def teams_of(count: int) -> tuple[str, ...]:
    """T1 to T64, best first."""
    return tuple(f"T{place}" for place in range(1, count + 1))


def better(first: str, second: str) -> str:
    """The favourite wins."""
    return min(first, second, key=lambda team: int(team[1:]))


def outcome(number: int, first: str, second: str, winner: str | None, how: str = "score") -> Outcome:
    return Outcome(match=number, round=1, teams=(first, second), winner=winner, how=how)


@dataclass
class Run:
    """One stage, and all that has happened in it."""

    nodes: Sequence[Node]
    order: tuple[str, ...]
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    withdrawn: list[str] = field(default_factory=list)

    @property
    def sides(self) -> dict[int, Known]:
        return dict(sides(self.nodes, self.order, self.outcomes, frozenset(self.withdrawn)))

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        return places(self.nodes, self.order, self.outcomes, frozenset(self.withdrawn))

    @property
    def due(self) -> dict[int, Known]:
        """The matches that can be played now."""
        waiting = {number: known for number, known in self.sides.items() if number not in self.outcomes}
        return {number: known for number, known in waiting.items() if known.first and known.second}

    def win(self, number: int, winner: str | None, how: str = "score") -> None:
        first, second = self.due[number]
        assert first and second
        assert winner in (first, second, None)
        self.outcomes[number] = outcome(number, first, second, winner, how)

    def withdraw(self, team: str, running: bool = False) -> None:
        """`running`: its match has begun and is forfeited."""
        for number, known in self.due.items():
            if running and team in known:
                self.win(number, known.second if team == known.first else known.first, "withdrawal")
        self.withdrawn.append(team)

    def play(self, pick: Pick, chance: Random | None = None, leaving: float = 0) -> "Run":
        """To the end: the first match that is due or, with `chance`, any; then, by the share `leaving`, someone goes."""
        while due := list(self.due.items()):
            if chance and chance.random() < leaving:
                self.withdraw(chance.choice(self.order), running=chance.random() < 0.5)
                continue
            number, (first, second) = chance.choice(due) if chance else due[0]
            assert first and second
            self.win(number, pick(first, second))
        return self

    def lost(self, team: str) -> int:
        """How many matches a team has lost."""
        return sum(team in one.teams and one.winner != team for one in self.outcomes.values())


def is_known(known: Known) -> bool:
    return None not in known


def is_bye(known: Known) -> bool:
    return BYE in known
