"""`yes`: does what a letter asked about, in the present state, or agrees to the proposal of a player."""

from dataclasses import replace

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Reading, Yes
from referee.asking.grammar import read_commands
from referee.asking.redact import redacted
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.outgoing import PLAY
from referee.desk.people.address_change import move_in
from referee.desk.request import Granted, Meant, Request, Settled
from referee.desk.requests.answers import answers_another, is_invited
from referee.desk.sender.confirm import confirmed, doubtful_to_ask
from referee.desk.sender.duplicates import sights
from referee.desk.sender.identify import Sender, as_a_persons, authored, identify
from referee.desk.sender.proofs import CONFIRMED
from referee.desk.table import proposals
from referee.desk.table.proposals import proposal_answered
from referee.desk.table.seats import note_yes
from referee.desk.tournaments.which_tournament import names_known, read
from referee.desk.which_game import look_up
from referee.post.reading.message import read_message
from referee.store import inbox, people
from referee.store.people import Token


def yes(case: Case, request: Request[Yes]) -> str | Settled | Granted | None:
    """Settle what we asked the sender, do what we offered them, or agree to what a player proposed. Raises Complaint or
    Refusal if no question or offer is open."""
    if (offered := _offered(case, request)) is not None:
        return offered
    if proposal_answered(case, request.mail) is not None:
        return proposals.answer_proposal(case, request)
    if (plays := _plays(case, request)) is not None:
        return plays
    token = confirmed(case, request.sender)
    if token.confirms is None:
        move_in(case, request.message, token)
        return None
    return _granted(case, token.confirms, token)


def _offered(case: Case, request: Request[Yes]) -> Granted | None:
    """Take the offer of the letter that the mail answers: once, and only at the turn of that letter. Raises
    Complaint."""
    token = request.sender.token
    if token is not None and token.void and request.sender.bears_token:
        void = "the question of that letter is void: since then the entry that it asked about was changed or taken back"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{void}. A line that says `tournaments` brings what waits for you")
    if token is None or token.offer is None or not request.sender.bears_token:
        return None
    if token.offer == PLAY and token.game is not None and token.person is not None:
        note_yes(case, token.game, token.person)
    return _taken(case, request, token, replace(request.sender, proof=CONFIRMED, made=None))


def _plays(case: Case, request: Request[Yes]) -> Granted | None:
    """Note that the sender plays in a game into which others put them, whichever of its letters they answer."""
    mail, sender = request.mail, request.sender
    if sender.proof is None or answers_another(case, mail) or not is_invited(case, mail):
        return None
    assert isinstance(mail.meant, Meant) and sender.person is not None, "they have a seat in it"
    note_yes(case, mail.meant.row.id, sender.person.id)
    return Granted(look_up(case, sender, request.message, mail.arrived), read_commands(PLAY).asked)


def _taken(case: Case, request: Request[Yes], token: Token, sender: Sender) -> Granted:
    """Take the offer of a letter as the sender's own request."""
    again = look_up(case, sender, request.message, request.mail.arrived)
    asked = read_commands(token.offer or "", case.desk.sheets, names=names_known(case), game=again.games[0]).asked
    repeats = any(row_of(each.command).again for each in asked)
    if not repeats:
        people.take_offer(case.tx, token.token)
    if repeats or token.tournament is not None:
        # quote a refused line as its writer wrote it
        asked = tuple(replace(each, line=request.asked.line) for each in asked)
    return Granted(again, asked)


def _granted(case: Case, number: int, token: Token) -> Granted:
    """Grant, once, the commands of mail `number` that the letter showed. Raises Complaint if there are none, or all are
    done."""
    first = inbox.mail(case.tx, number)
    message = read_message(first.raw)
    message = authored(case.desk.settings, message, first.raw)
    sender = replace(identify(case, message, first), proof=CONFIRMED, made=None)
    message = as_a_persons(sender, message)
    mail = look_up(case, sender, message, first.arrived)
    asked = _asked_about(read(case, mail), token)
    if not asked or not inbox.mark_seen(case.tx, sights(message, sender), first.id):
        raise Complaint(Wrong.NOTHING_TO_CONFIRM)
    return Granted(mail, asked)


def _asked_about(reading: Reading, token: Token) -> tuple[Asked, ...]:
    """Return the commands of a mail as a letter showed them: we do not do what the letter left out."""
    assert token.lines is not None, "a question about a mail says which of its lines it is about"
    about = token.lines.split("\n")
    waiting = (*reading.asked, *doubtful_to_ask(reading), *((reading.no,) if reading.no else ()))
    ways = zip(waiting, redacted(Reading(asked=waiting)).asked, strict=True)
    found = (next((way for way in both if way.whole and way.words in about), None) for both in ways)
    return tuple(asked for asked in found if asked is not None)
