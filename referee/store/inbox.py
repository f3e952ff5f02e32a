"""Mail that came in, as bytes: stored before the server may forget it, and handled once. Reads no mail."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, func, literal_column, select, update

from referee.post.proof.evidence import NO_EVIDENCE, Evidence, from_json
from referee.store.backend.statements import insert_missing, insert_returning
from referee.store.tables import inbox, sights


def fingerprint(word: str) -> bytes:
    """Return 16 bytes that stand for a word: never the same for two words, by chance or by design."""
    return blake2b(word.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class StoredMail:
    """One mail as received: its number, its bytes, and when it arrived at the server (UTC)."""

    id: int
    raw: bytes
    arrived: datetime
    tries: int
    state: str
    """new, done or shunted."""
    evidence: Evidence = NO_EVIDENCE


# statements of every mail: SQLAlchemy takes 60 to 90 µs to build one anew
_MAIL = select(inbox.c.id, inbox.c.raw, inbox.c.arrived, inbox.c.tries, inbox.c.state, inbox.c.evidence).where(
    inbox.c.id == bindparam("number")
)
# written out, or an engine may not look into the indexes of the mails that wait
_WAITS = inbox.c.state == literal_column("'new'")
_WAITING = select(inbox.c.id).where(_WAITS).order_by(inbox.c.id).limit(bindparam("most"))
_UNDONE = (inbox.c.id.in_(bindparam("numbers", expanding=True)), inbox.c.state != "done")
_BEGUN = select(inbox.c.id, inbox.c.begun).where(*_UNDONE)
_BEGIN = update(inbox).where(*_UNDONE).values(begun=inbox.c.begun + 1).returning(inbox.c.id, inbox.c.begun)
_FINISH = update(inbox).where(inbox.c.id == bindparam("number")).values(state="done", trouble=None, begun=0)
_LAST = select(func.max(inbox.c.id)).where(_WAITS)
_WAITS_BEFORE = select(exists().where(_WAITS, inbox.c.arrived <= bindparam("moment")))
_SEEN = select(sights.c.key).where(
    sights.c.key.in_(bindparam("keys", expanding=True)), sights.c.inbox != bindparam("number")
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
    """Store a mail with the facts known about it. Returns its number. A mail stored already keeps its number.

    `place`: UIDVALIDITY and UID of a mail from the mailbox (RFC 3501, 2.3.1.1).
    """
    uidvalidity, uid = place or (None, None)
    named = {"uidvalidity": uidvalidity, "uid": uid, "digest": digest}
    proof = None if evidence == NO_EVIDENCE else asdict(evidence)
    added = insert_returning(tx, inbox, {**named, "arrived": arrived, "raw": raw, "evidence": proof}, inbox.c.id)
    if added is not None:
        return int(added)
    same = (inbox.c.uidvalidity == uidvalidity, inbox.c.uid == uid, inbox.c.digest == digest)
    number: int = tx.execute(select(inbox.c.id).where(*same)).scalar_one()
    return number


def next_ones(tx: Connection, most: int) -> list[int]:
    """List the mails to handle next, in order of receipt."""
    return list(tx.execute(_WAITING, {"most": most}).scalars())


def in_state(tx: Connection, state: str) -> set[int]:
    """Return the numbers of the mails in a state."""
    return {*tx.execute(select(inbox.c.id).where(inbox.c.state == state)).scalars()}


def mail(tx: Connection, number: int) -> StoredMail:
    """Return a mail by its number."""
    row = tx.execute(_MAIL, {"number": number}).one()
    return StoredMail(row.id, row.raw, row.arrived, row.tries, row.state, from_json(row.evidence))


def last_raws(tx: Connection, most: int) -> list[bytes]:
    """Return the bytes of the mails stored last."""
    return list(tx.execute(select(inbox.c.raw).order_by(inbox.c.id.desc()).limit(most)).scalars())


def last_waiting(tx: Connection) -> int | None:
    """Return the number of the newest mail that waits."""
    last: int | None = tx.execute(_LAST).scalar()
    return last


def waits_up_to(tx: Connection, number: int) -> bool:
    """Tell if a mail waits that is not newer than `number`."""
    query = select(exists().where(_WAITS, inbox.c.id <= number))
    return bool(tx.execute(query).scalar())


def waits_before(tx: Connection, moment: datetime) -> bool:
    """Return True if a mail waits that arrived by a moment."""
    return bool(tx.execute(_WAITS_BEFORE, {"moment": moment}).scalar())


def put_back(tx: Connection) -> list[int]:
    """Have all mails that were put aside wait again. Returns their numbers."""
    back = update(inbox).where(inbox.c.state == "shunted").values(state="new").returning(inbox.c.id)
    return sorted(tx.execute(back).scalars())


def begun(tx: Connection, numbers: Collection[int]) -> dict[int, int]:
    """Count, for each of these mails that is not done, the attempts in a row that never came to an end."""
    return {row.id: row.begun for row in tx.execute(_BEGUN, {"numbers": numbers})}


def begin(tx: Connection, numbers: Collection[int]) -> dict[int, int]:
    """Begin to handle these mails. Returns, for each mail that is not done, the number of attempts in a row that never
    came to an end."""
    return {row.id: row.begun for row in tx.execute(_BEGIN, {"numbers": numbers})}


def let_go(tx: Connection, numbers: Collection[int]) -> None:
    """Leave mails for later, for a reason that is not theirs."""
    tx.execute(update(inbox).where(*_UNDONE).values(begun=0), {"numbers": numbers})


def finish(tx: Connection, number: int, outcome: str) -> None:
    """Note that a mail is handled; `outcome` is the word for its log line."""
    tx.execute(_FINISH, {"number": number, "outcome": outcome})


def shunt(tx: Connection, number: int, trouble: str, state: str) -> None:
    """Note that a mail could not be handled: `trouble` says why; `state` is new (to be tried again) or shunted.

    A mail that is done stays done.
    """
    values = {"state": state, "trouble": trouble, "tries": inbox.c.tries + 1, "begun": 0}
    tx.execute(update(inbox).where(*_UNDONE).values(**values), {"numbers": [number]})


def mark_seen(tx: Connection, keys: tuple[str, ...], number: int, *, unless_seen_as: tuple[str, ...] = ()) -> bool:
    """Mark mail `number` as seen under all of `keys`. Returns False if another mail was seen before under one of them,
    or under one of `unless_seen_as`."""
    everything = (*keys, *unless_seen_as)
    if seen(tx, everything, number):
        return False
    # always sort: two transactions must never wait for each other
    rows = [{"key": key, "inbox": number} for key in sorted(map(fingerprint, keys))]
    added = insert_missing(tx, sights, rows)
    return added == len(rows) or not seen(tx, everything, number)


def seen(tx: Connection, keys: tuple[str, ...], number: int) -> bool:
    """Tell if a mail other than `number` was seen as any of `keys` before."""
    others = {"keys": [fingerprint(key) for key in {*keys}], "number": number}
    return tx.execute(_SEEN, others).first() is not None


def oldest_unhandled(tx: Connection) -> datetime | None:
    """Find when the oldest unhandled mail arrived; mails that were put aside do not count."""
    return tx.execute(select(func.min(inbox.c.arrived)).where(inbox.c.state == "new")).scalar()


def counts(tx: Connection) -> dict[str, int]:
    """Count the mails in each state."""
    rows = tx.execute(select(inbox.c.state, func.count()).group_by(inbox.c.state))
    return {str(state): int(n) for state, n in rows}


def troubles(tx: Connection) -> list[Row[Any]]:
    """List the mails that could not be handled, newest last: for the operator's eyes."""
    mails = select(inbox.c.id, inbox.c.arrived, inbox.c.tries, inbox.c.trouble).where(inbox.c.trouble.is_not(None))
    return list(tx.execute(mails.order_by(inbox.c.id)))
