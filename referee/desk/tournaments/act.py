"""THE ACT in a tournament: keep, carry out, begin, tell. One recipe for results, rulings, clocks, entries and the draw.

All effects of an act commit at once: its events, the ends of games, the games that can begin, all letters.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from referee.desk.case import Case
from referee.desk.tournaments.match_games import begin_due, end_game, forfeit, game_of_match, next_round
from referee.desk.tournaments.tell import tell
from referee.store import games, matches, people, site_changes, tournaments
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.table import commands as cmd
from referee.telling.tournaments.match_sentences import settled_by
from referee.tournaments import events as ev
from referee.tournaments.decide import Decided, is_division_over
from referee.tournaments.events import Event
from referee.tournaments.matches import matches_of
from referee.tournaments.stages import places
from referee.tournaments.tournament import Tournament, later


def act(case: Case, cup: Cup, happened: Decided, *, begins: bool = True, reached: Collection[int] = ()) -> Cup:
    """Carry out what `decide` ruled, and begin the matches that can begin, unless `begins` is False. Returns the
    changed tournament.

    `reached`: the people who get another letter about the act.
    """
    events, after = happened
    before = cup.state if cup.row.last_seq else None
    cup = tournaments.append(case.tx, cup.row, after, events, now=case.now, inbox=case.inbox)
    for event in events:
        _carry_out(case, after, event)
    _note_winners(case, after)
    began, cup = begin_due(case, cup) if begins else ((), cup)
    cup = set_wake(case, cup)
    tell(case, cup, (*events, *began), before, reached)
    return cup


def _carry_out(case: Case, t: Tournament, event: Event) -> None:
    """Carry out the effects of an event outside the tournament's own state."""
    if isinstance(event, ev.TakenBack | ev.Ruled | ev.Resulted) and event.match in t.games:
        # the page of its game says so
        site_changes.note(case.tx, site_changes.GAME, t.games[event.match].game)
    match event:
        case ev.TakenBack(match) | ev.Ruled(match):
            _drop_game(case, t, match, event)
        case ev.Withdrawn(team):
            _give_up(case, t, team, event)
        case ev.Silenced(match, team):
            forfeit(case, t.games[match], team, settled_by(t, event, match))
        case ev.Cancelled():
            for one in matches.running(case.tx, t.number):
                _drop_game(case, t, one.match, event)


def _drop_game(case: Case, t: Tournament, match: int, event: Event) -> None:
    """Drop the game of a match, if one is running: it counts no more."""
    for one in matches.running(case.tx, t.number):
        if one.match == match:
            matches.change(case.tx, one, state="done")
            end_game(case, one.game, cmd.Abort(), settled_by(t, event, match))


def _give_up(case: Case, t: Tournament, team: str, event: Event) -> None:
    """End the games that a team still plays, each as lost by the team. Their results move nobody on, since the team is
    out."""
    for one in matches.running(case.tx, t.number):
        game = t.games[one.match]
        if team in game.teams:
            matches.change(case.tx, one, state="done")
            forfeit(case, game, team, settled_by(t, event, one.match))


def _note_winners(case: Case, t: Tournament) -> None:
    """Note who won each division that is over, from the day of its final on, though other divisions still play: they
    enter the next one for a while. A ruling may undo that until the tournament is over."""
    if t.phase not in ("running", "over") or not t.format.divisions:
        return
    tournaments.forget_winners(case.tx, t.number)
    for division in filter(partial(is_division_over, t), t.divisions):
        finals = _finals(case, t, division)
        won_at = max(finals.values(), default=None) or tournaments.settled_at(case.tx, t.number)
        for team in next(iter(places(t, division).teams), ()):
            for person in _who_played(case, t, team, finals):
                tournaments.note_winner(case.tx, t.number, person, t.divisions.index(division), won_at)


def _finals(case: Case, t: Tournament, division: str) -> dict[int, datetime]:
    """Return the games of a division's final, or of all matches of a last stage without one, each with the moment of
    its end, whenever that came to count."""
    matches = matches_of(t, (division, len(t.format.stages)))
    last = [t.games[one.number].game for one in matches if one.part in ("", "final") and one.number in t.games]
    return {game: result.decided_at for game, result in games.results_of(case.tx, last).items()}


def _who_played(case: Case, t: Tournament, team: str, finals: Collection[int]) -> Collection[int]:
    """Return the players of a team in the last of these games: another may have taken a place in it since."""
    own = [one for one in t.games.values() if one.game in finals and team in one.teams]
    if not own:
        return tournaments.entry_of_team(case.tx, t.number, team).people
    last = max(own, key=lambda one: one.game)
    return [one.id for seat, one in people.seated(case.tx, last.game).items() if last.team_of(seat) == team]


def set_wake(case: Case, cup: Cup) -> Cup:
    """Note the next moment when work falls due by itself. Returns the changed tournament."""
    return replace(cup, row=tournaments.change(case.tx, cup.row, wakes_at=_next(case, cup)))


def _next(case: Case, cup: Cup) -> datetime | None:
    row = cup.row
    if row.paused_at is not None or row.asked_at is not None:
        return None
    match cup.state.phase:
        case "sign-up":
            return row.closes_at
        case "closed":
            return row.draw_at
        case "running":
            return min(_instants(case, cup), default=None)
    return None


def _instants(case: Case, cup: Cup) -> list[datetime]:
    """List the fixed moments still to come at which matches begin or reach their limits."""
    row = cup.row
    found = [row.begins_at] if case.now < row.begins_at else []
    if (opens := next_round(case, cup)) is not None:
        found.append(opens)
    for one in matches.running(case.tx, row.id):
        if one.protest_until is not None:
            found.append(one.protest_until)
        if (limit := next_hurry(cup, one)) is not None and not is_game_over(case, one):
            found.append(limit)
    return found


def next_hurry(cup: Cup, match: MatchRow) -> datetime | None:
    """Find when the match limit hurries a match next; None if the match has no limit, or the limit has done all that it
    does."""
    if match.limit_at is None or match.hurried == len(HURRIES):
        return None
    return later(match.limit_at, HURRIES[match.hurried], cup.state.format.zone)


def is_game_over(case: Case, match: MatchRow) -> bool:
    """Tell if the game of a match has ended, though its result may not count yet."""
    return game_of_match(case.tx, match).ended_at is not None


HURRIES = (timedelta(0), timedelta(days=7))
"""The time after its limit when a match has short turns, and when the clock acts at once."""
