"""The events of any table, and what each is like: facts, frozen, in order. Never recomputed and never refused.

A game has these and its own. Its whole state is the fold of them; a deal carries everything that a round inherits, so
the running round can be read from its own deal onwards, however old the game is.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

from referee.records.codec import Codec
from referee.table.seats import Four, Names, Pair
from referee.table.sheet import Sheet
from referee.table.terms import Terms

VERSION = 1
"""The version of the JSON form of events."""
By = Literal["player", "clock", "rule"]
"""The author of an act: the player, by mail or by a plan; the clock; or the rule, where it leaves no choice."""
Seeds = tuple[str, ...]


class Plain:
    """An event that everyone may know of as it stands: nothing in it is hidden."""

    __slots__ = ()


class Untold:
    """An event that is no news to anyone."""

    __slots__ = ()


class Private(Untold):
    """An event that nobody but its player may know of."""

    __slots__ = ()


class Moving:
    """An event after which somebody else is on turn, or the same player anew."""

    __slots__ = ()


class ByPlayer:
    """An event that a player brings about."""

    __slots__ = ()


class Act(Moving, ByPlayer):
    """An act of a seat on its turn, like a card."""

    __slots__ = ()
    turn: int
    seat: int
    by: By
    planned: bool


class Renewing:
    """An event whose letter tells the running turn anew: the clock waits for that one."""

    __slots__ = ()


class Clocked:
    """An event that stops the clock, or starts it again."""

    __slots__ = ()


class Stopping(Clocked):
    """An event that stops the clock."""

    __slots__ = ()


class Cancelling:
    """An event that cancels plans."""

    __slots__ = ()


class Outcome:
    """The end of a game, for good or unless it is challenged."""

    __slots__ = ()


SECRET = {"secret": True}
"""Marks a field that no player may see; whatever is revealed later has an event of its own."""


@dataclass(frozen=True, slots=True)
class Start(Untold):
    """A game began; each game's own event has a sheet of that game."""

    game: int
    names: Names
    sheet: Sheet
    limit: int
    terms: Terms


@dataclass(frozen=True, slots=True)
class Committed:
    """The referee fixed the seeds of the next three attempts at `round`, 64 hex digits each.

    Their commitments are public at once; the seeds are secret until they are revealed.
    """

    round: int
    seeds: Seeds = field(metadata=SECRET)


@dataclass(frozen=True, slots=True)
class Salted(Untold, ByPlayer):
    """`seat` gave `salt` for the next round, replacing any earlier one; secret until the salts are closed."""

    seat: int
    salt: str = field(metadata=SECRET)


@dataclass(frozen=True, slots=True)
class SaltsClosed(Plain):
    """The salts for `round` are settled, by seat, and public; empty for seats that gave none."""

    round: int
    salts: Names


@dataclass(frozen=True, slots=True)
class Revealed(Plain):
    """The seed of one attempt at `round` is public."""

    round: int
    attempt: int
    seed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Moving):
    """A round was dealt, and position `turn` is its first act; `reason` is why it is dealt again, empty at first.

    `seeds` (fixed for all attempts at it) and `coming` (fixed for the next round) are secret until the round ends.
    `head` is that of the public record before this deal, and `prev` ties the deal to the previous round. From `names`
    on, the fields are what the round begins with. Each game's own event has the hands besides.
    """

    turn: int
    round: int
    attempt: int
    reason: str
    seeds: Seeds = field(metadata=SECRET)
    coming: Seeds = field(metadata=SECRET)
    prev: str
    salts: Names
    head: str
    names: Names
    score: Pair
    # secret: only acts by hand end a row of silences, so they tell of plans
    silences: Four = field(metadata=SECRET)
    """By seat, how many acts in a row the clock has made for it."""
    conceded: tuple[int, ...]
    paused: bool
    limit: int
    """The time limit in seconds."""
    last_round: int = 0
    """The round that is the last by the match limit, 0 if none is."""
    hurry: int | None = None
    """The most seconds that a turn has since then, if it has a most."""


@dataclass(frozen=True, slots=True)
class Misdealt(Plain, Moving, ByPlayer, Cancelling):
    """`seat` called a misdeal at position `turn`: the hands are thrown in, the same seat is eldest again."""

    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class Voided(Moving, Cancelling):
    """The Gamesmaster voided everything since position `to`; what was due there is due again at position `turn`."""

    turn: int
    to: int
    reason: str
    charge: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Conceded(Plain, ByPlayer):
    """`seat` posted a concession."""

    seat: int


@dataclass(frozen=True, slots=True)
class ConcessionWithdrawn(Plain):
    """`seat` withdrew its concession."""

    seat: int


@dataclass(frozen=True, slots=True)
class Paused(Plain, Stopping):
    """The clock stopped; by the protest of a seat, in these `words`, or by the Gamesmaster."""

    protest: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Resumed(Plain, Renewing, Clocked):
    """The clock runs again."""


@dataclass(frozen=True, slots=True)
class Restored(Stopping, Cancelling):
    """An older state was restored, and what happened in the game after `since` (a moment, in words) is lost.

    The running deal is thrown in, the clock is stopped, and nothing is dealt from a seed that was fixed before. `turn`
    is the new position, past all that players may know of.
    """

    turn: int
    since: str


@dataclass(frozen=True, slots=True)
class Extended(Plain, Renewing):
    """The running turn got `seconds` more."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Limited(Plain, Renewing):
    """Every turn has `seconds` from now on."""

    seconds: int


@dataclass(frozen=True, slots=True)
class LastRoundSet(Plain):
    """The match reached its time limit in `round`, which is the last unless the score is level after it."""

    round: int


@dataclass(frozen=True, slots=True)
class Hurried(Plain, Renewing):
    """Every turn has at most `seconds` from now on, without leave or weekends."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Replaced(Moving, Renewing):
    """`name` took over `seat` from `old`."""

    seat: int
    name: str
    old: str


@dataclass(frozen=True, slots=True)
class Planned(Private):
    """`seat` made a plan at position `turn`, as it is typed after the word `plan`; it replaces any for the
    same turns.

    Secret: nobody but `seat` may know of it.
    """

    turn: int
    seat: int
    plan: str


@dataclass(frozen=True, slots=True)
class Unplanned(Private, Cancelling):
    """`seat` dropped its plan for the turns `when`, or (None) all its plans, or the bid that it planned was not legal
    at its turn. Secret like Planned."""

    seat: int
    when: str | None


@dataclass(frozen=True, slots=True)
class Provisional(Outcome):
    """`team` has won `by` score, sets or hands, unless the last round is challenged in time."""

    team: int
    by: str


@dataclass(frozen=True, slots=True)
class Ended(Outcome):
    """The game is over: `team` won (None: nobody), `by` score, sets, hands, concession, forfeit or abort."""

    team: int | None
    by: str


OfDealing = Committed | Salted | SaltsClosed | Revealed
OfPlayers = Unplanned | Conceded | ConcessionWithdrawn | Replaced
OfClock = Paused | Resumed | Extended | Limited | LastRoundSet | Hurried
Common = OfDealing | OfPlayers | OfClock | Provisional | Ended
"""The events that mean the same in every game."""
TableEvent = Common | Misdealt | Planned | Voided | Restored
"""The events that every game has."""


def named(kinds: Mapping[str, type[Any]], *traits: type[Any]) -> tuple[str, ...]:
    """Return the names of the kinds that have one of these traits."""
    return tuple(name for name, kind in kinds.items() if issubclass(kind, traits))


def secrets_of(kind: type[Any]) -> frozenset[str]:
    """Return the names of the fields that no player may see."""
    return frozenset(one.name for one in fields(kind) if one.metadata.get("secret"))


def codec(
    kinds: Mapping[str, type[Any]],
    sheet: type[Sheet],
    more: Mapping[type[Any], tuple[Callable[[Any], Any], Callable[[Any], Any]]],
) -> Codec:
    """Return the codec of a game's events; `more`: how its cards or tiles are written and read."""
    sheets = (
        lambda one: {"name": one.name, **one.parameters()},
        lambda data: sheet.from_table(data["name"], {key: value for key, value in data.items() if key != "name"}),
    )
    return Codec(VERSION, kinds, {sheet: sheets, Terms: (asdict, lambda data: Terms(**data)), **more})
