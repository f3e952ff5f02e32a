"""The partner whom a player means by `join with`: an address from that moment on, or a name that nobody has yet.

Never makes a pair by a name alone. If the name fits somebody who comes later, or who already waits for its writer, the
writer is asked first, and their `yes` is about that one person.
"""

from referee.desk.case import Case, Complaint
from referee.desk.quotas import may_hear
from referee.desk.refusals import Wrong
from referee.desk.sender.confirm import put_question, question
from referee.desk.sender.tokens import QUESTION_LIFE
from referee.names import same_name
from referee.store import people, signups
from referee.store.people import Person
from referee.store.signups import Waiting
from referee.telling.letter_kinds import PairPlease


def find_partner(case: Case, person: Person, sheet: str, wanted: str) -> str:
    """Find the address of the partner whom `person` names, by address or name. It stays a name if it fits nobody yet,
    or somebody with whom it would make a pair at once: `person` has not seen that address, so we ask first.

    Raises Complaint for their own address, for a name that fits several people, and for one whom we asked them about
    and they have not said `yes` to.
    """
    if wanted == person.address:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{wanted} is your own address; write that of your partner")
    if "@" in wanted:
        return wanted
    fitting = [one for one in people.named(case.tx, wanted) if one.id != person.id]
    if len(fitting) > 1:
        raise Complaint(Wrong.WHICH_PARTNER, name=wanted, asked=False)
    return _settled(case, person, sheet, fitting[0], wanted) if fitting else wanted


def _settled(case: Case, person: Person, sheet: str, found: Person, wanted: str) -> str:
    """Return the address of the only person the name fits, or the name, while we ask `person`. Raises Complaint."""
    asked = people.asked_to_pair(case.tx, person.id, found.id)
    if asked is not None and asked.state != "spent":
        raise Complaint(Wrong.WHICH_PARTNER, name=wanted, asked=True)
    entry = signups.entry_of(case.tx, found.id)
    waits = entry is not None and entry.sheet == sheet and entry.partner == person.address
    # the table may fill at once, and the answer that shows who was found would come too late
    return wanted if waits and asked is None else found.address


def are_pair(one: Waiting, other: Waiting, known: dict[int, Person]) -> bool:
    """Tell if two people on a sheet's list have each named the other's address."""
    named = one.partner == known[other.person].address and other.partner == known[one.person].address
    return named and one.sheet == other.sheet


def ask_about_names(case: Case, sheet: str) -> None:
    """Ask everyone on a sheet's list who waits for a name about each person there who has it: once about each, and no
    more often than a day allows."""
    list_ = signups.waiting_for(case.tx, sheet)
    known = {entry.person: people.by_id(case.tx, entry.person) for entry in list_}
    for entry in (entry for entry in list_ if entry.unsettled):
        for other in known.values():
            if other.id != entry.person and same_name(other.name, entry.partner or ""):
                _ask(case, known[entry.person], other)


def _ask(case: Case, person: Person, other: Person) -> None:
    if people.asked_to_pair(case.tx, person.id, other.id) is not None or not may_hear(case, person.address, "partner"):
        return
    token = question(case, person, pairs=other.id)
    please = PairPlease(other.name, other.address, case.now + QUESTION_LIFE)
    put_question(case, person, please, token, answers=None)


def introduced(person: Person) -> str:
    """Introduce a person by `Bob <bob@club.test>`: anyone can have the name, and part of an address could be somebody
    else's too."""
    return f"{person.name} <{person.address}>"
