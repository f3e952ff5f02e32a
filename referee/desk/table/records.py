"""The public record of a game, always built anew from its events. Never stored; only its head is, with the game."""

from sqlalchemy import Connection

from referee.spades.fold import evolve
from referee.spades.game import Game
from referee.spades.record_lines import line
from referee.store import event_log


def record(tx: Connection, number: int) -> tuple[str, ...]:
    """Return the lines of a game's record so far, without line ends; the game must exist."""
    lines: list[str] = []
    game: Game | None = None
    for event in event_log.story(tx, number):
        if (public := line(game, event)) is not None:
            lines.append(public)
        game = evolve(game, event)
    return tuple(lines)
