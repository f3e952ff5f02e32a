"""Silence: a player for whom the clock acts too often in a row loses the match for their team. Judges no act."""

from referee.desk.case import Case
from referee.desk.table.match import ACTS, in_a_row, running_match, silence_counts
from referee.desk.tournaments.act import act
from referee.desk.tournaments.games import forfeit
from referee.spades import events as ev
from referee.spades.game import Game
from referee.spades.rulesheet import SEATS, team_of
from referee.store import event_log
from referee.store.games import GameRow, StoredResult
from referee.telling.tournaments.match_sentences import settled_by
from referee.tournaments import decide
from referee.tournaments.events import Silenced
from referee.tournaments.tournament import Tournament


def note(case: Case, row: GameRow, seat: int, after: Game) -> None:
    """Note that the clock has acted for a seat: if that was once too often in a game of a tournament, its team loses
    the match.

    Once the match limit has the clock act at once, nobody could have acted, and nothing is counted.
    """
    found = running_match(case, row.id) if silence_counts(after) else None
    if found is None:
        return
    match, cup = found
    t = cup.state
    most, played = t.format.forfeit_after, t.games[match.match]
    if most is None or in_a_row(event_log.story(case.tx, row.id, kinds=ACTS), seat) < most:
        return
    team = played.team_of(seat)
    if played.silent == team:  # a ruling undid the end by silence: note that once
        forfeit(case, played, team, settled_by(t, Silenced(match.match, team), match.match))
    else:
        act(case, cup, decide.note(t, Silenced(match.match, team)))


def how(case: Case, t: Tournament, result: StoredResult) -> str:
    """Say how the game of a match ended: `silence` if the clock's last act before the end used up the patience of the
    format."""
    most = t.format.forfeit_after
    if result.how != "forfeit" or result.winner is None or most is None:
        return result.how
    played = event_log.story(case.tx, result.game, kinds=ACTS)
    while played and not isinstance(played.pop(), ev.Ended):
        pass
    silent = any(in_a_row(played, seat) >= most for seat in SEATS if team_of(seat) != result.winner)
    return "silence" if silent else result.how
