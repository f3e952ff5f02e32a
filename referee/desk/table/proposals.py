"""What players propose and answer: `yield`, `undo`, and the `yes` or `no` of the three others. The law rules on them.

An answer counts only for the proposal that was open when the letter was written that it answers: not for one made
since, even at the same position. Never takes a `yes` to a question of our own.
"""

from referee.asking.commands import No, Reading, Yes, YieldBooks
from referee.desk.case import Case, Complaint
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Mail, Meant, Request, Settled
from referee.desk.requests.which_game import game_meant
from referee.desk.table import rematch
from referee.desk.table.act import act
from referee.desk.table.positions import answered
from referee.desk.table.seats import own_seat, seat_named
from referee.spades import commands as cmd
from referee.spades.refusal import Reason, Refusal
from referee.store import outbox

UNBOUND = (
    "a player has proposed something to you, but your mail does not answer the letter that says so; "
    "answer that letter, or a later one, with `yes` or `no`"
)


def propose(case: Case, request: Request[YieldBooks | cmd.Undo]) -> None:
    """Put a proposal to the three others. Here and below: raises Refusal or Complaint."""
    meant = game_meant(case, request)
    command = _command(meant, request.command)
    act(case, meant.row, meant.game, own_seat(meant), command, answered(case, request.mail, meant))


def _command(meant: Meant, wish: YieldBooks | cmd.Undo) -> cmd.Yield | cmd.Undo:
    if isinstance(wish, cmd.Undo):
        return wish
    return cmd.Yield(wish.count, tuple((seat_named(meant, name), share) for name, share in wish.shares))


def answer(case: Case, request: Request[Yes] | Request[No]) -> str | Settled | None:
    """Agree to what the mail answers, or do not. Returns a sentence for the answer if no letter says what came of
    it."""
    meant = game_meant(case, request)
    seat = own_seat(meant)
    if meant.row.proposal is None or proposal_answered(case, request.mail) != meant.row.proposal:
        raise Refusal(Reason.NOTHING_PROPOSED)
    agreed = isinstance(request.command, Yes)
    if meant.row.ended_at is not None:
        return rematch.answer(case, meant, seat, agreed=agreed)
    act(case, meant.row, meant.game, seat, cmd.Answer(agreed), answered(case, request.mail, meant))
    return None


def proposal_answered(case: Case, mail: Mail) -> int | None:
    """The event that proposed what the letter asked about that a mail answers, by its token or else its thread; None if
    it answers no such letter."""
    token = mail.sender.token
    if token is not None:
        return token.proposal
    letter = outbox.referred(case.tx, mail.incoming.references)
    return None if letter is None else letter.proposal


def check_unasked(mail: Mail) -> None:
    """Raises Complaint for a `yes` that answers no question, where a proposal waits for its writer: it may be about
    something older."""
    token, meant = mail.sender.token, mail.meant
    if (token is not None and token.asks) or not isinstance(meant, Meant) or meant.game.proposal is None:
        return
    if meant.seat in meant.game.proposal.silent:
        raise Complaint(Wrong.BAD_VALUE, sentence=UNBOUND)


def with_no(case: Case, mail: Mail, reading: Reading) -> Reading:
    """The reading, with a `no` at its head that answers an open proposal; any other `no` is conversation."""
    if reading.no is None or not isinstance(mail.meant, Meant) or mail.meant.row.proposal is None:
        return reading
    if mail.meant.row.proposal != proposal_answered(case, mail) or mail.meant.seat is None:
        return reading
    return Reading((reading.no, *reading.asked), reading.unclear, reading.chat, reading.doubtful)
