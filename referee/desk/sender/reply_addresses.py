"""The referee's own addresses on a mail, and the reply tokens in them: how long a token lives, who else got the mail.

Decides nothing by them.
"""

import re
from datetime import datetime, timedelta
from urllib.parse import unquote

from sqlalchemy import Connection

from referee.config import Settings
from referee.post.messages import Message
from referee.store import people
from referee.store.people import Person, Token


def local_domain(settings: Settings) -> tuple[str, str]:
    """Return the referee's own address in two parts."""
    local, _, domain = settings.referee.address.rpartition("@")
    return local, domain


def subaddress(settings: Settings, address: str) -> str | None:
    """Return the subaddress in one of the referee's addresses; "" for the bare address, None for anyone else's
    address. Some programs leave the `%2B` of a link as it is."""
    local, domain = local_domain(settings)
    name, _, host = address.rpartition("@")
    if host != domain or not name.startswith(local):
        return None
    rest = unquote(name.removeprefix(local))
    sign = settings.smtp.subaddress
    return "" if not rest else rest[len(sign) :] if sign and rest.startswith(sign) else None


def is_ours(settings: Settings, address: str) -> bool:
    """Tell if an address is the list's or the referee's, with or without a subaddress."""
    return address == settings.referee.list or subaddress(settings, address) is not None


def went_to_others(settings: Settings, message: Message, person: Person | None) -> bool:
    """Tell if a mail went to a list, or to anyone besides the referee and `person`, its sender, at their registered
    address."""
    everyone = message.everyone
    others = {address for address in everyone.addresses if subaddress(settings, address) is None}
    return message.listed or everyone.odd or bool(others - {person.address} if person else others)


LETTER_LIFE = timedelta(days=90)
"""The time for which the reply address of a letter proves its recipient, unless something ends it sooner."""

QUESTION_LIFE = timedelta(days=7)
"""The time for which a question can be answered with `yes`."""

SUBJECT_TOKEN = re.compile(r"\(ref ([a-z2-7]{24})\b", re.ASCII)


def own_token(tx: Connection, settings: Settings, message: Message) -> Token | None:
    """Return the token in a mail that was issued to its sender, a good one first; other people's tokens do not
    count."""
    found = (people.find_token(tx, word) for word in token_words(settings, message))
    own = [token for token in found if token is not None and token.address == message.sender]
    return next((token for token in own if token.state == "good"), next(iter(own), None))


def token_words(settings: Settings, message: Message) -> list[str]:
    """List the possible tokens in a mail: the subaddresses of the referee to which it went, or the mark in its
    subject."""
    if not settings.smtp.subaddress:
        return SUBJECT_TOKEN.findall(message.subject.lower())
    return [sub for a in (*message.recipients, *message.delivered) if (sub := subaddress(settings, a)) is not None]


def has_ended(token: Token, arrived: datetime) -> bool:
    """Tell if a token had expired when the mail arrived; that of a question is left to confirm.py."""
    return not token.asks and token.state == "good" and token.expires is not None and token.expires < arrived
