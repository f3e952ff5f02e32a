"""The mails that wait, handled together in one transaction: a bug of ours undoes one of them alone.

A mail that cannot be handled is tried again, then put aside for a person to look at. Rules on nothing itself.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from itertools import takewhile
from time import monotonic

from sqlalchemy import Connection

from referee.desk.alarm import Cause
from referee.desk.case import Desk
from referee.desk.requests.lane import lane_of
from referee.handle import HANDLED_BEFORE, handle_mail
from referee.running.guard import confess, draws, now, tell
from referee.store import inbox, lanes
from referee.store.backend import Conflict, Store, StoreError
from referee.store.claims import DAEMON
from referee.store.lanes import Elsewhere, Held, Taken, Waits

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
    ELSEWHERE = auto()
    """It needs more than what its handler has locked; nothing was done but to say so."""


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail, and the seconds it took; `words` are for its log line."""

    how: Handling
    words: str
    seconds: float = 0.0


BEFORE, IN_HAND = Handled(Handling.DONE, HANDLED_BEFORE), Handled(Handling.IN_HAND, "in hand")
SHUNTED = Handled(Handling.SHUNTED, "shunted")


def handle_or_shunt(desk: Desk, store: Store, number: int, worker: str = DAEMON) -> Handled:
    """Handle mail `number`, or put it aside if a bug of ours prevents that for the third time."""
    if store.one_writer:
        return handle_together(desk, store, [number], worker)[0]
    file_mails(desk, store)
    if found := handle_taken(desk, store, partial(lanes.take_one, number=number)):
        return found[0][1]
    with store.reading() as look:
        return BEFORE if inbox.state_of(look, number) == "done" else IN_HAND


def handle_some(desk: Desk, store: Store, worker: str = DAEMON, share: int = 1) -> list[tuple[int, Handled]]:
    """Handle some of the mails that wait, in one transaction. Returns the number of each and what became of it; nothing
    if none waits, or others have them in hand. `share`: how many daemons share the games out."""
    if not store.one_writer:
        file_mails(desk, store)
        return handle_taken(desk, store, partial(lanes.take, most=TOGETHER, share=share))
    with store.reading() as look:
        numbers = inbox.unhandled(look, TOGETHER)
    return list(zip(numbers, handle_together(desk, store, numbers, worker), strict=False)) if numbers else []


def file_mails(desk: Desk, store: Store) -> None:
    """Put the mails that wait into their lanes, some at a time, so that others can take them meanwhile; unless another
    daemon is at it. As many as anybody looks at."""
    for _ in range(0, lanes.WINDOW, lanes.FILED_AT_ONCE):
        with store.reading() as look:
            if not lanes.unfiled(look, 1):
                return
        with store.transaction() as tx:
            if not lanes.lock(tx, lanes.FILING, wait=False):
                return
            lanes.file(tx, *(Waits(n, *lane_of(tx, desk.settings, raw)) for n, raw in lanes.unfiled(tx).items()))


def handle_taken(desk: Desk, store: Store, take: Callable[[Connection], Taken]) -> list[tuple[int, Handled]]:
    """Handle the mails that `take` takes and locks, in the transaction that has these locks: one that ends, however it
    does, leaves them to others. Else as `handle_together`, which commits first what it begins because it cannot commit
    that beside its transaction.
    """
    numbers: list[int] = []
    try:
        with store.batch():
            with store.transaction() as tx:
                taken = take(tx)
            numbers = [one.id for one in taken.mails]
            with store.beside() as beside:
                begun = inbox.count_begun(beside, numbers)
            done = _handle_each(desk, store, _next(numbers, begun), taken.held)
    except Conflict:
        _let_go(store, numbers)
        return []
    except StoreError:
        with suppress(StoreError):
            _let_go(store, numbers)
        raise
    if done and done[-1][1].how is Handling.SHUNTED:
        _tell_of_ending(desk, store, done[-1][0], begun)
    if left := [number for number in numbers if number not in dict(done)]:
        _let_go(store, left)
    return [one for one in done if one[1].how is not Handling.ELSEWHERE]


def _next(numbers: Sequence[int], begun: Mapping[int, int]) -> dict[int, int]:
    """Of mails in order, with how often each was begun by now, those to handle: those never begun before, or one."""
    fresh = list(takewhile(lambda number: begun.get(number) == 1, numbers))
    return {number: begun[number] for number in fresh or numbers[:1] if number in begun}


def _handle_each(desk: Desk, store: Store, numbers: Mapping[int, int], held: Held) -> list[tuple[int, Handled]]:
    """Handle mails until TOGETHER_SECONDS are over, or one belongs into another lane, for which the others may wait."""
    done: list[tuple[int, Handled]] = []
    end = monotonic() + TOGETHER_SECONDS
    for number, begun in numbers.items():
        done.append((number, _put_aside(store, number) if _is_poison(begun) else _handle(desk, store, number, held)))
        if monotonic() >= end or done[-1][1].how is Handling.ELSEWHERE:
            break
    return done


def _is_poison(begun: int) -> bool:
    """Whether a mail that was begun so often, and never ended, ends each process that handles it."""
    return begun > ENDINGS


def _put_aside(store: Store, number: int) -> Handled:
    with store.transaction() as tx:
        inbox.shunt(tx, number, ENDED, "shunted")
    return SHUNTED


def _tell_of_ending(desk: Desk, store: Store, number: int, begun: Mapping[int, int]) -> None:
    if _is_poison(begun[number]):
        what = f"mail {number} was put aside: {ENDED}"
        tell(desk, store, Cause.MAIL, what, "`referee handle --shunted` tries it again")


def _let_go(store: Store, numbers: Sequence[int]) -> None:
    with store.transaction() as tx:
        inbox.let_go(tx, numbers)


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
        poison = [number for number, begun in taken.items() if _is_poison(begun)]
    if poison:
        done = _put_aside(store, poison[0])
        _tell_of_ending(desk, store, poison[0], taken)
        return [done]
    try:
        return _handle_begun(desk, store, taken)
    except StoreError:
        with suppress(StoreError):
            _let_go(store, list(taken))
        raise


def _begin(tx: Connection, numbers: Sequence[int], worker: str) -> dict[int, int]:
    """Claim the first of these mails, in order: those that nobody ever began, or else one. Returns how many times in a
    row the handling of each began without ever coming to an end; nothing if the first is done, or another worker's."""
    begun = inbox.begun(tx, numbers)
    # what another worker has in hand is begun
    fresh = list(takewhile(lambda number: begun.get(number) == 0, numbers))
    taken = inbox.begin(tx, fresh or numbers[:1], worker, now())
    return {number: taken[number] for number in numbers if number in taken}


def _handle_begun(desk: Desk, store: Store, numbers: Mapping[int, int]) -> list[Handled]:
    """Handle these mails until TOGETHER_SECONDS are over, and let go the others, in one transaction."""
    with store.batch():
        done = _handle_each(desk, store, numbers, Held())
        if later := [*numbers][len(done) :]:
            _let_go(store, later)
    return [one for _, one in done]


def _handle(desk: Desk, store: Store, number: int, held: Held) -> Handled:
    began = monotonic()
    try:
        words = handle_mail(desk, store, number, now=now(), draws=draws(), held=held)
    except (StoreError, Conflict):
        raise
    except Elsewhere as other:
        with store.transaction() as tx:
            lanes.refile(tx, number, other.game)
        return Handled(Handling.ELSEWHERE, "elsewhere")
    except Exception:
        with store.transaction() as tx:
            last = inbox.mail(tx, number).tries + 1 >= TRIES
            inbox.shunt(tx, number, traceback.format_exc(), "shunted" if last else "new")
        if last:
            why = f"mail {number} could not be handled: `referee status` shows why"
            confess(desk, store, Cause.MAIL, why, "once that is mended, `referee handle --shunted` tries it again")
        return SHUNTED if last else Handled(Handling.AGAIN, "failed")
    return Handled(Handling.DONE, words, monotonic() - began)
