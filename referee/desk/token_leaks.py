"""Reply tokens that others saw: they die at once, whoever wrote the mail and whatever we do with it.

Never decides whose mail it is: knowing a token can do no more here than end it.
"""

from referee.config import Settings
from referee.desk.case import Case
from referee.desk.people.address_change import call_off
from referee.desk.sender.reply_addresses import subaddress
from referee.post.messages import Message
from referee.post.reading.token_words import possible_tokens
from referee.store import people

ANYONE = ""
"""Stands for everybody who may read a list."""


def burn_leaked(case: Case, message: Message, raw: bytes) -> None:
    """Burn every token in a mail that went to anyone besides the referee, and call off any change of address that
    one of them asks about.

    The address that a token was sent to does not count as another reader of a mail from there, or of our own letter.
    """
    settings = case.desk.settings
    besides = _besides(settings, message)
    if not besides:
        return
    own = subaddress(settings, message.sender) is not None
    for token in people.live_tokens(case.tx, possible_tokens(raw)):
        if besides <= {token.address} and (own or message.sender == token.address):
            continue
        if token.moves is not None:
            call_off(case, token.moves, "others saw one of the two letters about it")
        people.burn(case.tx, token.token)


def _besides(settings: Settings, message: Message) -> frozenset[str]:
    """List those whom the mail went to besides the referee; includes ANYONE if it came through a list, or names an
    address that is not plain. A header that cannot be read names nobody."""
    others = frozenset(address for address in message.everyone.addresses if subaddress(settings, address) is None)
    # our own announcements look like a list's, though each copy has one reader
    ours = subaddress(settings, message.sender) is not None
    through_list = message.listed and not (ours and settings.referee.list_mode == "builtin")
    return others | {ANYONE} if through_list or message.everyone.odd else others
