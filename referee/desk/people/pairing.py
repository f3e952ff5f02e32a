"""The partner whom a player means by `join with`: an address, or a name until they have seen the address behind it.

Never makes a pair by a name alone, and shows nobody an address whose owner has not named theirs. A player whose name
was written hears of it; the writer is asked once that player has named them too, and their `yes` is about that one
person.
"""

from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, send_answer
from referee.desk.people_called import Called, called, doubt
from referee.desk.quotas import spend_letter, spend_partner_question
from referee.desk.refusals import Wrong
from referee.desk.sender.confirm import put_question, question
from referee.desk.sender.reply_addresses import LETTER_LIFE, QUESTION_LIFE
from referee.names import same_name
from referee.store import people, signups
from referee.store.people import Person
from referee.store.signups import Waiting
from referee.telling.letter_kinds import PairPlease


def find_partner(case: Case, person: Person, wanted: str) -> str:
    """Find the address of the partner whom `person` names, by address or name. A name stays a name until we have asked
    `person` about the player whom it fits, and they have said `yes`.

    Raises Complaint for their own address, for a name that fits several people, and while our question about that
    player has no `yes`.
    """
    if wanted == person.address:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{wanted} is your own address; write that of your partner")
    if "@" in wanted:
        return wanted
    fitting = [one for one in people.named(case.tx, wanted) if one.id != person.id]
    if len(fitting) > 1:
        raise Complaint(Wrong.WHICH_PARTNER, name=wanted, asked=False)
    asked = people.asked_to_pair(case.tx, person.id, fitting[0].id) if fitting else None
    if asked is None:
        return wanted
    if asked.state != "spent":
        raise Complaint(Wrong.WHICH_PARTNER, name=wanted, asked=True)
    return fitting[0].address


def are_pair(one: Waiting, other: Waiting, known: dict[int, Person]) -> bool:
    """Tell if two people on a sheet's list have each named the other's address."""
    named = one.partner == known[other.person].address and other.partner == known[one.person].address
    return named and one.sheet == other.sheet


def ask_named(case: Case, person: Person, wish: Waiting) -> Called | None:
    """Ask the one player whom the name in a wish surely means if they want to play with its writer. Returns the player
    whom it asked, or None."""
    if not wish.unsettled or wish.partner is None:
        return None
    found = called(case, wish.partner, person.id)
    if len(found) != 1 or doubt(case, wish.partner, found[0], person.id):
        return None
    other = found[0].person
    entry = signups.entry_of(case.tx, other.id)
    names_them = entry is not None and (entry.sheet, entry.partner) == (wish.sheet, person.address)
    if (
        names_them
        or not same_name(other.name, wish.partner)
        or not spend_partner_question(case, person.address, other.address)
    ):
        return None
    page = PairPlease(person.name, person.address, case.now + LETTER_LIFE, wish.sheet)
    send_answer(case, other, page, About(offer=f"join {wish.sheet} with {person.address}"))
    return found[0]


def ask_about_names(case: Case, sheet: str) -> None:
    """Ask everyone on a sheet's list who waits for a name about each person there who has it and has named their
    address: once about each, and no more often than a day allows."""
    list_ = signups.waiting_for(case.tx, sheet)
    known = {entry.person: people.by_id(case.tx, entry.person) for entry in list_}
    unsettled = [entry for entry in list_ if entry.unsettled]
    for entry in unsettled:
        person = known[entry.person]
        for other in (known[one.person] for one in list_ if one.partner == person.address):
            if same_name(other.name, entry.partner or ""):
                _ask(case, person, other)


def _ask(case: Case, person: Person, other: Person) -> None:
    if people.asked_to_pair(case.tx, person.id, other.id) is not None or not spend_letter(
        case, person.address, "partner"
    ):
        return
    token = question(case, person, pairs=other.id)
    please = PairPlease(other.name, other.address, case.now + QUESTION_LIFE)
    put_question(case, person, please, token, answers=None)
