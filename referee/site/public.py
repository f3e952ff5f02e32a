"""The values that pages show besides the public record: frozen, without room for a hand, an address, a token or a seed.

referee/desk/site/ fills them from the database, which the pages never read. Moments are UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.site.values import Names, Pair
from referee.table.terms import Terms
from referee.tournaments.fixtures import Running
from referee.tournaments.tournament import Times, Tournament


class Due(NamedTuple):
    """The act that is due: the seat, `bid` or `play`, and since when everyone has known it."""

    seat: int
    what: str
    since: datetime


class PlayerLeave(NamedTuple):
    """A player's leave, as the table was told of it."""

    seat: int
    since: datetime
    until: datetime


class MatchOf(NamedTuple):
    """The match of a tournament that a game decides: the tournament's number and name, the match in words, the names of
    the teams, that of seats 1 and 3 first; () while they are unknown; and what of the tournament ended the game."""

    tournament: int
    name: str
    match: str
    teams: tuple[str, ...] = ()
    why: str = ""


class News(NamedTuple):
    """One piece of news that watchers get: when, and in words of one line."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """The facts about one game that its record does not hold, and everyone may know."""

    game: int
    players: tuple[int | None, int | None, int | None, int | None]
    """The number of each player's page, by seat, which stays theirs; None for a player without a page."""
    score: Pair
    """The present score, with the cost of misplays in the running round."""
    started: datetime
    ended: datetime | None
    due: Due | None
    """The act that is due; None once nobody has to act."""
    deadline: datetime | None
    """The moment when the limit runs out; None while the clock is stopped."""
    paused: bool
    limit: timedelta
    """The present time for each act."""
    provisional: bool
    """The result is provisional: it stands unless its last round is challenged."""
    final_at: datetime | None
    """The moment when the result becomes final; None without a result, and while it is provisional."""
    away: tuple[PlayerLeave, ...] = ()
    news: tuple[News, ...] = ()
    """The latest, newest first."""
    match: MatchOf | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """One game in a list."""

    game: int
    names: Names
    players: tuple[int | None, int | None, int | None, int | None]
    plays: str
    """The game that is played: `spades` or `dominoes`."""
    sheet: str
    round: int
    score: Pair
    started: datetime
    ended: datetime | None
    due: Due | None
    deadline: datetime | None
    winner: int | None
    """The team that won, None if nobody has."""
    how: str | None
    """`score`, `concession` and so on; None while it runs."""
    match: MatchOf | None = None
    note: str = ""
    """On a player's page: when they came into the game or left it."""


class Met(NamedTuple):
    """Another player whom a player met: the number of their page, their name, and the games as partners and as
    opponents, as how many the player won, and of how many."""

    player: int
    name: str
    together: Pair
    against: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player, over their games in which they play or played under their name."""

    player: int
    name: str
    """The name of the player in their latest game."""
    games: int
    """The number of their games that are over and had a winner, if they sat in them at the end; here and in `won`."""
    won: int
    met: tuple[Met, ...]
    """The players whom they met in games with a winner, most often first."""
    latest: tuple[GameLine, ...]
    """Newest first, running ones too."""
    more: bool
    """There are older games."""
    prompt: timedelta | None
    """The time that they take for an act; None if they have not allowed us to show it."""


class PlayerRow(NamedTuple):
    """One player in a table of players."""

    player: int
    name: str
    games: int
    won: int


class TournamentLine(NamedTuple):
    """One tournament in a list."""

    tournament: int
    name: str
    phase: str
    begins: datetime
    overview: str
    """The progress of the tournament, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentView:
    """A tournament as everyone may know it: its state holds no seed of its draw."""

    line: TournamentLine
    times: Times
    state: Tournament
    running: Running
    """The games of matches whose results do not count yet."""
    limit: timedelta
    """The time for each act in games of formats that do not say it."""
    terms: Terms
    """The terms of its games."""
    game: str
    """The game that is played."""
    head: str
    record: tuple[str, ...]
    """The lines of its public record, without line ends."""
    players: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """The numbers of players' pages, by team and name. Only players who have played in it under their name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontView:
    """The contents of the front page."""

    running: tuple[GameLine, ...]
    """The games that began last, newest first."""
    count: int
    """The number of running games."""
    ended: tuple[GameLine, ...]
    """The latest results, newest first."""
    tournaments: tuple[TournamentLine, ...]
    """The latest that are open, then the latest that are over, each newest first."""
    sheets: Mapping[str, str]
    """The rule sheets by name, each described in a few words."""
