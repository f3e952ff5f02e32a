"""Tournaments in the database: their rows, their instants, and their events. Who enters is in entries.py, the games of
their matches in matches.py.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Text, bindparam, cast, delete, func, insert, select, update

from referee.store import site_changes
from referee.store.backend import hold_numbers
from referee.store.memory import Topic, forget, recall, remember
from referee.store.statement import Statement
from referee.store.tables import tournament_events, tournament_watchers, tournaments
from referee.tournaments.events import Event, from_json, to_json
from referee.tournaments.fixtures import Begins
from referee.tournaments.fold import replay
from referee.tournaments.tournament import Phase, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """One tournament's row: its Gamesmaster and its instants, UTC. Its state is the fold of its events."""

    id: int
    name: str
    gamesmaster: str
    source: str
    """What announced it, and announces no other."""
    phase: Phase
    announced_at: datetime
    sign_up_until: datetime
    closes_at: datetime
    """When entries close, so that seeding and roster are frozen: at the end of sign-up, or later for late entries."""
    draw_at: datetime
    begins_at: datetime
    asked_at: datetime | None
    """When the Gamesmaster was asked what is to become of it, while it waits for them."""
    paused_at: datetime | None
    seeded: tuple[str, ...]
    """The teams that the Gamesmaster seeds, best first, until the close."""
    beacon: str | None
    """What the Gamesmaster gave for the public figure, if anything."""
    pending: tuple[dict[str, Any], ...]
    """What was asked for between the close and the draw, and is done right after the draw."""
    last_seq: int
    head: str
    filed: str | None
    """The head of the record on file; None if there is none."""
    wakes_at: datetime | None
    """When something is to happen by itself next; None if only mail and results move it."""
    begins_fixed: bool = False
    """Whether the announcement said when matches begin; else they begin with the draw."""
    words: tuple[str, ...] = ()
    """What its Gamesmaster said in the announcement, as lines."""


_EVENTS = (
    select(cast(tournament_events.c.data, Text))
    .where(tournament_events.c.tournament == bindparam("tournament"))
    .order_by(tournament_events.c.seq)
)
_COURSE = (
    select(tournament_events.c.kind, tournament_events.c.at, tournament_events.c.data)
    .where(
        tournament_events.c.tournament == bindparam("tournament"),
        tournament_events.c.kind.in_(("StageOpened", "Paused", "Resumed")),
    )
    .order_by(tournament_events.c.seq)
)
OPEN = ("sign-up", "closed", "running")
OVER = ("over", "cancelled")
_OPEN = select(tournaments).where(tournaments.c.phase.in_(OPEN)).order_by(tournaments.c.id)
# `not in` leaves the index of phases aside, which would read all that were ever held and then sort them
_LATEST_OVER = Statement(
    select(tournaments)
    .where(tournaments.c.phase.not_in(OPEN))
    .order_by(tournaments.c.id.desc())
    .limit(bindparam("most"))
)
_UNFILED = Statement(select(tournaments.c.id).where(tournaments.c.filed.is_(None), tournaments.c.phase.in_(OVER)))
ROWS = Topic(most=4)
"""The rows of tournaments that are open, and of the latest that are over: every mail may name one. Whoever writes that
table forgets it."""
REMEMBERED = 4
"""How many tournaments stay folded."""

_folded: dict[int, tuple[tuple[str, ...], Tournament]] = {}


def next_number(tx: Connection) -> int:
    """The number of the next tournament, which nobody else is told before this transaction ends: they run without
    gaps."""
    hold_numbers(tx, tournaments)
    return last_number(tx) + 1


def announced_by(tx: Connection, source: str) -> int | None:
    """The tournament that `source` announced, if any."""
    return tx.execute(select(tournaments.c.id).where(tournaments.c.source == source)).scalar()


def add(tx: Connection, row: TournamentRow) -> None:
    """Enter a new tournament, still without events."""
    tx.execute(insert(tournaments).values(**_columns(row)))
    forget(tx, ROWS)
    site_changes.note(tx, site_changes.TOURNAMENT, row.id)


def change(tx: Connection, number: int, **values: Any) -> None:
    """Change columns of a tournament's row."""
    tx.execute(update(tournaments).where(tournaments.c.id == number).values(**values))
    forget(tx, ROWS)
    site_changes.note(tx, site_changes.TOURNAMENT, number)


def find(tx: Connection, number: int) -> TournamentRow | None:
    """A tournament's row; None if there is no such tournament."""
    row = tx.execute(select(tournaments).where(tournaments.c.id == number)).one_or_none()
    return None if row is None else _row(row)


def every(tx: Connection) -> list[TournamentRow]:
    """All tournaments, by number."""
    return [_row(row) for row in tx.execute(select(tournaments).order_by(tournaments.c.id))]


def block(tx: Connection, first: int, last: int) -> list[TournamentRow]:
    """The tournaments with these numbers, by number."""
    query = select(tournaments).where(tournaments.c.id.between(first, last)).order_by(tournaments.c.id)
    return [_row(row) for row in tx.execute(query)]


def last_number(tx: Connection) -> int:
    """The number of the latest tournament, 0 if there was none."""
    return tx.execute(select(func.max(tournaments.c.id))).scalar() or 0


def open_ones(tx: Connection) -> list[TournamentRow]:
    """The tournaments that are neither over nor cancelled, by number."""
    known: tuple[TournamentRow, ...] | None = recall(tx, ROWS, "open")
    if known is None:
        known = tuple(_row(row) for row in tx.execute(_OPEN))
        remember(tx, ROWS, "open", known)
    return list(known)


def latest_over(tx: Connection, count: int = 5) -> list[TournamentRow]:
    """The latest tournaments that are over or cancelled, newest first."""
    known: tuple[TournamentRow, ...] | None = recall(tx, ROWS, count)
    if known is None:
        known = tuple(_row(row) for row in _LATEST_OVER.all(tx, {"most": count}))
        remember(tx, ROWS, count, known)
    return list(known)


def unfiled(tx: Connection) -> list[int]:
    """Tournaments that are over or cancelled and whose current record is not on file."""
    return _UNFILED.scalars(tx)


def append(tx: Connection, t: Tournament, happened: Sequence[Event], *, now: datetime, inbox: int | None) -> None:
    """Append what happened; `t` is the state after it. Its record is then to be filed anew."""
    if not happened:
        return
    last = tx.execute(select(tournaments.c.last_seq).where(tournaments.c.id == t.number)).scalar_one()
    rows = [
        {"tournament": t.number, "seq": seq, "at": now, "inbox": inbox, "kind": type(event).__name__, "data": data}
        for seq, event in enumerate(happened, last + 1)
        for data in (to_json(event),)
    ]
    tx.execute(insert(tournament_events), rows)
    change(tx, t.number, last_seq=last + len(rows), head=t.head, phase=t.phase, filed=None)


def load(tx: Connection, number: int) -> Tournament:
    """The state of a tournament. Folds only what follows the last fold of it."""
    story = tuple(tx.execute(_EVENTS, {"tournament": number}).scalars())
    known = _folded.pop(number, None)
    if known is not None and story[: len(known[0])] == known[0]:
        state = replay((from_json(json.loads(one)) for one in story[len(known[0]) :]), known[1])
    else:
        state = replay(from_json(json.loads(one)) for one in story)
    _folded[number] = (story, state)
    for oldest in list(_folded)[:-REMEMBERED]:
        _folded.pop(oldest, None)
    return state


def events_of(tx: Connection, number: int) -> list[Event]:
    """All events of a tournament, in order."""
    return [from_json(json.loads(one)) for one in tx.execute(_EVENTS, {"tournament": number}).scalars()]


def begins(tx: Connection, row: TournamentRow, t: Tournament) -> Begins:
    """When the first round of each stage that has begun opens: with the tournament, or when the stage was drawn. While
    the tournament was paused no time passed."""
    found = {key: row.begins_at for key in t.stages if key[1] == 1}
    stopped: datetime | None = None
    for one in tx.execute(_COURSE, {"tournament": row.id}):
        match one.kind:
            case "StageOpened" if (key := (one.data["division"], one.data["stage"])) in t.stages and key[1] > 1:
                found[key] = max(one.at, row.begins_at)
            case "Paused":
                stopped = one.at
            case "Resumed" if stopped is not None:
                later = {key: one.at - max(at, stopped) for key, at in found.items() if key[1] > 1}
                found |= {key: found[key] + stood for key, stood in later.items()}
    return found


def watch(tx: Connection, number: int, person: int) -> bool:
    """Note that a person watches a tournament. Returns False if they did already."""
    if person in watchers(tx, number):
        return False
    tx.execute(insert(tournament_watchers).values(tournament=number, person=person))
    return True


def unwatch(tx: Connection, number: int, person: int) -> bool:
    """Note that a person no longer watches a tournament. Returns False if they did not."""
    place = (tournament_watchers.c.tournament == number, tournament_watchers.c.person == person)
    return tx.execute(delete(tournament_watchers).where(*place)).rowcount > 0


def watchers(tx: Connection, number: int) -> list[int]:
    """The people who watch a tournament, by number."""
    query = select(tournament_watchers.c.person).where(tournament_watchers.c.tournament == number)
    return list(tx.execute(query.order_by(tournament_watchers.c.person)).scalars())


def _columns(row: TournamentRow) -> dict[str, Any]:
    lists = {"seeded": list(row.seeded), "pending": [], "words": list(row.words)}
    return {name: getattr(row, name) for name in row.__slots__} | lists


def _row(row: Any) -> TournamentRow:
    lists = {"seeded": tuple(row.seeded), "pending": tuple(row.pending), "words": tuple(row.words or ())}
    return TournamentRow(**{**row._asdict(), **lists})
