"""The links of a letter that can be tapped: its `mailto:` links, as the mails that they open. Reads nothing else of
it."""

import re
from email.message import Message
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

LINK = re.compile(r'href="(mailto:[^"]*)"')


class Tap(NamedTuple):
    """The mail that a link opens (RFC 6068); `answers` is its In-Reply-To."""

    to: str
    subject: str
    answers: str
    body: str


def taps(letter: Message) -> tuple[Tap, ...]:
    """Return all that the HTML part of a letter offers, in its order; nothing if it has none."""
    html = next((part for part in letter.walk() if part.get_content_type() == "text/html"), None)
    content = html and html.get_payload(decode=True)
    if not isinstance(content, bytes):
        return ()
    return tuple(_tap(unescape(link)) for link in LINK.findall(content.decode("utf-8")))


def _tap(link: str) -> Tap:
    parts = urlsplit(link)
    pairs = (field.partition("=") for field in parts.query.split("&"))
    fields = {name.lower(): unquote(value) for name, _, value in pairs}
    return Tap(unquote(parts.path), *(fields.get(name, "") for name in ("subject", "in-reply-to", "body")))
