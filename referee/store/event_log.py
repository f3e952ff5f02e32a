"""The events of games: appended, read, and folded into states. A state is the fold of its events and nothing else.

A game is loaded from the deal of its running round, or of the previous round while that may be challenged, so loading
costs the same however long the game lasts. Each connection remembers the states of games and tournaments that it loaded
or wrote last, so that they need not be folded again: their number, the number of their last event and the head of their
record identify them.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, bindparam, func, insert, or_, select, true, update

from referee.games import RULES, Event, Game, names, rules_of
from referee.spades.events import Challenged, RoundScored
from referee.spades.rulesheet import RuleSheet
from referee.store import site_changes
from referee.store.backend import Passing
from referee.store.games import GameRow, columns_of
from referee.store.tables import events, games, inbox
from referee.table.events import Deal, Ended, Moving, Outcome, Renewing, Replaced, Restored, Resumed, Voided
from referee.tournaments.tournament import Tournament

MOST_STATES = 100
"""The number of states that each connection keeps: one takes as much memory as the positions of a round."""
FOLDED = "folded"
"""The place where they are kept: with the database's own connection."""

State = TypeVar("State", Game, Tournament)
StateKey = tuple[type, int, int, str]


def remember(tx: Connection, last_seq: int, state: State) -> None:
    """Remember a state after its event `last_seq`."""
    known: dict[StateKey, Any] = tx.info.setdefault(FOLDED, {})
    key = (type(state), state.number, last_seq, state.head)
    known.pop(key, None)
    known[key] = state
    if len(known) > MOST_STATES:
        del known[next(iter(known))]


def recall(tx: Connection, kind: type[State], number: int, last_seq: int, head: str) -> State | None:
    """Return the state after event `last_seq`, with that head of the record, if it is remembered."""
    known: dict[StateKey, Any] = tx.info.get(FOLDED, {})
    return known.get((kind, number, last_seq, head))


class Origin(NamedTuple):
    """The origin of events: the moment, and the mail that brought them about; None for the clock."""

    at: datetime
    inbox: int | None = None


# a statement of every act: SQLAlchemy takes 200 µs to build it anew
_STANDS = update(games).where(games.c.id == bindparam("number"), games.c.last_seq == bindparam("was"))


def append(
    tx: Connection,
    game: Game,
    last_seq: int,
    happened: Sequence[Event],
    origin: Origin,
    clock: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Append events, and bring the game's row up to date: its state and its clock. `game` is the state after them,
    `last_seq` the number of events before them, `clock` the changes to the clock's columns. Raises Passing if there are
    more events by now."""
    rows = []
    deals = [event for event in happened if isinstance(event, Deal)]
    current = deals[0].round - (deals[0].attempt == 1) if deals else game.round
    for seq, event in enumerate(happened, last_seq + 1):
        if isinstance(event, Deal):
            current = event.round
        data = rules_of(game).codec.to_json(event)
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
    if rows:
        tx.execute(insert(events), rows)
    if any(isinstance(event, Voided | Restored) for event in happened):
        # of a restored game nobody knows if its end was lost
        lost = true() if any(isinstance(event, Restored) for event in happened) else games.c.ended_at.is_not(None)
        tx.execute(update(games).where(games.c.id == game.number, lost).values(result_at=origin.at))
    values: dict[str, Any] = {"last_seq": last_seq + len(rows), **columns_of(game), **clock}
    if game.result is None or any(isinstance(event, Outcome) for event in happened):
        values["ended_at"] = None if game.result is None else origin.at
    if game.result is not None and any(isinstance(event, Ended) for event in happened):
        values["result_at"] = origin.at
    if any(isinstance(event, Deal | Replaced | Voided) for event in happened):
        values["proposal"] = None
    if deals:
        may_challenge = isinstance(game.sheet, RuleSheet) and game.sheet.misplay_act == "stand"
        first = game.round - 1 if may_challenge and game.round > 1 else game.round
        query = select(func.min(events.c.seq)).where(
            events.c.game == game.number, events.c.kind.in_(names(Deal)), events.c.round == first
        )
        values["dealt_seq"] = tx.execute(query).scalar()
    if tx.execute(_STANDS, {"number": game.number, "was": last_seq, **values}).rowcount != 1:
        raise Passing(f"game {game.number} went on meanwhile")
    site_changes.note(tx, site_changes.GAME, game.number)
    remember(tx, last_seq + len(rows), game)


def load(tx: Connection, row: GameRow) -> Any:
    """Load the state of a game: its start, then its running round from the deal on. Without new events, the state
    folded last is used again."""
    rules = RULES[row.game]
    known = recall(tx, rules.law.fold.state, row.id, row.last_seq, row.head)
    if known is not None:
        return known
    query = (
        select(events.c.data)
        .where(events.c.game == row.id, or_(events.c.seq == 1, events.c.seq >= row.dealt_seq))
        # on some engines others may append meanwhile
        .where(events.c.seq <= row.last_seq)
        .order_by(events.c.seq)
    )
    state = rules.law.fold.replay(rules.codec.from_json(data) for data in tx.execute(query).scalars())
    remember(tx, row.last_seq, state)
    return state


_TOLD = select(events.c.data, games.c.game.label("played")).join_from(events, games, games.c.id == events.c.game)


def _event(row: Any) -> Event:
    """Read an event by the game that is played."""
    return RULES[row.played].codec.from_json(row.data)


def story(tx: Connection, game: int, round: int | None = None, kinds: Sequence[str] = ()) -> list[Event]:
    """Return a game's events in order; only those of one round, or of some kinds, if given."""
    query = _TOLD.where(events.c.game == game).order_by(events.c.seq)
    if round is not None:
        query = query.where(events.c.round == round)
    if kinds:
        query = query.where(events.c.kind.in_(kinds))
    return [_event(one) for one in tx.execute(query)]


class TimedEvent(NamedTuple):
    """An event with its number, the moment at which it was appended, and the moment of the event itself: the arrival of
    the mail that brought it about, if one did."""

    seq: int
    at: datetime
    moment: datetime
    event: Event


def told_story(tx: Connection, game: int, kinds: Sequence[str], latest: int | None = None) -> list[TimedEvent]:
    """Return a game's events of these kinds in order, each with its moments. `latest`: only so many, newest first."""
    query = _TOLD.add_columns(events.c.seq, events.c.at, inbox.c.arrived).outerjoin(inbox, inbox.c.id == events.c.inbox)
    query = query.where(events.c.game == game, events.c.kind.in_(kinds))
    rows = tx.execute(query.order_by(events.c.seq if latest is None else events.c.seq.desc()).limit(latest))
    return [TimedEvent(one.seq, one.at, min(one.arrived or one.at, one.at), _event(one)) for one in rows]


def resumed_after_restore(tx: Connection, game: int) -> datetime | None:
    """Return when a game resumed after its last rollback; None if it was never rolled back, or is still stopped."""
    of_game = (events.c.game == game,)
    restored = select(func.max(events.c.seq)).where(*of_game, events.c.kind == Restored.__name__).scalar_subquery()
    resumed = (events.c.kind == Resumed.__name__, events.c.seq > restored)
    moment: datetime | None = tx.execute(select(func.min(events.c.at)).where(*of_game, *resumed)).scalar()
    return moment


def scored_at(tx: Connection, game: int, round: int) -> datetime:
    """Return when a round, which must be over, was first scored."""
    scored = (events.c.game == game, events.c.kind == RoundScored.__name__, events.c.round == round)
    moment: datetime = tx.execute(select(func.min(events.c.at)).where(*scored)).scalar_one()
    return moment


def turn_began(tx: Connection, row: GameRow) -> datetime:
    """Find since when a game has waited for the player on turn; a challenge has it wait anew."""
    return _last(tx, row, *names(Moving), Challenged.__name__)


def told_anew(tx: Connection, row: GameRow) -> datetime:
    """Find when the running turn was told last: as it began, or when its clock was set again."""
    return _last(tx, row, *names(Moving), *names(Renewing), Challenged.__name__)


def _last(tx: Connection, row: GameRow, *kinds: str) -> datetime:
    last = select(func.max(events.c.at)).where(events.c.game == row.id, events.c.kind.in_(kinds))
    return tx.execute(last).scalar() or row.started_at
