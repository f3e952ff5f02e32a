"""The meaning of a game's end for the tournament whose match it decides: words for the letters that tell of the end.
Rules on nothing and changes nothing."""

from dataclasses import replace

from referee.desk.case import Case
from referee.store import matches, tournaments
from referee.store.games import GameRow
from referee.store.matches import MatchRow
from referee.store.results import StoredResult, result_of
from referee.telling.formats import moment
from referee.telling.news import MatchEnd, Settled
from referee.telling.tournaments.way_sentences import onward
from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.tournament import Tournament


def match_end(case: Case, row: GameRow, settled: Settled | None = None) -> MatchEnd | None:
    """Say what the letters say of the match of a game that has just ended; None if it has none.

    `settled`: what settled the match, and who goes on, if the tournament has ended the game.
    """
    match = matches.of_game(case.tx, row.id)
    if match is None:
        return None
    t = tournaments.load(case.tx, match.tournament)
    result = result_of(case.tx, row.id)
    played = t.games[match.match]
    end = MatchEnd(t.name, match.match, (played.team_of(1), played.team_of(2)), settled)
    if match.state != "running" or result is None:
        return end
    later = result.final_at is not None and result.final_at > case.now
    counts = _counts(t, match, result, later=later)
    if not (later or result.winner is None):
        return replace(end, counts=counts)
    losers = end.teams[1 if result.winner is None else 2 - result.winner]
    return replace(end, counts=counts, rule=f"rule match {match.match} {losers} win 250 to 180 because …")


def _counts(t: Tournament, match: MatchRow, result: StoredResult, *, later: bool) -> tuple[str, ...]:
    """Say when a result counts, and who goes on with it."""
    if result.winner is None:
        return ("The match waits for the Gamesmaster.",)
    end = GameEnd(match=match.match, won=result.winner, how=result.how, score=result.score, sets=(0, 0), head="")
    _, after = decide.finish(t, end)
    goes = [line for team in t.games[match.match].teams if (line := onward(after, team))]
    if later and result.final_at is not None:
        first = f"For {t.name} it counts from {moment(result.final_at)} on; until then a ruling can void it."
        return (first, f"Then: {' '.join(goes)}") if goes else (first,)
    return (" ".join(goes),) if goes else ()
