"""The games of a tournament's matches, with their time limits and protests. Judges no result."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from referee.store.memory import Topic, forget, recall, remember
from referee.store.results import StoredResult, result_of, stored
from referee.store.statement import Statement
from referee.store.tables import games, matches, results, tournaments
from referee.store.tournaments import ROWS
from referee.tournaments.fixtures import Live, Pending, Running
from referee.tournaments.tournament import MatchGame, Tournament


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
    """When the match limit is reached; None if it has none."""
    hurried: int = 0
    """How far the limit has hurried it: 1 once its turns are short, 2 once the clock acts at once."""
    protests: tuple[str, ...] = ()
    """The teams that have protested."""
    protest_until: datetime | None = None
    """Until when a protest stops its clock, while one does."""


MATCHES = Topic(most=1000)
"""The match of a game, or that it has none: every act asks. Whoever writes that table forgets it."""

_OF_GAME = Statement(select(matches).where(matches.c.game == bindparam("number")))


def add(tx: Connection, row: MatchRow) -> None:
    """Enter the game of a match."""
    tx.execute(insert(matches).values(**{n: getattr(row, n) for n in row.__slots__} | {"protests": list(row.protests)}))
    forget(tx, MATCHES)


def of_game(tx: Connection, game: int) -> MatchRow | None:
    """The match that a game belongs to, if it does."""
    known: tuple[MatchRow | None] | None = recall(tx, MATCHES, game)
    if known is None:
        row = _OF_GAME.first(tx, {"number": game})
        known = (None if row is None else _row(row),)
        remember(tx, MATCHES, game, known)
    return known[0]


def running(tx: Connection, tournament: int) -> list[MatchRow]:
    """The games of a tournament whose results do not count yet, by match."""
    query = select(matches).where(matches.c.tournament == tournament, matches.c.state == "running")
    return [_row(row) for row in tx.execute(query.order_by(matches.c.match))]


def live(tx: Connection, t: Tournament) -> Running:
    """The games of a tournament whose results do not count yet, by match."""
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
    if result is None or result.winner is None:
        return None
    other = next(team for team in played.teams if team != played.odd)
    winner, loser = (played.odd, other) if result.winner == 1 else (other, played.odd)
    how = "silence" if result.how == "forfeit" and played.silent == loser else result.how
    return Pending(winner, how, result.final_at or deadline)


_FINAL = results.c.final_at.is_not(None) & (matches.c.state == "running")
_FINISHED = Statement(
    select(matches.c.tournament)
    .join(results, results.c.game == matches.c.game)
    .where(_FINAL, results.c.final_at <= bindparam("now"))
    .union(select(tournaments.c.id).where(tournaments.c.wakes_at <= bindparam("now")))
)
_NEXT_RESULT = Statement(
    select(func.min(results.c.final_at))
    .join(matches, results.c.game == matches.c.game)
    .where(_FINAL, results.c.final_at > bindparam("after"))
)
_NEXT_WAKE = Statement(select(func.min(tournaments.c.wakes_at)).where(tournaments.c.wakes_at > bindparam("after")))


def latest_ended(tx: Connection, tournament: int, count: int) -> list[int]:
    """The games of a tournament that ended last, newest first."""
    query = select(games.c.id).join(matches, matches.c.game == games.c.id)
    query = query.where(matches.c.tournament == tournament, games.c.ended_at.is_not(None))
    return list(tx.execute(query.order_by(games.c.ended_at.desc(), games.c.id.desc()).limit(count)).scalars())


def to_wake(tx: Connection, now: datetime) -> list[int]:
    """The tournaments in which something is due by now: by their own instants, or since a game of a running match has a
    result that is final."""
    return sorted(_FINISHED.scalars(tx, {"now": now}))


def next_moment(tx: Connection, after: datetime) -> datetime | None:
    """When something is due in a tournament next, later than `after`."""
    moments = [query.scalar(tx, {"after": after}) for query in (_NEXT_RESULT, _NEXT_WAKE)]
    return min((moment for moment in moments if moment is not None), default=None)


def results_due(tx: Connection, tournament: int, now: datetime) -> list[tuple[MatchRow, StoredResult]]:
    """The running matches of a tournament whose games have a result that is final by now, by match."""
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
        found.append((MatchRow(**{**values, "protests": tuple(values["protests"])}), stored(result)))
    return found


def look_again(tx: Connection, game: int, now: datetime) -> None:
    """Have the tournament of a game's match look at once whether anything is due in it; no match, nothing to do."""
    of = select(matches.c.tournament).where(matches.c.game == game, matches.c.state == "running")
    tx.execute(update(tournaments).where(tournaments.c.id.in_(of)).values(wakes_at=now))
    forget(tx, ROWS)


def change(tx: Connection, row: MatchRow, **values: Any) -> None:
    """Change columns of a match's game."""
    place = (matches.c.game == row.game,)
    tx.execute(update(matches).where(*place).values(**values))
    forget(tx, MATCHES)


def _row(row: Any) -> MatchRow:
    return MatchRow(**{**row._asdict(), "protests": tuple(row.protests)})
