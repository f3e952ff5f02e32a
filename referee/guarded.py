"""The steps of the path, guarded: a fault of our own ends nothing but the one thing that it concerns.

A mail is put aside, the rest is logged, and the gamesmasters are told. A fault of the disk (StoreError) is never
caught here: nothing that we say then could be kept.
"""

import itertools
import secrets
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

import structlog

from referee.desk.case import Desk, Draws
from referee.handle import (
    file_record,
    handle_mail,
    handle_overdue,
    handle_reminder,
    handle_sent,
    handle_unsent,
    records_folder,
    tell_operator,
)
from referee.mail.outbox import Kind, next_try
from referee.spades.fairness import SEED_BYTES
from referee.store import games, post
from referee.store.engine import Store, StoreError
from referee.store.post import Queued

TRIES = 3
"""How often a mail that our own fault kept from being handled is tried before it is put aside."""

log = structlog.get_logger()


def now() -> datetime:
    """The moment, in UTC: the only clock that the referee looks at."""
    return datetime.now(UTC)


def draws() -> Draws:
    """Fresh chance from the operating system."""
    return Draws((secrets.token_hex(SEED_BYTES) for _ in itertools.count()), secrets.token_bytes(32))


def handle_or_shunt(desk: Desk, store: Store, number: int) -> str:
    """Handle mail `number`; if our own fault keeps us from it three times, put it aside. The words for its log line."""
    try:
        return handle_mail(desk, store, number, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            last = post.mail(tx, number).tries + 1 >= TRIES
            post.shunt(tx, number, traceback.format_exc(), "shunted" if last else "new")
        if last:
            why = f"mail {number} could not be handled: `referee status` shows why"
            _confess(desk, store, why, "once that is mended, `referee handle --shunted` tries it again")
        return "shunted" if last else "failed"


def run_out(desk: Desk, store: Store, number: int, read_until: datetime) -> str:
    """Let the clock of game `number` act, if it ran out before `read_until`. The words for its log line."""
    try:
        acted = handle_overdue(desk, store, number, read_until=read_until, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        _confess(desk, store, f"the clock of game {number} could not act", "the game waits until that is mended")
        return "failed"
    return "acted" if acted else "not due"


def remind(desk: Desk, store: Store, number: int) -> str:
    """Remind the player of game `number` who is to act, once. The words for the log line."""
    try:
        reminded = handle_reminder(desk, store, number, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            games.reminded(tx, number)
        _confess(desk, store, f"the reminder of game {number} could not be written", "the game goes on without it")
        return "failed"
    return "written" if reminded else "not due"


def keep_outcome(desk: Desk, store: Store, letter: Queued, kind: Kind, reply: str) -> None:
    """Keep what became of a letter: it is never sent again once the server has it, whatever else goes wrong."""
    again = None if kind is Kind.REFUSED or (pause := next_try(letter.tries + 1)) is None else now() + pause
    try:
        if kind is Kind.ACCEPTED:
            handle_sent(desk, store, letter, reply, now=now(), draws=draws())
        else:
            handle_unsent(desk, store, letter, reply, again=again, now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            if kind is Kind.ACCEPTED:
                post.mark_sent(tx, letter.id, now(), reply)
            else:
                post.mark_tried(tx, letter.id, again, reply)
        _confess(desk, store, f"what follows from letter {letter.id} could not be done", "`referee status` shows it")


def file_records(desk: Desk, store: Store) -> None:
    """Put the record of every game that is over into its file, if it is not there yet. Never stops play."""
    with store.reading() as look:
        numbers = games.unfiled(look)
    for number in numbers:
        try:
            file_record(desk, store, number)
            log.info("record", game=number, outcome="filed")
        except StoreError:
            raise
        except OSError as e:
            where = e.filename or records_folder(desk.settings)
            _confess(
                desk,
                store,
                f"the record of game {number} could not be put into its file: {e.strerror or type(e).__name__}",
                f"check the space and the owner of {where}; it is tried again and again, and the games go on",
            )
            return  # what one file cannot get, the next will not
        except Exception:
            _confess(desk, store, f"the record of game {number} could not be made", "the games go on without it")


def _confess(desk: Desk, store: Store, what: str, remedy: str) -> None:
    """Inside `except`: put a fault of our own into the log, and tell the gamesmasters of it once a day."""
    _log_fault(what)
    try:
        tell_operator(desk, store, (what, remedy), now=now(), draws=draws())
    except StoreError:
        raise
    except Exception:
        _log_fault("the gamesmasters could not be told")


def _log_fault(what: str) -> None:
    """Where the fault lies, but not its text: that may quote a mail, a card or a token."""
    kind, _, trace = sys.exc_info()
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in traceback.extract_tb(trace))
    log.error("fault", what=what, why=kind.__name__ if kind else "", where=" ".join(places))
