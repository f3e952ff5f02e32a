"""The letter to the other Gamesmasters about what one of them did."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from referee.asking.command_table import row_of
from referee.asking.commands import Conduct, InAllGames
from referee.desk.case import Case
from referee.desk.masters import name_of_master
from referee.desk.outgoing import About, send_answer
from referee.desk.request import Meant, Request
from referee.store import people
from referee.telling.notices import MasterActed

BECAUSE = re.compile(r",?\s+because\b", re.IGNORECASE)


def tell_masters(case: Case, by: str, acts: Iterable[tuple[Request[Any], Collection[str]]]) -> None:
    """Tell the other Gamesmasters what one of them asked and was not refused, but for those whom other letters about
    that act reached. All acts of a mail are told in one letter."""
    for address in case.desk.settings.referee.gamesmasters:
        told = [request for request, reached in acts if address not in (by, *reached)]
        if told:
            page = MasterActed(name_of_master(case, by), by, tuple(line for one in told for line in _lines(one)))
            game, *others = {_game(one) for one in told}
            send_answer(case, people.welcome(case.tx, address), page, About(game=None if others else game))


def _lines(request: Request[Any]) -> list[str]:
    """Return what was asked; the reason of a warning is for nobody else."""
    said = "\n".join(request.asked.lines)
    return (BECAUSE.split(said)[0] if isinstance(request.command, Conduct) else said).splitlines()


def _game(request: Request[Any]) -> int | None:
    """Return the game that a command is about; None if it is about no single one."""
    row, meant = row_of(request.command), request.meant
    single = row.steers and not row.of_club and not isinstance(request.command, InAllGames)
    return meant.row.id if isinstance(meant, Meant) and single else None
