"""The promptness of a player, from when their acts were written down. Changes nothing."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median

from sqlalchemy import Connection

from referee.site.public import GameLine
from referee.spades import events as ev
from referee.store import event_log

FEWEST, MOST = 10, 40
"""The fewest acts from which a player's promptness is taken, and the most, which are the latest."""
ACTS = ("Dealt", *ev.names(ev.Act), "Misplayed", "Voided", "Replaced", "Paused", "Restored", "Resumed")


def promptness(tx: Connection, player: int, games: Iterable[GameLine]) -> timedelta | None:
    """Measure how long a player takes for an act, at the median of their latest ones; None for too few.

    `games` are theirs, newest first; those that are running do not count.
    """
    taken: list[float] = []
    for line in games:
        if line.ended is not None and player in line.players and len(taken) < MOST:
            taken += reversed(_seconds(tx, line.game, line.players.index(player) + 1))
    return timedelta(seconds=int(median(taken[:MOST]))) if len(taken) >= FEWEST else None


def _seconds(tx: Connection, game: int, seat: int) -> list[float]:
    """Measure how long whoever sits there at the end took for each act, from when everyone knew that it was their turn.

    An act at the same moment as what came before it was planned, and does not count; neither does one of the clock.
    """
    taken: list[float] = []
    since: datetime | None = None
    for at, event in event_log.timed_story(tx, game, kinds=ACTS):
        if isinstance(event, ev.Replaced) and event.seat == seat:
            taken = []
        elif since is not None and _is_act(event, seat) and at - since >= timedelta(seconds=1):
            taken.append((at - since).total_seconds())
        since = None if isinstance(event, ev.Paused | ev.Restored) else at
    return taken


def _is_act(event: ev.Event, seat: int) -> bool:
    return isinstance(event, ev.Act) and event.seat == seat and event.by == "player"
