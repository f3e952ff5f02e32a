"""What a connection remembers from one transaction to the next, so that it need not be read again.

It never remembers anything but what stands in the database as its transaction sees it:

- Nobody else has written since. Where the engine counts, for each connection, what all others committed (backend/),
  each transaction looks at that count once it sees the database, and forgets everything if it has
  moved. That covers another program, a copy restored into the file while it is open, and another connection of this
  process. Another file means other connections, which remember nothing.
- Where it does not count that, only topics are remembered of which whoever recalls something asks the database whether
  it still holds. Nothing else is, not even within a transaction: others may commit between two of its statements.
- What a transaction wrote or read is remembered after its COMMIT and not before; a savepoint that is rolled back takes
  with it all that its transaction was about to remember, and what was known of that before: an earlier savepoint may
  have changed it for good. A transaction that fails takes everything.
- Whoever writes a table forgets what is remembered of it, or remembers what it wrote, in the same transaction.
"""

from typing import Any

from sqlalchemy import Connection

PLACE, AT_HAND = "memory", "_referee_memory"
"""Where it is kept: with the database's own connection, and, for one transaction, as an attribute of SQLAlchemy's."""


class Topic:
    """What is remembered together, forgotten together, and `most` of which is remembered at a time. `checked`: whoever
    recalls it compares it with the database."""

    def __init__(self, most: int, *, checked: bool = False) -> None:
        self.most, self.checked = most, checked


class Memory:
    """One connection's memory: what is certain, and what will be once the transaction under way is committed."""

    def __init__(self) -> None:
        self._others: int | None = None
        self._certain: dict[Topic, dict[Any, Any]] = {}
        self._under_way: dict[tuple[Topic, Any], Any] = {}
        self._forgotten: set[Topic] = set()

    def begin(self, others: int | None) -> None:
        """A transaction begins; `others` is the count of what others committed, None if nobody counts."""
        if others != self._others:
            self._others = others
            self._certain.clear()
        self._under_way.clear()
        self._forgotten.clear()

    def committed(self) -> None:
        """The transaction is committed."""
        for topic in self._forgotten:
            self._certain.pop(topic, None)
        for (topic, key), value in self._under_way.items():
            known = self._certain.setdefault(topic, {})
            known.pop(key, None)
            known[key] = value
        for topic, known in self._certain.items():
            while len(known) > topic.most:
                del known[next(iter(known))]

    def savepoint_undone(self) -> None:
        """A savepoint was rolled back: forget what the transaction was about to remember, and what was known before
        under the same keys."""
        for topic, key in self._under_way:
            self._certain.get(topic, {}).pop(key, None)
        self._under_way.clear()

    def forget_all(self) -> None:
        """The transaction failed."""
        self._certain.clear()
        self._under_way.clear()

    def get(self, topic: Topic, key: Any) -> Any:
        """What is known, None for nothing."""
        if (topic, key) in self._under_way:
            return self._under_way[topic, key]
        return None if topic in self._forgotten else self._certain.get(topic, {}).get(key)

    def put(self, topic: Topic, key: Any, value: Any) -> None:
        """Remember a value once the transaction is committed, and until then in the transaction."""
        if self._others is None and not topic.checked:
            return
        self._under_way[topic, key] = value

    def forget(self, topic: Topic) -> None:
        """Forget a topic once the transaction is committed, and until then in the transaction."""
        self._forgotten.add(topic)
        for kept in [kept for kept in self._under_way if kept[0] is topic]:
            del self._under_way[kept]


def memory_of(tx: Connection) -> Memory:
    """The memory of the connection that a transaction is on."""
    found: Memory | None = vars(tx).get(AT_HAND)
    if found is None:
        found = tx.info.setdefault(PLACE, Memory())
        setattr(tx, AT_HAND, found)
    return found


def recall(tx: Connection, topic: Topic, key: Any) -> Any:
    """What this transaction would read under `key`, if that is remembered; else None. Never to be changed in place."""
    return memory_of(tx).get(topic, key)


def remember(tx: Connection, topic: Topic, key: Any, value: Any) -> None:
    """Remember what stands in the database as this transaction sees it; nothing is remembered by None."""
    memory_of(tx).put(topic, key, value)


def forget(tx: Connection, topic: Topic) -> None:
    """Forget a topic: this transaction writes what it is about."""
    memory_of(tx).forget(topic)
