"""Letters and pages about a tournament, as data. Worded like answers, in templates/answers/NAME.txt, NAME the class in
kebab case; `event` is the value of Spades-Event. Hold nothing that is not public but the reader's own entry.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from referee.tournaments.events import (
    Event,
    Limited,
    MatchBegun,
    Rated,
    Resulted,
    RoundPaired,
    Ruled,
    Silenced,
    TakenBack,
)
from referee.tournaments.tournament import Tournament

PAIRINGS = (MatchBegun, RoundPaired)
OF_A_MATCH = (Resulted, Ruled, TakenBack, Rated, Silenced, Limited)
"""What happens to one match that has begun."""

Fate = Literal["in", "waiting", "held", "moved up", "refused", "left", "dropped", "substituted"]
"""What became of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The instants of a tournament, UTC."""

    sign_up_until: datetime
    closes_at: datetime
    draw_at: datetime
    begins_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTime:
    """The game of a running match: its number, whose turn it is until when, and when the match limit is reached."""

    match: int
    game: int
    on_turn: str | None
    deadline: datetime | None
    limit_at: datetime | None
    score: tuple[int, int]
    """In the order of the match's teams."""
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentAnnounced:
    """To the list, or to those who play here: a tournament, and how to enter."""

    event: ClassVar[str] = "announced"
    tournament: Tournament
    times: Times
    gamesmaster: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPlease:
    """To a partner: their captain enters a team with them; a `yes` agrees. `team`: its name."""

    event: ClassVar[str] = "entry"
    tournament: Tournament
    times: Times
    captain: str
    """Name and address; of the team's other player the name, where the reader is to stand in for one."""
    team: str
    division: str
    substitute_for: str | None = None
    """Whom the reader is asked to stand in for; then it is the Gamesmaster who asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryNews:
    """To captain and partner: what became of their entry. `place`: in the order of entries that count."""

    event: ClassVar[str] = "entry"
    tournament: Tournament
    times: Times
    team: str
    players: tuple[str, str]
    what: Fate
    place: int | None = None
    reason: str = ""
    by: str = ""
    """Who brought it about, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryHeld:
    """To the Gamesmaster: an entry waits for `accept TEAM` or `refuse TEAM because ...`."""

    event: ClassVar[str] = "entry"
    tournament: Tournament
    times: Times
    team: str
    players: tuple[tuple[str, str], tuple[str, str]]
    """Name and address of each."""
    classes: tuple[str, str]
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpClosed:
    """To everyone who is in: the roster is frozen; salts may be sent until the draw."""

    event: ClassVar[str] = "entry"
    tournament: Tournament
    times: Times


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """To each entrant, watchers and the list: the draw, and whom the reader's `team` meets first, if they have one."""

    event: ClassVar[str] = "draw"
    tournament: Tournament
    times: Times
    team: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentNews:
    """What happened in a tournament since the last letter: results, rulings, standings, new matches.

    `happened`: its events, oldest first; `running`: the games that are being played.
    """

    tournament: Tournament
    times: Times
    happened: tuple[Event, ...]
    running: tuple[MatchTime, ...]
    team: str | None

    @property
    def event(self) -> str:
        """`standings`, `pairing`, or both in the order in which they happened."""
        names = ["pairing" if isinstance(one, PAIRINGS) else "standings" for one in self.happened]
        return ",".join(dict.fromkeys(names)) or "standings"

    @property
    def match(self) -> int | None:
        """The one match that all of it is about; None if it is about more."""
        found = {one.match for one in self.happened if isinstance(one, OF_A_MATCH)}
        found = found or {one.match for one in self.happened if isinstance(one, MatchBegun)}
        return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Champion:
    """The end: the places, the winner's path, all results. `lines`: the public record without newlines."""

    event: ClassVar[str] = "champion"
    tournament: Tournament
    times: Times
    team: str | None
    lines: tuple[str, ...] = ()
    games: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """For best moments: sentences about games, by the number of their match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterAsked:
    """To the Gamesmaster: what waits for them, as sentences, and which commands help, as they are typed."""

    event: ClassVar[str] = "reply"
    tournament: Tournament
    times: Times
    sentences: tuple[str, ...]
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentsPage:
    """The answer to `tournaments`: those that are open, and the last that are over."""

    event: ClassVar[str] = "reply"
    tournaments: tuple[tuple[Tournament, Times], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage:
    """The answer to `standings`, `bracket` or `schedule`."""

    event: ClassVar[str] = "reply"
    tournament: Tournament
    times: Times
    what: Literal["standings", "bracket", "schedule"]
    running: tuple[MatchTime, ...]
    left: timedelta | None = None
    """How long the tournament has been paused, while it is."""


TournamentLetter = (
    TournamentAnnounced
    | EntryPlease
    | EntryNews
    | EntryHeld
    | SignUpClosed
    | Drawn
    | TournamentNews
    | Champion
    | MasterAsked
    | TournamentsPage
    | TournamentPage
)
