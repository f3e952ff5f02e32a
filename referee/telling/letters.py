"""From news and answers to letters: text, HTML and headers, through the templates.

Sees views and never a Game, so that no letter can show a card that its reader may not see. No clock, no chance: ids,
tokens and times come in as values.
"""

from dataclasses import dataclass, replace
from datetime import datetime

from referee.config import Settings
from referee.post.messages import Letter
from referee.spades.cards import Card
from referee.spades.plans import NO_HABITS, Habits, Plan
from referee.spades.view import SeatView
from referee.telling import (
    agreements,
    fairness_rows,
    own_headlines,
    rulings,
    sentences,
    table_rows,
    template_values,
    turn_sentences,
)
from referee.telling.buttons import Reply
from referee.telling.formats import Block, bid_text, card_text
from referee.telling.letter_headers import Position, event_names, list_headers, spades_headers
from referee.telling.letter_kinds import (
    Answer,
    ConfirmPlease,
    DoubtPlease,
    Error,
    HandPage,
    KeyChange,
    Last,
    MovePlease,
    NotUnderstood,
    PairPlease,
    PlansPage,
    Welcome,
    WelcomeError,
    WelcomePlease,
)
from referee.telling.moments import Course
from referee.telling.news import Away, Commitments, LateNotice, Misplay, News
from referee.telling.notices import (
    Alarm,
    GameResult,
    KeyUnusable,
    NoLongerWatching,
    RematchPlease,
    Silence,
    TableFull,
    TableSeated,
    Undeliverable,
)
from referee.telling.plan_section import PlanSection, plan_section, standing_only
from referee.telling.plan_words import done_by_plan, plan_text
from referee.telling.recap import beyond_the_table, without_own, without_repeats
from referee.telling.record_file import attached
from referee.telling.standing import standing
from referee.telling.subjects import answer_subject, round_subject, turn_subject, with_reference
from referee.telling.template_values import Page
from referee.telling.templates import templates_in
from referee.telling.text_blocks import blocks, tidy, wrapped
from referee.telling.time_words import Bank, bank_sentence

WELCOMED = (("Sign me up", "join"), ("Send me the rules", "rules"), ("Send me the commands", "help"))
BUTTONS: dict[type[Answer], tuple[tuple[str, str], ...]] = {
    ConfirmPlease: (("Yes, it was me", "yes"),),
    WelcomePlease: (("Yes, it was me", "yes"),),
    Welcome: WELCOMED,
    WelcomeError: WELCOMED,
    DoubtPlease: (("Yes, do it", "yes"),),
    MovePlease: (("Yes, do it", "yes"),),
    PairPlease: (("Yes, that is my partner", "yes"),),
    RematchPlease: (("Yes, one more", "yes"), ("No, thank you", "no")),
    TableFull: (("Start this game", "start"),),
    NotUnderstood: (("Send me the commands", "help"),),
}
"""What an answer asks for: the label of each button, and the mail that it opens."""

OPEN = (
    ConfirmPlease,
    WelcomePlease,
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
"""Answers that we never encrypt: people who have lost their OpenPGP key must be able to read them, and none shows a
hand."""

UNSEALED = frozenset({"Spades-Game", "Spades-Event"})
"""The headers that an encrypted letter shows on its way; the others are inside."""

PUBLIC = ("Spades-Game", "Spades-Event", "Spades-Turn", "Spades-To-Act", "Spades-Deadline")
"""The headers that remain of a letter that could not be encrypted."""


Shown = Error | NotUnderstood | HandPage | PlansPage
"""Answers that show their reader's own position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """Who gets a letter; `format` is `text` or `html`."""

    address: str
    name: str
    timezone: str | None
    format: str
    key: str | None = None
    """The OpenPGP key to which their private letters are encrypted."""
    habits: Habits = NO_HABITS
    """What they want in all their games; shown to nobody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ids:
    """What identifies a letter, and what it refers to; ids without angle brackets."""

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
    away: tuple[Away, ...] = ()
    """Who is away at that moment, or has said that they will be."""
    bank: Bank | None = None
    course: Course | None = None
    """The whole of a game that is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """What a private letter brings: the cards of a new `deal`, whose `turn` it is, the `news`.

    A `reminder` of a turn also says what will happen when the limit runs out. A `receipt` answers the reader's own act,
    when it is not their turn; `ended` are plans of theirs that a void, a new deal or a new player brought to their end.
    """

    deal: bool = False
    turn: bool = False
    news: bool = False
    reminder: bool = False
    receipt: bool = False
    ended: tuple[Plan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Why we write an answer, and when.

    `subject`: of the mail that it answers, None if there is none; `game`: what it is about, and `head` of that game's
    public record: None before the game begins, or if the answer is about no one game. `own`: the reader's own view of
    that game, whose plans the letter shows them; None if they have no seat there. `last`: there is no other answer
    today, which the letter says at its end.
    """

    written: datetime
    subject: str | None = None
    game: int | None = None
    head: str | None = None
    own: SeatView | None = None
    last: Last | None = None


class Letters:
    """Writes every letter. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.templates = templates_in(settings.referee.templates)

    def announcement(
        self, occasion: Occasion, scene: SeatView, view: SeatView, to: Recipient, ids: Ids, *, watcher: bool = False
    ) -> Letter:
        """What happened, to the list, a watcher, or a player whose turn it is not. Shows no hand.

        `scene` is the public view of what just ended, if a trick or round did, else of now; `view` is that of now.
        """
        due = turn_sentences.by_when(occasion.deadline, occasion.written)
        lines = sentences.lines(occasion.news, scene, due, self.settings.game.challenge_time)
        headline = sentences.headline(occasion.news, scene, due) or f"Game {view.game}, round {view.round}."
        own = self.settings.referee
        to_list = to.address == own.list
        headers = spades_headers(
            event_names(occasion.news),
            game=view.game,
            head=view.head,
            news=occasion.news,
            position=Position(view, scene, deadline=occasion.deadline),
        )
        if not to_list:
            headers += list_headers(view.game, own.address, own.gamesmasters[0], watcher=watcher)
        letter = self._envelope(to, ids, occasion.written, round_subject(view.game, scene.round))
        filled = self._game_page(letter, view) | {
            "away": table_rows.away_words(occasion.away),
            "to_list": to_list,
            "headline": headline,
            "news": [line for line in lines if line.text != headline],
            "facts": fairness_rows.facts(occasion.news, scene),
            "next": turn_sentences.next_sentence(view, occasion.deadline, occasion.written),
            "watcher": watcher,
        }
        player = not (to_list or watcher)
        filled |= standing(occasion.news, scene, view, occasion.course, self._reply(letter), player=player)
        return replace(self._written("game", letter, filled, to), headers=headers)

    def private(
        self, occasion: Occasion, scene: SeatView, view: SeatView, to: Recipient, ids: Ids, contents: Contents
    ) -> Letter:
        """A player's own letter: their cards, and what they must do. `view` is their own, `scene` as in an
        announcement."""
        turn, reminder = contents.turn, contents.reminder
        corrected = any(isinstance(item, LateNotice) for item in occasion.news)
        due = turn_sentences.by_when(occasion.deadline, occasion.written)
        announced = occasion.news if contents.news else ()
        question = agreements.question(view, announced)
        news, since = without_repeats(agreements.not_asked(announced) if question else announced, view)
        since = beyond_the_table(since, view) if turn else since
        result = sentences.outcome(occasion.news, scene, due)
        planned = None if contents.receipt and not (turn or result) else done_by_plan(view)
        headline = result or own_headlines.own_headline(
            view, occasion.news, due, turn=turn, reminder=reminder, receipt=contents.receipt
        )
        if contents.receipt and not (contents.deal or turn or result or question):
            news = without_own(news, view)
        wrong = next((item for item in occasion.news if isinstance(item, Misplay) and item.seat == view.seat), None)
        misplay = rulings.own_misplay(wrong, scene) if turn and wrong is not None else None
        if misplay:
            news = tuple(item for item in news if item is not wrong)
        lines = sentences.lines(news, scene, due, self.settings.game.challenge_time)
        marks = (
            *(("deal", contents.deal), ("turn", turn and not reminder), ("reminder", reminder)),
            ("receipt", contents.receipt),
        )
        headers = spades_headers(
            [*event_names(announced), *(name for name, on in marks if on)],
            game=view.game,
            head=view.head,
            news=announced,
            position=Position(view, scene, deadline=occasion.deadline, hand=True, turn=turn, habits=to.habits),
        )
        subject = turn_subject(view) if turn else round_subject(view.game, view.round if contents.deal else scene.round)
        letter = self._envelope(to, ids, occasion.written, subject)
        filled = self._game_page(letter, view) | {
            "headline": headline,
            "detail": self._detail(occasion, view, to) if turn else None,
            "news": [line for line in lines if line.text != headline],
            "facts": fairness_rows.facts(news, scene),
            "since": since if planned is None else (planned, *since),
            "next": None if turn else turn_sentences.next_sentence(view, occasion.deadline, occasion.written),
            "private": True,
            "turn": turn,
            "hand_first": turn or contents.deal,
            "corrected": corrected and not contents.news,
            "otherwise": turn_sentences.warning(view, to.habits, reminder=reminder) if turn else None,
            "misplay": misplay,
            "question": question,
            "ended": tuple(map(plan_text, contents.ended)),
            "plans": self._plans(letter, view, to, turn=turn, open=contents.receipt and not turn),
            "away": table_rows.away_words(occasion.away),
        }
        filled |= standing(announced, scene, view, occasion.course, self._reply(letter), player=True)
        return replace(self._written("game", letter, filled, to), headers=headers, key=to.key)

    def _plans(self, letter: Letter, view: SeatView, to: Recipient, *, turn: bool, open: bool) -> PlanSection:
        return plan_section(view, to.habits, self._reply(letter).brief, turn=turn, open=open)

    def answer(self, answer: Answer, to: Recipient, ids: Ids, cause: Cause) -> Letter:
        """The answer to a mail, or a notice to a Gamesmaster, in the words of answers/NAME.txt."""
        view = _shown(answer)
        subject = answer_subject(answer, cause.game, cause.subject, view)
        letter = self._envelope(to, ids, cause.written, subject)
        reply = self._reply(letter)
        deadline = answer.deadline if isinstance(answer, Shown) else None
        own_view = None if isinstance(answer, OPEN) else view or cause.own
        title = "Spades" if cause.game is None else f"Spades {cause.game}"
        filled = template_values.blank(self.settings, letter.subject, title, reply) | {
            "answer": answer,
            "game": cause.game,
            "record": template_values.short_head(cause.head),
            "written": cause.written,
            "zone": to.timezone,
            "by_when": turn_sentences.by_when(deadline, cause.written),
            "task": turn_sentences.task,
            "actors": turn_sentences.actors,
            "buttons": tuple(reply.action(label, label, body) for label, body in _buttons(answer)),
            "last": self._last(cause.last),
        }
        if view is not None:
            filled |= template_values.position(view, reply) | {"private": True, "turn": view.mine}
            filled |= {"question": agreements.question(view)}
        if isinstance(answer, PlansPage):
            plans = self._plans(letter, answer.view, to, turn=answer.view.mine, open=True)
            filled |= {"plans": replace(plans, sentences=()) if answer.understood else plans}
        elif own_view is not None:
            filled |= {"plans": standing_only(own_view, to.habits)}
        body = tidy(self.templates.answer(answer, filled))
        filled |= {"body": Block(body), "blocks": blocks(body), "headline": body.partition("\n")[0]}
        own = None if view is None else Position(view, deadline=deadline, hand=True, turn=view.mine, habits=to.habits)
        headers = spades_headers(
            (answer.event,),
            game=cause.game,
            head=cause.head,
            news=_committed(answer),
            position=Position(answer.view) if isinstance(answer, GameResult) else own,
        )
        return replace(
            self._written("answer", letter, filled, to),
            headers=headers,
            answer=True,
            attachments=attached(answer),
            key=None if isinstance(answer, OPEN) else to.key,
        )

    def unsealed(self, letter: Letter, why: str) -> Letter:
        """The letter that replaces one that we cannot encrypt: it says so, and nothing of what the other says."""
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
        notice = self.answer(answer, to, ids, Cause(written=letter.written))
        public = tuple(field for field in letter.headers if field[0] in PUBLIC)
        return replace(notice, subject=letter.subject, headers=public, answer=letter.answer)

    def _envelope(self, to: Recipient, ids: Ids, written: datetime, subject: str) -> Letter:
        """A letter with nothing in it yet."""
        return Letter(
            to=to.address,
            to_name=to.name,
            subject=with_reference(subject, ids.token, self.settings.smtp.subaddress),
            text="",
            html=None,
            message_id=ids.message_id,
            written=written,
            reply_to=ids.reply_to,
            in_reply_to=ids.in_reply_to,
            references=ids.references,
            headers=(),
            answer=False,
            unsealed=UNSEALED,
        )

    def _written(self, template: str, letter: Letter, filled: Page, to: Recipient) -> Letter:
        text = wrapped(tidy(self.templates.render(f"{template}.txt", filled)))
        html = self.templates.render(f"{template}.html", filled) if to.format == "html" else None
        return replace(letter, text=text, html=html)

    def _game_page(self, letter: Letter, view: SeatView) -> Page:
        reply = self._reply(letter)
        blank = template_values.blank(self.settings, letter.subject, f"Spades {view.game}", reply)
        return blank | template_values.position(view, reply) | {"record": template_values.short_head(view.head)}

    def _reply(self, letter: Letter) -> Reply:
        return Reply.to(letter.reply_to or self.settings.referee.address, letter.subject, letter.message_id)

    def _last(self, last: Last | None) -> str | None:
        return None if last is None else self.templates.render("parts/last.txt", {"whose": last}).strip()

    def _detail(self, occasion: Occasion, view: SeatView, to: Recipient) -> str | None:
        if view.paused:
            return "The clock is stopped, but you may make your move all the same."
        left = turn_sentences.left(occasion.deadline, occasion.written, to.timezone)
        bank = bank_sentence(occasion.bank, occasion.written)
        return " ".join(filter(None, (left, bank))) or None


def _shown(answer: Answer) -> SeatView | None:
    """The position that an answer shows, if it shows one."""
    return answer.view if isinstance(answer, Shown) else None


def _committed(answer: Answer) -> tuple[News, ...]:
    """The commitments to the first deal of a table that is full."""
    return (Commitments(1, 1, answer.commits),) if isinstance(answer, TableFull | TableSeated) else ()


def _buttons(answer: Answer) -> tuple[tuple[str, str], ...]:
    """The buttons of an answer: the label of each, and the mail that it opens."""
    match answer:
        case PlansPage(offer=Card() as card):
            return ((f"Yes, play the {card_text(card)} now", "yes"),)
        case PlansPage(offer=int() as bid):
            return ((f"Yes, bid {bid_text(answer.view.sheet, bid)} now", "yes"),)
        case Error(offer=Plan()):
            return (("Yes, make it a plan", "yes"),)
        case NotUnderstood(near=str(near)) | Error(near=str(near)) if near:
            return ((f"Yes: {near}", "yes"),)
    return BUTTONS.get(type(answer), ())
