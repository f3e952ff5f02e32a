"""The end of a tournament in words: the places, how they came about, and the winners' path."""

from collections.abc import Iterator

from referee.telling.formats import listed, ordinal
from referee.telling.tournaments.match_sentences import outcome_sentence
from referee.tournaments.events import Names, Places
from referee.tournaments.fixtures import Fixture, all_results, fixtures
from referee.tournaments.formats import StageKind
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import Tournament

THIRD = 3


def place_lines(t: Tournament, places: Places, team: str | None) -> tuple[str, ...]:
    """Write `1st: The Aces (Ann and Bob)`; teams that share a place stand together. The reader's own `team` is
    marked."""
    found = []
    for place, teams in _placed(places):
        shared = f", shared by {len(teams)} teams" if len(teams) > 1 else ""
        found.append(f"{ordinal(place)}{shared}: {listed([_team(t, name, team) for name in teams])}")
    return tuple(found)


def _placed(places: Places) -> Iterator[tuple[int, Names]]:
    """Yield the places that somebody holds, and who does."""
    place = 1
    for teams in places.teams:
        if teams:
            yield place, teams
        place += len(teams) or 1


def _team(t: Tournament, name: str, own: str | None) -> str:
    words = [listed(t.team(name).players)]
    words += ["withdrawn"] if name in t.withdrawn else []
    words += ["your team"] if name == own else []
    return f"{name} ({', '.join(words)})"


def end_lines(t: Tournament, places: Places) -> tuple[str, ...]:
    """Say how these places came about, beside the matches: who was left, and why there was no game for the third
    place."""
    return (*_left(t, places), *_third(t, places))


def _left(t: Tournament, places: Places) -> Iterator[str]:
    """Say so if withdrawals ended it."""
    every = [team for teams in places.teams for team in teams]
    if len(every) > 1 and len([team for team in every if team not in t.withdrawn]) < 2:
        left = next((team for team in every if team not in t.withdrawn), None)
        yield "All teams have withdrawn." if left is None else f"All teams but {left} have withdrawn."


def _third(t: Tournament, places: Places) -> Iterator[str]:
    key = (places.division, len(t.format.stages))
    if key not in t.stages or not stage_of(t, key).kind.is_bracket or len(t.stages[key]) < THIRD:
        return
    every = fixtures(t, key)
    match = next((one for one in every if one.part == "third"), None)
    if stage_of(t, key).kind is StageKind.DOUBLE:
        yield "There is no game for the third place: it goes to the loser of the losers' final."
    elif match is not None:
        yield from _unplayed(t, match)
    elif not stage_of(t, key).third_place:
        shared = any(place == THIRD and len(teams) > 1 for place, teams in _placed(places))
        who = "the teams that lost the semi-finals share it" if shared else "only one team lost a semi-final"
        yield f"There is no game for the third place: {who}."
    else:
        yield "There was no game for the third place: only one team lost a semi-final."


def _unplayed(t: Tournament, match: Fixture) -> Iterator[str]:
    """Say why nobody played the game for the third place, if so."""
    if match.outcome is None:
        left = [side.team for side in match.sides if side.team is not None and not side.bye]
        why = f"{left[0]} had nobody left to meet in it" if left else "nobody was left to play it"
        yield f"There was no game for the third place: {why}."


def path_of(t: Tournament, places: Places) -> tuple[str, ...]:
    """List the results of the winners' matches, in order; empty if nobody won, or several teams share the first
    place."""
    first = places.teams[0] if places.teams else ()
    if len(first) != 1:
        return ()
    return tuple(outcome_sentence(one) for one in all_results(t) if first[0] in one.teams)
