"""The gist of a letter about a tournament, in a few words: the end of its subject, and often its first line. No
headline reads as a command. And a tournament in a sentence or two: its progress, and the next step."""

from collections.abc import Sequence
from datetime import datetime

from referee.telling.formats import at, capital, count, listed
from referee.telling.tournaments.draw_sentences import first_of
from referee.telling.tournaments.format_sentences import CLOSES, day_of, draw_row, has_late, sign_up_row, until
from referee.telling.tournaments.match_sentences import gist, result_sentence
from referee.telling.tournaments.notices import (
    Champion,
    Drawn,
    EntryHeld,
    EntryNews,
    EntryPlease,
    Fate,
    MasterAsked,
    MatchTime,
    SignUpClosed,
    TournamentAmended,
    TournamentAnnounced,
    TournamentLetter,
    TournamentNews,
    TournamentPage,
)
from referee.tournaments import events as ev
from referee.tournaments.fixtures import Fixture, fixtures
from referee.tournaments.matches import stage_of
from referee.tournaments.tournament import Times, Tournament

ENTRY: dict[Fate, str] = {
    "in": "{team}: you are in",
    "waiting": "{team}: you wait for a place",
    "held": "{team}: your entry waits for the Gamesmaster",
    "moved up": "{team}: you have a place now",
    "refused": "{team}: your entry was refused",
    "left": "{team}: your entry was taken back",
    "elsewhere": "{team}: your partner plays in another team",
    "dropped": "{team}: you have no place",
    "substituted": "{team}: a new player",
    "stands in": "{team}: you play for them now",
    "replaced": "{team}: another player has your place",
    "name taken": "{team}: the name is another team's",
}
PAGES = {"standings": "The standings", "bracket": "The bracket", "schedule": "The schedule", "rules": "What is played"}


def headline(answer: TournamentLetter) -> str:
    """Say `Match 7: The Aces beat Kings 250 to 180`."""
    match answer:
        case TournamentPage():
            return PAGES[answer.what]
        case Drawn():
            return _drawn(answer)
        case TournamentNews():
            return _news(answer)
        case Champion():
            return _end(answer)
        case TournamentAmended(extended=False):
            return "The announcement has changed"
        case MasterAsked():
            return "The Gamesmaster is needed"
    return _of_sign_up(answer)


def _of_sign_up(answer: TournamentLetter) -> str:
    match answer:
        case TournamentAnnounced():
            if answer.times.open_end:
                return f"Enter until {CLOSES}"
            return f"Sign-up is open until {day_of(answer.times.sign_up_until, answer.tournament.format.zone)}"
        case EntryPlease(substitute_for=str(out)):
            return f"Will you play for {out} in {answer.team}?"
        case EntryPlease():
            return f"Will you play in {answer.team}?"
        case EntryNews():
            return ENTRY[answer.what].format(team=answer.team)
        case EntryHeld():
            return f"An entry waits for your yes: {answer.team}"
        case TournamentAmended():
            zone = answer.tournament.format.zone
            return f"Sign-up has been extended until {day_of(answer.times.sign_up_until, zone)}"
        case SignUpClosed():
            return f"Entries are closed, with {count(answer.tournament.size, 'team')}"
    raise AssertionError(f"no headline for {answer}")


def _drawn(answer: Drawn) -> str:
    if answer.team is not None and (match := first_of(answer.tournament, answer.team)) is not None:
        other = next((team for team in match.teams or () if team != answer.team), None)
        if other is not None:
            return f"The draw: you meet {other} in match {match.number}"
    return "The draw"


def _news(answer: TournamentNews) -> str:
    return next(filter(None, map(gist, answer.happened)), None) or _course(answer)


def _course(answer: TournamentNews) -> str:
    """Say what the results have led to: a stage, a round that is over, a match that has ended or begun."""
    t, happened = answer.tournament, answer.happened
    if opened := next((one for one in happened if isinstance(one, ev.StageOpened)), None):
        begins = f"the {stage_of(t, (opened.division, opened.stage)).kind} begins"
        return f"You play on: {begins}" if answer.team in opened.teams else capital(begins)
    if stood := next((one for one in happened if isinstance(one, ev.Stood)), None):
        return f"Round {stood.round} is over"
    if ended := [one.match for one in happened if isinstance(one, ev.Resulted) and one.match in t.outcomes]:
        return result_sentence(t, t.outcomes[ended[0]], answer.team).rstrip(".")
    begun = [one.match for one in happened if isinstance(one, ev.MatchBegun)]
    return f"Match {begun[0]} has begun" if len(begun) == 1 else "New matches" if begun else "News"


def _end(answer: Champion) -> str:
    """Say who won: `Kings have won`, `Kings have won division A and Bags division B`."""
    won = [(one.teams[0], one.division) for one in answer.tournament.places if one.teams and one.teams[0]]
    own = next((division for teams, division in won if answer.team in teams), None)
    if own is not None:
        return f"You have won division {own}" if own else "You have won"
    if not won:
        return "Nobody has won"
    (first, division), *others = won
    if not division:
        return f"{listed(first)} have won"
    more = (f"{listed(teams)} division {name}" for teams, name in others)
    return listed([f"{listed(first)} have won division {division}", *more])


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
