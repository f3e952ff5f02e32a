"""Tournaments played without games: every match that is due gets a number and, some time later, a result by chance."""

from dataclasses import dataclass, field, replace
from random import Random

from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.draw import roster
from referee.tournaments.events import Entered, Event, Team
from referee.tournaments.fold import replay
from referee.tournaments.formats import Format
from referee.tournaments.matches import due, matches
from referee.tournaments.tournament import Tournament

SEED = bytes(range(32)).hex()
ROOT = bytes(range(32, 64)).hex()
HOWS = ("score", "score", "score", "hands", "sets", "concession", "forfeit")


def teams(count: int, divisions: tuple[str, ...] = ()) -> tuple[Team, ...]:
    """Return teams by name, in the order of their names, dealt out to the divisions in turn."""
    return tuple(
        Team(f"Team {n:02}", (f"Ann {n}", f"Bob {n}"), divisions[n % len(divisions)] if divisions else "")
        for n in range(1, count + 1)
    )


@dataclass
class Played:
    """One tournament under way; `luck` decides its results."""

    luck: Random
    t: Tournament
    events: list[Event] = field(default_factory=list)
    game: int = 0

    def then(self, happened: decide.Decided) -> Tournament:
        """Take note of what happened."""
        events, self.t = happened
        self.events.extend(events)
        return self.t

    def begin(self) -> None:
        """Begin every match that can begin."""
        for match in due(self.t):
            self.game += 1
            self.then(decide.begin(self.t, match, self.game))

    def running(self) -> list[int]:
        """Return the matches that are being played."""
        return sorted(n for n, game in self.t.games.items() if game.state == "running")

    def end(self, match: int, won: int | None = None) -> None:
        """End the game of a match, won by seats 1 and 3 (1), by the others (2), or by chance."""
        luck = self.luck
        score = (luck.randrange(-100, 300), luck.randrange(-100, 300))
        won, how, game = won or luck.choice((1, 2)), luck.choice(HOWS), self.t.games[match]
        lost_by_silence = game.silent is not None and (game.silent == game.odd) == (won == 2)
        self.then(
            decide.finish(
                self.t,
                GameEnd(
                    match=match,
                    won=won,
                    how="silence" if lost_by_silence else how,
                    score=score,
                    sets=(luck.randrange(3), luck.randrange(3)),
                    head=f"{match:064x}",
                ),
            )
        )

    def step(self) -> None:
        """Begin what can begin, and end one match."""
        self.begin()
        if running := self.running():
            self.end(self.luck.choice(running))

    def play_out(self, most: int = 5000) -> Tournament:
        """Play to the end."""
        for _ in range(most):
            if self.t.phase == "over":
                assert replay(self.events) == self.t
                return self.t
            self.step()
        raise AssertionError(f"it goes on for ever: {[m for m in matches(self.t) if m.number not in self.t.outcomes]}")


def drawn(format: Format, count: int, luck: Random, seeded: tuple[str, ...] = ()) -> Played:
    """Return a tournament just after its draw."""
    events, t = decide.announce(3, "Spring Cup", format, 250, SEED, ROOT)
    played = Played(luck, t, list(events))
    entered = roster(teams(count, format.divisions))
    for team in entered:
        played.then(decide.note(played.t, Entered(team)))
    played.then(decide.close(played.t, seeded, entered))
    played.then(decide.draw_order(played.t, (("", ""),) * count))
    return played


def without(format: Format, **changes: object) -> Format:
    """Return the format with some of it changed."""
    return replace(format, **changes)  # type: ignore[arg-type]
