"""The commands by which an owner makes, drops and sees plans: nobody else hears of a plan, and no clock moves.

spades/plan_choice.py says what a plan plays, chain.py says when.
"""

from referee.asking.commands import DropPlans, MakePlan, ShowPlans
from referee.desk.case import Case, Complaint
from referee.desk.quotas import spend_plan
from referee.desk.refusals import Wrong
from referee.desk.request import Meant, Request
from referee.desk.table.act import act
from referee.desk.table.positions import answered
from referee.desk.table.seats import own_seat
from referee.desk.which_game import game_meant
from referee.spades import commands as cmd
from referee.spades.view import view
from referee.telling.letter_kinds import PlansPage
from referee.telling.plan_words import never_played, plan_sentence


def make_plan(case: Case, request: Request[MakePlan]) -> str:
    """Carry out `plan hearts: 3H, lowest`. Here and below: raises Refusal or Complaint. Returns the plan in full words,
    and which entries of it cannot play."""
    meant, plan = game_meant(case, request), request.command.plan
    _change(case, request, meant, cmd.MakePlan(plan))
    return " ".join((plan_sentence(plan), *never_played(view(meant.game, own_seat(meant)), plan)))


def drop_plans(case: Case, request: Request[DropPlans]) -> str:
    """Carry out `plan off`, `plan off hearts`. Returns which plans that dropped."""
    meant, when = game_meant(case, request), request.command.when
    _change(case, request, meant, cmd.DropPlans(when))
    own = meant.game.plans[own_seat(meant) - 1]
    dropped = (f"`{one.plan}`" for one in own if when in (None, one.plan.when))
    return f"Dropped: {', '.join(dropped)}."


def show_plans(case: Case, request: Request[ShowPlans]) -> PlansPage:
    """Answer `plan show` with the plans that stand."""
    meant = game_meant(case, request)
    return PlansPage(view(meant.game, own_seat(meant)), meant.row.deadline)


def _change(
    case: Case, request: Request[MakePlan] | Request[DropPlans], meant: Meant, command: cmd.MakePlan | cmd.DropPlans
) -> None:
    act(case, meant.row, meant.game, own_seat(meant), command, answers=answered(case, request.mail, meant))
    if not spend_plan(case, request.sender.address, meant.row.id):
        raise Complaint(Wrong.ENOUGH, what="changed your plans")
