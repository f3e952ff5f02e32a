"""Games in the database: their rows, who sits and who steers, which are running. Their events are in event_log.py."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, insert, or_, select, update

from referee.names import same_name
from referee.spades.events import Pair
from referee.spades.game import Game, due
from referee.store.backend import hold_numbers
from referee.store.leaves import LEAVES
from referee.store.memory import Topic, forget, recall, remember
from referee.store.people import PEOPLE, Person, seated
from referee.store.progress import reach
from referee.store.statement import Statement
from referee.store.tables import games, results, seats


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One game's row: its Gamesmaster, what is due, and the clock. Times are UTC."""

    id: int
    gamesmaster: str
    source: str
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
    bid_at: datetime | None = None
    """When a planned bid may be made that waits until the round before can hardly be challenged any more."""
    runs_from: datetime | None = None
    """From when the limit of the running turn runs, where its player was away when it began."""
    proposal: int | None = None
    """What waits for answers, if anything does: the event that proposed it, or once the game is over the number of a
    rematch, below zero."""


PROPOSALS = Topic(most=1000)
"""What waits for answers, by game: every letter of a game asks. Whoever writes that column forgets it, or remembers
what it wrote."""

# statements of every mail, built once: building one takes longer than its execution
_GAME = Statement(select(games).where(games.c.id == bindparam("game")))
_RUNNING_OF = Statement(
    select(games)
    .join(seats, seats.c.game == games.c.id)
    .where(seats.c.person == bindparam("person"), games.c.ended_at.is_(None))
    .order_by(games.c.id)
)
_PROPOSAL = Statement(select(games.c.proposal).where(games.c.id == bindparam("game")))
_UNFILED = Statement(
    select(games.c.id).where(games.c.ended_at.is_not(None), or_(games.c.filed.is_(None), games.c.filed != games.c.head))
)


def next_number(tx: Connection) -> int:
    """The number of the next game, which nobody else is told before this transaction ends. Full tables whose games
    have not begun already have theirs."""
    hold_numbers(tx, games)
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
            **columns_of(game),
        )
    )
    tx.execute(insert(seats), [{"game": game.number, "seat": s, "person": p.id} for s, p in enumerate(players, 1)])
    _forget_seats(tx)
    row = find(tx, game.number)
    assert row is not None, "the game has just been entered"
    return row


def hide(tx: Connection, game: int, hidden: Collection[int]) -> None:
    """Note that a game does not name who sits at these seats."""
    if hidden:
        tx.execute(update(seats).where(seats.c.game == game, seats.c.seat.in_(hidden)).values(hidden=True))
        _forget_seats(tx)


def unfiled(tx: Connection) -> list[int]:
    """Games that are over and whose current record is not on file: some went on after it was filed."""
    return _UNFILED.scalars(tx)


def set_filed(tx: Connection, game: int, head: str) -> None:
    """Note that the record up to `head` is on file."""
    tx.execute(update(games).where(games.c.id == game).values(filed=head))


def find(tx: Connection, game: int) -> GameRow | None:
    """A game's row; None if there is no such game."""
    row = _GAME.first(tx, {"game": game})
    return None if row is None else _game_row(row)


def open_proposal(tx: Connection, game: int) -> int | None:
    """What waits for answers in a game, if anything does: `GameRow.proposal`."""
    known: tuple[int | None] | None = recall(tx, PROPOSALS, game)
    if known is None:
        known = (_PROPOSAL.scalar(tx, {"game": game}),)
        remember(tx, PROPOSALS, game, known)
    return known[0]


def begun_by(tx: Connection, source: str) -> int | None:
    """The game that `source` began, if any."""
    return tx.execute(select(games.c.id).where(games.c.source == source)).scalar()


def running_of(tx: Connection, person: int) -> list[GameRow]:
    """The running games that a person plays in."""
    return [_game_row(row) for row in _RUNNING_OF.all(tx, {"person": person})]


def ended_of(tx: Connection, person: int, since: datetime) -> list[GameRow]:
    """The games that a person played in and that ended at `since` or later."""
    query = select(games).join(seats, seats.c.game == games.c.id).where(seats.c.person == person)
    return [_game_row(row) for row in tx.execute(query.where(games.c.ended_at >= since).order_by(games.c.id))]


def steered_by(tx: Connection, address: str) -> list[GameRow]:
    """The running games of a gamesmaster."""
    return _running(tx, games.c.gamesmaster == address)


def running(tx: Connection) -> list[GameRow]:
    """All running games."""
    return _running(tx)


def every(tx: Connection) -> list[GameRow]:
    """All games, running or over, by number."""
    return [_game_row(row) for row in tx.execute(select(games).order_by(games.c.id))]


def names_in_play(tx: Connection) -> list[tuple[int, str]]:
    """Everyone who plays in a running game: the person's number, and their name in that game."""
    query = select(seats.c.person, seats.c.seat, games.c.names).join(games, seats.c.game == games.c.id)
    rows = tx.execute(query.where(games.c.ended_at.is_(None)).order_by(games.c.id, seats.c.seat))
    return [(row.person, row.names[row.seat - 1]) for row in rows]


def called(tx: Connection, name: str) -> set[int]:
    """Everyone who plays or played under that name, in upper or lower case, whatever they are called now."""
    query = select(seats.c.person, seats.c.seat, games.c.names).join(games, seats.c.game == games.c.id)
    return {row.person for row in tx.execute(query) if same_name(row.names[row.seat - 1], name)}


def latest(tx: Connection, count: int) -> list[GameRow]:
    """The latest games, running or over, newest first."""
    return [_game_row(row) for row in tx.execute(select(games).order_by(games.c.id.desc()).limit(count))]


def block(tx: Connection, first: int, last: int) -> list[GameRow]:
    """The games with these numbers, running or over, by number."""
    query = select(games).where(games.c.id.between(first, last)).order_by(games.c.id)
    return [_game_row(row) for row in tx.execute(query)]


def latest_running(tx: Connection, count: int) -> list[GameRow]:
    """The running games that began last, newest first."""
    query = select(games).where(games.c.ended_at.is_(None)).order_by(games.c.id.desc()).limit(count)
    return [_game_row(row) for row in tx.execute(query)]


def count_running(tx: Connection) -> int:
    """How many games are running."""
    return tx.execute(select(func.count()).select_from(games).where(games.c.ended_at.is_(None))).scalar_one()


def latest_ended(tx: Connection, count: int) -> list[GameRow]:
    """The games that ended last, newest first; of those that ended at one moment that with the highest number."""
    query = select(games).where(games.c.ended_at.is_not(None)).order_by(games.c.ended_at.desc(), games.c.id.desc())
    return [_game_row(row) for row in tx.execute(query.limit(count))]


def played_by(tx: Connection, person: int, *, before: int | None = None, count: int) -> list[GameRow]:
    """The latest games in which a person sits under their name, newest first; only those numbered below `before`."""
    query = select(games).join(seats, seats.c.game == games.c.id)
    query = query.where(seats.c.person == person, seats.c.hidden.is_(False))
    if before is not None:
        query = query.where(games.c.id < before)
    return [_game_row(row) for row in tx.execute(query.order_by(games.c.id.desc()).limit(count))]


def shown_players(tx: Connection, numbers: Sequence[int]) -> list[tuple[int, int, int]]:
    """Who sits in these games under their name: game, seat, person."""
    query = select(seats.c.game, seats.c.seat, seats.c.person)
    rows = tx.execute(query.where(seats.c.game.in_(numbers), seats.c.hidden.is_(False)))
    return [(row.game, row.seat, row.person) for row in rows]


def seat_of(tx: Connection, game: int, person: int) -> int | None:
    """A person's seat in a game."""
    return next((seat for seat, each in seated(tx, game).items() if each.id == person), None)


def reseat(tx: Connection, game: int, seat: int, person: int, *, hidden: bool = False) -> None:
    """Give a seat to another person, with a grace and a time bank of their own; `hidden`: the game does not name
    them."""
    place = (seats.c.game == game, seats.c.seat == seat)
    own = {"grace": "unused", "waited": 0, "bank": None, "hidden": hidden}
    tx.execute(update(seats).where(*place).values(person=person, **own))
    _forget_seats(tx)


def unsettled(tx: Connection, now: datetime) -> list[GameRow]:
    """Games that are running, or whose result is not final yet."""
    query = select(games).outerjoin(results, results.c.game == games.c.id)
    is_open = or_(games.c.ended_at.is_(None), results.c.final_at > now)
    return [_game_row(row) for row in tx.execute(query.where(is_open).order_by(games.c.id))]


def one_row(tx: Connection, query: Select[Any], **given: Any) -> GameRow | None:
    """The one game that a query finds, `given` its parameters, if any. It selects all columns of the table of games."""
    row = tx.execute(query, given).one_or_none()
    return None if row is None else _game_row(row)


def columns_of(game: Game) -> dict[str, Any]:
    """What a game's row repeats of its state, so that it can be looked up without loading the game."""
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


def _running(tx: Connection, *more: ColumnElement[bool]) -> list[GameRow]:
    query = select(games).where(games.c.ended_at.is_(None), *more).order_by(games.c.id)
    return [_game_row(row) for row in tx.execute(query)]


def _forget_seats(tx: Connection) -> None:
    forget(tx, PEOPLE)
    forget(tx, LEAVES)


def _game_row(row: Any) -> GameRow:
    values = row._asdict()
    del values["limit_seconds"]  # the state has it
    values["names"], values["score"] = tuple(values["names"]), tuple(values["score"])
    return GameRow(**values)
