"""The stakes of silence: how often in a row the clock has acted for a player, and if one more silence loses a match.
Judges no act."""

from collections.abc import Sequence

from referee.desk.case import Case
from referee.spades import events as ev
from referee.spades.events import Event
from referee.spades.game import Game, due
from referee.store import event_log, matches, tournaments
from referee.telling.news import Stake

ACTS = ("BidMade", "CardPlayed", "Claimed", "Planned", "Replaced", "Ended")
"""The kinds of events by which silence is counted."""


def stake(case: Case, game: Game, seat: int) -> Stake | None:
    """Say what one more silence of a player costs, if it is a match of a tournament; None if it costs no match yet."""
    waiting = due(game)
    match = None if waiting is None else matches.of_game(case.tx, game.number)
    if match is None or match.state != "running" or not silence_counts(game):
        return None
    t = tournaments.load(case.tx, match.tournament)
    most, played = t.format.forfeit_after, t.games.get(match.match)
    if most is None or played is None:
        return None
    times = in_a_row(event_log.story(case.tx, game.number, kinds=ACTS), seat)
    if times != most - 1:
        return None
    team = played.team_of(seat)
    return Stake(times, team, match.match, t.name)


def silence_counts(game: Game) -> bool:
    """Tell if somebody could act: once the match limit has the clock act at once, nobody could have."""
    return game.result is None and game.provisional is None and game.hurry != 0


def in_a_row(events: Sequence[Event], seat: int) -> int:
    """Count how often the clock has acted for a seat since its player last did anything: acted, claimed, made a plan,
    or had one act. A successor starts anew, and so does everyone once a ruling has undone the end of the game."""
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
