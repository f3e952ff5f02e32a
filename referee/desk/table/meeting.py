"""`meet Thu 20:00`: half an hour at which all four play, proposed by one of them; the others say yes or no.

The last `meet` of a game counts, and naming its time again is a yes. Moves no clock, and reminds nobody.
"""

from datetime import datetime, timedelta
from typing import Any

from referee.asking.commands import Meet
from referee.asking.readers import MEETING
from referee.asking.tournaments.moments import resolve_moment
from referee.desk.case import Case, Complaint
from referee.desk.clock.running_time import zone_of
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_letter
from referee.desk.refusals import Wrong
from referee.desk.request import Meant, Request
from referee.desk.sender.reply_addresses import local_domain
from referee.desk.table.seats import own_seat
from referee.desk.which_game import game_meant
from referee.spades.rulesheet import SEATS
from referee.store import people, proposals
from referee.store.proposals import Proposal
from referee.telling.formats import capital
from referee.telling.notices import HALF_AN_HOUR, MeetNews, MeetPlease

AHEAD = timedelta(days=14)
"""The most by which the time may be ahead."""


def meet(case: Case, request: Request[Meet]) -> None:
    """Propose a time to the three others, or agree to the one proposed last. Here and below: raises Complaint."""
    meant = game_meant(case, request)
    seat, at = own_seat(meant), _resolved(case, request)
    last = next(iter(proposals.times_to_meet(case.tx, meant.row.id)), None)
    if last is not None and last.meet == at:
        return answer_meeting(case, request, last.number, agreed=True)
    _check_open(case, request, meant)
    asked = proposals.ask(case.tx, meant.row.id, seat, meet=at)
    return _tell(case, request, meant, asked, "")


def answer_meeting(case: Case, request: Request[Any], number: int, *, agreed: bool) -> None:
    """Take the `yes` or `no` of a player to the proposal `number`, and tell those who come."""
    meant = game_meant(case, request)
    seat, asked = own_seat(meant), proposals.times_to_meet(case.tx, meant.row.id)[0]
    assert asked.meet is not None, "it names a time"
    if asked.number != number or asked.meet + HALF_AN_HOUR <= case.arrived:
        which = "another time was proposed since; answer its letter" if asked.number != number else "that time is over"
        raise Complaint(Wrong.BAD_VALUE, sentence=capital(f"{which}. To name another, {MEETING}"))
    _check_open(case, request, meant)
    asked = proposals.agree(case.tx, asked, seat, agrees=agreed)
    _tell(case, request, meant, asked, f"{meant.row.names[seat - 1]} {'comes' if agreed else 'cannot come'}")


def _resolved(case: Case, request: Request[Meet]) -> datetime:
    person = request.sender.person
    assert person is not None, "they have a seat"
    try:
        at = resolve_moment(request.command.at, request.mail.arrived, zone_of(person), ends=False)
    except ValueError as why:
        raise Complaint(Wrong.BAD_VALUE, sentence=capital(f"{str(why).partition('; ')[0]}; {MEETING}")) from None
    if not case.arrived < at <= case.arrived + AHEAD:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"That is over, or more than {AHEAD.days} days ahead; {MEETING}")
    return at


def _check_open(case: Case, request: Request[Any], meant: Meant) -> None:
    if meant.row.ended_at is not None:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"Game {meant.row.id} is over")
    if not spend_letter(case, request.sender.address, f"meet in game {meant.row.id}"):
        raise Complaint(Wrong.ENOUGH, what="proposed or answered a time to meet")


def _tell(case: Case, request: Request[Any], meant: Meant, asked: Proposal, what: str) -> None:
    """Answer the sender; and ask the three others, or tell those who come of `what` is new."""
    row, own = meant.row, own_seat(meant)
    assert asked.meet is not None, "it names a time"
    page = MeetNews(
        game=row.id,
        at=asked.meet,
        asker=row.names[asked.seat - 1],
        come=tuple(row.names[seat - 1] for seat in sorted(asked.agreed)),
        silent=tuple(row.names[seat - 1] for seat in SEATS if seat not in asked.agreed),
        what=what,
        number=asked.number,
        written=case.now,
        host=local_domain(case.desk.settings)[1],
    )
    about = About(game=row.id, meets=asked.number)
    for seat, person in people.seated(case.tx, row.id).items():
        if seat == own:
            send_answer(case, person, page, about, to=request.message)
        elif not what:
            send_answer(case, person, MeetPlease(page), about)
        elif seat in asked.agreed:
            send_answer(case, person, page, about)
