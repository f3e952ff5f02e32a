"""The effect of each event on a tournament, whose state is the fold of what happened. Checks nothing and refuses
nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from referee.records.lines import chained
from referee.tournaments import brackets
from referee.tournaments import events as ev
from referee.tournaments.events import Event, Outcome, Team
from referee.tournaments.matches import (
    bracket_of,
    key_of,
    match_of,
    match_of_node,
    matches,
    round_of,
    stage_of,
)
from referee.tournaments.record_lines import line
from referee.tournaments.tournament import GameState, MatchGame, Tournament


def walkovers(t: Tournament) -> Mapping[int, str]:
    """Find the teams that have won a match of a bracket without playing, by its number."""
    keys = [key for key in t.stages if stage_of(t, key).kind.is_bracket] if t.withdrawn else []
    return {
        match_of_node(t, key, node): team
        for key in keys
        for node, team in brackets.walkovers(bracket_of(t, key)).items()
    }


def replay(events: Iterable[Event], tournament: Tournament | None = None) -> Tournament:
    """Return the state after `events`; without a `tournament` the first of them is Announced."""
    state = reduce(evolve, events, tournament)
    assert state is not None, "a tournament begins with Announced"
    return state


def lines_of(events: Iterable[Event]) -> tuple[str, ...]:
    """Return the public record of these events, a tournament's from its first: its lines without newlines."""
    found: list[str] = []
    t: Tournament | None = None
    for event in events:
        public = line(t, event)
        found += [] if public is None else [public]
        t = evolve(t, event)
    return tuple(found)


def evolve(tournament: Tournament | None, event: Event) -> Tournament:
    """Return the state after one more event."""
    if isinstance(event, ev.Announced):
        after = Tournament(number=event.tournament, name=event.name, format=event.format, target=event.target)
    else:
        assert tournament is not None, "a tournament begins with Announced"
        after = _after(tournament, event)
        after = _released(after) if after.reset else after
    public = line(tournament, event)
    if public is None:
        return after
    return replace(after, head=chained(after.head, public))


def _released(t: Tournament) -> Tournament:
    """Release the reset matches in which other teams are to meet now: a reset match waits only while the same teams
    meet in it."""
    waiting = {one.number: one.teams for one in matches(t)}
    return replace(t, reset={number: teams for number, teams in t.reset.items() if waiting.get(number) == teams})


def _after(t: Tournament, event: Event) -> Tournament:
    after = _before_play(t, event) or _course(t, event) or _match(t, event) or _team(t, event)
    assert after is not None, "a tournament is announced once"
    return after


def _before_play(t: Tournament, event: Event) -> Tournament | None:
    match event:
        case ev.Committed(seed, root):
            return replace(t, seed=seed, root=root)
        case ev.Amended(format, target):
            return replace(t, format=format, target=target)
        case ev.Entered(team):
            return replace(t, teams=(*t.teams, team))
        case ev.Left(name):
            return replace(t, teams=tuple(team for team in t.teams if team.name != name))
        case ev.Closed(seeded, teams):
            return replace(t, phase="closed", seeded=seeded, teams=teams, roster=teams)
        case ev.Salted(salts):
            return replace(t, salts=salts)
        case ev.Drawn(order, lots, teams=teams):
            return replace(t, phase="running", order=order, lots=lots, teams=teams or t.teams)
    return None


def _course(t: Tournament, event: Event) -> Tournament | None:
    match event:
        case ev.StageOpened(division, stage, teams):
            return replace(t, stages={**t.stages, (division, stage): teams})
        case ev.StageTakenBack(division, stage):
            left = {key: teams for key, teams in t.stages.items() if key != (division, stage)}
            return replace(t, stages=left, stood=frozenset(one for one in t.stood if one[:2] != (division, stage)))
        case ev.Stood(division, stage, number):
            return replace(t, stood=t.stood | {(division, stage, number)})
        case ev.Paused() | ev.Resumed():
            return replace(t, paused=isinstance(event, ev.Paused))
        case ev.Ended(places):
            return replace(t, phase="over", places=places)
        case ev.Cancelled():
            return replace(t, phase="cancelled")
    return None


def _match(t: Tournament, event: Event) -> Tournament | None:
    match event:
        case ev.MatchBegun():
            limited = {number: last for number, last in t.limited.items() if number != event.match}
            return _with_game(replace(t, limited=limited), _begun(t, event))
        case ev.Resulted():
            after = _with_game(t, replace(t.games[event.match], state="over"))
            return replace(after, outcomes={**t.outcomes, event.match: _outcome(t, event)})
        case ev.Ruled():
            t = _unreset(_unstood(t, event.match), event.match)
            after = t if event.match not in t.games else _with_game(t, replace(t.games[event.match], state="over"))
            return replace(after, outcomes={**t.outcomes, event.match: _outcome(t, event)})
        case ev.TakenBack(match, why):
            after = _without_outcome(_unstood(_unreset(t, match), match), match)
            if why == "reset":
                after = _reset(after, match)
            state: GameState = "waiting" if why == "abort" else "taken back"
            if match not in t.games:
                return after
            return _with_game(after, replace(t.games[match], state=state, silent=None))
        case ev.Silenced(match, team):
            return _with_game(t, replace(t.games[match], silent=team))
        case ev.Limited(match, last):
            return replace(t, limited={**t.limited, match: last})
    return None


def _team(t: Tournament, event: Event) -> Tournament | None:
    match event:
        case ev.Withdrawn(name, by):
            ended = {n: replace(one, state="taken back") for n, one in t.games.items() if _is_playing(one, name)}
            walked = {**t.walked, **walkovers(t)}
            t = replace(t, withdrawn=t.withdrawn | {name}, out_by={**t.out_by, name: by})
            return replace(t, walked=walked, games={**t.games, **ended})
        case ev.Substituted(name, out, new):
            return replace(
                t, teams=tuple(_with_player(team, out, new) if team.name == name else team for team in t.teams)
            )
        case ev.Rated():
            rest = tuple(one for one in t.ratings if (one.team, one.match) != (event.team, event.match))
            return replace(t, ratings=(*rest, event))
    return None


def _is_playing(game: MatchGame, team: str) -> bool:
    return team in game.teams and game.state in ("running", "waiting")


def _with_player(team: Team, out: str, new: str) -> Team:
    captain, partner = (new if name == out else name for name in team.players)
    return replace(team, players=(captain, partner))


def _with_game(t: Tournament, game: MatchGame) -> Tournament:
    return replace(t, games={**t.games, game.match: game})


def _begun(t: Tournament, event: ev.MatchBegun) -> MatchGame:
    first, second = event.teams
    odd = first if event.seats[0] in t.team(first).players else second
    return MatchGame(match=event.match, attempt=event.attempt, game=event.game, teams=event.teams, odd=odd)


def _without_outcome(t: Tournament, match: int) -> Tournament:
    """Open the match again."""
    return replace(t, outcomes={number: outcome for number, outcome in t.outcomes.items() if number != match})


def _reset(t: Tournament, match: int) -> Tournament:
    """Let the match wait for the Gamesmaster."""
    found = match_of(t, match)
    return t if found is None or found.teams is None else replace(t, reset={**t.reset, match: found.teams})


def _unreset(t: Tournament, match: int) -> Tournament:
    """End the wait of the match."""
    return replace(t, reset={number: teams for number, teams in t.reset.items() if number != match})


def _unstood(t: Tournament, match: int) -> Tournament:
    """Forget the standings that were recorded from the round of this match on."""
    division, stage = key_of(t, match)
    number = round_of(t, match)
    stands = (one for one in t.stood if one[:2] != (division, stage) or one[2] < number)
    return replace(t, stood=frozenset(stands))


def _outcome(t: Tournament, event: ev.Resulted | ev.Ruled) -> Outcome:
    if isinstance(event, ev.Ruled):
        how, sets, teams = "ruling", (0, 0), event.teams
    else:
        how, sets, teams = event.how, event.sets, t.games[event.match].teams
    return Outcome(
        match=event.match,
        round=round_of(t, event.match),
        teams=teams,
        winner=event.winner,
        how=how,
        score=event.score,
        sets=sets,
    )
