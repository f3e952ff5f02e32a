"""Games to make pages from, with the view that goes with them. Knows no database."""

from datetime import UTC, datetime, timedelta

from referee.games import Game
from referee.site.environment import Club
from referee.site.public import Due, PublicView
from referee.site.reading import read_record
from referee.site.values import Story
from tests.audit.records import Record

BEGAN = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
CLUB = Club("Spades Referee", "referee@club.test", "https://spades.test")


def told(record: Record, act: int = -1) -> tuple[Story, PublicView]:
    """Return a game after one of its acts, as pages take it."""
    state = record.states[act]
    return read_record(record.lines[: record.told[act]]), seen(state)


def seen(game: Game) -> PublicView:
    """Return the secrets of a game in that state, which its record does not hold."""
    waiting = game.due
    over = game.result is not None
    return PublicView(
        game=int(game.number),
        players=(1, 2, 3, 4),
        score=game.score,
        started=BEGAN,
        ended=BEGAN + timedelta(days=30) if over else None,
        due=None if waiting is None else Due(*waiting, since=BEGAN + timedelta(days=3)),
        deadline=None if waiting is None or game.paused else BEGAN + timedelta(days=6),
        paused=game.paused,
        limit=timedelta(seconds=game.limit),
        provisional=game.provisional is not None,
        final_at=BEGAN + timedelta(days=31) if over else None,
    )
