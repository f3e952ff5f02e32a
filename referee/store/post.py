"""Mail that came in and letters that go out, as bytes. Reads neither; sends nothing.

A mail is kept before the server is told that it may go, and handled once; a letter is kept in the transaction that
caused it, and its bytes are the same on every attempt.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.dialects.sqlite import insert as insert_or

from referee.mail.evidence import NO_EVIDENCE, Evidence, from_json, to_json
from referee.store.tables import inbox, marks, outbox, sights


@dataclass(frozen=True, slots=True)
class Received:
    """One mail as it was received: its number, its bytes, and when it arrived at the server (UTC)."""

    id: int
    raw: bytes
    arrived: datetime
    tries: int
    evidence: Evidence = NO_EVIDENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """One letter on its way: its number, the secret of its envelope sender, its bytes."""

    id: int
    game: int | None
    turn: int | None
    recipient: str
    event: str
    secret: str
    raw: bytes
    written: datetime
    due: datetime
    """When it is tried, or tried again."""
    tries: int
    """How many attempts failed so far."""
    bulk: bool
    """It is a watcher's, and lets all others go first."""


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of a letter: `waiting`, `sent`, `failed` or `bounced`, and when it was accepted."""

    state: str
    sent: datetime | None


@dataclass(frozen=True, slots=True)
class Sent:
    """What a letter that someone refers to was about."""

    game: int | None
    turn: int | None
    lineup: int | None
    recipient: str


def receive(
    tx: Connection,
    raw: bytes,
    digest: str,
    arrived: datetime,
    uidvalidity: int | None = None,
    uid: int | None = None,
    *,
    evidence: Evidence = NO_EVIDENCE,
) -> int:
    """Keep a mail, with what is known of it, and give it a number; one that is kept already keeps its own."""
    if uid is not None:
        same = (inbox.c.uidvalidity == uidvalidity, inbox.c.uid == uid, inbox.c.digest == digest)
        if (known := tx.execute(select(inbox.c.id).where(*same)).scalar()) is not None:
            return int(known)
    values: dict[str, Any] = {"uidvalidity": uidvalidity, "uid": uid, "digest": digest, "arrived": arrived, "raw": raw}
    values["evidence"] = None if evidence == NO_EVIDENCE else to_json(evidence)
    return int(tx.execute(insert(inbox).values(**values)).inserted_primary_key[0])  # type: ignore[index]


def unhandled(tx: Connection, limit: int = 200, state: str = "new") -> list[int]:
    """Numbers of mails in `state`, in the order in which they came in."""
    return list(
        tx.execute(select(inbox.c.id).where(inbox.c.state == state).order_by(inbox.c.id).limit(limit)).scalars()
    )


def mail(tx: Connection, number: int) -> Received:
    """A mail by its number."""
    columns = (inbox.c.id, inbox.c.raw, inbox.c.arrived, inbox.c.tries, inbox.c.evidence)
    row = tx.execute(select(*columns).where(inbox.c.id == number)).one()
    return Received(row.id, row.raw, row.arrived, row.tries, from_json(row.evidence))


def state_of(tx: Connection, number: int) -> str:
    """new, done or shunted."""
    return str(tx.execute(select(inbox.c.state).where(inbox.c.id == number)).scalar_one())


def begin(tx: Connection, number: int) -> int:
    """A mail is about to be handled; how often it was begun now without that it came to any end, 0 if it is done."""
    waits = (inbox.c.id == number, inbox.c.state != "done")
    tx.execute(update(inbox).where(*waits).values(begun=inbox.c.begun + 1))
    return int(tx.execute(select(inbox.c.begun).where(*waits)).scalar() or 0)


def let_go(tx: Connection, number: int) -> None:
    """A mail is not handled now, for a reason that lies in nothing of it."""
    tx.execute(update(inbox).where(inbox.c.id == number).values(begun=0))


def finish(tx: Connection, number: int, outcome: str) -> None:
    """A mail is handled; `outcome` is the word of its log line."""
    tx.execute(update(inbox).where(inbox.c.id == number).values(state="done", outcome=outcome, trouble=None, begun=0))


def shunt(tx: Connection, number: int, trouble: str, state: str) -> None:
    """A mail could not be handled: `trouble` says why; `state` is new (to be tried again) or shunted."""
    values = {"state": state, "trouble": trouble, "tries": inbox.c.tries + 1, "begun": 0}
    tx.execute(update(inbox).where(inbox.c.id == number).values(**values))


def seen(tx: Connection, keys: tuple[str, ...], number: int) -> bool:
    """Whether a mail other than `number` was seen as any of `keys` before."""
    others = select(sights.c.key).where(sights.c.key.in_(keys), sights.c.inbox != number)
    return tx.execute(others).first() is not None


def first_sight(tx: Connection, keys: tuple[str, ...], number: int) -> bool:
    """Whether no other mail was seen as any of `keys` before; if so, mail `number` was from now on, as all of them."""
    if seen(tx, keys, number):
        return False
    rows = [{"key": key, "inbox": number} for key in keys]
    tx.execute(insert_or(sights).values(rows).on_conflict_do_nothing())
    return True


def queue(
    tx: Connection,
    *,
    game: int | None,
    turn: int | None,
    lineup: int | None,
    recipient: str,
    event: str,
    message_id: str,
    secret: str,
    raw: bytes,
    now: datetime,
    bulk: bool = False,
) -> int:
    """Keep a letter for sending; its number. `bulk`: it lets all others go first."""
    values: dict[str, Any] = {"game": game, "turn": turn, "lineup": lineup, "recipient": recipient, "event": event}
    values["bulk"] = bulk
    added = tx.execute(
        insert(outbox).values(**values, message_id=message_id, secret=secret, raw=raw, written=now, due=now)
    )
    return int(added.inserted_primary_key[0])  # type: ignore[index]


def due_letters(tx: Connection, now: datetime, limit: int = 100, *, held: Collection[int] = ()) -> list[Queued]:
    """Letters whose time to be sent, or tried again, has come; oldest first, but those in bulk after all others, and
    those that were `held` up after the rest of their kind."""
    query = select(outbox).where(outbox.c.state == "waiting", outbox.c.due <= now)
    query = query.order_by(outbox.c.bulk, outbox.c.id.in_(held), outbox.c.id).limit(limit)
    return [_queued(row) for row in tx.execute(query)]


def letter(tx: Connection, number: int) -> Queued:
    """A letter by its number."""
    return _queued(tx.execute(select(outbox).where(outbox.c.id == number)).one())


def waiting(tx: Connection, number: int) -> Queued | None:
    """A letter that is still on its way; None once it was accepted or given up."""
    row = tx.execute(select(outbox).where(outbox.c.id == number, outbox.c.state == "waiting")).one_or_none()
    return None if row is None else _queued(row)


def next_letter(tx: Connection) -> datetime | None:
    """When the next waiting letter is due."""
    return tx.execute(select(func.min(outbox.c.due)).where(outbox.c.state == "waiting")).scalar()


def mark_sent(tx: Connection, number: int, now: datetime, reply: str) -> None:
    """The mail server accepted a letter."""
    tx.execute(update(outbox).where(outbox.c.id == number).values(state="sent", sent=now, reply=reply))


def withdraw(tx: Connection, game: int, recipient: str, why: str, *, bulk: bool = False) -> None:
    """Letters of a game to an address that still wait are not sent any more; `bulk`: only those in bulk."""
    waiting = (outbox.c.game == game, outbox.c.recipient == recipient, outbox.c.state == "waiting")
    some = (*waiting, outbox.c.bulk.is_(True)) if bulk else waiting
    tx.execute(update(outbox).where(*some).values(state="failed", reply=why))


def mark_tried(tx: Connection, number: int, due: datetime | None, reply: str) -> None:
    """A try failed: again at `due`, or given up where that is None."""
    values: dict[str, Any] = {"tries": outbox.c.tries + 1, "reply": reply}
    values |= {"due": due} if due else {"state": "failed"}
    tx.execute(update(outbox).where(outbox.c.id == number).values(**values))


def of_envelope(tx: Connection, secret: str) -> Queued | None:
    """The letter that was sent from the envelope address with that secret; None if none was, and once it came back."""
    row = tx.execute(select(outbox).where(outbox.c.secret == secret)).one_or_none()
    return None if row is None or row.state == "bounced" else _queued(row)


def mark_bounced(tx: Connection, number: int) -> None:
    """A letter came back to its envelope sender."""
    tx.execute(update(outbox).where(outbox.c.id == number).values(state="bounced"))


def referred(tx: Connection, message_ids: tuple[str, ...]) -> Sent | None:
    """The nearest letter of ours that a mail refers to; `message_ids` nearest first."""
    for message_id in message_ids:
        columns = (outbox.c.game, outbox.c.turn, outbox.c.lineup, outbox.c.recipient)
        if row := tx.execute(select(*columns).where(outbox.c.message_id == message_id)).one_or_none():
            return Sent(row.game, row.turn, row.lineup, row.recipient)
    return None


def last_turn_sent(tx: Connection, game: int, before: datetime) -> int | None:
    """The last position of a game that was sent out before a moment."""
    query = select(func.max(outbox.c.turn)).where(outbox.c.game == game, outbox.c.sent <= before)
    return tx.execute(query).scalar()


def first_letters(tx: Connection, game: int, turn: int, event: str, recipients: Sequence[str]) -> list[Posted]:
    """The first letter to each of `recipients` that told of `event` at position `turn` of a game or later."""
    columns = (outbox.c.recipient, outbox.c.event, outbox.c.state, outbox.c.sent)
    told = (outbox.c.game == game, outbox.c.turn >= turn, outbox.c.recipient.in_(recipients))
    first: dict[str, Posted] = {}
    for row in tx.execute(select(*columns).where(*told).order_by(outbox.c.id)):
        if event in row.event.split(","):
            first.setdefault(row.recipient, Posted(row.state, row.sent))
    return list(first.values())


def last_sent(tx: Connection) -> datetime | None:
    """When a letter was last accepted."""
    return tx.execute(select(func.max(outbox.c.sent))).scalar()


def oldest_unhandled(tx: Connection) -> datetime | None:
    """When the oldest mail arrived that is kept and not handled yet; what was put aside does not wait."""
    return tx.execute(select(func.min(inbox.c.arrived)).where(inbox.c.state == "new")).scalar()


def oldest_waiting(tx: Connection) -> datetime | None:
    """When the oldest letter was written that waits to be sent."""
    return tx.execute(select(func.min(outbox.c.written)).where(outbox.c.state == "waiting")).scalar()


def counts(tx: Connection) -> dict[str, dict[str, int]]:
    """How many mails and letters stand in each state."""
    return {
        table.name: {
            str(state): int(n) for state, n in tx.execute(select(table.c.state, func.count()).group_by(table.c.state))
        }
        for table in (inbox, outbox)
    }


def troubles(tx: Connection) -> list[Row[Any]]:
    """Shunted mails, and letters that failed or were tried in vain, newest last: for the operator's eyes."""
    mails = select(inbox.c.id, inbox.c.arrived, inbox.c.tries, inbox.c.trouble).where(inbox.c.trouble.is_not(None))
    return list(tx.execute(mails.order_by(inbox.c.id)))


def stuck_letters(tx: Connection) -> list[Row[Any]]:
    """Letters that failed, came back, or wait after a failed try, newest first; but those in bulk hide no other."""
    columns = (
        outbox.c.id,
        outbox.c.game,
        outbox.c.recipient,
        outbox.c.event,
        outbox.c.state,
        outbox.c.tries,
        outbox.c.reply,
    )
    stuck = select(*columns).where(
        outbox.c.state.in_(("failed", "bounced")) | (outbox.c.tries > 0) & (outbox.c.state == "waiting")
    )
    return list(tx.execute(stuck.order_by(outbox.c.bulk, outbox.c.id.desc()).limit(50)))


def set_mark(tx: Connection, name: str, value: str) -> None:
    """Keep a single value, such as when the mailbox was last read."""
    put = insert_or(marks).values(name=name, value=value)
    tx.execute(put.on_conflict_do_update(index_elements=["name"], set_={"value": value}))


def marks_like(tx: Connection, prefix: str) -> dict[str, str]:
    """All values kept under names that begin so, by the rest of the name."""
    query = select(marks.c.name, marks.c.value).where(marks.c.name.startswith(prefix)).order_by(marks.c.name)
    return {row.name.removeprefix(prefix): row.value for row in tx.execute(query)}


def get_mark(tx: Connection, name: str) -> str | None:
    """A value kept by `set_mark`."""
    return tx.execute(select(marks.c.value).where(marks.c.name == name)).scalar()


def _queued(row: Row[Any]) -> Queued:
    return Queued(
        id=row.id,
        game=row.game,
        turn=row.turn,
        recipient=row.recipient,
        event=row.event,
        secret=row.secret,
        raw=row.raw,
        written=row.written,
        due=row.due,
        tries=row.tries,
        bulk=row.bulk,
    )
