"""Outgoing letters, as bytes: stored in the transaction that caused them, the same at every try. Sends none."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from referee.store import packs
from referee.store.claims import FREE, HELD, Claim, may_take
from referee.store.statement import Statement
from referee.store.tables import outbox

HOLD = timedelta(minutes=15)
"""How long a worker may hold letters: enough for a mail server that is slow over each of them. If it takes longer,
another worker may send one a second time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One letter as written: what it is about, its recipient, the secret of its envelope sender, its bytes."""

    game: int | None
    turn: int | None
    lineup: int | None
    recipient: str
    event: str
    message_id: str
    secret: str
    raw: bytes
    bulk: bool = False
    """It goes to a watcher, after all others."""
    proposal: int | None = None
    """The event that proposed what waited for answers when it was written."""
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
    """When to try it, or try it again."""
    tries: int
    """How many tries have failed so far."""
    bulk: bool
    """It goes to a watcher, after all others."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a letter stands among others."""

    id: int
    recipient: str
    game: int | None
    written: datetime


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
    proposal: int | None
    tournament: int | None = None


# statements of every letter, built once: building one takes longer than its execution
_DUE = (
    select(outbox)
    .where(outbox.c.state == "waiting", outbox.c.due <= bindparam("now"))
    .order_by(outbox.c.bulk, outbox.c.id.in_(bindparam("held", expanding=True)), outbox.c.id)
    .limit(bindparam("limit"))
)
_CLAIMABLE = Statement(_DUE.where(may_take(outbox)))
_CLAIM = Statement(
    update(outbox)
    .where(outbox.c.id.in_(bindparam("numbers", expanding=True)), outbox.c.state == "waiting", may_take(outbox))
    .values(**HELD)
    .returning(outbox.c.id)
)
_HELD_BY_OTHERS = Statement(
    select(outbox.c.id, outbox.c.recipient, outbox.c.game, outbox.c.written).where(
        outbox.c.state == "waiting",
        outbox.c.claimed_until >= bindparam("now"),
        outbox.c.claimed_by != bindparam("worker"),
    )
)
_QUEUE = Statement(insert(outbox))
_REFERRED = Statement(
    select(
        outbox.c.game, outbox.c.turn, outbox.c.lineup, outbox.c.recipient, outbox.c.proposal, outbox.c.tournament
    ).where(outbox.c.message_id == bindparam("id"))
)
_NEXT = Statement(select(func.min(outbox.c.due)).where(outbox.c.state == "waiting"))
_SENT = Statement(
    update(outbox)
    .where(outbox.c.id == bindparam("number"))
    .values(state="sent", sent=bindparam("now"), reply=bindparam("words"), **FREE)
)


def queue(tx: Connection, letters: Iterable[Written], now: datetime) -> None:
    """Store letters for sending, and number them in this order."""
    _QUEUE.run_all(tx, [{**_columns(letter), "written": now, "due": now} for letter in letters])


def due_letters(tx: Connection, now: datetime, limit: int = 100, *, held: Collection[int] = ()) -> list[Queued]:
    """Letters due to be sent, or tried again: oldest first, but bulk letters after all others, and those that were
    `held` up after the rest of their kind."""
    return [_queued(row) for row in tx.execute(_DUE, {"now": now, "limit": limit, "held": held})]


def claim_due(
    tx: Connection, worker: str, now: datetime, limit: int = 100, *, held: Collection[int] = ()
) -> list[Queued]:
    """Claim those of the letters that no other worker holds, until this worker marks them or gives them back; none that
    has to wait for a letter that another holds."""
    claim = Claim(worker, now, HOLD).values
    due = [_queued(row) for row in _CLAIMABLE.all(tx, {"limit": limit, "held": held, **claim})]
    ahead = [Place(*row) for row in _HELD_BY_OTHERS.all(tx, {"worker": worker, "now": now})]
    due = list(unhindered(due, ahead))
    taken = set(_CLAIM.scalars(tx, {"numbers": [letter.id for letter in due], **claim}))
    return [letter for letter in due if letter.id in taken]


def unhindered(waiting: Iterable[Queued], ahead: Collection[Place]) -> Iterator[Queued]:
    """Those of `waiting` that wait neither for a letter `ahead`, nor for one of their own that does: for an earlier one
    to the same recipient, or for one that tells of what came before in the same game."""
    recipients: dict[str, int] = {}
    games: dict[int, list[Place]] = {}

    def wait_for(letter: Place) -> None:
        recipients[letter.recipient] = min(letter.id, recipients.get(letter.recipient, letter.id))
        if letter.game is not None:
            games.setdefault(letter.game, []).append(letter)

    for place in ahead:
        wait_for(place)
    for letter in waiting:
        of_game = () if letter.game is None else games.get(letter.game, ())
        earlier = recipients.get(letter.recipient, letter.id) < letter.id
        if earlier or any(is_before(one, letter) for one in of_game):
            wait_for(Place(letter.id, letter.recipient, letter.game, letter.written))
        else:
            yield letter


def is_before(one: Place | Queued, other: Place | Queued) -> bool:
    """Whether a letter tells of what came before in the game of the other: letters of one act are written at one
    moment, and those of a game are numbered in order, whatever the clocks of the daemons say that wrote them."""
    return one.id < other.id and one.written != other.written


def give_back(tx: Connection, worker: str, numbers: Collection[int]) -> None:
    """Release letters that a worker claimed and did not mark."""
    tx.execute(update(outbox).where(outbox.c.id.in_(numbers), outbox.c.claimed_by == worker).values(**FREE))


def waiting(tx: Connection, number: int) -> Queued | None:
    """A letter that is still on its way; None once it was accepted or given up."""
    row = tx.execute(select(outbox).where(outbox.c.id == number, outbox.c.state == "waiting")).one_or_none()
    return None if row is None else _queued(row)


def next_letter(tx: Connection) -> datetime | None:
    """When the next waiting letter is due."""
    moment: datetime | None = _NEXT.scalar(tx)
    return moment


def mark_sent(tx: Connection, replies: Mapping[int, str], now: datetime) -> None:
    """The mail server accepted letters, each with its reply."""
    _SENT.run_all(tx, [{"number": number, "now": now, "words": reply} for number, reply in replies.items()])


def withdraw(tx: Connection, game: int, recipient: str, why: str, *, bulk: bool = False) -> None:
    """Do not send the waiting letters of a game to an address; `bulk`: only those in bulk."""
    waiting = (outbox.c.game == game, outbox.c.recipient == recipient, outbox.c.state == "waiting")
    some = (*waiting, outbox.c.bulk.is_(True)) if bulk else waiting
    tx.execute(update(outbox).where(*some).values(state="failed", reply=why, **FREE))


def mark_tried(tx: Connection, number: int, due: datetime | None, reply: str) -> None:
    """A try failed: try again at `due`, or give up if that is None."""
    values: dict[str, Any] = {"tries": outbox.c.tries + 1, "reply": reply}
    values |= {"due": due} if due else {"state": "failed"}
    tx.execute(update(outbox).where(outbox.c.id == number).values(**values, **FREE))


def of_envelope(tx: Connection, secret: str) -> Queued | None:
    """The letter sent from the envelope address with that secret; None if there is none, it came back before, or its
    game is packed: no server gives up a letter so late."""
    row = tx.execute(select(outbox).where(outbox.c.secret == secret)).one_or_none()
    return None if row is None or row.state == "bounced" else _queued(row)


def mark_bounced(tx: Connection, number: int) -> None:
    """A letter came back to its envelope sender."""
    tx.execute(update(outbox).where(outbox.c.id == number).values(state="bounced"))


def referred(tx: Connection, message_ids: tuple[str, ...]) -> Sent | None:
    """The nearest letter of ours that a mail refers to; `message_ids` nearest first."""
    for message_id in message_ids:
        if row := _REFERRED.first(tx, {"id": message_id}):
            return Sent(**row._asdict())
        if packed := packs.letter_of(tx, message_id):
            return Sent(**{name: packed[name] for name in Sent.__slots__})
    return None


def last_turn_sent(tx: Connection, game: int, before: datetime) -> int | None:
    """The last position of a game about which a letter was sent by a moment."""
    query = select(func.max(outbox.c.turn)).where(outbox.c.game == game, outbox.c.sent <= before)
    return tx.execute(query).scalar()


def first_letters(tx: Connection, game: int, turn: int, event: str, recipients: Sequence[str]) -> list[Posted]:
    """The first letter to each of `recipients` about `event` at position `turn` of a game or later."""
    columns = (outbox.c.recipient, outbox.c.event, outbox.c.state, outbox.c.sent)
    about = (outbox.c.game == game, outbox.c.turn >= turn, outbox.c.recipient.in_(recipients))
    first: dict[str, Posted] = {}
    for row in tx.execute(select(*columns).where(*about).order_by(outbox.c.id)):
        if event in row.event.split(","):
            first.setdefault(row.recipient, Posted(row.state, row.sent))
    return list(first.values())


def first_of_table(tx: Connection, lineup: int) -> datetime | None:
    """When the first letter about a full table was written, which is when it filled."""
    return tx.execute(select(func.min(outbox.c.written)).where(outbox.c.lineup == lineup)).scalar()


def last_sent(tx: Connection) -> datetime | None:
    """When a letter was last accepted."""
    return tx.execute(select(func.max(outbox.c.sent))).scalar()


def oldest_waiting(tx: Connection) -> datetime | None:
    """When the oldest waiting letter was written."""
    return tx.execute(select(func.min(outbox.c.written)).where(outbox.c.state == "waiting")).scalar()


def counts(tx: Connection) -> dict[str, int]:
    """How many letters are in each state, those in packs among the sent ones."""
    rows = tx.execute(select(outbox.c.state, func.count()).group_by(outbox.c.state))
    found = Counter({str(state): int(n) for state, n in rows})
    found["sent"] += packs.letters_packed(tx)
    return dict(+found)


def stuck_letters(tx: Connection) -> list[Row[Any]]:
    """Letters that failed, came back, or wait after a failed try: newest first, but those in bulk last."""
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
