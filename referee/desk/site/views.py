"""The public facts that pages of the site show and no record holds, read from the database: of one game, and of many at
once. Reads no hand and no address, and a bounded number of rows for each page, however many games there are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from statistics import median

from sqlalchemy import Connection

from referee.desk.case import Desk
from referee.desk.tournaments.match_games import game_of, running, terms_of_games
from referee.games import names
from referee.site.public import (
    Due,
    FrontView,
    GameLine,
    MatchOf,
    Met,
    News,
    PlayerLeave,
    PlayerRow,
    PlayerView,
    PublicView,
    TournamentLine,
    TournamentView,
)
from referee.spades.rulesheet import RuleSheet
from referee.store import clocks, event_log, games, matches, people, tournaments
from referee.store.games import GameRow, StoredResult, Tenure
from referee.store.tournaments import TournamentRow
from referee.table import events as ev
from referee.table.seats import SEATS, four
from referee.telling.kinds import page_words
from referee.telling.letters.games import WORDS
from referee.telling.tournaments.headlines import overview
from referee.telling.tournaments.match_sentences import why_over
from referee.telling.tournaments.round_names import match_title
from referee.tournaments.fold import lines_of
from referee.tournaments.tournament import Tournament

LATEST_NEWS = 5
"""The number of pieces of news on a page."""
PlayerNames = tuple[int | None, int | None, int | None, int | None]


def public_view(tx: Connection, row: GameRow, now: datetime) -> PublicView:
    """Return the public facts of a game besides its record."""
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
        limit=timedelta(seconds=event_log.load(tx, row).turn_limit),
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
    return {number: four(own) for number, own in found.items()}


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
    for told in event_log.told_story(tx, game, kinds=tuple(pages), latest=LATEST_NEWS):
        yield News(told.at, pages[type(told.event).__name__](told.event))


FEWEST, MOST = 10, 40
"""The fewest acts from which a player's promptness is taken, and the most, which are the latest."""


def promptness(tx: Connection, player: int, games: Iterable[GameLine]) -> timedelta | None:
    """Return the median time of a player's latest acts; None if there are too few.

    `games` are theirs, newest first; running games do not count.
    """
    taken: list[float] = []
    for line in games:
        if line.ended is not None and len(taken) < MOST:
            taken += reversed(_seconds(tx, line, player))
    return timedelta(seconds=int(median(taken[:MOST]))) if len(taken) >= FEWEST else None


def _seconds(tx: Connection, line: GameLine, player: int) -> list[float]:
    """Measure each act of a player, from the moment when everyone knew that it was their turn, whoever else had the
    seat before or after.

    An act at the same moment as the event before it was planned, and does not count; nor does an act of the clock.
    """
    taken: list[float] = []
    since: datetime | None = None
    former = games.tenures_in(tx, [line.game])
    for told in event_log.told_story(tx, line.game, kinds=names(ev.Moving, ev.Clocked)):
        event = told.event
        if isinstance(event, ev.Act) and event.by == "player" and since is not None:
            later = (one.person for one in former if one.seat == event.seat and told.seq <= one.last_seq)
            span = told.moment - since
            if next(later, line.players[event.seat - 1]) == player and span >= timedelta(seconds=1):
                taken.append(span.total_seconds())
        since = None if isinstance(event, ev.Stopping) else told.at
    return taken


RUNNING, ENDED, OPEN, OVER = 12, 12, 8, 5
"""The number of running games, of results, and of tournaments that are open or over on the front page."""
BLOCK, CUPS = 100, 20
"""The number of games or players on a page of a list, and of tournaments on one: a page reads each tournament as a
whole."""
LATEST, MET = 50, 12
"""The number of their games, and of those whom they met most, on a player's page."""


def front(tx: Connection, sheets: Mapping[str, RuleSheet], now: datetime) -> FrontView:
    """Make the front page's view."""
    rows = [*reversed(tournaments.open_ones(tx)[-OPEN:]), *tournaments.latest_over(tx, OVER)]
    return FrontView(
        running=game_lines(tx, games.latest_running(tx, RUNNING), since=True),
        count=games.count_running(tx),
        ended=game_lines(tx, games.latest_ended(tx, ENDED)),
        tournaments=tuple(tournament_line(tx, row, now) for row in rows),
        sheets={name: WORDS[sheet.game].in_short(sheet) for name, sheet in sheets.items()},
    )


def block_of(number: int, size: int = BLOCK) -> int:
    """Find the page of a numbered list on which a number stands; the first page of an empty list."""
    return max((number - 1) // size + 1, 1)


def games_block(tx: Connection, page: int) -> tuple[GameLine, ...]:
    """Return the games of one page of their list, newest first."""
    return game_lines(tx, games.block(tx, (page - 1) * BLOCK + 1, page * BLOCK))[::-1]


def players_block(tx: Connection, page: int) -> tuple[PlayerRow, ...]:
    """Return the players on one page of the list, those who won most games first."""
    found = games.tallies(tx, (page - 1) * BLOCK + 1, page * BLOCK)
    names = games.names_of(tx, {one.latest for one in found})
    rows = [PlayerRow(one.person, names[one.latest, one.person], one.games, one.won) for one in found]
    return tuple(sorted(rows, key=lambda row: (-row.won, row.games, row.player)))


def tournaments_block(tx: Connection, page: int, now: datetime) -> tuple[TournamentLine, ...]:
    """Return the tournaments of one page of their list, newest first."""
    rows = tournaments.block(tx, (page - 1) * CUPS + 1, page * CUPS)
    return tuple(tournament_line(tx, row, now) for row in reversed(rows))


def player(tx: Connection, number: int) -> PlayerView | None:
    """Return a player's page; None for a person who never played under their name, and so has no page."""
    rows = games.played_by(tx, number, count=LATEST + 1)
    if not rows:
        return None
    lines = game_lines(tx, rows[:LATEST])
    former = games.tenures_in(tx, [line.game for line in lines])
    played, won = next(((one.games, one.won) for one in games.tallies(tx, number, number)), (0, 0))
    return PlayerView(
        player=number,
        name=_name_in(lines[0], number, former),
        games=played,
        won=won,
        met=tuple(_met(tx, number)),
        latest=tuple(replace(line, note=_tenure(line, number, former)) for line in lines),
        more=len(rows) > LATEST,
        prompt=promptness(tx, number, lines) if people.by_id(tx, number).public else None,
    )


def _met(tx: Connection, player: int) -> Iterator[Met]:
    found = games.head_to_head(tx, player, MET)
    names = games.names_of(tx, {one.latest for one in found})
    for one in found:
        together, against = (one.won_together, one.together), (one.won_against, one.against)
        yield Met(one.person, names[one.latest, one.person], together, against)


def _name_in(line: GameLine, player: int, former: Iterable[Tenure]) -> str:
    """Return the name under which a player plays in a game, or last did."""
    if player in line.players:
        return line.names[line.players.index(player)]
    return next(one.name for one in reversed([*former]) if (one.game, one.person) == (line.game, player))


def _tenure(line: GameLine, player: int, former: Iterable[Tenure]) -> str:
    """Say when a player came into a game or left it; empty for one who has sat in it from its beginning."""
    others = [one for one in former if one.game == line.game]
    if player not in line.players:
        last = next(one for one in reversed(others) if one.person == player)
        return f"{last.name} left it in round {last.round}, so it counts for whoever sits there at its end"
    seat = line.players.index(player) + 1
    before = [one for one in others if one.seat == seat]
    return f"{line.names[seat - 1]} came into it in round {before[-1].round}" if before else ""


def tournament_line(tx: Connection, row: TournamentRow, now: datetime) -> TournamentLine:
    """Return a tournament in a list."""
    t = tournaments.state_of(tx, row)
    words = overview(t, row.times, running(tx, t), now)
    return TournamentLine(row.id, row.name, row.phase, row.begins_at, words)


def tournament(tx: Connection, row: TournamentRow, desk: Desk, now: datetime) -> TournamentView:
    """Return a tournament as its pages take it, without the seed of its draw."""
    t, settings = tournaments.state_of(tx, row), desk.settings
    return TournamentView(
        line=tournament_line(tx, row, now),
        times=row.times,
        state=replace(t, seed="", root=""),
        running=matches.live(tx, t),
        limit=settings.game.time_limit,
        terms=terms_of_games(settings, t),
        game=game_of(desk, t),
        head=t.head,
        record=lines_of(tournaments.events_of(tx, row.id)),
        players=_entered(tx, t),
    )


def _entered(tx: Connection, t: Tournament) -> dict[tuple[str, str], int]:
    """Return the numbers of players' pages by team and name, from the latest game of each team."""
    latest = {team: one for one in t.games.values() for team in one.teams}
    played = {one.game: one for one in latest.values()}
    found: dict[tuple[str, str], int] = {}
    for game, numbers in players_of(tx, list(played)).items():
        row = games.find(tx, game)
        for seat, number in zip(SEATS, numbers, strict=True):
            if row is not None and number is not None:
                found[played[game].team_of(seat), row.names[seat - 1]] = number
    return found
