"""Confirmation letters: what is not proven is asked about at the registered address, and done when `yes` comes back."""

from dataclasses import replace
from datetime import timedelta

from referee.desk.answering import may_confirm
from referee.desk.case import Case, Complaint
from referee.desk.send import About, new_ids, recipient, reply_address, send
from referee.desk.who import Sender
from referee.mail.answers import ConfirmPlease
from referee.mail.messages import Incoming
from referee.mail.refusals import Wrong
from referee.store import people
from referee.store.people import Person, Token

VALID = timedelta(days=7)
STRANGER = 0
"""The number of someone who is not kept."""


def stranger(address: str) -> Person:
    """Someone unknown, as letters need em; nothing of it is kept."""
    return Person(id=STRANGER, address=address, name="", timezone=None, format="html", notify="play", auto_show=False)


def ask(
    case: Case, sender: Sender, person: Person, incoming: Incoming, lines: tuple[str, ...], *, steering: bool
) -> bool:
    """Ask the registered address whether it wrote these lines; False if it was asked enough today."""
    if not may_confirm(case, sender.address, known=sender.known, steering=steering):
        return False
    _send(case, person, lines, answers=incoming, unknown=not sender.known, moves=None)
    return True


def ask_new_address(case: Case, person: Person, address: str) -> None:
    """Ask a new address whether it is `person`'s from now on. Raises Complaint if it was asked today."""
    if not may_confirm(case, address, known=False, steering=False):
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{address} was asked today already; answer the letter there")
    line = f"use this address for {person.name}, until now {person.address}"
    _send(case, stranger(address), (line,), answers=None, unknown=True, moves=person.id)


def _send(
    case: Case, to: Person, lines: tuple[str, ...], *, answers: Incoming | None, unknown: bool, moves: int | None
) -> None:
    """Write the letter. Its `yes` lets the mail `answers` act, or gives the person `moves` this address."""
    about = About(event=ConfirmPlease.event)
    expires = case.now + VALID
    word = case.draws.secret()
    token = Token(
        token=word,
        person=to.id or None,
        address=to.address,
        game=None,
        turn=None,
        confirms=case.inbox if answers else None,
        moves=moves,
        expires=expires,
        state="good",
    )
    people.issue(case.tx, token)
    bare = new_ids(case, None, about, answers=answers, token=False)
    ids = replace(bare, reply_to=reply_address(case.desk.settings, word), token=word)
    answer = ConfirmPlease(lines, unknown, expires)
    subject = answers.subject if answers else None
    letter = case.desk.letters.answer(
        answer, recipient(to), ids, written=case.now, game=None, head=None, subject_of=subject
    )
    send(case, letter, about)


def confirmed(case: Case, sender: Sender) -> Token:
    """The question that this sender's `yes` answers, once. Raises Complaint if there is none, or it is too late."""
    token = sender.token
    if token is None or not token.asks or not sender.bears_token:
        raise Complaint(Wrong.NOTHING_TO_CONFIRM)
    if token.expires is not None and token.expires < case.now:
        raise Complaint(Wrong.CONFIRM_EXPIRED)
    people.spend(case.tx, token.token)
    return token
