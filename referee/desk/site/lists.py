"""What pages show of many games at once: the front, lists, players, the club, tournaments. Reads a bounded number of
rows for each page, however many games there are.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from referee.config import Settings
from referee.desk.site.counting import promptness
from referee.desk.site.views import game_lines, players_of
from referee.desk.tournaments.games import games_being_played
from referee.desk.tournaments.meant import times_of
from referee.site.figures import PLAYER, Mark
from referee.site.public import (
    ClubView,
    FrontView,
    GameLine,
    Partner,
    PlayerView,
    Row,
    TournamentLine,
    TournamentView,
)
from referee.site.words import sheet_words
from referee.spades.rulesheet import SEATS, RuleSheet
from referee.store import games, matches, people, site_sums, tournaments
from referee.store.site_sums import CLUB, Owned
from referee.store.tournaments import TournamentRow
from referee.telling.tournaments.overviews import overview
from referee.tournaments.fold import lines_of
from referee.tournaments.tournament import Tournament

RUNNING, ENDED, OPEN, OVER = 12, 12, 8, 5
"""How many running games, results, and tournaments that are open or over the front page shows."""
BLOCK, CUPS = 100, 20
"""How many games or players one page of a list has, and how many tournaments: each is read as a whole."""
LATEST = 50
"""How many of their games a player's page has."""
BEST = 50
"""How many players the club's table has."""


def front(tx: Connection, sheets: Mapping[str, RuleSheet], now: datetime) -> FrontView:
    """The front page."""
    rows = [*reversed(tournaments.open_ones(tx)[-OPEN:]), *tournaments.latest_over(tx, OVER)]
    return FrontView(
        running=game_lines(tx, games.latest_running(tx, RUNNING), since=True),
        count=games.count_running(tx),
        ended=game_lines(tx, games.latest_ended(tx, ENDED)),
        tournaments=tuple(tournament_line(tx, row, now) for row in rows),
        sheets={name: sheet_words(sheet) for name, sheet in sheets.items()},
    )


def block_of(number: int, size: int = BLOCK) -> int:
    """Which page of a list by number something is on; the first one where nothing has a number yet."""
    return max((number - 1) // size + 1, 1)


def games_block(tx: Connection, page: int) -> tuple[GameLine, ...]:
    """The games of one page of their list."""
    return game_lines(tx, games.block(tx, (page - 1) * BLOCK + 1, page * BLOCK))


def players_block(tx: Connection, page: int) -> tuple[Row, ...]:
    """The players of one page of their list."""
    return tuple(map(_row, site_sums.block(tx, (page - 1) * BLOCK + 1, page * BLOCK)))


def tournaments_block(tx: Connection, page: int, now: datetime) -> tuple[TournamentLine, ...]:
    """The tournaments of one page of their list."""
    rows = tournaments.block(tx, (page - 1) * CUPS + 1, page * CUPS)
    return tuple(tournament_line(tx, row, now) for row in rows)


def player(tx: Connection, number: int) -> PlayerView | None:
    """A player's page; None for somebody who has none, since they never sat under their name."""
    rows = games.played_by(tx, number, count=LATEST + 1)
    owned = site_sums.of(tx, number)
    if not rows and not owned.games:
        return None
    lines = game_lines(tx, rows[:LATEST])
    names = [line.names[line.players.index(number)] for line in lines if number in line.players]
    allowed = people.by_id(tx, number).public
    return PlayerView(
        player=number,
        name=names[0] if names else owned.sums["name"],
        games=owned.games,
        won=owned.won,
        sums=_sums(owned),
        partners=_partners(tx, owned),
        latest=lines,
        more=len(rows) > LATEST,
        prompt=promptness(owned) if allowed else None,
    )


def club(tx: Connection) -> ClubView:
    """The club's page."""
    owned = site_sums.of(tx, CLUB)
    marks = owned.sums.pop("marks", {})
    return ClubView(
        sums=owned.sums,
        best=tuple(map(_row, site_sums.best(tx, BEST))),
        records={kind: tuple(Mark(*mark) for mark in found) for kind, found in marks.items()},
    )


def tournament_line(tx: Connection, row: TournamentRow, now: datetime) -> TournamentLine:
    """A tournament in a list."""
    t = tournaments.load(tx, row.id)
    words = overview(t, times_of(row), games_being_played(tx, t), now)
    return TournamentLine(row.id, row.name, row.phase, row.begins_at, words)


def tournament(tx: Connection, row: TournamentRow, settings: Settings, now: datetime) -> TournamentView:
    """A tournament as its pages take it, without the seed of its draw."""
    t = tournaments.load(tx, row.id)
    return TournamentView(
        line=tournament_line(tx, row, now),
        state=replace(t, seed="", root=""),
        running=matches.live(tx, t),
        begins=tournaments.begins(tx, row, t),
        limit=settings.game.time_limit,
        head=t.head,
        record=lines_of(tournaments.events_of(tx, row.id)),
        players=_entered(tx, t),
    )


def _entered(tx: Connection, t: Tournament) -> dict[tuple[str, str], int]:
    """The numbers of players' pages by team and name, from the latest game of each team."""
    latest = {team: one for one in t.games.values() for team in one.teams}
    played = {one.game: one for one in latest.values()}
    found: dict[tuple[str, str], int] = {}
    for game, numbers in players_of(tx, list(played)).items():
        row = games.find(tx, game)
        for seat, number in zip(SEATS, numbers, strict=True):
            if row is not None and number is not None:
                found[played[game].team_of(seat), row.names[seat - 1]] = number
    return found


def _sums(owned: Owned) -> dict[str, int]:
    return {name: owned.sums.get(name, 0) for name in PLAYER}


def _row(owned: Owned) -> Row:
    return Row(owned.owner, owned.sums.get("name", ""), owned.games, owned.won, _sums(owned))


def _partners(tx: Connection, owned: Owned) -> tuple[Partner, ...]:
    found = [
        Partner(int(number), site_sums.of(tx, int(number)).sums.get("name", ""), played, won)
        for number, (played, won) in owned.sums.get("partners", {}).items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.games, one.name))[:BEST])
