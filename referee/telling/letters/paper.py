"""What a letter is written on: who gets it, what identifies it, its envelope and its template. Words none itself."""

from dataclasses import dataclass, replace
from datetime import datetime

from referee.config import Settings
from referee.post.messages import Letter
from referee.spades.plans import NO_HABITS, Habits
from referee.spades.view import SeatView
from referee.telling import template_values
from referee.telling.buttons import Reply
from referee.telling.subjects import with_reference
from referee.telling.template_values import Page
from referee.telling.templates import Templates
from referee.telling.text_blocks import tidy, wrapped

UNSEALED = frozenset({"Spades-Game", "Spades-Event"})
"""The headers that an encrypted letter shows on its way; the others are inside."""


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


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper for one letter to one reader."""

    settings: Settings
    templates: Templates
    to: Recipient
    ids: Ids

    def envelope(self, written: datetime, subject: str) -> Letter:
        """A letter with nothing in it yet."""
        return Letter(
            to=self.to.address,
            to_name=self.to.name,
            subject=with_reference(subject, self.ids.token, self.settings.smtp.subaddress),
            text="",
            html=None,
            message_id=self.ids.message_id,
            written=written,
            reply_to=self.ids.reply_to,
            in_reply_to=self.ids.in_reply_to,
            references=self.ids.references,
            headers=(),
            answer=False,
            unsealed=UNSEALED,
        )

    def reply(self, letter: Letter) -> Reply:
        """The links that answer the letter."""
        return Reply.to(letter.reply_to or self.settings.referee.address, letter.subject, letter.message_id)

    def game_page(self, letter: Letter, view: SeatView) -> Page:
        """What every letter about a moment of a game shows."""
        reply = self.reply(letter)
        blank = template_values.blank(self.settings, letter.subject, reply)
        return blank | template_values.position(view, reply) | {"record": template_values.short_head(view.head)}

    def fill(self, template: str, letter: Letter, page: Page) -> Letter:
        """The letter with its text, and with HTML for those who want it."""
        text = wrapped(tidy(self.templates.render(f"{template}.txt", page)))
        html = self.templates.render(f"{template}.html", page) if self.to.format == "html" else None
        return replace(letter, text=text, html=html)
