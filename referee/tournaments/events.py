"""The events of a tournament, with the teams and outcomes in them: facts, frozen, in order. Never recomputed and never
refused.

A tournament's whole state is the fold of its events (fold.py). Teams and players are names here; whose they are is the
store's. Matches have the numbers that the shape of the tournament gives them (matches.py).
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from referee.records.codec import Codec
from referee.tournaments.formats import VALUES, Format

Pair = tuple[int, int]

UNPLAYED = ("silence", "withdrawal")
"""Forfeits that count 2:0 in match points, and bring no points or sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of one match. `score` and `sets` are in the order of `teams`."""

    match: int
    round: int
    teams: tuple[str, str]
    winner: str | None
    """The team that won; None if both teams had withdrawn."""
    how: str
    """`score`, `hands`, `sets`, `concession`, `forfeit` (misplays), `silence`, `withdrawal` or `ruling`."""
    score: Pair = (0, 0)
    sets: Pair = (0, 0)
    """The number of times that each team was set."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its name, its captain and the captain's partner, and the division it plays in, if there are any. Whoever
    enters alone is one without a partner, in their class for a division, until the draw makes teams of two."""

    name: str
    players: tuple[str, ...]
    division: str = ""


VERSION = 1

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announced:
    """A tournament was announced under this number. `target`: the points at which games end."""

    tournament: int
    name: str
    format: Format
    target: int


@dataclass(frozen=True, slots=True)
class Committed:
    """The seeds of the draw and of the first deals are fixed, 64 hex digits each.

    Their commitments are public at once; `seed` is secret until the draw, `root` until the end.
    """

    seed: str
    root: str


@dataclass(frozen=True, slots=True)
class Amended:
    """The announcement was changed before the close: the whole format as it is from here on, and its target."""

    format: Format
    target: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A team has a place."""

    team: Team


@dataclass(frozen=True, slots=True)
class Left:
    """A team that had a place gave it up, or lost it, before the close."""

    team: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Entries are closed: the seeded teams, best first, and all teams by the code points of their names."""

    seeded: Names
    teams: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Salted:
    """The salts of each team's captain and partner, in the order of the teams: with the seed, the draw rests on
    them."""

    salts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The draw: all teams in their drawn order, and in the order of their lots. The seed is public."""

    order: Names
    lots: Names
    seed: str
    teams: tuple[Team, ...] = ()
    """The teams that it made of players who had entered alone."""


@dataclass(frozen=True, slots=True)
class StageOpened:
    """A stage began, or began anew, with these teams, best first. Stages are counted from 1 in each division."""

    division: str
    stage: int
    teams: Names


@dataclass(frozen=True, slots=True)
class StageTakenBack:
    """A stage has not begun after all: an earlier result was taken back before any of its matches had begun."""

    division: str
    stage: int


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A game of a match began: `attempt` counts the games of this match, `game` is its number, `seats` its players in
    the order of their seats."""

    match: int
    attempt: int
    game: int
    teams: tuple[str, str]
    seats: Names


@dataclass(frozen=True, slots=True)
class Resulted:
    """The game of a match ended, and no ruling in that game can undo the end any more. `how` is as in Outcome, `head`
    the head of the game's record."""

    match: int
    attempt: int
    game: int
    winner: str
    how: str
    score: Pair
    sets: Pair
    head: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """The Gamesmaster settled the result of a match; `score` is in the order of its teams."""

    match: int
    teams: tuple[str, str]
    winner: str
    score: Pair
    reason: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A game of a match counts no more, nor does its result, and another is to be played. `why`: `replay` or `reset` if
    the Gamesmaster said so, `abort`, or `changed` if an earlier result changed who plays. After a `reset` or `abort`
    the match waits for the Gamesmaster."""

    match: int
    why: Literal["replay", "reset", "abort", "changed"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A team is out of the tournament. `by` is `captain`, `gamesmaster`, or `silence`, after two matches lost by
    silence."""

    team: str
    by: Literal["captain", "gamesmaster", "silence"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """Another player took the place of one in a team."""

    team: str
    out: str
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rated:
    """The sporting behaviour of a team in a match was rated: `3.5`, at most 4."""

    team: str
    match: int
    rating: str


@dataclass(frozen=True, slots=True)
class Silenced:
    """A player of a team was silent too often in a row, so the team loses this match."""

    match: int
    team: str


@dataclass(frozen=True, slots=True)
class Limited:
    """A match reached its time limit: its running round is the last, unless the score is level after it."""

    match: int
    round: int


@dataclass(frozen=True, slots=True)
class Paused:
    """No match begins, and the time of all stands still, until it is resumed."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The tournament goes on."""


@dataclass(frozen=True, slots=True)
class Stood:
    """The standing of a division after a round or a stage, best first."""

    division: str
    stage: int
    round: int
    teams: Names


@dataclass(frozen=True, slots=True)
class Places:
    """The teams of a division by place, those that share one together."""

    division: str
    teams: tuple[Names, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The tournament is over. The root is public."""

    places: tuple[Places, ...]
    root: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The tournament is called off. Its seeds are public."""

    seed: str
    root: str
    reason: str = ""


Event = (
    Announced
    | Committed
    | Amended
    | Entered
    | Left
    | Closed
    | Salted
    | Drawn
    | StageOpened
    | StageTakenBack
    | MatchBegun
    | Resulted
    | Ruled
    | TakenBack
    | Withdrawn
    | Substituted
    | Rated
    | Silenced
    | Limited
    | Paused
    | Resumed
    | Stood
    | Ended
    | Cancelled
)

KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}

_CODEC = Codec(VERSION, KINDS, VALUES)


def to_json(event: Event) -> dict[str, Any]:
    """Return the event as JSON-ready values: `v`, `e` (its kind) and its fields."""
    return _CODEC.to_json(event)


def from_json(data: dict[str, Any]) -> Event:
    """Read the event that `to_json` wrote. Raises ValueError for another version or an unknown kind."""
    event: Event = _CODEC.from_json(data)
    return event
