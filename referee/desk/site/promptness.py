"""The promptness of a player, measured by the moments of their acts. Changes nothing."""

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
    """Return the median time of a player's latest acts; None if there are too few.

    `games` are theirs, newest first; running games do not count.
    """
    taken: list[float] = []
    for line in games:
        if line.ended is not None and player in line.players and len(taken) < MOST:
            taken += reversed(_seconds(tx, line.game, line.players.index(player) + 1))
    return timedelta(seconds=int(median(taken[:MOST]))) if len(taken) >= FEWEST else None


def _seconds(tx: Connection, game: int, seat: int) -> list[float]:
    """Measure each act of the last player in a seat, from the moment when everyone knew that it was their turn.

    An act at the same moment as the event before it was planned, and does not count; nor does an act of the clock.
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
