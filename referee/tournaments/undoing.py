"""The games and stages that a changed result undoes: games between teams that do not meet after all, and later stages.

Says what would have to go; whether it may is for decide.py to judge.
"""

from collections.abc import Iterator
from dataclasses import replace

from referee.tournaments import events as ev
from referee.tournaments.matches import key_of, matches_of
from referee.tournaments.stages import going_on, is_over, next_stage
from referee.tournaments.tournament import StageKey, Tournament

Back = ev.TakenBack | ev.StageTakenBack


def undone(t: Tournament, after: Tournament, key: StageKey) -> Back | None:
    """Find the next thing to go because a result in a stage changed, which made `after` of `t`; None if all the rest
    can stay."""
    return next(_undone(t, after, key), None)


def _undone(t: Tournament, after: Tournament, key: StageKey) -> Iterator[Back]:
    meeting = {one.number: one for one in matches_of(after, key)}
    for number, teams in _played(after, key).items():
        if number not in meeting or meeting[number].teams != teams:
            yield ev.TakenBack(number, "changed")
    if next_stage(key) in after.stages and _next_goes(t, after, key):
        last = max(one for one in after.stages if one[0] == key[0])
        for number in _played(after, last):
            yield ev.TakenBack(number, "changed")
        yield ev.StageTakenBack(*last)


def _played(t: Tournament, key: StageKey) -> dict[int, tuple[str, str]]:
    """Return the matches of a stage that have a game or an outcome that counts, and its teams, by number."""
    games = {number: game.teams for number, game in t.games.items() if game.state != "taken back"}
    results = {number: outcome.teams for number, outcome in t.outcomes.items()}
    return {number: teams for number, teams in sorted((games | results).items()) if key_of(t, number) == key}


def _next_goes(t: Tournament, after: Tournament, key: StageKey) -> bool:
    """Tell if the next stage would begin with other teams, or not yet."""
    following = next_stage(key)
    # who withdrew from the next stage was in when it began
    since = t.withdrawn.intersection(t.stages[following])
    then, now = (replace(state, withdrawn=state.withdrawn - since) for state in (t, after))
    return not is_over(after, key) or going_on(then, following) != going_on(now, following)
