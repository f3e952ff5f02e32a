"""The paper of a letter: who gets it, what identifies it, its subject and its template. Words none itself."""

from dataclasses import dataclass
from datetime import datetime

from referee.config import Settings
from referee.post.messages import Attachment, Letter
from referee.spades.plans import NO_HABITS, Habits
from referee.table.view import TableView
from referee.telling import template_values
from referee.telling.buttons import Reply
from referee.telling.letter_headers import Headers, unsubscribe
from referee.telling.letters.games import words_of
from referee.telling.subjects import with_reference
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
