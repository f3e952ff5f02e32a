"""The mails that wait, handled together in one transaction: a bug of ours undoes one of them alone.

A mail that cannot be handled is tried again, then put aside for a person to look at. Rules on nothing itself.
"""

import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile
from time import monotonic

from sqlalchemy import Connection

from referee.desk.alarm import Cause
from referee.desk.case import Desk
from referee.handle import HANDLED_BEFORE, handle_mail
from referee.running.guard import confess, draws, now, tell
from referee.store import inbox
from referee.store.backend import Store, StoreError
from referee.store.claims import DAEMON

TRIES = 3
"""How often we try a mail that a bug of ours keeps from being handled, before we put it aside."""

ENDINGS = 5
"""How often in a row the process may end while handling a mail, before we put that mail aside. A crash that hits the
same mail this often is the mail's fault: handling one takes milliseconds, and a start takes longer."""
ENDED = f"the program ended {ENDINGS} times while handling this mail, which may need more memory than there is"

TOGETHER = 20
"""How many mails that wait are handled in one transaction, at most."""
TOGETHER_SECONDS = 0.2
"""When a transaction of several mails ends after the mail in hand: others wait for the database, and for letters."""


class Handling(Enum):
    """How far the handling of a mail got."""

    DONE = auto()
    AGAIN = auto()
    """A bug of ours kept it from being handled; to be tried again."""
    SHUNTED = auto()
    """Put aside for a person to look at."""
    IN_HAND = auto()
    """Another worker is handling it; nothing was done."""


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail, and the seconds it took; `words` are for its log line."""

    how: Handling
    words: str
    seconds: float = 0.0


BEFORE, IN_HAND = Handled(Handling.DONE, HANDLED_BEFORE), Handled(Handling.IN_HAND, "in hand")


def handle_or_shunt(desk: Desk, store: Store, number: int, worker: str = DAEMON) -> Handled:
    """Handle mail `number`, or put it aside if a bug of ours prevents that for the third time."""
    return handle_together(desk, store, [number], worker)[0]


def handle_together(desk: Desk, store: Store, numbers: Sequence[int], worker: str = DAEMON) -> list[Handled]:
    """Handle the first of these mails, at least one, in order and in one transaction: each in a savepoint of its own,
    so that a bug of ours undoes one mail alone. Returns what became of each of them; nothing of it is certain before.

    That each of them was begun is committed first. A mail whose handling has begun before and never ended is handled
    alone, and put aside once the process ended with it again and again: it would end every later process, too.
    """
    with store.transaction() as tx:
        taken = _begin(tx, numbers[:TOGETHER], worker)
        if not taken:
            return [BEFORE if inbox.state_of(tx, numbers[0]) == "done" else IN_HAND]
        poison = [number for number, begun in taken.items() if begun > ENDINGS]
        for number in poison:
            inbox.shunt(tx, number, ENDED, "shunted")
    if poison:
        what = f"mail {poison[0]} was put aside: {ENDED}"
        tell(desk, store, Cause.MAIL, what, "`referee handle --shunted` tries it again")
        return [Handled(Handling.SHUNTED, "shunted")]
    try:
        return _handle_begun(desk, store, list(taken))
    except StoreError:
        with suppress(StoreError), store.transaction() as tx:
            inbox.let_go(tx, list(taken))
        raise


def _begin(tx: Connection, numbers: Sequence[int], worker: str) -> dict[int, int]:
    """Claim the first of these mails, in order: those that nobody ever began, or else one. Returns how many times in a
    row the handling of each began without ever coming to an end; nothing if the first is done, or another worker's."""
    begun = inbox.begun(tx, numbers)
    # what another worker has in hand is begun
    fresh = list(takewhile(lambda number: begun.get(number) == 0, numbers))
    taken = inbox.begin(tx, fresh or numbers[:1], worker, now())
    return {number: taken[number] for number in numbers if number in taken}


def _handle_begun(desk: Desk, store: Store, numbers: Sequence[int]) -> list[Handled]:
    """Handle these mails until TOGETHER_SECONDS are over, and let go the others, in one transaction."""
    done: list[Handled] = []
    end = monotonic() + TOGETHER_SECONDS
    with store.batch():
        for number in numbers:
            done.append(_handle(desk, store, number))
            if monotonic() >= end:
                break
        if later := numbers[len(done) :]:
            with store.transaction() as tx:
                inbox.let_go(tx, later)
    return done


def _handle(desk: Desk, store: Store, number: int) -> Handled:
    began = monotonic()
    try:
        words = handle_mail(desk, store, number, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            last = inbox.mail(tx, number).tries + 1 >= TRIES
            inbox.shunt(tx, number, traceback.format_exc(), "shunted" if last else "new")
        if last:
            why = f"mail {number} could not be handled: `referee status` shows why"
            confess(desk, store, Cause.MAIL, why, "once that is mended, `referee handle --shunted` tries it again")
        return Handled(Handling.SHUNTED, "shunted") if last else Handled(Handling.AGAIN, "failed")
    return Handled(Handling.DONE, words, monotonic() - began)
