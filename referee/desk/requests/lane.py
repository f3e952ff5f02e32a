"""Which game a mail is likely to mean, by its head alone: the lane in which it waits. Decides nothing about the mail.

Only what several daemons may do at the same time follows from it. A mail that turns out to mean something else is put
into another lane, and handled there as if for the first time.
"""

from sqlalchemy import Connection

from referee.config import Settings
from referee.desk.sender.identify import TAG
from referee.desk.sender.tokens import token_words
from referee.post.messages import Ignored, Incoming
from referee.post.reading.incoming import read_outline
from referee.store import games, outbox, people


def lane_of(tx: Connection, settings: Settings, raw: bytes) -> tuple[str, int | None]:
    """The address in From, or nothing, and the one game that a mail is likely to mean, if there is one: what it names
    by token, thread or tag, or else the only game of its sender."""
    incoming = read_outline(raw)
    if isinstance(incoming, Ignored) or not incoming.sender:
        return "", None
    named = _named(tx, settings, incoming)
    own = named or _own(tx, settings, incoming.sender)
    (game,) = own if len(own) == 1 else (None,)
    return incoming.sender, game if game is not None and games.find(tx, game) else None


def _named(tx: Connection, settings: Settings, incoming: Incoming) -> set[int]:
    tokens = (people.find_token(tx, word) for word in token_words(settings, incoming))
    named = {token.game for token in tokens if token is not None and token.game is not None}
    thread = outbox.referred(tx, incoming.references)
    if thread is not None and thread.game is not None:
        named.add(thread.game)
    return named | {int(tag) for tag in TAG.findall(incoming.subject)}


def _own(tx: Connection, settings: Settings, sender: str) -> set[int]:
    person = people.by_address(tx, sender)
    playing = set() if person is None else {row.id for row in games.running_of(tx, person.id)}
    if playing or sender not in settings.referee.gamesmasters:
        return playing
    return {row.id for row in games.steered_by(tx, sender)}
