"""The `yes` or `no` of players to a proposal of one of them: a rematch, or a ruling by a Gamesmaster who plays.

An answer counts only for the proposal in the letter that it answers, not for a later one. Never takes a `yes` to a
question of our own.
"""

from referee.asking.commands import No, Yes
from referee.desk.case import Case
from referee.desk.request import Mail, Request, Settled
from referee.desk.table import rematch, rulings
from referee.desk.table.seats import own_seat
from referee.desk.which_game import game_meant
from referee.store import outbox, proposals
from referee.table.refusal import Reason, Refusal


def answer_proposal(case: Case, request: Request[Yes] | Request[No]) -> str | Settled | None:
    """Take a `yes` or `no` to the question that the mail answers. Returns a sentence for the answer if no letter tells
    the outcome."""
    meant = game_meant(case, request)
    seat = own_seat(meant)
    if meant.row.proposal is None or proposal_answered(case, request.mail) != meant.row.proposal:
        raise Refusal(Reason.NOTHING_PROPOSED)
    agreed = isinstance(request.command, Yes)
    asked = proposals.waiting(case.tx, meant.row.id)
    assert asked is not None, "the game's proposal is stored"
    if asked.ruling is not None:
        return rulings.answer_ruling(case, meant, asked, seat, agreed=agreed)
    return rematch.answer_rematch(case, meant, asked, seat, agreed=agreed)


def proposal_answered(case: Case, mail: Mail) -> int | None:
    """Return the number of the proposal that a mail answers, by its token or else its thread; None if it answers no
    letter with a question."""
    token = mail.sender.token
    if token is not None:
        return token.proposal
    letter = outbox.referred(case.tx, mail.message.references)
    return None if letter is None else letter.proposal
