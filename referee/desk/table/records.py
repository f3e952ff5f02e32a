"""The public record of a game, and its rounds once it is over: always built anew from its events. Never stored; only
the record's head is, with the game.
"""

from sqlalchemy import Connection

from referee.dominoes.events import RoundScored
from referee.games import Game, evolve, line
from referee.spades import events as ev
from referee.store import event_log
from referee.telling.news import RoundOver, story_of_events


def record(tx: Connection, number: int) -> tuple[str, ...]:
    """Return the lines of a game's record so far, without line ends; the game must exist."""
    lines: list[str] = []
    game: Game | None = None
    for event in event_log.story(tx, number):
        if (public := line(game, event)) is not None:
            lines.append(public)
        game = evolve(game, event)
    return tuple(lines)


def course(tx: Connection, number: int) -> tuple[RoundOver | RoundScored, ...]:
    """Return the rounds of a game in order, as they were scored last; the game must exist."""
    rounds: dict[int, RoundOver | RoundScored] = {}
    game = None
    for event in event_log.story(tx, number):
        before, game = game, evolve(game, event)
        if isinstance(event, ev.RoundScored | RoundScored):
            rounds[event.round] = over(before, event)
    assert game is not None, "a stored game has events"
    scored = game.round if game.points is not None else game.round - 1
    return tuple(rounds[n] for n in sorted(rounds) if n <= scored)


def over(before: Game | None, event: ev.RoundScored | RoundScored) -> RoundOver | RoundScored:
    """Return how a round was scored, given the state before that: a round of dominoes says so itself."""
    if isinstance(event, RoundScored):
        return event
    return next(item for item in story_of_events(before, (event,)).news if isinstance(item, RoundOver))
