"""The public records of games. Each reading goes on where the last one ended, so a move costs the same however long a
game is.

Only lines of the record leave this file; the state that makes them stays here.
"""

from collections import OrderedDict
from dataclasses import dataclass

from sqlalchemy import Connection

from referee.games import Game, evolve, line
from referee.store import event_log
from referee.store.games import GameRow

MOST = 64
"""The number of games that are known at a time: each takes as much memory as its record and the positions of a
round."""


@dataclass(frozen=True, slots=True)
class KnownRecord:
    """A record and its head."""

    lines: tuple[str, ...]
    head: str
    limit: int
    """The seconds that each act has now."""


@dataclass(frozen=True, slots=True)
class _Read:
    """The part of a game that was read."""

    last_seq: int
    state: Game
    lines: tuple[str, ...]


class KnownRecords:
    """The records of the games that were asked for last."""

    def __init__(self) -> None:
        self._read: OrderedDict[int, _Read] = OrderedDict()

    def of(self, tx: Connection, row: GameRow) -> KnownRecord:
        """Return the present record of a game."""
        found = self._known(tx, row) or self._whole(tx, row)
        self._read[row.id] = found
        self._read.move_to_end(row.id)
        while len(self._read) > MOST:
            self._read.popitem(last=False)
        return KnownRecord(found.lines, found.state.head, found.state.turn_limit)

    def _known(self, tx: Connection, row: GameRow) -> _Read | None:
        """Read the events of a game since the last reading; None if it was not read before, or some of these events are
        missing."""
        before = self._read.get(row.id)
        if before is None or before.last_seq > row.last_seq:
            return None
        events = event_log.story_since(tx, row.id, before.last_seq)
        if len(events) != row.last_seq - before.last_seq:
            return None
        state, lines = before.state, list(before.lines)
        for event in events:
            if (public := line(state, event)) is not None:
                lines.append(public)
            state = evolve(state, event)
        return _Read(row.last_seq, state, tuple(lines))

    def _whole(self, tx: Connection, row: GameRow) -> _Read:
        lines: list[str] = []
        state: Game | None = None
        for event in event_log.story(tx, row.id):
            if (public := line(state, event)) is not None:
                lines.append(public)
            state = evolve(state, event)
        assert state is not None, "a game that has a row has begun"
        return _Read(row.last_seq, state, tuple(lines))
