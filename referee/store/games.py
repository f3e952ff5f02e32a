"""Games in the database: their rows, who sits and who steers, which are running; and their results. Their events are in
event_log.py.

A result has a row as long as it stands, even a provisional one; a ruling that lets the game go on deletes it. It is
written in the transaction of the act that causes it. Never judges what makes a result final.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from referee.games import Game
from referee.names import same_name
from referee.store.people import Person
from referee.store.progress import reach
from referee.store.tables import games, results, seats, tenures
from referee.table.seats import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One game's row: its Gamesmaster, what is due, and the clock. Times are UTC."""

    id: int
    gamesmaster: str
    source: str
    game: str
    """The game that is played: `spades`."""
    sheet: str
    names: tuple[str, str, str, str]
    started_at: datetime
    ended_at: datetime | None
    round: int
    turn: int
    due_seat: int | None
    due_what: str | None
    score: Pair
    deadline: datetime | None
    """The moment when the clock runs out; None while it is stopped."""
    remind_at: datetime | None
    left_seconds: int | None
    """The seconds that are left of the limit while the game is paused."""
    notice: int | None
    """The letter that asks the player to act: the clock waits until the mail server has accepted it."""
    head: str
    """The head of the public record."""
    filed: str | None
    """The head of the record on file; None if there is none."""
    last_seq: int
    dealt_seq: int
    """The event, a deal, from which the state is loaded."""
    runs_from: datetime | None = None
    """The moment from which the limit of the running turn runs, if its player was away when it began."""
    proposal: int | None = None
    """The number of the proposal that waits for the answers of players, if one does."""
    result_at: datetime | None = None
    """The moment when its end last came about or was undone; None before its first end."""


class Tenure(NamedTuple):
    """A person's time in a seat that somebody else took later: up to which event, moment and round, and under which
    name. `shown`: they acted in it, and the game names them."""

    game: int
    seat: int
    last_seq: int
    person: int
    name: str
    round: int
    until: datetime
    shown: bool


# statements of every mail: SQLAlchemy takes 60 to 90 µs to build one anew
_GAME = select(games).where(games.c.id == bindparam("game"))
_PROPOSAL = select(games.c.proposal).where(games.c.id == bindparam("game"))
_SEAT = select(seats.c.seat).where(seats.c.game == bindparam("game"), seats.c.person == bindparam("person"))


def next_number(tx: Connection) -> int:
    """Return the number of the next game. Full tables whose games have not begun already have theirs."""
    return reach(tx).game + 1


def begin(
    tx: Connection, game: Game, *, gamesmaster: str, source: str, players: Sequence[Person], now: datetime
) -> GameRow:
    """Enter a new game, still without events; `players` in the order of seats; `source` began the game, and begins no
    other."""
    tx.execute(
        insert(games).values(
            id=game.number,
            gamesmaster=gamesmaster,
            source=source,
            game=game.sheet.game,
            sheet=game.sheet.name,
            limit_seconds=game.limit,
            started_at=now,
            dealt_seq=0,
            last_seq=0,
            **columns_of(game),
        )
    )
    tx.execute(insert(seats), [{"game": game.number, "seat": s, "person": p.id} for s, p in enumerate(players, 1)])
    row = find(tx, game.number)
    assert row is not None, "the game has just been entered"
    return row


def hide(tx: Connection, game: int, hidden: Collection[int]) -> None:
    """Note that a game does not name the players at these seats."""
    if hidden:
        tx.execute(update(seats).where(seats.c.game == game, seats.c.seat.in_(hidden)).values(hidden=True))


def unfiled(tx: Connection, since: datetime | None = None) -> list[int]:
    """List the games that are over, or were at `since`, and whose current record is not on file; a game may have gone
    on after we filed its record."""
    over = games.c.ended_at.is_not(None) if since is None else games.c.ended_at <= since
    missing = games.c.filed.is_distinct_from(games.c.head)
    return list(tx.execute(select(games.c.id).where(over, missing).order_by(games.c.id)).scalars())


def set_filed(tx: Connection, game: int, head: str) -> None:
    """Note that the record up to `head` is on file."""
    tx.execute(update(games).where(games.c.id == game).values(filed=head))


def find(tx: Connection, game: int) -> GameRow | None:
    """Find a game's row; None if there is no such game."""
    row = tx.execute(_GAME, {"game": game}).first()
    return None if row is None else _game_row(row)


def open_proposal(tx: Connection, game: int) -> int | None:
    """Look up the proposal that waits for answers in a game, if one does: `GameRow.proposal`."""
    return tx.execute(_PROPOSAL, {"game": game}).scalar()


def begun_by(tx: Connection, source: str) -> int | None:
    """Return the game that `source` began, if any."""
    return tx.execute(select(games.c.id).where(games.c.source == source)).scalar()


def running_of(tx: Connection, person: int) -> list[GameRow]:
    """Return the running games that a person plays in."""
    query = (
        select(games)
        .join(seats, seats.c.game == games.c.id)
        .where(seats.c.person == person, games.c.ended_at.is_(None))
        .order_by(games.c.id)
    )
    return [_game_row(row) for row in tx.execute(query)]


def running_by_player(tx: Connection) -> dict[int, tuple[int, ...]]:
    """Return the running games of everybody who plays, by person."""
    seated = select(seats.c.person, games.c.id).join(games, games.c.id == seats.c.game)
    found: dict[int, tuple[int, ...]] = {}
    for person, game in tx.execute(seated.where(games.c.ended_at.is_(None)).order_by(games.c.id)):
        found[person] = (*found.get(person, ()), game)
    return found


def ended_of(tx: Connection, person: int, since: datetime) -> list[GameRow]:
    """Return the games that a person played in and that ended at `since` or later."""
    query = select(games).join(seats, seats.c.game == games.c.id).where(seats.c.person == person)
    return [_game_row(row) for row in tx.execute(query.where(games.c.ended_at >= since).order_by(games.c.id))]


def steered_by(tx: Connection, address: str) -> list[GameRow]:
    """Return the running games of a gamesmaster."""
    return _running(tx, games.c.gamesmaster == address)


def running(tx: Connection) -> list[GameRow]:
    """Return all running games."""
    return _running(tx)


def every(tx: Connection) -> list[GameRow]:
    """Return all games, running or over, by number."""
    return [_game_row(row) for row in tx.execute(select(games).order_by(games.c.id))]


def names_in_play(tx: Connection) -> list[tuple[int, str]]:
    """Return everyone who plays in a running game: the person's number, and their name in that game."""
    query = select(seats.c.person, seats.c.seat, games.c.names).join(games, seats.c.game == games.c.id)
    rows = tx.execute(query.where(games.c.ended_at.is_(None)).order_by(games.c.id, seats.c.seat))
    return [(row.person, row.names[row.seat - 1]) for row in rows]


def players_named(tx: Connection, name: str) -> dict[int, datetime]:
    """Map everyone who plays or played under a name, in upper or lower case, to the moment when their first game under
    it began. Their name today does not matter; players whom a game does not name are left out."""
    query = select(seats, games.c.names, games.c.started_at).join(games, seats.c.game == games.c.id)
    rows = tx.execute(query.order_by(games.c.id)).all()
    since = {(row.game, row.seat): row.started_at for row in rows}
    found: list[tuple[int, datetime]] = []
    for one in _tenures(tx):
        if one.shown and same_name(one.name, name):
            found.append((one.person, since[one.game, one.seat]))
        since[one.game, one.seat] = one.until
    for row in rows:
        if not row.hidden and same_name(row.names[row.seat - 1], name):
            found.append((row.person, since[row.game, row.seat]))
    return dict(sorted(found, key=lambda one: one[1], reverse=True))


def numbers(tx: Connection) -> list[int]:
    """Return the numbers of all games."""
    return list(tx.execute(select(games.c.id)).scalars())


def latest(tx: Connection, count: int) -> list[GameRow]:
    """Return the latest games, running or over, newest first."""
    return [_game_row(row) for row in tx.execute(select(games).order_by(games.c.id.desc()).limit(count))]


def block(tx: Connection, first: int, last: int) -> list[GameRow]:
    """Return the games with these numbers, running or over, by number."""
    query = select(games).where(games.c.id.between(first, last)).order_by(games.c.id)
    return [_game_row(row) for row in tx.execute(query)]


def latest_running(tx: Connection, count: int) -> list[GameRow]:
    """Return the running games that began last, newest first."""
    query = select(games).where(games.c.ended_at.is_(None)).order_by(games.c.id.desc()).limit(count)
    return [_game_row(row) for row in tx.execute(query)]


def count_running(tx: Connection) -> int:
    """Count the running games."""
    return tx.execute(select(func.count()).select_from(games).where(games.c.ended_at.is_(None))).scalar_one()


def latest_ended(tx: Connection, count: int) -> list[GameRow]:
    """Return the games that ended last, newest first; of games that ended at the same moment, the highest number
    first."""
    query = select(games).where(games.c.ended_at.is_not(None)).order_by(games.c.ended_at.desc(), games.c.id.desc())
    return [_game_row(row) for row in tx.execute(query.limit(count))]


def results_changed(tx: Connection) -> datetime | None:
    """Return when the end of a game last came about or was undone; None before the first."""
    moment: datetime | None = tx.execute(select(func.max(games.c.result_at))).scalar()
    return moment


def played_by(tx: Connection, person: int, *, count: int, hidden: bool = False) -> list[GameRow]:
    """Return the latest games in which a person sits or sat under their name, or `hidden` as well; newest first."""
    now = select(seats.c.game).where(seats.c.person == person, seats.c.hidden.in_((False, hidden)))
    before = select(tenures.c.game).where(tenures.c.person == person, tenures.c.shown.in_((True, not hidden)))
    query = select(games).where(games.c.id.in_(now.union(before)))
    return [_game_row(row) for row in tx.execute(query.order_by(games.c.id.desc()).limit(count))]


def tenures_in(tx: Connection, numbers: Collection[int]) -> list[Tenure]:
    """Return who had the seats of these games before those who have them now, by game and in order."""
    return _tenures(tx, tenures.c.game.in_(numbers))


def _tenures(tx: Connection, *where: ColumnElement[bool]) -> list[Tenure]:
    query = select(tenures).where(*where).order_by(tenures.c.game, tenures.c.last_seq)
    return [Tenure(*row) for row in tx.execute(query)]


def shown_players(tx: Connection, numbers: Sequence[int]) -> list[tuple[int, int, int]]:
    """List the named players of these games: game, seat, person."""
    query = select(seats.c.game, seats.c.seat, seats.c.person)
    rows = tx.execute(query.where(seats.c.game.in_(numbers), seats.c.hidden.is_(False)))
    return [(row.game, row.seat, row.person) for row in rows]


def last_player(tx: Connection) -> int:
    """Return the highest number of a person who sits or sat in a game under their name, 0 if nobody does."""
    now = select(func.max(seats.c.person)).where(seats.c.hidden.is_(False))
    before = select(func.max(tenures.c.person)).where(tenures.c.shown)
    return max(tx.execute(query).scalar() or 0 for query in (now, before))


def names_of(tx: Connection, numbers: Collection[int]) -> dict[tuple[int, int], str]:
    """Return the name of each player in these games, by game and person."""
    query = select(seats.c.game, seats.c.person, seats.c.seat, games.c.names).join(games, games.c.id == seats.c.game)
    rows = tx.execute(query.where(seats.c.game.in_(numbers)))
    return {(row.game, row.person): row.names[row.seat - 1] for row in rows}


def seat_of(tx: Connection, game: int, person: int) -> int | None:
    """Return a person's seat in a game."""
    return tx.execute(_SEAT, {"game": game, "person": person}).scalar()


def keep_tenure(tx: Connection, row: GameRow, seat: int, now: datetime, *, acted: bool) -> None:
    """Keep who has had a seat up to now, before somebody else takes it. `acted`: they did something in it."""
    was = tx.execute(select(seats).where(seats.c.game == row.id, seats.c.seat == seat)).one()
    shown = acted and not was.hidden
    kept = Tenure(row.id, seat, row.last_seq, was.person, row.names[seat - 1], row.round, now, shown)
    tx.execute(insert(tenures).values(**kept._asdict()))


def reseat(tx: Connection, game: int, seat: int, person: int, *, hidden: bool = False) -> None:
    """Give a seat to another person; `hidden`: the game does not name them."""
    place = (seats.c.game == game, seats.c.seat == seat)
    tx.execute(update(seats).where(*place).values(person=person, hidden=hidden))


def unsettled(tx: Connection, now: datetime) -> list[GameRow]:
    """List the games that are running, or whose result is not final yet."""
    query = select(games).outerjoin(results, results.c.game == games.c.id)
    is_open = or_(games.c.ended_at.is_(None), results.c.final_at > now)
    return [_game_row(row) for row in tx.execute(query.where(is_open).order_by(games.c.id))]


def columns_of(game: Game) -> dict[str, Any]:
    """Return the columns of a game's row that repeat its state, so that it can be looked up without loading the
    game."""
    seat, what = game.due or (None, None)
    return {
        "names": list(game.names),
        "round": game.round,
        "turn": game.turn,
        "due_seat": seat,
        "due_what": what,
        "score": list(game.score),
        "head": game.head,
    }


def _running(tx: Connection, *more: ColumnElement[bool]) -> list[GameRow]:
    query = select(games).where(games.c.ended_at.is_(None), *more).order_by(games.c.id)
    return [_game_row(row) for row in tx.execute(query)]


def _game_row(row: Any) -> GameRow:
    values = row._asdict()
    del values["limit_seconds"]  # the state of the game has the limit
    values["names"], values["score"] = tuple(values["names"]), tuple(values["score"])
    return GameRow(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredResult:
    """The result of one game. Times are UTC."""

    game: int
    winner: int | None
    """The team, 1 or 2; None if nobody won."""
    how: str
    """`score`, `concession`, `forfeit`, `sets`, `hands` or `abort`, as in the game's last event."""
    score: Pair
    decided_at: datetime
    """The moment of the event, which for a mail is its arrival."""
    final_at: datetime | None
    """The moment when the result becomes final, perhaps still to come; None while the result is provisional."""


class WinCount(NamedTuple):
    """A person's games under their name that are over and had a winner: how many, how many of them they won, and the
    number of the latest."""

    person: int
    games: int
    won: int
    latest: int


class HeadToHead(NamedTuple):
    """Two people's games that are over and had a winner, both under their names: how many as partners and as opponents,
    how many of each the first one won, and the number of the latest."""

    person: int
    together: int
    won_together: int
    against: int
    won_against: int
    latest: int


_WITH_WINNER = (games.c.ended_at.is_not(None), results.c.winner.is_not(None), seats.c.hidden.is_(False))
_ITS_TEAM_WON = case((results.c.winner == 2 - seats.c.seat % 2, 1), else_=0)
_SEATS = seats.join(games, games.c.id == seats.c.game).join(results, results.c.game == seats.c.game)


def put_result(tx: Connection, result: StoredResult) -> None:
    """Store a game's result in place of an earlier one."""
    drop_result(tx, result.game)
    tx.execute(insert(results).values(**asdict(result)))


def make_final(tx: Connection, game: int, now: datetime) -> None:
    """Note that a game's provisional result is final."""
    tx.execute(update(results).where(results.c.game == game).values(final_at=now))


def drop_result(tx: Connection, game: int) -> None:
    """Delete a game's result: the game goes on."""
    tx.execute(delete(results).where(results.c.game == game))


def result_of(tx: Connection, game: int) -> StoredResult | None:
    """Return a game's result, if it has one."""
    row = tx.execute(select(results).where(results.c.game == game)).one_or_none()
    return None if row is None else stored_result(dict(row._mapping))


def results_of(tx: Connection, numbers: Sequence[int]) -> dict[int, StoredResult]:
    """Return the results of these games, by game; games without a result are left out."""
    rows = tx.execute(select(results).where(results.c.game.in_(numbers)))
    return {row.game: stored_result(dict(row._mapping)) for row in rows}


def stored_result(row: Mapping[str, Any]) -> StoredResult:
    """Read the result that a row of the table holds."""
    return StoredResult(**{**row, "score": tuple(row["score"])})


def tallies(tx: Connection, first: int, last: int) -> list[WinCount]:
    """Return the tallies of the people with these numbers, by number; people without one are left out."""
    query = select(
        seats.c.person, func.count().label("games"), func.sum(_ITS_TEAM_WON).label("won"), func.max(seats.c.game)
    )
    query = query.select_from(_SEATS).where(seats.c.person.between(first, last), *_WITH_WINNER)
    rows = tx.execute(query.group_by(seats.c.person).order_by(seats.c.person))
    return [WinCount(*map(int, row)) for row in rows]


def head_to_head(tx: Connection, person: int, most: int) -> list[HeadToHead]:
    """Return whom a person met in most games, and how that went."""
    other = seats.alias()
    together = case((other.c.seat % 2 == seats.c.seat % 2, 1), else_=0)
    figures = [func.sum(each) for side in (together, 1 - together) for each in (side, side * _ITS_TEAM_WON)]
    met = and_(other.c.game == seats.c.game, other.c.seat != seats.c.seat, other.c.hidden.is_(False))
    query = select(other.c.person, *figures, func.max(seats.c.game)).select_from(_SEATS.join(other, met))
    query = query.where(seats.c.person == person, *_WITH_WINNER).group_by(other.c.person)
    rows = tx.execute(query.order_by(func.count().desc(), other.c.person).limit(most))
    return [HeadToHead(*map(int, row)) for row in rows]
