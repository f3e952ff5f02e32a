"""The tournament that a mail means, looked up in one place, and its text, which may name tournaments and teams. Changes
nothing."""

from dataclasses import replace
from typing import Any

from referee.asking.commands import Asked, ChoosePlace, Reading, Unclear
from referee.asking.grammar import read_mail
from referee.asking.tournaments import commands as ask
from referee.asking.tournaments.titles import Names
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.masters import check_impartial, masters_of
from referee.desk.quotas import Event, spend_ruling
from referee.desk.request import Mail, Request
from referee.desk.which_game import tournaments_of_mail
from referee.names import same_name
from referee.store import tournaments
from referee.store.tournaments import Cup, TournamentRow
from referee.telling.formats import listed
from referee.tournaments.matches import match_of

PLAYERS = 2
"""The players of a team."""


def names_known(case: Case) -> Names:
    """Return the names that a line of a mail may mean: of the tournaments that are not over, and of their teams."""
    rows = tournaments.open_ones(case.tx)
    # a team that has not agreed is left out: anybody can note one, and every mail would be compared with its name
    noted = (one for row in rows for one in tournaments.entries_in(case.tx, row.id))
    teams = {one.team for one in noted if one.state in tournaments.AGREED}
    over = [row.name for row in tournaments.latest_over(case.tx)]
    # a late entry hears that entries are closed, whoever it names
    alone = tuple(row.name for row in rows if row.phase != "sign-up" or tournaments.state_of(case.tx, row).alone)
    return Names(tuple(dict.fromkeys((*(row.name for row in rows), *over))), tuple(sorted(teams)), alone)


def read(case: Case, mail: Mail) -> Reading:
    """Read a mail by the game that it means; if that may be one of several, by the one in which it asks for something.
    Lines that only another of them reads are unclear, so that none is left out."""
    names = names_known(case)
    readings = [read_mail(mail.message, case.desk.sheets, names, game) for game in mail.games]
    best = min(readings, key=lambda each: (not each.asked, bool(each.unclear)))
    taken = {line for each in best.asked for line in (each.line, *each.lines)} | {each.line for each in best.unclear}
    # a place alone may be talk: `Right.`
    asked = [each for other in readings for each in other.asked if not isinstance(each.command, ChoosePlace)]
    unclear = [*(_of_another(each, best) for each in asked), *(each for other in readings for each in other.unclear)]
    return replace(best, unclear=(*best.unclear, *(each for each in unclear if each.line not in taken)))


def _of_another(asked: Asked, best: Reading) -> Unclear:
    why = f"it is for another of your games than `{best.asked[0].line}`; send each in a mail of its own"
    return Unclear(asked.line, why)


def tournament_meant(case: Case, request: Request[Any], *, over: bool = False) -> Cup:
    """Find the one tournament meant, by its name in the line, else by the letter that the mail answers or the tag in
    its subject, else the only one there is; of several, the only one that the sender plays in.

    `over`: one that is over may be meant too. Raises Complaint.
    """
    rows = tournaments.open_ones(case.tx)
    if over:
        rows += [row for row in tournaments.latest_over(case.tx) if row not in rows]
    named: str | None = request.command.tournament
    # of two tournaments with one name the open one is meant, or else the later one
    found = [row for row in rows if same_name(row.name, named)][:1] if named else _by_mail(case, request.mail, rows)
    if len(found) == 1:
        return Cup(found[0], tournaments.state_of(case.tx, found[0]))
    if named and any(same_name(row.name, named) for row in tournaments.latest_over(case.tx)):
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{named} is over")
    raise Complaint(Wrong.TOURNAMENT, sentence=_which(named, found or rows))


def _which(named: str | None, rows: list[TournamentRow]) -> str:
    if not rows:
        return "there is no tournament now; `tournaments` lists what there was"
    names = listed([f"`{row.name}`" for row in rows], "or")
    if named:
        return f"no tournament is called `{named}`; there is {names}"
    return f"it does not say which tournament is meant: name it, {names}"


def _by_mail(case: Case, mail: Mail, rows: list[TournamentRow]) -> list[TournamentRow]:
    """Return the tournaments that a mail may mean if its line names no tournament. Raises Complaint if the mail is
    about a tournament that is over: its matches have the same numbers."""
    numbers, subject = tournaments_of_mail(case, mail), mail.message.subject.casefold()
    found = [row for row in rows if row.id in numbers or f"[{row.name.casefold()}]" in subject]
    if not found:
        past = [row for row in tournaments.latest_over(case.tx) if f"[{row.name.casefold()}]" in subject]
        past += [row for number in sorted(numbers) if (row := tournaments.find(case.tx, number)) is not None]
        if past:
            raise Complaint(Wrong.TOURNAMENT, sentence=f"{past[0].name} is over; {_which(None, rows)}")
        found = [row for row in rows if row.phase not in ("over", "cancelled")] or rows[:1]
    person = mail.sender.person
    if len(found) > 1 and person is not None:
        own = tournaments.entered_by(case.tx, person.id)
        found = [row for row in found if row.id in own] or found
    return found


def number_meant(case: Case, request: Request[Any]) -> int | None:
    """Return the number of the one tournament meant; None if no tournament, or more than one, may be meant."""
    if not hasattr(request.command, "tournament"):
        return None
    try:
        return tournament_meant(case, request, over=True).row.id
    except Complaint:
        return None


def event_of(case: Case, number: int | None) -> Event | None:
    """Return the tournament of that number as an event, if it can be entered."""
    t = None if number is None else tournaments.load(case.tx, number).state
    if t is None or t.phase != "sign-up":
        return None
    return Event(t.number, PLAYERS * t.format.most * len(t.divisions))


def steered(case: Case, request: Request[Any]) -> Cup:
    """Return the tournament to steer. Raises Complaint if the sender plays in it where another gamesmaster is
    configured, or their own team plays in the match, or may meet the team, that the command is about."""
    meant, number = tournament_meant(case, request), getattr(request.command, "match", None)
    masters = masters_of(case, meant.row.id)
    if request.sender.address not in masters:
        who = f"you play in {meant.row.name}, and another Gamesmaster can rule on it"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{who}: {listed(masters, 'or')}")
    changes_teams = isinstance(request.command, ask.WithdrawTeam | ask.Substitute) and meant.state.phase != "sign-up"
    match = None if number is None else match_of(meant.state, number)
    teams = [team.name for team in meant.state.teams] if changes_teams else match.teams if match else None
    check_impartial(case, request.sender.address, meant.state, teams or ())
    if not spend_ruling(case, request.sender.address, f"tournament {meant.row.id}"):
        raise Complaint(Wrong.ENOUGH, what="steered this tournament")
    return meant
