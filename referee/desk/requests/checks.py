"""The checks before a command is carried out: its sender may use it, and has proved that they wrote it."""

from typing import Any

from referee.asking.command_table import row_of
from referee.asking.commands import Asked, Stop, Yes
from referee.asking.rows import Kind
from referee.asking.tournaments.commands import Enter
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.people.newcomers import check_welcome
from referee.desk.people.stopping import takes_part
from referee.desk.request import Request
from referee.desk.sender.identify import Sender
from referee.desk.sender.reply_addresses import went_to_others
from referee.desk.table.moves import refuse_used
from referee.desk.table.positions import is_over
from referee.desk.table.proposals import proposal_answered
from referee.desk.tournaments.which_tournament import event_of, number_meant


def check(case: Case, request: Request[Any]) -> None:
    """Refuse a command that neither a proof nor a confirmation could save. Raises Complaint or Refusal."""
    row, sender = row_of(request.command), request.sender
    if row.kind is Kind.STEERING and not sender.gamesmaster:
        raise Complaint(Wrong.NOT_GAMESMASTER)
    if row.kind in (Kind.TABLE, Kind.OWN) and not sender.known:
        raise Complaint(Wrong.NO_GAME)
    if row.private and went_to_others(case.desk.settings, request.message, sender.person):
        raise Complaint(Wrong.PRIVATE_ONLY, command=request.asked.line, early=False)
    spent = sender.token is not None and sender.token.state in ("spent", "shown")
    if row.on_turn and sender.proof is None and spent:
        refuse_used(case, request)


def needs_yes(case: Case, request: Request[Any]) -> bool:
    """Tell if a command waits for its sender's `yes`: it is unproven, or somebody may have kept it back. Raises
    Complaint if a letter could not show the whole command, so that we cannot ask."""
    if isinstance(request.command, Stop) and not takes_part(case, request.mail):
        return False
    agrees = isinstance(request.command, Yes) and proposal_answered(case, request.mail) is not None
    kept_back = (agrees or row_of(request.command).bound) and is_over(case, request)
    unproven = request.sender.proof is None if agrees else is_unproven(request.sender, request.asked)
    if not (unproven or kept_back):
        return False
    if not request.asked.whole:
        raise Complaint(Wrong.NOT_SHOWN_WHOLE, dead=request.sender.dead_address)
    return True


def is_unproven(sender: Sender, asked: Asked) -> bool:
    """Tell if a command needs more proof than the mail has. Questions from people we know need no proof."""
    row = row_of(asked.command)
    match row.kind:
        case Kind.STEERING:
            return not sender.may_steer
        case Kind.YES:
            return False
        case Kind.QUESTION:
            return sender.proof is None and not sender.known
        case Kind.PERSONAL | Kind.TABLE:
            return sender.proof is None
        case Kind.OWN:
            # a spent token still proves plans
            return sender.proof is None and not (sender.plans and row.plans)


def admit(case: Case, request: Request[Any]) -> None:
    """Refuse a newcomer's request on a day when too many came in. Raises Complaint."""
    if row_of(request.command).kind is Kind.PERSONAL:
        entered = number_meant(case, request) if isinstance(request.command, Enter) else None
        check_welcome(case, request.sender, event_of(case, entered))
