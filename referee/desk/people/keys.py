"""A person's OpenPGP key: set, changed, removed. Never holds a secret key; encrypts and verifies nothing itself.

A person's letters are encrypted to their key, and it may prove their mail. So once set, a key is changed only by a mail
signed with it, or by a `yes` to a letter: glimpsing a reply address must not be enough to set a key.
"""

from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap

from referee.asking.commands import Asked, SetKey
from referee.desk.case import Case, Complaint
from referee.desk.outgoing import send_answer
from referee.desk.people.newcomers import entered
from referee.desk.quotas import may_set_key
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.sender.identify import Sender
from referee.post.messages import Incoming
from referee.post.proof.openpgp import KeyRefused, KeyRevoked, expiration, fingerprint, key_named, read_key
from referee.store import people
from referee.store.people import Person
from referee.telling.letter_kinds import KeyChange

STRONG = ("pgp", "confirmed")
"""The proofs that allow someone to change a key that is set."""


def proven_for(sender: Sender, asked: Iterable[Asked]) -> Sender:
    """The sender with the proof that covers all of a mail; a mail that changes their key needs one `yes` for the
    whole."""
    changes = any(isinstance(each.command, SetKey) for each in asked)
    known = sender.person is not None and sender.person.key is not None
    too_weak = changes and known and sender.proof not in STRONG
    return replace(sender, proof=None, weak=sender.proof) if too_weak else sender


def check_key(case: Case, request: Request[SetKey]) -> None:
    """Raises Complaint for a key that could not be used, before we ask anybody about it.

    In an unproven mail we look only at the packets: anybody may have sent it, and reading the key costs more.
    """
    person, on = request.sender.person, request.command.on
    if on and request.sender.proof is not None:
        _read(case, person, request.incoming)
    elif on:
        _named_key(request.incoming)
    elif person is None or person.key is None:
        raise Complaint(Wrong.NO_KEY)


def set_key(case: Case, request: Request[SetKey]) -> None:
    """Set the key in the mail, or remove the one that is set; a letter says so. Raises Complaint."""
    person, on = entered(case, request.sender), request.command.on
    key = _read(case, person, request.incoming) if on else None
    if not on and person.key is None:
        raise Complaint(Wrong.NO_KEY)
    if not may_set_key(case, person.address):
        raise Complaint(Wrong.BAD_KEY, sentence="you have changed your key often enough today; send it tomorrow")
    people.change(case.tx, person.id, key=key)
    change = KeyChange(
        now=_named(key),
        before=_named(person.key),
        expires=None if key is None else expiration(key),
        proves="pgp" in case.desk.settings.auth.accept,
    )
    send_answer(case, replace(person, key=key), change, to=request.incoming)


def lines_to_confirm(asked: Asked, incoming: Incoming) -> tuple[str, ...]:
    """The lines of a command as the letter that asks about it shows them, with the key's fingerprint."""
    lines = asked.lines
    if not (isinstance(asked.command, SetKey) and asked.command.on and len(incoming.keys) == 1):
        return lines
    try:
        return (*lines, f"(the key {_named(incoming.keys[0])})")
    except KeyRefused:
        return lines


def _named_key(incoming: Incoming) -> str:
    try:
        return key_named(incoming.keys)
    except KeyRefused as why:
        raise Complaint(Wrong.BAD_KEY, sentence=str(why)) from None


def _read(case: Case, person: Person | None, incoming: Incoming) -> str | None:
    """The key in the mail; None if it revokes the one that is set. Raises Complaint."""
    known = None if person is None else person.key
    try:
        return read_key(incoming.keys, case.now, known)
    except KeyRevoked as why:
        if known is not None and fingerprint(known) == why.fingerprint:
            return None
        raise Complaint(Wrong.BAD_KEY, sentence=str(why)) from None
    except KeyRefused as why:
        raise Complaint(Wrong.BAD_KEY, sentence=str(why)) from None


def _named(key: str | None) -> str | None:
    """A key's fingerprint in groups of four digits, as programs show it."""
    return None if key is None else " ".join(wrap(fingerprint(key).upper(), 4))
