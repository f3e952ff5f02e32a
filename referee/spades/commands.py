"""What may be asked of a game. Never says who asks or whether e may: that is the caller's and `decide`'s."""

from dataclasses import dataclass

from referee.spades.cards import Card


@dataclass(frozen=True, slots=True)
class MakeBid:
    """Bid `value` tricks; 0 is nil (109, clause 2)."""

    value: int


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play `card` to the trick (109, clause 3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Concede:
    """Post a concession (109, clause 5). It stands until withdrawn."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw one's concession."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The limit for position `turn` ran out (109, clause 7)."""

    turn: int


@dataclass(frozen=True, slots=True)
class RuleVoid:
    """The Gamesmaster's ruling: all since position `to` is void; `charge` is a seat that pays for a misplay."""

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
    """The clock stops; moves are still accepted."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The clock runs on."""


@dataclass(frozen=True, slots=True)
class Extend:
    """The running turn gets `seconds` more."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Replace:
    """Player `name` takes over `seat` with its hand and counts."""

    seat: int
    name: str


Move = MakeBid | PlayCard
Command = (
    MakeBid | PlayCard | Concede | Withdraw | TimeUp | RuleVoid | Forfeit | Abort | Pause | Resume | Extend | Replace
)
