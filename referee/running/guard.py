"""The steps of the daemon, guarded: a bug of ours stops only the one thing it concerns.

We log it, and tell the operator. Disk errors (StoreError) always pass through: nothing we said about them could be
stored. Mails are handled in `together`, many in one transaction.
"""

import itertools
import secrets
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from pathlib import Path

import structlog
from sqlalchemy import Connection

from referee.config import Settings
from referee.desk.alarm import Cause
from referee.desk.case import Desk, Draws
from referee.desk.sender.reply_addresses import own_token
from referee.handle import (
    file_record,
    file_tournament,
    handle_due,
    handle_given_up,
    handle_older_copy,
    handle_put_back,
    handle_sent,
    handle_unknown,
    records_folder,
    tell_operator,
)
from referee.post.proof.evidence import NO_EVIDENCE, Evidence
from referee.post.reading.message import read_message
from referee.post.settings import AuthSettings
from referee.post.wire.smtp import Fate
from referee.post.wire.sockets import next_try
from referee.records.chance import SEED_BYTES
from referee.store import games, outbox, progress, tournaments
from referee.store.backend import Store, StoreError
from referee.store.outbox import Queued
from referee.timed import Reached, Timed

log = structlog.get_logger()


def draws() -> Draws:
    """Draw fresh chance from the operating system."""
    return Draws((secrets.token_hex(SEED_BYTES) for _ in itertools.count()), secrets.token_bytes(32))


@contextmanager
def guard(
    desk: Desk,
    store: Store,
    cause: Cause,
    what: str,
    remedy: str,
    forget: Callable[[Connection], object],
) -> Iterator[None]:
    """Guard one step: a bug ends only the step inside the `with`. The operator is told what could not be done, and the
    remedy; `forget` keeps the step from coming up again at once."""
    try:
        yield
    except StoreError:
        raise
    except Exception:
        with store.transaction() as tx:
            forget(tx)
        confess(desk, store, cause, what, remedy)


def gather_evidence(auth: AuthSettings, mails: Sequence[tuple[bytes, datetime]]) -> list[Evidence]:
    """Gather what the network says about mails that came together, each with its arrival. Does not ask if no answer
    would count; a failure keeps no mail out."""
    if not auth.looks_up_keys:
        return [NO_EVIDENCE] * len(mails)
    # 3 MB of memory that a referee needs only where keys are looked up
    from referee.post.proof.dkim_lookup import gather_all  # noqa: PLC0415

    try:
        return gather_all(auth, mails)
    except Exception:
        _log_fault("could not look at the signatures of mails")
        return [NO_EVIDENCE] * len(mails)


def answerers(tx: Connection, settings: Settings, heads: Sequence[bytes]) -> list[str]:
    """Return who seems to have written each mail, if it went to a good reply address of theirs, else nobody: "". Proves
    nothing, since it only says which mail to fetch first; a failure keeps no mail out."""
    try:
        found = [(own_token(tx, settings, message), message.sender) for message in map(read_message, heads)]
        return [sender if token is not None and token.state == "good" else "" for token, sender in found]
    except StoreError:
        raise
    except Exception:
        _log_fault("could not look at the heads of mails")
        return [""] * len(heads)


def do_due(desk: Desk, store: Store, work: Timed, number: int, reached: Reached) -> str | None:
    """Do what fell due by itself under `number`. Returns words for the log line, None if there is nothing to log."""

    def forget(tx: Connection) -> None:
        work.forget(tx, number, desk.clock())

    what, remedy = work.trouble
    with guard(desk, store, work.cause, what.format(number), remedy, forget):
        by = reached._replace(now=desk.clock())
        return work.done if handle_due(desk, store, work, number, reached=by, draws=draws()) else work.idle
    return "failed"


def note_outcomes(desk: Desk, store: Store, outcomes: Sequence[tuple[Queued, Fate, str]]) -> None:
    """Note the fates of letters; one transaction notes those that the server accepted: we never send an accepted letter
    again, whatever else goes wrong."""
    if accepted := [(letter, reply) for letter, fate, reply in outcomes if fate is Fate.ACCEPTED]:
        _note_accepted(desk, store, accepted)
    for letter, fate, reply in outcomes:
        if fate is not Fate.ACCEPTED:
            _note_failure(desk, store, letter, fate, reply)


def _note_accepted(desk: Desk, store: Store, accepted: Sequence[tuple[Queued, str]]) -> None:
    if len(accepted) == 1:
        ((letter, reply),) = accepted
        with _guard_of(desk, store, letter, lambda tx: outbox.mark_sent(tx, {letter.id: reply}, desk.clock())):
            handle_sent(desk, store, accepted, now=desk.clock(), draws=draws())
        return
    try:
        handle_sent(desk, store, accepted, now=desk.clock(), draws=draws())
    except StoreError:
        raise
    except Exception:
        for one in accepted:
            _note_accepted(desk, store, [one])


def _note_failure(desk: Desk, store: Store, letter: Queued, fate: Fate, reply: str) -> None:
    again = None if fate is Fate.REFUSED or (pause := next_try(letter.tries + 1)) is None else desk.clock() + pause
    with _guard_of(desk, store, letter, lambda tx: outbox.mark_tried(tx, letter.id, again, reply)):
        if again is None:
            handle_given_up(desk, store, letter, reply, now=desk.clock(), draws=draws())
        else:
            handle_put_back(store, letter, reply, again)
    # the Gamesmaster hears of each player's letter; nobody needs to hear of a watcher's mailbox
    alarming = desk.settings.referee.operator is not None and not letter.bulk
    if again is None and alarming:
        what = f"letter {letter.id} was given up: {reply}"
        tell(desk, store, Cause.REFUSED, what, "`referee status` lists such letters, and why the server refused them")


def _guard_of(
    desk: Desk, store: Store, letter: Queued, forget: Callable[[Connection], object]
) -> AbstractContextManager[None]:
    what = f"what should follow from letter {letter.id} could not be done"
    return guard(desk, store, Cause.LETTER, what, "`referee status` shows it", forget)


def unfiled(tx: Connection) -> list[tuple[str, Callable[[Desk, Store, int], None], int]]:
    """Return the games and tournaments whose records we must file, each with the function that does it."""
    todo = [("game", file_record, number) for number in games.unfiled(tx)]
    return [*todo, *(("tournament", file_tournament, number) for number in tournaments.unfiled(tx))]


def file_records(desk: Desk, store: Store) -> None:
    """File the record of every game that is over and not on file yet. A failure never stops play."""
    with store.reading() as look:
        todo = unfiled(look)
    for what, file, number in todo:
        try:
            file(desk, store, number)
            log.info("record", **{what: number}, outcome="filed")
        except StoreError:
            raise
        except OSError as e:
            where = e.filename or records_folder(desk.settings)
            confess(
                desk,
                store,
                Cause.RECORD,
                f"the record of {what} {number} could not be put into its file: {e.strerror or type(e).__name__}",
                f"check the space and the owner of {where}; it is tried again and again, and the games go on",
            )
            return  # if one file cannot be written, neither can the next
        except Exception:
            which = f"the record of {what} {number} could not be made"
            confess(desk, store, Cause.RECORD, which, "the games go on without it")


def compare_with_witness(desk: Desk, store: Store) -> bool:
    """Compare the database with the witness beside it. Returns True if it is an older copy; all its games are then
    stopped."""
    older = handle_older_copy(desk, store, now=desk.clock(), draws=draws())
    if older:
        log.warning("database", outcome="older-copy", why="letters went out that it does not know")
    write_witness(desk, store)
    return older


def write_witness(desk: Desk, store: Store) -> int:
    """Write the progress of the database down beside it. Returns the number of its last letter. A failure never stops
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
    """Stop all games if the database does not know some of `mails`, which were handled lately, by digest and arrival:
    then it is an older copy. `noticed`: we found that out before, and stopped all games."""
    unknown = handle_unknown(desk, store, mails, noticed=noticed, now=desk.clock(), draws=draws())
    if unknown:
        log.warning("database", outcome="older-copy", why="mails were handled that it does not know", mails=unknown)


def tell(desk: Desk, store: Store, cause: Cause, what: str, remedy: str) -> None:
    """Tell the operator that something needs a person, by mail once a day for each cause; log it if it is news."""
    is_news = _write_alarm(desk, store, cause, what, remedy)
    if is_news:
        log.warning("alarm", cause=cause.value, why=what)


def confess(desk: Desk, store: Store, cause: Cause, what: str, remedy: str) -> None:
    """Tell the operator of a bug of ours, and log where it is. Call only inside `except`."""
    is_news = _write_alarm(desk, store, cause, what, remedy)
    if is_news:
        _log_fault(what)


def _write_alarm(desk: Desk, store: Store, cause: Cause, what: str, remedy: str) -> bool:
    """Write to the operator, unless they know. Returns True if it was news to them, or if we could not write."""
    try:
        return tell_operator(desk, store, cause, (what, remedy), now=desk.clock(), draws=draws())
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
