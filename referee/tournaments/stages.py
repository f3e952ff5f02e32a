"""The progress of a stage: its open matches, the teams that go on, and the places at the end. Decides nothing.

Who goes on may depend on ratings of sporting behaviour (fsu, sporting behaviour 2; the figures are ours); who gave one,
or for which match, is never asked.
"""

from collections.abc import Iterable
from fractions import Fraction

from referee.tournaments import brackets
from referee.tournaments.events import Names, Places
from referee.tournaments.matches import Match, bracket_of, key_of, matches_of, stage_of
from referee.tournaments.standings import table
from referee.tournaments.tournament import StageKey, Tournament


def eligible(ratings: Iterable[str], needed: Fraction) -> bool:
    """Tell if a team with these ratings may play off, which takes a mean of `needed`, exactly. A team that nobody has
    rated may."""
    given = [Fraction(rating) for rating in ratings]
    return not given or sum(given, start=Fraction(0)) / len(given) >= needed


def is_over(t: Tournament, key: StageKey) -> bool:
    """Tell if a stage that has begun has no match left to play."""
    return all(settled(t, one) for one in matches_of(t, key))


def next_stage(key: StageKey) -> StageKey:
    """Return the stage after this one, whether the format has it or not."""
    return key[0], key[1] + 1


def settled(t: Tournament, match: Match) -> bool:
    """Tell if a match has an outcome, or needs no outcome since one of its teams withdrew and plays no game of it."""
    if match.number in t.outcomes:
        return True
    return match.teams is not None and not t.withdrawn.isdisjoint(match.teams)


def ranked(t: Tournament, key: StageKey) -> tuple[Names, ...]:
    """Return the teams of a finished stage by place; teams that share a place stand together. The first place is empty
    if nobody is left to hold it."""
    teams = t.stages[key]
    is_bracket = stage_of(t, key).kind.is_bracket
    if is_bracket and len(teams) > 1:
        return brackets.places(bracket_of(t, key))
    rows = () if is_bracket else tuple(row.team for row in table(t, key))
    # teams that withdrew stand behind all others, in the order of the table; a struck team has no place in it
    ordered = (*rows, *(team for team in teams if team not in rows))
    left = tuple((team,) for team in ordered if team not in t.withdrawn)
    gone = tuple((team,) for team in ordered if team in t.withdrawn)
    return (*left, *gone) if left or not gone else ((), *gone)


def is_placed(t: Tournament, key: StageKey, team: str) -> bool:
    """Tell if a stage gives a team its place: it plays in no later one."""
    return team in t.stages[key] and team not in t.stages.get(next_stage(key), ())


def going_on(t: Tournament, key: StageKey) -> Names:
    """Return the teams that a stage is to begin with, best first: of the drawn order, or of the stage before."""
    division, number = key
    if number == 1:
        return tuple(team for team in t.order if team in t.in_division(division))
    before, stage = _left_before(t, key), stage_of(t, key)
    if t.format.rating is not None:
        before = [team for team in before if eligible(_ratings(t, team, number), t.format.rating)]
    return tuple(before if stage.best is None else before[: stage.best])


def _left_before(t: Tournament, key: StageKey) -> list[str]:
    return [team for place in ranked(t, (key[0], key[1] - 1)) for team in place if team not in t.withdrawn]


def kept_out(t: Tournament, key: StageKey) -> Names:
    """Return the teams whose rating kept them out of a stage that has begun, though they stood well enough, best
    first."""
    if key not in t.stages or t.format.rating is None:
        return ()
    before, best = _left_before(t, key), stage_of(t, key).best
    went = [place for place, team in enumerate(before) if team in t.stages[key]]
    passed = before[: went[-1]] if went and len(t.stages[key]) == best else before
    return tuple(team for team in passed if team not in t.stages[key])


def _ratings(t: Tournament, team: str, stage: int) -> tuple[str, ...]:
    """Return the ratings of a team in its matches before a stage."""
    return tuple(one.rating for one in t.ratings if one.team == team and key_of(t, one.match)[1] < stage)


def places(t: Tournament, division: str) -> Places:
    """Return the places of a division whose last stage is over: first the places of that stage, then of the stage
    before it."""
    found: list[Names] = []
    held: set[str] = set()
    for stage in range(len(t.format.stages), 0, -1):
        for place in ranked(t, (division, stage)):
            left = tuple(team for team in place if team not in held)
            # nobody won a final that neither team could play
            if left or not (place or found):
                found.append(left)
                held.update(left)
    return Places(division, tuple(found))
