"""What pages show besides the public record: frozen values without room for a hand, an address, a token or a seed.

Whoever fills them (referee/desk/site/) reads the database; the pages never do. Moments are UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.site.figures import Mark
from referee.site.values import Names, Pair
from referee.tournaments.fixtures import Begins, Running
from referee.tournaments.tournament import Tournament


class Due(NamedTuple):
    """Who is to act: the seat, `bid` or `play`, and since when everyone has known it."""

    seat: int
    what: str
    since: datetime


class Away(NamedTuple):
    """A player's leave, as the table was told of it."""

    seat: int
    since: datetime
    until: datetime


class MatchOf(NamedTuple):
    """The match of a tournament that a game decides: the tournament's number and name, the match in words, and the
    names of the teams, that of seats 1 and 3 first; none where they are not known."""

    tournament: int
    name: str
    match: str
    teams: tuple[str, ...] = ()


class News(NamedTuple):
    """One piece of news that watchers get: when, and in words of one line."""

    at: datetime
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """What the record of one game does not hold, and everyone may know."""

    game: int
    players: tuple[int | None, int | None, int | None, int | None]
    """By seat, the number of each player's page, which stays theirs; None for one who has none."""
    score: Pair
    """As it stands, with what misplays cost in the running round."""
    started: datetime
    ended: datetime | None
    due: Due | None
    """Who is to act; None once nobody is."""
    deadline: datetime | None
    """When the limit runs out; None while the clock is stopped."""
    paused: bool
    limit: timedelta
    """The time for each act, as it is now."""
    provisional: bool
    """Whether a result stands only unless its last round is challenged."""
    final_at: datetime | None
    """From when nothing undoes the result; None without one, and while it is provisional."""
    away: tuple[Away, ...] = ()
    news: tuple[News, ...] = ()
    """The latest, newest first."""
    match: MatchOf | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """One game in a list."""

    game: int
    names: Names
    players: tuple[int | None, int | None, int | None, int | None]
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
    final: bool
    match: MatchOf | None = None


class Partner(NamedTuple):
    """Somebody's partner in games that are over: how many, and how many they won. `player` is the number of the
    partner's page."""

    player: int
    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player, over their games in which they play under their name."""

    player: int
    name: str
    """What they are called in their latest game."""
    games: int
    """How many are over and had a winner; here and in `won`."""
    won: int
    sums: Mapping[str, int]
    """By the names in figures.py, over the same games."""
    partners: tuple[Partner, ...]
    """Most games first."""
    latest: tuple[GameLine, ...]
    """Newest first, running ones too."""
    more: bool
    """Whether there are older ones."""
    prompt: timedelta | None
    """How long they take for an act; None if they have not allowed to say."""


class Row(NamedTuple):
    """One player in a table of players."""

    player: int
    name: str
    games: int
    won: int
    sums: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubView:
    """The club over all games that are over."""

    sums: Mapping[str, int]
    best: tuple[Row, ...]
    """Those who won most."""
    records: Mapping[str, tuple[Mark, ...]]
    """By kind (figures.py, `marks`), the highest first."""


class TournamentLine(NamedTuple):
    """One tournament in a list."""

    tournament: int
    name: str
    phase: str
    begins: datetime
    overview: str
    """How far it is, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentView:
    """A tournament as everyone may know it: its state has no seed of its draw in it."""

    line: TournamentLine
    state: Tournament
    running: Running
    """The games of matches whose results do not count yet."""
    begins: Begins
    limit: timedelta
    """The time for each act in games of formats that do not say it."""
    head: str
    record: tuple[str, ...]
    """The lines of its public record, without line ends."""
    players: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """The numbers of players' pages, by team and name, of those who have played in it under their name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontView:
    """What the front page shows."""

    running: tuple[GameLine, ...]
    """The games that began last, newest first."""
    count: int
    """How many games are running."""
    ended: tuple[GameLine, ...]
    """The latest results, newest first."""
    tournaments: tuple[TournamentLine, ...]
    """The latest that are open, then the latest that are over, each newest first."""
    sheets: Mapping[str, str]
    """What each rule sheet is, in a few words, by name."""
