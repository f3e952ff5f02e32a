"""Tournaments in the database: their rows, their instants, their events, the winners of their divisions, and their
entries: teams with a place, teams that wait for one, and teams that wait for the yes of a partner or the Gamesmaster.
The games of their matches are in matches.py. Decides nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from referee.store import site_changes
from referee.store.event_log import recall, remember
from referee.store.tables import division_wins, entries, tournament_events, tournament_watchers, tournaments
from referee.tournaments.events import Drawn, Event, Ruled, Withdrawn, from_json, to_json
from referee.tournaments.fold import replay
from referee.tournaments.tournament import Pause, Phase, Times, Tournament

OPEN_END = timedelta(days=3650)
"""The time after which sign-up ends by itself, if nobody has said when: no announcement can name so late a day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """One tournament's row: its Gamesmaster and its instants, UTC. Its state is the fold of its events."""

    id: int
    name: str
    gamesmaster: str
    source: str
    """The source that announced the tournament. A source announces only one tournament."""
    phase: Phase
    announced_at: datetime
    sign_up_until: datetime
    closes_at: datetime
    """The moment when entries close, so that seeding and roster are frozen: at the end of sign-up, or later for late
    entries."""
    draw_at: datetime
    begins_at: datetime
    asked_at: datetime | None
    """The moment when we asked the Gamesmaster how to go on; None when the tournament does not wait for an answer."""
    paused_at: datetime | None
    seeded: tuple[str, ...]
    """The teams that the Gamesmaster seeds, best first, until the close."""
    pending: tuple[dict[str, Any], ...]
    """The requests from between the close and the draw, done right after the draw."""
    last_seq: int
    head: str
    filed: str | None
    """The head of the record on file; None without a file."""
    wakes_at: datetime | None
    """The next moment when work falls due by itself; None if only mail and results move the tournament."""
    begins_fixed: bool = False
    """The announcement fixed when matches begin; otherwise they begin with the draw."""
    words: tuple[str, ...] = ()
    """The words of its Gamesmaster in the announcement, as lines."""
    pauses: tuple[Pause, ...] = ()
    """The pauses since the first matches began, which move the days of the rounds then still ahead."""

    @property
    def times(self) -> Times:
        """The instants that everybody may know."""
        return Times(
            sign_up_until=self.sign_up_until,
            closes_at=self.closes_at,
            draw_at=self.draw_at,
            begins_at=self.begins_at,
            open_end=self.sign_up_until >= self.announced_at + OPEN_END,
            pauses=self.pauses,
        )


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament: its row, and the state after its events. Looked up once, and handed on."""

    row: TournamentRow
    state: Tournament


OPEN = ("sign-up", "closed", "running")
OVER = ("over", "cancelled")
LISTS = ("seeded", "pending", "words")
# statements of every mail: SQLAlchemy takes 60 to 90 µs to build one anew
_OPEN = select(tournaments).where(tournaments.c.phase.in_(OPEN)).order_by(tournaments.c.id)
# `not in` would ignore the index of phases, and read and sort all tournaments ever held
_LATEST_OVER = (
    select(tournaments)
    .where(tournaments.c.phase.not_in(OPEN))
    .order_by(tournaments.c.id.desc())
    .limit(bindparam("most"))
)


def next_number(tx: Connection) -> int:
    """Return the number of the next tournament: they run without gaps."""
    return last_number(tx) + 1


def announced_by(tx: Connection, source: str) -> int | None:
    """Return the tournament that `source` announced, if any."""
    return tx.execute(select(tournaments.c.id).where(tournaments.c.source == source)).scalar()


def add(tx: Connection, row: TournamentRow) -> None:
    """Enter a new tournament, still without events."""
    tx.execute(insert(tournaments).values(**_columns(row)))
    site_changes.note(tx, site_changes.TOURNAMENT, row.id)


def change(tx: Connection, row: TournamentRow, **values: Any) -> TournamentRow:
    """Change columns of a tournament's row. Returns the changed row."""
    stored = values | {"pauses": _as_text(values["pauses"])} if "pauses" in values else values
    tx.execute(update(tournaments).where(tournaments.c.id == row.id).values(**stored))
    site_changes.note(tx, site_changes.TOURNAMENT, row.id)
    lists: dict[str, Any] = {name: tuple(values[name]) for name in LISTS if name in values}
    return replace(row, **{**values, **lists})


def set_filed(tx: Connection, number: int, head: str) -> None:
    """Note that the record is on file up to `head`."""
    tx.execute(update(tournaments).where(tournaments.c.id == number).values(filed=head))
    site_changes.note(tx, site_changes.TOURNAMENT, number)


def find(tx: Connection, number: int) -> TournamentRow | None:
    """Find a tournament's row; None if there is no such tournament."""
    row = tx.execute(select(tournaments).where(tournaments.c.id == number)).one_or_none()
    return None if row is None else _row(row)


def every(tx: Connection) -> list[TournamentRow]:
    """Return all tournaments, by number."""
    return [_row(row) for row in tx.execute(select(tournaments).order_by(tournaments.c.id))]


def block(tx: Connection, first: int, last: int) -> list[TournamentRow]:
    """Return the tournaments with these numbers, by number."""
    query = select(tournaments).where(tournaments.c.id.between(first, last)).order_by(tournaments.c.id)
    return [_row(row) for row in tx.execute(query)]


def last_number(tx: Connection) -> int:
    """Return the number of the latest tournament; 0 before the first."""
    return tx.execute(select(func.max(tournaments.c.id))).scalar() or 0


def open_ones(tx: Connection) -> list[TournamentRow]:
    """Return the tournaments that are neither over nor cancelled, by number."""
    return [_row(row) for row in tx.execute(_OPEN)]


def latest_over(tx: Connection, count: int = 5) -> list[TournamentRow]:
    """Return the latest tournaments that are over or cancelled, newest first."""
    return [_row(row) for row in tx.execute(_LATEST_OVER, {"most": count})]


def unfiled(tx: Connection) -> list[int]:
    """List the tournaments that are over or cancelled and whose current record is not on file."""
    query = select(tournaments.c.id).where(tournaments.c.filed.is_(None), tournaments.c.phase.in_(OVER))
    return list(tx.execute(query).scalars())


def append(
    tx: Connection, row: TournamentRow, t: Tournament, happened: Sequence[Event], *, now: datetime, inbox: int | None
) -> Cup:
    """Append events; `t` is the state after them. Marks the record as one to file anew. Returns the changed
    tournament."""
    if not happened:
        return Cup(row, t)
    last = row.last_seq + len(happened)
    rows = [
        {"tournament": t.number, "seq": seq, "at": now, "inbox": inbox, "kind": type(event).__name__, "data": data}
        for seq, event in enumerate(happened, row.last_seq + 1)
        for data in (to_json(event),)
    ]
    tx.execute(insert(tournament_events), rows)
    remember(tx, last, t)
    return Cup(change(tx, row, last_seq=last, head=t.head, phase=t.phase, filed=None), t)


def load(tx: Connection, number: int) -> Cup:
    """Load a tournament that there is."""
    row = find(tx, number)
    assert row is not None, "a number that the database has is that of a tournament"
    return Cup(row, state_of(tx, row))


def state_of(tx: Connection, row: TournamentRow) -> Tournament:
    """Load the state of a tournament. Without new events, the state folded last is used again."""
    known = recall(tx, Tournament, row.id, row.last_seq, row.head)
    if known is not None:
        return known
    state = replay(events_of(tx, row.id))
    remember(tx, row.last_seq, state)
    return state


def events_of(tx: Connection, number: int) -> list[Event]:
    """Return all events of a tournament, in order."""
    query = select(tournament_events.c.data).where(tournament_events.c.tournament == number)
    return [from_json(data) for data in tx.execute(query.order_by(tournament_events.c.seq)).scalars()]


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


def watched_by(tx: Connection, person: int) -> list[str]:
    """List the names of the tournaments that a person watches and that are not over."""
    query = select(tournaments.c.name).join(tournament_watchers, tournament_watchers.c.tournament == tournaments.c.id)
    query = query.where(tournament_watchers.c.person == person, tournaments.c.phase.not_in(("over", "cancelled")))
    return list(tx.execute(query.order_by(tournaments.c.id)).scalars())


def watchers(tx: Connection, number: int) -> list[int]:
    """Return the people who watch a tournament, by number."""
    query = select(tournament_watchers.c.person).where(tournament_watchers.c.tournament == number)
    return list(tx.execute(query.order_by(tournament_watchers.c.person)).scalars())


def _columns(row: TournamentRow) -> dict[str, Any]:
    lists = {"seeded": list(row.seeded), "pending": [], "words": list(row.words), "pauses": _as_text(row.pauses)}
    return {name: getattr(row, name) for name in row.__slots__} | lists


def _row(row: Any) -> TournamentRow:
    lists: dict[str, Any] = {name: tuple(getattr(row, name)) for name in LISTS}
    return TournamentRow(**{**row._asdict(), **lists, "pauses": _from_text(row.pauses or ())})


def _as_text(pauses: Iterable[Pause]) -> list[list[str]]:
    return [[since.isoformat(), until.isoformat()] for since, until in pauses]


def _from_text(pauses: Iterable[Sequence[str]]) -> tuple[Pause, ...]:
    return tuple((datetime.fromisoformat(since), datetime.fromisoformat(until)) for since, until in pauses)


def note_winner(tx: Connection, tournament: int, person: int, division: int, won_at: datetime) -> None:
    """Store that a person won a division of a tournament, counted from 0, the highest."""
    values = {"tournament": tournament, "person": person, "division": division, "won_at": won_at}
    tx.execute(insert(division_wins).values(values))


def forget_winners(tx: Connection, tournament: int) -> None:
    """Forget who won a division of a tournament."""
    tx.execute(delete(division_wins).where(division_wins.c.tournament == tournament))


def settled_at(tx: Connection, number: int) -> datetime:
    """Return when a ruling or a withdrawal last settled a match of a tournament."""
    query = select(func.max(tournament_events.c.at)).where(tournament_events.c.tournament == number)
    settling = tournament_events.c.kind.in_((Ruled.__name__, Withdrawn.__name__, Drawn.__name__))
    moment: datetime = tx.execute(query.where(settling)).scalar_one()
    return moment


def divisions_won(tx: Connection, person: int) -> list[tuple[int, datetime]]:
    """Return the divisions that a person won, counted from 0, the highest, and when, oldest first."""
    query = select(division_wins.c.division, division_wins.c.won_at).where(division_wins.c.person == person)
    return [(division, won_at) for division, won_at in tx.execute(query.order_by(division_wins.c.won_at))]


EntryState = Literal["asked", "held", "in", "waiting", "out"]
"""`asked`: the partner has not agreed; `held`: the Gamesmaster has not; `in`: it has a place; `waiting`: for a place;
`out`: it left, or was refused."""
OPEN_ENTRIES = ("asked", "held", "in", "waiting")
AGREED = ("held", "in", "waiting")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One team's entry, by the people's numbers."""

    id: int
    tournament: int
    team: str
    division: str
    captain: int
    partner: int | None
    """The partner; None until the referee knows who they are."""
    named: str
    """The partner as the captain wrote them: an address or a name."""
    classes: tuple[str, str]
    """The captain's and the partner's; empty texts if they are not known."""
    salts: tuple[str, str]
    """The captain's and the partner's salts for the draw; empty texts for a player who gave none."""
    state: EntryState
    place: int | None
    """The place in the order in which entries began to count; None before it does."""

    @property
    def people(self) -> tuple[int, ...]:
        """The captain and, if known, the partner."""
        return (self.captain,) if self.partner is None else (self.captain, self.partner)

    @property
    def agreed(self) -> tuple[int, ...]:
        """The people of the team who want it: a partner who was only named may know nothing of it."""
        return (self.captain,) if self.state == "asked" else self.people


def add_entry(tx: Connection, **values: Any) -> Entry:
    """Store a new entry."""
    lists: dict[str, Any] = {name: list(values[name]) for name in ("classes", "salts")}
    added = tx.execute(insert(entries).values(**{**values, **lists}))
    return entry(tx, int(added.inserted_primary_key[0]))  # type: ignore[index]


def entry(tx: Connection, number: int) -> Entry:
    """Return an entry by its number."""
    return _entry(tx.execute(select(entries).where(entries.c.id == number)).one())


def change_entry(tx: Connection, number: int, **values: Any) -> Entry:
    """Change an entry. Returns the changed entry."""
    lists: dict[str, Any] = {name: list(values[name]) for name in ("classes", "salts") if name in values}
    tx.execute(update(entries).where(entries.c.id == number).values(**{**values, **lists}))
    return entry(tx, number)


def entries_in(tx: Connection, tournament: int) -> list[Entry]:
    """Return all entries that are not out: first the entries that count, by their places."""
    query = select(entries).where(entries.c.tournament == tournament, entries.c.state.in_(OPEN_ENTRIES))
    return [_entry(row) for row in tx.execute(query.order_by(entries.c.place.is_(None), entries.c.place, entries.c.id))]


def entries_of(tx: Connection, tournament: int, person: int) -> list[Entry]:
    """Return a person's open entries in a tournament, first the entries that count."""
    return [one for one in entries_in(tx, tournament) if person in one.people]


def entry_of_team(tx: Connection, tournament: int, name: str) -> Entry:
    """Return the entry with a place under that name."""
    query = select(entries).where(entries.c.tournament == tournament, entries.c.team == name, entries.c.state == "in")
    return _entry(tx.execute(query).one())


def entered_by(tx: Connection, person: int) -> list[int]:
    """Return the tournaments in which a person has an open entry that they want: to be named in one is not enough."""
    own = select(entries.c.tournament).where(entries.c.captain == person, entries.c.state.in_(OPEN_ENTRIES))
    joined = select(entries.c.tournament).where(entries.c.partner == person, entries.c.state.in_(AGREED))
    return sorted(tx.execute(own.union(joined)).scalars())


def next_place(tx: Connection, tournament: int) -> int:
    """Return the next place in the order in which entries begin to count."""
    query = select(func.max(entries.c.place)).where(entries.c.tournament == tournament)
    return (tx.execute(query).scalar() or 0) + 1


def _entry(row: Row[Any]) -> Entry:
    return Entry(**{**row._mapping, "classes": tuple(row.classes), "salts": tuple(row.salts)})
