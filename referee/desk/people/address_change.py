"""A player's change of address: ask the old address and the new, and make it once both have answered `yes`.

One answer never moves anyone: holding only one of the two mailboxes changes nothing. If one of the two questions
dies, because others saw it or for any other reason, the change is off. A mail from an unknown address that bears a
player's reply address asks the player alone, and the unknown address only after their `yes`.
"""

import re

from referee.asking.commands import SetAddress
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.people.members import entered
from referee.desk.quotas import spend_move
from referee.desk.request import Mail, Request
from referee.desk.sender.confirm import question, stranger
from referee.desk.sender.proofs import CONFIRMED
from referee.desk.sender.reply_addresses import QUESTION_LIFE
from referee.desk.table.start import player_address
from referee.games import view
from referee.post.messages import Message
from referee.post.reading.introducers import tells_of_writing
from referee.store import event_log, games, people, signups
from referee.store.people import Person, Token
from referee.telling.letter_kinds import Done, HandPage, MovePlease

NO = re.compile(r"\s*no\b(?! dia\b)", re.IGNORECASE)
"""But not `No dia 3 de março`, which begins a Portuguese attribution."""


def change_address(case: Case, request: Request[SetAddress]) -> str:
    """Ask both addresses whether the sender moves to the new one. Returns the sentence for the answer. Raises
    Complaint.

    If the command itself was confirmed, the old address has said `yes` already, and only the new one is asked.
    """
    sender = request.sender
    person = entered(case, sender)
    new = player_address(case, request.command.address)
    if new == person.address:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{new} is your address already")
    if not spend_move(case, person.id, new, backed=sender.backing is not None):
        if any(each.address == new and each.state == "good" for each in people.move_tokens(case.tx, person.id)):
            raise Complaint(Wrong.BAD_VALUE, sentence=f"{new} already has a letter that asks; answer it there")
        raise Complaint(Wrong.DAY_FULL)
    people.burn_moves(case.tx, person.id)
    answered = sender.proof == CONFIRMED
    for to in (person, stranger(new)):
        token = question(case, to, moves=person.id)
        if answered and to is person:
            people.spend(case.tx, token.token)
        elif to is not person and (owner := people.by_address(case.tx, new)) is not None:
            # the sender learns nothing: that letter is never answered
            send_answer(case, owner, Done((_taken(person),)))
        else:
            please = MovePlease(person.name, person.address, new, to is person, case.now + QUESTION_LIFE)
            send_answer(case, to, please, About(question=token))
    if answered:
        return f"a letter went to {new}; once you answer it with `yes` from there, that is your address"
    return f"a letter went to {new} and another to this address; once you answer both with `yes`, you move there"


def ask_owner(case: Case, token: Token, new: str, *, backed: bool) -> bool:
    """Ask the owner of a reply address, to which a mail came from the unknown address `new`, if that is theirs, too:
    once for each such address, and not while they move. Returns True if they were asked."""
    person = people.by_address(case.tx, token.address)
    if person is None or people.move_tokens(case.tx, person.id) or people.asked_to_move(case.tx, person.id, new):
        return False
    if not spend_move(case, person.id, new, backed=backed):
        return False
    please = MovePlease(person.name, person.address, new, True, case.now + QUESTION_LIFE, wrote=True)
    send_answer(case, person, please, About(question=question(case, person, moves=person.id, lines=(new,))))
    return True


def _ask_new(case: Case, person: Person, new: str) -> str:
    """Ask the new address, after the old one said `yes`. Returns the sentence for the answer."""
    to = stranger(_free(case, new))
    please = MovePlease(person.name, person.address, new, False, case.now + QUESTION_LIFE)
    send_answer(case, to, please, About(question=question(case, to, moves=person.id)))
    return f"a letter went to {new}; once you answer it with `yes` from there, that is your address"


def _taken(person: Person) -> str:
    """Tell the owner of an address who wants to move there."""
    return (
        f"{person.name}, who plays from {person.address}, asked the referee to write to this address from now on; you "
        "play from it, so nothing changes, and they are not told. If both are yours, ask the Gamesmaster to give you "
        "the seats of the other"
    )


def move_in(case: Case, message: Message, token: Token) -> None:
    """Take the `yes` of one of the two addresses. Raises Complaint if the new one was taken meanwhile.

    The address that answered gets a letter about the other `yes`, which is still missing; once both have answered, each
    gets a letter that the change is made.
    """
    assert token.moves is not None, "the token asks about a change of address"
    person = people.by_id(case.tx, token.moves)
    asked = people.move_tokens(case.tx, person.id)
    new = {each.address for each in asked} - {person.address}
    if not new and token.lines:
        send_answer(case, person, Done((_ask_new(case, person, token.lines),)), to=message)
    elif len(asked) != 2 or len(new) != 1:
        call_off(case, person.id, "one of the two letters about it is no longer valid")
    elif missing := [each.address for each in asked if each.state != "spent"]:
        thanks = f"thank you; nothing changes until {missing[0]} has answered the letter there with `yes` too"
        to = person if token.address == person.address else stranger(token.address)
        send_answer(case, to, Done((thanks,)), to=message)
    else:
        _move(case, person, _free(case, new.pop()))


def take_no(case: Case, mail: Mail) -> bool:
    """Take a `no` to a question about an address: it calls the change off, even after a `yes` from the same address.
    Returns False if the mail is no such answer; an attribution that begins with `No` is no answer."""
    sender, text = mail.sender, mail.message.text
    token = sender.token
    if token is None or token.moves is None or sender.vetoed or token.state not in ("good", "spent"):
        return False
    if (
        not NO.match(text)
        or tells_of_writing(text.lstrip().partition("\n")[0])
        or not people.move_tokens(case.tx, token.moves)
    ):
        return False
    call_off(case, token.moves, f"{sender.address} said no")
    return True


def call_off(case: Case, number: int, why: str) -> None:
    """Call off person `number`'s change of address, and tell both addresses. Does nothing if no change is open."""
    asked = people.move_tokens(case.tx, number)
    people.burn_moves(case.tx, number)
    person = people.by_id(case.tx, number)
    off = f"the change of address of {person.name} is off, since {why}; ask again if you still want it"
    for address in sorted({person.address, *(each.address for each in asked)}) if asked else ():
        send_answer(case, person if address == person.address else stranger(address), Done((off,)))


def _move(case: Case, person: Person, new: str) -> None:
    """Move a person: a last letter to the old address, whose tokens die; the new one gets what its games need."""
    gone = f"your address is {new} from now on; nothing more comes here, and reply addresses sent here no longer work"
    send_answer(case, person, Done((gone,)))
    people.burn_address(case.tx, person.address)
    people.burn_address(case.tx, new)
    people.change(case.tx, person.id, address=new)
    signups.move_partner(case.tx, person.address, new)
    moved = people.by_id(case.tx, person.id)
    send_answer(case, moved, Done((f"this is your address from now on, and {person.address} no longer is",)))
    for row in games.running_of(case.tx, person.id):
        seat = games.seat_of(case.tx, row.id, person.id)
        page = HandPage(view(event_log.load(case.tx, row), seat), row.deadline)
        send_answer(case, moved, page, About(game=row.id, turn=row.turn))


def _free(case: Case, address: str) -> str:
    """Fold an address. Raises Complaint if it is the list's, the referee's or another person's."""
    folded = player_address(case, address)
    if people.by_address(case.tx, folded) is not None:
        raise Complaint(Wrong.ADDRESS_TAKEN, address=folded)
    return folded
