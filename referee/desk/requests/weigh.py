"""A mail's reading, weighed with what the desk knows: what its words answer, turn, or may have meant; and the questions
that we ask its sender before we act: about commands that are unproven, may belong to an older mail, or are turned by
other words of the mail.
"""

import re
from dataclasses import dataclass, replace

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Reading
from referee.asking.grammar import may_be_doubted
from referee.asking.redact import redacted
from referee.asking.rows import Kind
from referee.asking.second_thoughts import Writer, beyond_courtesies, what_turns
from referee.asking.tournaments.commands import Enter
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import Slot, spend_first_question, spend_letter, spend_question, spend_stranger_answer
from referee.desk.request import Mail, Meant, Refused, Words
from referee.desk.requests.agreeing import with_answer, with_no, with_stop, with_yes
from referee.desk.requests.answers import answer, error_page, is_for_us, person_of, slot_for
from referee.desk.requests.handlers import check, is_unproven, request_of
from referee.desk.requests.near_misses import near_miss
from referee.desk.requests.offers import NONE, Offer
from referee.desk.sender.confirm import doubtful_to_ask, question, several_doubtful
from referee.desk.sender.reply_addresses import QUESTION_LIFE
from referee.desk.tournaments.invitations import first_invitations
from referee.desk.tournaments.which_tournament import event_of
from referee.desk.which_game import is_acting
from referee.games import SeatView, view
from referee.store import signups
from referee.store.people import Person
from referee.table.refusal import Refusal
from referee.telling.letter_kinds import ConfirmPlease, DoubtPlease, WelcomePlease


def second_thoughts(mail: Mail, reading: Reading) -> tuple[Reading, str]:
    """Return the reading and, if a line of the mail turns one of its commands, that line: then we only ask about the
    commands."""
    beside = what_turns(reading, _writer(mail))
    if not beside or not reading.asked:
        return reading, ""
    waiting = tuple(asked for asked in reading.asked if may_be_doubted(asked.command))
    return replace(reading, asked=(), doubtful=waiting, old=()), beside


def talks(mail: Mail, reading: Reading) -> bool:
    """Tell if a mail says more than commands and courtesies."""
    return any(beyond_courtesies((line for _, line in reading.talk), _writer(mail)))


def _writer(mail: Mail) -> Writer:
    sender = mail.sender
    called = (mail.message.sender_name, sender.address.partition("@")[0], sender.person.name if sender.person else "")
    words = re.findall(r"[^\W_]+", " ".join(called).casefold())
    return Writer(frozenset(words), known=bool(mail.message.sender_name))


def doubtful_lines(case: Case, mail: Mail, reading: Reading) -> tuple[Asked, ...]:
    """Return the lines to ask the sender about because they may be old, without those we would refuse anyway.

    We ask about surely old lines only on the sender's turn and if the mail has no command, in place of an answer that
    says so.
    """
    doubtful = doubtful_to_ask(reading)
    if not (reading.asked or reading.doubtful) and doubtful:
        own = mail.meant.own
        if own is None or not own.mine or several_doubtful(doubtful) or not is_for_us(case, mail):
            return ()
    return tuple(asked for asked in doubtful if _may_be_asked_about(case, mail, asked))


def ask_about(case: Case, mail: Mail, held: tuple[Asked, ...], doubtful: tuple[Asked, ...], beside: str) -> Words:
    """Ask the address itself, in one letter, whether it wrote the `held` commands, and whether it means commands that
    may be old, or turned by the line `beside` them."""
    words = tuple(f"{type(asked.command).__name__}/doubtful" for asked in doubtful)
    if held or any(is_unproven(mail.sender, asked) for asked in doubtful):
        return (*words, *_ask_unproven(case, mail, *((doubtful, ()) if beside else (held, doubtful))))
    if not doubtful:
        return words
    person = person_of(case, mail.sender)
    slot = slot_for(case, mail, person)
    if slot is None:
        return (*words, "no-slot")
    _ask_of_doubt(case, person, mail, doubtful, slot, beside)
    return words


def _may_be_asked_about(case: Case, mail: Mail, asked: Asked) -> bool:
    try:
        check(case, request_of(case, mail, asked))
    except (Complaint, Refusal):
        return False
    return asked.whole


def _ask_unproven(case: Case, mail: Mail, held: tuple[Asked, ...], doubtful: tuple[Asked, ...]) -> Words:
    person = person_of(case, mail.sender)
    if _spend_asking(case, mail, (*held, *doubtful)):
        _ask(case, mail, person, held, doubtful)
        return ()
    unproven: dict[str, object] = {"dead": mail.sender.dead_address}
    if held and mail.sender.known and spend_letter(case, person.address, "asked before"):
        refused = [Refused(asked, Wrong.ASKED_BEFORE, unproven) for asked in held]
        answer(case, mail, error_page(mail, refused), slot=Slot())
        return (Wrong.ASKED_BEFORE.value,)
    return ("no-slot",)


def _spend_asking(case: Case, mail: Mail, about: tuple[Asked, ...]) -> bool:
    """Count that we ask a mail's sender about these commands. Returns False if we may ask no more today."""
    sender, kinds = mail.sender, {row_of(asked.command).kind for asked in about}
    if sender.known:
        # mail that anyone could have sent must not keep the owner from hearing why their reply address is dead
        backing = sender.backing or sender.burnt_token or (sender.marks[0] if sender.used_up else None)
        return spend_question(case, sender.address, steering=Kind.STEERING in kinds, backing=backing)
    # asking a stranger takes the place of answering them; asking them to come in is counted apart
    if Kind.PERSONAL in kinds:
        return spend_first_question(case, sender.address, event_of(case, mail.tournament))
    return spend_stranger_answer(case, sender.address, None, backed=False) is not None


def _ask(case: Case, mail: Mail, person: Person, held: tuple[Asked, ...], doubtful: tuple[Asked, ...]) -> None:
    """Ask the registered address whether it wrote the lines that lack a proof, and the lines that may be old."""
    sender, every = mail.sender, (*held, *doubtful)
    lines, old = (tuple(line for asked in some for line in asked.lines) for some in (held, doubtful))
    token = question(case, person, confirms=case.inbox, lines=tuple(each.words for each in every))
    expires, game = case.now + QUESTION_LIFE, _game_named(mail, own=False)
    please: ConfirmPlease | WelcomePlease = ConfirmPlease(lines, expires, sender.dead_address, old, game)
    if not sender.known:
        entering = any(isinstance(one.command, Enter) for one in every)
        invited = () if entering else first_invitations(case, mail.message)
        please = WelcomePlease(lines, expires, signups.counts(case.tx), old, invited)
    send_answer(case, person, please, About(question=token), to=mail.message)


def _ask_of_doubt(case: Case, person: Person, mail: Mail, asked: tuple[Asked, ...], slot: Slot, beside: str) -> None:
    """Ask a proven sender whether they mean lines that may belong to an older mail, or that the line `beside` them may
    turn, using an answer's `slot`."""
    token = question(case, person, confirms=case.inbox, lines=tuple(each.words for each in asked))
    lines = tuple(line for each in asked for line in each.lines)
    please = DoubtPlease(lines, case.now + QUESTION_LIFE, beside, _game_named(mail, own=True))
    send_answer(case, person, please, About(question=token), to=mail.message, last=slot.last)


def _game_named(mail: Mail, *, own: bool) -> SeatView | None:
    """Return the game that a mail names: the sender's `own` view of it, or the public view."""
    if not mail.named or not isinstance(mail.meant, Meant):
        return None
    return view(mail.meant.game, mail.meant.seat if own else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """The commands to carry out, and what to ask about or offer instead."""

    mail: Mail
    reading: Reading
    doubtful: tuple[Asked, ...] = ()
    """The commands that we only ask about."""
    beside: str = ""
    """The line that turns them, if one does."""
    offer: Offer = NONE
    """The command that a badly typed line may have meant."""


def weigh(case: Case, mail: Mail, reading: Reading, *, agreed: bool) -> Weighed:
    """Weigh what a mail asks. `agreed`: its sender was asked about it and said yes. Changes nothing.

    The commands of a mail that says nothing else pass as they are, all but a `yes` or `no`.
    """
    # no plan or habit may act unless its owner was shown it
    planning = any(map(plans, reading.asked)) or any(unclear.plan for unclear in reading.unclear)
    mail = replace(mail, acting=mail.acting or is_acting(case, mail) or planning)
    reading = with_answer(case, mail, with_yes(case, mail, reading))
    denies = reading.no is not None
    if mail.sender.anybody:
        # the owner of the address may be the victim of this mail, so none of its words reach them
        reading = redacted(reading)
    offer = near_miss(case, mail, reading)
    if reading.unclear:
        return Weighed(mail=mail, reading=reading, offer=offer)
    if offer.words:
        reading = replace(reading, asked=())
    reading = with_stop(case, mail, with_no(case, mail, reading))
    mail = replace(mail, denies=denies, talks=talks(mail, reading))
    reading, beside = (reading, "") if agreed else second_thoughts(mail, reading)
    doubtful = doubtful_lines(case, mail, reading)
    return Weighed(mail=mail, reading=reading, doubtful=doubtful, beside=beside, offer=offer)


def plans(asked: Asked) -> bool:
    """Tell if a command makes or drops plans or habits."""
    return row_of(asked.command).plans
