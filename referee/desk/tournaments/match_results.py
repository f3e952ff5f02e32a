"""The result of a match's game, once nothing undoes it any more, or since a team of it withdraws; and the match that a
player loses for their team because the clock acts too often in a row. Judges no act and no result."""

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.table.match import ACTS, running_match, silence_counts, silences
from referee.desk.tournaments.act import act
from referee.desk.tournaments.match_games import forfeit
from referee.games import Game
from referee.store import event_log, games, matches
from referee.store.games import GameRow, StoredResult
from referee.store.matches import MatchRow
from referee.store.tournaments import Cup
from referee.table import events as ev
from referee.table.seats import SEATS, team_of
from referee.telling.tournaments.match_sentences import settled_by
from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.events import Silenced
from referee.tournaments.tournament import Tournament


def note_silence(case: Case, row: GameRow, seat: int, after: Game) -> None:
    """Note that the clock has acted for a seat: if that was once too often in a game of a tournament, its team loses
    the match.

    Once the match limit has the clock act at once, nobody could have acted, and nothing is counted.
    """
    found = running_match(case, row.id) if silence_counts(after) else None
    if found is None:
        return
    match, cup = found
    t = cup.state
    played = t.games[match.match]
    if not t.format.is_silent(*silences(event_log.story(case.tx, row.id, kinds=ACTS), seat)):
        return
    team = played.team_of(seat)
    if played.silent == team:  # a ruling undid the end by silence: note that once
        forfeit(case, played, team, settled_by(t, Silenced(match.match, team), match.match))
    else:
        act(case, cup, decide.note(t, Silenced(match.match, team)))


def _how(case: Case, t: Tournament, result: StoredResult) -> str:
    """Say how the game of a match ended: `silence` if the clock's last act before the end used up the patience of the
    format."""
    if result.how != "forfeit" or result.winner is None:
        return result.how
    played = event_log.story(case.tx, result.game, kinds=ACTS)
    while played and not isinstance(played.pop(), ev.Ended):
        pass
    losers = (seat for seat in SEATS if team_of(seat) != result.winner)
    silent = any(t.format.is_silent(*silences(played, seat)) for seat in losers)
    return "silence" if silent else result.how


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
        settle = f"rule match {match.match} {first} win … to … because …"
        ask_master(case, cup, (sentence,), (f"replay match {match.match}", settle))
        return after
    game = games.find(case.tx, match.game)
    assert game is not None, "a result is that of a game"
    end = GameEnd(
        match=match.match,
        won=result.winner,
        how=_how(case, t, result),
        score=result.score,
        sets=getattr(event_log.load(case.tx, game), "sets", (0, 0)),
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
