"""The wishes from between the close and the draw, while the roster is frozen: done right after the draw."""

from dataclasses import replace
from typing import Any

from referee.desk.case import Case
from referee.desk.tournaments.act import act
from referee.desk.tournaments.substitutes import seat_substitute
from referee.store import tournaments
from referee.store.tournaments import Cup
from referee.tournaments import decide


def put_off(case: Case, cup: Cup, wish: dict[str, Any]) -> None:
    """Note a request that we do right after the draw, once for each team."""
    if any((one["do"], one["team"]) == (wish["do"], wish["team"]) for one in cup.row.pending):
        return
    tournaments.change(case.tx, cup.row, pending=[*cup.row.pending, wish])


def do_pending(case: Case, cup: Cup) -> Cup:
    """Do the requests that were put off, in their order; no match has begun yet. Returns the changed tournament."""
    wishes = cup.row.pending
    offers = [one for one in wishes if one["do"] == "offer"]
    cup = replace(cup, row=tournaments.change(case.tx, cup.row, pending=offers))
    for wish in wishes:
        if cup.state.phase != "running" or wish["team"] in cup.state.withdrawn:
            continue
        match wish:
            case {"do": "withdraw", "team": team, "by": by, "reason": reason}:
                cup = act(case, cup, decide.withdraw(cup.state, team, by, reason), begins=False)
            case {"do": "substitute"}:
                cup = seat_substitute(case, cup, wish, begins=False)
    return cup
