"""What anyone may ask about tournaments: which there are, how one stands, who meets whom. Changes no tournament."""

from typing import Literal

from referee.asking.tournaments import commands as ask
from referee.desk.case import Case, Complaint
from referee.desk.people.newcomers import entered
from referee.desk.refusals import Wrong
from referee.desk.requests.request import Request
from referee.desk.tournaments.games import running
from referee.desk.tournaments.meant import times_of, tournament_meant
from referee.store import tournaments
from referee.telling.tournaments.notices import TournamentPage, TournamentsPage

WATCHERS = 200
"""How many people may watch one tournament."""


def list_all(case: Case, request: Request[ask.Tournaments]) -> TournamentsPage:
    """`tournaments`: those that are open, and the last that are over."""
    rows = [*tournaments.open_ones(case.tx), *tournaments.latest_over(case.tx)]
    return TournamentsPage(tournaments=tuple((tournaments.load(case.tx, row.id), times_of(row)) for row in rows))


def standings(case: Case, request: Request[ask.Standings]) -> TournamentPage:
    """`standings`. Here and below: raises Complaint."""
    return _page(case, request, "standings")


def bracket(case: Case, request: Request[ask.Bracket]) -> TournamentPage:
    """`bracket`."""
    return _page(case, request, "bracket")


def schedule(case: Case, request: Request[ask.Schedule]) -> TournamentPage:
    """`schedule`."""
    return _page(case, request, "schedule")


def _page(
    case: Case,
    request: Request[ask.Standings] | Request[ask.Bracket] | Request[ask.Schedule],
    what: Literal["standings", "bracket", "schedule"],
) -> TournamentPage:
    meant = tournament_meant(case, request, over=True)
    t, stopped = meant.state, meant.row.paused_at
    left = None if stopped is None else case.now - stopped
    return TournamentPage(tournament=t, times=meant.times, what=what, running=running(case, t), left=left)


def watch(case: Case, request: Request[ask.WatchTournament]) -> str:
    """`watch Spring Cup`."""
    meant = tournament_meant(case, request)
    person = entered(case, request.sender)
    if len(tournaments.watchers(case.tx, meant.row.id)) >= WATCHERS:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} has {WATCHERS} watchers, and can have no more")
    tournaments.watch(case.tx, meant.row.id, person.id)
    return f"you watch {meant.row.name}"


def unwatch(case: Case, request: Request[ask.UnwatchTournament]) -> str:
    """`unwatch Spring Cup`."""
    meant = tournament_meant(case, request, over=True)
    person = request.sender.person
    if person is None or not tournaments.unwatch(case.tx, meant.row.id, person.id):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you do not watch {meant.row.name}")
    return f"you no longer watch {meant.row.name}"
