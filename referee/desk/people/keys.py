"""A person's OpenPGP key: kept, changed, forgotten. Never holds a secret one, and never seals or verifies itself.

The key seals eir letters and may prove eir mail. So one that is set is changed only by a mail signed with it, or by a
`yes` to the confirmation letter: a reply address that was read over eir shoulder must not become a key.
"""

from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap

from referee.asking.requests import Asked, SetKey
from referee.desk.case import Case, Complaint
from referee.desk.people.newcomers import entered
from referee.desk.quotas import may_set_key
from referee.desk.requests.request import Request
from referee.desk.send import send_answer
from referee.desk.sender.identify import Sender
from referee.desk.wrong import Wrong
from referee.post.messages import Incoming
from referee.post.proof.openpgp import KeyRefused, KeyRevoked, expiration, fingerprint, key_named, read_key
from referee.store import people
from referee.store.people import Person
from referee.telling.answers import KeyChange

STRONG = ("pgp", "confirmed")
"""What proves a change of a key that is set."""


def proven_for(sender: Sender, asked: Iterable[Asked]) -> Sender:
    """The sender with the proof that is enough for all of a mail; one that changes their key is asked about whole."""
    changes = any(isinstance(each.request, SetKey) for each in asked)
    known = sender.person is not None and sender.person.key is not None
    too_weak = changes and known and sender.proof not in STRONG
    return replace(sender, proof=None, weak=sender.proof) if too_weak else sender


def check_key(case: Case, request: Request[SetKey]) -> None:
    """Raises Complaint for a key that could not be kept, before anybody is asked about it.

    That of an unproven mail is told apart by its packets alone: anybody may have sent it, and reading it costs more.
    """
    person, on = request.sender.person, request.command.on
    if on and request.sender.proof is not None:
        _read(case, person, request.incoming)
    elif on:
        _named_key(request.incoming)
    elif person is None or person.key is None:
        raise Complaint(Wrong.NO_KEY)


def set_key(case: Case, request: Request[SetKey]) -> None:
    """Keep the key in the mail, or forget the one that is kept; a letter tells of it. Raises Complaint."""
    person, on = entered(case, request.sender), request.command.on
    key = _read(case, person, request.incoming) if on else None
    if not on and person.key is None:
        raise Complaint(Wrong.NO_KEY)
    if not may_set_key(case, person.address):
        raise Complaint(Wrong.BAD_KEY, sentence="your key was changed often enough today; send it tomorrow")
    people.change(case.tx, person.id, key=key)
    change = KeyChange(
        now=_named(key),
        before=_named(person.key),
        expires=None if key is None else expiration(key),
        proves="pgp" in case.desk.settings.auth.accept,
    )
    send_answer(case, replace(person, key=key), change, to=request.incoming)


def lines_shown(asked: Asked, incoming: Incoming) -> tuple[str, ...]:
    """The lines of a wish as its confirmation letter shows them: which key is meant stands there."""
    lines = asked.shown
    if not (isinstance(asked.request, SetKey) and asked.request.on and len(incoming.keys) == 1):
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
    """The key in the mail; None where it says that the one that is kept was revoked. Raises Complaint."""
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
    """A key's fingerprint as programs show it, in groups of four digits."""
    return None if key is None else " ".join(wrap(fingerprint(key).upper(), 4))
