"""The announcement: what happened, to the list, a watcher, or a player whose turn it is not. Shows no hand.

Where it tells how a game begins, a round ends or a game ends, standing.py chooses what stands in it. It is written once
for all who get it in the same form: a bulletin.
"""

import re

from referee.config import Settings
from referee.post.messages import Copied, Letter
from referee.spades.view import SeatView
from referee.telling import fairness_rows, sentences, table_rows, turn_sentences
from referee.telling.letter_headers import Position, event_names, list_headers, spades_headers
from referee.telling.letters.occasion import Occasion
from referee.telling.letters.paper import Ids, Paper, Recipient
from referee.telling.letters.standing import standing
from referee.telling.subjects import news_subject
from referee.telling.templates import Templates

SECRET = re.compile(r"[a-z2-7]{24}")
"""The words of chance in ids: one can take another's place without a change to any line's length or encoding."""


class Bulletin:
    """The announcement of one moment of one game, for as many readers as there are.

    What differs between readers of the same form is only where the letter goes and its words of chance, which are
    exchanged in a copy. May never serve for a letter that shows a hand: its views are public.
    """

    def __init__(
        self, settings: Settings, templates: Templates, occasion: Occasion, scene: SeatView, view: SeatView
    ) -> None:
        """`scene` is the public view of what just ended, if a trick or round did, else of now; `view` that of now."""
        assert view.seat is None and scene.seat is None, "an announcement shows nobody's cards"
        self._settings, self._templates = settings, templates
        self._occasion, self._scene, self._view = occasion, scene, view
        self._written: dict[tuple[str, bool, bool], tuple[Ids, Letter]] = {}

    def letter(self, to: Recipient, ids: Ids, *, watcher: bool = False) -> Letter:
        """The announcement to one reader."""
        paper = Paper(self._settings, self._templates, to, ids)
        form = (to.format, watcher, to.address == self._settings.referee.list)
        if form in self._written and (swaps := _swaps(self._written[form][0], ids)) is not None:
            return _copy(self._written[form][1], paper, _subject(self._occasion, self._scene, self._view), swaps)
        letter = announcement(paper, self._occasion, self._scene, self._view, watcher=watcher)
        self._written[form] = ids, letter
        return letter


def _swaps(old: Ids, new: Ids) -> tuple[tuple[str, str], ...] | None:
    """The words to exchange in a letter with the ids `old`; None if more differs."""
    (word, at, place), (other, _, elsewhere) = old.message_id.partition("@"), new.message_id.partition("@")
    swaps = ((word, other), (old.token or "", new.token or ""))
    alike = all(SECRET.fullmatch(each) for pair in swaps for each in pair)
    apart = old.token not in (word, other)
    return swaps if alike and apart and at and place == elsewhere and bool(old.reply_to) == bool(new.reply_to) else None


def _copy(letter: Letter, paper: Paper, subject: str, swaps: tuple[tuple[str, str], ...]) -> Letter:
    """The text, HTML and headers of a letter with other words, on another reader's paper."""
    text, html = letter.text, letter.html
    for old, new in swaps:
        text, html = text.replace(old, new), None if html is None else html.replace(old, new)
    copied = Copied(letter.text, letter.html, swaps)
    return paper.letter(letter.written, paper.subject(subject), (text, html), letter.headers, copied=copied)


def _subject(occasion: Occasion, scene: SeatView, view: SeatView) -> str:
    return news_subject(view.game, scene.round, occasion.news, scene)


def announcement(paper: Paper, occasion: Occasion, scene: SeatView, view: SeatView, *, watcher: bool) -> Letter:
    """`scene` is the public view of what just ended, if a trick or round did, else of now; `view` is that of now."""
    settings = paper.settings
    due = turn_sentences.by_when(occasion.deadline, occasion.written)
    lines = sentences.lines(occasion.news, scene, due, settings.game.challenge_time)
    headline = sentences.headline(occasion.news, scene, due) or f"Game {view.game}, round {view.round}."
    own = settings.referee
    to_list = paper.to.address == own.list
    headers = spades_headers(
        event_names(occasion.news),
        game=view.game,
        head=view.head,
        news=occasion.news,
        position=Position(view, scene, deadline=occasion.deadline),
    )
    if not to_list:
        headers += list_headers(view.game, own.address, own.gamesmasters[0], watcher=watcher)
    subject = paper.subject(_subject(occasion, scene, view))
    reply = paper.reply(subject)
    page = paper.game_page(subject, reply, view) | {
        "away": table_rows.away_words(occasion.away),
        "to_list": to_list,
        "headline": headline,
        "news": sentences.besides(lines, headline),
        "facts": fairness_rows.facts(occasion.news, scene),
        "next": turn_sentences.next_sentence(view, occasion.deadline, occasion.written),
        "watcher": watcher,
    }
    player = not (to_list or watcher)
    page |= standing(occasion.news, scene, view, occasion.course, reply, player=player)
    return paper.letter(occasion.written, subject, paper.filled("game", page), headers)
