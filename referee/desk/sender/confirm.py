"""Letters that ask for a `yes`: the question, its token, and the answer. Does nothing that the `yes` allows."""

from dataclasses import dataclass, replace

from referee.asking.commands import Asked
from referee.asking.tournaments.commands import Enter
from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, new_ids, recipient, reply_address, send
from referee.desk.people.newcomers import first_name
from referee.desk.quotas import Slot, may_answer_stranger, may_ask_in, may_confirm
from referee.desk.refusals import Wrong
from referee.desk.request import Mail, Meant
from referee.desk.sender.identify import Sender
from referee.desk.sender.tokens import QUESTION_LIFE
from referee.desk.tournaments.invitations import first_invitations
from referee.post.messages import Incoming
from referee.spades.view import SeatView, view
from referee.store import people, signups
from referee.store.people import Person, Token
from referee.telling.letter_kinds import ConfirmPlease, DoubtPlease, Last, MovePlease, PairPlease, WelcomePlease
from referee.telling.letters import Cause

STRANGER = 0
"""The number of a person who is not in the database."""


def stranger(address: str) -> Person:
    """Make someone unknown, in the shape that letters need; nothing is stored."""
    return Person(id=STRANGER, address=address, name="", timezone=None, format="html", notify="turn", auto_show=False)


@dataclass(frozen=True, slots=True)
class Pending:
    """The commands that wait for a `yes`, and how the letter shows them."""

    asked: tuple[Asked, ...]
    lines: tuple[str, ...]
    """The lines that lack a proof."""
    doubtful: tuple[str, ...]
    """The lines that may belong to an older mail."""
    steering: bool
    """A gamesmaster's command is among them."""
    coming: bool
    """The `yes` would make somebody known."""


def ask(case: Case, mail: Mail, person: Person, pending: Pending) -> bool:
    """Ask the registered address whether it wrote these lines. Returns False if we have asked often enough today."""
    sender = mail.sender
    if not _may_ask(case, sender, steering=pending.steering, coming=pending.coming):
        return False
    token = question(case, person, confirms=case.inbox, asked=pending.asked)
    expires, leaked = case.now + QUESTION_LIFE, sender.burnt_token is not None
    game = _game_named(mail, own=False)
    please: ConfirmPlease | WelcomePlease = ConfirmPlease(pending.lines, expires, leaked, pending.doubtful, game)
    if not sender.known:
        entering = any(isinstance(one.command, Enter) for one in pending.asked)
        invited = () if entering else first_invitations(case, mail.incoming, first_name(case, sender))
        please = WelcomePlease(pending.lines, expires, signups.counts(case.tx), pending.doubtful, invited)
    put_question(case, person, please, token, answers=mail.incoming)
    return True


def _may_ask(case: Case, sender: Sender, *, steering: bool, coming: bool) -> bool:
    if sender.known:
        # mail that anyone could have sent must not keep the owner from hearing why their reply address is dead
        backing = sender.backing or sender.burnt_token or (sender.marks[0] if sender.used_up else None)
        return may_confirm(case, sender.address, steering=steering, backing=backing)
    if coming:
        return may_ask_in(case, sender.address)
    return may_answer_stranger(case, sender.address, backed=False) is not None


def ask_of_doubt(case: Case, person: Person, mail: Mail, asked: tuple[Asked, ...], slot: Slot, beside: str) -> None:
    """Ask a proven sender whether they mean lines that may belong to an older mail, or that the line `beside` them may
    turn, using an answer's `slot`."""
    token = question(case, person, confirms=case.inbox, asked=asked)
    lines = tuple(line for each in asked for line in each.lines)
    please = DoubtPlease(lines, case.now + QUESTION_LIFE, beside, _game_named(mail, own=True))
    put_question(case, person, please, token, answers=mail.incoming, last=slot.last)


def _game_named(mail: Mail, *, own: bool) -> SeatView | None:
    """Return the game that a mail names, as its sender sees it if it is their `own` view, else as everybody does."""
    if not mail.named or not isinstance(mail.meant, Meant):
        return None
    return view(mail.meant.game, mail.meant.seat if own else None)


def question(
    case: Case,
    to: Person,
    *,
    confirms: int | None = None,
    moves: int | None = None,
    pairs: int | None = None,
    asked: tuple[Asked, ...] = (),
) -> Token:
    """Issue a token whose `yes` lets mail `confirms` act, moves person `moves` to another address, or takes person
    `pairs` as the partner. `asked`: the mail's commands that it is about."""
    token = Token(
        token=case.draws.secret(),
        person=to.id or None,
        address=to.address,
        game=None,
        turn=None,
        confirms=confirms,
        moves=moves,
        pairs=pairs,
        lines="\n".join(each.words for each in asked) or None,
        expires=case.now + QUESTION_LIFE,
        state="good",
    )
    people.issue(case.tx, [token])
    return token


def put_question(
    case: Case,
    to: Person,
    answer: ConfirmPlease | WelcomePlease | DoubtPlease | MovePlease | PairPlease,
    token: Token,
    *,
    answers: Incoming | None,
    last: Last | None = None,
) -> None:
    """Send the letter that asks for the `yes` of a token; `answers`: the mail that it asks about."""
    about = About(event=answer.event)
    bare = new_ids(case, None, about, answers=answers)
    ids = replace(bare, reply_to=reply_address(case.desk.settings, token.token), token=token.token)
    subject = answers.subject if answers else None
    cause = Cause(written=case.now, subject=subject, last=last)
    letter = case.desk.letters.answer(answer, recipient(to), ids, cause)
    send(case, letter, about)


def _was_seen(sender: Sender, token: Token) -> bool:
    """Tell if the sender must hear that their question is dead because others saw its reply address. In a change of
    address both already know, and so does someone who has moved since."""
    same = token.person == (None if sender.person is None else sender.person.id)
    return token.asks and token.moves is None and sender.burnt_token is not None and same


def confirmed(case: Case, sender: Sender) -> Token:
    """Spend the token of the question that this sender's `yes` answers, and return it. Raises Complaint if there is
    none, or it is too late."""
    token = sender.token
    if token is not None and _was_seen(sender, token):
        raise Complaint(Wrong.CONFIRM_SHOWN)
    if token is None or not token.asks or not sender.bears_token:
        raise Complaint(Wrong.NOTHING_TO_CONFIRM)
    if token.expires is not None and token.expires < case.now:
        raise Complaint(Wrong.CONFIRM_EXPIRED)
    people.spend(case.tx, token.token)
    return token
