"""Letters that came back. Only mail to the secret envelope address of a letter is a bounce."""

import re

from referee.desk.case import Case
from referee.desk.clock import grace
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import may_notify
from referee.desk.sender.addresses import subaddress
from referee.desk.sender.tokens import own_token, token_words
from referee.desk.table import watchers
from referee.post.messages import Automatic, Incoming
from referee.post.reading.delivery_reports import gives_up
from referee.store import games, outbox, people
from referee.store.outbox import Queued
from referee.telling.notices import Undeliverable

RETURNED = re.compile(r"b\.(?:\d{1,12}\.)?([a-z2-7]{24})", re.ASCII)
"""The word in a letter's return address; earlier versions put the letter's number before it, which we do not read."""


def note_bounce(case: Case, incoming: Incoming, raw: bytes) -> str | None:
    """Handle a mail to the envelope address of a letter. Returns the words for its log line, None for any other mail.

    The letter counts as undelivered, once. Vacation notes go there too (RFC 3834), but they show that the letter
    arrived, as does anything its recipient writes. A report that it is delayed (RFC 3464) says nothing yet.
    """
    words = token_words(case.desk.settings, incoming)
    returned = next((match for word in words if (match := RETURNED.fullmatch(word))), None)
    if returned is None or incoming.automatic is Automatic.REPLIED or _is_answer(case, incoming):
        return None
    return _came_back(case, incoming, raw, outbox.of_envelope(case.tx, returned[1]))


def _is_answer(case: Case, incoming: Incoming) -> bool:
    """Whether a person wrote this mail, and the return address is merely listed beside the one they answer."""
    if incoming.automatic is Automatic.BOUNCE or not incoming.sender:
        return False
    settings = case.desk.settings
    own = [sub for each in incoming.recipients if (sub := subaddress(settings, each)) is not None]
    returned = [sub for sub in own if RETURNED.fullmatch(sub)]
    return own_token(case, incoming) is not None or 0 < len(returned) < len(own)


def _came_back(case: Case, incoming: Incoming, raw: bytes, letter: Queued | None) -> str:
    if not gives_up(raw):
        return "ignored/delayed"
    if letter is None:
        return "bounce"
    if incoming.sender == letter.recipient and incoming.automatic is not Automatic.BOUNCE:
        return "ignored/arrived"
    outbox.mark_bounced(case.tx, letter.id)
    undeliverable(case, letter, "it came back as undeliverable")
    return "bounce"


def undeliverable(case: Case, letter: Queued, why: str) -> None:
    """Give the player who did not get a letter what is left of their grace, and write to the game's Gamesmaster, or to
    every gamesmaster if it has none.

    Gamesmasters do not hear of letters to themselves, to watchers, or to strangers, who may never have written.
    """
    if watchers.lost(case, letter, why):
        return
    person = people.by_address(case.tx, letter.recipient)
    if person is None and letter.recipient != case.desk.settings.referee.list:
        return
    if letter.game is not None:
        case.enter(letter.game)
    row = None if letter.game is None else games.find(case.tx, letter.game)
    masters = case.desk.settings.referee.gamesmasters if row is None else (row.gamesmaster,)
    given = None if row is None else grace.give(case, row, letter)
    name = person.name if person else ""
    notice = Undeliverable(letter.game, name, letter.recipient, why, letter.tries + 1, given)
    changed = given is not None and bool(given.more)
    seated = person is None or bool(games.running_of(case.tx, person.id))
    for address in masters:
        if address == letter.recipient:
            continue
        # a clock that moved is news in its own right, and happens only once in a game
        if may_notify(case, address, f"undeliverable {letter.recipient}", seated=seated) or changed:
            master = people.welcome(case.tx, address)
            send_answer(case, master, notice, About(game=letter.game))
