"""The nouns of the post office: mail as read, mail that we ignore, outgoing letters. No behaviour."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from referee.post.reading.mailboxes import Recipients


class Author(Protocol):
    """The sender of our letters."""

    @property
    def name(self) -> str:
        """The name as people read it; may be empty."""

    @property
    def address(self) -> str:
        """Bare, in ASCII."""


class Automatic(StrEnum):
    """The kind of machine that sent a mail, if one did (RFC 3834)."""

    NO = "no"
    GENERATED = "generated"
    """A mail sent by a program, which perhaps writes for its owner: may act with a valid token."""
    REPLIED = "replied"
    """A vacation note or other automatic reply: never acts, never answered."""
    BOUNCE = "bounce"
    """A delivery report: never acts, never answered."""
    UNNAMED = "unnamed"
    """A mail with an empty return path and no other sign of a machine: a person's if it bears their reply token, else a
    delivery report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One mail as read. Addresses are bare, ASCII, A-Z folded; ids are without angle brackets."""

    digest: str
    """SHA-256 of the raw bytes, hex."""
    message_id: str | None
    sender: str
    """Empty if From does not name exactly one address."""
    sender_name: str
    recipients: tuple[str, ...]
    """Every address in To and Cc, in order, each once."""
    everyone: Recipients
    """Everyone named in any of its fields, including Bcc and Resent-To."""
    delivered: tuple[str, ...]
    """Envelope recipients as our own server noted them (Delivered-To, X-Original-To, Envelope-To)."""
    subject: str
    references: tuple[str, ...]
    """The message ids that this mail refers to, nearest first: In-Reply-To, then References from its end."""
    text: str
    """The new text only: no quotes, signatures, disclaimers, forwarded originals."""
    automatic: Automatic
    listed: bool
    """Came through a mailing list (List-Id, List-Post or Precedence: list)."""
    reply_subject: bool
    """The subject begins with Re, AW, Fwd and the like, or is empty, so it holds no command."""
    replaced: bool = False
    """A list put its own address into From: `sender` is the author that it names elsewhere."""
    plain: bool = True
    """All mail programs read the same sender from the header. If one could read another, only a token proves the
    mail."""
    old: str = ""
    """The text without quote marks below the new text: old, unless the writer answers below what they quote. Also the
    text of a mail that is enclosed in a mail without text."""
    quoting: frozenset[int] = frozenset()
    """The numbers of the lines of `text` that introduce a marked quote; the quote itself is not part of `text`."""
    formatted: str | None = None
    """The new text as the formatted one of two alternatives shows it."""
    date: str = ""
    """The Date as written: mails with one Message-ID and different Dates are no copies of each other."""
    written: str = ""
    """SHA-256 of what its writer wrote, hex: the same in each copy, whatever servers put above it. Without a date, the
    digest."""
    unread: str = ""
    """The kind of thing that stands in place of a text, a word of body_text.UNREAD."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that goes with a letter."""

    name: str
    text: str
    subtype: str = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One mail to one address, before compose.py writes it as bytes."""

    to: str
    to_name: str
    subject: str
    text: str
    html: str | None
    """The HTML; None if the recipient asked for plain text."""
    message_id: str
    written: datetime
    """The moment when it was written, the same at every try to send it."""
    reply_to: str | None
    in_reply_to: str | None
    references: tuple[str, ...]
    headers: tuple[tuple[str, str], ...]
    """Further fields, in order: `List-Id` and the like."""
    answer: bool
    """Sent in answer to a mail: `Auto-Submitted: auto-replied`; else `auto-generated`."""
    attachments: tuple[Attachment, ...] = ()
