"""The questions that anyone may ask about tournaments: which there are, how one stands, who meets whom. Changes no
tournament."""

from typing import Any

from referee.asking.command_table import row_of
from referee.asking.commands import Rules
from referee.asking.tournaments import commands as ask
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.people.members import entered
from referee.desk.request import Request
from referee.desk.tournaments.invitations import invitations
from referee.desk.tournaments.match_games import game_of, running, sheet_in_short, terms_of_games
from referee.desk.tournaments.which_tournament import tournament_meant
from referee.desk.which_game import tournaments_of_mail
from referee.store import people, tournaments
from referee.store.people import Person
from referee.store.tournaments import Cup, TournamentRow
from referee.telling.letter_kinds import RecordPage
from referee.telling.tournaments.notices import MatchTime, TournamentPage, TournamentsPage
from referee.tournaments.fold import lines_of
from referee.tournaments.tournament import Times, Tournament

WATCHERS = 200
"""The number of people who may watch one tournament."""


def list_all(case: Case, request: Request[ask.Tournaments]) -> TournamentsPage:
    """Answer `tournaments`: those that are open, and the last that are over."""
    rows = [*tournaments.open_ones(case.tx), *tournaments.latest_over(case.tx)]
    sender = request.sender
    return TournamentsPage(
        tournaments=tuple(_one(case, row) for row in rows),
        invitations=invitations(case, sender.address, sender.person),
    )


def _one(case: Case, row: TournamentRow) -> tuple[Tournament, Times, tuple[MatchTime, ...]]:
    t = tournaments.state_of(case.tx, row)
    return t, row.times, running(case.tx, t)


def look(case: Case, request: Request[Any]) -> TournamentPage:
    """Answer `standings`, `bracket`, `schedule` or `rules of Spring Cup`. Here and below: raises Complaint."""
    meant = tournament_meant(case, request, over=True)
    return page_of(case, meant, row_of(request.command).word, request.sender.person)


def record(case: Case, request: Request[ask.TournamentRecord]) -> RecordPage:
    """Answer `record of Spring Cup`, at any time."""
    t = tournament_meant(case, request, over=True).state
    return RecordPage(None, lines_of(tournaments.events_of(case.tx, t.number)), t)


def rules_meant(case: Case, request: Request[Rules]) -> TournamentPage | None:
    """Return the answer to a bare `rules` in a mail about one tournament and no game; None for any other mail."""
    rows = [row for number in tournaments_of_mail(case, request.mail) if (row := tournaments.find(case.tx, number))]
    if len(rows) != 1:
        return None
    return page_of(case, Cup(rows[0], tournaments.state_of(case.tx, rows[0])), "rules", request.sender.person)


def page_of(case: Case, meant: Cup, what: str, reader: Person | None) -> TournamentPage:
    """Make one page of a tournament."""
    own = () if reader is None else tournaments.entries_of(case.tx, meant.row.id, reader.id)
    t, stopped = meant.state, meant.row.paused_at
    paused_for = None if stopped is None else case.now - stopped
    master = people.by_address(case.tx, meant.row.gamesmaster)
    return TournamentPage(
        tournament=t,
        times=meant.row.times,
        what=what,
        running=running(case.tx, t),
        gamesmaster=meant.row.gamesmaster if master is None else f"{master.name} <{master.address}>",
        usual_limit=case.desk.settings.game.time_limit,
        terms=terms_of_games(case.desk.settings, t),
        sheet=sheet_in_short(case, t),
        game=game_of(case.desk, t),
        left=paused_for,
        words=meant.row.words,
        team=next((one.team for one in own if one.state == "in"), None),
    )


def watch(case: Case, request: Request[ask.WatchTournament]) -> str:
    """Carry out `watch Spring Cup`."""
    meant = tournament_meant(case, request)
    person = entered(case, request.sender)
    if len(tournaments.watchers(case.tx, meant.row.id)) >= WATCHERS:
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{meant.row.name} has {WATCHERS} watchers, and can have no more")
    tournaments.watch(case.tx, meant.row.id, person.id)
    return f"you watch {meant.row.name}"


def unwatch(case: Case, request: Request[ask.UnwatchTournament]) -> str:
    """Carry out `unwatch Spring Cup`."""
    meant = tournament_meant(case, request, over=True)
    person = request.sender.person
    if person is None or not tournaments.unwatch(case.tx, meant.row.id, person.id):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"you do not watch {meant.row.name}")
    return f"you no longer watch {meant.row.name}"
