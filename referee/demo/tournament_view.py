"""The news of the demo's tournament, line by line. Shows only what is public; decides nothing."""

from collections.abc import Iterator

from referee.telling.formats import listed
from referee.tournaments.export import stage_keys
from referee.tournaments.fixtures import fixtures
from referee.tournaments.tournament import Tournament


def story(t: Tournament) -> Iterator[str]:
    """Yield a line for everything worth one so far, oldest first."""
    for team in t.teams:
        yield f"{team.name} are in: {listed(team.players)}."
    if t.order:
        yield f"The draw: {', '.join(f'{place} {team}' for place, team in enumerate(t.order, 1))}."
    for key in stage_keys(t):
        for one in fixtures(t, key):
            if one.outcome is not None:
                (first, second), score = one.outcome.teams, one.outcome.score
                if one.outcome.winner == second:
                    first, second, score = second, first, score[::-1]
                yield f"Match {one.match}: {first} beat {second}, {score[0]} to {score[1]}."
