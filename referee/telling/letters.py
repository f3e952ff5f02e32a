"""News and answers to letters: text, HTML and headers, through the templates.

Sees views and never a Game, so that no letter can show a card that its reader may not see. No clock, no chance: ids,
tokens and times come in as values.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from referee.config import Settings
from referee.post.messages import Letter
from referee.post.reading.new_text import MARKER
from referee.spades.record import HEAD_SHOWN
from referee.spades.view import SeatView
from referee.telling import fairness_rows, hands, sentences, turns
from referee.telling.answers import (
    Alarm,
    Answer,
    ConfirmPlease,
    DoubtPlease,
    Error,
    GameResult,
    HandPage,
    KeyChange,
    KeyUnusable,
    Last,
    MovePlease,
    NoLongerWatching,
    NotUnderstood,
    PairPlease,
    Silence,
    TableFull,
    Undeliverable,
)
from referee.telling.formats import Block
from referee.telling.hands import Reply
from referee.telling.layout import blocks, tidy, wrapped
from referee.telling.news import LateNotice, News
from referee.telling.recap import untold
from referee.telling.record_file import attached
from referee.telling.spades_headers import Headers, event_names, list_headers, spades_headers
from referee.telling.subjects import answer_subject, round_subject, with_reference
from referee.telling.templates import templates_in

BUTTONS: dict[type[Answer], tuple[tuple[str, str], ...]] = {
    ConfirmPlease: (("Yes, it was me", "yes"),),
    DoubtPlease: (("Yes, do so", "yes"),),
    MovePlease: (("Yes, do so", "yes"),),
    PairPlease: (("Yes, that is my partner", "yes"),),
    TableFull: (("Start this game", "start"),),
    NotUnderstood: (("Send me the commands", "help"),),
}
"""What an answer asks for: the label of each button, and the mail that it opens."""


OPEN = (
    ConfirmPlease,
    DoubtPlease,
    MovePlease,
    PairPlease,
    KeyChange,
    KeyUnusable,
    Alarm,
    Undeliverable,
    NoLongerWatching,
    Silence,
    TableFull,
    GameResult,
)
"""Answers that are never sealed: they must be read by whoever has lost their OpenPGP key, and none shows a hand."""

UNSEALED = frozenset({"Spades-Game", "Spades-Event"})
"""The fields that a sealed letter shows on its way; all others lie inside."""

SHOWN = ("Spades-Game", "Spades-Event", "Spades-Turn", "Spades-To-Act", "Spades-Deadline")
"""What is left of the fields of a letter that could not be sealed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """Who gets a letter; `format` is `text` or `html`."""

    address: str
    name: str
    timezone: str | None
    format: str
    key: str | None = None
    """The OpenPGP key to which eir private letters are sealed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ids:
    """What names a letter, and what it refers to; ids without angle brackets."""

    message_id: str
    in_reply_to: str | None
    references: tuple[str, ...]
    reply_to: str | None
    token: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """One moment of one game, the same for every letter about it."""

    news: tuple[News, ...]
    written: datetime
    deadline: datetime | None


class Letters:
    """Writes every letter. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.templates = templates_in(settings.referee.templates)

    def announcement(
        self, occasion: Occasion, shown: SeatView, view: SeatView, to: Recipient, ids: Ids, *, watcher: bool = False
    ) -> Letter:
        """What happened, to the list, a watcher, or a player whose turn it is not. Shows no hand.

        `shown` is the public view of what just ended, if a trick or round did, else of now; `view` is that of now.
        """
        due = turns.by_when(occasion.deadline, occasion.written)
        told = sentences.lines(occasion.news, shown, due, self.settings.game.challenge_time)
        headline = sentences.headline(occasion.news, shown, due) or f"Game {view.game}, round {view.round}."
        page = {
            "headline": headline,
            "detail": None,
            "news": [line for line in told if line.text != headline],
            "facts": fairness_rows.facts(occasion.news, shown),
            "next": turns.next_sentence(view, occasion.deadline, occasion.written),
            "watcher": watcher,
        }
        headers = spades_headers(
            event_names(occasion.news),
            game=view.game,
            news=occasion.news,
            shown=shown,
            view=view,
            head=view.head,
            deadline=occasion.deadline,
        )
        if to.address != self.settings.referee.list:
            own = self.settings.referee
            headers += list_headers(view.game, own.address, own.gamesmasters[0], watcher=watcher)
        return self._game_letter(page, occasion, shown, view, to, ids, headers)

    def private(
        self,
        occasion: Occasion,
        shown: SeatView,
        view: SeatView,
        to: Recipient,
        ids: Ids,
        *,
        deal: bool,
        turn: bool,
        announce: bool,
        reminder: bool = False,
    ) -> Letter:
        """A player's own letter: their cards, and what is due. `view` is their own; `announce`: the news go in too.

        A reminder says besides what will happen when the limit runs out.
        """
        corrected = any(isinstance(item, LateNotice) for item in occasion.news)
        due = turns.by_when(occasion.deadline, occasion.written)
        news, since = untold(occasion.news if announce else (), view)
        page = {
            "headline": turns.own_headline(view, occasion.news, due, turn=turn, reminder=reminder, corrected=corrected),
            "detail": self._detail(occasion, view, to) if turn else None,
            "news": sentences.lines(news, shown, due, self.settings.game.challenge_time),
            "facts": fairness_rows.facts(news, shown),
            "since": since,
            "next": None if turn else turns.next_sentence(view, occasion.deadline, occasion.written),
            "private": True,
            "turn": turn,
            "corrected": corrected and not announce,
            "otherwise": turns.warning(view, reminder=reminder) if turn else None,
        }
        names = [*(event_names(occasion.news) if announce else ())]
        names += [name for name, on in (("deal", deal), ("turn", turn and not reminder), ("reminder", reminder)) if on]
        headers = spades_headers(
            names,
            game=view.game,
            news=occasion.news if announce else (),
            shown=shown,
            view=view,
            head=view.head,
            deadline=occasion.deadline,
            hand=True,
            turn=turn,
        )
        return replace(self._game_letter(page, occasion, shown, view, to, ids, headers), key=to.key)

    def answer(
        self,
        answer: Answer,
        to: Recipient,
        ids: Ids,
        *,
        written: datetime,
        game: int | None,
        head: str | None,
        subject_of: str | None,
        last: Last | None = None,
    ) -> Letter:
        """The answer to a mail, or a notice to a Gamesmaster; its words are answers/NAME.txt's.

        `head`: of that game's public record; None before the game begins, and where the answer is about no one game.
        `last`: there is no other answer today, which the letter says below all else.
        """
        subject = self._referred(answer_subject(answer, game, subject_of), ids)
        reply = self._reply(ids, subject)
        view = answer.view if isinstance(answer, Error | NotUnderstood | HandPage) else None
        deadline = answer.deadline if isinstance(answer, Error | NotUnderstood | HandPage) else None
        page: dict[str, Any] = {
            **self._common(subject, "Spades" if game is None else f"Spades {game}", reply),
            "answer": answer,
            "game": game,
            "record": _shown_head(head),
            "written": written,
            "zone": to.timezone,
            "by_when": turns.by_when(deadline, written),
            "task": turns.task,
            "actors": turns.actors,
            "buttons": tuple(reply.action(label, label, body) for label, body in BUTTONS.get(type(answer), ())),
        }
        if view is not None:
            page |= self._position(view, reply) | {"private": True, "turn": view.mine}
        page["last"] = None if last is None else self.templates.render("parts/last.txt", {"whose": last}).strip()
        body = tidy(self.templates.answer(answer, page))
        page |= {"body": Block(body), "blocks": blocks(body), "headline": body.partition("\n")[0]}
        headers = spades_headers(
            (answer.event,),
            game=game,
            view=answer.view if isinstance(answer, GameResult) else view,
            head=head,
            deadline=deadline,
            hand=True,
            turn=view is not None and view.mine,
        )
        letter = self._letter("answer", page, to, ids, written, headers, answer=True)
        return replace(letter, attachments=attached(answer), key=None if isinstance(answer, OPEN) else to.key)

    def unsealed(self, letter: Letter, why: str) -> Letter:
        """What goes out in place of a letter that cannot be sealed: that it cannot, and nothing of what it says."""
        fields = dict(letter.headers)
        asks = not {"turn", "reminder"}.isdisjoint(fields.get("Spades-Event", "").split(","))
        answer = KeyUnusable(why, asks, fields.get("Spades-Deadline", "").replace("T", " ").replace("Z", " UTC"))
        form = "text" if letter.html is None else "html"
        to = Recipient(address=letter.to, name=letter.to_name, timezone=None, format=form)
        ids = Ids(
            message_id=letter.message_id,
            in_reply_to=letter.in_reply_to,
            references=letter.references,
            reply_to=letter.reply_to,
            token=None,
        )
        told = self.answer(answer, to, ids, written=letter.written, game=None, head=None, subject_of=None)
        public = tuple(field for field in letter.headers if field[0] in SHOWN)
        return replace(told, subject=letter.subject, headers=public, answer=letter.answer)

    def _game_letter(
        self,
        page: dict[str, Any],
        occasion: Occasion,
        shown: SeatView,
        view: SeatView,
        to: Recipient,
        ids: Ids,
        headers: Headers,
    ) -> Letter:
        subject = self._referred(round_subject(view.game, shown.round), ids)
        reply = self._reply(ids, subject)
        full = {
            **self._common(subject, f"Spades {view.game}", reply),
            "to_list": to.address == self.settings.referee.list,
            **self._position(view, reply),
            "record": _shown_head(view.head),
            **page,
        }
        return self._letter("game", full, to, ids, occasion.written, headers, answer=False)

    def _common(self, subject: str, title: str, reply: Reply) -> dict[str, Any]:
        return {
            "marker": MARKER,
            "subject": subject,
            "title": title,
            "reply": reply,
            "address": self.settings.referee.address,
            "external": self.settings.referee.list_mode == "external",
            "news": (), "facts": (), "since": (), "next": None, "detail": None, "otherwise": None, "corrected": False,
            "view": None, "suits": (), "choices": (), "offers": (), "notes": (), "final": "", "buttons": (),
            "private": False, "turn": False, "watcher": False, "to_list": False, "record": None,
        }  # fmt: skip

    def _position(self, view: SeatView, reply: Reply) -> dict[str, Any]:
        suits = () if view.result else hands.hand(view, reply)
        return {
            "view": view,
            "suits": suits,
            "choices": hands.choices(view, suits, reply),
            "offers": hands.offers(view, reply),
            "notes": turns.notes(view),
            "final": turns.final(view),
        }

    def _letter(
        self,
        template: str,
        page: dict[str, Any],
        to: Recipient,
        ids: Ids,
        written: datetime,
        headers: Headers,
        *,
        answer: bool,
    ) -> Letter:
        text = wrapped(tidy(self.templates.render(f"{template}.txt", page)))
        html = self.templates.render(f"{template}.html", page) if to.format == "html" else None
        return Letter(
            to=to.address,
            to_name=to.name,
            subject=page["subject"],
            text=text,
            html=html,
            message_id=ids.message_id,
            written=written,
            reply_to=ids.reply_to,
            in_reply_to=ids.in_reply_to,
            references=ids.references,
            headers=headers,
            answer=answer,
            unsealed=UNSEALED,
        )

    def _detail(self, occasion: Occasion, view: SeatView, to: Recipient) -> str | None:
        if view.paused:
            return "The clock stands still; your move is accepted all the same."
        return turns.left(occasion.deadline, occasion.written, to.timezone)

    def _referred(self, subject: str, ids: Ids) -> str:
        return with_reference(subject, ids.token, self.settings.smtp.subaddress)

    def _reply(self, ids: Ids, subject: str) -> Reply:
        return Reply.to(ids.reply_to or self.settings.referee.address, subject, ids.message_id)


def _shown_head(head: str | None) -> str | None:
    """As much of a record's head as letters show."""
    return None if head is None else head[:HEAD_SHOWN]
