"""The steps of the path, guarded: a bug of ours stops only the one thing it concerns.

We put a mail aside, log anything else, and tell the operator. Disk errors (StoreError) always pass through: nothing we
said about them could be stored.
"""

import itertools
import secrets
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from itertools import takewhile
from pathlib import Path
from time import monotonic

import structlog
from sqlalchemy import Connection

from referee.desk.alarm import Cause
from referee.desk.case import Desk, Draws
from referee.desk.people import unstarted_tables
from referee.handle import (
    HANDLED_BEFORE,
    file_record,
    file_tournament,
    handle_given_up,
    handle_mail,
    handle_older_copy,
    handle_overdue,
    handle_planned_bid,
    handle_put_back,
    handle_put_off,
    handle_reminder,
    handle_sent,
    handle_tournament,
    handle_unknown,
    handle_unstarted_tables,
    records_folder,
    tell_operator,
)
from referee.post.proof.dkim_lookup import gather_all
from referee.post.proof.evidence import NO_EVIDENCE, Evidence
from referee.post.settings import AuthSettings
from referee.post.wire.retries import next_try
from referee.post.wire.smtp import Fate
from referee.spades.fairness import SEED_BYTES
from referee.store import clocks, games, inbox, outbox, progress, tournaments
from referee.store.backend import Store, StoreError
from referee.store.claims import DAEMON
from referee.store.outbox import Queued

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

log = structlog.get_logger()


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


def now() -> datetime:
    """The moment, in UTC: the only clock the referee reads."""
    return datetime.now(UTC)


def draws() -> Draws:
    """Fresh chance from the operating system."""
    return Draws((secrets.token_hex(SEED_BYTES) for _ in itertools.count()), secrets.token_bytes(32))


def gather_evidence(auth: AuthSettings, mails: Sequence[tuple[bytes, datetime]]) -> list[Evidence]:
    """What the network says about mails that came together, each with its arrival. A failure keeps no mail out."""
    try:
        return gather_all(auth, mails)
    except Exception:
        _log_fault("could not look at the signatures of mails")
        return [NO_EVIDENCE] * len(mails)


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
            _confess(desk, store, Cause.MAIL, why, "once that is mended, `referee handle --shunted` tries it again")
        return Handled(Handling.SHUNTED, "shunted") if last else Handled(Handling.AGAIN, "failed")
    return Handled(Handling.DONE, words, monotonic() - began)


def act_if_overdue(desk: Desk, store: Store, number: int, read_until: datetime) -> str:
    """Act for the player of game `number` if their clock ran out before `read_until`. Returns words for the log
    line."""
    try:
        acted = handle_overdue(desk, store, number, read_until=read_until, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        what = f"the clock of game {number} could not act"
        _confess(desk, store, Cause.CLOCK, what, "the game waits until that is mended")
        return "failed"
    return "acted" if acted else "not due"


def wake_tournament(desk: Desk, store: Store, number: int, read_until: datetime) -> str:
    """Do what is due in tournament `number` by `read_until`. Returns words for the log line."""
    try:
        done = handle_tournament(desk, store, number, read_until=read_until, draws=draws())
    except StoreError:
        raise
    except Exception:
        what = f"what was due in tournament {number} could not be done"
        _confess(desk, store, Cause.CLOCK, what, "it waits until that is mended")
        return "failed"
    return "done" if done else "nothing"


def remind(desk: Desk, store: Store, number: int) -> str:
    """Remind the player of game `number` that it is their turn, once. Returns words for the log line."""
    try:
        reminded = handle_reminder(desk, store, number, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            clocks.reminded(tx, number)
        what = f"the reminder of game {number} could not be written"
        _confess(desk, store, Cause.REMINDER, what, "the game goes on without it")
        return "failed"
    return "written" if reminded else "not due"


def remind_of_tables(desk: Desk, store: Store) -> str:
    """Remind the Gamesmasters of full tables that wait for a start. Returns words for the log line."""
    try:
        reminded = handle_unstarted_tables(desk, store, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            unstarted_tables.reminded(tx, now())
        what = "the reminder of full tables could not be written"
        _confess(desk, store, Cause.REMINDER, what, "the tables wait as before")
        return "failed"
    return "written" if reminded else "not due"


def bid_as_planned(desk: Desk, store: Store, number: int) -> str:
    """Make the planned bid of game `number` that had to wait. Returns words for the log line."""
    try:
        made = handle_planned_bid(desk, store, number, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            clocks.set_bid_at(tx, number, None)
        what = f"a planned bid of game {number} could not be made"
        _confess(desk, store, Cause.CLOCK, what, "the game goes on without it")
        return "failed"
    return "made" if made else "not due"


def run_without_notice(desk: Desk, store: Store, number: int) -> str | None:
    """Let the clock of game `number` run on without its notice, if that was put off for long enough. Returns words for
    the log line; None if it still waits."""
    try:
        ran = handle_put_off(desk, store, number, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        what = f"the clock of game {number} waits for a letter that was put off"
        _confess(desk, store, Cause.CLOCK, what, "the game waits until that is mended")
        return "failed"
    return "runs on" if ran else None


def note_outcomes(desk: Desk, store: Store, outcomes: Sequence[tuple[Queued, Fate, str]]) -> None:
    """Note what became of letters, those that the server accepted in one transaction: once it has one, we never send
    that again, whatever else goes wrong."""
    if accepted := [(letter, reply) for letter, fate, reply in outcomes if fate is Fate.ACCEPTED]:
        _note_accepted(desk, store, accepted)
    for letter, fate, reply in outcomes:
        if fate is not Fate.ACCEPTED:
            _note_failure(desk, store, letter, fate, reply)


def _note_accepted(desk: Desk, store: Store, accepted: Sequence[tuple[Queued, str]]) -> None:
    try:
        handle_sent(desk, store, accepted, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        if len(accepted) > 1:
            for one in accepted:
                _note_accepted(desk, store, [one])
            return
        ((letter, reply),) = accepted
        with store.transaction() as tx:
            outbox.mark_sent(tx, {letter.id: reply}, now())
        _confess_of(desk, store, letter)


def _note_failure(desk: Desk, store: Store, letter: Queued, fate: Fate, reply: str) -> None:
    again = None if fate is Fate.REFUSED or (pause := next_try(letter.tries + 1)) is None else now() + pause
    try:
        if again is None:
            handle_given_up(desk, store, letter, reply, now=now(), draws=draws())
        else:
            handle_put_back(store, letter, reply, again)
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            outbox.mark_tried(tx, letter.id, again, reply)
        _confess_of(desk, store, letter)
    # the Gamesmaster hears of each player's letter; a watcher's mailbox concerns nobody else
    alarming = desk.settings.referee.operator is not None and not letter.bulk
    if again is None and alarming:
        what = f"letter {letter.id} was given up: {reply}"
        tell(desk, store, Cause.REFUSED, what, "`referee status` lists such letters, and why the server refused them")


def file_records(desk: Desk, store: Store) -> None:
    """File the record of every game that is over and not on file yet. A failure never stops play."""
    with store.reading() as look:
        todo = [("game", file_record, number) for number in games.unfiled(look)]
        todo += [("tournament", file_tournament, number) for number in tournaments.unfiled(look)]
    for what, file, number in todo:
        try:
            file(desk, store, number)
            log.info("record", **{what: number}, outcome="filed")
        except StoreError:
            raise
        except OSError as e:
            where = e.filename or records_folder(desk.settings)
            _confess(
                desk,
                store,
                Cause.RECORD,
                f"the record of {what} {number} could not be put into its file: {e.strerror or type(e).__name__}",
                f"check the space and the owner of {where}; it is tried again and again, and the games go on",
            )
            return  # if one file cannot be written, neither can the next
        except Exception:
            which = f"the record of {what} {number} could not be made"
            _confess(desk, store, Cause.RECORD, which, "the games go on without it")


def compare_with_witness(desk: Desk, store: Store) -> bool:
    """Whether the witness beside the database shows it to be an older copy; all its games are then stopped."""
    older = handle_older_copy(desk, store, now=now(), draws=draws())
    if older:
        log.warning("database", outcome="older-copy", why="letters went out that it does not know")
    write_witness(desk, store)
    return older


def write_witness(desk: Desk, store: Store) -> int:
    """Write down beside the database how far it has got. Returns the number of its last letter. Failing never stops
    play."""
    with store.reading() as look:
        own = progress.reach(look)
    file = progress.witness_file(store.file)
    try:
        progress.witness(file, own)
    except OSError as e:
        what = f"{file} could not be written: {e.strerror or type(e).__name__}"
        remedy = "check the space and the owner of its folder; without it, an older copy of the database may be missed"
        tell(desk, store, Cause.WITNESS, what, remedy)
    return own.letter


def compare_with_mailbox(desk: Desk, store: Store, mails: Mapping[str, datetime], *, noticed: bool) -> None:
    """Stop all games if the database does not know some of `mails`, those handled lately, by digest and arrival: it is
    then an older copy. `noticed`: we found that out before, and stopped all games."""
    unknown = handle_unknown(desk, store, mails, noticed=noticed, now=now(), draws=draws())
    if unknown:
        log.warning("database", outcome="older-copy", why="mails were handled that it does not know", mails=unknown)


def tell(desk: Desk, store: Store, cause: Cause, what: str, remedy: str) -> None:
    """Tell the operator that something needs a person, by mail once a day for each cause; log it if it is news."""
    if _is_news(desk, store, cause, what, remedy):
        log.warning("alarm", cause=cause.value, why=what)


def _confess(desk: Desk, store: Store, cause: Cause, what: str, remedy: str) -> None:
    """Tell the operator of a bug of ours, and log where it is. Call only inside `except`."""
    if _is_news(desk, store, cause, what, remedy):
        _log_fault(what)


def _confess_of(desk: Desk, store: Store, letter: Queued) -> None:
    what = f"what should follow from letter {letter.id} could not be done"
    _confess(desk, store, Cause.LETTER, what, "`referee status` shows it")


def _is_news(desk: Desk, store: Store, cause: Cause, what: str, remedy: str) -> bool:
    try:
        return tell_operator(desk, store, cause, (what, remedy), now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        _log_fault("could not tell the operator")
        return True


def _log_fault(what: str) -> None:
    """Log where a fault is, but not its text, which may quote a mail, a card or a token."""
    kind, _, trace = sys.exc_info()
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(trace))
    log.error("fault", what=what, why=kind.__name__ if kind else "", where=" ".join(places))
