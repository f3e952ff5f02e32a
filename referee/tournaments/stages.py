"""How far a stage is: what is left of it, who goes on to the next, and the places at the end. Decides nothing."""

from referee.tournaments import brackets, swiss
from referee.tournaments.behaviour import eligible
from referee.tournaments.events import Names, Places, RoundPaired
from referee.tournaments.formats import Kind
from referee.tournaments.matches import Match, bracket_of, matches_of, stage_of, swiss_rounds
from referee.tournaments.tables import table
from referee.tournaments.tournament import StageKey, Tournament


def is_over(t: Tournament, key: StageKey) -> bool:
    """Whether nothing is left to play in a stage that has begun."""
    return all(settled(t, one) for one in matches_of(t, key)) and next_round(t, key) is None


def next_stage(key: StageKey) -> StageKey:
    """The stage after this one, whether the format has it or not."""
    return key[0], key[1] + 1


def settled(t: Tournament, match: Match) -> bool:
    """Whether a match has an outcome, or needs none since a team of it withdrew and plays no game of it."""
    if match.number in t.outcomes:
        return True
    return match.teams is not None and not t.withdrawn.isdisjoint(match.teams)


def next_round(t: Tournament, key: StageKey) -> RoundPaired | None:
    """The pairing that follows the rounds of a Swiss stage so far; None if there is none, or the stage is another.

    A Swiss stage ends early if nobody can be paired without a rematch (ours), and for good once the next one begins.
    """
    if stage_of(t, key).kind is not Kind.SWISS or next_stage(key) in t.stages:
        return None
    return pairing(t, key)


def pairing(t: Tournament, key: StageKey) -> RoundPaired | None:
    """How the rounds of a Swiss stage so far would go on; None if they are all, or nobody can be paired."""
    opened = t.stages[key]
    number = len(opened.rounds) + 1
    if number > swiss_rounds(t, key):
        return None
    rows = table(t, key)
    state = swiss.State(
        order=tuple(row.team for row in rows) if opened.rounds else opened.teams,
        scores={row.team: row.match_points for row in rows},
        met=frozenset(frozenset(pair) for one in opened.rounds for pair in one.pairs),
        byes=frozenset(one.bye for one in opened.rounds if one.bye is not None),
        out=t.withdrawn,
    )
    try:
        paired = swiss.pair(state)
    except swiss.NoLegalRound:
        return None
    return RoundPaired(*key, number, paired.pairs, paired.bye) if paired.pairs else None


def ranked(t: Tournament, key: StageKey) -> tuple[Names, ...]:
    """The teams of a stage that is over by place, those that share one together; the first is empty if nobody is left
    to hold it."""
    opened = t.stages[key]
    is_bracket = stage_of(t, key).kind.is_bracket
    if is_bracket and len(opened.teams) > 1:
        return brackets.places(bracket_of(t, key))
    ordered = opened.teams if is_bracket else tuple(row.team for row in table(t, key))
    left = tuple((team,) for team in ordered if team not in t.withdrawn)
    gone = tuple((team,) for team in opened.teams if team in t.withdrawn)
    return (*left, *gone) if left or not gone else ((), *gone)


def going_on(t: Tournament, key: StageKey) -> Names:
    """The teams that a stage is to begin with, best first: of the drawn order, or of the stage before."""
    division, number = key
    if number == 1:
        return tuple(team for team in t.order if team in t.in_division(division))
    before = [team for place in ranked(t, (division, number - 1)) for team in place if team not in t.withdrawn]
    stage = stage_of(t, key)
    if t.format.rating is not None:
        before = [team for team in before if eligible(_ratings(t, team), t.format.rating)]
    return tuple(before if stage.best is None else before[: stage.best])


def _ratings(t: Tournament, team: str) -> tuple[str, ...]:
    return tuple(one.rating for one in t.ratings if one.team == team)


def places(t: Tournament, division: str) -> Places:
    """The places of a division whose last stage is over: those of its last stage, then of the stage before it."""
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
