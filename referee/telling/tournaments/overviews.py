"""A tournament in a sentence or two: its progress, and the next step."""

from collections.abc import Sequence
from datetime import datetime

from referee.telling.formats import at, count, listed
from referee.telling.tournaments.format_sentences import draw_row, has_late, sign_up_row, until
from referee.telling.tournaments.notices import MatchTime
from referee.tournaments.fixtures import Fixture, fixtures
from referee.tournaments.tournament import Times, Tournament


def overview(t: Tournament, times: Times, running: Sequence[MatchTime], now: datetime) -> str:
    """Say `5 teams have entered. Sign-up ends at the end of Tue 15 Dec (24:00 UTC).`

    `running`: the games of its matches that do not count yet.
    """
    zone = t.format.zone
    match t.phase:
        case "sign-up":
            entered = "Nobody has entered yet." if not t.teams else f"{_teams(t)} entered."
            late = f" Entries close at {until(times.closes_at, zone)}." if has_late(times) else ""
            return f"{entered} {sign_up_row(times, now, zone)}{late}"
        case "closed":
            return f"Entries are closed: {count(t.size, 'team')} will play. {draw_row(t, times, now, zone)}"
        case "running":
            begin = f" The first matches begin at {at(times.begins_at, zone)}."
            begin = begin if not t.games and now < times.begins_at else ""
            return f"{_played(t, running)}{' The tournament is paused.' if t.paused else begin}"
        case "cancelled":
            return "The tournament was called off."
        case "over":
            return f"The tournament is over: {_winners(t)}"


def _teams(t: Tournament) -> str:
    who = "player" if t.alone else "team"
    return f"{count(len(t.teams), who)} {'has' if len(t.teams) == 1 else 'have'}"


def _played(t: Tournament, running: Sequence[MatchTime]) -> str:
    every = [one for key in t.stages for one in fixtures(t, key) if not one.is_spare]
    over = sum(map(_is_over, every))
    verb = "is" if over == 1 else "are"
    ended = sum(one.pending is not None for one in running)
    playing = len(running) - ended
    now = [f"{playing} {'is' if playing == 1 else 'are'} being played"] if playing else []
    if ended:
        now.append(f"{ended} {'has' if ended == 1 else 'have'} ended without counting yet")
    return f"{listed([f'{over} of {len(every)} matches {verb} over', *now])}."


def _is_over(one: Fixture) -> bool:
    """Tell if a match is settled: it has a result, or nobody is left to play it."""
    return one.state == "over" or (one.state == "off" and all(side.team is not None or side.bye for side in one.sides))


def _winners(t: Tournament) -> str:
    found = []
    for one in t.places:
        if one.teams and one.teams[0]:
            where = f" division {one.division}" if one.division else ""
            found.append(f"{listed(one.teams[0])} won{where}")
    return f"{listed(found)}." if found else "nobody won."
