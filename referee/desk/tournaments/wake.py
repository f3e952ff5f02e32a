"""The events of a tournament that come by themselves: the end of sign-up, the draw, final results, matches that can
begin.

Never looks at a real clock: the moment comes with the case. A second run changes nothing.
"""

from dataclasses import replace

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.tournaments import match_limit, protest
from referee.desk.tournaments.act import act, set_wake
from referee.desk.tournaments.games import startable
from referee.desk.tournaments.pending import do_pending
from referee.desk.tournaments.results import take_result
from referee.desk.tournaments.roster import drop_unfinished, roster_of, short_of, too_few
from referee.store import entries, matches, tournaments
from referee.store.tournaments import Cup
from referee.tournaments import decide


def wake(case: Case, number: int) -> bool:
    """Do everything that is due in a tournament. Returns False if nothing was due."""
    cup, done = tournaments.load(case.tx, number), False
    while (after := _step(case, cup)) is not None:
        cup, done = after, True
    set_wake(case, cup)
    return done


def _step(case: Case, cup: Cup) -> Cup | None:
    """Do one thing that is due. Returns the changed tournament; None if nothing was due."""
    row, phase = cup.row, cup.state.phase
    if phase == "running" and (ended := matches.results_due(case.tx, row.id, case.now)):
        return take_result(case, cup, *ended[0], begins=len(ended) == 1)
    if row.paused_at is not None or row.asked_at is not None:
        return None
    match phase:
        case "sign-up" if case.now >= row.closes_at:
            return _close(case, cup)
        case "closed" if case.now >= row.draw_at:
            return _draw(case, cup)
        case "running":
            if (after := match_limit.step(case, cup)) is not None:
                return after
            if protest.step(case, row):
                return cup
            if startable(case, cup):
                return act(case, cup, ((), cup.state))
    return None


def _close(case: Case, cup: Cup) -> Cup:
    """Freeze seeding and roster; with too few teams ask the Gamesmaster instead."""
    row, t = cup.row, cup.state
    teams = roster_of(case, row.id)
    if short := short_of(t.format, teams):
        sentence, *commands = too_few(case, row, t.format, len(teams), short)
        ask_master(case, cup, (sentence,), commands)
        return replace(cup, row=tournaments.change(case.tx, row, asked_at=case.now))
    drop_unfinished(case, cup)
    seeded = tuple(name for name in row.seeded if name in {team.name for team in teams})
    return act(case, cup, decide.close(t, seeded, teams))


def _draw(case: Case, cup: Cup) -> Cup:
    """Draw, and carry out the requests since the close."""
    salts = tuple(entries.team(case.tx, cup.row.id, team.name).salts for team in cup.state.roster)
    # a team or player may have left since the close: no match may begin with them
    return do_pending(case, act(case, cup, decide.draw_order(cup.state, salts), begins=False))
