"""What happens in a tournament by itself: sign-up closes, the draw, results that are final, matches that can begin.

Never looks at a real clock: the moment comes with the case. Doing it twice is doing it once.
"""

from referee.desk.case import Case
from referee.desk.tournaments import match_limit, protest, silence
from referee.desk.tournaments.act import act, set_wake
from referee.desk.tournaments.games import open_round
from referee.desk.tournaments.meant import MeantTournament
from referee.desk.tournaments.pending import do_pending
from referee.desk.tournaments.roster import drop_unfinished, roster_of, short_of
from referee.desk.tournaments.tell import ask_master
from referee.store import entries, event_log, games, matches, tournaments
from referee.store.matches import MatchRow
from referee.store.results import StoredResult
from referee.store.tournaments import TournamentRow
from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.matches import due
from referee.tournaments.tournament import Tournament


def wake(case: Case, number: int) -> bool:
    """Do all that is due in a tournament. Returns whether anything was."""
    done = False
    while _step(case, number):
        done = True
    set_wake(case, number, tournaments.load(case.tx, number))
    return done


def _step(case: Case, number: int) -> bool:
    """Do one thing that is due. Returns whether anything was."""
    row = tournaments.find(case.tx, number)
    assert row is not None, "only a tournament that there is wakes up"
    t = tournaments.load(case.tx, number)
    if t.phase == "running" and (ended := matches.results_due(case.tx, number, case.now)):
        _take_result(case, row, t, *ended[0])
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
        case "running" if case.now >= row.begins_at and due(t, open_round(row, t, case.now)):
            act(case, row, ((), t))
            return True
    return False


def _take_result(case: Case, row: TournamentRow, t: Tournament, match: MatchRow, result: StoredResult) -> None:
    """A game has a result that nothing undoes any more: it counts, or, if it was aborted, the match waits."""
    matches.change(case.tx, match, state="done")
    if result.winner is None:
        act(case, row, decide.abort(t, match.match))
        sentence = f"game {match.game} of match {match.match} was aborted, so the match waits for you"
        first = t.games[match.match].teams[0]
        settle = f"rule match {match.match} {first} win 250 to 180 because …"
        ask_master(case, row, t, (sentence,), (f"replay match {match.match}", settle))
        return
    game = games.find(case.tx, match.game)
    assert game is not None, "a result is that of a game"
    end = GameEnd(
        match=match.match,
        won=result.winner,
        how=silence.how(case, t, result),
        score=result.score,
        sets=event_log.load(case.tx, game).sets,
        head=game.head,
    )
    act(case, row, decide.finish(t, end))


def _close(case: Case, row: TournamentRow, t: Tournament) -> None:
    """Freeze seeding and roster; with too few teams ask the Gamesmaster instead."""
    teams = roster_of(case, row.id)
    if short := short_of(t.format, teams):
        tournaments.change(case.tx, row.id, asked_at=case.now)
        where = "".join(f" in division {one}" for one in short if one)
        sentence = f"sign-up for {row.name} is over, and it has {len(teams)} teams{where}; it needs {t.format.least}"
        ask_master(case, row, t, (sentence,), ("extend sign-up by 7 days", f"cancel {row.name} because …"))
        return
    drop_unfinished(case, MeantTournament(row, t))
    seeded = tuple(name for name in row.seeded if name in {team.name for team in teams})
    act(case, row, decide.close(t, seeded, teams))


def _draw(case: Case, row: TournamentRow, t: Tournament) -> None:
    """Draw, and do what was asked for since the close; if a beacon is missing, ask for it instead."""
    if t.format.beacon is not None and row.beacon is None:
        tournaments.change(case.tx, row.id, asked_at=case.now)
        sentence = f"the draw of {row.name} waits for its beacon, {t.format.beacon}"
        ask_master(case, row, t, (sentence,), ("beacon TEXT",))
        return
    salts = tuple(entries.team(case.tx, row.id, team.name).salts for team in t.roster)
    # no match begins with a team or a player who is out since the close
    act(case, row, decide.draw_order(t, salts, row.beacon or "-"), begins=False)
    do_pending(case, row.id)
