"""`meet Thu 20:00`: half an hour at which all four play. The `yes` of the others says the same line again: they come.
A `no` takes a yes back.

Moves no clock, and reminds nobody.
"""

import json
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.asking.commands import Meet
from referee.asking.days import in_utc, resolve_moment
from referee.asking.readers import MEETING
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.running_time import zone_of
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_letter
from referee.desk.request import Request
from referee.desk.table.seats import own_seat
from referee.desk.which_game import game_meant
from referee.store import marks, people
from referee.store.games import GameRow
from referee.telling.formats import capital, moment
from referee.telling.notices import MeetNews, MeetPlease

AHEAD = timedelta(days=14)
"""The most by which the time may be ahead."""
LASTS = timedelta(minutes=30)


class Coming(NamedTuple):
    """The answer of the player in seat `own` to the time `at`; who came before (`known`), and who comes now."""

    row: GameRow
    own: int
    at: datetime
    known: set[int]
    come: set[int]


def meet(case: Case, request: Request[Meet]) -> str | None:
    """Propose a time to the three others, come to one that was proposed, or say that one cannot. Raises Complaint."""
    meant, comes = game_meant(case, request), request.command.comes
    own, at = own_seat(meant), _resolved(case, request)
    row, seated = meant.row, people.seated(case.tx, meant.row.id)
    if row.ended_at is not None:
        raise Complaint(Wrong.BAD_VALUE, sentence="there is nothing left to play")
    times: dict[str, list[int]] = json.loads(marks.get_mark(case.tx, f"meet {row.id}") or "{}")
    known, me = set(times.get(in_utc(at), ())), {seated[own].id}
    come = known | me if comes else known - me
    if come == known:
        return f"you {'come' if comes else 'do not come'}: {moment(at)}"
    if comes and not spend_letter(case, request.sender.address, f"meet in game {row.id}"):
        raise Complaint(Wrong.ENOUGH, what="proposed or answered a time to meet")
    marks.set_mark(case.tx, f"meet {row.id}", json.dumps(times | {in_utc(at): sorted(come)}))
    _tell(case, request, Coming(row, own, at, known, come))
    return None if comes else f"you do not come: {moment(at)}"


def _tell(case: Case, request: Request[Meet], told: Coming) -> None:
    """Ask the table if nobody came before; otherwise write to those who come who comes now, and who has not said so."""
    row, own, at, comes = told.row, told.own, told.at, request.command.comes
    about = About(game=row.id, offer=f"meet {in_utc(at)} UTC")
    seated = people.seated(case.tx, row.id)
    for seat, person in seated.items():
        if seat != own and not told.known:
            send_answer(case, person, MeetPlease(row.id, at, row.names[own - 1], person.timezone), about)
        elif person.id in told.come:
            said = "comes" if comes else "cannot come after all"
            said = "you come" if seat == own else f"{row.names[own - 1]} {said}"
            others = [place for place in seated if place != seat and (comes or place != own)]
            coming, silent = (
                tuple(row.names[place - 1] for place in others if (seated[place].id in told.come) is which)
                for which in (True, False)
            )
            news = MeetNews(row.id, at, said, coming, silent)
            send_answer(case, person, news, about, to=request.message if seat == own else None)


def _resolved(case: Case, request: Request[Meet]) -> datetime:
    """Return the moment meant: a whole quarter of an hour, so that no minute can stand for a card. Raises Complaint."""
    person, wish = request.sender.person, request.command
    assert person is not None, "they have a seat"
    # a `yes` counts while they play
    late = LASTS if wish.utc and wish.at.span is None else timedelta()
    try:
        zone = "UTC" if wish.utc else zone_of(person)
        at = resolve_moment(wish.at, request.mail.arrived - late, zone, ends=False)
        if wish.at.span is not None:
            at += timedelta(minutes=-at.minute % 15, seconds=-at.second)
        if at.minute % 15:
            raise ValueError("a time to meet is a whole quarter of an hour")
        if not case.arrived - late < at <= case.arrived + AHEAD:
            raise ValueError(f"that is over, or more than {AHEAD.days} days ahead")
    except ValueError as why:
        raise Complaint(Wrong.BAD_VALUE, sentence=capital(f"{str(why).partition('; ')[0]}; {MEETING}")) from None
    return at
