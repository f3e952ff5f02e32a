"""Outgoing letters, as bytes: stored in the transaction that caused them, the same at every try. Sends none."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from referee.store.tables import games, outbox


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One letter as written: its subject, its recipient, the secret of its envelope sender, its bytes."""

    game: int | None
    turn: int | None
    lineup: int | None
    recipient: str
    event: str
    message_id: str
    secret: str
    raw: bytes
    bulk: bool = False
    """The letter goes to a watcher, after all others."""
    proposal: int | None = None
    """The number of the proposal to which it asks its reader to agree."""
    tournament: int | None = None


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
    """The moment when to try it, or try it again."""
    tries: int
    """The number of tries that have failed so far."""
    bulk: bool
    """The letter goes to a watcher, after all others."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The fate of a letter: `waiting`, `sent`, `failed`, `withdrawn` or `bounced`, and when it was accepted."""

    state: str
    sent: datetime | None


@dataclass(frozen=True, slots=True)
class Sent:
    """The subject of a letter that someone refers to."""

    game: int | None
    turn: int | None
    lineup: int | None
    recipient: str
    proposal: int | None
    event: str
    tournament: int | None = None


# statements of every letter: SQLAlchemy takes 60 to 90 µs to build one anew
_DUE = (
    select(outbox)
    .where(outbox.c.state == "waiting", outbox.c.due <= bindparam("now"))
    .order_by(outbox.c.bulk, outbox.c.id.in_(bindparam("held", expanding=True)), outbox.c.id)
    .limit(bindparam("limit"))
)
_NEXT = select(func.min(outbox.c.due)).where(outbox.c.state == "waiting")
_REFERRED = select(*(outbox.c[name] for name in Sent.__slots__)).where(outbox.c.message_id == bindparam("id"))
_SENT = (
    update(outbox)
    .where(outbox.c.id == bindparam("number"))
    .values(state="sent", sent=bindparam("now"), reply=bindparam("words"))
)


def queue(tx: Connection, letters: Iterable[Written], now: datetime) -> None:
    """Store letters for sending, and number them in this order."""
    rows = [{**_columns(letter), "written": now, "due": now} for letter in letters]
    if rows:
        tx.execute(insert(outbox), rows)


def due_letters(tx: Connection, now: datetime, limit: int = 100, *, held: Collection[int] = ()) -> list[Queued]:
    """List the letters due to be sent, or tried again: oldest first, but bulk letters after all others, and those that
    were `held` up after the rest of their kind."""
    return [_queued(row) for row in tx.execute(_DUE, {"now": now, "limit": limit, "held": held})]


def is_before(one: Queued, other: Queued) -> bool:
    """Tell if a letter reports an earlier act of the same game than the other. Letters about one act are written at one
    moment, and the letters of a game are numbered in order, whatever the clocks of the daemons said."""
    return one.id < other.id and one.written != other.written


ROUTINE = {"turn", "reminder", "bid", "play", "trick"}
CALLS = {"turn", "reminder"}


def overtaken(tx: Connection, letters: Iterable[Queued]) -> list[Queued]:
    """Return those of these letters that call on their reader for a turn that is over, and tell nothing that the next
    letter about their turn does not tell again."""
    calls = [(one, {*one.event.split(",")}) for one in letters if one.game is not None]
    some = [one for one, events in calls if events <= ROUTINE and events & CALLS]
    columns = (games.c.id, games.c.turn, games.c.ended_at, games.c.notice)
    rows = {row.id: row for row in tx.execute(select(*columns).where(games.c.id.in_({one.game for one in some})))}
    # a changed bid makes a new position, but no new turn: its clock waits for the same letter
    past = [(one, rows[one.game]) for one in some if rows[one.game].notice != one.id]
    return [one for one, game in past if game.ended_at is not None or game.turn > (one.turn or game.turn)]


def waiting(tx: Connection, number: int) -> Queued | None:
    """Return a letter that is still on its way; None once it was accepted or given up."""
    row = tx.execute(select(outbox).where(outbox.c.id == number, outbox.c.state == "waiting")).one_or_none()
    return None if row is None else _queued(row)


def next_letter(tx: Connection) -> datetime | None:
    """Find when the next waiting letter is due."""
    moment: datetime | None = tx.execute(_NEXT).scalar()
    return moment


def mark_sent(tx: Connection, replies: Mapping[int, str], now: datetime) -> None:
    """Note that the mail server accepted letters, each with its reply."""
    rows = [{"number": number, "now": now, "words": reply} for number, reply in replies.items()]
    if rows:
        tx.execute(_SENT, rows)


def withdraw(tx: Connection, game: int, recipient: str, why: str, *, bulk: bool = False) -> None:
    """Withdraw the waiting letters of a game to an address; `bulk`: only the bulk letters."""
    waiting = (outbox.c.game == game, outbox.c.recipient == recipient, outbox.c.state == "waiting")
    some = (*waiting, outbox.c.bulk.is_(True)) if bulk else waiting
    tx.execute(update(outbox).where(*some).values(state="withdrawn", reply=why))


def drop(tx: Connection, letters: Iterable[Queued], why: str) -> None:
    """Send these letters no more."""
    numbers = [letter.id for letter in letters]
    tx.execute(update(outbox).where(outbox.c.id.in_(numbers)).values(state="withdrawn", reply=why))


def mark_tried(tx: Connection, number: int, due: datetime | None, reply: str) -> None:
    """Note that a try failed: try again at `due`, or give up if that is None."""
    values: dict[str, Any] = {"tries": outbox.c.tries + 1, "reply": reply}
    values |= {"due": due} if due else {"state": "failed"}
    tx.execute(update(outbox).where(outbox.c.id == number).values(**values))


def of_envelope(tx: Connection, secret: str) -> Queued | None:
    """Return the letter sent from the envelope address with that secret; None if there is no such letter, or it came
    back before."""
    row = tx.execute(select(outbox).where(outbox.c.secret == secret)).one_or_none()
    return None if row is None or row.state == "bounced" else _queued(row)


def mark_bounced(tx: Connection, number: int, diagnosis: str) -> None:
    """Note that a letter came back to its envelope sender, and why."""
    tx.execute(update(outbox).where(outbox.c.id == number).values(state="bounced", reply=diagnosis))


def referred(tx: Connection, message_ids: tuple[str, ...]) -> Sent | None:
    """Return the nearest letter of ours that a mail refers to; `message_ids` nearest first."""
    for message_id in message_ids:
        if row := tx.execute(_REFERRED, {"id": message_id}).first():
            return Sent(**row._asdict())
    return None


def last_turn_sent(tx: Connection, game: int, before: datetime) -> int | None:
    """Return the last position of a game about which a letter was sent by a moment."""
    query = select(func.max(outbox.c.turn)).where(outbox.c.game == game, outbox.c.sent <= before)
    return tx.execute(query).scalar()


def first_of_round(tx: Connection, game: int, turn: int, recipients: Sequence[str]) -> list[Posted]:
    """Find the first letter to each of `recipients` about the end of a round at position `turn` of a game or later."""
    columns = (outbox.c.recipient, outbox.c.event, outbox.c.state, outbox.c.sent)
    about = (outbox.c.game == game, outbox.c.turn >= turn, outbox.c.recipient.in_(recipients))
    first: dict[str, Posted] = {}
    for row in tx.execute(select(*columns).where(*about).order_by(outbox.c.id)):
        if "round" in row.event.split(","):
            first.setdefault(row.recipient, Posted(row.state, row.sent))
    return list(first.values())


def last_written(tx: Connection, game: int, recipient: str, event: str) -> datetime | None:
    """Find when the last letter of a game with this event alone was written to somebody."""
    about = (outbox.c.game == game, outbox.c.recipient == recipient, outbox.c.event == event)
    return tx.execute(select(func.max(outbox.c.written)).where(*about)).scalar()


def first_of_table(tx: Connection, lineup: int) -> datetime | None:
    """Find when the first letter about a full table was written, which is when it filled."""
    return tx.execute(select(func.min(outbox.c.written)).where(outbox.c.lineup == lineup)).scalar()


def last_number(tx: Connection) -> int:
    """Return the number of the last letter; 0 if there is none."""
    return tx.execute(select(func.max(outbox.c.id))).scalar() or 0


def recipients_since(tx: Connection, last: int) -> set[str]:
    """Return everybody to whom we wrote after the `last` letter."""
    return {*tx.execute(select(outbox.c.recipient).where(outbox.c.id > last)).scalars()}


def last_sent(tx: Connection) -> datetime | None:
    """Find when a letter was last accepted."""
    return tx.execute(select(func.max(outbox.c.sent))).scalar()


def oldest_waiting(tx: Connection) -> datetime | None:
    """Find when the oldest waiting letter was written."""
    return tx.execute(select(func.min(outbox.c.written)).where(outbox.c.state == "waiting")).scalar()


def counts(tx: Connection) -> dict[str, int]:
    """Count the letters in each state."""
    rows = tx.execute(select(outbox.c.state, func.count()).group_by(outbox.c.state))
    return {str(state): int(n) for state, n in rows}


def stuck_letters(tx: Connection) -> list[Row[Any]]:
    """List the letters that failed, came back, or wait after a failed try: newest first, but bulk letters last."""
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


def _columns(letter: Written) -> dict[str, Any]:
    return {name: getattr(letter, name) for name in Written.__slots__}


def _queued(row: Any) -> Queued:
    return Queued(**{name: getattr(row, name) for name in Queued.__slots__})
