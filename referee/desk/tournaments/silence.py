"""Silence: a player for whom the clock acts too often in a row loses the match for their team. Judges no act."""

from collections.abc import Sequence

from referee.desk.case import Case
from referee.desk.tournaments.act import act
from referee.desk.tournaments.games import forfeit
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.game import Game
from referee.spades.rulesheet import SEATS, team_of
from referee.store import event_log, matches, tournaments
from referee.store.games import GameRow
from referee.store.results import StoredResult
from referee.tournaments import decide
from referee.tournaments.events import Silenced
from referee.tournaments.tournament import Tournament

ACTS = ("BidMade", "CardPlayed", "Claimed", "Planned", "Replaced", "Ended")
"""The kinds of events by which silence is counted."""


def note(case: Case, row: GameRow, seat: int, after: Game) -> None:
    """The clock has acted for a seat: if that was once too often in a game of a tournament, its team loses the match.

    Once the match limit has the clock act at once, nobody could have acted, and nothing is counted.
    """
    match = matches.of_game(case.tx, row.id)
    if match is None or match.state != "running" or not _waits(after):
        return
    t = tournaments.load(case.tx, match.tournament)
    most, played = t.format.forfeit_after, t.games[match.match]
    if most is None or in_a_row(event_log.story(case.tx, row.id, kinds=ACTS), seat) < most:
        return
    tournament = tournaments.find(case.tx, match.tournament)
    assert tournament is not None, "a match is in a tournament that there is"
    team = played.odd if team_of(seat) == 1 else next(one for one in played.teams if one != played.odd)
    if played.silent == team:  # a ruling undid the end that this brought: it is noted once
        forfeit(case, played, team)
    else:
        act(case, tournament, decide.note(t, Silenced(match.match, team)))


def _waits(game: Game) -> bool:
    return game.result is None and game.provisional is None and game.hurry != 0


def how(case: Case, t: Tournament, result: StoredResult) -> str:
    """How the game of a match ended: `silence` if the clock's last act before its end was once too often."""
    most = t.format.forfeit_after
    if result.how != "forfeit" or result.winner is None or most is None:
        return result.how
    played = event_log.story(case.tx, result.game, kinds=ACTS)
    while played and not isinstance(played.pop(), ev.Ended):
        pass
    silent = any(in_a_row(played, seat) >= most for seat in SEATS if team_of(seat) != result.winner)
    return "silence" if silent else result.how


def in_a_row(events: Sequence[Event], seat: int) -> int:
    """How often the clock has acted for a seat since its player last did anything: acted, claimed, made a plan, or had
    one act. A successor starts anew, and so does everyone once a ruling has undone the end of the game."""
    count = 0
    for event in reversed(events):
        match event:
            case ev.BidMade() | ev.CardPlayed() if event.seat == seat and event.by == "clock":
                count += 1
            case ev.BidMade() | ev.CardPlayed() if event.seat != seat or event.by == "rule":
                continue
            case ev.Claimed() | ev.Planned() | ev.Replaced() if event.seat != seat:
                continue
            case _:
                break
    return count
