"""What a letter about a tournament is about, in a few words: the end of its subject, and its first line. None reads as a
command.
"""

from referee.telling.formats import count
from referee.telling.tournaments.draw_sentences import first_of
from referee.telling.tournaments.format_sentences import day_of
from referee.telling.tournaments.match_sentences import outcome_sentence
from referee.telling.tournaments.notices import (
    Champion,
    Drawn,
    EntryHeld,
    EntryNews,
    EntryPlease,
    MasterAsked,
    SignUpClosed,
    TournamentAnnounced,
    TournamentNews,
    TournamentPage,
    TournamentsPage,
)
from referee.telling.tournaments.notices import TournamentLetter as Letter
from referee.tournaments import events as ev
from referee.tournaments.tournament import Tournament

ENTRY = {
    "in": "{team}: you are in",
    "waiting": "{team}: you wait for a place",
    "held": "{team}: your entry waits for the Gamesmaster",
    "moved up": "{team}: you have a place now",
    "refused": "{team}: your entry was refused",
    "left": "{team}: your entry was taken back",
    "dropped": "{team}: you have no place",
    "substituted": "{team}: a new player",
}
PAGES = {"standings": "The standings", "bracket": "The bracket", "schedule": "The schedule"}


def headline(answer: Letter) -> str:
    """`Match 7: The Aces beat Kings 250 to 180`."""
    match answer:
        case TournamentsPage():
            return "Tournaments"
        case TournamentAnnounced():
            return f"Sign-up is open until {day_of(answer.times.sign_up_until)}"
        case EntryPlease(substitute_for=str(out)):
            return f"Will you play for {out} in {answer.team}?"
        case EntryPlease():
            return f"Will you play in {answer.team}?"
        case EntryNews():
            return ENTRY[answer.what].format(team=answer.team)
        case EntryHeld():
            return f"An entry waits for your yes: {answer.team}"
        case SignUpClosed():
            return f"Sign-up is over, with {count(len(answer.tournament.teams), 'team')}"
        case Drawn():
            return _drawn(answer)
        case TournamentNews():
            return _news(answer)
        case Champion():
            return _end(answer.tournament)
        case MasterAsked():
            return "The Gamesmaster is needed"
        case TournamentPage():
            return PAGES[answer.what]


def _drawn(answer: Drawn) -> str:
    if answer.team is not None and (match := first_of(answer.tournament, answer.team)) is not None:
        other = next((team for team in match.teams or () if team != answer.team), None)
        if other is not None:
            return f"The draw: you meet {other} in match {match.number}"
    return "The draw"


def _news(answer: TournamentNews) -> str:
    t, kinds = answer.tournament, {type(one) for one in answer.happened}
    for event in answer.happened:
        match event:
            case ev.Cancelled():
                return "It is called off"
            case ev.Paused():
                return "It is paused"
            case ev.Resumed():
                return "It goes on"
            case ev.Withdrawn(team):
                return f"{team} are out"
            case ev.Ruled(match) | ev.TakenBack(match) | ev.Rated(match=match):
                return f"A ruling on match {match}"
            case ev.Substituted(team):
                return f"A new player in {team}"
    if ev.StageOpened in kinds:
        return "The next stage begins"
    if stood := next((one for one in answer.happened if isinstance(one, ev.Stood)), None):
        return f"Round {stood.round} is over"
    if ended := [one.match for one in answer.happened if isinstance(one, ev.Resulted) and one.match in t.outcomes]:
        return outcome_sentence(t.outcomes[ended[0]]).rstrip(".")
    if begun := [one for one in answer.happened if isinstance(one, ev.MatchBegun)]:
        return "New matches" if len(begun) > 1 else f"Match {begun[0].match} has begun"
    return "News"


def _end(t: Tournament) -> str:
    """Who won; of several divisions the highest's winners."""
    first = next((one.teams[0] for one in t.places if one.teams and one.teams[0]), ())
    if not first:
        return "It is over, and nobody has won"
    return f"{' and '.join(first)} have won"


def match_of(answer: Letter) -> int | None:
    """The one match that a letter is about; None if there is none, or more."""
    match answer:
        case TournamentNews():
            return answer.match
        case Drawn(team=str(team)):
            found = first_of(answer.tournament, team)
            return None if found is None else found.number
    return None
