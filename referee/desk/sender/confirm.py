"""Questions that want a `yes`: the commands that they are about, their tokens, and the answer. Does nothing that the
`yes` allows.
"""

from referee.asking.commands import Asked, Reading, Yes
from referee.asking.grammar import moves_of
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.sender.identify import Sender
from referee.desk.sender.reply_addresses import QUESTION_LIFE
from referee.store import people
from referee.store.people import Person, Token

STRANGER = 0
"""The number of a person who is not in the database."""


def stranger(address: str) -> Person:
    """Make an unknown person, in the shape that letters need; store nothing."""
    return Person(id=STRANGER, address=address, name="", timezone=None, format="html", notify="turn", auto_show=False)


def question(
    case: Case,
    to: Person,
    *,
    confirms: int | None = None,
    moves: int | None = None,
    lines: tuple[str, ...] = (),
) -> Token:
    """Issue a token whose `yes` lets mail `confirms` act, or moves person `moves` to another address. `lines`: the
    commands of the mail that the question is about, in words; or the new address, if it will be asked only after this
    `yes`."""
    token = Token(
        token=case.draws.secret(),
        person=to.id or None,
        address=to.address,
        confirms=confirms,
        moves=moves,
        lines="\n".join(lines) or None,
        expires=case.now + QUESTION_LIFE,
    )
    people.issue(case.tx, [token])
    return token


def _was_seen(sender: Sender, token: Token) -> bool:
    """Tell if the sender must hear that their question is dead because others saw its reply address. In a change of
    address both already know, and so does someone who has moved since."""
    same = token.person == (None if sender.person is None else sender.person.id)
    return token.asks and token.moves is None and sender.burnt_token is not None and same


def confirmed(case: Case, sender: Sender) -> Token:
    """Spend the token of the question that this sender's `yes` answers, and return it. Raises Complaint if there is no
    question, or the `yes` is too late."""
    token = sender.token
    if token is not None and _was_seen(sender, token):
        raise Complaint(Wrong.CONFIRM_SHOWN)
    if token is None or not token.asks or not sender.bears_token:
        raise Complaint(Wrong.NOTHING_TO_CONFIRM)
    if token.expires is not None and token.expires < case.arrived:
        raise Complaint(Wrong.CONFIRM_EXPIRED)
    people.spend(case.tx, token.token)
    return token


SEVERAL = (
    "it stands below what looks like an older mail, and so does another bid or play; send only the one that you mean, "
    "above everything else"
)


def doubtful_to_ask(reading: Reading) -> tuple[Asked, ...]:
    """Choose the commands that may be old and that we ask a mail's writer about: none beside a plain bid, play or
    `yes`; only bids and plays beside other plain commands; else all."""
    if moves_of(reading.asked) or any(isinstance(asked.command, Yes) for asked in reading.asked):
        return ()
    if reading.asked:
        return moves_of(reading.doubtful)
    return reading.doubtful or reading.old


def several_doubtful(doubtful: tuple[Asked, ...]) -> tuple[tuple[str, str], ...]:
    """List the bids and plays among doubtful lines, each with what to do, if there are several: a `yes` could not say
    which one is meant."""
    moves = moves_of(doubtful)
    return tuple((each.line, SEVERAL) for each in moves) if len(moves) > 1 else ()
