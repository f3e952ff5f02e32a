"""The buttons of an answer, for the commands that it asks for: the label of each and the mail that it opens."""

import re
from collections.abc import Iterator

from referee.dominoes.commands import PlayTile
from referee.spades.cards import Card
from referee.spades.plans import Plan
from referee.spades.view import SeatView
from referee.table.view import TableView
from referee.telling.dominoes.sentences import move_text
from referee.telling.error_answers import Error, NotUnderstood, WelcomeError
from referee.telling.formats import bid_text, card_name
from referee.telling.letter_kinds import NewTablePage, Noted, PlansPage, Welcome
from referee.telling.notices import Answer, WantsOut
from referee.telling.tournaments.notices import EntryHeld, Invitation, MasterAsked, TournamentAnnounced
from referee.tournaments.formats import Format

OPEN = re.compile(r"…|\b[A-Z]{2,}\b")
"""The places in a shown command that its writer must still fill in."""


def answer_buttons(answer: Answer) -> tuple[tuple[str, str], ...]:
    """List the buttons of an answer; most readers want the first."""
    match answer:
        case PlansPage(offer=Card() | PlayTile() as play):
            what = f"the {card_name(play)}" if isinstance(play, Card) else move_text(play)
            return ((f"Yes, play {what} now", "yes"),)
        case PlansPage(view=SeatView() as view, offer=int() as bid):
            return ((f"Yes, bid {bid_text(view.sheet, bid)} now", "yes"),)
        case Error(offer=Plan()):
            return (("Yes, make it a plan", "yes"),)
        case NotUnderstood(near=str(near)) | Error(near=str(near)) if near:
            return ((f"Yes: {near}", "yes"),)
        case NotUnderstood(view=TableView(result=None), asked=False, question=False, declined=False, invited=False):
            return (("Ask the Gamesmaster", "ask "),)
        case NotUnderstood(view=TableView()) | Noted(beginner=False):
            return ()  # the letter shows what is due instead, and the foot has the commands
        case WantsOut(team="", view=view, seat=seat):
            return (("Give the seat to somebody else", f"replace {view.name(seat)} with "),)
        case Welcome(invitations=invited) | WelcomeError(invitations=invited):
            return (*_entering(invited), *answer.buttons)
        case NewTablePage(starts=starts):
            return starts
    return answer.buttons or _of_tournament(answer)


def _entering(invited: tuple[Invitation, ...]) -> Iterator[tuple[str, str]]:
    """Yield buttons to agree to an entry, or to begin a line that enters."""
    for one in invited:
        if one.state == "named":
            yield f"Enter {one.tournament} with {one.partner}", one.line
        elif one.state == "free" and one.format.partners == "drawn":
            yield from _alone(one.tournament, one.format)
        elif one.state == "free":
            yield f"Enter {one.tournament}", f"enter {one.tournament} with "


def _alone(name: str, format: Format) -> tuple[tuple[str, str], ...]:
    """List the buttons that enter a tournament without a partner."""
    return tuple((f"Enter {name} as {one}", f"enter {name}, {one}") for one in format.classes)


def _of_tournament(answer: Answer) -> tuple[tuple[str, str], ...]:
    """List the buttons of letters about a tournament."""
    match answer:
        case EntryHeld(team=team):
            refusal = f"refuse {team} because they are not eligible"
            return ((f"Accept {team}", f"accept {team}"), (f"Refuse {team}", refusal))
        case TournamentAnnounced(tournament=t) if t.alone:
            return _alone(t.name, t.format)
        case TournamentAnnounced(tournament=t):
            return (("Enter with a partner", f"enter {t.name} with "),)
        case MasterAsked(commands=commands):
            return tuple((line, line) for line in commands if not OPEN.search(line))
    return ()
