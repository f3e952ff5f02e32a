"""The matches that were won without being played, since the other team had withdrawn. Decides nothing."""

from collections.abc import Iterator, Mapping

from referee.tournaments import brackets
from referee.tournaments.matches import bracket_of, match_of_node, matches_of, stage_of
from referee.tournaments.tables import walkover
from referee.tournaments.tournament import StageKey, Tournament


def walkovers(t: Tournament) -> Mapping[int, str]:
    """Find the teams that have won without playing, by the number of the match."""
    return {number: team for key in t.stages for number, team in _of_stage(t, key)} if t.withdrawn else {}


def _of_stage(t: Tournament, key: StageKey) -> Iterator[tuple[int, str]]:
    if stage_of(t, key).kind.is_bracket:
        won = brackets.walkovers(bracket_of(t, key))
        yield from ((match_of_node(t, key, node), team) for node, team in won.items())
        return
    for match in matches_of(t, key):
        if (given := walkover(t, match)) is not None and given.winner is not None:
            yield match.number, given.winner
