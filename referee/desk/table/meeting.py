"""`meet Thu 20:00`: half an hour at which all four play. The `yes` of the others says the same line again: they come.

Moves no clock, and reminds nobody.
"""

import json
from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.asking.commands import Meet
from referee.asking.readers import MEETING
from referee.asking.tournaments.moments import in_utc, resolve_moment
from referee.desk.case import Case, Complaint
from referee.desk.clock.running_time import zone_of
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_letter
from referee.desk.refusals import Wrong
from referee.desk.request import Meant, Request
from referee.desk.table.seats import own_seat
from referee.desk.which_game import game_meant
from referee.store import marks, people
from referee.telling.formats import capital
from referee.telling.notices import MeetNews, MeetPlease

AHEAD = timedelta(days=14)
"""The most by which the time may be ahead."""


def meet(case: Case, request: Request[Meet]) -> None:
    """Propose a time to the three others, or come to one that was proposed. Raises Complaint."""
    meant = game_meant(case, request)
    own, at = own_seat(meant), _resolved(case, request)
    _check_open(case, request, meant)
    row, seated = meant.row, people.seated(case.tx, meant.row.id)
    known = _times(case.tx, row.id)
    come = {*known.get(in_utc(at), ()), seated[own].id}
    marks.set_mark(case.tx, f"meet {row.id}", json.dumps(known | {in_utc(at): sorted(come)}))
    names = {seat: row.names[seat - 1] for seat in seated}
    news = MeetNews(
        game=row.id,
        at=at,
        mover=names[own],
        come=tuple(names[seat] for seat, one in seated.items() if one.id in come),
        silent=tuple(names[seat] for seat, one in seated.items() if one.id not in come),
    )
    for seat, person in seated.items():
        if seat != own and in_utc(at) not in known:
            please = About(game=row.id, offer=f"meet {in_utc(at)} UTC")
            send_answer(case, person, MeetPlease(row.id, at, names[own]), please)
        elif person.id in come:
            send_answer(case, person, news, About(game=row.id), to=request.message if seat == own else None)


def _times(tx: Connection, game: int) -> dict[str, list[int]]:
    """Return the times that were proposed in a game, in UTC, and who has said that they come."""
    found: dict[str, list[int]] = json.loads(marks.get_mark(tx, f"meet {game}") or "{}")
    return found


def _resolved(case: Case, request: Request[Meet]) -> datetime:
    person, wish = request.sender.person, request.command
    assert person is not None, "they have a seat"
    try:
        zone = "UTC" if wish.utc else zone_of(person)
        at = resolve_moment(wish.at, request.mail.arrived, zone, ends=False)
    except ValueError as why:
        raise Complaint(Wrong.BAD_VALUE, sentence=capital(f"{str(why).partition('; ')[0]}; {MEETING}")) from None
    if not case.arrived < at <= case.arrived + AHEAD:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"That is over, or more than {AHEAD.days} days ahead; {MEETING}")
    return at


def _check_open(case: Case, request: Request[Meet], meant: Meant) -> None:
    if meant.row.ended_at is not None:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"Game {meant.row.id} is over")
    if not spend_letter(case, request.sender.address, f"meet in game {meant.row.id}"):
        raise Complaint(Wrong.ENOUGH, what="proposed or answered a time to meet")
