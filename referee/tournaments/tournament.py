"""The state of a tournament after its events. Decides nothing: matches.py says which teams meet."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from referee.records.lines import NO_HEAD
from referee.tournaments.events import Names, Outcome, Places, Rated, Team
from referee.tournaments.formats import Format

DAY = timedelta(days=1)


def later(moment: datetime, span: timedelta, zone: str) -> datetime:
    """Return the moment, in UTC, when a span has passed since another; `zone` says what a day is: some have 23 or 25
    hours.

    A whole number of days ends at the same time of day; any other span is so much time. Where the clocks skip that
    time, it is as much later as they skip: 2:30 is 3:30. Where they show it twice, the first one counts.
    """
    if not span or span % DAY:
        return moment.astimezone(UTC) + span
    return (moment.astimezone(ZoneInfo(zone)) + span).astimezone(UTC)


Phase = Literal["sign-up", "closed", "running", "over", "cancelled"]
GameState = Literal["running", "over", "taken back", "waiting"]
"""`taken back`: the game no longer counts, or one of its teams withdrew. `waiting`: for the Gamesmaster, since the game
was aborted."""
StageKey = tuple[str, int]
"""A division, and its stage from 1."""
Pause = tuple[datetime, datetime]
"""From when a tournament was paused, and until when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The instants of a tournament, UTC."""

    sign_up_until: datetime
    closes_at: datetime
    draw_at: datetime
    begins_at: datetime
    open_end: bool = False
    """Sign-up ends when the Gamesmaster closes it; the other instants stand for no day."""
    pauses: tuple[Pause, ...] = ()
    """The pauses since the first matches began."""

    def opens(self, round: int, every: timedelta, zone: str) -> datetime:
        """Return when a round opens, or did: a pause moves the openings that were still ahead, and no other. `zone`
        says what a day is."""
        moment = later(self.begins_at, (round - 1) * every, zone)
        for since, until in self.pauses:
            moment += until - since if moment > since else timedelta(0)
        return moment


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGame:
    """The latest game of a match, and its state."""

    match: int
    attempt: int
    game: int
    teams: tuple[str, str]
    odd: str
    """The team whose players sit at seats 1 and 3."""
    state: GameState = "running"
    silent: str | None = None
    """The team that was last silent too often. A ruling may have undone the end by silence; `outcomes` says how the
    match was lost."""

    def team_of(self, seat: int) -> str:
        """Return the team whose player sits at a seat."""
        return self.odd if seat % 2 == 1 else next(one for one in self.teams if one != self.odd)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament. Teams are in the order of their entries until the close, then by the code points of their names."""

    number: int
    name: str
    format: Format
    target: int
    seed: str = ""
    root: str = ""
    phase: Phase = "sign-up"
    teams: tuple[Team, ...] = ()
    seeded: Names = ()
    salts: tuple[tuple[str, ...], ...] = ()
    roster: tuple[Team, ...] = ()
    """The teams as they were frozen at the close, which the draw rests on."""
    order: Names = ()
    lots: Names = ()
    stages: Mapping[StageKey, Names] = field(default_factory=dict)
    """The stages that have begun, each with its teams, best first."""
    games: Mapping[int, MatchGame] = field(default_factory=dict)
    """The games by the number of the match."""
    outcomes: Mapping[int, Outcome] = field(default_factory=dict)
    """The outcomes by the number of the match."""
    withdrawn: frozenset[str] = frozenset()
    out_by: Mapping[str, str] = field(default_factory=dict)
    """The cause for which each of these is out: `captain`, `gamesmaster` or `silence`."""
    walked: Mapping[int, str] = field(default_factory=dict)
    """The winner of each walkover when a team last withdrew, by the number of the match: a walkover stands even if its
    winner withdraws later."""
    reset: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """The matches that were reset and wait for the Gamesmaster, with the teams that meet in them. A match whose teams
    change waits no more."""
    limited: Mapping[int, int] = field(default_factory=dict)
    """The last round of the matches whose latest game reached the time limit."""
    ratings: tuple[Rated, ...] = ()
    paused: bool = False
    stood: frozenset[tuple[str, int, int]] = frozenset()
    """The rounds after which the standings were recorded: division, stage, round."""
    places: tuple[Places, ...] = ()
    head: str = NO_HEAD
    """The head of the public record."""

    @property
    def divisions(self) -> Names:
        """The names of its divisions, highest first; a single empty name if it has none. Players who enter alone are in
        divisions by their classes, until partners are drawn."""
        return self.format.classes if self.alone else self.format.divisions or ("",)

    @property
    def alone(self) -> bool:
        """Its players enter alone, and their partners are still to be drawn."""
        return self.format.partners == "drawn" and not self.order

    @property
    def size(self) -> int:
        """The number of teams that play, as far as it is known."""
        return len(self.teams) // (1 + self.alone)

    def team(self, name: str) -> Team:
        """Return the team of that name, exactly as written."""
        return next(team for team in self.teams if team.name == name)

    def in_division(self, division: str) -> Names:
        """Return the names of a division's teams."""
        return tuple(team.name for team in self.teams if team.division == division)
