"""Acts in a tournament: what each brings about, as events with all that must follow from them: stages, standings, the
end. Remembers nothing.

Who may act, and whether it is time, is for others to judge; chance comes in as values. An act that cannot be made
raises Impossible, one that would change who plays in matches that have begun InTheWay; both change nothing.
"""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from referee.tournaments import draw
from referee.tournaments import events as ev
from referee.tournaments.events import Event, Names, Pair, Team
from referee.tournaments.fold import evolve, replay
from referee.tournaments.formats import Format
from referee.tournaments.matches import Match, key_of, match_of, matches_of, stage_of
from referee.tournaments.stages import going_on, is_over, next_stage, places, settled
from referee.tournaments.standings import table
from referee.tournaments.tournament import StageKey, Tournament

Back = ev.TakenBack | ev.StageTakenBack


def _undone(t: Tournament, after: Tournament, key: StageKey) -> Iterator[Back]:
    """Yield the matches and stages to take back after a changed result turned `t` into `after`."""
    meeting = {one.number: one for one in matches_of(after, key)}
    for number, teams in _played(after, key).items():
        if number not in meeting or meeting[number].teams != teams:
            yield ev.TakenBack(number, "changed")
    if next_stage(key) in after.stages and _next_is_undone(t, after, key):
        last = max(one for one in after.stages if one[0] == key[0])
        for number in _played(after, last):
            yield ev.TakenBack(number, "changed")
        yield ev.StageTakenBack(*last)


def _played(t: Tournament, key: StageKey) -> dict[int, tuple[str, str]]:
    """Return the matches of a stage that have a game or an outcome that counts, by number, with their teams."""
    games = {number: game.teams for number, game in t.games.items() if game.state != "taken back"}
    results = {number: outcome.teams for number, outcome in t.outcomes.items()}
    return {number: teams for number, teams in sorted((games | results).items()) if key_of(t, number) == key}


def _next_is_undone(t: Tournament, after: Tournament, key: StageKey) -> bool:
    """Tell if the next stage would begin with other teams, or not yet."""
    following = next_stage(key)
    # a team that withdrew from the next stage was in when it began
    since = t.withdrawn.intersection(t.stages[following])
    then, now = (replace(state, withdrawn=state.withdrawn - since) for state in (t, after))
    return not is_over(after, key) or going_on(then, following) != going_on(now, following)


Noted = ev.Entered | ev.Left | ev.Substituted | ev.Silenced | ev.Limited | ev.Paused | ev.Resumed
"""The events that need no ruling of their own."""
Change = ev.Ruled | ev.TakenBack
"""The events that may change who plays in other matches."""
Salts = tuple[tuple[str, ...], ...]
Decided = tuple[tuple[Event, ...], Tournament]
"""Events, and the state after them."""


class Impossible(Exception):
    """An act that cannot be made, whoever asks for it; str() is a sentence without its full stop."""


class InTheWay(Exception):
    """An act would change who plays in these matches, latest first, and they have begun."""

    def __init__(self, matches: Iterable[int]) -> None:
        self.matches = tuple(sorted(matches, reverse=True))
        super().__init__(f"matches {self.matches} have begun")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """The end of a match's game: the winning team of seats (1: seats 1 and 3), and the facts in its record."""

    match: int
    won: int
    how: str
    """The ending as the game's record says it, but `silence` for a forfeit that the clock brought about."""
    score: Pair
    sets: Pair
    """Score and sets of the team at seats 1 and 3, then of the other team."""
    head: str


def announce(number: int, name: str, format: Format, target: int, seed: str, root: str) -> Decided:
    """Announce a new tournament. `target`: the points at which games end; `seed` and `root`: 64 hex digits each, made
    before any entry is read."""
    started = ev.Announced(number, name, format, target)
    return unfold(None, started, ev.Committed(seed, root))


def amend(t: Tournament, format: Format, target: int) -> Decided:
    """Change the format of a tournament whose entries are open. Raises Impossible if a team that has a place could not
    have it in the new one, or if nothing changes."""
    kept = (t.format.divisions, t.format.classes, t.format.partners)
    if (format.divisions, format.classes, format.partners) != kept:
        raise Impossible(f"teams have entered {t.name} as it stands, so its divisions and its team rule stay")
    most = max(len(t.in_division(one)) for one in t.divisions)
    if format.most < most:
        raise Impossible(f"{most} teams have a place; write `teams: {min(format.least, most)} to {most}`, or more")
    if (format, target) == (t.format, t.target):
        raise Impossible(f"that is the format of {t.name} already")
    return unfold(t, ev.Amended(format, target))


def close(t: Tournament, seeded: Names, teams: Iterable[Team]) -> Decided:
    """Close the entries: freeze seeding and roster. Where partners are drawn, the last of the larger class are out."""
    if t.alone:
        most = min(len(t.in_division(one)) for one in t.divisions)
        teams = [t.team(name) for one in t.divisions for name in t.in_division(one)[:most]]
    return unfold(t, ev.Closed(seeded, draw.roster(teams)))


def draw_order(t: Tournament, salts: Salts) -> Decided:
    """Draw partners and order, and begin the first stage of each division. `salts`: captain's and partner's of each
    team, in their order."""
    key = _key(replace(t, salts=salts))
    together = draw.partners(key, t.roster, t.format.classes) if t.format.partners == "drawn" else ()
    order, lots = draw.drawn_order(key, together or t.roster, t.seeded), draw.lots(key, together or t.roster)
    return unfold(t, ev.Salted(salts), ev.Drawn(order, lots, t.seed, together))


def begin(t: Tournament, match: Match, game: int) -> Decided:
    """Begin a game of a match, under that number."""
    assert match.teams is not None, "a match begins once both teams are known"
    attempt = next_attempt(t, match.number)
    return unfold(t, ev.MatchBegun(match.number, attempt, game, match.teams, seats(t, match, attempt)))


def next_attempt(t: Tournament, match: int) -> int:
    """Count the next game of a match: 1 for the first."""
    return t.games[match].attempt + 1 if match in t.games else 1


def seats(t: Tournament, match: Match, attempt: int) -> Names:
    """Return the players at seats 1 to 4 of a match's game, as drawn."""
    assert match.teams is not None, "a match has seats once both teams are known"
    first, second = (t.team(name) for name in match.teams)
    return draw.seats(_key(t), match.number, attempt, first, second)


def _key(t: Tournament) -> bytes:
    return draw.draw_key(t.number, t.seed, t.roster, t.seeded, t.salts)


def first_seeds(t: Tournament, match: int, attempt: int, count: int) -> tuple[str, ...]:
    """Return the seeds of the first deal of a match's game, 64 hex digits each."""
    return tuple(draw.first_seed(t.root, t.number, match, attempt, one) for one in range(1, count + 1))


def finish(t: Tournament, end: GameEnd) -> Decided:
    """Take the final result of a match's game."""
    game = t.games[end.match]
    other = next(team for team in game.teams if team != game.odd)
    winner, loser = (game.odd, other) if end.won == 1 else (other, game.odd)
    first = game.odd == game.teams[0]
    score, sets = (end.score, end.sets) if first else (_turned(end.score), _turned(end.sets))
    # a forfeit is lost by silence if that was noted before, else by misplays
    how = "forfeit" if end.how == "silence" and game.silent != loser else end.how
    return unfold(t, ev.Resulted(end.match, game.attempt, game.game, winner, how, score, sets, end.head))


def _turned(pair: Pair) -> Pair:
    return pair[1], pair[0]


def abort(t: Tournament, match: int) -> Decided:
    """Note that the game of a match was aborted: the match waits for the Gamesmaster."""
    return unfold(t, ev.TakenBack(match, "abort"))


def rule(t: Tournament, match: Match, winner: str, score: Pair, reason: str, begun: frozenset[int]) -> Decided:
    """Settle a match as the Gamesmaster rules. `begun`: the matches whose running game has its first bid; here and
    below.

    Raises Impossible or InTheWay.
    """
    assert match.teams is not None, "a match with a result has two teams"
    stands = t.outcomes.get(match.number)
    if stands is not None and (stands.how, stands.winner, stands.score) == ("ruling", winner, score):
        raise Impossible(f"match {match.number} is settled so already")
    return _changing(t, ev.Ruled(match.number, match.teams, winner, score, reason), begun)


def take_back(
    t: Tournament, match: int, why: Literal["replay", "reset"], reason: str, begun: frozenset[int]
) -> Decided:
    """Take back the outcome of a match: it no longer counts. After a `replay` the match is played again; after a
    `reset` it waits for a replay, or until other teams are to meet in it. Raises Impossible or InTheWay."""
    game, found = t.games.get(match), match_of(t, match)
    if why == "reset" and match in t.reset:
        raise Impossible(f"match {match} waits for you already; `replay match {match}` begins it anew")
    if match not in t.outcomes.keys() | t.reset.keys() and (game is None or game.state == "taken back"):
        raise Impossible(f"match {match} has not begun, so there is nothing to take back")
    out = [team for team in (found and found.teams) or () if team in t.withdrawn]
    if why == "replay" and out:
        raise Impossible(_unplayable(t, match, out))
    return _changing(t, ev.TakenBack(match, why, reason), begun - {match})


def _unplayable(t: Tournament, match: int, out: list[str]) -> str:
    """Say why nobody can play a match again that has lost these of its teams, and what settles it."""
    sentence = f"{' and '.join(out)} are out of {t.name}, so nobody can play match {match} again"
    if match not in t.outcomes:
        return sentence
    loser = next(team for team in t.outcomes[match].teams if team != t.outcomes[match].winner)
    settle = f"rule match {match} {loser} win … to … because …"
    return f"{sentence}; its result stands, unless you settle it: `{settle}`"


def rate(t: Tournament, match: Match, team: str, rating: str) -> Decided:
    """Rate the sporting behaviour of a team in a match. Raises Impossible."""
    if t.format.rating is None:
        raise Impossible(f"{t.name} was announced without ratings")
    if match.teams is None or team not in match.teams or match.number not in t.games:
        raise Impossible(f"{team} have not played in match {match.number}")
    if any((one.team, one.match, one.rating) == (team, match.number, rating) for one in t.ratings):
        raise Impossible(f"{team} are rated so already in match {match.number}")
    if (match.division, match.stage + 1) in t.stages:
        counts = "ratings decide who plays on in the next stage"
        raise Impossible(f"{counts}, which has begun: match {match.number} was before it")
    return unfold(t, ev.Rated(team, match.number, rating))


def withdraw(t: Tournament, team: str, by: Literal["captain", "gamesmaster"], reason: str = "") -> Decided:
    """Take a team out of the tournament."""
    return unfold(t, ev.Withdrawn(team, by, reason))


def note(t: Tournament, event: Noted) -> Decided:
    """Note an event that needs no ruling of its own, with its consequences."""
    return unfold(t, event)


def cancel(t: Tournament, reason: str) -> Decided:
    """Call the tournament off; its seeds become public, so that nobody announces again until one pleases."""
    return unfold(t, ev.Cancelled(t.seed, t.root, reason))


def _changing(t: Tournament, event: Change, begun: frozenset[int]) -> Decided:
    """Apply an event that may change who plays later, and take back matches and stages that depend on it. Raises
    InTheWay."""
    firm = begun | t.outcomes.keys()
    if hindrances := _in_the_way(t, event, firm):
        raise InTheWay(hindrances)
    happened, after = _undoing(t, event)
    events, after = unfold(after)
    return (*happened, *events), after


def _undoing(t: Tournament, event: Change) -> Decided:
    """Return the event, and the events that take back all that it undoes."""
    happened: list[Event] = [event]
    after, key = evolve(t, event), key_of(t, event.match)
    while (back := next(_undone(t, after, key), None)) is not None:
        happened.append(back)
        after = evolve(after, back)
    return tuple(happened), after


def _in_the_way(t: Tournament, event: Change, firm: Set[int]) -> set[int]:
    """Return the `firm` matches (begun, or with a result) that an event would take back, directly or by a reset."""
    found: set[int] = set()
    changes: list[Change] = [event]
    while changes:
        backs, _ = _undoing(t, changes.pop())
        new = {back.match for back in backs[1:] if isinstance(back, ev.TakenBack)} & firm - found
        found |= new
        changes += [ev.TakenBack(match, "reset") for match in new]
    return found


SILENT_MATCHES = 2
"""The number of matches that a team may lose by silence; with the last of them it is out (ours)."""


def unfold(t: Tournament | None, *events: Event) -> Decided:
    """Return these events with all their consequences, and the state after the last of them."""
    happened, after = [*events], replay(events, t)
    while after.phase == "running" and (follows := next(_due(after), None)) is not None:
        after = evolve(after, follows)
        happened.append(follows)
    return tuple(happened), after


def _due(t: Tournament) -> Iterator[Event]:
    """Yield the events that must follow, the next one first; none if matches are to be played, or people to act."""
    lost = [team for one in t.outcomes.values() if one.how == "silence" for team in one.teams if team != one.winner]
    for team in sorted(set(lost)):
        if lost.count(team) >= SILENT_MATCHES and team not in t.withdrawn:
            yield ev.Withdrawn(team, "silence")
    for division in t.divisions:
        yield from _in_division(t, division)
    if all(is_division_over(t, division) for division in t.divisions):
        yield ev.Ended(tuple(places(t, division) for division in t.divisions), t.root)


def _in_division(t: Tournament, division: str) -> Iterator[Event]:
    for number in range(1, len(t.format.stages) + 1):
        key = (division, number)
        if key not in t.stages:
            yield ev.StageOpened(division, number, going_on(t, key))
            return
        yield from _in_stage(t, key)
        if not is_over(t, key):
            return


def _in_stage(t: Tournament, key: StageKey) -> Iterator[Event]:
    """Yield the standings after each round that is over of a stage that has begun."""
    if stage_of(t, key).kind.is_bracket:
        return
    for number in _rounds_over(t, key):
        if (*key, number) not in t.stood:
            yield ev.Stood(*key, number, tuple(row.team for row in table(t, key)))


def _rounds_over(t: Tournament, key: StageKey) -> tuple[int, ...]:
    """Return the rounds of a stage, from the first, that are over, and all before them."""
    found: list[int] = []
    for number, round in groupby(matches_of(t, key), key=lambda one: one.round):
        if not all(settled(t, one) for one in round):
            break
        found.append(number)
    return tuple(found)


def is_division_over(t: Tournament, division: str) -> bool:
    """Tell if the last stage of a division has begun, and is over."""
    key = (division, len(t.format.stages))
    return key in t.stages and is_over(t, key)
