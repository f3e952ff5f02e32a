"""The public facts of a game that its record does not hold, read from the database. Reads no hand, no address."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.site.public import Due, GameLine, MatchOf, News, PlayerLeave, PublicView
from referee.store import clocks, event_log, games, matches, tournaments
from referee.store.games import GameRow, StoredResult
from referee.table.seats import SEATS
from referee.telling.kinds import page_words
from referee.telling.tournaments.match_sentences import why_over
from referee.telling.tournaments.round_names import match_title

LATEST = 5
"""The number of pieces of news on a page."""
PlayerNames = tuple[int | None, int | None, int | None, int | None]


def public_view(tx: Connection, row: GameRow, limit: int, now: datetime) -> PublicView:
    """Return the public facts of a game besides its record; `limit` is the time for each act, in seconds."""
    result = games.result_of(tx, row.id)
    return PublicView(
        game=row.id,
        players=players_of(tx, [row.id])[row.id],
        score=row.score,
        started=row.started_at,
        ended=_ended(row, result),
        due=_due(tx, row, result),
        deadline=None if row.ended_at is not None else row.deadline,
        paused=row.ended_at is None and row.left_seconds is not None,
        limit=timedelta(seconds=limit),
        provisional=result is not None and row.ended_at is None,
        final_at=None if result is None else result.final_at,
        away=tuple(_away(tx, row, now)) if row.ended_at is None else (),
        news=tuple(_news(tx, row.id)),
        match=_match(tx, row.id),
    )


def game_lines(tx: Connection, rows: Sequence[GameRow], *, since: bool = False) -> tuple[GameLine, ...]:
    """List games; `since`: with who is to act since when."""
    numbers = [row.id for row in rows]
    players, found = players_of(tx, numbers), games.results_of(tx, numbers)
    return tuple(_line(tx, row, players[row.id], found.get(row.id), since=since) for row in rows)


def players_of(tx: Connection, numbers: Sequence[int]) -> Mapping[int, PlayerNames]:
    """Look up, by game and seat, the number of each player's page; None for a player who is shown without a name."""
    found: dict[int, list[int | None]] = {number: [None] * len(SEATS) for number in numbers}
    for game, seat, person in games.shown_players(tx, numbers):
        found[game][seat - 1] = person
    return {number: (one, two, three, four) for number, (one, two, three, four) in found.items()}


def _line(tx: Connection, row: GameRow, players: PlayerNames, result: StoredResult | None, *, since: bool) -> GameLine:
    return GameLine(
        game=row.id,
        names=row.names,
        players=players,
        plays=row.game,
        sheet=row.sheet,
        round=row.round,
        score=row.score,
        started=row.started_at,
        ended=_ended(row, result),
        due=_due(tx, row, result) if since else None,
        deadline=row.deadline if since and row.ended_at is None else None,
        winner=None if result is None or row.ended_at is None else result.winner,
        how=None if result is None or row.ended_at is None else result.how,
        final=result is not None and result.final_at is not None and row.ended_at is not None,
        match=_match(tx, row.id) if since else None,
    )


def _ended(row: GameRow, result: StoredResult | None) -> datetime | None:
    """Return when a game came to its end, though the mail that ended it may have been read later."""
    return row.ended_at if result is None or row.ended_at is None else result.decided_at


def _due(tx: Connection, row: GameRow, result: StoredResult | None) -> Due | None:
    if row.due_seat is None or row.due_what is None or result is not None:
        return None
    return Due(row.due_seat, row.due_what, event_log.turn_began(tx, row))


def _away(tx: Connection, row: GameRow, now: datetime) -> Iterable[PlayerLeave]:
    for seat, times in clocks.leaves_in(tx, row.id).items():
        yield from (PlayerLeave(seat, since, until) for since, until in times if until > now)


def _match(tx: Connection, game: int) -> MatchOf | None:
    found = matches.of_game(tx, game)
    row = None if found is None else tournaments.find(tx, found.tournament)
    if found is None or row is None:
        return None
    t = tournaments.state_of(tx, row)
    played = t.games.get(found.match)
    teams = () if played is None or played.game != game else (played.team_of(1), played.team_of(2))
    title = match_title(t, found.match)
    why = why_over(t, found.match, game) if found.state == "done" and played is not None else ""
    return MatchOf(row.id, row.name, f"match {found.match}{f', {title}' if title else ''}", teams, why)


def _news(tx: Connection, game: int) -> Iterable[News]:
    pages = page_words()
    for at, event in event_log.timed_story(tx, game, kinds=tuple(pages), latest=LATEST):
        yield News(at, pages[type(event).__name__](event))
