"""Which position of its game a mail answers, and whether a mail that a signature alone proves was kept back.

A signature covers no moment of arrival: whoever has the mail may send it once it suits them.
"""

from datetime import datetime, timedelta
from typing import Any

from referee.desk.case import Case
from referee.desk.requests.request import Mail, Meant, Request
from referee.desk.sender.proofs import CLOCKS
from referee.store import outbox

WITHIN = timedelta(seconds=1)
"""How much earlier than it was written or arrived a mail may seem to be: Date and INTERNALDATE are in whole seconds."""


def answered(case: Case, mail: Mail, meant: Meant) -> int:
    """The position that the mail answers: as it says itself, else the last one sent out before it arrived.

    What a signature alone proves answers none that was sent out after it was made: it may have been kept back.
    """
    if meant.answers is not None:
        return meant.answers
    if mail.sender.made is not None:
        return _last_known(case, mail, meant, mail.sender.made)
    sent = outbox.last_turn_sent(case.tx, meant.row.id, mail.arrived)
    return meant.row.turn if sent is None else min(sent, meant.row.turn)


def is_over(case: Case, request: Request[Any]) -> bool:
    """Whether a signature is all that proves a command, and the position at which it was made is over: somebody may
    have kept the mail back. A move says so by itself."""
    made, meant = request.sender.made, request.meant
    if made is None or not isinstance(meant, Meant):
        return False
    return _position_at(case, request.mail, meant, made) < meant.row.turn


def was_kept_back(case: Case, mail: Mail, meant: Meant, seat: int) -> bool:
    """Whether a signature is all that proves a move, and was made for a position that is over: somebody may have kept
    the mail until it suits them. What answers a letter of the running position by its signed thread was not.

    The writer's clock may be slow, but whoever acted after a position does not mean that one any more.
    """
    made = mail.sender.made
    if made is None:
        return False
    if meant.answers is not None:
        return meant.answers < meant.row.turn
    acted = meant.game.acted[seat - 1]
    written = _position_at(case, mail, meant, made)
    fast = made > mail.arrived + CLOCKS
    return fast or _last_known(case, mail, meant, made) < meant.row.turn or 0 < acted >= written


def _last_known(case: Case, mail: Mail, meant: Meant, made: datetime) -> int:
    """The last position sent out when a mail was signed at `made`; 0 if none was."""
    return _sent_by(case, mail, meant, made + CLOCKS)


def _position_at(case: Case, mail: Mail, meant: Meant, made: datetime) -> int:
    """The last position sent out at `made` itself, by the writer's own clock; 0 if none was, or that clock is fast."""
    return 0 if made > mail.arrived + CLOCKS else _sent_by(case, mail, meant, made)


def _sent_by(case: Case, mail: Mail, meant: Meant, moment: datetime) -> int:
    return outbox.last_turn_sent(case.tx, meant.row.id, min(mail.arrived, moment) + WITHIN) or 0
