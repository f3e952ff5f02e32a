"""The paper and the occasion of a letter: who gets it, what identifies it, its subject and its template; the moment of
the game, and the part of it that one reader gets. Words none itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from referee.config import Settings
from referee.dominoes.events import RoundScored
from referee.post.messages import Attachment, Letter
from referee.spades.plans import NO_HABITS, Habits, Plan
from referee.table.view import TableView
from referee.telling import template_values
from referee.telling.buttons import Reply
from referee.telling.letter_headers import Headers, unsubscribe, with_reference
from referee.telling.letters.games import words_of
from referee.telling.news import Away, News, RoundOver, Stake
from referee.telling.template_values import Page
from referee.telling.templates import Templates
from referee.telling.text_blocks import tidy, wrapped


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """The reader of a letter; `format` is `text` or `html`."""

    address: str
    name: str
    timezone: str | None
    format: str
    habits: Habits = NO_HABITS
    """The reader's habits in all their games; nobody else sees them."""
    seat: int | None = None
    """The reader's seat in the game that the letter is about, if they have one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ids:
    """The ids of a letter and of the letters that it refers to, without angle brackets."""

    message_id: str
    in_reply_to: str | None
    references: tuple[str, ...]
    reply_to: str | None
    token: str | None


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper for one letter to one reader."""

    settings: Settings
    templates: Templates
    to: Recipient
    ids: Ids

    def subject(self, words: str) -> str:
        """Write the subject of the letter, with the token if no address carries it."""
        return with_reference(words, self.ids.token, self.settings.smtp.subaddress)

    def reply(self, subject: str) -> Reply:
        """Make the links that answer the letter of that subject."""
        return Reply.to(self.ids.reply_to or self.settings.referee.address, subject, self.ids.message_id)

    def way_out(self, line: str = "stop") -> Headers:
        """Make the header by which the reader ends such letters with `line`; none in a letter to the list."""
        if self.to.address == self.settings.referee.list:
            return ()
        return unsubscribe(self.ids.reply_to or self.settings.referee.address, line, self.subject(line))

    def game_page(self, subject: str, reply: Reply, view: TableView) -> Page:
        """Collect the values that every letter about a moment of a game shows."""
        blank, words = template_values.blank(self.settings, subject, reply), words_of(view)
        return blank | words.position(view, reply) | {"record": template_values.short_head(view.head), "words": words}

    def filled(self, template: str, page: Page) -> tuple[str, str | None]:
        """Fill in the text of the letter, and its HTML for those who want it."""
        text = wrapped(tidy(self.templates.render(f"{template}.txt", page)))
        return text, self.templates.render(f"{template}.html", page) if self.to.format == "html" else None

    def letter(
        self,
        written: datetime,
        subject: str,
        filled: tuple[str, str | None],
        headers: Headers,
        *,
        answer: bool = False,
        attachments: tuple[Attachment, ...] = (),
    ) -> Letter:
        """Make the whole letter; `filled`: its text and HTML."""
        text, html = filled
        return Letter(
            to=self.to.address,
            to_name=self.to.name,
            subject=subject,
            text=text,
            html=html,
            message_id=self.ids.message_id,
            written=written,
            reply_to=self.ids.reply_to,
            in_reply_to=self.ids.in_reply_to,
            references=self.ids.references,
            headers=headers,
            answer=answer,
            attachments=attachments,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """One moment of one game, the same for every letter about it."""

    news: tuple[News, ...]
    written: datetime
    deadline: datetime | None
    away: tuple[Away, ...] = ()
    """The players who are away at that moment, or have said that they will be."""
    leave: Mapping[int, int] = field(default_factory=dict)
    """The days of leave that players may still take, by seat; nothing if all of them."""
    course: tuple[RoundOver | RoundScored, ...] | None = None
    """The rounds of a game that is over, with their last scores; None while it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a private letter: the cards of a new `deal`, whose `turn` it is, the `news`.

    A `reminder` of a turn also says what will happen when the limit runs out. A `receipt` answers the reader's own act,
    when it is not their turn; `ended` are plans of theirs that a void, a new deal or a new player brought to their end,
    `stand` plans that stand although a void undid what they had done.
    `stake`: what it costs their team not to act in time, if it costs the match. `asked_by`: the Gamesmaster's name, or
    nothing, in the first letter ever to somebody whom they put into a game; None in all others.
    """

    deal: bool = False
    turn: bool = False
    news: bool = False
    reminder: bool = False
    receipt: bool = False
    ended: tuple[Plan, ...] = ()
    stand: tuple[Plan, ...] = ()
    stake: Stake | None = None
    asked_by: str | None = None
    long: bool = False
    """The game has gone on for long, and nobody has proposed a time to meet: the letter says what that brings."""
