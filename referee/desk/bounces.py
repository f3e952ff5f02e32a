"""Letters that came back. Only mail to the secret envelope address of a letter is a bounce."""

import re
from datetime import datetime

from referee.asking.command_table import DOMINOES, SPADES
from referee.asking.grammar import read_mail
from referee.desk.cards_in_text import discreet
from referee.desk.case import Case
from referee.desk.clock.deadlines import on_clock
from referee.desk.masters import masters_to_tell
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_notice
from referee.desk.sender.reply_addresses import own_token, subaddress, token_words
from referee.desk.table import watchers
from referee.post.messages import Automatic, Message
from referee.post.reading.reports import Told, diagnosis, told_of
from referee.post.wire.sockets import printable
from referee.store import event_log, games, outbox, people
from referee.store.games import GameRow
from referee.store.outbox import Queued
from referee.store.people import Person
from referee.telling.notices import Undeliverable

RETURNED = re.compile(r"b\.([a-z2-7]{24})", re.ASCII)
"""The word in a letter's return address."""


def note_bounce(case: Case, message: Message, raw: bytes) -> str | None:
    """Handle a mail to the envelope address of a letter. Returns the words for its log line, None for any other mail.

    The letter counts as undelivered, once, if the mail is evidence of that. A request by its reader is one as at the
    plain address; whatever else comes there is left alone.
    """
    words = token_words(case.desk.settings, message)
    returned = next((match for word in words if (match := RETURNED.fullmatch(word))), None)
    if returned is None or _is_answer(case, message):
        return None
    letter = outbox.of_envelope(case.tx, returned[1])
    told = told_of(message, raw, "" if letter is None else letter.recipient)
    if told is Told.ARRIVED and message.automatic is Automatic.NO and _may_ask(case, message):
        # some programs answer the return address
        return None
    if told is Told.FAILED and letter is not None:
        outbox.mark_bounced(case.tx, letter.id, discreet(printable(diagnosis(raw)), letter))
        undeliverable(case, letter, "it came back as undeliverable")
    return told.value


def _may_ask(case: Case, message: Message) -> bool:
    """Tell if a mail asks for something, or may do so."""
    readings = [read_mail(message, case.desk.sheets, game=game) for game in (SPADES, DOMINOES)]
    asks = any(each.asked or each.unclear or each.doubtful or each.old for each in readings)
    return asks or message.unread not in ("", "quoted")


def _is_answer(case: Case, message: Message) -> bool:
    """Tell if a person wrote this mail, and the return address is merely listed beside the one they answer."""
    if message.automatic is Automatic.BOUNCE or not message.sender:
        return False
    settings = case.desk.settings
    own = [sub for each in message.recipients if (sub := subaddress(settings, each)) is not None]
    returned = [sub for sub in own if RETURNED.fullmatch(sub)]
    return own_token(case.tx, case.desk.settings, message) is not None or 0 < len(returned) < len(own)


def undeliverable(case: Case, letter: Queued, why: str) -> None:
    """Tell the Gamesmasters who may rule on its game that a letter did not arrive; without a game, tell every
    gamesmaster.

    They do not hear of letters to themselves, to watchers, or to strangers, who may never have written.
    """
    if watchers.note_lost(case, letter, why):
        return
    person = people.by_address(case.tx, letter.recipient)
    if person is None and letter.recipient != case.desk.settings.referee.list:
        return
    row = None if letter.game is None else games.find(case.tx, letter.game)
    every = case.desk.settings.referee.gamesmasters
    masters = every if row is None else masters_to_tell(case, row.id, row.gamesmaster)
    name = person.name if person else ""
    until = None if row is None else _has_until(case, row, person)
    notice = Undeliverable(letter.game, name, letter.recipient, why, letter.tries + 1, until)
    seated = person is None or bool(games.running_of(case.tx, person.id))
    for address in masters:
        reported = f"undeliverable {letter.recipient}"
        if address != letter.recipient and spend_notice(case, address, reported, seated=seated):
            send_answer(case, people.welcome(case.tx, address), notice, About(game=letter.game))


def _has_until(case: Case, row: GameRow, person: Person | None) -> datetime | None:
    """Find until when a player has to act, if it is their turn and the clock is not stopped."""
    seat = None if row.deadline is None else on_clock(event_log.load(case.tx, row))
    return row.deadline if seat is not None and people.seated(case.tx, row.id)[seat] == person else None
