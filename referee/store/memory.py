"""The memory of folded games and tournaments: the states that a connection loaded or wrote last, so that they need not
be folded again.

Its number, the number of its last event and the head of its record identify a state. When a transaction is undone, its
connection forgets all states.
"""

from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, event

from referee.spades.game import Game
from referee.tournaments.tournament import Tournament

MOST = 100
"""The number of states that each connection keeps: one takes as much memory as the positions of a round."""
PLACE = "folded"
"""The place where they are kept: with the database's own connection."""

State = TypeVar("State", Game, Tournament)
Key = tuple[type, int, int, str]


def remember(tx: Connection, last_seq: int, state: State) -> None:
    """Remember a state after its event `last_seq`."""
    known: dict[Key, Any] = tx.info.setdefault(PLACE, {})
    key = (type(state), state.number, last_seq, state.head)
    known.pop(key, None)
    known[key] = state
    if len(known) > MOST:
        del known[next(iter(known))]


def recall(tx: Connection, kind: type[State], number: int, last_seq: int, head: str) -> State | None:
    """Return the state after event `last_seq`, with that head of the record, if it is remembered."""
    known: dict[Key, Any] = tx.info.get(PLACE, {})
    return known.get((kind, number, last_seq, head))


def forget_what_is_undone(engine: Engine) -> None:
    """Have each connection forget all states once a transaction or savepoint of it is rolled back."""
    event.listen(engine, "rollback", _forget)
    event.listen(engine, "rollback_savepoint", lambda tx, name, context: _forget(tx))


def _forget(tx: Connection) -> None:
    if not tx.invalidated:  # a lost connection took its states along
        tx.info.pop(PLACE, None)
