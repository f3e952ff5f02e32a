"""`referee log`: what it shows of plans."""

import json
from pathlib import Path

from referee.commands.log import log_lines
from referee.spades import commands as cmd
from referee.spades.law.decide import rule
from referee.spades.plans import plan_from
from referee.store import event_log
from tests.talk import Talk


def test_plans_are_shown_on_request_only(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts()
    plan = plan_from("hearts: 3H, lowest")
    for command in (cmd.MakePlan(plan), cmd.DropPlans(), cmd.MakePlan(plan)):
        (step,) = rule(talk.game(), 2, command, answers=1, seeds=())
        with talk.store.transaction() as tx:
            event_log.append(tx, step.game, talk.kept().last_seq, (step.event,), event_log.Origin(talk.now))
    with talk.store.reading() as tx:
        public, secret = (list(log_lines(tx, 1, secret=secret)) for secret in (False, True))
    assert talk.game().plans == ((), ((plan, 1),), (), ())
    assert "lanned" not in json.dumps(public) and str(plan) not in json.dumps(public)
    assert [line["e"] for line in secret][-3:] == ["Planned", "Unplanned", "Planned"]
    assert secret[-1]["plan"] == str(plan)
