"""The post's nouns: a mail that was read, a mail that is not read, and a letter that goes out. No behaviour."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from referee.post.reading.mailboxes import Recipients


class Author(Protocol):
    """Whom letters are from."""

    @property
    def name(self) -> str:
        """As people read it; may be empty."""

    @property
    def address(self) -> str:
        """Bare, in ASCII."""


class Automatic(StrEnum):
    """How far a mail was sent by a machine (RFC 3834)."""

    NO = "no"
    GENERATED = "generated"
    """A robot player's, perhaps: may be played with a valid token."""
    REPLIED = "replied"
    """A vacation note or other automatic reply: never played, never answered."""
    BOUNCE = "bounce"
    """A delivery report: never played, never answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """What of a mail an OpenPGP key may have signed; who did is not asked yet."""

    content: bytes
    """What was signed, as the signature counts it: with CRLF, and where it was signed in place (`clear`), without what
    was put there for that."""
    signature: bytes
    clear: bool
    charset: str
    """Of text signed in place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One mail as read. Addresses are bare, ASCII, A-Z folded; ids are without angle brackets."""

    digest: str
    """SHA-256 of the raw bytes, hex."""
    message_id: str | None
    sender: str
    """Empty where From does not name one address."""
    sender_name: str
    recipients: tuple[str, ...]
    """Every address in To and Cc, in order, without doubles."""
    everyone: Recipients
    """Whom all of its fields name, Bcc and Resent-To among them."""
    delivered: tuple[str, ...]
    """Envelope recipients as the own server noted them (Delivered-To, X-Original-To, Envelope-To)."""
    subject: str
    references: tuple[str, ...]
    """Message ids that this mail refers to, nearest first: In-Reply-To, then References from its end."""
    text: str
    """The new text only: no quotes, signatures, disclaimers, forwarded originals."""
    automatic: Automatic
    listed: bool
    """Came through a mailing list (List-Id, List-Post or Precedence: list)."""
    reply_subject: bool
    """The subject begins with Re, AW, Fwd and the like, or is empty: it holds no command."""
    replaced: bool = False
    """A list put its own address into From: `sender` is the author that it names elsewhere."""
    plain: bool = True
    """No two readers take its head for two different senders; of one that is not, a token alone proves anything."""
    keys: tuple[str, ...] = ()
    """Armoured OpenPGP keys, attached or in the text."""
    signed: Signed | None = None
    old: str = ""
    """What stands without quote marks below the new text: surely old, unless its writer answers below it."""
    quoting: frozenset[int] = frozenset()
    """The numbers of the lines of `text` that introduce a marked quote, which is not part of it."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """A mail that gets no answer and does nothing; `why` is one word or two for the log line."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file that goes with a letter."""

    name: str
    text: str
    subtype: str = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One mail to one address, ready to be put into bytes (compose.py)."""

    to: str
    to_name: str
    subject: str
    text: str
    html: str | None
    """None where the recipient asked for plain text."""
    message_id: str
    written: datetime
    """When it was written, the same on every attempt to send it."""
    reply_to: str | None
    in_reply_to: str | None
    references: tuple[str, ...]
    headers: tuple[tuple[str, str], ...]
    """Fields of its own besides those above, in order: `List-Id` and the like."""
    answer: bool
    """Sent because a mail came: `Auto-Submitted: auto-replied`; else `auto-generated`."""
    attachments: tuple[Attachment, ...] = ()
    key: str | None = None
    """The OpenPGP key that it is sealed to, where it may show what only its recipient may see."""
    unsealed: frozenset[str] = frozenset()
    """Names of the `headers` that a sealed letter shows on its way, for those who sort their mail by them; all others
    lie inside."""
