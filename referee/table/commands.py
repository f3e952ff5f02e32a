"""The commands that a player, the clock or a Gamesmaster may give at any table. Never says whether they may: the law
rules on them."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Misdeal:
    """Call the deal a misdeal, for the hand that the sheet names."""


@dataclass(frozen=True, slots=True)
class Concede:
    """Post a concession (109, clause 5). It stands until withdrawn."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw a concession."""


@dataclass(frozen=True, slots=True)
class Salt:
    """Mix `phrase` into the deal of the next round (docs/fairness.md)."""

    phrase: str


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The limit for position `turn` ran out (109, clause 7), or the time for challenging a result."""

    turn: int


@dataclass(frozen=True, slots=True)
class RuleVoid:
    """The Gamesmaster's ruling: everything since position `to` is void; the seat `charge` pays for a misplay."""

    to: int
    reason: str
    charge: int | None = None


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The Gamesmaster's ruling that team `team` (1 or 2) forfeits."""

    team: int


@dataclass(frozen=True, slots=True)
class Abort:
    """The Gamesmaster ends the game without a winner."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The clock stops; moves are still accepted. `protest`: the seat whose protest stops it; `words`: the words of the
    protest."""

    protest: int | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The clock runs again."""


@dataclass(frozen=True, slots=True)
class Restore:
    """The state was restored to that of the moment `since`; players may know positions up to `turn`."""

    turn: int
    since: str


@dataclass(frozen=True, slots=True)
class Extend:
    """The running turn gets `seconds` more."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Limit:
    """Every turn has `seconds` from now on."""

    seconds: int


@dataclass(frozen=True, slots=True)
class LastRound:
    """The match has reached its time limit: the running round is the last, and the higher score wins after it; every
    turn has at most `seconds` until then."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Hurry:
    """Every turn has at most `seconds` from now on, without leave or weekends; 0: the clock acts at once."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Player `name` takes over `seat` with its hand and counts."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class MakePlan:
    """Let `plan`, which is the game's, act for me; it replaces my plan for the same turns."""

    plan: Any


@dataclass(frozen=True, slots=True)
class DropPlans:
    """Drop my plan for the turns `when`, or (None) all of them."""

    when: str | None = None


Planning = MakePlan | DropPlans
OfAnySeat = Salt | Concede | Withdraw | DropPlans
OfClock = Pause | Resume | Extend | Limit
OfTable = LastRound | Hurry | Restore | Forfeit | Abort | Replace
