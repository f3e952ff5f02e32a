"""Subjects of letters: what is due from the reader, what an answer is, or the chief news, after the tag of the game or
tournament. Each kind of letter has its own, which kinds.py and the answers name. No subject reads as a command."""

import re
from datetime import datetime, timedelta

from referee.post.reading.safe_lines import clean
from referee.table.view import TableView
from referee.telling.formats import short_moment
from referee.telling.letter_kinds import ConfirmPlease
from referee.telling.notices import Answer
from referee.telling.tournaments.headlines import headline
from referee.telling.tournaments.notices import TournamentLetter

LONGEST = 100
SHORT = re.compile(r"(\[[^\]]*\]) .*?( \(ref \w+\))?")
"""A subject: its tag, and the token that it may end with."""
LAST_DAY = timedelta(hours=25)
WEEK = timedelta(days=6)


def of_game(view: TableView, words: str) -> str:
    """Write `[Spades 12] Paused`."""
    return f"[{view.sheet.game.capitalize()} {view.game}] {_fitting(words)}"


def turn_subject(view: TableView, place: str, news: str = "") -> str:
    """Write `[Spades 12] Your turn: round 2, trick 5`, or with `news` before it, `Game 12 begins`."""
    return of_game(view, ". ".join(filter(None, (news, f"Your turn: {place}"))))


def due_subject(
    view: TableView, task: str, deadline: datetime | None, written: datetime, zone: str | None, why: str
) -> str:
    """Write `[Spades 12] Last day: bid by Fri 12:00 UTC` in a reminder; `why` a second letter comes, if it is none."""
    left = None if deadline is None else deadline - written
    why = why or ("Last day" if left is not None and left < LAST_DAY else "Still your turn")
    if deadline is None or left is None:
        return of_game(view, f"{why}: {task}")
    by = short_moment(deadline, zone, dated=left >= WEEK)
    return of_game(view, f"{why}: {task} by {by}")


def tag_alone(subject: str) -> str:
    """Leave of a subject its tag, and its token if it has one: all that the answer needs."""
    found = SHORT.fullmatch(subject)
    return subject if found is None else f"{found[1]}{found[2] or ''}"


def answer_subject(answer: Answer, game: int | None, due: str = "", tournament: str = "", title: str = "Spades") -> str:
    """Write `[Spades 12] Your memory, round 3`; where it shows its reader their position, and it is their turn, `due`
    says so: `[Spades 12] Not done. Your turn: round 3, trick 5`. What is about a `tournament` and no game has its name
    as a tag: `[Spring Cup] The draw`. `title`: the name of the game that it is about."""
    if isinstance(answer, TournamentLetter):
        return f"[{answer.tournament.name}] {_fitting(headline(answer))}"
    if isinstance(answer, ConfirmPlease) and answer.game is not None:
        game = answer.game.game
    # no name has braces
    words = answer.subject.format(of=answer)
    words = f"{words}{'' if words.endswith('?') else '.'} Your turn: {due}" if due else words
    return f"[{tournament or 'Spades' if game is None else f'{title} {game}'}] {_fitting(words)}"


def _fitting(words: str) -> str:
    """Clean the words, and cut them if they are too long for a list of mails."""
    line = clean(words)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1].rstrip()}…"


def with_reference(subject: str, token: str | None, subaddress: str) -> str:
    """Put the token into the subject, if the provider has no subaddresses to carry it."""
    return subject if subaddress or not token else f"{subject} (ref {token})"
