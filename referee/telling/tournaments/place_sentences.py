"""The end of a tournament in words: the places, how they came about, and the winners' path."""

from collections.abc import Iterator

from referee.telling.formats import listed, ordinal
from referee.telling.tournaments.match_sentences import out_words, result_sentence
from referee.tournaments.events import Names, Places
from referee.tournaments.fixtures import Fixture, all_results, fixtures
from referee.tournaments.formats import StageKind
from referee.tournaments.matches import stage_of
from referee.tournaments.stages import is_over, is_placed, kept_out, next_stage
from referee.tournaments.tournament import StageKey, Tournament

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
    words += [out] if (out := out_words(t, name)) else []
    words += ["your team"] if name == own else []
    return f"{name} ({', '.join(words)})"


def end_lines(t: Tournament, places: Places) -> tuple[str, ...]:
    """Say how these places came about, beside the matches: who was left, and why there was no game for the third
    place."""
    early = (line for key in sorted(t.stages) if key[0] == places.division for line in early_lines(t, key))
    return (*_left(t, places), *early, *_behind(t, places), *_third(t, places))


def early_lines(t: Tournament, key: StageKey) -> tuple[str, ...]:
    """Say of a stage that is over which last rounds nobody played, since nobody was left to meet in them, and which
    teams go no further although they stand well enough."""
    if not is_over(t, key):
        return ()
    out = kept_out(t, next_stage(key))
    rated = [f"{listed(out)} go no further: the mean of their sporting behaviour is too low."] if out else []
    return (*_unplayed_rounds(t, key), *rated)


def _unplayed_rounds(t: Tournament, key: StageKey) -> tuple[str, ...]:
    every, stage = fixtures(t, key), stage_of(t, key).kind
    if stage.is_bracket:
        final = next((one for one in every if one.part == "final" and not one.if_needed), None)
        left = None if final is None or final.outcome is not None or final.match in t.games else final.winner
        return () if left is None else (f"There was no final: {left} had nobody left to meet in it.",)
    played = {one.match for one in every if one.outcome is not None or one.match in t.games}
    last = max((one.round for one in every if one.match in played), default=0)
    early = [str(number) for number in range(last + 1, max((one.round for one in every), default=0) + 1)]
    if not early:
        return ()
    rounds = f"round {early[0]} is" if len(early) == 1 else f"rounds {listed(early)} are"
    return (f"The {stage} is over earlier than announced: {rounds} not played, since nobody is left to meet.",)


def _behind(t: Tournament, places: Places) -> Iterator[str]:
    """Say so if a team that is out stands behind others although the table may have had it before them."""
    tables = [key for key in t.stages if key[0] == places.division and not stage_of(t, key).kind.is_bracket]
    every = [team for teams in places.teams for team in teams if any(is_placed(t, key, team) for key in tables)]
    out = [team for team in every if team in t.withdrawn]
    if out and len(out) < len(t.teams):
        yield f"Teams that are out stand behind all others: {listed(out)}."


def _left(t: Tournament, places: Places) -> Iterator[str]:
    """Say so if withdrawals ended it."""
    every = [team for teams in places.teams for team in teams]
    left, out = ([team for team in every if (team in t.withdrawn) is is_out] for is_out in (False, True))
    if len(every) > 1 and len(left) < 2:
        one = f"{out[0]} has withdrawn." if len(out) == 1 else f"All teams but {listed(left)} have withdrawn."
        yield one if left else "All teams have withdrawn."


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
    if match.outcome is None and match.match not in t.games:
        left = [side.team for side in match.sides if side.team is not None and not side.bye]
        why = f"{left[0]} had nobody left to meet in it" if left else "nobody was left to play it"
        yield f"There was no game for the third place: {why}."


def path_of(t: Tournament, places: Places) -> tuple[str, ...]:
    """List the results of the winners' matches, in order; empty if nobody won, or several teams share the first
    place."""
    first = places.teams[0] if places.teams else ()
    if len(first) != 1:
        return ()
    return tuple(result_sentence(t, one) for one in all_results(t) if first[0] in one.teams)
