"""What is noted of mail that may lie in a mail server's queue: clocks wait for it. Waits for nothing itself."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from referee.store import marks

FLUSHED = "queue-flushed"
"""The mark with the moment at which nothing lay in the mail server's queue."""
WAIT = "clocks-wait"
"""The mark that says since when clocks wait for that queue, until when, and why; empty if they do not."""
TURNED_AWAY = "turned-away"
"""The mark with the moment at which one of several daemons last turned mail away."""
COMPLETE = "handed-in-until"
"""The mark with the moment up to which all mail was handed in."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Clocks wait, since the first of several reasons, and until the last one is over."""

    since: datetime
    until: datetime
    why: str

    def to_mark(self) -> str:
        """What `wait_of` reads."""
        return f"{self.since.isoformat()} {self.until.isoformat()} {self.why}"


def wait_of(tx: Connection) -> Wait | None:
    """What the daemon wrote down last; None if clocks run."""
    since, _, rest = (marks.get_mark(tx, WAIT) or "").partition(" ")
    until, _, why = rest.partition(" ")
    return Wait(datetime.fromisoformat(since), datetime.fromisoformat(until), why) if until else None
