"""The events of a tournament that come by themselves: the end of sign-up, the draw, final results, matches that can
begin; and its standstill when the database turns out to be an older copy.

Never looks at a real clock: the moment comes with the case. A second run changes nothing.
"""

from dataclasses import replace

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.tournaments import match_ends, protest
from referee.desk.tournaments.act import act, set_wake
from referee.desk.tournaments.match_ends import take_result
from referee.desk.tournaments.match_games import startable
from referee.desk.tournaments.roster import drop_unfinished, join_partners, short_of, too_few
from referee.desk.tournaments.substitutes import seat_substitute
from referee.store import matches, tournaments
from referee.store.tournaments import Cup, TournamentRow
from referee.tournaments import decide
from referee.tournaments import events as ev


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
            if (after := match_ends.step(case, cup)) is not None:
                return after
            if protest.step(case, cup):
                return cup
            if startable(case, cup):
                return act(case, cup, ((), cup.state))
    return None


def _close(case: Case, cup: Cup) -> Cup:
    """Freeze seeding and roster; with too few teams ask the Gamesmaster instead."""
    row, t = cup.row, cup.state
    if short_of(t):
        sentence, *commands = too_few(case, row, t)
        ask_master(case, cup, (sentence,), commands)
        return replace(cup, row=tournaments.change(case.tx, row, asked_at=case.now))
    seeded = tuple(name for name in row.seeded if name in {team.name for team in t.teams})
    happened = decide.close(t, seeded, t.teams)
    drop_unfinished(case, cup, happened[1])
    return act(case, cup, happened)


def _draw(case: Case, cup: Cup) -> Cup:
    """Draw, and carry out the requests since the close."""
    given = ((team, tournaments.entry_of_team(case.tx, cup.row.id, team.name).salts) for team in cup.state.roster)
    salts = tuple(both[: len(team.players)] for team, both in given)
    happened = decide.draw_order(cup.state, salts)
    join_partners(case, happened[1])
    # a team or player may have left since the close: no match may begin with them
    return _do_pending(case, act(case, cup, happened, begins=False))


def _do_pending(case: Case, cup: Cup) -> Cup:
    """Do what was asked for between the close and the draw, in that order; no match has begun yet. Returns the changed
    tournament."""
    wishes = cup.row.pending
    offers = [one for one in wishes if one["do"] == "offer"]
    cup = replace(cup, row=tournaments.change(case.tx, cup.row, pending=offers))
    for wish in wishes:
        if cup.state.phase != "running" or wish["team"] in cup.state.withdrawn:
            continue
        match wish:
            case {"do": "withdraw", "team": team, "by": by, "reason": reason}:
                cup = act(case, cup, decide.withdraw(cup.state, team, by, reason), begins=False)
            case {"do": "substitute"}:
                cup = seat_substitute(case, cup, wish, begins=False)
    return cup


def stand_still(case: Case, row: TournamentRow) -> None:
    """Stop a tournament until its Gamesmaster says how to go on. The lost events may have been public: a second draw
    from the same seed may bring another order."""
    t = tournaments.state_of(case.tx, row)
    cup = Cup(tournaments.change(case.tx, row, paused_at=row.paused_at or case.now), t)
    if t.phase == "running" and not t.paused:
        cup = act(case, cup, decide.note(t, ev.Paused()))
    sentence = (
        f"the referee's database was restored from an older copy, so {row.name} stands still, and entries, results and "
        "rulings since then are lost"
    )
    drawn = "if its draw was made in that time, call it off and announce it anew: the seed of that draw is known"
    dealt = (
        "a match that began in that time begins again with the same seed for its first deal, which may be known: write "
        "`replay match 7` once it has; if the tournament ended in that time, all these seeds are known: settle what is "
        "left with `rule match`"
    )
    more = (drawn,) if cup.state.phase in ("sign-up", "closed") else (dealt,)
    ask_master(case, cup, (sentence, *more), (f"resume {row.name}", f"cancel {row.name} because …"))
