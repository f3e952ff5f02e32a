"""What a letter is written on: who gets it, what identifies it, its subject and its template. Words none itself."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, Unpack

from referee.config import Settings
from referee.post.messages import Attachment, Copied, Letter
from referee.spades.plans import NO_HABITS, Habits
from referee.spades.view import SeatView
from referee.telling import template_values
from referee.telling.buttons import Reply
from referee.telling.letter_headers import Headers
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


class More(TypedDict, total=False):
    """What only some letters have."""

    attachments: tuple[Attachment, ...]
    key: str | None
    copied: Copied


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper for one letter to one reader."""

    settings: Settings
    templates: Templates
    to: Recipient
    ids: Ids

    def subject(self, words: str) -> str:
        """The subject of the letter, with the token where nothing else carries it."""
        return with_reference(words, self.ids.token, self.settings.smtp.subaddress)

    def reply(self, subject: str) -> Reply:
        """The links that answer the letter of that subject."""
        return Reply.to(self.ids.reply_to or self.settings.referee.address, subject, self.ids.message_id)

    def game_page(self, subject: str, reply: Reply, view: SeatView) -> Page:
        """What every letter about a moment of a game shows."""
        blank = template_values.blank(self.settings, subject, reply)
        return blank | template_values.position(view, reply) | {"record": template_values.short_head(view.head)}

    def filled(self, template: str, page: Page) -> tuple[str, str | None]:
        """The text of the letter, and its HTML for those who want it."""
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
        **more: Unpack[More],
    ) -> Letter:
        """The whole letter; `filled`: its text and HTML."""
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
            unsealed=UNSEALED,
            **more,
        )
