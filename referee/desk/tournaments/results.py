"""The result of a match's game, once nothing undoes it any more, or since a team of it withdraws. Judges no result."""

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.tournaments import silence
from referee.desk.tournaments.act import act
from referee.store import event_log, games, matches, results, tournaments
from referee.store.matches import MatchRow
from referee.store.results import StoredResult
from referee.store.tournaments import TournamentRow
from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.tournament import Tournament


def take_result(
    case: Case, row: TournamentRow, t: Tournament, match: MatchRow, result: StoredResult, *, begins: bool = True
) -> Tournament:
    """Let a result count from now on; if the game was aborted, the match waits. Returns the state after it.

    `begins`: False if more follows at once that may put a team out, before any match begins.
    """
    matches.change(case.tx, match, state="done")
    if result.winner is None:
        after = act(case, row, decide.abort(t, match.match), begins=begins)
        sentence = f"game {match.game} of match {match.match} was aborted, so the match waits for you"
        first = t.games[match.match].teams[0]
        settle = f"rule match {match.match} {first} win 250 to 180 because …"
        ask_master(case, row, t, (sentence,), (f"replay match {match.match}", settle))
        return after
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
    _, after = decide.finish(t, end)
    for team in after.withdrawn - t.withdrawn:
        t = take_results_of(case, row.id, team)
    return act(case, row, decide.finish(t, end), begins=begins) if t.phase == "running" else t


def take_results_of(case: Case, number: int, team: str) -> Tournament:
    """Have the games of a team that withdraws count at once if they are over: what was won before stays won, and nobody
    is left who could mind. Begins no match, since the team would be out of it at once. Returns the state after it."""
    t = tournaments.load(case.tx, number)
    for match in matches.running(case.tx, number):
        row, result = tournaments.find(case.tx, number), results.result_of(case.tx, match.game)
        assert row is not None, "its matches are played"
        own = team in t.games[match.match].teams
        if own and t.phase == "running" and result is not None and result.final_at is not None:
            t = take_result(case, row, t, match, result, begins=False)
    return t
