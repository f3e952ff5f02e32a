"""`away 20 Dec to 2 Jan` and `back`: a player's leave, in all their running games that give them the days.

New dates replace those of an earlier leave that they overlap, as far as it is still to come. A turn that is due already
is not put off by them; but if it waits for the end of a leave that now ends earlier, its limit runs from there.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from referee.asking.commands import Away, Back
from referee.asking.days import resolve_days
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.deadlines import TurnClock, clock_of, on_clock, resumed, store_clock, time_left
from referee.desk.clock.running_time import (
    DAY,
    LeaveDays,
    days,
    ended,
    leave_from,
    leave_left,
    leave_news,
    leaves_of,
    runs_from,
    without,
    zone_of,
)
from referee.desk.quotas import spend_act
from referee.desk.request import Request
from referee.desk.sender.proofs import CONFIRMED
from referee.desk.table.announce import announce
from referee.games import Game, view
from referee.store import clocks, event_log, games
from referee.store.games import GameRow
from referee.telling import news as n
from referee.telling.formats import capital, count, day_text, place
from referee.telling.news import Story

WAIT = "ask Can the game wait? "
"""The beginning of the question that a player may put to the Gamesmaster in place of a leave."""
FAR = timedelta(days=183)
"""Days further ahead than this are asked about: their writer may not know which year we read."""


def away(case: Case, request: Request[Away]) -> str | None:
    """Enter a leave in each of the sender's running games that gives them so many days, and tell its table. Returns the
    sentence for what these letters do not say. Raises Complaint, with what to offer instead, if no game gives them so
    many, or if the days lie far ahead and nobody has said yes to that."""
    playing, zone = _playing(request), zone_of_sender(request)
    today = request.mail.arrived.astimezone(ZoneInfo(zone)).date()
    try:
        first, last = resolve_days(request.command.first, request.command.last, today)
    except ValueError as why:
        raise Complaint(Wrong.BAD_VALUE, sentence=capital(str(why))) from None
    wish = leave_from(max(first, today), last, zone)
    begins, far = max(first, today), last - today > FAR and request.sender.proof != CONFIRMED
    refusals: list[str] = []
    most, news_reached = 0, True
    for row in playing:
        game, seat = _game(case, request, row)
        leaves, asked = leaves_of(case, row.id, seat), days((wish,))
        others = without(leaves, wish, case.arrived)
        if game.hurry is not None or asked > game.terms.leave - days(others):
            # what would work may overlap none of the days that were asked for
            room = leave_left(case, game)[seat]
            refusals.append(_too_long(row, game, begins, asked, room))
            most = max(most, room)
        elif not far:
            news = leave_news(seat, wish, zone)
            news_reached = _change(case, request, row, game, (*others, wish), news) and news_reached
    if len(refusals) == len(playing):
        offer = _line(begins, begins + (most - 1) * DAY) if most else ""
        if len(playing) == 1 and not game.terms.leave:
            offer = f"{WAIT}I am away {_dates(begins, last)}"
        raise Complaint(Wrong.BAD_VALUE, sentence=capital("; ".join(refusals)), offer=offer)
    if far:
        sentence = f"these days are more than six months ahead: {_dates(begins, last)}"
        raise Complaint(Wrong.BAD_VALUE, sentence=capital(sentence), offer=_line(begins, last))
    said = f"you are away {_dates(begins, last)} ({place(zone)})"
    return None if news_reached and not refusals else "; but ".join((said, *refusals))


def back(case: Case, request: Request[Back]) -> str | None:
    """End the running leave or, if no leave runs, drop the later ones. Returns the sentence for what the letters do not
    say. Raises Complaint if there is no leave."""
    heard: list[bool] = []
    for row in _playing(request):
        game, seat = _game(case, request, row)
        times = leaves_of(case, row.id, seat)
        if any(leave.until > case.arrived for leave in times):
            heard.append(_change(case, request, row, game, ended(times, case.arrived), _back(case, seat, times)))
    if not heard:
        raise Complaint(Wrong.BAD_VALUE, sentence="You are not away in any game.")
    return None if all(heard) else "you are back, and your limits run as usual"


def _back(case: Case, seat: int, times: Sequence[LeaveDays]) -> n.Back:
    return n.Back(seat, before=not any(leave.since <= case.arrived < leave.until for leave in times))


def _playing(request: Request[Any]) -> Sequence[GameRow]:
    """Return the sender's running games. Raises Complaint if they have none."""
    if request.sender.person is None or not request.mail.playing:
        raise Complaint(Wrong.NO_GAME)
    return request.mail.playing


def _game(case: Case, request: Request[Any], row: GameRow) -> tuple[Game, int]:
    """Return a game of the sender's, and their seat in it."""
    person = request.sender.person
    seat = None if person is None else games.seat_of(case.tx, row.id, person.id)
    assert seat is not None, "they play in it"
    return event_log.load(case.tx, row), seat


def _change(
    case: Case, request: Request[Any], row: GameRow, game: Game, times: Sequence[LeaveDays], news: n.Away | n.Back
) -> bool:
    """Store when the sender is away, and tell the table if that changes anything. Returns False if the sender gets no
    such letter. Raises Complaint if they have changed it often enough today."""
    person = request.sender.person
    assert person is not None, "they play in it"
    if set(times) == set(leaves_of(case, row.id, news.seat)):
        return False
    if not spend_act(case, person.address, f"leave game {row.id}"):
        raise Complaint(Wrong.ENOUGH, what="changed your leave")
    clocks.set_leaves(case.tx, row.id, person.id, times)
    clock = _sooner(case, row, game, news.seat, times)
    if clock is not None:
        store_clock(case, game, clock)
    story = Story((news,), view(game), game, sees_hand=frozenset())
    turn = clock is not None and not game.paused
    reached = announce(case, row.gamesmaster, story, clock or clock_of(row), tells_turn=turn)
    return person.address in reached.addresses


def _sooner(case: Case, row: GameRow, game: Game, seat: int, times: Sequence[LeaveDays]) -> TurnClock | None:
    """Find the clock of a turn that waits for the end of a leave, if that comes sooner now."""
    if on_clock(game) != seat or row.runs_from is None or row.runs_from <= case.now:
        return None
    since = runs_from(case.now, times)
    if since >= row.runs_from:
        return None
    left = time_left(case, row, game, case.now)
    return TurnClock(None, None, left, runs_from=since) if game.paused else resumed(case, game, left, since)


def zone_of_sender(request: Request[Any]) -> str:
    """Return the time zone in which the days of a mail are meant."""
    person = request.sender.person
    return "UTC" if person is None else zone_of(person)


def no_leave(row: GameRow) -> str:
    """Say that a game gives no leave, and who may help."""
    return (
        f"game {row.id} gives no leave; its Gamesmaster can stop the clock, and a line that begins with `ask` asks them"
    )


def _too_long(row: GameRow, game: Game, first: date, asked: int, room: int) -> str:
    """Say why a game does not give a leave, and what would work."""
    if game.hurry is not None:
        return f"the match of game {row.id} has reached its time limit, and no leave holds it up any more"
    if not game.terms.leave:
        return no_leave(row)
    if room < 1:
        return f"you have no leave left of the {count(game.terms.leave, 'day')} that game {row.id} gives"
    works = f"`{_line(first, first + (room - 1) * DAY)}` would work"
    return f"you have {count(room, 'day')} of leave left in game {row.id}, and these are {asked}; {works}"


def _line(first: date, last: date) -> str:
    return f"away {day_text(first)} to {day_text(last)}"


def _dates(first: date, last: date) -> str:
    return f"from {day_text(first)} to {day_text(last)}"
