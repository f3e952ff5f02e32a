"""The things that happen in a tournament by themselves: sign-up closes, the draw, results that are final, matches that
can begin.

Never looks at a real clock: the moment comes with the case. Doing it twice is doing it once.
"""

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.tournaments import match_limit, protest
from referee.desk.tournaments.act import act, set_wake
from referee.desk.tournaments.games import open_round
from referee.desk.tournaments.meant import MeantTournament
from referee.desk.tournaments.pending import do_pending
from referee.desk.tournaments.results import take_result
from referee.desk.tournaments.roster import drop_unfinished, roster_of, short_of, too_few
from referee.store import entries, matches, tournaments
from referee.store.tournaments import TournamentRow
from referee.tournaments import decide
from referee.tournaments.matches import due
from referee.tournaments.tournament import Tournament


def wake(case: Case, number: int) -> bool:
    """Do all that is due in a tournament. Returns False if nothing was."""
    done = False
    while _step(case, number):
        done = True
    set_wake(case, number, tournaments.load(case.tx, number))
    return done


def _step(case: Case, number: int) -> bool:
    """Do one thing that is due. Returns False if nothing was."""
    row = tournaments.find(case.tx, number)
    assert row is not None, "only a tournament that there is wakes up"
    t = tournaments.load(case.tx, number)
    if t.phase == "running" and (ended := matches.results_due(case.tx, number, case.now)):
        take_result(case, row, t, *ended[0], begins=len(ended) == 1)
        return True
    if row.paused_at is not None or row.asked_at is not None:
        return False
    match t.phase:
        case "sign-up" if case.now >= row.closes_at:
            _close(case, row, t)
            return True
        case "closed" if case.now >= row.draw_at:
            _draw(case, row, t)
            return True
        case "running" if match_limit.step(case, row, t) or protest.step(case, row):
            return True
        case "running" if case.now >= row.begins_at and due(t, open_round(case, row, t)):
            act(case, row, ((), t))
            return True
    return False


def _close(case: Case, row: TournamentRow, t: Tournament) -> None:
    """Freeze seeding and roster; with too few teams ask the Gamesmaster instead."""
    teams = roster_of(case, row.id)
    if short := short_of(t.format, teams):
        tournaments.change(case.tx, row.id, asked_at=case.now)
        sentence, *commands = too_few(case, row, t.format, len(teams), short)
        ask_master(case, row, t, (sentence,), commands)
        return
    drop_unfinished(case, MeantTournament(row, t))
    seeded = tuple(name for name in row.seeded if name in {team.name for team in teams})
    act(case, row, decide.close(t, seeded, teams))


def _draw(case: Case, row: TournamentRow, t: Tournament) -> None:
    """Draw, and do what was asked for since the close."""
    salts = tuple(entries.team(case.tx, row.id, team.name).salts for team in t.roster)
    # no match begins with a team or a player who is out since the close
    act(case, row, decide.draw_order(t, salts), begins=False)
    do_pending(case, row.id)
