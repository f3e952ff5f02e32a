"""A tournament in a sentence or two: how far it is, and what comes next."""

from referee.telling.formats import count, listed
from referee.telling.tournaments.format_sentences import at, until
from referee.telling.tournaments.notices import Times
from referee.tournaments.matches import matches
from referee.tournaments.stages import settled
from referee.tournaments.tournament import Tournament


def overview(t: Tournament, times: Times) -> str:
    """`5 teams have entered. Sign-up ends at the end of Tue 15 Dec (24:00 UTC).`"""
    match t.phase:
        case "sign-up":
            entered = "Nobody has entered yet." if not t.teams else f"{_teams(t)} entered."
            return f"{entered} Sign-up ends at {until(times.sign_up_until)}."
        case "closed":
            return f"Sign-up is over: {count(len(t.teams), 'team')} will play. The draw is at {at(times.draw_at)}."
        case "running":
            return f"{_played(t)}{' It is paused.' if t.paused else ''}"
        case "cancelled":
            return "It was called off."
        case "over":
            return f"It is over. {_winners(t)}"


def _teams(t: Tournament) -> str:
    return f"{count(len(t.teams), 'team')} {'has' if len(t.teams) == 1 else 'have'}"


def _played(t: Tournament) -> str:
    every = matches(t)
    over = sum(settled(t, one) for one in every)
    playing = sum(game.state == "running" for game in t.games.values())
    now = f", and {playing} {'is' if playing == 1 else 'are'} being played" if playing else ""
    return f"{over} of {len(every)} matches {'is' if over == 1 else 'are'} over{now}."


def _winners(t: Tournament) -> str:
    found = []
    for one in t.places:
        if one.teams and one.teams[0]:
            where = f" division {one.division}" if one.division else ""
            found.append(f"{listed(one.teams[0])} won{where}")
    return f"{listed(found)}." if found else "Nobody won."
