"""The position that a mail answers; and mails that only a signature proves, which somebody may have kept back.

A signature does not cover the moment of arrival: anybody who has the mail may send it when it suits them.
"""

from datetime import datetime, timedelta
from typing import Any

from referee.asking.commands import InAllGames
from referee.desk.case import Case
from referee.desk.request import Mail, Meant, Request
from referee.desk.sender.proofs import CLOCKS
from referee.store import outbox
from referee.store.games import GameRow

WITHIN = timedelta(seconds=1)
"""The most by which a mail may seem earlier than its writing or arrival: Date and INTERNALDATE are in whole seconds."""


def answered(case: Case, mail: Mail, meant: Meant) -> int:
    """Find the position that the mail answers: the position it names, else the last position sent out before it
    arrived.

    A mail that only a signature proves answers no position sent out after it was signed: somebody may have kept it
    back.
    """
    if meant.answers is not None:
        return meant.answers
    if mail.sender.made is not None:
        return _last_known(case, mail, meant, mail.sender.made)
    sent = outbox.last_turn_sent(case.tx, meant.row.id, mail.arrived)
    return meant.row.turn if sent is None else min(sent, meant.row.turn)


def is_over(case: Case, request: Request[Any]) -> bool:
    """Tell if only a signature proves a command, and the position at which it was made is over: somebody may have kept
    the mail back. Moves name their position themselves."""
    made, meant, mail = request.sender.made, request.meant, request.mail
    if made is None:
        return False
    # without a game's name it is meant for all games of the sender
    rows = (meant.row,) if isinstance(meant, Meant) else mail.playing
    if isinstance(request.command, InAllGames):
        rows = mail.steered
    return any(_position_at(case, mail, row, made) < row.turn for row in rows)


def was_kept_back(case: Case, mail: Mail, meant: Meant, seat: int) -> bool:
    """Tell if only a signature proves a move, made for a position that is over: somebody may have kept the mail until
    it suited them. A mail whose signed thread answers a letter of the running position was not kept back.

    The writer's clock may be slow, but someone who has acted after a position no longer means that one.
    """
    made = mail.sender.made
    if made is None:
        return False
    if meant.answers is not None:
        return meant.answers < meant.row.turn
    acted = meant.game.acted[seat - 1]
    written = _position_at(case, mail, meant.row, made)
    fast = made > mail.arrived + CLOCKS
    return fast or _last_known(case, mail, meant, made) < meant.row.turn or 0 < acted >= written


def _last_known(case: Case, mail: Mail, meant: Meant, made: datetime) -> int:
    """Find the last position sent out when a mail was signed at `made`; 0 if no position was."""
    return _sent_by(case, mail, meant.row, made + CLOCKS)


def _position_at(case: Case, mail: Mail, row: GameRow, made: datetime) -> int:
    """Find the last position sent out at `made` itself, by the writer's own clock; 0 if no position was, or the clock
    is fast."""
    return 0 if made > mail.arrived + CLOCKS else _sent_by(case, mail, row, made)


def _sent_by(case: Case, mail: Mail, row: GameRow, moment: datetime) -> int:
    return outbox.last_turn_sent(case.tx, row.id, min(mail.arrived, moment) + WITHIN) or 0
