"""The answer to a mail, and every notice: the words of templates/answers/NAME.txt, with what its reader may see of a
game, and a button for each command that it asks for. error_answers.py, letter_kinds.py and notices.py have the facts of
an answer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from referee.dominoes.commands import PlayTile
from referee.post.messages import Letter
from referee.spades.cards import Card
from referee.spades.plans import Plan
from referee.spades.view import SeatView
from referee.table.view import TableView
from referee.telling import template_values
from referee.telling.buttons import Reply
from referee.telling.dominoes.sentences import move_text
from referee.telling.error_answers import Error, NotUnderstood, WelcomeError
from referee.telling.formats import Block, bid_text, card_name
from referee.telling.letter_headers import InTournament, Position, answer_subject, spades_headers
from referee.telling.letter_kinds import (
    HandPage,
    Last,
    NewTablePage,
    Noted,
    PlansPage,
    Welcome,
    WelcomePlease,
)
from referee.telling.letters.games import WORDS, awaited, words_of
from referee.telling.letters.paper import Paper
from referee.telling.news import Commitments, News
from referee.telling.notices import Announcement, Answer, GameResult, TableFull, TableSeated, WantsOut
from referee.telling.plan_section import PlanSection, plan_section, standing_only
from referee.telling.record_file import attached
from referee.telling.sentences import plan_words, turns
from referee.telling.template_values import Page
from referee.telling.text_blocks import blocks, drawn, tidy
from referee.telling.tournaments.format_sentences import invitation_sentence
from referee.telling.tournaments.headlines import overview
from referee.telling.tournaments.letter_values import drawings_of, in_tournament, tournament_page
from referee.telling.tournaments.notices import (
    EntryHeld,
    Invitation,
    MasterAsked,
    TournamentAnnounced,
    TournamentLetter,
    TournamentsPage,
)
from referee.tournaments.formats import Format

INVITING = Welcome | WelcomeError | WelcomePlease | TournamentsPage
"""Answers that say what their reader can enter."""

ShownToReader = Error | NotUnderstood | HandPage | PlansPage
"""Answers that show their reader's own position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """The reason for an answer, and its moment.

    `game`: what it is about, and `head` of that game's public record: None before the game begins, or if the answer is
    about no one game. `own`: the reader's own view of that game, whose plans the letter shows them; None if they have
    no seat there. `last`: there is no other answer today, which the letter says at its end.
    """

    written: datetime
    game: int | None = None
    of: str = "spades"
    """The name of what is played in it."""
    head: str | None = None
    own: TableView | None = None
    last: Last | None = None
    tournament: int | None = None
    """The number of the tournament that it is about, if it is about one."""
    called: str = ""
    """The name of that tournament."""


def answer_letter(paper: Paper, answer: Answer, cause: Cause) -> Letter:
    """Write the whole letter."""
    view = answer.view if isinstance(answer, ShownToReader) else None
    seen = view or getattr(answer, "view", None) or cause.own
    words = WORDS[cause.of] if seen is None else words_of(seen)
    due = words.place(view) if view is not None and view.mine else ""
    subject = paper.subject(answer_subject(answer, cause.game, due, cause.called, words.title))
    reply = paper.reply(subject)
    page = _page(paper, subject, reply, answer, cause) | {"words": words}
    if view is not None:
        page |= words.position(view, reply) | {"private": True, "turn": view.mine}
    if isinstance(answer, Noted):
        page |= {"next": turns.next_sentence(answer.public, awaited(answer.public), answer.deadline, cause.written)}
    page |= {"plans": _plans(paper, answer, view or cause.own, reply)}
    body = tidy(paper.templates.answer(answer, page))
    page |= {"body": Block(body), "blocks": blocks(body), "headline": body.partition("\n")[0]}
    text, html = paper.filled("answer", page)
    return paper.letter(
        cause.written,
        subject,
        (drawn(text, drawings_of(page)), html),
        _headers(paper, answer, cause, view)
        + paper.way_out("announcements off" if isinstance(answer, Announcement) else "stop"),
        answer=True,
        attachments=attached(answer, cause.written, paper.settings.referee.address.rpartition("@")[2]),
    )


def _page(paper: Paper, subject: str, reply: Reply, answer: Answer, cause: Cause) -> Page:
    """Collect the values that the templates of every answer may show."""
    own: Page = {}
    if isinstance(answer, TournamentsPage):
        own = {"rows": [(t.name, overview(t, times, live, cause.written)) for t, times, live in answer.tournaments]}
    if isinstance(answer, TournamentLetter):
        own = tournament_page(paper.templates, answer, cause.written, paper.to.timezone)
    return (
        template_values.blank(paper.settings, subject, reply)
        | {
            "answer": answer,
            "game": cause.game,
            "steers": cause.own is None and paper.to.address in paper.settings.referee.gamesmasters,
            "record": template_values.short_head(_head(answer, cause)),
            "to_all": paper.to.address == paper.settings.referee.list,
            "written": cause.written,
            "zone": paper.to.timezone,
            "by_when": turns.by_when(answer.deadline if isinstance(answer, ShownToReader) else None, cause.written),
            "task": lambda seen, *whose: words_of(seen).task(seen, *whose),
            "done_by_plan": plan_words.done_by_plan,
            "actors": turns.actors,
            "buttons": tuple(reply.action(label, label, body) for label, body in answer_buttons(answer)),
            "last": cause.last and paper.templates.render("parts/last.txt", {"whose": cause.last}).strip(),
            "invited": _invited(answer, cause.written, paper.to.timezone),
        }
        | own
    )


def _invited(answer: Answer, written: datetime, zone: str | None) -> tuple[tuple[str, str], ...]:
    """Write a sentence for each tournament that the reader can enter or is in, and the line to write, if there is
    one."""
    if not isinstance(answer, INVITING):
        return ()
    return tuple((invitation_sentence(one, written, zone), one.line) for one in answer.invitations)


def _head(answer: Answer, cause: Cause) -> str | None:
    """Return the head of the record that the letter is about: of a game, or of a tournament."""
    if isinstance(answer, TournamentLetter):
        return answer.tournament.head
    return cause.head


def _plans(paper: Paper, answer: Answer, own: TableView | None, reply: Reply) -> PlanSection | None:
    """Show the plans of the reader, whose view is `own`; on the page of plans with buttons for more."""
    habits = paper.to.habits
    if isinstance(answer, PlansPage):
        plans = plan_section(answer.view, habits, reply.brief, turn=answer.view.mine, open=True)
        return replace(plans, sentences=()) if answer.understood else plans
    return None if own is None or not answer.shows_plans else standing_only(own, habits)


def _headers(paper: Paper, answer: Answer, cause: Cause, view: TableView | None) -> tuple[tuple[str, str], ...]:
    position = None
    if isinstance(answer, GameResult):
        position = Position(answer.view)
    elif isinstance(answer, ShownToReader) and view is not None:
        position = Position(view, deadline=answer.deadline, hand=True, turn=view.mine, habits=paper.to.habits)
    about = None if cause.tournament is None else InTournament(cause.tournament)
    if isinstance(answer, TournamentLetter):
        about = in_tournament(answer)
    return spades_headers(
        (answer.event,),
        game=cause.game,
        head=_head(answer, cause),
        news=_committed(answer),
        position=position,
        tournament=about,
    )


def _committed(answer: Answer) -> tuple[News, ...]:
    """Return the commitments to the first deal of a table that is full."""
    return (Commitments(1, 1, answer.commits),) if isinstance(answer, TableFull | TableSeated) else ()


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
            return (*_entering(invited), ("Sign me up", answer.joins), *answer.buttons)
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
