"""What pages show besides the public record: frozen values without room for a hand, an address, a token or a seed.

Whoever fills them (referee/desk/site/) reads the database; the pages never do. Moments are UTC.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from referee.site.values import Names, Pair


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
    """The match of a tournament that a game decides: the tournament's number and name, and the match in words."""

    tournament: int
    name: str
    match: str


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
    rematch: int | None = None
    """The game that the same four play next, if there is one."""


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
