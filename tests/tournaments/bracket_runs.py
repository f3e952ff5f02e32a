"""An elimination stage as it is played, match by match, with teams T1 to T64, the best first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from referee.tournaments.brackets import Bracket, Known, Node, places, sides
from referee.tournaments.events import Outcome

Pick = Callable[[str, str], str]


def teams_of(count: int) -> tuple[str, ...]:
    return tuple(f"T{place}" for place in range(1, count + 1))


def better(first: str, second: str) -> str:
    """Let the favourite win."""
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
    def bracket(self) -> Bracket:
        return Bracket(tuple(self.nodes), self.order, self.outcomes, frozenset(self.withdrawn), {})

    @property
    def sides(self) -> dict[int, Known]:
        return dict(sides(self.bracket))

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        return places(self.bracket)

    @property
    def due(self) -> dict[int, Known]:
        """Return the matches that can be played now."""
        waiting = {number: known for number, known in self.sides.items() if number not in self.outcomes}
        return {number: known for number, known in waiting.items() if known.first and known.second}

    def win(self, number: int, winner: str | None, how: str = "score") -> None:
        first, second = self.due[number]
        assert first and second
        assert winner in (first, second, None)
        self.outcomes[number] = outcome(number, first, second, winner, how)

    def withdraw(self, team: str, running: bool = False) -> None:
        """Withdraw a team; `running`: its match has begun and is forfeited."""
        for number, known in self.due.items() if running else ():
            if team in known:
                self.win(number, known.second if team == known.first else known.first, "withdrawal")
        self.withdrawn.append(team)

    def play(self, pick: Pick) -> "Run":
        """Play to the end."""
        while due := self.due:
            for number, (first, second) in due.items():
                assert first and second
                self.outcomes[number] = outcome(number, first, second, pick(first, second))
        return self

    def lost(self, team: str) -> int:
        """Count the matches that a team has lost."""
        return sum(team in one.teams and one.winner != team for one in self.outcomes.values())
