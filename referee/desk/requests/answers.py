"""Answers to a mail, each from a slot of its sender's day, and about the game that the mail means."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from referee.asking.commands import Reading
from referee.asking.grammar import read_mail
from referee.desk.case import Case, Wrong
from referee.desk.clock.missing_players import is_unanswered
from referee.desk.outgoing import PLAY, About, send_answer
from referee.desk.people.address_change import ask_owner
from referee.desk.quotas import Slot, spend_answer, spend_full_notice, spend_stranger_answer
from referee.desk.request import Mail, Meant, Refused, Words
from referee.desk.requests.offers import NONE, Offer
from referee.desk.sender import confirm
from referee.desk.sender.identify import Sender
from referee.desk.sender.reply_addresses import subaddress
from referee.desk.table.proposals import proposal_answered
from referee.desk.tournaments.invitations import first_invitations
from referee.desk.tournaments.which_tournament import event_of
from referee.desk.which_game import look_up
from referee.games import RULES
from referee.post.messages import Automatic, Message
from referee.post.reading.automatic import reads_as_report
from referee.store import clocks, outbox, people, signups, tournaments
from referee.store.people import Person, Token
from referee.telling import error_answers
from referee.telling.error_answers import Error, NotUnderstood, WelcomeError
from referee.telling.letter_kinds import HandPage, OtherAddress, PlansPage, RecordPage, Welcome
from referee.telling.notices import Answer

NAMELESS = (
    "it does not name exactly one address, so nobody can tell whose mail it is; "
    "let your mail program write your name, and your address in angle brackets, and send it again"
)
Unclear = tuple[tuple[str, str], ...]
"""Lines that may mean more than one command, or no command; each with a sentence that says why."""


def answer(
    case: Case, mail: Mail, page: Answer, slot: Slot | None = None, offer: str | None = None, *, full: bool = False
) -> Words:
    """Send an answer if a slot is left, or is given. A `yes` to the answer does what it offers. `full`: it says that
    nobody else can come in today."""
    person, page = person_of(case, mail.sender), _greeted(case, mail.sender, mail.message, page)
    slot = slot or slot_for(case, mail, person, full=full)
    if slot is None:
        return ("no-slot",)
    game, turn = (mail.meant.row.id, mail.meant.row.turn) if isinstance(mail.meant, Meant) else (None, None)
    if isinstance(page, RecordPage) and page.game not in (game, None):
        game, turn = page.game, None
    own = mail.meant.own if game is not None and turn is not None else None
    cup = None if mail.tournament is None else tournaments.find(case.tx, mail.tournament)
    to = replace(mail.message, subject="") if mail.sender.anybody else mail.message
    send_answer(
        case,
        person,
        page,
        About(game=game, turn=turn, own=own, offer=offer, tournament=cup),
        to=to,
        last=slot.last,
    )
    if isinstance(page, HandPage | PlansPage) and game is not None and page.view.seat is not None:
        clocks.set_receipt(case.tx, game, [page.view.seat], None)
    return ()


def _greeted(case: Case, sender: Sender, message: Message, page: Answer) -> Answer:
    """Return the page. A newcomer gets a welcome in place of a page that says that nothing was done."""
    if sender.known or people.by_address(case.tx, sender.address) is not None:
        return page
    match page:
        case NotUnderstood(line, asked=False):
            return Welcome(signups.counts(case.tx), line, first_invitations(case, message))
        case Error(refused, unclear, ()) if Wrong.DAY_FULL not in {each.reason for each in refused}:
            invited = first_invitations(case, message)
            return WelcomeError(signups.counts(case.tx), refused, unclear, invited)
    return page


def answer_error(
    case: Case,
    mail: Mail,
    refused: Sequence[Refused],
    unclear: Unclear,
    done: tuple[str, ...] = (),
    offer: Offer = NONE,
) -> Words:
    """Say what was wrong, what was done nevertheless, and what the sender should do now."""
    invited = offer.plan is None and is_invited(case, mail)
    page = replace(error_page(mail, refused, unclear, done, offer), invited=invited)
    full = any(each.reason is Wrong.DAY_FULL for each in page.refused)
    return answer(case, mail, page, offer=offer.words or None, full=full)


def error_page(
    mail: Mail, refused: Sequence[Refused], unclear: Unclear = (), done: tuple[str, ...] = (), offer: Offer = NONE
) -> Error:
    """Make the page that says what was wrong with a mail."""
    lines = tuple(error_answers.Refused(each.asked.line, each.reason, each.facts) for each in refused)
    deadline = mail.meant.row.deadline if isinstance(mail.meant, Meant) else None
    near = offer.words if offer.line else ""
    return Error(lines, unclear, done, mail.meant.own, deadline, offer.plan, near)


def answer_chat(case: Case, mail: Mail, reading: Reading, offer: Offer = NONE) -> Words:
    """Answer a mail without a command, if it was written to the referee, with the command that it may mean."""
    message, sender = mail.message, mail.sender
    if not is_for_us(case, mail):
        return ()
    if message.automatic is Automatic.GENERATED or reads_as_report(message.subject, message.text):
        # a program has no use for a friendly word, and might answer one
        return ()
    deadline, invited = mail.meant.row.deadline if isinstance(mail.meant, Meant) else None, is_invited(case, mail)
    asked = _asks_for_nothing_else(mail, invited=True)
    question = sender.token is not None and sender.token.asker is not None
    declined = mail.denies and not offer.words and _asks_for_nothing_else(mail, invited)
    page = NotUnderstood(
        offer.line or reading.chat,
        mail.meant.own,
        deadline,
        asked,
        offer.words,
        question,
        invited,
        declined,
        message.unread,
        _is_of_another_game(mail),
    )
    return answer(case, mail, page, offer=offer.words or None)


def _is_of_another_game(mail: Mail) -> bool:
    """Tell if a mail that asks for nothing in the game that it means would do so in another."""
    if not isinstance(mail.meant, Meant):
        return False
    others = (read_mail(mail.message, game=game) for game in RULES if game not in mail.games)
    return any(reading.asked or reading.unclear for reading in others)


def _asks_for_nothing_else(mail: Mail, invited: bool) -> bool:
    """Tell if a mail answers a letter that asked what its writer meant, if a mail was theirs, or if they play, who have
    said so since: nothing comes of a `no`."""
    token = mail.sender.token
    if token is None or not mail.sender.bears_token:
        return False
    return token.asks or token.offer not in ((None, PLAY) if invited else (None,))


def answer_nameless(case: Case, message: Message, holder: Sender | None, arrived: datetime) -> Words:
    """Tell the holder of the reply address in a mail whose From names nobody that we cannot read it."""
    if holder is None or message.listed or message.automatic not in (Automatic.NO, Automatic.UNNAMED):
        return ("ignored/no single sender",)
    mail = look_up(case, holder, replace(message, subject=""), arrived)
    if message.unread == "head":
        return ("refused/head", *answer_chat(case, mail, Reading()))
    return ("refused/no-single-sender", *answer_error(case, mail, (), (("From: …", NAMELESS),)))


def answer_elsewhere(case: Case, sender: Sender, message: Message, token: Token, arrived: datetime) -> Words:
    """Tell the writer of a mail that its reply address belongs to a letter to another address, and ask that address,
    once, if the writer's is theirs, unless it is a player's. Neither learns more about the other."""
    known = sender.person is not None
    asks = not known and ask_owner(case, token, sender.address, backed=sender.backing is not None)
    asked = ("asked-owner",) if asks else ()
    mail = look_up(case, sender, replace(message, subject="", references=()), arrived)
    full = message.listed or slot_for(case, mail, person_of(case, sender)) is None
    told = ("no-slot",) if full else answer(case, mail, OtherAddress(known), slot=Slot())
    return ("refused/other-address", *asked, *told)


def is_invited(case: Case, mail: Mail) -> bool:
    """Tell if others put the sender into the game that the mail means, and they have not answered that yet."""
    meant, person = mail.meant, mail.sender.person
    if not isinstance(meant, Meant) or meant.seat is None or person is None:
        return False
    return is_unanswered(case, meant.row, meant.seat, person)


QUESTIONS = frozenset({"reply", "error", "confirm", "meet"})
"""The values of Spades-Event of letters that may have asked something else; a thread does not tell what they asked."""


def answers_another(case: Case, mail: Mail) -> bool:
    """Tell if a `yes` or `no` may be about something else than the sender's place in the game meant: a question of the
    letter or of a player, or a letter about no game or table of theirs."""
    meant, token = mail.meant, mail.sender.token
    if token is not None and (token.asks or token.offer not in (None, PLAY)):
        return True
    if token is not None and token.offer == PLAY and not is_invited(case, mail):
        return True  # they have played on since that letter asked them to
    letter = outbox.referred(case.tx, mail.message.references) if token is None else None
    if letter is not None and letter.event in QUESTIONS:
        return True
    if proposal_answered(case, mail) is not None or (isinstance(meant, Meant) and meant.row.proposal is not None):
        return True
    if mail.named:
        others = isinstance(meant, Meant) and (meant.seat is None or meant.row.ended_at is not None)
        return others and bool(mail.playing)
    return token is not None or letter is not None


def is_for_us(case: Case, mail: Mail) -> bool:
    """Tell if a mail was written to the referee, and not to the list."""
    settings, message = case.desk.settings, mail.message
    to_us = any(subaddress(settings, address) is not None for address in message.recipients)
    posted = message.listed or settings.referee.list in message.recipients
    return not posted and (mail.sender.known or to_us)


def person_of(case: Case, sender: Sender) -> Person:
    """Return whom to write to; enter a gamesmaster on their first letter, a stranger never."""
    if sender.person is not None:
        return sender.person
    if sender.gamesmaster:
        return people.welcome(case.tx, sender.address)
    return people.by_address(case.tx, sender.address) or confirm.stranger(sender.address)


def slot_for(case: Case, mail: Mail, person: Person, *, full: bool = False) -> Slot | None:
    """Take a slot for an answer, if one is left; `full`: the answer says that nobody else can come in today."""
    sender = mail.sender
    if mail.bounded:
        return Slot()
    if person.id != confirm.STRANGER:
        return spend_answer(case, person.id, proven=sender.proven, acting=mail.acting)
    backed = sender.backing is not None
    if full and backed:
        return Slot() if spend_full_notice(case, person.address) else None
    return spend_stranger_answer(case, person.address, event_of(case, mail.tournament), backed=backed)
