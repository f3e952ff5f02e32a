"""What the games of a tournament will be remembered by: its biggest round, and more. Only what their public records
say.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from referee.spades.events import Four, Pair
from referee.telling.formats import listed, signed

MOST = 2
"""More than so many that share a moment are not named."""
T = TypeVar("T")


class PlayedRound(NamedTuple):
    """One round as it was scored last: books by seat; points, and the score after it, by team; who made a nil."""

    number: int
    books: Four
    points: Pair
    score: Pair
    nils: tuple[str, ...]


class PlayedGame(NamedTuple):
    """The game of a match: names by seat, teams as in the game, which of them won (1 or 2)."""

    match: int
    names: tuple[str, ...]
    teams: tuple[str, str]
    winner: int
    by_points: bool
    """Whether it was played to its end."""
    rounds: tuple[PlayedRound, ...]


class _Side(NamedTuple):
    """One team, or one player, in one round of a game."""

    who: str
    figure: int
    match: int
    round: int

    @property
    def where(self) -> str:
        """`round 3 of match 7`."""
        return f"round {self.round} of match {self.match}"


def game_moments(games: Sequence[PlayedGame]) -> tuple[str, ...]:
    """A line for each; nothing that did not happen."""
    return tuple(line for find in (_biggest, _tricks, _nils, _comeback) for line in find(games))


def _biggest(games: Sequence[PlayedGame]) -> Iterator[str]:
    sides = [
        _Side(team, points, game.match, round.number)
        for game in games
        for round in game.rounds
        for team, points in zip(game.teams, round.points, strict=True)
    ]
    if found := [side for side in _most(sides, lambda side: side.figure) if side.figure > 0]:
        yield f"Biggest round: {listed([f'{one.who}, {signed(one.figure)} in {one.where}' for one in found])}"


def _tricks(games: Sequence[PlayedGame]) -> Iterator[str]:
    hands = [
        _Side(name, books, game.match, round.number)
        for game in games
        for round in game.rounds
        for name, books in zip(game.names, round.books, strict=True)
    ]
    if found := _most(hands, lambda hand: hand.figure):
        yield (
            f"Most tricks by one player in a round: {found[0].figure}, "
            f"{listed([f'{one.who} in {one.where}' for one in found])}"
        )


def _nils(games: Sequence[PlayedGame]) -> Iterator[str]:
    made = [name for game in games for round in game.rounds for name in round.nils]
    best = _most(list(dict.fromkeys(made)), made.count)
    if best:
        each = " each" if len(best) > 1 else ""
        yield f"Most nils made: {made.count(best[0])}{each}, by {listed(best)}"


def _comeback(games: Sequence[PlayedGame]) -> Iterator[str]:
    behind = [
        _Side(game.teams[game.winner - 1], round.score[2 - game.winner] - round.score[game.winner - 1], *where)
        for game in games
        if game.by_points
        for round in game.rounds
        for where in ((game.match, round.number),)
    ]
    if found := [one for one in _most(behind, lambda one: one.figure) if one.figure > 0]:
        words = [f"{one.who} won match {one.match}, {one.figure} behind after round {one.round}" for one in found]
        yield f"Largest comeback: {listed(words)}"


def _most(items: Sequence[T], figure: Callable[[T], int]) -> list[T]:
    """Those with the highest figure; none if too many share it."""
    most = max(map(figure, items), default=0)
    found = [item for item in items if figure(item) == most]
    return found if len(found) <= MOST else []
