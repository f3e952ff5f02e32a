"""Mail that came in, as bytes: stored before the server may forget it, and handled once. Reads none of it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select, update

from referee.post.proof.evidence import NO_EVIDENCE, Evidence, from_json, to_json
from referee.store.backend import insert_or_nothing, inserting_or_nothing
from referee.store.claims import FREE, HELD, Claim, may_take
from referee.store.fingerprints import fingerprint
from referee.store.statement import Statement
from referee.store.tables import inbox, sights

HOLD = timedelta(seconds=30)
"""How long a worker may hold a mail. Handling takes milliseconds; if it takes longer than this and another worker
handles the mail too, the one that commits last finds it done."""


@dataclass(frozen=True, slots=True)
class Received:
    """One mail as received: its number, its bytes, and when it arrived at the server (UTC)."""

    id: int
    raw: bytes
    arrived: datetime
    tries: int
    state: str
    """new, done or shunted."""
    evidence: Evidence = NO_EVIDENCE


# statements of every mail, built once: building one takes longer than its execution
_MAIL = Statement(
    select(inbox.c.id, inbox.c.raw, inbox.c.arrived, inbox.c.tries, inbox.c.state, inbox.c.evidence).where(
        inbox.c.id == bindparam("number")
    )
)
_STATE = Statement(select(inbox.c.state).where(inbox.c.id == bindparam("number")))
_UNDONE = (inbox.c.id.in_(bindparam("numbers", expanding=True)), inbox.c.state != "done")
_BEGUN = Statement(select(inbox.c.id, inbox.c.begun).where(*_UNDONE))
_BEGIN = Statement(
    update(inbox)
    .where(*_UNDONE, may_take(inbox))
    .values(begun=inbox.c.begun + 1, **HELD)
    .returning(inbox.c.id, inbox.c.begun)
)
_COUNT_BEGUN = Statement(
    update(inbox).where(*_UNDONE).values(begun=inbox.c.begun + 1).returning(inbox.c.id, inbox.c.begun)
)
_LET_GO = Statement(update(inbox).where(*_UNDONE).values(begun=0, **FREE))
_UNHANDLED = Statement(
    select(inbox.c.id).where(inbox.c.state == bindparam("state")).order_by(inbox.c.id).limit(bindparam("most"))
)
_STORED = Statement(
    select(inbox.c.id).where(
        inbox.c.uidvalidity == bindparam("uidvalidity"),
        inbox.c.uid == bindparam("uid"),
        inbox.c.digest == bindparam("digest"),
    )
)
_RECEIVE = inserting_or_nothing(inbox, inbox.c.id)
_FINISH = Statement(
    update(inbox)
    .where(inbox.c.id == bindparam("number"))
    .values(state="done", outcome=bindparam("words"), trouble=None, begun=0, **FREE)
)
_SEEN = Statement(
    select(sights.c.key).where(
        sights.c.key.in_(bindparam("keys", expanding=True)), sights.c.inbox != bindparam("number")
    )
)


def receive(
    tx: Connection,
    raw: bytes,
    digest: str,
    arrived: datetime,
    place: tuple[int, int] | None = None,
    *,
    evidence: Evidence = NO_EVIDENCE,
) -> int:
    """Store a mail and what is known of it. Returns its number. A mail stored already keeps its number.

    `place`: UIDVALIDITY and UID of a mail from the mailbox (RFC 3501, 2.3.1.1).
    """
    uidvalidity, uid = place or (None, None)
    named = {"uidvalidity": uidvalidity, "uid": uid, "digest": digest}
    proof = None if evidence == NO_EVIDENCE else to_json(evidence)
    values = {**named, "arrived": arrived, "raw": raw, "evidence": proof}
    added = _RECEIVE.scalar(tx, values)
    # nothing is added if the mail is stored already, by us or by another daemon
    return int(_STORED.one(tx, named).id if added is None else added)


def unhandled(tx: Connection, limit: int = 200, state: str = "new") -> list[int]:
    """Numbers of the mails in `state`, in order of receipt."""
    return _UNHANDLED.scalars(tx, {"state": state, "most": limit})


def mail(tx: Connection, number: int) -> Received:
    """A mail by its number."""
    row = _MAIL.one(tx, {"number": number})
    return Received(row.id, row.raw, row.arrived, row.tries, row.state, from_json(row.evidence))


def state_of(tx: Connection, number: int) -> str:
    """new, done or shunted."""
    return str(_STATE.one(tx, {"number": number}).state)


def begun(tx: Connection, numbers: Collection[int]) -> dict[int, int]:
    """How many times in a row the handling of each of these mails began without ever coming to an end; only of those
    that are not done."""
    return {row.id: row.begun for row in _BEGUN.all(tx, {"numbers": numbers})}


def begin(tx: Connection, numbers: Collection[int], worker: str, now: datetime) -> dict[int, int]:
    """Claim mails for handling. Returns those that are neither done nor held by another worker, with how many times in
    a row the handling of each began without ever coming to an end."""
    claimed = _BEGIN.all(tx, {"numbers": numbers, **Claim(worker, now, HOLD).values})
    return {row.id: row.begun for row in claimed}


def count_begun(tx: Connection, numbers: Collection[int]) -> dict[int, int]:
    """Handling these mails, which the caller has to itself, begins. Returns how many times in a row the handling of
    each began without ever coming to an end; nothing of those that are done."""
    return {row.id: row.begun for row in _COUNT_BEGUN.all(tx, {"numbers": numbers})}


def let_go(tx: Connection, numbers: Collection[int]) -> None:
    """Leave mails for later, for a reason that has nothing to do with them."""
    _LET_GO.run(tx, {"numbers": numbers})


def finish(tx: Connection, number: int, outcome: str) -> None:
    """A mail is handled; `outcome` is the word for its log line."""
    _FINISH.run(tx, {"number": number, "words": outcome})


def shunt(tx: Connection, number: int, trouble: str, state: str) -> None:
    """A mail could not be handled: `trouble` says why; `state` is new (to be tried again) or shunted.

    One that another worker has handled in the meantime stays done.
    """
    values = {"state": state, "trouble": trouble, "tries": inbox.c.tries + 1, "begun": 0}
    tx.execute(update(inbox).where(*_UNDONE).values(**values, **FREE), {"numbers": [number]})


def first_sight(tx: Connection, keys: tuple[str, ...], number: int, *, nor: tuple[str, ...] = ()) -> bool:
    """Whether no other mail was seen as any of `keys` before, `nor` as any of these; if so, mail `number` counts as
    seen as all of `keys`."""
    every = tuple(fingerprint(key) for key in {*keys, *nor})
    if _SEEN.first(tx, {"keys": every, "number": number}) is not None:
        return False
    # in one order, so that two transactions never wait for each other
    rows = [{"key": key, "inbox": number} for key in sorted(fingerprint(key) for key in keys)]
    added = insert_or_nothing(tx, sights, rows)
    return added == len(rows) or _SEEN.first(tx, {"keys": every, "number": number}) is None


def oldest_unhandled(tx: Connection) -> datetime | None:
    """When the oldest unhandled mail arrived; one that was put aside does not count."""
    return tx.execute(select(func.min(inbox.c.arrived)).where(inbox.c.state == "new")).scalar()


def counts(tx: Connection) -> dict[str, int]:
    """How many mails are in each state."""
    rows = tx.execute(select(inbox.c.state, func.count()).group_by(inbox.c.state))
    return {str(state): int(n) for state, n in rows}


def troubles(tx: Connection) -> list[Row[Any]]:
    """Mails that could not be handled, newest last: for the operator's eyes."""
    mails = select(inbox.c.id, inbox.c.arrived, inbox.c.tries, inbox.c.trouble).where(inbox.c.trouble.is_not(None))
    return list(tx.execute(mails.order_by(inbox.c.id)))
