"""Who is in a tournament: places and the list of those who wait for one, and the roster at the close."""

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Literal

from referee.desk.case import Case, Complaint
from referee.desk.outgoing import About, send_answer
from referee.desk.refusals import Wrong
from referee.desk.table.begin import unique_names
from referee.desk.tournaments.act import act
from referee.desk.tournaments.meant import MeantTournament
from referee.store import entries, people
from referee.store.entries import Entry
from referee.telling.formats import moment
from referee.telling.tournaments.notices import EntryNews
from referee.tournaments import decide
from referee.tournaments import events as ev
from referee.tournaments.formats import Format
from referee.tournaments.teams import Team

What = Literal["in", "waiting", "held", "moved up", "refused", "left", "dropped", "substituted"]


def check_open(meant: MeantTournament, arrived: datetime) -> None:
    """Raises Complaint if a team whose mail arrived at that moment cannot enter any more."""
    last = meant.row.closes_at if meant.state.format.late_entries else meant.row.sign_up_until
    if meant.state.phase != "sign-up" or arrived > last:
        sentence = f"sign-up for {meant.row.name} ended on {moment(meant.row.sign_up_until)}"
        raise Complaint(Wrong.TOURNAMENT, sentence=sentence)


def place(case: Case, meant: MeantTournament, entry: Entry) -> None:
    """An entry counts: it has a place, or waits for one."""
    number = entries.next_place(case.tx, meant.row.id)
    if is_full(case, meant, entry.division):
        waiting = entries.change(case.tx, entry.id, state="waiting", place=number)
        write_to(case, meant, waiting, "waiting")
        return
    _let_in(case, meant, entries.change(case.tx, entry.id, state="in", place=number), "in")


def is_full(case: Case, meant: MeantTournament, division: str) -> bool:
    """Whether a division has as many teams as it may."""
    return len(_placed(case, meant.row.id, division)) >= meant.state.format.most


def move_up(case: Case, meant: MeantTournament, division: str) -> None:
    """The first team that waits for a place in a division gets one, if there is one."""
    waiting = [one for one in entries.of_tournament(case.tx, meant.row.id) if one.state == "waiting"]
    first = next((one for one in waiting if one.division == division), None)
    if first is not None and not is_full(case, meant, division):
        _let_in(case, meant, entries.change(case.tx, first.id, state="in"), "moved up")


def _let_in(case: Case, meant: MeantTournament, entry: Entry, what: What) -> None:
    write_to(case, meant, entry, what)
    act(case, meant.row, decide.note(meant.state, ev.Entered(as_team(case, entry))))


def _placed(case: Case, tournament: int, division: str) -> list[Entry]:
    every = entries.of_tournament(case.tx, tournament)
    return [one for one in every if one.state == "in" and one.division == division]


def as_team(case: Case, entry: Entry) -> Team:
    """An entry as a team, with its players' names as they are now."""
    captain, partner = (people.by_id(case.tx, number).name for number in entry.people)
    return Team(entry.team, (captain, partner), entry.division)


def roster_of(case: Case, tournament: int) -> tuple[Team, ...]:
    """All teams with a place, no two players called alike."""
    placed = [one for one in entries.of_tournament(case.tx, tournament) if one.state == "in"]
    teams = [as_team(case, one) for one in placed]
    names = iter(unique_names([name for team in teams for name in team.players]))
    return tuple(replace(team, players=(next(names), next(names))) for team in teams)


def short_of(format: Format, teams: tuple[Team, ...]) -> tuple[str, ...]:
    """The divisions with fewer teams than the format needs; an empty name where there are no divisions."""
    count = Counter(team.division for team in teams)
    return tuple(one for one in format.divisions or ("",) if count[one] < format.least)


def drop_unfinished(case: Case, meant: MeantTournament) -> None:
    """At the close: entries that do not count, or that got no place, are out."""
    for entry in entries.of_tournament(case.tx, meant.row.id):
        if entry.state != "in":
            entries.change(case.tx, entry.id, state="out")
            write_to(case, meant, entry, "dropped")


def write_to(case: Case, meant: MeantTournament, entry: Entry, what: What, *, by: str = "", reason: str = "") -> None:
    """Write to captain and partner what became of their entry; a partner who has not agreed to it hears nothing."""
    both = [people.by_id(case.tx, number) for number in entry.people]
    partner = both[1].name if len(both) == 2 else entry.named
    for person in [one for one in both if one.id in entry.agreed]:
        page = EntryNews(
            tournament=meant.state,
            times=meant.times,
            team=entry.team,
            players=(both[0].name, partner),
            what=what,
            place=entry.place,
            reason=reason,
            by=by,
        )
        send_answer(case, person, page, About(tournament=meant.row.id))
