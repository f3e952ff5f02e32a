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
from referee.running.guard import confess, draws, tell
from referee.store import inbox
from referee.store.backend import Store, StoreError

TRIES = 3
"""The number of tries at a mail that a bug of ours keeps from being handled, before we put it aside."""

ENDINGS = 5
"""The number of times in a row that the process may end while handling a mail, before we put that mail aside. A crash
that hits the same mail this often is the mail's fault: handling one takes milliseconds, and a start takes longer."""
ENDED = f"the program ended {ENDINGS} times while handling this mail, which may need more memory than there is"

TOGETHER = 20
"""The most mails that wait and are handled in one transaction."""
TOGETHER_SECONDS = 0.2
"""The time after which a transaction of several mails ends, after the mail in hand: others wait for the database, and
for letters."""


class Handling(Enum):
    """The end of the handling of a mail."""

    DONE = auto()
    AGAIN = auto()
    """A bug of ours kept the mail from being handled; we try again."""
    SHUNTED = auto()
    """Put aside for a person to look at."""


@dataclass(frozen=True, slots=True)
class Handled:
    """The outcome for a mail, and the seconds it took; `words` are for its log line."""

    how: Handling
    words: str
    seconds: float = 0.0


BEFORE, SHUNTED = Handled(Handling.DONE, HANDLED_BEFORE), Handled(Handling.SHUNTED, "shunted")


def handle_some(desk: Desk, store: Store) -> list[tuple[int, Handled]]:
    """Handle some of the waiting mails, in one transaction. Returns the number and the outcome of each; empty if no
    mail waits."""
    with store.reading() as look:
        numbers = inbox.next_ones(look, TOGETHER)
    return list(zip(numbers, handle_together(desk, store, numbers), strict=False)) if numbers else []


def handle_together(desk: Desk, store: Store, numbers: Sequence[int]) -> list[Handled]:
    """Handle the first of these mails, at least one, in order and in one transaction: each in a savepoint of its own,
    so that a bug of ours undoes one mail alone. Returns the outcome of each; no outcome is certain before.

    That each of them was begun is committed first. A mail whose handling has begun before and never ended is handled
    alone, and put aside once the process ended with it again and again: it would end every later process, too.
    """
    with store.transaction() as tx:
        begun = _begin(tx, numbers[:TOGETHER])
    if not begun:
        return [BEFORE]
    if poison := [number for number, times in begun.items() if times > ENDINGS]:
        return [_put_aside(desk, store, poison[0])]
    try:
        return _handle_begun(desk, store, [*begun])
    except StoreError:
        with suppress(StoreError):
            _let_go(store, [*begun])
        raise


def _begin(tx: Connection, numbers: Sequence[int]) -> dict[int, int]:
    """Begin the first of these mails, in order: those that nobody ever began, or else one mail. Returns, for each, the
    attempts in a row that never came to an end; empty if the first mail is done."""
    before = inbox.begun(tx, numbers)
    fresh = list(takewhile(lambda number: before.get(number) == 0, numbers))
    begun = inbox.begin(tx, fresh or numbers[:1])
    return {number: begun[number] for number in numbers if number in begun}


def _put_aside(desk: Desk, store: Store, number: int) -> Handled:
    with store.transaction() as tx:
        inbox.shunt(tx, number, ENDED, "shunted")
    what = f"mail {number} was put aside: {ENDED}"
    tell(desk, store, Cause.MAIL, what, "`referee handle --shunted` tries it again")
    return SHUNTED


def _handle_begun(desk: Desk, store: Store, numbers: Sequence[int]) -> list[Handled]:
    """Handle these mails until TOGETHER_SECONDS are over, and release the rest, in one transaction."""
    done: list[Handled] = []
    end = monotonic() + TOGETHER_SECONDS
    with store.batch():
        while len(done) < len(numbers) and (not done or monotonic() < end):
            done.append(_handle(desk, store, numbers[len(done)]))
        if later := numbers[len(done) :]:
            _let_go(store, later)
    return done


def _let_go(store: Store, numbers: Sequence[int]) -> None:
    with store.transaction() as tx:
        inbox.let_go(tx, numbers)


def _handle(desk: Desk, store: Store, number: int) -> Handled:
    began = monotonic()
    try:
        words = handle_mail(desk, store, number, now=desk.clock(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            last = inbox.mail(tx, number).tries + 1 >= TRIES
            inbox.shunt(tx, number, traceback.format_exc(), "shunted" if last else "new")
        if last:
            why = f"mail {number} could not be handled: `referee status` shows why"
            confess(desk, store, Cause.MAIL, why, "once that is mended, `referee handle --shunted` tries it again")
        return SHUNTED if last else Handled(Handling.AGAIN, "failed")
    return Handled(Handling.DONE, words, monotonic() - began)
