"""What a tournament will be remembered by, as far as its results show: the largest win, the closest match, and more."""

from collections.abc import Callable, Iterator, Sequence

from referee.telling.formats import count, listed
from referee.tournaments.outcomes import UNPLAYED, Outcome
from referee.tournaments.tournament import Tournament

MOST = 2
"""More than so many that share a moment are not named."""
BY_POINTS = ("score", "hands", "sets")
"""How a match ends that was played to its end, so that its points say by how much it was won; one that was conceded or
forfeited was not."""


def best_moments(t: Tournament) -> tuple[str, ...]:
    """A line for each; nothing that did not happen."""
    played = [one for one in t.outcomes.values() if one.how not in (*UNPLAYED, "ruling") and one.winner is not None]
    ended = [one for one in played if one.how in BY_POINTS and margin(one) > 0]
    return tuple(line for lines in (_largest(ended), _closest(ended), _points(played), _sets(played)) for line in lines)


def margin(outcome: Outcome) -> int:
    """By how many points the winner was ahead."""
    side = outcome.teams.index(outcome.winner or outcome.teams[0])
    return outcome.score[side] - outcome.score[1 - side]


def _largest(ended: Sequence[Outcome]) -> Iterator[str]:
    if len(ended) > 1:
        yield from _told("Largest win", _best(ended, margin), lambda one: f"by {count(margin(one), 'point')}")


def _closest(ended: Sequence[Outcome]) -> Iterator[str]:
    if len(ended) > 1:
        nearest = _best(ended, lambda one: -margin(one))
        if nearest == _best(ended, margin):
            return  # all are as close as the largest win
        yield from _told("Closest match", nearest, lambda one: f"by {count(margin(one), 'point')}")


def _told(title: str, found: Sequence[Outcome], how: Callable[[Outcome], str]) -> Iterator[str]:
    if found:
        yield f"{title}: " + listed([_match(one, how(one)) for one in found])


def _match(one: Outcome, how: str) -> str:
    loser = next(team for team in one.teams if team != one.winner)
    return f"{one.winner} beat {loser} {how} (match {one.match})"


def _points(played: Sequence[Outcome]) -> Iterator[str]:
    """The most points that a team made in one match."""
    made = [(one.score[side], one.teams[side], one.match) for one in played for side in (0, 1)]
    most = max((points for points, _, _ in made), default=0)
    found = [f"{team} (match {match})" for points, team, match in made if points == most]
    if most > 0 and len(found) <= MOST:
        yield f"Most points in a match: {most}, by {listed(found)}"


def _sets(played: Sequence[Outcome]) -> Iterator[str]:
    """Who set the others most often in all: a set is made by the team on the other side."""
    made: dict[str, int] = {}
    for one in played:
        for side in (0, 1):
            made[one.teams[side]] = made.get(one.teams[side], 0) + one.sets[1 - side]
    most = max(made.values(), default=0)
    found = [team for team, sets in made.items() if sets == most]
    if most > 0 and len(found) <= MOST:
        yield f"Set the others most often: {listed(found)}, {count(most, 'time')}"


def _best(played: Sequence[Outcome], key: Callable[[Outcome], int]) -> list[Outcome]:
    """Those with the highest figure; none if too many share it."""
    most = max(map(key, played), default=0)
    found = [one for one in played if key(one) == most]
    return found if len(found) <= MOST else []
