"""What a changed result undoes: games between teams that do not meet after all, rounds of a Swiss stage, later stages.

Says what would have to go; whether it may is for decide.py to judge.
"""

from collections.abc import Iterator, Set
from dataclasses import replace

from referee.tournaments import events as ev
from referee.tournaments.fold import evolve
from referee.tournaments.matches import Match, key_of, matches_of
from referee.tournaments.stages import going_on, is_over, next_stage, pairing, settled
from referee.tournaments.tournament import StageKey, Tournament

Back = ev.TakenBack | ev.RoundTakenBack | ev.StageTakenBack


def undone(t: Tournament, after: Tournament, key: StageKey, round: int, firm: Set[int]) -> Back | None:
    """The next of what goes because a result in this round of a stage changed, which made `after` of `t`; None if all
    the rest can stay. `firm`: the matches that have begun or have a result."""
    return next(_undone(t, after, key, round, firm), None)


def _undone(t: Tournament, after: Tournament, key: StageKey, round: int, firm: Set[int]) -> Iterator[Back]:
    meeting = {one.number: one for one in matches_of(after, key)}
    for number, teams in _played(after, key).items():
        if number not in meeting or meeting[number].teams != teams:
            yield ev.TakenBack(number, "changed")
    if _round_goes(after, key, round, firm):
        yield ev.RoundTakenBack(*key, len(after.stages[key].rounds))
    if next_stage(key) in after.stages and _next_goes(t, after, key):
        last = max(one for one in after.stages if one[0] == key[0])
        for number in _played(after, last):
            yield ev.TakenBack(number, "changed")
        yield ev.StageTakenBack(*last)


def _played(t: Tournament, key: StageKey) -> dict[int, tuple[str, str]]:
    """The matches of a stage that have a game or an outcome that counts, and its teams, by number."""
    games = {number: game.teams for number, game in t.games.items() if game.state != "taken back"}
    results = {number: outcome.teams for number, outcome in t.outcomes.items()}
    return {number: teams for number, teams in sorted((games | results).items()) if key_of(t, number) == key}


def _round_goes(t: Tournament, key: StageKey, round: int, firm: Set[int]) -> bool:
    """Whether the last round of a Swiss stage comes after this one, has not begun, and would be paired in another way,
    or not yet. A round that has begun stands (ours)."""
    opened = t.stages[key]
    last = len(opened.rounds)
    if last <= round or any(one.number in firm for one in _of_round(t, key, last)):
        return False
    before = evolve(t, ev.RoundTakenBack(*key, last))
    return not all(settled(before, one) for one in matches_of(before, key)) or pairing(before, key) != opened.rounds[-1]


def _of_round(t: Tournament, key: StageKey, round: int) -> Iterator[Match]:
    return (one for one in matches_of(t, key) if one.round == round)


def _next_goes(t: Tournament, after: Tournament, key: StageKey) -> bool:
    """Whether the next stage would begin with other teams, or not yet."""
    following = next_stage(key)
    # who withdrew from the next stage was in when it began
    since = t.withdrawn.intersection(t.stages[following].teams)
    then, now = (replace(state, withdrawn=state.withdrawn - since) for state in (t, after))
    rounds = (len(state.stages[key].rounds) for state in (t, after))
    return len(set(rounds)) > 1 or not is_over(after, key) or going_on(then, following) != going_on(now, following)
