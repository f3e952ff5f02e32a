"""The result of a match's game, once nothing undoes it any more, or since a team of it withdraws. Judges no result."""

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.tournaments import silence
from referee.desk.tournaments.act import act
from referee.store import event_log, games, matches
from referee.store.games import StoredResult
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.tournaments import decide
from referee.tournaments.decide import GameEnd


def take_result(case: Case, cup: Cup, match: MatchRow, result: StoredResult, *, begins: bool = True) -> Cup:
    """Let a result count from now on; if the game was aborted, the match waits. Returns the changed tournament.

    `begins`: False if other acts follow at once that may put a team out; then no match begins yet.
    """
    t = cup.state
    matches.change(case.tx, match, state="done")
    if result.winner is None:
        after = act(case, cup, decide.abort(t, match.match), begins=begins)
        sentence = f"game {match.game} of match {match.match} was aborted, so the match waits for you"
        first = t.games[match.match].teams[0]
        settle = f"rule match {match.match} {first} win 250 to 180 because …"
        ask_master(case, cup, (sentence,), (f"replay match {match.match}", settle))
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
    happened = decide.finish(t, end)
    out = happened[1].withdrawn - t.withdrawn
    for team in out:
        cup = take_results_of(case, cup, team)
    if cup.state.phase != "running":
        return cup
    return act(case, cup, decide.finish(cup.state, end) if out else happened, begins=begins)


def take_results_of(case: Case, cup: Cup, team: str) -> Cup:
    """Have the finished games of a team that withdraws count at once: earlier wins stay won, and nobody is left to
    object. Begins no match, since the team would be out of it at once. Returns the changed tournament."""
    for match in matches.running(case.tx, cup.row.id):
        result = games.result_of(case.tx, match.game)
        own = team in cup.state.games[match.match].teams
        if own and cup.state.phase == "running" and result is not None and result.final_at is not None:
            cup = take_result(case, cup, match, result, begins=False)
    return cup
