"""The games of a tournament's matches, with their time limits and protests. Judges no result."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select, update

from referee.games import Game
from referee.store.games import StoredResult, result_of, stored_result
from referee.store.tables import games, matches, results, tournaments
from referee.table.rulings import UNDOABLE
from referee.tournaments.fixtures import Live, Pending, Running
from referee.tournaments.tournament import MatchGame, Tournament


class OpenProtest(NamedTuple):
    """A protest, or a wish for a clarification, that the Gamesmaster has not answered."""

    person: int
    seat: int
    words: str
    asked: int = 0
    """The number of times that the Gamesmaster was asked again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """One game of a match; `attempt` counts the games of that match."""

    tournament: int
    match: int
    attempt: int
    game: int
    state: str
    """`running` until its result counts, or it was taken back; then `done`."""
    limit_at: datetime | None
    """The moment when the match limit is reached; None if it has none."""
    extended: int = 0
    """The seconds by which the Gamesmaster has moved the limit so far."""
    hurried: int = 0
    """The steps by which the limit has hurried it: 1 once its turns are short, 2 once the clock acts at once."""
    protests: tuple[str, ...] = ()
    """The players who have protested."""
    open_protests: tuple[OpenProtest, ...] = ()
    """The protests that hold its game."""
    protest_until: datetime | None = None
    """The moment when the Gamesmaster is asked again, while a protest holds its game."""


# a statement of every mail: SQLAlchemy takes 60 to 90 µs to build it anew
_OF_GAME = select(matches).where(matches.c.game == bindparam("game"))


def add(tx: Connection, row: MatchRow) -> None:
    """Enter the game of a match."""
    tx.execute(insert(matches).values(**{n: getattr(row, n) for n in row.__slots__}))


def of_game(tx: Connection, game: int) -> MatchRow | None:
    """Return the match that a game belongs to, if it does."""
    row = tx.execute(_OF_GAME, {"game": game}).first()
    return None if row is None else _row(row._asdict())


def held(tx: Connection, game: Game) -> MatchRow | None:
    """Return the match of a game that a protest holds until the Gamesmaster answers; None for any other game."""
    match = of_game(tx, game.number) if game.paused and game.result is None else None
    return match if match is not None and match.open_protests else None


def running(tx: Connection, tournament: int) -> list[MatchRow]:
    """Return the games of a tournament whose results do not count yet, by match."""
    query = select(matches).where(matches.c.tournament == tournament, matches.c.state == "running")
    return [_row(row._asdict()) for row in tx.execute(query.order_by(matches.c.match))]


def live(tx: Connection, t: Tournament) -> Running:
    """Return the games of a tournament whose results do not count yet, by match."""
    query = select(games, matches.c.match).join(matches, matches.c.game == games.c.id)
    query = query.where(matches.c.tournament == t.number, matches.c.state == "running")
    found: dict[int, Live] = {}
    for row in tx.execute(query):
        played, result = t.games.get(row.match), result_of(tx, row.id)
        if played is not None:
            first, second = row.score if played.odd == played.teams[0] else reversed(row.score)
            found[row.match] = Live((first, second), _pending(played, result, row.deadline))
    return found


def _pending(played: MatchGame, result: StoredResult | None, deadline: datetime | None) -> Pending | None:
    if result is None or result.winner is None or (result.final_at is not None and result.how not in UNDOABLE):
        return None
    other = next(team for team in played.teams if team != played.odd)
    winner, loser = (played.odd, other) if result.winner == 1 else (other, played.odd)
    how = "silence" if result.how == "forfeit" and played.silent == loser else result.how
    return Pending(winner, how, result.final_at or deadline)


_FINAL = results.c.final_at.is_not(None) & (matches.c.state == "running")


def latest_ended(tx: Connection, tournament: int, count: int) -> list[int]:
    """Return the games of a tournament that ended last, newest first."""
    query = select(games.c.id).join(matches, matches.c.game == games.c.id)
    query = query.where(matches.c.tournament == tournament, games.c.ended_at.is_not(None))
    return list(tx.execute(query.order_by(games.c.ended_at.desc(), games.c.id.desc()).limit(count)).scalars())


def results_changed(tx: Connection, tournament: int) -> datetime | None:
    """Return when the end of a game of a tournament last came about or was undone; None before the first."""
    query = select(func.max(games.c.result_at)).join(matches, matches.c.game == games.c.id)
    moment: datetime | None = tx.execute(query.where(matches.c.tournament == tournament)).scalar()
    return moment


def to_wake(tx: Connection, now: datetime) -> list[int]:
    """Return the tournaments in which something is due by now: by their own instants, or since a game of a running
    match has a result that is final."""
    query = (
        select(matches.c.tournament)
        .join(results, results.c.game == matches.c.game)
        .where(_FINAL, results.c.final_at <= now)
        .union(select(tournaments.c.id).where(tournaments.c.wakes_at <= now))
    )
    return sorted(tx.execute(query).scalars())


def next_moment(tx: Connection, after: datetime) -> datetime | None:
    """Find when something is due in a tournament next, later than `after`."""
    result = select(func.min(results.c.final_at)).join(matches, results.c.game == matches.c.game)
    result = result.where(_FINAL, results.c.final_at > after)
    wake = select(func.min(tournaments.c.wakes_at)).where(tournaments.c.wakes_at > after)
    moments = [tx.execute(query).scalar() for query in (result, wake)]
    return min((moment for moment in moments if moment is not None), default=None)


def results_due(tx: Connection, tournament: int, now: datetime) -> list[tuple[MatchRow, StoredResult]]:
    """Return the running matches of a tournament, by match, whose games have a result that is final by now."""
    query = (
        select(matches, *(column.label(f"r_{column.name}") for column in results.c))
        .join(results, results.c.game == matches.c.game)
        .where(matches.c.tournament == tournament, matches.c.state == "running", results.c.final_at <= now)
        .order_by(matches.c.match)
    )
    found = []
    for row in tx.execute(query):
        values = dict(row._mapping)
        result = {name.removeprefix("r_"): values.pop(name) for name in list(values) if name.startswith("r_")}
        found.append((_row(values), stored_result(result)))
    return found


def look_again(tx: Connection, game: int, now: datetime) -> None:
    """Have the tournament of a game's match check at once for work that is due. Does nothing for a game outside
    tournaments."""
    of = select(matches.c.tournament).where(matches.c.game == game, matches.c.state == "running")
    tx.execute(update(tournaments).where(tournaments.c.id.in_(of)).values(wakes_at=now))


def change(tx: Connection, row: MatchRow, **values: Any) -> None:
    """Change columns of a match's game."""
    place = (matches.c.game == row.game,)
    tx.execute(update(matches).where(*place).values(**values))


def _row(values: Mapping[str, Any]) -> MatchRow:
    waiting = tuple(OpenProtest(*one) for one in values["open_protests"])
    return MatchRow(**{**values, "protests": tuple(values["protests"]), "open_protests": waiting})
