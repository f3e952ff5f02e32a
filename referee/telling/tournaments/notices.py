"""Letters and pages about a tournament, as data. Worded like answers, in templates/answers/NAME.txt, NAME the class in
kebab case; `event` is the value of Spades-Event. Hold nothing that is not public but the reader's own entry.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from referee.table.terms import Terms
from referee.telling.notices import Answer
from referee.tournaments.events import (
    Event,
    Limited,
    MatchBegun,
    Rated,
    Resulted,
    Ruled,
    Silenced,
    TakenBack,
)
from referee.tournaments.fixtures import Pending
from referee.tournaments.formats import Format
from referee.tournaments.tournament import Times, Tournament

OF_A_MATCH = (Resulted, Ruled, TakenBack, Rated, Silenced, Limited)
"""The events of one match that has begun."""

Fate = Literal[
    "in",
    "waiting",
    "held",
    "moved up",
    "refused",
    "left",
    "elsewhere",
    "dropped",
    "substituted",
    "stands in",
    "replaced",
    "name taken",
]
"""The fate of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTime:
    """The game of a running match: its number, whose turn it is until when, and when the match limit is reached."""

    match: int
    game: int
    on_turn: str | None
    deadline: datetime | None
    limit_at: datetime | None
    score: tuple[int, int]
    """The score in the order of the match's teams."""
    round: int
    pending: Pending | None = None
    """The result of the game, if it is over and its result does not count yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentLetter(Answer):
    """Any letter about one tournament, as it is and with its instants; headlines.py writes its subject."""

    shows_plans: ClassVar[bool] = False
    tournament: Tournament
    times: Times


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutFormat(TournamentLetter):
    """A letter that says what is played, and by whose word."""

    gamesmaster: str
    """Name and address."""
    usual_limit: timedelta
    """The time for each act, where the announcement says nothing."""
    terms: Terms
    """The terms of its games."""
    sheet: str = ""
    """A sentence on the sheet of its games."""
    game: str = "spades"
    """The game that is played."""
    words: tuple[str, ...] = ()
    """The words of the Gamesmaster to everybody in the announcement, as lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentAnnounced(AboutFormat):
    """A letter to the list, or to those who play here: a tournament, and how to enter."""

    event: ClassVar[str] = "announced"
    players: int | None = None
    """The number of players whom this letter went to, for the Gamesmaster; None to anybody else, or if it went to the
    list."""
    to_master: bool = False
    """The reader is the Gamesmaster, to whom it confirms the announcement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentAmended(TournamentLetter):
    """A letter to all who have entered, watchers and the list: what the announcement says now, and no longer."""

    event: ClassVar[str] = "entry"
    old: TournamentAnnounced
    new: TournamentAnnounced
    team: str | None = None

    @property
    def extended(self) -> bool:
        """Nothing has changed but that sign-up is open for longer."""
        longer = self.times.sign_up_until > self.old.times.sign_up_until and not self.times.open_end
        return longer and (self.new.tournament, self.new.words) == (self.old.tournament, self.old.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A tournament that can still be entered, as it stands for one reader: with the entry that waits for them
    (`named`), their own (`asked`: their partner has not agreed), or the line to enter with (`free`)."""

    tournament: str
    format: Format
    times: Times
    state: Literal["free", "named", "asked", "held", "in", "waiting"]
    line: str
    """The line that the reader, or for `asked` their partner, writes; empty if there is nothing to write."""
    team: str = ""
    partner: str = ""
    """The other player; if unknown, in the words that named them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPlease(TournamentLetter):
    """A letter to a partner: their captain enters a team with them; a `yes` agrees. `team`: its name."""

    buttons = (("Yes, I will play", "yes"),)
    event: ClassVar[str] = "entry"
    captain: str
    """Name and address; of the team's other player the name, where the reader is to stand in for one."""
    team: str
    division: str
    substitute_for: str | None = None
    """The player for whom the Gamesmaster asks the reader to stand in."""
    reason: str = ""
    """The reason why they are asked to, if the Gamesmaster gives one."""
    limit: timedelta | None = None
    """The time for each answer, if the reader never heard of the referee before they were asked to stand in."""
    gamesmaster: str = ""
    """The name of the Gamesmaster who asks them to, if they have set one."""
    plays: bool = False
    """The team has a game in which they would take a seat at once."""
    sheet: str = ""
    """A sentence on the sheet of its games."""
    leaves: str = ""
    """The team that a `yes` takes the reader out of; empty if they have none."""
    class_of_other: str = ""
    """The class of the player who is no reader, where the format has classes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryNews(TournamentLetter):
    """A letter to captain and partner: the fate of their entry. `place`: in the order of entries that count."""

    event: ClassVar[str] = "entry"
    team: str
    players: tuple[str, str]
    what: Fate
    place: int | None = None
    reason: str = ""
    by: str = ""
    """The name of the person who brought it about."""
    captain: str = ""
    """The captain of the team now, once a player was replaced."""
    partner: str = ""
    """Name and address of the other player, once the two have agreed."""
    division: str = ""
    sheet: str = ""
    """A sentence on the sheet of its games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryHeld(TournamentLetter):
    """A letter to the Gamesmaster: an entry waits for `accept TEAM` or `refuse TEAM because ...`."""

    event: ClassVar[str] = "entry"
    team: str
    players: tuple[tuple[str, str], ...]
    """Name and address of each."""
    classes: tuple[str, str]
    late: bool = False
    division: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpClosed(TournamentLetter):
    """A letter to everyone who is in: the roster is frozen; salts may be sent until the draw."""

    event: ClassVar[str] = "entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(TournamentLetter):
    """A letter to each entrant, watchers and the list: the draw, and whom the reader's `team` meets first, if they have
    one. `lines`: the public record so far, without newlines."""

    event: ClassVar[str] = "draw"
    team: str | None
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentNews(TournamentLetter):
    """The news of a tournament since the last letter: results, rulings, standings, new matches.

    `happened`: its events, oldest first, which followed `before`; `running`: the games that are being played.
    """

    happened: tuple[Event, ...]
    running: tuple[MatchTime, ...]
    team: str | None
    before: Tournament | None = None

    @property
    def event(self) -> str:
        """`standings`, `pairing`, or both in the order in which they happened."""
        names = ["pairing" if isinstance(one, MatchBegun) else "standings" for one in self.happened]
        return ",".join(dict.fromkeys(names)) or "standings"

    @property
    def match(self) -> int | None:
        """The only match of the letter; None if it is about several."""
        found = {one.match for one in self.happened if isinstance(one, OF_A_MATCH)}
        found = found or {one.match for one in self.happened if isinstance(one, MatchBegun)}
        return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Champion(TournamentLetter):
    """The end: what brought it about (`happened`), the places, the winner's path, all results. `lines`: the public
    record without newlines."""

    event: ClassVar[str] = "champion"
    team: str | None
    lines: tuple[str, ...] = ()
    happened: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MasterAsked(TournamentLetter):
    """A letter to the Gamesmaster: the matters that wait for them, as sentences, and the commands that help, as one
    types them."""

    sentences: tuple[str, ...]
    commands: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentsPage(Answer):
    """The answer to `tournaments`: those that are open, and the last that are over."""

    subject: ClassVar[str] = "Tournaments"
    shows_plans: ClassVar[bool] = False
    tournaments: tuple[tuple[Tournament, Times, tuple[MatchTime, ...]], ...]
    """The tournaments, with the games of each that do not count yet."""
    invitations: tuple[Invitation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage(AboutFormat):
    """The answer to `standings`, `bracket`, `schedule` or `rules`."""

    what: str
    """The word of the question."""
    running: tuple[MatchTime, ...]
    left: timedelta | None = None
    """The time for which the tournament has been paused, while it is."""
    team: str | None = None
    """The reader's, if it has a place."""
