"""The wishes from between the close and the draw, while the roster is frozen: done right after the draw."""

from typing import Any

from referee.desk.case import Case
from referee.desk.tournaments.act import act
from referee.desk.tournaments.meant import MeantTournament
from referee.desk.tournaments.substitutes import seat_substitute
from referee.store import tournaments
from referee.tournaments import decide


def put_off(case: Case, meant: MeantTournament, wish: dict[str, Any]) -> None:
    """Note what is to be done right after the draw, once for each team."""
    if any((one["do"], one["team"]) == (wish["do"], wish["team"]) for one in meant.row.pending):
        return
    tournaments.change(case.tx, meant.row.id, pending=[*meant.row.pending, wish])


def do_pending(case: Case, number: int) -> None:
    """Do what was put off, in the order in which it was asked for; no match has begun yet."""
    row = tournaments.find(case.tx, number)
    assert row is not None, "its draw was made"
    tournaments.change(case.tx, number, pending=[one for one in row.pending if one["do"] == "offer"])
    for wish in row.pending:
        t = tournaments.load(case.tx, number)
        if t.phase != "running" or wish["team"] in t.withdrawn:
            continue
        match wish:
            case {"do": "withdraw", "team": team, "by": by, "reason": reason}:
                act(case, row, decide.withdraw(t, team, by, reason), begins=False)
            case {"do": "substitute"}:
                seat_substitute(case, MeantTournament(row, t), wish, begins=False)
