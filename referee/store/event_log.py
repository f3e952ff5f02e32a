"""The events of games: appended, read, and folded into states. A state is the fold of its events and nothing else.

A game is loaded from the deal of its running round, or of the previous round while that may be challenged, so loading
costs the same however long the game lasts.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, bindparam, cast, func, insert, or_, select, update

from referee.spades.events import (
    Challenged,
    Dealt,
    Ended,
    Event,
    Proposed,
    Restored,
    Resumed,
    RoundScored,
    from_json,
    to_json,
)
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.store import packs, site_changes
from referee.store.backend import Conflict
from referee.store.games import PROPOSALS, GameRow, columns_of
from referee.store.memory import Topic, recall, remember
from referee.store.packs import PackedEvent
from referee.store.statement import Statement
from referee.store.tables import events, games

_FOLDED = Topic(most=100, checked=True)
"""Folded games by number: each takes as much memory as the positions of a round. `load` compares them with the row."""


class Origin(NamedTuple):
    """When events happened, and the mail that brought them about; None for the clock."""

    at: datetime
    inbox: int | None = None


class _Folded(NamedTuple):
    """The state after so many events of a game, the last of them with that head of the record."""

    last_seq: int
    state: Game

    def is_of(self, row: GameRow) -> bool:
        """Whether a row stands where this state does."""
        return self.last_seq == row.last_seq and self.state.head == row.head


# built once: building them takes longer than their execution
_SINCE_THE_DEAL = Statement(
    select(events.c.seq, cast(events.c.data, Text).label("data"))
    .where(events.c.game == bindparam("game"), or_(events.c.seq == 1, events.c.seq >= bindparam("dealt")))
    # others may append meanwhile where the engine lets them
    .where(events.c.seq <= bindparam("last"))
    .order_by(events.c.seq)
)
_APPEND = Statement(insert(events))
_STANDS = Statement(update(games).where(games.c.id == bindparam("number"), games.c.last_seq == bindparam("was")))
_DEALT = Statement(
    select(func.min(events.c.seq)).where(
        events.c.game == bindparam("game"), events.c.kind == Dealt.__name__, events.c.round == bindparam("of")
    )
)


def append(
    tx: Connection,
    game: Game,
    last_seq: int,
    happened: Sequence[Event],
    origin: Origin,
    clock: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Append what happened; `game` is the state after it, `last_seq` the number of events before it, `clock` what it
    changes in those columns of the game's row. Raises Conflict if there are more events by now."""
    before: _Folded | None = recall(tx, _FOLDED, game.number)
    if last_seq and (before is None or before.state.result is not None):
        packs.unpack_events(tx, game.number)
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
                "at": origin.at,
                "inbox": origin.inbox,
                "kind": data["e"],
                # a challenge after the next deal belongs to the story of the round it challenges
                "round": event.round if isinstance(event, Challenged | RoundScored) else current,
                "data": data,
            }
        )
    _APPEND.run_all(tx, rows)
    values: dict[str, Any] = {"last_seq": last_seq + len(rows), **columns_of(game), **clock}
    if game.result is None or any(isinstance(event, Ended) for event in happened):
        values["ended_at"] = None if game.result is None else origin.at
    values |= _proposal(game, happened, last_seq)
    if deals:
        first = game.round - 1 if game.sheet.misplay_act == "stand" and game.round > 1 else game.round
        values["dealt_seq"] = _DEALT.scalar(tx, {"game": game.number, "of": first})
    if _STANDS.run(tx, {"number": game.number, "was": last_seq, **values}) != 1:
        raise Conflict(f"game {game.number} went on meanwhile")
    if "proposal" in values:
        remember(tx, PROPOSALS, game.number, (values["proposal"],))
    site_changes.note(tx, site_changes.GAME, game.number)
    remember(tx, _FOLDED, game.number, _Folded(last_seq + len(rows), game))


def _proposal(game: Game, happened: Sequence[Event], last_seq: int) -> dict[str, int | None]:
    """The number of the event that proposed what waits for answers, where `happened` changes that."""
    if game.proposal is None:
        return {"proposal": None}
    made = [seq for seq, event in enumerate(happened, last_seq + 1) if isinstance(event, Proposed)]
    return {"proposal": made[-1]} if made else {}


def load(tx: Connection, row: GameRow) -> Game:
    """The state of a game: its start, then its running round from the deal on; as it was folded last if nothing
    happened since."""
    known: _Folded | None = recall(tx, _FOLDED, row.id)
    if known is not None and known.is_of(row):
        return known.state
    found = _SINCE_THE_DEAL.all(tx, {"game": row.id, "dealt": row.dealt_seq, "last": row.last_seq})
    kept = [(one.seq, json.loads(one.data)) for one in found] or [
        (one.seq, one.data) for one in packs.events_of(tx, row.id) if one.seq == 1 or one.seq >= row.dealt_seq
    ]
    state = replay(from_json(data) for _, data in kept)
    remember(tx, _FOLDED, row.id, _Folded(kept[-1][0], state))
    return state


def story(tx: Connection, game: int, round: int | None = None, kinds: Sequence[str] = ()) -> list[Event]:
    """A game's events in order; only those of one round, or of some kinds, if given."""
    query = select(events.c.data).where(events.c.game == game).order_by(events.c.seq)
    if round is not None:
        query = query.where(events.c.round == round)
    if kinds:
        query = query.where(events.c.kind.in_(kinds))
    found = tx.execute(query).scalars().all() or [one.data for one in _packed(tx, game, round, kinds)]
    return [from_json(data) for data in found]


def story_since(tx: Connection, game: int, last_seq: int) -> list[Event]:
    """A game's events after the one of that number, in order; nothing of a packed game."""
    query = select(events.c.data).where(events.c.game == game, events.c.seq > last_seq).order_by(events.c.seq)
    return [from_json(data) for data in tx.execute(query).scalars()]


def timed_story(
    tx: Connection, game: int, kinds: Sequence[str] = (), latest: int | None = None
) -> list[tuple[datetime, Event]]:
    """A game's events in order, each with the moment at which it was appended; only those of some kinds, if given.

    `latest`: only so many, and newest first.
    """
    query = select(events.c.at, events.c.data).where(events.c.game == game)
    if kinds:
        query = query.where(events.c.kind.in_(kinds))
    query = query.order_by(events.c.seq if latest is None else events.c.seq.desc()).limit(latest)
    found: Sequence[Any] = tx.execute(query).all()
    if not found:
        packed = _packed(tx, game, kinds=kinds)
        found = packed if latest is None else packed[::-1][:latest]
    return [(one.at, from_json(one.data)) for one in found]


def _packed(tx: Connection, game: int, round: int | None = None, kinds: Sequence[str] = ()) -> list[PackedEvent]:
    """The same of a packed game; nothing of any other."""
    story = packs.events_of(tx, game)
    return [one for one in story if round in (None, one.round) and (not kinds or one.kind in kinds)]


def resumed_after_restore(tx: Connection, game: int) -> datetime | None:
    """When a game resumed after its last rollback; None if it never had one, or is still stopped."""
    of_game = (events.c.game == game,)
    restored = select(func.max(events.c.seq)).where(*of_game, events.c.kind == Restored.__name__).scalar_subquery()
    resumed = (events.c.kind == Resumed.__name__, events.c.seq > restored)
    moment: datetime | None = tx.execute(select(func.min(events.c.at)).where(*of_game, *resumed)).scalar()
    return moment or _resumed(_packed(tx, game, kinds=(Restored.__name__, Resumed.__name__)))


def _resumed(story: Sequence[PackedEvent]) -> datetime | None:
    """When a game resumed after the last rollback of its `story`."""
    restored = max((one.seq for one in story if one.kind == Restored.__name__), default=None)
    return None if restored is None else next((one.at for one in story if one.seq > restored), None)


def rounds_scored(tx: Connection, game: int) -> list[datetime]:
    """When each round that is over was first scored, in order."""
    scored = (events.c.game == game, events.c.kind == RoundScored.__name__)
    query = select(events.c.round, func.min(events.c.at).label("at")).where(*scored)
    rows = tx.execute(query.group_by(events.c.round).order_by(events.c.round)).all()
    first: dict[int, datetime] = {row.round: row.at for row in rows}
    for one in () if rows else _packed(tx, game, kinds=(RoundScored.__name__,)):
        first.setdefault(one.round, one.at)
    return list(first.values())


def scored_at(tx: Connection, game: int, round: int) -> datetime:
    """When a round, which must be over, was first scored."""
    scored = (events.c.game == game, events.c.kind == RoundScored.__name__, events.c.round == round)
    moment: datetime | None = tx.execute(select(func.min(events.c.at)).where(*scored)).scalar()
    return moment or _packed(tx, game, round, (RoundScored.__name__,))[0].at


MOVING = ("Dealt", "BidMade", "CardPlayed", "Misplayed", "Misdealt", "Voided", "Challenged", "Replaced")
"""The kinds of events after which somebody else is on turn, or the same player anew."""


def turn_began(tx: Connection, row: GameRow) -> datetime:
    """Since when a game has waited for whoever is on turn."""
    last = select(func.max(events.c.at)).where(events.c.game == row.id, events.c.kind.in_(MOVING))
    return tx.execute(last).scalar() or row.started_at
