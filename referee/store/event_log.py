"""The events of games: appended, read, and folded into states. A state is the fold of its events and nothing else.

A game is loaded from the deal of its running round, or of the previous round while that may be challenged, so loading
costs the same however long the game lasts.
"""

import json
from collections.abc import Sequence
from datetime import datetime
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
from referee.store.games import PROPOSALS, GameRow, columns_of
from referee.store.memory import Topic, forget, recall, remember
from referee.store.tables import events, games

_FOLDED = Topic(most=100)
"""Folded games by number: each takes as much memory as the positions of a round."""


class _Folded(NamedTuple):
    """The state after so many events of a game."""

    last_seq: int
    state: Game


# built once: building them takes longer than their execution
_SINCE_THE_DEAL = (
    select(events.c.seq, cast(events.c.data, Text).label("data"))
    .where(events.c.game == bindparam("game"), or_(events.c.seq == 1, events.c.seq >= bindparam("dealt")))
    .order_by(events.c.seq)
)
_APPEND = insert(events)
_STANDS = update(games).where(games.c.id == bindparam("number"))
_DEALT = select(func.min(events.c.seq)).where(
    events.c.game == bindparam("game"), events.c.kind == Dealt.__name__, events.c.round == bindparam("of")
)


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
    tx.execute(_APPEND, rows)
    values: dict[str, Any] = {"last_seq": last_seq + len(rows), **columns_of(game)}
    if game.result is None or any(isinstance(event, Ended) for event in happened):
        values["ended_at"] = None if game.result is None else now
    values |= _proposal(game, happened, last_seq)
    if deals:
        first = game.round - 1 if game.sheet.misplay_act == "stand" and game.round > 1 else game.round
        values["dealt_seq"] = tx.execute(_DEALT, {"game": game.number, "of": first}).scalar_one()
    tx.execute(_STANDS, {"number": game.number, **values})
    forget(tx, PROPOSALS)
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
    if known is not None and known.last_seq == row.last_seq:
        return known.state
    found = tx.execute(_SINCE_THE_DEAL, {"game": row.id, "dealt": row.dealt_seq}).all()
    state = replay(from_json(json.loads(one.data)) for one in found)
    remember(tx, _FOLDED, row.id, _Folded(found[-1].seq, state))
    return state


def story(tx: Connection, game: int, round: int | None = None, kinds: Sequence[str] = ()) -> list[Event]:
    """A game's events in order; only those of one round, or of some kinds, if given."""
    query = select(events.c.data).where(events.c.game == game).order_by(events.c.seq)
    if round is not None:
        query = query.where(events.c.round == round)
    if kinds:
        query = query.where(events.c.kind.in_(kinds))
    return [from_json(data) for data in tx.execute(query).scalars()]


def story_since(tx: Connection, game: int, last_seq: int) -> list[Event]:
    """A game's events after the one of that number, in order."""
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
    return [(row.at, from_json(row.data)) for row in tx.execute(query)]


def resumed_after_restore(tx: Connection, game: int) -> datetime | None:
    """When a game resumed after its last rollback; None if it never had one, or is still stopped."""
    of_game = (events.c.game == game,)
    restored = select(func.max(events.c.seq)).where(*of_game, events.c.kind == Restored.__name__).scalar_subquery()
    resumed = (events.c.kind == Resumed.__name__, events.c.seq > restored)
    return tx.execute(select(func.min(events.c.at)).where(*of_game, *resumed)).scalar()


def rounds_scored(tx: Connection, game: int) -> list[datetime]:
    """When each round that is over was first scored, in order."""
    scored = (events.c.game == game, events.c.kind == RoundScored.__name__)
    query = select(events.c.round, func.min(events.c.at).label("at")).where(*scored)
    return [row.at for row in tx.execute(query.group_by(events.c.round).order_by(events.c.round))]


def scored_at(tx: Connection, game: int, round: int) -> datetime:
    """When a round, which must be over, was first scored."""
    scored = (events.c.game == game, events.c.kind == RoundScored.__name__, events.c.round == round)
    moment: datetime = tx.execute(select(func.min(events.c.at)).where(*scored)).scalar_one()
    return moment


MOVING = ("Dealt", "BidMade", "CardPlayed", "Misplayed", "Misdealt", "Voided", "Challenged", "Replaced")
"""The kinds of events after which somebody else is on turn, or the same player anew."""


def turn_began(tx: Connection, row: GameRow) -> datetime:
    """Since when a game has waited for whoever is on turn."""
    last = select(func.max(events.c.at)).where(events.c.game == row.id, events.c.kind.in_(MOVING))
    return tx.execute(last).scalar() or row.started_at
