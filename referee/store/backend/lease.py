"""The lease on a database: the right to work on it, which one program has at a time. Knows no engine."""

import time
from collections.abc import Callable
from threading import Event, Thread

ASK_SECONDS = 1.0
"""Seconds between two questions of a program about its lease."""
ENDS_SECONDS = 6
"""The time after which the server ends a lease whose program is silent, and any transaction whose program does nothing:
a program that is stopped holds up nobody. No pause within a transaction takes a fifth of that."""
SURE_SECONDS = 4.0
"""The time after an answer in which nobody else can have the lease. The rest, until the lease ends, is for finishing
work in hand."""
GONE_SECONDS = 10.0
"""The time without an answer after which the lease is lost: another program may have it by now."""


class Lease:
    """The right to work on a database. This kind, from a lock file, ends with the program and is never lost."""

    is_alone = True
    """The lease also keeps out programs that change the tables or copy the database."""
    holder = ""
    """A name that no other holder has, here or on another machine, now or later; "" where nobody need ask."""

    def is_sure(self) -> bool:
        """Tell if nobody else can have the lease, for the next moments."""
        return True

    def is_lost(self) -> bool:
        """Tell if another program may have the lease by now, so that this program must begin anew."""
        return False


class AskedLease(Lease):
    """A lease that a server may end. A thread of its own asks for the lease each second, so that a long step does not
    delay the question."""

    is_alone = False

    def __init__(
        self, holder: str, ask: Callable[[], object], errors: tuple[type[Exception], ...] = (OSError,)
    ) -> None:
        """Begin with a lease just taken. `ask`: ask the server for a word on the session that has the lease; any of
        `errors` ends the lease."""
        self.holder, self._ask, self._errors = holder, ask, errors
        self._answered = _seconds()
        self._failed = False
        self._over = Event()
        self._asking = Thread(target=self._ask_on, name="lease", daemon=True)

    def start(self) -> None:
        """Ask from now on."""
        self._asking.start()

    def stop(self) -> None:
        """Ask no more."""
        self._over.set()
        self._asking.join(ASK_SECONDS)

    def is_sure(self) -> bool:
        """Tell if the last answered question is too young for another program to have the lease."""
        return not self._failed and _seconds() - self._answered < SURE_SECONDS

    def is_lost(self) -> bool:
        """Tell if the server ended the lease, or may have."""
        return self._failed or _seconds() - self._answered > GONE_SECONDS

    def _ask_on(self) -> None:
        while not self._over.wait(ASK_SECONDS):
            asked = _seconds()
            try:
                self._ask()
            except self._errors:
                self._failed = True
                return
            self._answered = asked


def _seconds() -> float:
    """Return the time by a clock that nobody can set, and that goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()
