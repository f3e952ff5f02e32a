"""Games in the database: their events, what is due and until when. Decides nothing; a state is the fold of events.

A game is loaded from the deal of its running round, or of the previous round while that may be challenged, so loading
costs the same however long the game lasts.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    ScalarSelect,
    Select,
    Text,
    bindparam,
    cast,
    func,
    insert,
    or_,
    select,
    update,
)

from referee.spades.events import (
    Challenged,
    Dealt,
    Ended,
    Event,
    Pair,
    Restored,
    Resumed,
    RoundScored,
    from_json,
    to_json,
)
from referee.spades.fold import replay
from referee.spades.game import Game, due
from referee.store.people import Person
from referee.store.progress import reach
from referee.store.tables import events, games, outbox, results, seats

REMEMBERED = 8
"""How many games stay folded: each takes as much memory as the positions of a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One game's row: its Gamesmaster, what is due, and the clock. Times are UTC."""

    id: int
    gamesmaster: str
    source: str
    sheet: str
    names: tuple[str, str, str, str]
    limit_seconds: int
    started_at: datetime
    ended_at: datetime | None
    round: int
    turn: int
    due_seat: int | None
    due_what: str | None
    score: Pair
    deadline: datetime | None
    """When the clock runs out; None while it is stopped."""
    remind_at: datetime | None
    left_seconds: int | None
    """What is left of the limit while the game is paused."""
    notice: int | None
    """The letter that asks the player to act: the clock waits until the mail server has accepted it."""
    head: str
    """The head of the public record."""
    filed: str | None
    """The head of the record on file; None if there is none."""
    last_seq: int
    dealt_seq: int
    """The event, a deal, from which the state is loaded."""


class _Folded(NamedTuple):
    """Events as JSON, and the state after them."""

    story: tuple[str, ...]
    state: Game


_folded: dict[int, _Folded] = {}
"""The latest folds by game, the oldest first: one mail looks at its game several times."""


@dataclass(frozen=True, slots=True)
class Grace:
    """What became of the extra limit that each seat has once in a game: `state` is unused, owed (to the seat's next
    turn) or used; `waited` is what late notices took of it."""

    state: str
    waited: timedelta


def next_number(tx: Connection) -> int:
    """The number of the next game. Full tables whose games have not begun already have theirs."""
    return reach(tx).game + 1


def begin(
    tx: Connection, game: Game, *, gamesmaster: str, source: str, players: Sequence[Person], now: datetime
) -> GameRow:
    """Enter a new game, still without events; `players` in the order of seats; `source` is what began it, and begins no
    other."""
    tx.execute(
        insert(games).values(
            id=game.number,
            gamesmaster=gamesmaster,
            source=source,
            sheet=game.sheet.name,
            limit_seconds=game.limit,
            started_at=now,
            dealt_seq=0,
            last_seq=0,
            **_shown(game),
        )
    )
    tx.execute(insert(seats), [{"game": game.number, "seat": s, "person": p.id} for s, p in enumerate(players, 1)])
    row = find(tx, game.number)
    assert row is not None, "the game has just been entered"
    return row


# statements of every mail and every look at the clock, built once: building one takes longer than its execution
_GAME = select(games).where(games.c.id == bindparam("game"))
_SINCE_THE_DEAL = (
    select(cast(events.c.data, Text))
    .where(events.c.game == bindparam("game"), or_(events.c.seq == 1, events.c.seq >= bindparam("dealt")))
    .order_by(events.c.seq)
)
_RUNNING_OF = (
    select(games)
    .join(seats, seats.c.game == games.c.id)
    .where(seats.c.person == bindparam("person"), games.c.ended_at.is_(None))
    .order_by(games.c.id)
)
_SEAT_OF = select(seats.c.seat).where(seats.c.game == bindparam("game"), seats.c.person == bindparam("person"))
_GRACE = select(seats.c.grace, seats.c.waited).where(
    seats.c.game == bindparam("game"), seats.c.seat == bindparam("seat")
)
_RAN_OUT = (games.c.deadline <= bindparam("read_until"), or_(outbox.c.id.is_(None), outbox.c.state != "waiting"))
_OVERDUE = (
    select(games.c.id).outerjoin(outbox, outbox.c.id == games.c.notice).where(*_RAN_OUT).order_by(games.c.deadline)
)
_PUT_OFF = (
    select(games.c.id)
    .join(outbox, outbox.c.id == games.c.notice)
    .where(games.c.deadline.is_not(None), outbox.c.state == "waiting", outbox.c.tries > 0)
    .order_by(games.c.id)
)
_NEAR = (games.c.remind_at <= bindparam("now"), games.c.deadline > bindparam("now"))
_TO_REMIND = select(games.c.id).where(*_NEAR).order_by(games.c.remind_at)
_NEXT = [
    select(func.min(column)).where(column > bindparam("after")) for column in (games.c.deadline, games.c.remind_at)
]


def append(
    tx: Connection, game: Game, last_seq: int, happened: Sequence[Event], *, now: datetime, inbox: int | None
) -> None:
    """Append what happened; `game` is the state after it, `last_seq` the number of events before it."""
    rows = []
    deals = [event for event in happened if isinstance(event, Dealt)]
    current = deals[0].round - (deals[0].attempt == 1) if deals else game.round
    for seq, event in enumerate(happened, last_seq + 1):
        if isinstance(event, Dealt):
            current = event.round
        data = to_json(event)
        rows.append(
            {
                "game": game.number,
                "seq": seq,
                "at": now,
                "inbox": inbox,
                "kind": data["e"],
                # a challenge after the next deal belongs to the story of the round it challenges
                "round": event.round if isinstance(event, Challenged | RoundScored) else current,
                "data": data,
            }
        )
    tx.execute(insert(events), rows)
    values = {"last_seq": last_seq + len(rows), **_shown(game)}
    if game.result is None or any(isinstance(event, Ended) for event in happened):
        values["ended_at"] = None if game.result is None else now
    if deals:
        first = game.round - 1 if game.sheet.misplay_act == "stand" and game.round > 1 else game.round
        values["dealt_seq"] = _dealt(game.number, first)
    tx.execute(update(games).where(games.c.id == game.number).values(**values))


def _dealt(game: int, round: int) -> ScalarSelect[int]:
    """The first deal of a round."""
    deals = (events.c.game == game, events.c.kind == Dealt.__name__, events.c.round == round)
    return select(func.min(events.c.seq)).where(*deals).scalar_subquery()


def set_clock(
    tx: Connection,
    game: int,
    *,
    deadline: datetime | None,
    remind_at: datetime | None,
    left_seconds: int | None = None,
) -> None:
    """Set the deadline of the seat that is due; `deadline` is None while the clock is stopped."""
    tx.execute(
        update(games)
        .where(games.c.id == game)
        .values(deadline=deadline, remind_at=remind_at, left_seconds=left_seconds)
    )


def set_notice(tx: Connection, game: int, letter: int | None) -> None:
    """Set the letter that the clock waits for, if it waits for any."""
    tx.execute(update(games).where(games.c.id == game).values(notice=letter))


def reminded(tx: Connection, game: int) -> None:
    """Note that this turn has had its reminder."""
    tx.execute(update(games).where(games.c.id == game).values(remind_at=None))


def unfiled(tx: Connection) -> list[int]:
    """Games that are over and whose current record is not on file: some went on after it was filed."""
    missing = or_(games.c.filed.is_(None), games.c.filed != games.c.head)
    return list(tx.execute(select(games.c.id).where(games.c.ended_at.is_not(None), missing)).scalars())


def set_filed(tx: Connection, game: int, head: str) -> None:
    """Note that the record up to `head` is on file."""
    tx.execute(update(games).where(games.c.id == game).values(filed=head))


def find(tx: Connection, game: int) -> GameRow | None:
    """A game's row; None if there is no such game."""
    return _one(tx, _GAME, game=game)


def load(tx: Connection, row: GameRow) -> Game:
    """The state of a game: its start, then its running round from the deal on."""
    return _fold(row.id, tuple(tx.execute(_SINCE_THE_DEAL, {"game": row.id, "dealt": row.dealt_seq}).scalars()))


def _fold(number: int, story: tuple[str, ...]) -> Game:
    """The state after `story`, events as JSON. Folds only what follows the last fold of that game.

    A state depends only on these words, so what is remembered is right in every transaction and every database.
    """
    known = _folded.pop(number, None)
    if known is not None and story[: len(known.story)] == known.story:
        state = replay((from_json(json.loads(one)) for one in story[len(known.story) :]), known.state)
    else:
        state = replay(from_json(json.loads(one)) for one in story)
    _folded[number] = _Folded(story, state)
    for oldest in list(_folded)[:-REMEMBERED]:
        _folded.pop(oldest, None)
    return state


def story(tx: Connection, game: int, round: int | None = None, kinds: Sequence[str] = ()) -> list[Event]:
    """A game's events in order; only those of one round, or of some kinds, if given."""
    query = select(events.c.data).where(events.c.game == game).order_by(events.c.seq)
    if round is not None:
        query = query.where(events.c.round == round)
    if kinds:
        query = query.where(events.c.kind.in_(kinds))
    return [from_json(data) for data in tx.execute(query).scalars()]


def resumed_after_restore(tx: Connection, game: int) -> datetime | None:
    """When a game resumed after its last rollback; None if it never had one, or is still stopped."""
    of_game = (events.c.game == game,)
    restored = select(func.max(events.c.seq)).where(*of_game, events.c.kind == Restored.__name__).scalar_subquery()
    resumed = (events.c.kind == Resumed.__name__, events.c.seq > restored)
    return tx.execute(select(func.min(events.c.at)).where(*of_game, *resumed)).scalar()


def scored_at(tx: Connection, game: int, round: int) -> datetime:
    """When a round, which must be over, was first scored."""
    scored = (events.c.game == game, events.c.kind == RoundScored.__name__, events.c.round == round)
    moment: datetime = tx.execute(select(func.min(events.c.at)).where(*scored)).scalar_one()
    return moment


def begun_by(tx: Connection, source: str) -> int | None:
    """The game that `source` began, if any."""
    return tx.execute(select(games.c.id).where(games.c.source == source)).scalar()


def running_of(tx: Connection, person: int) -> list[GameRow]:
    """The running games that a person plays in."""
    return [_game_row(row) for row in tx.execute(_RUNNING_OF, {"person": person})]


def steered_by(tx: Connection, address: str) -> list[GameRow]:
    """The running games of a gamesmaster."""
    return _running(tx, games.c.gamesmaster == address)


def running(tx: Connection) -> list[GameRow]:
    """All running games."""
    return _running(tx)


def names_in_play(tx: Connection) -> list[tuple[int, str]]:
    """Everyone who plays in a running game: the person's number, and their name in that game."""
    query = select(seats.c.person, seats.c.seat, games.c.names).join(games, seats.c.game == games.c.id)
    rows = tx.execute(query.where(games.c.ended_at.is_(None)).order_by(games.c.id, seats.c.seat))
    return [(row.person, row.names[row.seat - 1]) for row in rows]


def latest(tx: Connection, count: int) -> list[GameRow]:
    """The latest games, running or over, newest first."""
    return [_game_row(row) for row in tx.execute(select(games).order_by(games.c.id.desc()).limit(count))]


def seat_of(tx: Connection, game: int, person: int) -> int | None:
    """A person's seat in a game."""
    return tx.execute(_SEAT_OF, {"game": game, "person": person}).scalar()


def reseat(tx: Connection, game: int, seat: int, person: int) -> None:
    """Give a seat to another person, with a grace of their own."""
    place = (seats.c.game == game, seats.c.seat == seat)
    tx.execute(update(seats).where(*place).values(person=person, grace="unused", waited=0))


def grace(tx: Connection, game: int, seat: int) -> Grace:
    """What became of a seat's extra limit for letters that do not arrive."""
    row = tx.execute(_GRACE, {"game": game, "seat": seat}).one()
    return Grace(row.grace, timedelta(seconds=row.waited))


def set_grace(tx: Connection, game: int, seat: int, state: str, waited: timedelta | None = None) -> None:
    """Store what became of it and, unless `waited` is None, how much of it is spent."""
    values: dict[str, str | int] = {"grace": state}
    if waited is not None:
        values["waited"] = ceil(waited.total_seconds())
    tx.execute(update(seats).where(seats.c.game == game, seats.c.seat == seat).values(**values))


def overdue(tx: Connection, read_until: datetime) -> list[int]:
    """Games whose clock ran out before `read_until`, and whose notice is no longer on its way."""
    return list(tx.execute(_OVERDUE, {"read_until": read_until}).scalars())


def find_overdue(tx: Connection, game: int, read_until: datetime) -> GameRow | None:
    """A game's row, if the game is `overdue`."""
    query = select(games).outerjoin(outbox, outbox.c.id == games.c.notice).where(games.c.id == game, *_RAN_OUT)
    return _one(tx, query, read_until=read_until)


def put_off(tx: Connection) -> list[int]:
    """Games with a running clock whose notice was tried in vain and is still on its way."""
    return list(tx.execute(_PUT_OFF).scalars())


def to_remind(tx: Connection, now: datetime) -> list[int]:
    """Games whose player is due a reminder; none whose limit is over."""
    return list(tx.execute(_TO_REMIND, {"now": now}).scalars())


def find_to_remind(tx: Connection, game: int, now: datetime) -> GameRow | None:
    """A game's row, if its player is due a reminder."""
    return _one(tx, select(games).where(games.c.id == game, *_NEAR), now=now)


def next_moment(tx: Connection, after: datetime) -> datetime | None:
    """When the next clock runs out or the next reminder is due, later than `after`."""
    moments = [tx.execute(query, {"after": after}).scalar() for query in _NEXT]
    return min((moment for moment in moments if moment is not None), default=None)


def unsettled(tx: Connection, now: datetime) -> list[GameRow]:
    """Games that are running, or whose result is not final yet."""
    query = select(games).outerjoin(results, results.c.game == games.c.id)
    is_open = or_(games.c.ended_at.is_(None), results.c.final_at > now)
    return [_game_row(row) for row in tx.execute(query.where(is_open).order_by(games.c.id))]


def _one(tx: Connection, query: Select[Any], **given: Any) -> GameRow | None:
    row = tx.execute(query, given).one_or_none()
    return None if row is None else _game_row(row)


def _running(tx: Connection, *more: ColumnElement[bool]) -> list[GameRow]:
    query = select(games).where(games.c.ended_at.is_(None), *more).order_by(games.c.id)
    return [_game_row(row) for row in tx.execute(query)]


def _shown(game: Game) -> dict[str, Any]:
    seat, what = due(game) or (None, None)
    return {
        "names": list(game.names),
        "round": game.round,
        "turn": game.turn,
        "due_seat": seat,
        "due_what": what,
        "score": list(game.score),
        "head": game.head,
    }


def _game_row(row: Row[Any]) -> GameRow:
    values = dict(row._mapping)
    values["names"], values["score"] = tuple(values["names"]), tuple(values["score"])
    return GameRow(**values)
